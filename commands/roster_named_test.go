package commands_test

import (
	"slices"
	"strings"
	"testing"

	"umpire/commands"
	"umpire/rules/campaign"
)

func TestAWithdrawnRosterIsStillRead(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(bob, "Sea Dogs")
	id := c.copyOf("Sea Dogs")
	c.command(bob, "x", "campaign leave", nil)
	holds(t, c.ask(sam, "roster show", "roster", id).Text, "Winter War · withdrawn")
	c.ask(bob, "roster rename", "roster", "Sea Dogs", "name", "Land Dogs") // his own, which it was copied from
	for path, words := range map[string]string{"roster show": "Winter War · withdrawn", "roster history": "The story of Sea Dogs", "roster export": "list that everybody may read"} {
		holds(t, c.ask(sam, path, "roster", "sea dogs").Text, words)
	}
	c.ask(bob, "roster rename", "roster", "Land Dogs", "name", "Sea Dogs")
	lacks(t, c.ask(sam, "roster show", "roster", "Sea Dogs").Text, "withdrawn") // who is kept goes first
	if offered := c.typing(sam, "roster show", "roster", "roster", "dogs"); slices.Contains(offered, id) {
		t.Errorf("the list offers it: %v", offered)
	}
	c.cannot(bob, "no such roster", "roster rename", "roster", id, "name", "Otters")
}

func TestARosterOffTheListIsReadByItsOwnerAlone(t *testing.T) {
	c := newClub(t)
	c.gang(alice, "Law")
	id := c.rosterID("Law")
	asked := c.ask(alice, "roster remove", "roster", "Law")
	c.press(alice, asked, "Take it off the list")
	for _, name := range []string{"law", id} {
		c.cannot(bob, "There is no such roster", "roster show", "roster", name)
		holds(t, c.ask(alice, "roster history", "roster", name).Text, "The story of Law")
	}
	_, err := c.tryPress(bob, private, "rostercard/"+id+"/0")
	c.refused(err, "taken off the list")
	c.gang(alice, "Law")
	again := c.ask(alice, "roster remove", "roster", "Law")
	c.press(alice, again, "Take it off the list")
	_, err = c.try(alice, "table", "roster show", opt("roster", "Law"))
	c.refused(err, "Several withdrawn rosters", id)
	page := c.ask(alice, "roster show", "roster", id)
	holds(t, page.Text, "· withdrawn")
	holds(t, c.press(alice, page, "Put it back").Message.Text, "is on the list")
	lacks(t, c.ask(alice, "roster show", "roster", "Law").Text, "withdrawn")
}

func TestWhatIsNotOfTheSortThatAButtonTakesIsRefused(t *testing.T) {
	c := newClub(t)
	menu := c.ask(alice, "roster new", "system", "lasthope")
	plan := strings.TrimPrefix(find(t, menu, "menu"), "rosterlike/")
	seen := c.ask(alice, "roster import", "system", "skirmish", "text", "2 Musketeer")
	list := strings.TrimPrefix(find(t, seen, "Take it in"), "rostertake/")
	for _, forged := range []string{"rostertake/" + plan, "rosterleave/" + plan, "rosterlike/" + list} {
		_, err := c.tryPress(alice, private, forged, "sheriffs")
		c.refused(err, "not at hand any more")
	}
	for _, forged := range []string{"give/", "anew/", "write/"} {
		_, err := c.tryPress(alice, private, forged+list)
		c.refused(err)
	}
	c.press(alice, menu, "menu", "sheriffs")
	_, err := c.tryPress(alice, private, "rosterlike/"+plan, "sheriffs")
	c.refused(err, "not at hand any more")
	c.press(alice, seen, "Take it in")
	holds(t, c.ask(alice, "roster show").Text, "**Sheriffs**", "**New roster**")
}

func TestNobodyListsTheRosterAgainOfSomebodyForgotten(t *testing.T) {
	c := newClub(t)
	c.gang(bob, "Law")
	id := c.rosterID("Law")
	c.press(bob, c.ask(bob, "privacy delete"), "Remove it all")
	_, err := c.tryPress(gail, private, "rosterputback/"+id)
	c.refused(err, "Nobody holds Law any more")
	_, err = c.tryPress(alice, private, "rostercard/"+id+"/0")
	c.refused(err, "taken off the list")
}

