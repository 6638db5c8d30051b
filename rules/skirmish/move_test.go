package skirmish

import (
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/kit"
)

func skirmishers(t *testing.T) *table {
	tb := lay(t, "pirates: 1 Captain, 3 Fighter", "sci_corps: 2 Assaulter")
	return tb.at("Captain", 24, 10).at("Fighter 1", 10, 10).at("Fighter 2", 12, 10).at("Fighter 3", 14, 10).at("Assaulter 1", 24, 20).at("Assaulter 2", 40, 40)
}

func TestMovesThatTheRulesDoNotAllowAreRefusedWithTheNumber(t *testing.T) {
	tb := skirmishers(t)
	tb.at("Fighter 3", 0.5, 0.5)
	for to, want := range map[string]string{
		"24,16.01":            `That is 6.01" for Captain, which moves up to 6".`,
		"C8":                  `That is 36.`,
		"toward north 6.01":   `moves at most 6", not 6.01".`,
		"24,14.9;":            "is no place on the table",
		"NaN,3":               "is no place on the table",
		"1e9,3":               "is no place on the table",
		"1e9":                 "No model, marker or direction is called 1e9",
		"49,10":               "off the table, which measures 48\" by 48\"",
		"toward Nobody":       "No model, marker or direction is called Nobody. Did you mean",
		"":                    "needs to",
		"toward Assaulter 99": "No model, marker or direction is called Assaulter 99",
	} {
		tb.refused(want, 1, "move", "models", "Captain", "to", to)
	}
	tb.refused("off the table at 0.4,0.5; its base is 1\" wide", 1, "move", "models", "Fighter 3", "to", "0.4,0.5")
	tb.refused("No model is called Ghost", 1, "move", "models", "Ghost", "to", "C4")
	tb.refused("Assaulter 1 is not yours", 1, "move", "models", "Assaulter 1", "to", "C4")
	tb.refused("Name one of your models", 1, "move", "models", " , ", "to", "C4")
	tb.refused("goes from the lower number", 1, "move", "models", "Fighter 3-1", "to", "C4")
	tb.refused("No model is called Fighter 4", 1, "move", "models", "Fighter 2-4", "to", "C4")
	tb.refused("/run cannot be given now", 1, "run", "models", "Captain")
}

func TestAMoveDoesNotPassThroughAnEnemyAndEndsOnNobody(t *testing.T) {
	tb := skirmishers(t).at("Assaulter 1", 24, 12)
	tb.refused("Assaulter 1 is in the way of Captain", 1, "move", "models", "Captain", "to", "24,15")
	tb.refused("Assaulter 1 is in the way of Captain", 1, "move", "models", "Captain", "to", "24,11.5")
	tb.refused("Fighter 1 would stand on Fighter 2", 1, "move", "models", "Fighter 1", "to", "11.9,10")
	tb.move(1, "Fighter 1", "15.5,10") // through its friends
	tb.says(`moves 5.5" to 15.5,10 (C2)`)
	tb.order(1, "move", "models", "Captain", "to", "24,13", "via", "22.9,11.5;22.9,13") // around the enemy
	tb.says(`to 24,13 (E3), in contact with Assaulter 1`)
	tb.refused("", 1, "move", "models", "Captain", "to", "24,14", "via", "22,12;22,NaN")
	tb.refused("That is 1", 1, "move", "models", "Captain", "to", "24,14", "via", "18,12")
}

func TestDeadOrLyingOrRidingModelsDoNotMove(t *testing.T) {
	tb := skirmishers(t)
	tb.model("Fighter 1").Status = Dead
	tb.model("Fighter 2").Status = Lies
	tb.refused("Fighter 1 is not standing", 1, "move", "models", "Fighter 1", "to", "north")
	tb.refused("Fighter 2 is not standing", 1, "move", "models", "Fighter 2", "to", "north")
}

