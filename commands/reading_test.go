package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"umpire/commands"
	"umpire/rules"
	"umpire/rules/catalog"
)

// complete gives what autocomplete offers for an option while it is typed.
func (c *club) complete(who commands.Person, channel, path, option, typed string, given map[string]string) (values []string) {
	c.t.Helper()
	options := map[string]string{option: typed}
	for name, value := range given {
		options[name] = value
	}
	reply := c.must(c.send(commands.Request{Kind: commands.Complete, Path: path, Focused: option, Options: options, User: who, Guild: "g", Channel: channel}))
	if reply.Act != commands.Offer || len(reply.Choices) > 25 {
		c.t.Fatalf("it answers %+v", reply)
	}
	for _, choice := range reply.Choices {
		values = append(values, choice.Value)
	}
	return values
}

func TestPartOfANameIsEnoughForAutocomplete(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	for _, typing := range []struct {
		who            commands.Person
		option, typed  string
		given          map[string]string
		want, wantNone string
	}{
		{alice, "attacker", "hale", nil, "marshal_hale", "pike"},
		{alice, "attacker", "MARSH", nil, "marshal_hale", "pike"},
		{alice, "attacker", "", nil, "marshal_hale", "dusty"},
		{alice, "target", "van", map[string]string{"attacker": "marshal_hale"}, "rosa_vane", "dusty"},
		{alice, "weapon", "no w", map[string]string{"attacker": "marshal_hale"}, "none", "hunting_knife"},
		{bob, "attacker", "", nil, "", "cole"},
		{sam, "attacker", "", nil, "", "marshal_hale"},
	} {
		got := " " + strings.Join(c.complete(typing.who, thread, "attack", typing.option, typing.typed, typing.given), " ") + " "
		if !strings.Contains(got, " "+typing.want+" ") && typing.want != "" || strings.Contains(got, " "+typing.wantNone+" ") {
			t.Errorf("%s types %q for %s and is offered%s", typing.who.Name, typing.typed, typing.option, got)
		}
	}
	if got := c.complete(alice, thread, "attack", "attacker", "marsh", nil); got[0] != "marshal_hale" {
		t.Errorf("what begins with what was typed does not come first: %q", got)
	}
	if got := c.complete(alice, "table", "session new", "side", "law", map[string]string{"system": "lasthope"}); len(got) != 1 || got[0] != "outlawmen" {
		t.Errorf("the sides offered are %q", got)
	}
	if got := c.complete(alice, thread, "rules", "topic", "tie", nil); len(got) < 3 {
		t.Errorf("the rules offered are %q", got)
	}
}

func TestLongRulesAreReadByPages(t *testing.T) {
	c := newClub(t)
	sys := levy()
	long := strings.Repeat("A levy is raised from those who can be spared. ", 100)
	sys.Rules = []rules.Rule{{ID: "LV-1", Title: "Levies", Text: long}}
	for i := range 120 {
		sys.Rules = append(sys.Rules, rules.Rule{ID: fmt.Sprintf("LV-%d", i+2), Title: "A ruling of some length about levies"})
	}
	c.desk = commands.NewDesk(commands.Options{Store: c.store, Systems: []*rules.System{sys}})
	for topic, want := range map[string][]string{"": {"LV-1 Levies", "LV-121 "}, "lv-1": {"**LV-1 Levies**", "spared."}, "Levies": {"**LV-1 Levies**", "spared."}} {
		m := c.command(alice, "x", "rules", map[string]string{"topic": topic}).Message
		all := m.Text
		for pages := 1; has(m, "Next page") != ""; pages++ {
			m = c.press(alice, m, "Next page").Message
			all += "\n" + m.Text
			if pages > 10 {
				t.Fatal("the pages never end")
			}
		}
		for _, w := range want {
			if !strings.Contains(all, w) {
				t.Errorf("the pages about %q do not say %q", topic, w)
			}
		}
		if n := strings.Count(all, "can be spared"); topic != "" && n != 100 {
			t.Errorf("%d of 100 sentences are to be read", n)
		}
		if back := c.press(alice, m, "Page before").Message; has(back, "Next page") == "" {
			t.Errorf("there is no way back: %+v", back)
		}
	}
	_, err := c.try(alice, "x", "rules", map[string]string{"topic": "spared"})
	c.refused(err, "It is spoken of in: LV-1 Levies")
	_, err = c.try(alice, "x", "rules", map[string]string{"topic": "*chess* " + long})
	c.refused(err, `no rule called \*chess\*`)
}

func TestHelpFitsAndNamesEveryOrder(t *testing.T) {
	c := newClub(t)
	text := c.command(alice, "x", "help", nil).Message.Text
	for _, want := range []string{"/session new", "`/attack`", "`/done`", "Choose in secret", "/waiting", "`/log`", "`/undo`", "`/map`", "`/verify`", "`/dice`", "`/umpire`"} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %s:\n%s", want, text)
		}
	}
}

func TestDefinitionsKeepDiscordsLimits(t *testing.T) {
	seen := make(map[string]bool)
	for _, d := range commands.NewDesk(commands.Options{Systems: catalog.All()}).Definitions() {
		if seen[d.Name] {
			t.Errorf("/%s is defined twice", d.Name)
		}
		seen[d.Name] = true
		if d.Type == discordgo.MessageApplicationCommand {
			if d.Description != "" || len(d.Options) > 0 || len(d.Name) > 32 {
				t.Errorf("%s: %+v", d.Name, d)
			}
			continue
		}
		if d.Name != strings.ToLower(d.Name) || len(d.Name) > 32 || d.Description == "" || len([]rune(d.Description)) > 100 || len(d.Options) > 25 {
			t.Errorf("/%s: %q with %d options", d.Name, d.Description, len(d.Options))
		}
		for _, o := range d.Options {
			if len(o.Name) > 32 || o.Description == "" || len([]rune(o.Description)) > 100 || len(o.Options) > 25 || len(o.Choices) > 25 {
				t.Errorf("/%s %s: %q", d.Name, o.Name, o.Description)
			}
			for _, sub := range o.Options {
				if len(sub.Name) > 32 || sub.Description == "" || len([]rune(sub.Description)) > 100 || sub.Required && sub.Autocomplete && sub.Name == "" {
					t.Errorf("/%s %s %s: %q", d.Name, o.Name, sub.Name, sub.Description)
				}
			}
		}
	}
	if len(seen) > 100 {
		t.Errorf("%d commands are defined", len(seen))
	}
}
