package commands_test

import (
	"strings"
	"testing"

	"umpire/commands"
)

func TestAPhotoIsAddedToTheRecordWithItsCaption(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	c.attack(thread)
	onto := func(who commands.Person) (commands.Reply, error) {
		return c.send(commands.Request{Kind: commands.Onto, Path: "Add to the record", Target: "4711", User: who, Guild: "g", Channel: thread})
	}
	_, err := onto(sam)
	c.refused(err, "no seat in this fight")
	form := c.must(onto(bob)).Form
	asked, _ := c.log(thread)
	c.must(c.submit(bob, thread, form, "Pike *behind* the fence @everyone"))
	if text := c.text(thread); !strings.Contains(text, `-# Bob added to the record: “Pike \*behind\* the fence`) || !strings.Contains(text, "https://discord.com/channels/g/"+thread+"/4711") {
		t.Errorf("it is told as\n%s", text)
	}
	now, last := c.log(thread)
	if last.Note == "" || last.Seat != 2 || now.Hash() != asked.Hash() || now.Asked() != asked.Asked() {
		t.Errorf("the line is %s", last.Public())
	}
	c.must(c.submit(gail, thread, c.must(onto(gail)).Form, "as I see it"))
	if log := c.logOf(sam, thread, "text"); !strings.Contains(log, "The umpire: notes: “as I see it” https://") {
		t.Errorf("the log says\n%s", log)
	}
	_, err = c.submit(bob, thread, form, "  ")
	c.refused(err, "Say what it shows")
	c.lock(bob, "")
	c.lock(alice, "")
	_, err = c.submit(bob, thread, &commands.Form{Path: "note/" + c.session(thread).ID + "/x y", Inputs: form.Inputs}, "x")
	c.refused(err)
}