func TestARivalIsToldThatARosterIsNotTheirsThoughItFights(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	l.open()
	for _, path := range []string{"wound", "heal"} {
		l.cannot(bob, "is not your roster", path, "roster", l.red, "member", "josie_marsh")
		l.cannot(alice, "/umpire set-wounds", path, "roster", l.red, "member", "josie_marsh")
	}
}

func TestRostersOfOneNameAreToldApartWhereAFightIsOpened(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.gang(alice, "Law")
	c.command(alice, "x", "campaign join", opt("roster", "Law"))
	reply, err := c.send(commands.Request{Kind: commands.Complete, Path: "session new", Focused: "side", Options: opt("system", "lasthope", "side", "law"), User: alice, Guild: "g", Channel: "table"})
	if err != nil {
		t.Fatal(err)
	}
	var labels []string
	for _, choice := range reply.Choices {
		labels = append(labels, choice.Label)
	}
	holds(t, strings.Join(labels, "; "), "Law (your roster, in no campaign)", "Law (your roster in Winter War)")
}

func TestTheLineOfAHeroHoldsItsShortNumbersAndNothingThatItHasNoneOf(t *testing.T) {
	c := newClub(t)
	c.ask(alice, "roster new", "system", "factions", "like", "white")
	page := c.ask(alice, "roster show", "roster", "White").Text
	holds(t, page, "Hero: ready · Wits 5", "Armor 3, Gold 3, 0 of 7 wounds taken\n", "Bilge Rat**, Minion: ready · Wits 2, Melee 3, Agility 4, Stealth 5,")
	lacks(t, page, "Aim 0", "Cards", "No ")
	c.ask(alice, "roster new", "system", "lasthope", "like", "sheriffs")
	c.ask(alice, "roster edit", "roster", "Sheriffs", "member", "pike", "what", "lose", "value", "switchblade")
	holds(t, c.ask(alice, "roster show", "roster", "Sheriffs").Text, "**Pike**, Ganger: ready · Strength 1, Defence 1, Toughness 1, Shot 1\n")
	c.ask(alice, "roster new", "system", "factions", "like", "black", "name", "Many", "empty", "true")
	for range 2 {
		kind := c.typing(alice, "roster add", "kind", "roster", "Many")[0]
		c.ask(alice, "roster add", "roster", "Many", "kind", kind, "count", "4")
	}
	many := c.ask(alice, "roster show", "roster", "Many").Text
	if n := strings.Count(many, "● "); n != 8 {
		t.Errorf("a page shows %d:\n%s", n, many)
	}
}

func TestARosterIsFoundByTheNameThatListsShow(t *testing.T) {
	c := newClub(t)
	c.campaign("Dust Season")
	c.joined(bob, "Sea Dogs")
	c.gang(alice, "Sea Dogs")
	own, copied := "Sea Dogs", c.copyOf("Sea Dogs")
	for typed, words := range map[string]string{
		"Sea Dogs (Dust Season)":      "Dust Season",
		"sea dogs (dust season, bob)": "Dust Season",
		" Sea Dogs ( Dust Season )":   "Dust Season",
		"Sea Dogs (Alice)":            "**Sea Dogs** · Last Hope Frontier · Alice",
		own:                           "Last Hope Frontier",
		copied:                        "Dust Season",
	} {
		holds(t, c.ask(alice, "roster show", "roster", typed).Text, words)
	}
	c.cannot(alice, "There is no such roster here", "roster show", "roster", "Sea Dogs (Summer)")
	c.cannot(alice, "Several rosters could be meant", "roster show", "roster", "Sea Dogs (Bob)") // his own, and the one in the campaign
	holds(t, c.ask(bob, "wound", "roster", "Sea Dogs (Dust Season)", "member", memberOf(c, copied)).Text, "wound")
	c.ask(alice, "roster rename", "roster", "Sea Dogs", "name", "Dogs (Alice)")
	holds(t, c.ask(alice, "roster show", "roster", "Dogs (Alice)").Text, `**Dogs \(Alice\)**`)
}

// memberOf is the first member of a roster.
func memberOf(c *club, roster string) string {
	c.t.Helper()
	return c.typing(bob, "wound", "member", "roster", roster)[0]
}
