package skirmish

import (
	"testing"

	"umpire/rules"
	"umpire/rules/kit"
)

// last lays a battle out at the mission's check of the last B End Phase.
func last(t *testing.T, mission string, options ...string) *table {
	tb := lay(t, "pirates: 2 Fighter", "sci_corps: 2 Assaulter", append([]string{"mission", mission}, options...)...)
	tb.s.Round, tb.s.Stage = 6, missionCheck
	tb.at("Fighter 1", 10, 10).at("Fighter 2", 12, 10).at("Assaulter 1", 40, 40).at("Assaulter 2", 42, 40)
	return tb.phase(BEnd)
}

func TestABattleToKillIsADrawWhenBothArmiesStand(t *testing.T) { // SK-37
	tb := last(t, "kill_all")
	tb.model("Fighter 1").Status = Dead
	tb.start()
	tb.over(rules.Everyone)
	tb.says("Both armies stand after round 6. Battle value killed: 0 by The Pirates of Skull Coast, 2 by Sci-Corps.")
	tb = last(t, "kill_all", "kill_all_tie", "battle_value")
	tb.model("Fighter 1").Status = Dead
	tb.start()
	tb.over(2)
}

func TestWhoLiesDownAtTheEndCountsAsDead(t *testing.T) { // SK-18
	tb := last(t, "kill_all")
	tb.model("Fighter 1").Status, tb.model("Fighter 2").Status = Lies, Lies
	tb.start()
	tb.over(2)
	tb = last(t, "kill_all")
	tb.s.Round = 3
	tb.model("Fighter 1").Status, tb.model("Fighter 2").Status = Lies, Lies
	tb.start()
	if tb.b.Fight.Over() != nil {
		t.Error("all lying is beaten before the end")
	}
}

func TestAnArmyThatLiesDownWholeLosesByHouseRule(t *testing.T) {
	tb := last(t, "kill_all", "all_lying_loses_at_round_end", "true")
	tb.s.Round = 3
	tb.model("Fighter 1").Status, tb.model("Fighter 2").Status = Lies, Lies
	tb.start()
	tb.over(2)
}

func TestAnArmyThatIsWipedOutHasLostAtOnce(t *testing.T) { // SK-38
	tb := lay(t, "sci_corps: 1 Assaulter", "shining_brotherhood: 1 Swordsman", "mission", "demolition").phase(AShoots)
	tb.at("Assaulter", 20, 20).at("Swordsman", 20, 30)
	tb.model("Swordsman").Lives = 1
	tb.rolls(4, 1, 1, 2, 3, 4, 5)
	tb.attack(1, "Assaulter", "Swordsman")
	tb.says("Nobody is left of The Shining Brotherhood.")
	tb.over(1)
}

func TestBothWipedOutIsADraw(t *testing.T) {
	tb := lay(t, "sci_corps: 1 Missile Launcher", "shining_brotherhood: 1 Swordsman").phase(AShoots)
	tb.at("Missile Launcher", 20, 20).at("Swordsman", 20, 23)
	tb.model("Swordsman").Lives = 1
	tb.rolls(4, 1, 1, 1, 1, 2, 3, 4, 5, 1, 1, 1, 1, 2, 3, 4)
	tb.attack(1, "Missile Launcher", "Swordsman")
	tb.over(rules.Everyone)
}

func TestDemolitionPlacesMarkersByTheRules(t *testing.T) { // SK-22
	tb := sit(t, "pirates: 2 Fighter", "pirates: 2 Musketeer", []int{6, 1}, "mission", "demolition")
	tb.pick(1, "edge", "south")
	tb.lapse(1, "placing")
	tb.lapse(2, "placing")
	tb.refused(`is 6" from your north edge; a marker is placed more than 6" from it.`, 2, "marker", "to", "24,42")
	tb.order(2, "marker", "to", "24,40")
	tb.says("Bob places marker 1 at 24,40 (E7).")
	tb.refused(`is 11.99" from marker 1; markers are placed 12" apart`, 2, "marker", "to", "24,28.01")
	tb.order(2, "marker", "to", "24,28")
	tb.order(2, "done")
	tb.says("with 2 markers on the table the battle is A's")
	tb.order(2, "marker", "to", "C3")
	tb.order(2, "done")
	tb.says("Round 1 of 6")
	if n := len(tb.state().Markers); n != 3 {
		t.Errorf("%d markers", n)
	}
}

