package commands_test

import (
	"testing"
)

func TestANewFightIsCalledInAChannelThatWasOutOfReach(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	c.lost["channel/table"] = dead
	sure := c.command(alice, thread, "concede", nil)
	c.press(alice, sure.Message, "Concede")
	c.silent("channel/table", "beat")
	delete(c.lost, "channel/table")
	c.command(bob, "table", "session new", map[string]string{"system": "lasthope"})
	c.says("channel/table", "a fight is being set up")
	posts := c.chans["channel/table"]
	if len(posts) != 3 {
		t.Fatalf("the channel has %d posts, not the old card, the result and the new card", len(posts))
	}
}

func TestAPressInTheThreadTriesTheFightsChannelAgain(t *testing.T) {
	c := newClub(t)
	c.command(alice, "table", "session new", map[string]string{"system": "lasthope", "opponent": bob.ID})
	card := c.chans["channel/table"][0]
	c.must(c.tryPress(alice, card.id, find(t, card.message, "Ready")))
	c.lost["channel/table"] = dead
	c.must(c.tryPress(bob, card.id, find(t, card.message, "Ready")))
	sure := c.command(alice, card.id, "concede", nil)
	delete(c.lost, "channel/table")
	c.press(alice, sure.Message, "Concede")
	c.says("channel/table", "beat")
}
