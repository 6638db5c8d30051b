package commands_test

import (
	"slices"
	"strings"
	"testing"

	"umpire/commands"
)

// TestAWholeFightNotifiesOncePerAwaitedDecision plays a fight to the end of a
// gang and counts, after each press, whom it notified of what.
func TestAWholeFightNotifiesOncePerAwaitedDecision(t *testing.T) {
	c := newClub(t)
	card := c.lobby(map[string]string{"opponent": bob.ID})
	c.notified("the invitation", "102 channel/table")
	for key, value := range map[string]string{"cards": "called", "attacks_per_model": "free"} {
		c.house(card, key, value)
	}
	c.must(c.tap(bob, card, "Ready"))
	c.notified("Bob's Ready", "102 dm")
	c.must(c.tap(alice, card, "Ready"))
	thread := c.chans[card][0].id
	dest := "channel/" + thread
	c.notified("the last Ready: a greeting, and whose turn it is", "101 "+dest, "101 dm")
	// The first one lets one attack pass to each side and an end of turn.
	c.volley(thread, alice, "Marshal Hale", "Dusty", "2H", "AD")
	c.command(alice, thread, "done", nil)
	c.notified("the end of a turn", "102 "+dest)
	c.volley(thread, bob, "Cole", "Pike", "2H", "AD")
	c.command(bob, thread, "done", nil)
	c.notified("the end of a turn", "101 "+dest)
	for _, target := range []string{"Dusty", "Lefty", "Quill", "Cole", "Rosa Vane", "Silas Crane"} {
		c.fell(thread, target)
	}
	c.says(dest, "**Alice wins.**")
	c.says("channel/table", "Sheriffs (Alice) beat Outlawmen (Bob). <#")
	for _, user := range []string{"user/101", "user/102"} {
		for _, p := range c.chans[user] {
			_, below, more := strings.Cut(p.message.Text, "\n") // the receipt, where something was locked
			if len(p.message.Rows) > 0 || more && !receipts.MatchString(below) || strings.Contains(below, "\n") {
				t.Errorf("a direct message has not shrunk: %+v", p.message)
			}
		}
	}
}

// notified checks whom the acts since the last call notified, as "101 dm".
func (c *club) notified(what string, want ...string) {
	c.t.Helper()
	var got []string
	for _, p := range c.pings {
		got = append(got, p.user+" "+p.dest)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		c.t.Errorf("%s notifies %q, want %q", what, got, want)
	}
	c.pings = nil
}

// volley fights one attack of a side's: it asks each side once by direct message,
// and the outcome calls whoever may go on.
func (c *club) volley(thread string, by commands.Person, attacker, target, attack, defence string) {
	c.t.Helper()
	rival := bob
	if by == bob {
		rival = alice
	}
	c.order(by, thread, attacker, target)
	c.notified("a declaration", "101 dm", "102 dm")
	c.lock(by, attack)
	c.notified("the first lock")
	c.lock(rival, defence)
	if c.over(thread) {
		c.notified("the end")
		return
	}
	c.notified("the outcome", by.ID+" channel/"+thread)
}

func (c *club) over(thread string) bool {
	return strings.Contains(c.last("channel/"+thread).Text, " wins.**")
}

// fell lets Marshal Hale attack somebody until they are out of action.
func (c *club) fell(thread, target string) {
	c.t.Helper()
	for range 5 {
		c.volley(thread, alice, "Marshal Hale", target, "AS", "2C")
		if c.over(thread) || strings.Contains(c.line(thread, target), "out of action") {
			return
		}
	}
	c.t.Fatalf("%s does not fall", target)
}

// line is a model's line on the board.
func (c *club) line(thread, model string) string {
	c.t.Helper()
	for line := range strings.Lines(c.command(sam, thread, "board", nil).Message.Text) {
		if strings.Contains(line, "**"+model+"**") {
			return line
		}
	}
	return ""
}

func TestWhoeverWantsNoDirectMessageIsCalledInTheThreadOnce(t *testing.T) {
	c := newClub(t)
	c.command(bob, "table", "me", map[string]string{"choices": "here"})
	thread := c.fight(nil)
	dest := "channel/" + thread
	c.pings = nil
	c.attack(thread)
	c.notified("a declaration", "101 dm", "102 "+dest)
	c.says(dest, "<@102>, choose in secret.")
	menu := c.must(c.tap(bob, dest, "Choose in secret")).Message
	shown := c.press(bob, menu, "menu", menuOf(t, menu).Choices[0].Value).Message
	c.press(bob, shown, "Lock it in")
	c.notified("the first lock")
	c.lock(alice, "")
	c.notified("the outcome", "101 "+dest)
	for _, p := range c.chans["user/102"] {
		if !strings.HasPrefix(p.slot, "greet/") {
			t.Errorf("Bob gets the direct message %q", p.message.Text)
		}
	}
}
