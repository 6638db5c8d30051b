package commands_test

import (
	"slices"
	"strings"
	"testing"

	"umpire/commands"
	"umpire/rules/campaign"
	"umpire/storage"
)

func TestARosterFightsOneBattleAtATime(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	first, second := l.lobby(), l.lobby()
	for _, card := range []*post{first, second} {
		if _, err := l.tryPress(alice, card.id, find(t, card.message, "Ready")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.tryPress(bob, first.id, find(t, first.message, "Ready")); err != nil {
		t.Fatal(err)
	}
	_, err := l.tryPress(bob, second.id, find(t, second.message, "Ready"))
	l.refused(err, "is in fight")
	if got := len(l.battles()); got != 1 {
		t.Errorf("%d battles", got)
	}
}

func TestACampaignsHouseRulesCountAndCannotBeChangedAtACard(t *testing.T) {
	terms := campaign.DefaultTerms()
	terms.Rules = map[string]map[string]string{"lasthope": {"queen_breaks_ties": "true"}}
	l := newLeague(t, "lasthope", terms)
	card := l.lobby()
	if !strings.Contains(card.message.Text, "queen breaks ties yes") || !strings.Contains(card.message.Text, "A battle of Winter League") {
		t.Errorf("the card reads %s", card.message.Text)
	}
	_, err := l.tryPress(alice, card.id, find(t, card.message, "House rules"), "queen_breaks_ties")
	l.refused(err, "campaign")
}

func TestEverySideOfACampaignsBattleBringsARosterOfIt(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	card := l.lobby()
	if _, err := l.tryPress(bob, card.id, find(t, card.message, "Your side"), "sheriffs"); err != nil {
		t.Fatal(err)
	}
	if _, err := l.tryPress(alice, card.id, find(t, card.message, "Ready")); err != nil {
		t.Fatal(err)
	}
	_, err := l.tryPress(bob, card.id, find(t, card.message, "Ready"))
	l.refused(err, "side 2", "campaign")
	_, err = l.tryPress(bob, card.id, "field/"+strings.Split(find(t, card.message, "Ready"), "/")[1]+"/1", l.red)
	l.refused(err, "not your roster")
}

func TestASideOverTheCampaignsLimitIsNotAdmitted(t *testing.T) {
	terms := campaign.DefaultTerms()
	terms.Limits = map[string]map[string]int{"skirmish": {"points": 1}}
	l := newLeague(t, "skirmish", terms)
	card := l.lobby()
	if _, err := l.tryPress(alice, card.id, find(t, card.message, "Ready")); err != nil {
		t.Fatal(err)
	}
	_, err := l.tryPress(bob, card.id, find(t, card.message, "Ready"))
	l.refused(err, "points", "limit of 1")
}

func TestAFightIsOpenedWithARosterOfTheCallersAsItsSide(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	reply, err := l.send(commands.Request{Kind: commands.Complete, Path: "session new", Focused: "side", Options: map[string]string{"system": "lasthope", "side": "sher"}, User: alice, Guild: "g", Channel: "table"})
	if err != nil || !slices.ContainsFunc(reply.Choices, func(c commands.Choice) bool {
		return c.Value == "roster:"+l.red && strings.Contains(c.Label, "your roster")
	}) {
		t.Fatalf("%+v, %v", reply.Choices, err)
	}
	_, err = l.try(bob, "table", "session new", map[string]string{"system": "lasthope", "side": "roster:" + l.red})
	l.refused(err, "not your roster")
	_, err = l.try(alice, "table", "session new", map[string]string{"system": "skirmish", "side": "roster:" + l.red})
	l.refused(err, "roster of Last Hope")
	l.command(alice, "table", "session new", map[string]string{"system": "lasthope", "side": "roster:" + l.red})
	if text := l.last("channel/table").Text; !strings.Contains(text, "For a battle of Winter League, side 2 has to bring a roster of it too") || !strings.Contains(text, "Side 1, Sheriffs of Winter League") {
		t.Errorf("the card reads %s", text)
	}
}

func TestWhatChangesAfterReadyTakesReadyBack(t *testing.T) {
	for name, change := range map[string]func(l *league){
		"a roster": func(l *league) {
			l.command(bob, "table", "roster edit", map[string]string{"roster": l.sea, "member": "cole", "what": "gain", "value": "hatchet"})
		},
		"the campaign's terms": func(l *league) {
			l.change(func(_ *storage.Campaign, body *campaign.Campaign, _ *storage.Tx) {
				body.Terms.Rules = map[string]map[string]string{"lasthope": {"queen_breaks_ties": "true"}}
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLeague(t, "lasthope", campaign.DefaultTerms())
			card := l.lobby()
			ready := find(t, card.message, "Ready")
			l.must(l.tryPress(alice, card.id, ready))
			change(l)
			_, err := l.tryPress(bob, card.id, ready)
			l.refused(err, "have changed since somebody was ready")
			if text := card.message.Text; strings.Contains(text, "**ready**") || name != "a roster" && !strings.Contains(text, "queen breaks ties yes") {
				t.Errorf("the card reads\n%s", text)
			}
			l.must(l.tryPress(alice, card.id, ready))
			l.must(l.tryPress(bob, card.id, ready))
			if got := len(l.battles()); got != 1 {
				t.Errorf("%d battles", got)
			}
		})
	}
}

func TestAFightThatIsNoCampaignsAnyMoreHasNotItsHouseRules(t *testing.T) {
	terms := campaign.DefaultTerms()
	terms.Rules = map[string]map[string]string{"lasthope": {"queen_breaks_ties": "true"}}
	l := newLeague(t, "lasthope", terms)
	card := l.lobby()
	for _, who := range []commands.Person{alice, bob} {
		l.must(l.tryPress(who, card.id, find(t, card.message, "Your side"), "sheriffs"))
	}
	if text := card.message.Text; strings.Contains(text, "queen") || strings.Contains(text, "Winter League") {
		t.Errorf("the card reads\n%s", text)
	}
}
