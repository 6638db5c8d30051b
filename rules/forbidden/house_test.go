package forbidden

import (
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/kit"
)

func TestSequentialDamageSparesTheDefenderOfADestroyedAttacker(t *testing.T) {
	for _, c := range []struct{ option, want string }{{"false", "both sides are gone"}, {"true", "Bob wins"}} {
		tb := sit(t, "ultramarines chaos", "sequential_damage", c.option)
		tb.combat("Scout", "Cultist", 1, 1)
		tb.cards("volley", "volley")
		tb.says(c.want)
	}
}

func TestABastionKeepsDamageWhereTheHouseHasItSo(t *testing.T) { // FS-10
	for _, c := range []struct{ option, want string }{{"false", "nothing happens"}, {"true", "it keeps the damage"}} {
		tb := sit(t, "ultramarines orks", "bastion_keeps_damage", c.option)
		tb.combat("Space Marine", "bastion", 1, 1, 6, 6)
		tb.cards("steady-advance", "feint", 4)
		tb.says("Bob suffers 2", "2 on the bastion, health 3: "+c.want)
		tb.cards("feint", "rally-cry")
		if tb.asked(1) == "orders1" != (c.option == "true") {
			t.Errorf("with %s, seat 1 is asked %s", c.option, tb.asked(1))
		}
	}
}

func TestTokensAloneCaptureUnlessTheHouseHasItOtherwise(t *testing.T) { // FS-12
	for _, option := range []string{"false", "true"} {
		c := &Combat{House: houseOf(map[string]string{"tokens_hold_nothing": option}), Result: &Result{Won: true, Winner: Attacker}}
		c.Armies[Attacker] = &Army{Units: []*Unit{{ID: "t1", Token: true}}}
		if c.Captures() != (option == "false") {
			t.Errorf("with %s, tokens capture: %v", option, c.Captures())
		}
		c.Armies[Attacker].Units = append(c.Armies[Attacker].Units, &Unit{ID: "u1"})
		if !c.Captures() {
			t.Error("a unit does not capture")
		}
	}
}

func TestACardThatTakesTheLastUnitEndsTheCombatWhereTheHouseHasItSo(t *testing.T) { // FS-7
	for _, option := range []string{"false", "true"} {
		setup := sample()
		setup.Options = map[string]string{"check_elimination_after_cards": option}
		sheet, err := readSheet(setup.Sides[0].Fighters[0].Sheet)
		if err != nil {
			t.Fatal(err)
		}
		sheet.Deck.Designs[0].General = []string{"destroy 1 enemy unit"}
		setup.Sides[0].Fighters[0].Sheet = kit.Encode(sheet)
		tb := sitDown(t, setup)
		tb.combat("Scout", "Boyz", 6, 1, 1)
		tb.cards("volley", "steady-advance", map[string][]int{"false": {1}, "true": nil}[option]...)
		if option == "true" {
			tb.mute("Bob turns")
			tb.says("Alice wins")
		} else {
			tb.says("Bob turns", "Alice suffers 4", "both sides are gone") // the dead still hit back
		}
	}
}

func TestAllRoutedDefendersFightWhereTheHouseHasItSo(t *testing.T) { // FS-5
	tb := sit(t, "ultramarines orks", "auto_win_vs_all_routed", "false")
	tb.combat("Scout", "Nob routed", 1)
	tb.says("Bob rolls no dice", "Round 1")
}

func TestThePrintedDecksArePlayedWhereTheHouseHasItSo(t *testing.T) {
	tb := sit(t, "ultramarines orks", "decks", "printed")
	tb.combat("Scout, Space Marine", "Nob, Boyz", 6, 1, 4, 1, 1, 1, 4)
	if got := tb.offered(1, "card1"); got != "ambush blessed-power-armour faith-in-the-emperor fury-of-the-ultramar reconnaissance" {
		t.Errorf("seat 1 holds %s", got)
	}
	tb.pick(1, "card1", "reconnaissance")
	tb.pick(2, "card2", "mek-boyz")
	tb.says("Alice looks at Bob's face-down card")
	tb.mute("Mek Boyz")
	if told := tb.told(1); !strings.Contains(told, "Mek Boyz") {
		t.Errorf("Alice is told %s", told)
	}
	tb.pick(1, "ability", "w2") // two defence tokens
	if got := tb.offered(1, "ability"); got != "w1 no" {
		t.Errorf("offered is %s", got)
	}
	tb.pick(1, "ability", "w1")
	tb.says("Alice spends 1 morale die.")
	tb.pick(1, "unit", "u2")
	tb.says("Alice retreats to Brae, routed until the Refresh Phase: Space Marine.", "Bob turns Mek Boyz")
	if got := tb.held(1, "Brae"); got != "routed Space Marine" {
		t.Errorf("at Brae is %s", got)
	}
}

func TestALapsedCardIsLookedAtWithoutTellingTheTable(t *testing.T) { // FS-24
	tb := sit(t, "ultramarines orks", "decks", "printed")
	tb.combat("Scout", "Nob", 6, 1, 4)
	tb.lapse(2, "card2")
	tb.dice.Queue(2)
	tb.pick(1, "card1", "reconnaissance")
	tb.says("For Bob, a numbered roll picks a card of the hand.", "Alice looks at")
	tb.mute("Gretchin")
	if told := tb.told(1); !strings.Contains(told, "Gretchin") {
		t.Errorf("Alice is told %s", told)
	}
	tb.pick(1, "ability", "w1")
	tb.pick(1, "ability", "no")
	tb.says("Bob turns Gretchin")
}

func TestWatchersAndTheEnemySeeNoHand(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	tb.combat("Scout", "Nob", 6, 1, 4)
	tb.pick(1, "card1", "steady-advance")
	for _, seat := range []rules.Seat{rules.Everyone, 2} {
		for _, f := range tb.Fight.View(seat).Fields {
			if seat == rules.Everyone && strings.Contains(f.Value, "Steady Advance") || strings.Contains(f.Name, "hand") && seat == rules.Everyone {
				t.Errorf("seat %d sees %v", seat, f)
			}
		}
		if len(tb.Fight.Asks(seat)) > 0 && tb.asked(seat) != "card2" {
			t.Errorf("seat %d is asked %s", seat, tb.asked(seat))
		}
	}
}
