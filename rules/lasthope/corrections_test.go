package lasthope

import (
	"strings"
	"testing"

	"umpire/rules"
)

func TestTheUmpireSetsWoundsWithAReason(t *testing.T) {
	tb := called(t, "sheriffs", "outlawmen")
	tb.order(rules.Umpire, "set-wounds", "model", "silas crane", "wounds", "1", "reason", "forgot the duel")
	tb.says("The umpire sets Silas Crane from 3 to **1 of 3 wounds left**: forgot the duel")
	tb.refused("has from 0 to 3 wounds left", rules.Umpire, "set-wounds", "model", "silas crane", "wounds", "4", "reason", "x")
	tb.refused("needs reason", rules.Umpire, "set-wounds", "model", "silas crane", "wounds", "2")
	tb.refused("", 1, "set-wounds", "model", "silas crane", "wounds", "2", "reason", "x")
}

func TestACorrectionThatLeavesNobodyEndsTheFight(t *testing.T) {
	sides := gangs(t, "sheriffs", "outlawmen")
	sides[1].Fighters = sides[1].Fighters[3:4]
	tb := sit(t, sides, nil)
	tb.order(rules.Umpire, "set-wounds", "model", "Dusty", "wounds", "0", "reason", "x")
	tb.over(1)
}

func TestTheUmpireEndsAFight(t *testing.T) {
	for winner, want := range map[string]rules.Seat{"Outlawmen": 2, "1": 1, "": rules.Everyone} {
		tb := called(t, "sheriffs", "outlawmen")
		tb.refused("No gang is called Pirates.", rules.Umpire, "end", "winner", "Pirates", "reason", "x")
		tb.order(rules.Umpire, "end", "winner", winner, "reason", "it is late")
		tb.says("it is late")
		tb.over(want)
	}
}

func TestTheUmpireEndsAFightInTheMiddleOfAnAttack(t *testing.T) {
	tb := called(t, "sheriffs", "outlawmen")
	tb.attack(1, "Pike", "Dusty")
	tb.order(rules.Umpire, "end", "reason", "it is late")
	tb.over(rules.Everyone)
}

func TestNobodySeesTheOtherHand(t *testing.T) {
	tb := sit(t, gangs(t, "sheriffs", "outlawmen"), nil)
	tb.attack(1, "Pike", "Dusty")
	tb.pick(1, "card1", "6S")
	for _, seat := range []rules.Seat{rules.Everyone, 2} {
		view := tb.sees(seat)
		if strings.Contains(view, "6 of Spades") != (seat == 2) || strings.Count(view, "of Spades") > 5 {
			t.Errorf("seat %d sees:\n%s", seat, view)
		}
	}
	if strings.Contains(tb.told, "6 of") {
		t.Errorf("told: %s", tb.told)
	}
	if len(tb.fight.Asks(rules.Everyone)) != 0 {
		t.Error("everybody sees a secret choice")
	}
}

func TestAChoiceShowsWhatEachCardGives(t *testing.T) {
	tb := called(t, "sheriffs", "outlawmen")
	tb.attack(1, "Marshal Hale", "Cole")
	details := func(seat rules.Seat) map[string]string {
		list := map[string]string{}
		for _, o := range tb.question(seat).Options {
			list[o.ID] = o.Detail
		}
		return list
	}
	attack, defence := details(1), details(2)
	for id, want := range map[string]string{"7S": "10, favoured, wins a tie", "7D": "10", "JS": "15, favoured, its +1 is counted", "QS": "15, favoured, +1 damage", "AS": "19, favoured, its +2 is counted, +2 damage"} {
		if attack[id] != want {
			t.Errorf("attacking, %s gives %q, want %q", id, attack[id], want)
		}
	}
	for id, want := range map[string]string{"7S": "10", "7D": "10, favoured, wins a tie", "KD": "17, favoured, its +1 is counted, +1 toughness"} {
		if defence[id] != want {
			t.Errorf("defending, %s gives %q, want %q", id, defence[id], want)
		}
	}
	if want := "**Cole is under attack**: Marshal Hale, hunting knife.\nYour defence is 3. Nobody sees your card until both are in."; tb.question(2).Prompt != want {
		t.Error(tb.question(2).Prompt)
	}
}
