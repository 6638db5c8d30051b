package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"umpire/commands"
)

// attach gives a command with a file.
func (c *club) attach(who commands.Person, name, body string, options ...string) (commands.Reply, error) {
	c.t.Helper()
	return c.send(commands.Request{
		Kind: commands.Command, Path: "roster import", Options: pairs(options), User: who, Guild: "g", Channel: "table",
		Files: map[string]commands.Attachment{"file": {Name: name, Size: len(body), Body: []byte(body)}},
	})
}

func TestAListIsShownBeforeItIsTakenIn(t *testing.T) {
	c := newClub(t)
	seen := c.ask(alice, "roster import", "system", "skirmish", "name", "Crew", "text", `Captain "Red Anne", 3 Musketeer`)
	holds(t, seen.Text, "**Crew** (Deathzap skirmish) would come in as a new roster with 4 members", "Red Anne, Captain: ready", "Nothing is kept yet")
	c.cannot(alice, "There is no such roster here", "roster show", "roster", "Crew")
	took := c.press(alice, seen, "Take it in").Message
	holds(t, took.Text, "**Crew** has 4 members now")
	holds(t, c.ask(alice, "roster show", "roster", "Crew").Text, "**Red Anne**, Captain", "**Musketeer 3**")
	_, err := c.tryPress(alice, private, find(t, seen, "Take it in"))
	c.refused(err, "not at hand any more")
	more := c.ask(alice, "roster import", "roster", "Crew", "text", "2 Musketeer")
	holds(t, more.Text, "2 members would join **Crew**")
	_, err = c.tryPress(bob, private, find(t, more, "Take it in"))
	c.refused(err, "not at hand any more")
	holds(t, c.press(alice, more, "Take it in").Message.Text, "**Crew** has 6 members now", "entry 2")
	c.cannot(bob, "is not your roster", "roster import", "roster", "Crew", "text", "2 Musketeer")
	gone := c.ask(alice, "roster import", "system", "skirmish", "text", "2 Musketeer")
	holds(t, c.press(alice, gone, "Leave it").Message.Text, "Nothing came in")
	_, err = c.tryPress(alice, private, find(t, gone, "Take it in"))
	c.refused(err, "not at hand any more")
}

func TestWhatIsSaidOfAListIsSaidOfTheRosterThatItMakes(t *testing.T) {
	c := newClub(t)
	c.ask(alice, "roster new", "system", "factions", "like", "white")
	file := c.ask(alice, "roster export", "roster", "White", "format", "csv").File
	for _, name := range []string{"Copy", ""} {
		seen := c.must(c.attach(bob, file.Name, string(file.Body), "system", "factions", "name", name)).Message
		holds(t, seen.Text, "would come in")
		lacks(t, seen.Text, "needs a name", "cannot fight")
	}
	c.press(alice, c.ask(alice, "roster import", "system", "skirmish", "name", "Crew", "text", "Captain, 3 Musketeer"), "Take it in")
	more := c.ask(alice, "roster import", "roster", "Crew", "text", "2 Musketeer") // a captain is there
	holds(t, more.Text, "Musketeer 4", "Musketeer 5")
	lacks(t, more.Text, "cannot fight")
	holds(t, c.ask(alice, "roster import", "roster", "Crew", "text", "Captain").Text, "cannot fight")
}

func TestAFormTakesAListWhereNoneCame(t *testing.T) {
	c := newClub(t)
	reply := c.must(c.try(alice, "table", "roster import", map[string]string{"system": "lasthope"}))
	if reply.Form == nil {
		t.Fatalf("answered %+v", reply)
	}
	reply = c.must(c.send(commands.Request{
		Kind: commands.Submit, Path: reply.Form.Path, User: alice, Guild: "g", Channel: "table",
		Fields: map[string]string{"list": "Leader \"Marshal *Hale*\"\n2 Ganger", "name": "Law"},
	}))
	holds(t, reply.Message.Text, "with 3 members", `Marshal \*Hale\*`)
	c.press(alice, reply.Message, "Take it in")
	holds(t, c.ask(alice, "roster show", "roster", "Law").Text, `**Marshal \*Hale\***, Leader`)
}

