package commands_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"umpire/commands"
	"umpire/rules"
)

// receipts finds the small print that proves a choice: seal, nonce, key and step.
var receipts = regexp.MustCompile(`(?m)^-# Receipt: seal ([0-9a-f]{64}), nonce ([0-9a-f]{32}), as (p\d) at step (\d+)\.$`)

// receiptIn gives the one receipt that a message holds.
func receiptIn(t *testing.T, m commands.Message) []string {
	t.Helper()
	found := receipts.FindAllStringSubmatch(m.Text, -1)
	if len(found) != 1 {
		t.Fatalf("there are %d receipts in %q", len(found), m.Text)
	}
	return found[0][1:]
}

func TestAReceiptStaysWhenItsChoiceIsTurnedUp(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	c.attack(thread)
	first := c.lock(alice, "").Message
	early := receiptIn(t, first)
	second := c.lock(bob, "").Message
	late := receiptIn(t, second)
	for who, want := range map[string][]string{"user/101": early, "user/102": late} {
		dm := c.last(who)
		if got := receiptIn(t, dm); !slices.Equal(got, want) || !strings.HasPrefix(dm.Text, "-# You played ") {
			t.Errorf("%s has the receipt %v and then reads %q", who, want, dm.Text)
		}
		if strings.Count(dm.Text, "\n") != 1 {
			t.Errorf("%s reads more than one line and its receipt: %q", who, dm.Text)
		}
	}
	var opened []rules.Opened
	log, err := rules.ReadRecord([]byte(c.logOf(alice, thread, "record")))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		opened = append(opened, e.Opened...)
	}
	id := c.session(thread).ID
	for _, r := range [][]string{early, late} {
		i := slices.IndexFunc(opened, func(o rules.Opened) bool { return o.By == r[2] })
		if i < 0 {
			t.Fatalf("nothing that was opened is of %s", r[2])
		}
		if o := opened[i]; rules.PickSeal(id, o.Asked, r[2], o.Picks, r[1]) != r[0] {
			t.Errorf("the receipt %v does not fit what was opened: %+v", r, o)
		}
	}
}

func TestAReceiptIsForItsOwnSideAlone(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	c.attack(thread)
	own := receiptIn(t, c.lock(alice, "").Message)
	for dest, posts := range c.chans {
		for _, p := range posts {
			if dest != "user/101" && (strings.Contains(p.message.Text, own[0]) || strings.Contains(p.message.Text, own[1])) {
				t.Errorf("%s shows Alice's receipt before the reveal: %q", dest, p.message.Text)
			}
		}
	}
	c.lock(bob, "")
	theirs := receiptIn(t, c.last("user/102"))
	if text := c.last("user/101").Text; strings.Contains(text, theirs[1]) || strings.Contains(text, theirs[0]) {
		t.Errorf("Alice reads Bob's receipt: %q", text)
	}
}

func TestAChoiceThatStaysFaceDownKeepsItsReceipt(t *testing.T) {
	t.Run("of the last to lock", func(t *testing.T) {
		c := newClub(t)
		thread := c.proving()
		c.must(c.tap(alice, "channel/"+thread, "hold"))
		c.first(alice)
		c.first(bob)
		c.first(alice) // the trap, which nobody turns up yet
		dm := c.last("user/101")
		if receiptIn(t, dm); !strings.HasPrefix(dm.Text, "-# That choice is closed.") {
			t.Errorf("Alice's trap reads %q", dm.Text)
		}
	})
	t.Run("of the first to lock", func(t *testing.T) {
		c := newClub(t)
		want, dm := c.facedown()
		if got := receiptIn(t, dm); !slices.Equal(got, want) {
			t.Errorf("Bob has the receipt %v and then reads %q", want, dm.Text)
		}
	})
}

// facedown plays combats of Forbidden Stars until a card of Alice's asks her
// something while Bob's, which he locked first, lies face down. It gives his
// receipt, and what he reads when his choice is closed.
func (c *club) facedown() (receipt []string, closed commands.Message) {
	c.t.Helper()
	c.command(alice, "table", "session new", map[string]string{"system": "forbidden", "opponent": bob.ID, "side": "ultramarines"})
	thread := c.chans["channel/table"][0].id
	c.house("channel/table", "decks", "printed")
	c.must(c.tap(bob, "channel/table", "Ready"))
	c.must(c.tap(alice, "channel/table", "Ready"))
	for n := range 12 {
		to := fmt.Sprintf("Halden %d", n+1)
		c.command(alice, thread, "attack", map[string]string{"to": to, "force": "3 Space Marines", "from": "Brae", "against": "2 Boyz"})
		c.press(bob, c.command(bob, thread, "board", nil).Message, "Agreed")
		for _, who := range []commands.Person{alice, bob} {
			c.press(who, c.command(who, thread, "board", nil).Message, "None")
		}
		receipt = receiptIn(c.t, c.lock(bob, "").Message)
		hand := c.held(alice)
		card := hand[0]
		for _, asks := range []string{"blessed-power-armour", "fury-of-the-ultramar"} {
			if slices.Contains(hand, asks) {
				card = asks
			}
		}
		c.lock(alice, card)
		if dm := c.last("user/102"); strings.HasPrefix(dm.Text, "-# That choice is closed.") {
			return receipt, dm
		}
		_, _ = c.try(gail, thread, "umpire stop-combat", map[string]string{"reason": "another deal is wanted"}) // it may be over by itself
		for _, who := range []commands.Person{bob, alice} {                                                     // one of them holds it
			_, _ = c.try(who, thread, "muster", map[string]string{"to": to, "force": "nothing"})
		}
	}
	c.t.Fatalf("in twelve combats no card asks its player anything:\n%s", c.text(thread))
	return nil, commands.Message{}
}
