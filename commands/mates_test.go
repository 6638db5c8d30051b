package commands_test

import (
	"strings"
	"testing"

	"umpire/commands"
)

// mates opens a fight in which Bob and Sam share the second seat.
func (c *club) mates(system string) (thread string) {
	c.t.Helper()
	c.command(alice, "table", "session new", map[string]string{"system": system, "opponent": bob.ID})
	c.must(c.tap(bob, "channel/table", "Share your seat with somebody", sam.ID))
	card := c.chans["channel/table"][0].id
	c.must(c.tap(sam, "channel/table", "Ready"))
	c.must(c.tap(alice, "channel/table", "Ready"))
	return card
}

func TestOfTwoOnASeatTheFirstLockCountsAndTheSecondReadsWhose(t *testing.T) {
	c := newClub(t)
	thread := c.mates("lasthope")
	c.attack(thread)
	c.show(sam, "")
	late := c.last("user/103") // Sam has picked, and not locked
	menu := c.post("user/103", c.chans["user/103"][len(c.chans["user/103"])-1].slot)
	c.lock(bob, "")
	line := c.lines(thread)
	lock := find(t, late, "Lock it in")
	reply := c.must(c.send(commands.Request{Kind: commands.Press, Path: lock, User: sam, Channel: "dm", Message: "m"}))
	if !strings.HasPrefix(reply.Message.Text, "Already answered by Bob. Locked: **") || has(reply.Message, "Change it") == "" {
		t.Errorf("Sam's lock is answered with %+v", reply.Message)
	}
	again := c.must(c.send(commands.Request{Kind: commands.Press, Path: find(t, menu, "Choose another"), User: sam, Channel: "dm", Message: "m"}))
	if !strings.HasPrefix(again.Message.Text, "Already answered by Bob.") {
		t.Errorf("Sam's menu is answered with %+v", again.Message)
	}
	if now := c.lines(thread); now != line {
		t.Fatal("Sam's late press counted")
	}
	// Whoever means to may change it, as long as the others choose.
	choices := c.press(sam, reply.Message, "Change it").Message
	other := ""
	for _, choice := range menuOf(t, choices).Choices {
		if !choice.Chosen {
			other = choice.Value
		}
	}
	shown := c.press(sam, choices, "menu", other).Message
	if !strings.Contains(shown.Text, "until then **") {
		t.Errorf("the change is shown as\n%s", shown.Text)
	}
	c.press(sam, shown, "Lock it in")
	c.says("channel/"+thread, "Bob and Sam has changed to another sealed choice")
	c.lock(alice, "")
	if dm := c.last("user/102").Text; !strings.Contains(dm, "Sam played ") {
		t.Errorf("Bob reads %q", dm)
	}
	if dm := c.last("user/103").Text; !strings.Contains(dm, "You played ") {
		t.Errorf("Sam reads %q", dm)
	}
}

func TestAClosedQuestionNamesTheMateWhoAnsweredIt(t *testing.T) {
	t.Run("secret", func(t *testing.T) {
		c := newClub(t)
		thread := c.mates("lasthope")
		c.attack(thread)
		choose := find(t, c.last("channel/"+thread), "Choose in secret")
		c.show(sam, "")
		lock := find(t, c.last("user/103"), "Lock it in")
		c.lock(alice, "")
		c.lock(bob, "")
		for _, path := range []string{lock, choose} {
			_, err := c.tryPress(sam, private, path)
			c.refused(err, "Already answered by Bob.")
			_, err = c.tryPress(bob, private, path)
			c.refused(err, "no longer open")
		}
		_, err := c.tryPress(alice, private, choose)
		c.refused(err, "no longer open")
	})
	t.Run("open", func(t *testing.T) {
		c := newClub(t)
		thread := c.mates("ground")
		dest := "channel/" + thread
		c.must(c.tap(alice, dest, "hold"))
		c.first(alice)
		c.first(bob)
		c.first(alice) // the trap
		scout := find(t, c.last(dest), "stay")
		c.must(c.tap(bob, dest, "stay"))
		_, err := c.tryPress(sam, "m", scout)
		c.refused(err, "Already answered by Bob.")
		_, err = c.tryPress(bob, "m", scout)
		c.refused(err, "no longer open")
	})
	t.Run("order", func(t *testing.T) {
		c := newClub(t)
		thread := c.mates("lasthope")
		c.command(alice, thread, "done", nil)
		attack := find(t, c.last("channel/"+thread), "Attack")
		draft := c.must(c.tryPress(sam, "m", attack)).Message
		c.command(bob, thread, "done", nil)
		_, err := c.tryPress(sam, "m", attack)
		c.refused(err, "Already answered by Bob.")
		_, err = c.tryPress(sam, private, menuOf(t, draft).Path, "cole")
		c.refused(err, "Already answered by Bob.")
		_, err = c.try(sam, thread, "attack", map[string]string{"attacker": "Cole", "target": "Pike"})
		c.refused(err, "You cannot give /attack now. Awaited: Alice.")
	})
}

func TestBothOnASeatAreAskedAndCalled(t *testing.T) {
	c := newClub(t)
	thread := c.mates("lasthope")
	c.pings = nil
	c.attack(thread)
	if want := "101 102 103"; strings.Join(users(c.pings), " ") != want {
		t.Errorf("the secret choice notifies %v, want %s", c.pings, want)
	}
	c.must(c.tap(alice, "channel/"+thread, "Take back"))
	c.pings = nil
	c.command(alice, thread, "done", nil)
	if want := "102 103"; strings.Join(users(c.pings), " ") != want {
		t.Errorf("the turn notifies %v, want %s", c.pings, want)
	}
}