func TestARosterComesBackFromItsFileAsItWas(t *testing.T) {
	c := newClub(t)
	c.gang(alice, "Law")
	c.ask(alice, "wound", "roster", "Law", "member", "Josie Marsh")
	c.ask(alice, "roster edit", "roster", "Law", "member", "Josie Marsh", "what", "secret notes", "value", "owes Bob")
	file := c.ask(alice, "roster export", "roster", "Law").File
	holds(t, file.Name+"\n"+string(file.Body), "law.yaml", "umpire: roster/1", "owes Bob")
	seen := c.must(c.attach(alice, file.Name, string(file.Body), "name", "Law again")).Message
	c.press(alice, seen, "Take it in")
	again := c.ask(alice, "roster export", "roster", "Law again").File
	if got, want := strings.Replace(string(again.Body), "Law again", "Law", 1), string(file.Body); got != want {
		t.Errorf("it comes back as\n%s\nand was\n%s", got, want)
	}
	for format, words := range map[string]string{"csv": "Josie Marsh", "words": "Josie Marsh"} {
		holds(t, string(c.ask(alice, "roster export", "roster", "Law", "format", format).File.Body), words)
	}
	other := c.ask(bob, "roster export", "roster", "Law", "format", "yaml")
	holds(t, other.Text, "another's")
	lacks(t, string(other.File.Body), "owes Bob", "strength")
}

func TestABadListIsRefusedWithEveryFaultAndNothingComesIn(t *testing.T) {
	c := newClub(t)
	var faults strings.Builder
	faults.WriteString("umpire: roster/1\nsystem: lasthope\nname: Bad\nmembers:\n")
	for i := range 40 {
		fmt.Fprintf(&faults, "  - {id: m%d, name: M%d, sheet: {role: boss, strength: many}}\n", i, i)
	}
	for name, body := range map[string]string{
		"faults.yaml": faults.String(),
		"bomb.yaml":   "a: &a [x,x]\nb: &b [*a,*a]\numpire: roster/1\nname: *b\n",
		"picture.txt": "\x00\x01\x02",
		"empty.csv":   "",
		"wizard.txt":  "3 Wizard",
		"many.txt":    "500 Ganger",
	} {
		reply := c.must(c.attach(alice, name, body, "system", "lasthope"))
		if len(reply.Message.Rows) > 0 || reply.Message.Text == "" {
			t.Errorf("%s is answered %+v", name, reply.Message)
		}
		if file := reply.Message.File; name == "faults.yaml" && (file == nil || strings.Count(string(file.Body), "Line ") < 40) {
			t.Errorf("%s: not every fault is in the file %+v", name, file)
		}
	}
	holds(t, c.ask(alice, "roster show").Text, "You have no roster here")
	_, err := c.send(commands.Request{
		Kind: commands.Command, Path: "roster import", Options: pairs(nil), User: alice, Guild: "g", Channel: "table",
		Files: map[string]commands.Attachment{"file": {Name: "big.csv", Size: 5 << 20, Fault: "it has 5 MB, and at most 1 MB is read."}},
	})
	c.refused(err, "could not be read", "5 MB")
}

func TestALongListComesAsAFile(t *testing.T) {
	c := newClub(t)
	seen := c.ask(alice, "roster import", "system", "lasthope", "text", "60 Ganger")
	if seen.File == nil || strings.Count(string(seen.File.Body), "Ganger") < 60 {
		t.Errorf("shown as %+v", seen)
	}
	c.press(alice, seen, "Take it in")
	page := c.ask(alice, "roster show", "roster", "New roster")
	holds(t, page.Text, "60 of 60 members fit to fight", "page 1 of 8")
	for range 7 {
		page = c.press(alice, page, "Next page").Message
	}
	holds(t, page.Text, "**Ganger 60**", "page 8 of 8")
	holds(t, c.press(alice, page, "Page before").Message.Text, "page 7 of 8")
}
