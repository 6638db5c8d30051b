package commands_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"umpire/commands"
	"umpire/rules"
	"umpire/rules/catalog"
	"umpire/storage"
)

// dice types /roll in a channel.
func (c *club) dice(who commands.Person, channel, dice, label string) commands.Reply {
	c.t.Helper()
	return c.command(who, channel, "roll", map[string]string{"dice": dice, "label": label})
}

// log replays a fight's log and gives its last line.
func (c *club) log(place string) (f *rules.Fight, last rules.Entry) {
	c.t.Helper()
	var entries []rules.Entry
	var system string
	err := c.store.Read(context.Background(), func(tx *storage.Tx) error {
		s, err := tx.SessionAt(place)
		if err != nil {
			return err
		}
		system = s.System
		lines, err := tx.Log(s.ID, 0)
		for _, line := range lines {
			entry, err := rules.ParseEntry(line.Public, line.Secret, line.Chain)
			if err != nil {
				return err
			}
			entries = append(entries, entry)
		}
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	for _, sys := range catalog.All() {
		if sys.Key == system {
			if f, _, err = rules.Replay(sys, entries); err != nil {
				c.t.Fatal(err)
			}
		}
	}
	return f, entries[len(entries)-1]
}

func TestDiceOutsideAFightAreOnePublicReply(t *testing.T) {
	c := newClub(t)
	for _, guild := range []string{"g", ""} {
		reply, err := c.send(commands.Request{
			Kind: commands.Command, Path: "roll", Options: map[string]string{"dice": "2d6+1; 4d6kh3", "label": "at the *gate*"},
			User: gail, Guild: guild, Channel: "table",
		})
		if err != nil || reply.Act != commands.Open {
			t.Fatalf("the answer is %+v, %v", reply, err)
		}
		lines := strings.Split(reply.Message.Text, "\n")
		if len(lines) != 3 || lines[0] != `Gail rolls: at the \*gate\*` || !strings.HasPrefix(lines[1], "2d6 + 1 gives ") || !strings.HasPrefix(lines[2], "4d6kh3 gives ") {
			t.Errorf("it reads\n%s", reply.Message.Text)
		}
		if len(reply.Message.Mentions)+len(reply.Message.Rows) > 0 {
			t.Errorf("it notifies or asks somebody: %+v", reply.Message)
		}
	}
	if len(c.chans) > 0 {
		t.Errorf("something waits in the outbox: %+v", c.chans)
	}
}

func TestDiceDeliveredTwiceAreRolledOnce(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	for _, channel := range []string{"table", thread} {
		r := commands.Request{
			ID: "twice " + channel, Kind: commands.Command, Path: "roll", Options: map[string]string{"dice": "d6"},
			User: alice, Guild: "g", Channel: channel,
		}
		reply, err := c.send(r)
		if err != nil {
			t.Fatal(err)
		}
		if channel == thread {
			c.settle("channel/"+thread, reply)
		}
		_, before := c.log(thread)
		if _, err := c.send(r); !errors.Is(err, storage.ErrSeen) {
			t.Errorf("in %s the second is answered with %v", channel, err)
		}
		if _, after := c.log(thread); after.Line != before.Line {
			t.Errorf("in %s the second is in the log: %+v", channel, after)
		}
	}
}

func TestDiceInAFightAreSealedNumberedAndInItsLog(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	for _, who := range []commands.Person{alice, sam} {
		reply := c.dice(who, thread, "5d6>=4 # arrows", "")
		if reply.Act != commands.Ride {
			t.Fatalf("%s's dice do not ride on the command: %+v", who.Name, reply)
		}
		f, last := c.log(thread)
		text := c.last("channel/" + thread).Text
		foot := fmt.Sprintf("\n-# roll %d · step %d · %s", last.Rolls[0].N, last.Line, f.Chain()[:8])
		if !strings.Contains(text, last.Loose+foot) || !strings.HasPrefix(last.Loose, "arrows: 5d6>=4 gives ") {
			t.Errorf("%s reads\n%s\nand the log keeps\n%s", who.Name, text, last.Loose)
		}
		if len(last.Rolls) != 1 || last.Rolls[0].Kind != "loose" || len(last.Rolls[0].Faces) != 5 {
			t.Errorf("the log keeps the rolls %+v", last.Rolls)
		}
		switch who {
		case alice:
			if last.By != "p1" || last.Seat != 1 || !strings.HasPrefix(text, "Alice rolls loose dice: ") {
				t.Errorf("Alice's dice are by %s, seat %d: %s", last.By, last.Seat, text)
			}
		case sam:
			if last.By != "u" || last.Seat != 0 || !strings.HasPrefix(text, "Sam, who watches, rolls loose dice: ") || strings.Contains(last.Loose, "Sam") {
				t.Errorf("Sam's dice are by %s, seat %d: %s", last.By, last.Seat, text)
			}
		}
	}
}

func TestDiceInAFightLeaveItsButtonsAlone(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	dest := "channel/" + thread
	asked := c.last(dest)
	before := len(c.chans[dest])
	c.dice(sam, thread, "d6", "")
	if posts := c.chans[dest]; len(posts) != before+1 || len(posts[before].message.Rows) > 0 || len(posts[before-1].message.Rows) == 0 {
		t.Errorf("the buttons went elsewhere: %+v", posts[before].message)
	}
	c.press(alice, asked, "Attack")
}

func TestDiceBesideALobbyAreNotOfItsFight(t *testing.T) {
	c := newClub(t)
	c.command(alice, "table", "session new", map[string]string{"system": "lasthope", "here": "true"})
	if reply := c.dice(bob, "table", "d6", ""); reply.Act != commands.Open {
		t.Errorf("the answer is %+v", reply)
	}
}

func TestNobodyIsCalledOrFooledByDice(t *testing.T) {
	c := newClub(t)
	evil := commands.Person{ID: "66", Name: "\u202eeve <@101> @here"}
	thread := c.fight(nil)
	for _, channel := range []string{"table", thread} {
		label := "@everyone **<@&1>** \u202e\u0007 https://x\n# big"
		reply := c.dice(evil, channel, "d6 # ||"+label, label)
		text := reply.Message.Text
		if channel == thread {
			text = c.last("channel/" + thread).Text
		}
		for _, power := range []string{"@everyone", "@here", "<@", " **<", "\u202e", "\u0007", "s://", "\n#", "||"} {
			if strings.Contains(text, power) {
				t.Errorf("in %s the power of %q is kept: %q", channel, power, text)
			}
		}
	}
	for _, bad := range []string{"9999999d6", "999d6!>0", strings.Repeat("d6!(", 1500), "@everyone", "d6 #" + strings.Repeat("x", 2000)} {
		_, err := c.try(evil, thread, "roll", map[string]string{"dice": bad})
		why, ok := rules.IsRefusal(err)
		if !ok || strings.Contains(why, "@everyone") || utf8.RuneCountInString(why) > 400 {
			t.Errorf("%.20q is answered with %v", bad, err)
		}
	}
	if _, err := c.try(evil, thread, "roll", map[string]string{"dice": "d6", "label": strings.Repeat("x", 2000)}); err == nil {
		t.Error("a label of 2,000 characters is taken")
	}
	if _, last := c.log(thread); len(last.Rolls) != 1 {
		t.Errorf("a refusal used up a roll: %+v", last)
	}
}

func TestTheLargestPoolWithTheLongestNameFitsOneMessage(t *testing.T) {
	c := newClub(t)
	who := commands.Person{ID: "7", Name: strings.Repeat("*", 16) + strings.Repeat("龍", 16)}
	reply := c.dice(who, "table", "100d1000!>1;100d1000;100d1000", strings.Repeat("@", 100))
	if n := utf8.RuneCountInString(reply.Message.Text); n > 2000 {
		t.Errorf("it has %d characters", n)
	}
}

func TestOpenDiceHaveNoFavouriteFace(t *testing.T) {
	var all []byte
	for b := range 256 {
		all = append(all, byte(b))
	}
	all = append(all[4:], all[:4]...) // the four that are drawn again come last
	store, err := storage.Open(context.Background(), filepath.Join(t.TempDir(), "umpire.db"), storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	desk := commands.NewDesk(commands.Options{Store: store, Systems: catalog.All(), Random: bytes.NewReader(all)})
	reply, err := desk.Answer(context.Background(), commands.Request{
		ID: "1", Kind: commands.Command, Path: "roll", Options: map[string]string{"dice": "84d6;84d6;84d6"}, User: gail, Channel: "table",
	})
	if err != nil {
		t.Fatal(err)
	}
	faces := make(map[int]int)
	for _, line := range strings.Split(reply.Message.Text, "\n") {
		_, tally, _ := strings.Cut(line, " gives ")
		tally, _, _ = strings.Cut(tally, ";")
		for _, part := range strings.Fields(tally) {
			var face, n int
			if _, err := fmt.Sscanf(part, "%d×%d", &face, &n); err == nil {
				faces[face] += n
			}
		}
	}
	for face := 1; face <= 6; face++ {
		if faces[face] != 42 {
			t.Errorf("the face %d comes %d times in 252, not 42: %s", face, faces[face], reply.Message.Text)
		}
	}
}