func TestSeveralModelsMoveTogether(t *testing.T) {
	tb := skirmishers(t)
	tb.move(1, "Fighter 1-3", "12,15")
	for name, x := range map[string]kit.Length{"Fighter 1": 1200, "Fighter 2": 1400, "Fighter 3": 1600} {
		if at := tb.model(name).At; at != (kit.Point{X: x, Y: 1500}) {
			t.Errorf("%s is at %s", name, at)
		}
	}
	tb.move(1, "fighters", "toward north 3")
	if at := tb.model("Fighter 2").At; at != (kit.Point{X: 1200, Y: 1300}) {
		t.Errorf("Fighter 2 is at %s", at)
	}
	tb.move(1, "all", "toward Assaulter 1")
	tb.says("They move toward Assaulter 1: ", "**Captain** 6\"")
	tb.move(1, "captain, fighter 1", "away from assaulter 1 2.5")
	if at := tb.model("Captain").At; at != (kit.Point{X: 2400, Y: 750}) {
		t.Errorf("Captain is at %s", at)
	}
}

func TestACrowdThatChargesStopsAroundItsTarget(t *testing.T) {
	tb := lay(t, "pirates: 12 Fighter", "dinosaur_empire: 1 Stegosaurus")
	for i, m := range tb.s.filter(1, (*Model).Standing) {
		m.At = kit.Point{X: kit.Length(1800 + 110*i), Y: 1900}
	}
	tb.at("Stegosaurus", 24, 23)
	tb.move(1, "all", "toward Stegosaurus")
	s := tb.state()
	for i, m := range s.Models {
		for _, o := range s.Models[:i] {
			if s.base(m).Overlaps(s.base(o)) {
				t.Errorf("%s stands on %s", m.Name, o.Name)
			}
		}
	}
	if n := len(s.touched(s.model("stegosaurus_1"))); n < 4 {
		t.Errorf("only %d made contact", n)
	}
	tb.says("2 more")
}

func TestAMoveMayBeMadeAnewUntilADieIsRolled(t *testing.T) { // SK-35
	tb := skirmishers(t)
	tb.move(1, "Captain", "north")
	tb.move(1, "Captain", "east 4") // from where the phase began
	if at := tb.model("Captain").At; at != (kit.Point{X: 2800, Y: 1000}) {
		t.Errorf("Captain is at %s", at)
	}
	tb.order(1, "undo-move", "models", "Captain")
	if m := tb.model("Captain"); m.At != (kit.Point{X: 2400, Y: 1000}) || m.Moved {
		t.Errorf("%+v", m)
	}
	tb.move(1, "Fighter 1", "north")
	tb.refused("The move of Fighter 2 cannot be taken back", 1, "undo-move", "models", "Fighter 2")
}

func TestAMoveThatADieFollowedStands(t *testing.T) {
	tb := skirmishers(t).at("Assaulter 1", 24, 13)
	tb.move(1, "Captain", "toward Assaulter 1")
	tb.move(1, "Fighter 1", "north")
	tb.rolls(1)
	tb.attack(1, "Captain", "Assaulter 1")
	tb.refused("a die has been rolled since", 1, "move", "models", "Fighter 1", "to", "south")
	tb.refused("/undo-move cannot be given now", 1, "undo-move", "models", "Fighter 1")
	tb.refused("has attacked in this phase: a model moves before it attacks", 1, "move", "models", "Captain", "to", "south")
	tb.move(1, "Fighter 2", "north") // it had not moved yet
	tb.done()
	tb.refused("", 1, "undo-move", "models", "Fighter 2")
}

func TestATakenBackMoveFindsItsPlaceFreeOrIsRefused(t *testing.T) {
	tb := skirmishers(t)
	tb.move(1, "Fighter 1", "north")
	tb.move(1, "Fighter 2", "10,10")
	tb.refused("Fighter 2 stands now where Fighter 1 came from", 1, "undo-move", "models", "Fighter 1")
	for _, o := range tb.b.Fight.Legal(1, "undo-move", "models", nil) {
		if o.ID == "fighter_1" {
			t.Error("it is offered all the same")
		}
	}
	tb.order(1, "undo-move", "models", "all")
	if at := tb.model("Fighter 1").At; at != (kit.Point{X: 1000, Y: 1000}) {
		t.Errorf("Fighter 1 is at %s", at)
	}
}

