package factions

import (
	"slices"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

func TestAStepOfFourAgainstFourStopsTwice(t *testing.T) {
	tb := sit(t, crowd(4).Sides, map[string]string{"minions_attack": "true"})
	for _, seat := range []rules.Seat{1, 2} { // the cards that lie face down
		for _, q := range tb.fight.Asks(seat) {
			tb.pick(seat, q.ID, "other")
		}
	}
	tb.order(1, "melee", "contacts", "White 1: Black 1, Black 2; White 2: Black 2, Black 3; White 3: Black 3; White 4: Black 4")
	stops := map[rules.Seat]bool{}
	asked := tb.fight.Asked()
	for tb.fight.Middle() {
		q, seat := tb.open()
		if tb.fight.Asked() != asked {
			if strings.HasPrefix(q.ID, "gold") { // what a fallen hero had is another matter
				tb.pick(seat, q.ID, goldStack)
				continue
			}
			t.Fatalf("seat %d is asked %s in a third stop", seat, q.ID)
		}
		stops[seat] = true
		pick := q.Options[0].ID
		if strings.HasPrefix(q.ID, "plan") {
			pick = q.Options[2].ID
		}
		tb.pick(seat, q.ID, pick)
	}
	if len(stops) != 2 {
		t.Errorf("the step stops for %v", stops)
	}
	turns := 0
	for _, events := range tb.Told {
		for _, e := range events {
			switch e.Fact.(type) {
			case Struck, Passed:
				turns++
			}
		}
	}
	if turns != 8 {
		t.Errorf("%d of 8 had their turn", turns)
	}
}

func TestNothingIsDrawnBeforeTheOtherTeamHasAgreed(t *testing.T) { // WF-27
	tb := demo(t)
	tb.order(1, "melee", "contacts", "Blackbeard: Rizzik")
	tb.pick(1, "plan1-a1", "natural.b1")
	tb.pick(2, "plan1-b1", "natural.a1")
	if len(tb.state().Piles[0].Discards)+len(tb.state().Piles[1].Discards) > 0 || !tb.fight.Middle() {
		t.Fatal("cards are drawn before Bob has agreed")
	}
	tb.make(rulestest.Move{Seat: 2, Object: "they are two spaces apart"})
	tb.refusesMove("An objection is open", rulestest.Move{Seat: 2, Reply: &rules.Reply{Asked: tb.fight.Asked(), Ask: "agree", Picks: []string{"agree"}}})
	tb.make(rulestest.Move{Seat: 1, Withdraw: true})
	if s := tb.state(); tb.fight.Middle() || len(s.Piles[0].Draw) != 50 || s.figure("a1").Fought {
		t.Error("taken back, the Melee step has left something behind")
	}
}

func TestACallCannotBeTakenBackOnceACardIsTurned(t *testing.T) {
	tb := demo(t)
	tb.order(1, "melee", "contacts", "Blackbeard: Rizzik")
	tb.pick(1, "plan1-a1", askMe)
	tb.pick(2, "plan1-b1", "natural.a1")
	tb.pick(2, "agree", "agree")
	tb.says("Black draws card 1")
	tb.refusesMove("too late", rulestest.Move{Seat: 1, Withdraw: true})
	tb.refusesMove("too late", rulestest.Move{Seat: 2, Object: "no"})
}

func TestContactsArePickedFromAMenuAndKeptForTheNextTime(t *testing.T) {
	tb := demo(t)
	tb.order(1, "melee")
	q := tb.question(1, "contacts")
	if len(q.Options) != 8 || q.Options[0].ID != "a1.b1" || q.Options[0].Label != "Blackbeard next to Rizzik" {
		t.Errorf("the menu offers %+v", q.Options) // not the two minions together, of whom none strikes
	}
	tb.pick(1, "contacts", "a2.b1", "a1.b2")
	tb.says("cluster 1 of 2.** By Wits: **Rizzik 7** (Black), Iron Agnes 3 (White)", "cluster 2 of 2.** By Wits: **Pip Quickly 9**")
	tb.pick(2, "agree", "agree")
	for _, id := range []string{"a2", "b1", "b2", "a1"} {
		f := tb.state().figure(id)
		tb.pick(f.Seat, "plan1-"+id, hold)
	}
	tb.says("**Cluster 1 of 2.**", "**Cluster 2 of 2.**")
	tb.order(1, "done")
	tb.order(2, "melee")
	q = tb.question(2, "contacts")
	if q.Options[0].ID != "last" || q.Options[0].Detail != "Iron Agnes: Rizzik; Blackbeard: Pip Quickly" || !slices.Equal(q.Default, []string{"last"}) {
		t.Errorf("last time is offered as %+v, default %v", q.Options[0], q.Default)
	}
	tb.pick(2, "contacts", "last")
	tb.says("Melee, cluster 2 of 2")
}

func TestLargeTeamsArePickedHeroByHero(t *testing.T) {
	tb := sit(t, crowd(6).Sides, nil)
	for _, seat := range []rules.Seat{1, 2} {
		for _, q := range tb.fight.Asks(seat) {
			tb.pick(seat, q.ID, "other")
		}
	}
	tb.order(1, "melee")
	for _, f := range tb.state().Teams[0].Figures {
		tb.pick(1, "next-"+f.ID, tb.question(1, "next-"+f.ID).Options[:1][0].ID)
	}
	tb.says("cluster 1 of 1")
}

func TestACallThatCannotBeIsRefused(t *testing.T) {
	tb := demo(t)
	for text, want := range map[string]string{
		"Blackbeard Rizzik":                    "Contact 1: “Blackbeard Rizzik” is not a name, a colon and the enemies next to it",
		"Blackbeard: Rizzik\nAgnes:":           "Contact 2: “Agnes\\:” is not a name",
		"Blackbeard: Iron Agnes":               "Contact 1: Blackbeard and Iron Agnes are of one team.",
		"Blackbeard: Rizzik; Nobody Much: Pip": "Contact 2: No hero is called Nobody Much. Did you mean",
		"Bilge Rat: Tin Wolf":                  "Nobody of those has an attack left",
		" ; \n ":                               "Name who stands next to whom",
		"Blackbeard: ,":                        "Name who stands next to whom",
	} {
		tb.refuses(want, 1, "melee", "contacts", text)
	}
	tb.refuses("/melee cannot be given now", 2, "melee", "contacts", "Blackbeard: Rizzik")
	tb.umpire("set-wounds", "model", "Pip Quickly", "wounds", "4", "reason", "a fall")
	tb.pick(2, "gold-b2", goldKeep)
	tb.refuses("Contact 1: Pip Quickly is defeated and stands next to nobody.", 1, "melee", "contacts", "Blackbeard: Pip")
}

func TestAHeroStrikesOnceInAStepHoweverOftenItIsCalled(t *testing.T) { // WF-28
	tb := demo(t)
	tb.order(1, "melee", "contacts", "Blackbeard: Rizzik")
	tb.pick(2, "agree", "agree")
	tb.pick(1, "plan1-a1", hold)
	tb.pick(2, "plan1-b1", hold)
	tb.refuses("Nobody of those has an attack left: each strikes once", 1, "melee", "contacts", "Blackbeard: Rizzik")
	tb.order(1, "melee", "contacts", "Iron Agnes: Rizzik")
	if asks := tb.fight.Asks(2); len(asks) != 1 || asks[0].ID != "agree" {
		t.Errorf("Rizzik, who had his turn, is asked again: %+v", asks)
	}
	tb.pick(2, "agree", "agree")
	tb.pick(1, "plan2-a2", "natural.b1")
	tb.says("Iron Agnes attacks Rizzik: fists")
	tb.order(1, "done")
	tb.order(2, "melee", "contacts", "Blackbeard: Rizzik")
	tb.says("By Wits: **Rizzik 7** (Black), Blackbeard 5 (White)")
}

func TestOnlyWhoStandsNextToAHeroCanBeItsTarget(t *testing.T) {
	tb := demo(t, "intentions", "at_turn")
	tb.order(1, "melee", "contacts", "Blackbeard: Rizzik; Iron Agnes: Pip")
	tb.pick(2, "agree", "agree")
	q := tb.question(2, "turn1-b1")
	for _, pick := range []string{"natural.a2", "c1.a1", "c2.a1"} {
		tb.refusesMove("not one of the choices", rulestest.Move{Seat: 2, Reply: &rules.Reply{Asked: q.Asked, Ask: q.ID, Picks: []string{pick}}})
	}
}

func TestADecisionThatLapsesHolds(t *testing.T) {
	tb := demo(t)
	tb.order(1, "melee", "contacts", "Blackbeard: Rizzik")
	for tb.fight.Middle() {
		q, seat := tb.open()
		tb.make(rulestest.Move{Seat: seat, Reply: &rules.Reply{Asked: q.Asked, Ask: q.ID, Lapse: true}})
	}
	tb.says("Rizzik: no attack (holds).", "Blackbeard: no attack (holds).", "nobody fell")
}

func TestWitsOrderTheTurnsAndTheActiveTeamGoesFirstOfEquals(t *testing.T) { // WF-5
	s := &S{Active: 2, Teams: []Team{{}, {}}}
	add := func(seat rules.Seat, name string, wits int) *Figure {
		f := &Figure{ID: name, Name: name, Seat: seat, Sheet: Sheet{Wits: wits, Health: 1}}
		s.team(seat).Figures = append(s.team(seat).Figures, f)
		return f
	}
	slow, first, a, b, fallen, done := add(1, "slow", 1), add(2, "first", 5), add(1, "a", 5), add(1, "b", 5), add(1, "fallen", 9), add(2, "done", 9)
	fallen.Defeated, done.Fought = true, true
	order := s.byWits([]*Figure{slow, b, fallen, a, done, first}, []*Figure{b, a})
	if !slices.Equal(namesOf(order), []string{"first", "b", "a", "slow"}) {
		t.Errorf("they strike in the order %v", namesOf(order))
	}
	if groups := ties(order); len(groups) != 1 || !slices.Equal(namesOf(groups[0]), []string{"b", "a"}) {
		t.Errorf("equals of one team are %v", groups)
	}
}

func TestSeparateClustersDoNotWaitForEachOther(t *testing.T) { // WF-6
	figures := map[string]*Figure{}
	var pairs contacts
	for _, p := range []string{"ax", "bx", "cy", "dz", "ez", "ey"} {
		var pair [2]*Figure
		for i, id := range []string{p[:1], p[1:]} {
			if figures[id] == nil {
				figures[id] = &Figure{ID: id, Name: id}
			}
			pair[i] = figures[id]
		}
		pairs = append(pairs, pair)
	}
	var got []string
	for _, cluster := range pairs.clusters() {
		got = append(got, strings.Join(namesOf(cluster), ""))
	}
	if !slices.Equal(got, []string{"axb", "cyezd"}) {
		t.Errorf("the clusters are %v", got)
	}
}
