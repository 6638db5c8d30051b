package commands_test

import (
	"testing"

	"umpire/commands"
)

func TestTheOpeningPostTakesRostersIn(t *testing.T) {
	c := newClub(t)
	c.command(alice, "hall", "campaign new", opt("name", "Winter War", "system", "skirmish"))
	post := c.last(hall)
	holds(t, c.press(bob, post, "Bring a roster in").Message.Text, "You have no roster of Deathzap skirmish here yet", "`/roster new`")
	c.gang(bob, "Law") // of another system
	c.enlist(bob, "skirmish", "Sea Dogs")
	offered := c.press(bob, post, "Bring a roster in").Message
	menu := offered.Rows[0].Menu
	if len(menu.Choices) != 1 || menu.Choices[0].Label != "Sea Dogs" {
		t.Fatalf("offered %+v", menu)
	}
	id := menu.Choices[0].Value
	_, err := c.tryPress(sam, private, menu.Path, id)
	c.refused(err, "no such roster")
	took := c.press(bob, offered, "A roster of yours", id)
	if took.Act != commands.Change {
		t.Errorf("answered with %+v", took)
	}
	holds(t, took.Message.Text, "**Sea Dogs is in Winter War**, as a copy")
	c.says(hall, "**Sea Dogs** of Bob joins Winter War")
	_, err = c.tryPress(bob, private, menu.Path, id)
	c.refused(err, "is in Winter War already")
	_, err = c.tryPress(bob, private, menu.Path, c.rosterID("Law"))
	c.refused(err, "is fought by Deathzap skirmish")
	c.command(alice, "x", "campaign settings", opt("what", "closed", "value", "yes"))
	_, err = c.tryPress(bob, private, find(t, post, "Bring a roster in"))
	c.refused(err, "closed to newcomers")
}