func TestMarkersThatLapseArePlacedByTheUmpire(t *testing.T) {
	for _, edge := range []string{"north", "east"} {
		tb := sit(t, "pirates: 2 Fighter", "pirates: 2 Musketeer", []int{6, 1}, "mission", "demolition")
		tb.pick(1, "edge", edge)
		tb.lapse(1, "placing")
		tb.lapse(2, "placing")
		tb.lapse(2, "markers")
		s := tb.state()
		if len(s.Markers) != 5 {
			t.Fatalf("%d markers", len(s.Markers))
		}
		for i, k := range s.Markers {
			for _, o := range s.Markers[:i] {
				if k.At.To(o.At) < 12*kit.Inch || s.Field.Edge(kit.Base{At: k.At}, s.edgeOf(2)) <= 6*kit.Inch {
					t.Errorf("%s at %s", k.Name, k.At)
				}
			}
		}
	}
}

func TestDemolitionDestroysAfterEachEndPhaseAndCountsAtTheEnd(t *testing.T) { // SK-23, SK-24
	for left, winner := range map[int]rules.Seat{4: 2, 3: 1} {
		tb := last(t, "demolition")
		for i := range left {
			tb.s.mark(kit.Point{X: kit.Length(1000 + 600*i), Y: 3000})
		}
		tb.at("Fighter 1", 10, 33.5) // 3" from the first
		tb.start()
		tb.says("**Marker 1 is destroyed.**")
		tb.over(winner)
	}
	tb := last(t, "demolition")
	tb.s.mark(kit.Point{X: 1000, Y: 3000})
	tb.at("Fighter 1", 10, 33.51)
	tb.start()
	tb.mute("destroyed")
}

func TestTheFordScoresAfterEachBEnd(t *testing.T) {
	tb := last(t, "ford")
	tb.s.Round = 2
	tb.at("Fighter 1", 24, 30).at("Fighter 2", 24, 18)
	tb.at("Assaulter 1", 30, 24).at("Assaulter 2", 31, 27)
	tb.start()
	tb.says("Alice has 2 near, Bob 1. **Alice scores.** 1 to 0.")
	tb = last(t, "ford")
	tb.start()
	tb.over(2) // level is B's
	tb = last(t, "ford")
	tb.s.Sides[0].Score = 1
	tb.start()
	tb.over(1)
}

func TestBreakThroughCountsWhoLeavesAndWhoDies(t *testing.T) { // SK-39
	tb := lay(t, "pirates: 2 Fighter", "sci_corps: 1 Assaulter", "mission", "break_through")
	tb.at("Fighter 1", 10, 44).at("Fighter 2", 20, 10)
	tb.refused("can do nothing special", 1, "special", "model", "Fighter 1", "what", "leave")
	tb.move(1, "Fighter 1", "north")
	tb.order(1, "special", "model", "Fighter 1", "what", "leave")
	tb.says("**Fighter 1 leaves over the far edge.** Alice has 1 point.")
	tb.is("Fighter 1", Gone)
	for dead, winner := range map[int]rules.Seat{0: 1, 1: 2} {
		tb := last(t, "break_through")
		tb.s.Sides[0].Score = 1
		tb.model("Fighter 1").Status = Gone
		if dead > 0 {
			tb.model("Fighter 2").Status = Lies
		}
		tb.start()
		tb.over(winner)
	}
}
