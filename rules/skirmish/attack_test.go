package skirmish

import (
	"testing"

	"umpire/rules/kit"
)

func TestAttacksThatTheRulesDoNotAllowAreRefusedWithTheNumber(t *testing.T) {
	tb := lay(t, "pirates: 1 Captain, 1 Grappler, 2 Fighter", "sci_corps: 3 Assaulter").phase(AShoots)
	tb.at("Captain", 24, 10).at("Grappler", 10, 10).at("Fighter 1", 30, 10).at("Fighter 2", 40, 10)
	tb.at("Assaulter 1", 24, 25.2).at("Assaulter 2", 30, 11).at("Assaulter 3", 24, 18)
	tb.model("Fighter 2").Status = Lies
	for _, c := range []struct{ attacker, target, want string }{
		{"Captain", "Assaulter 1", `Assaulter 1 is 14.2" away, range 12".`},
		{"Captain", "Assaulter 2", "Assaulter 2 is in contact with one of your models and cannot be shot at"},
		{"Fighter 1", "Assaulter 3", "Fighter 1 has no ranged attack (RAF 0)"},
		{"Fighter 2", "Assaulter 3", "Fighter 2 is not standing"},
		{"Captain", "Fighter 1", "Fighter 1 is of your own side"},
		{"Assaulter 1", "Captain", "Assaulter 1 is not yours"},
		{"Captain", "Ghost", "No model is called Ghost"},
		{"Nobody", "Assaulter 1", "No model is called Nobody"},
	} {
		tb.refused(c.want, 1, "attack", "attacker", c.attacker, "target", c.target)
	}
	tb.refused("Cover is open, soft or hard", 1, "attack", "attacker", "Captain", "target", "Assaulter 3", "cover", "thick")
	tb.refused("The umpire measures here", 1, "attack", "attacker", "Captain", "target", "Assaulter 3", "distance", "7")
	tb.refused("has no weapon here", 1, "attack", "attacker", "Captain", "target", "Assaulter 3", "weapon", "cutlass")
	tb.rolls(1)
	tb.attack(1, "Captain", "Assaulter 3")
	tb.refused("Captain has shot or run in this phase", 1, "attack", "attacker", "Captain", "target", "Assaulter 3")
}

func TestAModelInContactCannotShoot(t *testing.T) {
	tb := lay(t, "pirates: 1 Captain, 1 Musketeer", "sci_corps: 2 Assaulter").phase(AShoots)
	tb.at("Captain", 24, 10).at("Musketeer", 10, 10).at("Assaulter 1", 24, 11).at("Assaulter 2", 24, 16)
	tb.refused("Captain is in contact with an enemy and cannot shoot", 1, "attack", "attacker", "Captain", "target", "Assaulter 2")
}

func TestAModelStrikesOnceInItsPhaseAndOnlyInContact(t *testing.T) { // SK-3
	tb := lay(t, "pirates: 1 Captain, 1 Fighter", "sci_corps: 2 Assaulter")
	tb.at("Captain", 24, 10).at("Fighter", 10, 10).at("Assaulter 1", 24, 11).at("Assaulter 2", 24, 25)
	tb.refused(`Assaulter 2 is 14" away from Captain: a melee attack needs contact`, 1, "attack", "attacker", "Captain", "target", "Assaulter 2")
	tb.refused("Cover does not count in melee", 1, "attack", "attacker", "Captain", "target", "Assaulter 1", "cover", "hard")
	tb.rolls(1)
	tb.attack(1, "Captain", "Assaulter 1")
	tb.refused("makes one melee attack", 1, "attack", "attacker", "Captain", "target", "Assaulter 1")
	tb.refused("/attack cannot be given now", 2, "attack", "attacker", "Assaulter 1", "target", "Captain")
	tb.done()
	tb.rolls(1)
	tb.attack(2, "Assaulter 1", "Captain") // it strikes back in its own phase
}

func TestTheUmpireMeasuresCoverAlongTheLine(t *testing.T) {
	tb := lay(t, "pirates: 1 Musketeer, 1 Fighter", "sci_corps: 1 Assaulter", "field", "mill").phase(AShoots)
	tb.s.Field, _ = fieldOf(mustFill(t, "mill"))
	tb.at("Musketeer", 24, 15).at("Assaulter", 24, 33).rolls(5)
	tb.attack(1, "Musketeer", "Assaulter")
	tb.says("To hit: 6 in hard cover (the mill). The die shows 5. **A miss.**")
}

func TestAnotherCoverCountsForAShotWhenTheOtherSideAgrees(t *testing.T) { // SK-42
	for answer, want := range map[string]string{"yes": "5+ in soft cover, as agreed", "no": "6 in hard cover (the mill)"} {
		tb := lay(t, "pirates: 1 Musketeer, 1 Fighter", "sci_corps: 1 Assaulter").phase(AShoots)
		tb.s.Field, _ = fieldOf(mustFill(t, "mill"))
		tb.at("Musketeer", 24, 15).at("Assaulter", 24, 33)
		tb.attack(1, "Musketeer", "Assaulter", "cover", "soft")
		if by, open := tb.b.Fight.Declared(); by != 1 || !open {
			t.Error("the declaration cannot be objected to")
		}
		tb.rolls(1)
		tb.pick(2, "call", answer)
		tb.says(want)
	}
}

func TestAgreedCoverCountsUntilTheModelMoves(t *testing.T) { // SK-42
	tb := lay(t, "pirates: 1 Musketeer, 1 Fighter", "sci_corps: 1 Assaulter").phase(AShoots)
	tb.s.Field, _ = fieldOf(mustFill(t, "mill"))
	tb.at("Musketeer", 5, 15).at("Assaulter", 5, 25)
	tb.refused("Cover is open, soft or hard", 1, "cover", "target", "Assaulter", "cover", "iron")
	tb.order(1, "cover", "target", "Assaulter", "cover", "hard")
	tb.says("Alice says that Assaulter stands in hard cover.")
	tb.pick(2, "call", "yes")
	tb.says("Bob agrees")
	tb.rolls(5)
	tb.attack(1, "Musketeer", "Assaulter")
	tb.says("6 in hard cover, as agreed")
	if tb.model("Assaulter").Cover != kit.Hard {
		t.Error("it is forgotten at once")
	}
}
