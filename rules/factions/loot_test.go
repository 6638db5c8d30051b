package factions

import (
	"slices"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

func TestAFallenHeroIsOutOfPlayAtOnce(t *testing.T) { // WF-13, WF-20
	tb := demo(t)
	tb.umpire("set-wounds", "model", "Iron Agnes", "wounds", "8", "reason", "a fall")
	tb.says("sets Iron Agnes from 0 to **8 of 8 wounds taken**: a fall", "**Iron Agnes is defeated and goes down to the Underpit.**", "leaves 1 card with the hero card, and a defeat marker in the space")
	if f := tb.find("Iron Agnes"); !f.Defeated || f.Wounds != 0 || len(f.Cards) != 0 {
		t.Errorf("she is %+v", f)
	}
	tb.refuses("Iron Agnes is defeated, and comes back by /renew.", rules.Umpire, "set-wounds", "model", "Iron Agnes", "wounds", "0", "reason", "x")
	tb.refuses("Iron Agnes is defeated and takes nothing.", 1, "treasure", "hero", "Iron Agnes", "gold", "2")
	for _, o := range tb.fight.Legal(2, "attack", "target", nil) {
		if o.Label == "Iron Agnes" {
			t.Error("she can still be attacked")
		}
	}
	tb.order(1, "renew", "hero", "Agnes") // WF-22
	if f := tb.find("Iron Agnes"); f.Defeated || f.Wounds != 0 || len(f.Cards) != 0 {
		t.Errorf("renewed she is %+v", f)
	}
	tb.refuses("Iron Agnes is not defeated.", 1, "renew", "hero", "Agnes")
	tb.refuses("Bilge Rat is a minion. Only heroes are renewed.", 1, "renew", "hero", "Bilge Rat")
}

func TestAFallenMinionIsRemoved(t *testing.T) { // WF-15
	tb := demo(t)
	tb.umpire("set-wounds", "model", "Tin Wolf", "wounds", "2", "reason", "a fall")
	tb.says("Tin Wolf is defeated and is out of the fight")
	if len(tb.state().Markers) != 0 || !strings.Contains(tb.sees(0), "**Tin Wolf**, minion: out of the fight") {
		t.Errorf("everybody sees:\n%s", tb.sees(0))
	}
}

func TestGoldAloneGoesWhereItsTeamSays(t *testing.T) { // WF-12
	for pick, want := range map[string]string{goldStack: "Pip Quickly's 2 gold is stacked in the space.", goldKeep: "Pip Quickly leaves 2 gold with the hero card, and a defeat marker in the space."} {
		tb := demo(t)
		tb.umpire("set-wounds", "model", "Pip", "wounds", "4", "reason", "a fall")
		tb.mute("gold is stacked", "with the hero card")
		tb.pick(2, "gold-b2", pick)
		tb.says(want)
	}
	for house, want := range map[string]string{goldStack: "is stacked", goldKeep: "with the hero card"} {
		tb := demo(t, "gold_default", house)
		tb.umpire("set-wounds", "model", "Pip", "wounds", "4", "reason", "a fall")
		q := tb.question(2, "gold-b2")
		tb.make(rulestest.Move{Seat: 2, Reply: &rules.Reply{Asked: q.Asked, Ask: q.ID, Lapse: true}})
		tb.says(want)
	}
}

func TestLootIsTakenWholeOrInParts(t *testing.T) { // WF-21
	tb := demo(t)
	tb.refuses("No marker can be named here now.", 1, "loot", "hero", "Iron Agnes", "from", "Blackbeard")
	tb.umpire("set-wounds", "model", "Blackbeard", "wounds", "7", "reason", "a fall")
	if what := tb.fight.Legal(2, "loot", "what", map[string]string{"hero": "b1", "from": "m1"}); len(what) != 2 || what[0].Label != "Face-down card c2" || what[1].Label != "3 gold" {
		t.Errorf("there is to take %+v", what)
	}
	tb.order(1, "loot", "hero", "Iron Agnes", "from", "Blackbeard", "what", "gold")
	tb.says("**Iron Agnes takes 3 gold** that Blackbeard left, as called by Alice.")
	tb.mute("The marker goes")
	tb.refuses("No loot is called crown.", 1, "loot", "hero", "Iron Agnes", "from", "Blackbeard", "what", "crown")
	tb.refuses("Bilge Rat is a minion and carries nothing.", 1, "loot", "hero", "Bilge Rat", "from", "Blackbeard")
	tb.order(1, "loot", "hero", "Iron Agnes", "from", "Blackbeard")
	tb.says("takes 1 card face down", "The marker goes.")
	if f := tb.find("Iron Agnes"); f.Gold != 3 || f.down() != 1 || len(tb.state().Markers) != 0 {
		t.Errorf("she has %+v", f)
	}
}

func TestTrackersGoWithTheirHeroUnlessTheyStay(t *testing.T) { // WF-23
	tb := demo(t)
	tb.order(2, "track", "name", "Hexed", "because", "Rizzik", "on", "Blackbeard", "gives", "-1 melee hit")
	tb.order(2, "track", "name", "Totem", "because", "Rizzik", "on", "F4", "stays", "true")
	tb.order(2, "track", "name", "Snare", "because", "Pip", "on", "A1")
	if s := tb.state(); s.Trackers[0].On != "a1" || s.Trackers[2].On != "" || s.Trackers[2].Place != "A1" {
		t.Errorf("they lie at %+v", s.Trackers) // the space A1 is not the hero with the id a1
	}
	tb.refuses("“lots” is not a modifier like “+1 melee hit”", 2, "track", "name", "Odd", "because", "Rizzik", "on", "Pip", "gives", "lots")
	tb.refuses("Only a tracker on a hero or minion changes attacks.", 2, "track", "name", "Odd", "because", "Rizzik", "on", "F4", "gives", "+1 hit")
	tb.refuses("A tracker has a name and a place", 2, "track", "name", "two\nlines", "because", "Rizzik", "on", "F4")
	tb.umpire("set-wounds", "model", "Rizzik", "wounds", "5", "reason", "a fall")
	tb.says("With Rizzik goes what was placed because of this hero: Hexed.")
	var left []string
	for _, tr := range tb.state().Trackers {
		left = append(left, tr.Name)
	}
	if !slices.Equal(left, []string{"Totem", "Snare"}) {
		t.Errorf("left are %v", left)
	}
	tb.refuses("Rizzik is defeated, so nothing is placed", 2, "track", "name", "Late", "because", "Rizzik", "on", "F4")
	tb.refuses("No tracker is called Hexed.", 1, "untrack", "tracker", "Hexed")
	tb.order(1, "untrack", "tracker", "Snare")
}

func TestTheUmpireCorrectsWoundsGoldAndCards(t *testing.T) {
	tb := demo(t)
	tb.umpire("set-gold", "hero", "Pip", "gold", "7", "reason", "counted anew")
	tb.says("The umpire sets Pip Quickly's gold from 2 to **7**: counted anew")
	tb.umpire("take-card", "hero", "Agnes", "card", "Broadaxe", "reason", "never drawn")
	tb.says("takes Broadaxe from Iron Agnes: never drawn")
	tb.umpire("take-card", "hero", "Blackbeard", "card", "c2", "reason", "never drawn")
	tb.says("takes a face-down card from Blackbeard")
	tb.mute("Cutlass")
	for want, args := range map[string][]string{
		"Pip Quickly has from 0 to 4 wounds.": {"set-wounds", "model", "Pip", "wounds", "5", "reason", "x"},
		"Gold is a number from 0 to 9999.":    {"set-gold", "hero", "Pip", "gold", "-1", "reason", "x"},
		"Tin Wolf carries nothing now.":       {"set-gold", "hero", "Tin Wolf", "gold", "1", "reason", "x"},
		"No card can be named here now.":      {"take-card", "hero", "Pip", "card", "Broadaxe", "reason", "x"},
		"/set-wounds needs reason":            {"set-wounds", "model", "Pip", "wounds", "1"},
		"No team is called Green.":            {"end", "reason", "x", "winner", "Green"},
	} {
		tb.refuses(want, rules.Umpire, args[0], args[1:]...)
	}
	tb.umpire("end", "reason", "time is up", "winner", "2")
	if o := tb.fight.Over(); o == nil || o.Winner != 2 {
		t.Errorf("over: %+v", o)
	}
}

func TestTreasureIsOneThingAtATime(t *testing.T) {
	tb := demo(t)
	tb.refuses("Name a card or gold, not both.", 1, "treasure", "hero", "Agnes", "card", "Broadaxe", "gold", "2")
	tb.refuses("Gold is a number from 1 to 9999.", 1, "treasure", "hero", "Agnes", "gold", "0")
	tb.refuses("No card is called Excalibur.", 1, "treasure", "hero", "Agnes", "card", "Excalibur")
	tb.order(1, "treasure", "hero", "Agnes", "gold", "2")
	tb.says("Iron Agnes takes 2 gold, as called by Alice.")
}

func TestTheRosterKeepsWhatTheFightLeaves(t *testing.T) {
	tb := demo(t)
	tb.umpire("set-wounds", "model", "Blackbeard", "wounds", "3", "reason", "x")
	tb.umpire("set-wounds", "model", "Tin Wolf", "wounds", "2", "reason", "x")
	var setup rules.Setup
	for _, side := range tb.Log[0].Setup.Setup.Sides {
		side.Fighters = nil
		setup.Sides = append(setup.Sides, side)
	}
	for _, f := range tb.fight.Roster() {
		if strings.Contains(string(f.Sheet), "utlass") && f.Name == "Blackbeard" {
			t.Errorf("the sheet of %s names what lies face down: %s", f.Name, f.Sheet)
		}
		setup.Sides[f.Seat-1].Fighters = append(setup.Sides[f.Seat-1].Fighters, f)
	}
	s, err := newS(setup)
	if err != nil {
		t.Fatal(err)
	}
	if f := s.figure("a1"); f.Wounds != 3 || f.Sheet.FaceDown != 1 || f.Gold != 3 || !s.figure("b3").Defeated || len(s.figure("a2").Cards) != 1 {
		t.Errorf("a return match begins with %+v", f)
	}
}
