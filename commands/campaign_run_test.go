package commands_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"umpire/commands"
	"umpire/rules/campaign"
	"umpire/storage"
)

func TestSettingsAreReadByAllAndChangedByWhoRunsTheCampaign(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	set := func(who commands.Person, what, value string) (commands.Reply, error) {
		return c.try(who, "x", "campaign settings", opt("what", what, "value", value))
	}
	_, err := set(bob, "fallen", "dead")
	c.refused(err, "That is for who runs Winter War: Alice, the helpers, and whoever manages the server.")
	for _, tt := range [][3]string{
		{"fallen", "dead", "Who goes out of action is dead."},
		{"wounds between battles", "HEAL", "heals up to 1 wound right after a battle"},
		{"wounds", "fresh", "All wounds heal right after a battle"},
		{"wounds", "Heal  2", "heals up to 2 wounds right after a battle"},
		{"wounds", "heal", "heals up to 2 wounds right after"},
		{"wounds", "1", "heals up to 1 wound right after"},
		{"heals", "3", "heals up to 3 wounds right after"},
		{"limit/skirmish/battle value", "40", "at most 40 battle value"},
		{"rule/lasthope/hand_size", "7", ""},
		{"closed", "yes", "Only who runs it brings rosters in."},
	} {
		if tt[2] == "" {
			continue
		}
		c.reads(c.must(set(alice, tt[0], tt[1])).Message, tt[2], "Fights that go on are not touched.")
		c.says(hall, "**Winter War**, set by Alice: ", tt[2])
	}
	_, err = set(alice, "fallen", "eaten")
	c.refused(err, "Who goes out of action is one of: out, dead, injuries.")
	_, err = set(alice, "heals", "10")
	c.refused(err, "is one of: 1, 2")
	_, err = set(alice, "limit/skirmish/points", "-1")
	c.refused(err, "from 1 to 100000, or 0 for none")
	_, err = set(alice, "weather", "fair")
	c.refused(err, "There is no setting called weather")
	text := c.command(sam, "x", "campaign settings", nil).Message
	c.reads(text, "Who goes out of action is dead.", "heals up to 3 wounds", "Deathzap skirmish – at most 40 battle value.", "Only who runs it brings rosters in.")
	c.must(set(alice, "name", "Spring  War"))
	c.says(hall, "**Winter War**, set by Alice: It is called Spring War now.")
	c.reads(c.shown(sam, "spring war"), "**Spring War**")
}

func TestAHouseRuleOfACampaignIsSetByItsSystem(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	r := commands.Request{Kind: commands.Complete, Path: "campaign settings", Focused: "what", Options: opt("what", "cards, last hope"), User: alice, Guild: "g", Channel: "x"}
	what := c.must(c.send(r)).Choices
	if len(what) != 1 || what[0].Value != "rule/lasthope/cards" {
		t.Fatalf("it is offered %v", what)
	}
	c.reads(c.command(alice, "x", "campaign settings", opt("what", what[0].Value, "value", "called")).Message, "Last Hope Frontier, house rule cards: called.")
	c.reads(c.shown(sam, ""), "Last Hope Frontier – cards: called.")
}

func TestHelpersHelpAndDoNotNameHelpers(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	helper := func(who commands.Person, person, value string) (commands.Reply, error) {
		return c.try(who, "x", "campaign settings", opt("what", "helper", "who", person, "value", value))
	}
	c.reads(c.must(helper(alice, bob.ID, "")).Message, "Bob helps to run it.")
	c.reads(c.shown(sam, ""), "Run by Alice, helped by Bob.")
	c.command(bob, "x", "campaign settings", opt("what", "fallen", "value", "dead"))
	_, err := helper(bob, sam.ID, "add")
	c.refused(err, "Helpers are named by the organiser")
	_, err = helper(alice, bob.ID, "add")
	c.refused(err, "Bob runs it already")
	_, err = helper(alice, "999", "add")
	c.refused(err, "a person, not a bot")
	c.reads(c.must(helper(gail, bob.ID, "remove")).Message, "Bob helps no more.")
	_, err = c.try(bob, "x", "campaign settings", opt("what", "fallen", "value", "out"))
	c.refused(err, "That is for who runs")
}

