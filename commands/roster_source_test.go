package commands_test

import (
	"strings"
	"testing"

	"umpire/commands"
)

// formOf gives the form that a press or a command opens.
func (c *club) formOf(reply commands.Reply) *commands.Form {
	c.t.Helper()
	if reply.Act != commands.Fill || reply.Form == nil {
		c.t.Fatalf("no form opens: %+v", reply)
	}
	return reply.Form
}

// paste sends a form with a list.
func (c *club) paste(who commands.Person, form *commands.Form, list string) commands.Message {
	c.t.Helper()
	return c.must(c.send(commands.Request{
		Kind: commands.Submit, Path: form.Path, User: who, Guild: "g", Channel: "table",
		Fields: map[string]string{"list": list, "name": form.Inputs[1].Value},
	})).Message
}

func TestAListThatNamesItsSideIsOfThatSide(t *testing.T) {
	c := newClub(t)
	seen := c.ask(alice, "roster import", "system", "lasthope", "name", "Red", "text", `Outlawmen: Leader "Red Anne", 2 Ganger`)
	holds(t, seen.Text, "with 3 members, as Outlawmen", "Red Anne")
	lacks(t, seen.Text, "Note:", "Sheriffs")
	c.press(alice, seen, "Take it in")
	file := c.ask(alice, "roster export", "roster", "Red", "format", "words").File
	holds(t, string(file.Body), "Outlawmen:\n")
	again := c.must(c.attach(alice, file.Name, string(file.Body), "system", "lasthope", "name", "Red again")).Message
	holds(t, again.Text, "with 3 members, as Outlawmen")
	lacks(t, again.Text, "Note:")
	lost := c.ask(alice, "roster import", "system", "lasthope", "text", `Pirates: Leader "Red Anne", 2 Ganger`)
	holds(t, lost.Text, "Neither a side nor a kind of model is called Pirates", "Outlawmen")
	if len(lost.Rows) > 0 {
		t.Errorf("a list without its leader is offered: %+v", lost)
	}
}

func TestASideThatIsPickedForAListWins(t *testing.T) {
	c := newClub(t)
	picked := c.ask(alice, "roster import", "like", "Townsfolk", "text", `Outlawmen: Leader "Red Anne", 2 Ganger`)
	holds(t, picked.Text, "(Last Hope Frontier)", "as Townsfolk", "Note: The list says Outlawmen")
	c.gang(alice, "Law")
	file := c.ask(alice, "roster export", "roster", "Law").File
	holds(t, c.must(c.attach(alice, file.Name, string(file.Body), "like", "outlawmen", "name", "Other")).Message.Text, "as Outlawmen")
	c.cannot(alice, "leave `like` out", "roster import", "roster", "Law", "like", "outlawmen", "text", "2 Ganger")
	c.cannot(alice, "No system has a side called Nobodies", "roster import", "like", "Nobodies", "text", "2 Ganger")
	c.cannot(alice, "No roster of Last Hope Frontier is called Nobodies", "roster import", "system", "lasthope", "like", "Nobodies", "text", "2 Ganger")
	if keys := c.typing(alice, "roster import", "like", "system", "lasthope", "like", "out"); len(keys) != 1 || keys[0] != "outlawmen" {
		t.Errorf("offered %q", keys)
	}
}

func TestAListOfNoSystemIsKeptUntilItIsSaid(t *testing.T) {
	c := newClub(t)
	for _, asked := range []commands.Message{
		c.must(c.attach(alice, "crew.txt", `Captain "Red Anne", 3 Musketeer`, "name", "Crew")).Message,
		c.ask(alice, "roster import", "name", "Crew", "text", `Captain "Red Anne", 3 Musketeer`),
		c.must(c.attach(alice, "crew.csv", "name,kind\nRed Anne,captain\nA,musketeer\nB,musketeer\nC,musketeer\n", "name", "Crew")).Message,
	} {
		holds(t, asked.Text, "Of which system is the list?")
		for _, choice := range asked.Rows[0].Menu.Choices {
			if choice.Label == choice.Value {
				t.Errorf("a system is called %s", choice.Label)
			}
		}
		wrong := c.press(alice, asked, "The rules that it fights by", "lasthope")
		if wrong.Act != commands.Say || len(wrong.Message.Rows) > 0 { // the menu stays
			t.Errorf("the wrong system is answered with %+v", wrong)
		}
		seen := c.press(alice, asked, "The rules that it fights by", "skirmish")
		if seen.Act != commands.Change {
			t.Errorf("answered with %+v", seen)
		}
		holds(t, seen.Message.Text, "**Crew** (Deathzap skirmish)", "with 4 members", "Red Anne")
		if _, err := c.tryPress(bob, private, find(t, asked, "The rules that it fights by"), "skirmish"); err == nil {
			t.Error("another's list is read")
		}
	}
}

