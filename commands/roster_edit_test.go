package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"umpire/commands"
)

func TestAnEditIsTakenOrRefusedInOneSentence(t *testing.T) {
	c := newClub(t)
	c.ask(alice, "roster new", "system", "skirmish", "name", "Crew", "like", "crew")
	c.ask(alice, "roster new", "system", "factions", "name", "White", "like", "white")
	c.gang(alice, "Law")
	for _, e := range []struct{ roster, member, what, value, want string }{
		{"Law", "Josie", "lose", "hunting knife", "Josie Marsh loses hunting knife."},
		{"Law", "Josie", "lose", "hunting knife", "refused: Josie Marsh has no Hunting knife"},
		{"Law", "Josie", "standing", "dead", "Josie Marsh is dead."},
		{"Law", "Josie", "standing", "dead", "refused: That is how it is with Josie Marsh already"},
		{"Law", "Josie", "standing", "ready", "Josie Marsh is fit to fight."},
		{"Law", "Josie", "standing", "asleep", "refused: No standing is called asleep"},
		{"Law", "Josie", "wounds", "2", "Josie Marsh takes 2 wounds."},
		{"Law", "Josie", "wounds", "0", "Josie Marsh heals 2 wounds."},
		{"Law", "Josie", "wounds", "3", "refused: whole number from 0 to 2"},
		{"Law", "Josie", "sheet: wounds", "3", "Josie Marsh has 1 more wounds on its sheet."},
		{"Law", "Josie", "notes", "Limps", "A note on Josie Marsh: Limps."},
		{"Law", "Josie", "notes", "", "The note on Josie Marsh goes."},
		{"Law", "Josie", "notes", strings.Repeat("x", 501), "refused: at most 500 letters"},
		{"Law", "Josie", "strength", "99", "refused: Josie Marsh: "},
		{"Law", "Josie", "luck", "1", "refused: No thing of Josie Marsh that can be changed is called luck"},
		{"Law", "Zorro", "notes", "x", "refused: No member of Law is called Zorro"},
		{"Crew", "captain_1", "gain", "axe", "refused: Members of Deathzap skirmish carry nothing that comes and goes."},
		{"Crew", "captain_1", "lv", "3", "Red Anne has 2 less lv."},
		{"Crew", "captain_1", "rng", "99999", "refused: rng 99999"},
		{"White", "iron_agnes", "gold", "4", "Iron Agnes has 4 more gold."},
		{"White", "iron_agnes", "wits", "many", "refused: Wits is a whole number."},
		{"White", "iron_agnes", "minion", "perhaps", "refused: Minion is yes or no."},
		{"White", "iron_agnes", "lose", "Broadaxe", "Iron Agnes loses Broadaxe."},
	} {
		got := "refused: "
		reply, err := c.try(alice, "table", "roster edit", map[string]string{"roster": e.roster, "member": e.member, "what": e.what, "value": e.value})
		if err != nil {
			c.refused(err, strings.TrimPrefix(e.want, got))
		} else {
			got = reply.Message.Text
		}
		if !strings.HasPrefix(got, strings.SplitAfter(e.want, "refused: ")[0]) {
			t.Errorf("%+v: %s %v", e, got, err)
		}
	}
}

func TestWoundsStopAtWhatAMemberCanTake(t *testing.T) {
	c := newClub(t)
	c.gang(alice, "Law")
	hale := func(path string, wounds ...string) string {
		options := append([]string{"roster", "Law", "member", "Marshal Hale"}, wounds...)
		return c.ask(alice, path, options...).Text
	}
	holds(t, hale("wound"), "**Marshal Hale** is wounded, 1 of 3 wounds taken.")
	holds(t, hale("wound", "wounds", "7"), "**Marshal Hale** is out of action, 3 of 3 wounds taken.")
	c.cannot(alice, "Marshal Hale has taken all its 3 wounds already", "wound", "roster", "Law", "member", "Marshal Hale")
	holds(t, hale("heal", "wounds", "1"), "is wounded, 2 of 3 wounds taken")
	holds(t, hale("heal"), "**Marshal Hale** is ready.")
	c.cannot(alice, "Marshal Hale has taken no wounds", "heal", "roster", "Law", "member", "Marshal Hale")
	c.ask(alice, "roster new", "system", "forbidden", "like", "orks")
	c.cannot(alice, "Orks takes no wounds in Forbidden Stars", "wound", "roster", "Orks", "member", "orks")
}