func TestACampaignWhoseOrganiserLeftIsHandedOverByAServerManager(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	_, err := c.try(bob, "x", "campaign hand-over", opt("to", bob.ID))
	c.refused(err, "Only the organiser, or whoever manages the server")
	c.write(func(tx *storage.Tx) error { return tx.Erase(alice.ID) })
	c.reads(c.shown(sam, ""), "Run by nobody any more", "/campaign hand-over")
	c.command(gail, "x", "campaign hand-over", opt("to", bob.ID))
	c.says(hall, "**Winter War** is run by Bob from now on.")
	c.command(bob, "x", "campaign settings", opt("what", "fallen", "value", "dead"))
	_, err = c.try(bob, "x", "campaign hand-over", opt("to", bob.ID))
	c.refused(err, "Bob runs Winter War already")
}

func TestARosterOfSomebodyWhoLeftIsHandedOverWithItsPairings(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(alice, "Red Company")
	c.joined(bob, "Sea Dogs")
	c.command(alice, "x", "campaign pair", opt("how", "round robin"))
	_, err := c.try(sam, "x", "campaign hand-over", opt("to", sam.ID, "roster", "Sea Dogs"))
	c.refused(err, "Sea Dogs is not your roster")
	c.command(alice, "x", "campaign hand-over", opt("to", sam.ID, "roster", "Sea Dogs"))
	c.says(hall, "**Sea Dogs** belongs to Sam from now on, in Winter War.")
	c.must(c.tap(sam, hall, "Open: Red Company – Sea Dogs"))
	c.says(hall, "<@103>")
}

func TestEachSettingIsToldUnderItsOwnCampaign(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.command(alice, "yard", "campaign new", opt("name", "Summer War"))
	c.command(alice, "x", "campaign settings", opt("campaign", "Summer War", "what", "fallen", "value", "dead"))
	c.says("channel/yard", "**Summer War**, set by Alice")
	c.silent(hall, "Summer War")
}

func TestACampaignEndsAfterASecondQuestionWithItsStandings(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(alice, "Red Company")
	c.joined(bob, "Sea Dogs")
	c.played("Red Company", "Sea Dogs", "won")
	c.command(bob, "x", "campaign record", opt("mine", "Sea Dogs", "theirs", "Red Company", "result", "won"))
	c.command(alice, "x", "campaign pair", opt("how", "round robin"))
	_, err := c.try(bob, "x", "campaign end", nil)
	c.refused(err, "That is for who runs")
	sure := c.command(alice, "x", "campaign end", nil).Message
	c.reads(sure, "End **Winter War**?", "Not confirmed yet: Sea Dogs – Red Company.", "1 pairing is not fought")
	c.reads(c.press(alice, sure, "Keep it open").Message, "It stays open.")
	done := c.press(alice, sure, "End it anyway").Message
	c.reads(done, "Winter War is over.")
	c.says(hall, "**Winter War is over.**", "**1. Red Company** (Alice): 1 fight, 1 won", "**2. Sea Dogs** (Bob): 1 fight, 0 won, 0 drawn, 1 lost")
	_, err = c.tryPress(alice, private, find(t, sure, "End it anyway"))
	c.refused(err, "Winter War is over.")
	c.reads(c.shown(sam, "Winter War"), "**Winter War**, which is over", "**Sea Dogs** (Bob)")
	c.reads(c.command(sam, "x", "campaign battles", opt("campaign", "Winter War")).Message, "called off")
	for path, options := range map[string]map[string]string{
		"join": opt("roster", "Sea Dogs"), "leave": opt("roster", c.copyOf("Sea Dogs")), "pair": opt("how", "round robin"), "settings": opt("what", "closed", "value", "yes"), "end": opt(),
		"record": opt("mine", c.copyOf("Sea Dogs"), "theirs", "Red Company", "result", "won"),
	} {
		options["campaign"] = "Winter War"
		_, err := c.try(alice, "x", "campaign "+path, options)
		c.refused(err, "Winter War is over.")
	}
	c.campaign("Winter War") // its name is free again
}

