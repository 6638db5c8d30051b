package commands_test

import (
	"testing"
	"time"

	"umpire/commands"
)

// managed opens a fight between Gail, who manages the server, and Bob.
func (c *club) managed() (thread string) {
	c.t.Helper()
	c.command(gail, "table", "session new", map[string]string{"system": "lasthope", "opponent": bob.ID})
	thread = c.chans["channel/table"][0].id
	for _, who := range []commands.Person{bob, gail} {
		c.must(c.tap(who, "channel/table", "Ready"))
	}
	return thread
}

func TestAManagerWhoPlaysReplacesAnOpponentOnlyOnceGone(t *testing.T) {
	c := newClub(t)
	thread := c.managed()
	options := map[string]string{"player": bob.ID, "by": sam.ID}
	_, err := c.try(gail, thread, "session replace", options)
	c.refused(err, "Only Bob, somebody on that seat, or a server manager who does not play here")
	c.lost["user/"+bob.ID] = commands.Left
	c.attackAs(gail, thread)
	c.command(gail, thread, "session replace", options)
	c.says("channel/"+thread, "**Sam takes the seat of Bob.**")
}

func TestAManagerWhoPlaysGivesTheirOwnSeatAway(t *testing.T) {
	c := newClub(t)
	thread := c.managed()
	c.command(gail, thread, "session replace", map[string]string{"player": gail.ID, "by": sam.ID})
	c.says("channel/"+thread, "**Sam takes the seat of Gail.**")
}

func TestAManagerWhoPlaysEndsTheirFightOnlyAsAnybody(t *testing.T) {
	reason := map[string]string{"reason": "I am losing"}
	t.Run("asks the other side", func(t *testing.T) {
		c := newClub(t)
		thread := c.managed()
		dest := "channel/" + thread
		c.command(gail, thread, "session end", reason)
		c.says(dest, "Gail asks to end this fight without a result. “I am losing” <@102>, do you agree?")
		c.must(c.tap(bob, dest, "Agree to end"))
		c.says("channel/table", "ends without a result")
	})
	t.Run("alone once patience has run out", func(t *testing.T) {
		c := newClub(t)
		thread := c.managed()
		c.command(gail, thread, "done", nil)
		c.now = c.now.Add(73 * time.Hour)
		c.command(gail, thread, "session end", reason)
		c.says("channel/table", "ends without a result")
	})
	t.Run("not while they are awaited themselves", func(t *testing.T) {
		c := newClub(t)
		thread := c.managed()
		c.now = c.now.Add(73 * time.Hour)
		c.command(gail, thread, "session end", reason)
		c.says("channel/"+thread, "do you agree?")
	})
	t.Run("alone when the other side has left", func(t *testing.T) {
		c := newClub(t)
		thread := c.managed()
		c.lost["user/"+bob.ID] = commands.Left
		c.attackAs(gail, thread)
		c.command(gail, thread, "session end", reason)
		c.says("channel/table", "ends without a result")
	})
}