func TestAutocompleteOffersWhatCanBeMeant(t *testing.T) {
	c := newClub(t)
	c.gang(alice, "Law")
	c.gang(bob, "Bandits")
	law, other := c.rosterID("Law"), c.rosterID("Bandits")
	for _, e := range []struct {
		who           commands.Person
		path, focused string
		options       []string
		want          string
	}{
		{alice, "roster show", "roster", []string{"roster", ""}, law + " " + other},
		{bob, "roster show", "roster", []string{"roster", ""}, other + " " + law},
		{alice, "roster edit", "roster", []string{"roster", ""}, law},
		{sam, "roster edit", "roster", []string{"roster", ""}, ""},
		{alice, "wound", "member", []string{"roster", "Law", "member", "hal"}, "marshal_hale"},
		{alice, "roster new", "like", []string{"system", "lasthope", "like", "sh"}, "sheriffs"},
		{alice, "roster add", "kind", []string{"roster", "Law", "kind", "dep"}, "deputy"},
		{alice, "roster edit", "what", []string{"roster", "Law", "member", "pike", "what", "str"}, "strength"},
		{bob, "roster edit", "what", []string{"roster", "Law", "member", "pike", "what", "str"}, ""},
		{alice, "roster edit", "value", []string{"roster", "Law", "member", "pike", "what", "standing"}, "ready routed out dead"},
		{alice, "roster edit", "value", []string{"roster", "Law", "member", "pike", "what", "lose"}, "switchblade"},
		{alice, "roster edit", "value", []string{"roster", "nonsense", "member", "pike", "what", "lose"}, ""},
	} {
		got := strings.Join(c.typing(e.who, e.path, e.focused, e.options...), " ")
		if diff := cmp.Diff(e.want, got); diff != "" {
			t.Errorf("%s, /%s %q: %s", e.who.Name, e.path, e.options, diff)
		}
	}
}

func TestALongStoryHasPagesAndOffersTheLastEntries(t *testing.T) {
	c := newClub(t)
	c.gang(alice, "Law")
	for i := range 30 {
		c.ask(alice, "roster edit", "roster", "Law", "member", "pike", "what", "notes", "value", fmt.Sprintf("%d %s", i, strings.Repeat("so it *went* ", 20)))
	}
	page := c.ask(alice, "roster history", "roster", "Law")
	holds(t, page.Text, "entry 31")
	menu := page.Rows[0].Menu
	if len(menu.Choices) != 25 || menu.Choices[0].Value != "31" || menu.Choices[24].Value != "7" {
		t.Errorf("offered: %+v", menu.Choices)
	}
	seen := page.Text
	for has(page, "Page before") != "" {
		page = c.press(alice, page, "Page before").Message
		seen += page.Text
	}
	for n := range 31 {
		holds(t, seen, fmt.Sprintf("-# entry %d\n", n+1))
	}
	holds(t, page.Text, "page 1 of", "**Alice**: the roster is called Law")
}

func TestAMemberThatIsGoneStaysInTheStory(t *testing.T) {
	c := newClub(t)
	c.gang(alice, "Law")
	holds(t, c.ask(alice, "roster remove", "roster", "Law", "member", "Pike").Text, "**Pike** left Law", "`/roster history`")
	c.cannot(alice, "No member of Law is called Pike", "wound", "roster", "Law", "member", "Pike")
	story := c.ask(alice, "roster history", "roster", "Law")
	holds(t, story.Text, "Pike leaves")
	c.ask(alice, "roster add", "roster", "Law", "kind", "ganger", "name", "pike")
	_, err := c.fill(alice, c.press(alice, story, "Take an entry back", "2").Form.Path, "")
	c.refused(err, "two members called Pike")
	c.ask(alice, "roster remove", "roster", "Law", "member", "pike")
	c.must(c.fill(alice, c.press(alice, story, "Take an entry back", "2").Form.Path, ""))
	holds(t, c.ask(alice, "roster show", "roster", "Law").Text, "**Pike**")
	c.ask(alice, "roster add", "roster", "Law", "kind", "ganger", "name", "Rook")
	c.ask(alice, "roster rename", "roster", "Law", "member", "Rook", "name", "rook")
	c.cannot(alice, "has a member called pike already", "roster rename", "roster", "Law", "member", "rook", "name", "pike")
	c.gang(alice, "Order")
	c.cannot(alice, "There is a roster called Order already", "roster rename", "roster", "Law", "name", "Order")
}