func TestABattleThatEndsWhileOneIsAskedIsAskedAboutAgain(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(alice, "Red Company")
	c.joined(bob, "Sea Dogs")
	sure := c.command(alice, "x", "campaign end", nil).Message
	c.command(bob, "x", "campaign record", opt("mine", "Sea Dogs", "theirs", "Red Company", "result", "won"))
	again := c.press(alice, sure, "End it").Message
	c.reads(again, "Not confirmed yet: Sea Dogs – Red Company.")
	c.silent(hall, "is over")
}

func TestAnExportNamesPeopleAndLeavesSecretNotesOut(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(alice, "Red Company")
	c.joined(bob, "Sea Dogs")
	c.played("Red Company", "Sea Dogs", "drawn")
	id := c.copyOf("Sea Dogs")
	c.write(func(tx *storage.Tx) error {
		row, err := tx.Roster(id)
		if err != nil {
			return err
		}
		var now campaign.Roster
		if err := json.Unmarshal(row.Body, &now); err != nil {
			return err
		}
		change := campaign.Change{What: campaign.Secret, Member: now.Members[0].ID, To: "hides gold"}
		next, err := now.After([]campaign.Change{change})
		if err != nil {
			return err
		}
		body, _ := json.Marshal(next)
		entry, _ := json.Marshal(map[string]any{"changes": []campaign.Change{change}})
		return tx.AppendEntry(storage.LedgerEntry{Roster: id, N: row.Entry + 1, By: row.Owner, Body: entry}, row.Name, body)
	})
	for _, who := range []commands.Person{bob, gail} {
		_, err := c.try(who, "x", "campaign export", nil)
		c.refused(err, "are for its organiser and helpers")
	}
	file := c.command(alice, "x", "campaign export", nil).Message.File
	text := string(file.Body)
	if strings.Contains(text, "gold") || regexp.MustCompile(`"m[0-9]+"`).MatchString(text) {
		t.Errorf("it holds a secret note, or a key of a person:\n%s", text)
	}
	var got struct {
		Organiser string
		Rosters   []struct{ Owner string }
		Battles   []struct{ What campaign.Battle }
		Standings []campaign.Row
	}
	if err := json.Unmarshal(file.Body, &got); err != nil {
		t.Fatal(err)
	}
	if got.Organiser != "Alice" || len(got.Rosters) != 2 || got.Rosters[1].Owner != "Bob" || got.Battles[0].What.Result != campaign.Drawn || len(got.Standings) != 2 {
		t.Errorf("it holds %+v", got)
	}
}

func TestOnePersonDoesNotFillTheServerWithCampaigns(t *testing.T) {
	c := newClub(t)
	for i := range 3 {
		c.command(sam, "x", "campaign new", opt("name", fmt.Sprint("League ", i)))
	}
	_, err := c.try(sam, "x", "campaign new", opt("name", "One more"))
	c.refused(err, "You run 3 open campaigns here")
	c.command(bob, "x", "campaign new", opt("name", "Another's"))
	for i := range 5 {
		c.command(gail, "x", "campaign new", opt("name", fmt.Sprint("Club ", i)))
	}
}

func TestACampaignNamedLikeAnothersIDIsNotTakenForIt(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	var id string
	c.write(func(tx *storage.Tx) error {
		all, err := tx.CampaignsIn("g")
		id = all[0].ID
		return err
	})
	c.command(bob, "x", "campaign new", opt("name", id))
	c.reads(c.command(sam, "x", "campaign show", opt("campaign", id)).Message, "**Winter War**")
}

func TestANameOfMarksThatShowNothingIsNone(t *testing.T) {
	c := newClub(t)
	_, err := c.try(bob, "x", "campaign new", opt("name", "\u200b\u202e"))
	c.refused(err, "at least one letter")
}