func TestAFormIsOfTheSystemThatWasPicked(t *testing.T) {
	c := newClub(t)
	asked := c.ask(alice, "roster import", "name", "Mine")
	holds(t, asked.Text, "Of which system is the list?")
	for _, choice := range asked.Rows[0].Menu.Choices {
		form := c.formOf(c.press(alice, asked, "The rules that it fights by", choice.Value))
		if choice.Value == "-" {
			continue
		}
		seen := c.paste(alice, form, form.Inputs[0].Hint)
		holds(t, seen.Text, "**Mine** ("+choice.Label+")", "with 3 members")
		lacks(t, seen.Text, "No side was named")
		if n := len([]rune(form.Inputs[0].Hint)); n == 0 || n > 100 {
			t.Errorf("the hint has %d letters: %q", n, form.Inputs[0].Hint)
		}
	}
	form := c.formOf(c.press(alice, asked, "The rules that it fights by", "-"))
	late := c.paste(alice, form, "2 Ganger") // which does not say it after all
	holds(t, late.Text, "Of which system is the list?")
	holds(t, c.press(alice, late, "The rules that it fights by", "lasthope").Message.Text, "**Mine** (Last Hope Frontier)")
	c.gang(alice, "Law")
	yaml := string(c.ask(alice, "roster export", "roster", "Law").File.Body)
	holds(t, c.paste(alice, form, yaml).Text, "**Mine** (Last Hope Frontier)", "as Sheriffs")
	liked := c.formOf(c.must(c.try(alice, "table", "roster import", pairs([]string{"like", "Outlawmen"}))))
	holds(t, liked.Inputs[0].Hint, "Outlawmen:\nLeader")
	holds(t, c.paste(alice, liked, "2 Ganger").Text, "as Outlawmen")
	more := c.formOf(c.must(c.try(alice, "table", "roster import", pairs([]string{"roster", "Law"}))))
	holds(t, more.Inputs[0].Hint, "Leader \"Ann\"")
	lacks(t, more.Inputs[0].Hint, "Sheriffs")
}

func TestASystemIsNamedByItsTitle(t *testing.T) {
	c := newClub(t)
	for _, body := range []string{"umpire: roster/1\nname: X\nsystem: chess\nmembers: []\n", "umpire: roster/1\nname: X\nmembers: []\n"} {
		text := c.must(c.attach(alice, "x.yaml", body)).Message.Text
		holds(t, text, "Last Hope Frontier", "Deathzap skirmish")
		lacks(t, text, "lasthope")
	}
	holds(t, c.must(c.attach(alice, "x.yaml", "umpire: roster/1\nname: X\nsystem: last hope frontier\nmembers: []\n")).Message.Text, "**X** (Last Hope Frontier)")
}

func TestTheKindsOfASideAreListed(t *testing.T) {
	c := newClub(t)
	c.ask(alice, "roster new", "system", "skirmish", "name", "Crew", "like", "crew", "empty", "true")
	c.ask(alice, "roster new", "system", "factions", "name", "White", "like", "white")
	c.gang(alice, "Law")
	holds(t, c.ask(alice, "roster add", "roster", "Law").Text, "Law may take on:\n- Leader, Deputy, Ganger")
	holds(t, c.ask(alice, "roster add", "roster", "White").Text, "- White: Blackbeard, Iron Agnes", "- Black: Rizzik")
	for _, text := range []string{
		c.ask(alice, "roster add", "roster", "Crew").Text,
		whyNot(t, c, alice, "roster add", "roster", "Crew", "kind", "Wizard"),
	} {
		holds(t, text, "The Pirates of Skull Coast: Captain, Musketeer, Fighter", "Skeleton Musketeer")
		if strings.Count(text, "Grappler") < 1 || len(text) > 2000 {
			t.Errorf("the kinds are told as %s", text)
		}
	}
}

// whyNot is why a command is refused.
func whyNot(t *testing.T, c *club, who commands.Person, path string, options ...string) string {
	t.Helper()
	_, err := c.try(who, "table", path, pairs(options))
	if err == nil {
		t.Fatalf("/%s %q is not refused", path, options)
	}
	return err.Error()
}