func TestEngagedModelsMoveOnlyKeepingContact(t *testing.T) { // SK-28
	tb := skirmishers(t).at("Assaulter 1", 24, 11).at("Assaulter 2", 25.6, 12)
	tb.refused(`Captain is in contact with Assaulter 1 and must stay so; there it would be 0.`, 1, "move", "models", "Captain", "to", "22.9,10")
	tb.refused("must stay so", 1, "move", "models", "Captain", "to", "south")
	tb.order(1, "move", "models", "Captain", "to", "25,11.1", "via", "25.1,10") // round the base, into a second enemy
	tb.refused("", 1, "move", "models", "Captain", "to", "south")
	s := tb.state()
	if held := s.touched(s.model("captain_1")); len(held) == 0 {
		t.Error("it has left contact")
	}
}

func TestEngagedModelsStayByHouseRule(t *testing.T) {
	tb := lay(t, "pirates: 1 Captain, 1 Fighter", "sci_corps: 1 Assaulter", "engaged_models_stay", "true")
	tb.at("Captain", 24, 10).at("Assaulter", 24, 11)
	tb.refused("such models do not move", 1, "move", "models", "Captain", "to", "24.02,10")
}

func TestRunsRollFirstAndAskThenWhere(t *testing.T) {
	tb := skirmishers(t).phase(AShoots).rolls(2, 5)
	tb.order(1, "run", "models", "Fighter 1, Captain")
	tb.says(`**Fighter 1 runs:** the die shows 2, so up to 2".`, `**Captain runs:** the die shows 5`)
	if q := tb.asked(1); q.ID != "where" || q.Default[0] != "stay" {
		t.Errorf("asked: %+v", q)
	}
	tb.refused(`moves at most 2" (its run), not 2.5"`, 1, "move", "models", "Fighter 1", "to", "north 2.5")
	tb.refused("moves first", 1, "move", "models", "Captain", "to", "north")
	tb.move(1, "Fighter 1", "north")
	tb.says(`**Fighter 1** runs 2" (its run) toward the north (B3).`)
	tb.pick(1, "where", "stay")
	tb.says("Captain stays where it is.")
	tb.refused("has shot or run in this phase", 1, "run", "models", "Captain")
	tb.refused("has no ranged attack (RAF 0)", 1, "attack", "attacker", "Fighter 2", "target", "Assaulter 1")
}

func TestARunThatLapsesStaysAndThePhaseGoesOn(t *testing.T) {
	tb := skirmishers(t).phase(AShoots).rolls(2)
	tb.order(1, "run", "models", "Fighter 1")
	tb.lapse(1, "where")
	if q := tb.asked(1); q.ID != "phase" {
		t.Errorf("asked: %+v", q)
	}
}

func TestModelsInContactDoNotRun(t *testing.T) {
	tb := skirmishers(t).at("Assaulter 1", 10, 11).phase(AShoots)
	tb.refused("Fighter 1 is in contact with Assaulter 1 and cannot run away", 1, "run", "models", "Fighter 1")
}

func TestMenusOfferOnlyGoalsThatMove(t *testing.T) {
	tb := skirmishers(t)
	tb.start()
	goals := tb.b.Fight.Legal(1, "move", "to", map[string]string{"models": "captain_1"})
	if len(goals) < 10 || goals[0].ID != "toward.assaulter_1" || goals[0].Label != "Toward Assaulter 1" || !strings.Contains(goals[0].Detail, `6" to E3`) {
		t.Errorf("%+v", goals)
	}
	for _, g := range goals {
		if _, _, err := tb.b.Fight.Answer(1, rules.Reply{Asked: tb.b.Fight.Asked(), Order: &rules.Order{Verb: "move", Args: map[string]string{"models": "captain_1", "to": g.ID}}}, tb.dice, rules.Stamp{}); err != nil {
			t.Errorf("%s is offered, and is refused: %v", g.ID, err)
		}
	}
}
