package commands_test

import (
	"strings"
	"testing"

	"umpire/commands"
)

// lockInThread locks the first choice behind the public button, for whoever
// presses it, and gives the private reply.
func (c *club) lockInThread(who commands.Person, thread string) commands.Message {
	c.t.Helper()
	m := c.must(c.tap(who, "channel/"+thread, "Choose in secret")).Message
	m = c.press(who, m, "menu", menuOf(c.t, m).Choices[0].Value).Message
	return c.press(who, m, "Lock it in").Message
}

func TestDirectMessagesFollowWhatIsLockedInTheThread(t *testing.T) {
	c := newClub(t)
	thread := c.mates("lasthope")
	c.attack(thread)
	c.pings = nil
	c.lockInThread(bob, thread)
	for who, want := range map[commands.Person]string{bob: "Locked. Your choice: **", sam: "Already answered by Bob. Locked: **"} {
		dm := c.last("user/" + who.ID)
		if !strings.HasPrefix(dm.Text, want) || has(dm, "Change it") == "" || len(dm.Rows) != 1 || dm.Rows[0].Menu != nil {
			t.Errorf("%s reads %+v", who.Name, dm)
		}
	}
	if dm := c.last("user/" + alice.ID); strings.Contains(dm.Text, "Locked") || menuOf(t, dm) == nil {
		t.Errorf("Alice, who has not chosen, reads %+v", dm)
	}
	for _, p := range c.pings {
		if p.dest == "dm" {
			t.Errorf("the lock notifies %+v", p)
		}
	}
	// The direct message changes the choice, and shrinks at the reveal.
	again := c.must(c.tap(sam, "user/"+sam.ID, "Change it")).Message
	other := menuOf(t, again).Choices[1].Value
	c.must(c.tap(sam, "user/"+sam.ID, menuOf(t, again).Hint, other))
	c.must(c.tap(sam, "user/"+sam.ID, "Lock it in"))
	if dm := c.last("user/" + bob.ID); !strings.HasPrefix(dm.Text, "Already answered by Sam. Locked: **") {
		t.Errorf("Bob reads %+v", dm)
	}
	c.lockInThread(alice, thread)
	for _, who := range []commands.Person{alice, bob, sam} {
		if dm := c.last("user/" + who.ID); len(dm.Rows) > 0 || !strings.Contains(dm.Text, " played ") {
			t.Errorf("%s reads %+v", who.Name, dm)
		}
	}
}

func TestWhoeverIsAskedInTheThreadGetsNoDirectMessageOfALock(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	c.command(bob, thread, "me", map[string]string{"choices": "here"})
	before := len(c.chans["user/"+bob.ID])
	c.attack(thread)
	c.lockInThread(bob, thread)
	if n := len(c.chans["user/"+bob.ID]); n != before {
		t.Errorf("Bob gets %d direct messages", n-before)
	}
}
