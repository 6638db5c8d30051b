package skirmish

import (
	"strings"
	"testing"

	"umpire/rules/kit"
)

func convoy(t *testing.T, options ...string) *table {
	tb := lay(t, "sci_corps: 1 Wardog APC, 3 Assaulter", "pirates: 1 Captain, 1 Grenadier", options...)
	return tb.at("Wardog APC", 24, 10).at("Assaulter 1", 28, 10).at("Assaulter 2", 10, 10).at("Assaulter 3", 12, 10).at("Captain", 24, 40).at("Grenadier", 10, 40)
}

func TestInfantryGetsInAtTheEndOfItsMove(t *testing.T) { // SK-32
	tb := convoy(t)
	tb.refused(`Assaulter 1 is 2" away from Wardog APC: it ends its move touching it`, 1, "special", "model", "Assaulter 1", "what", "Get into Wardog APC")
	tb.move(1, "Assaulter 1", "toward Wardog APC")
	tb.order(1, "special", "model", "Assaulter 1", "what", "Get into Wardog APC")
	tb.says("Assaulter 1 gets into Wardog APC: 1 inside, room for 5 more.")
	tb.refused("Somebody got in or out of Wardog APC in this phase", 1, "move", "models", "Wardog APC", "to", "north")
	tb.refused("Assaulter 1 is aboard Wardog APC: it gets out first", 1, "move", "models", "Assaulter 1", "to", "north")
}

func TestNobodyGetsInOrOutOfATransportThatMoves(t *testing.T) {
	tb := convoy(t)
	m := tb.model("Assaulter 2")
	m.Status, m.Inside = Aboard, "wardog_apc_1"
	tb.move(1, "Wardog APC", "north")
	tb.says(`12" (Fast)`)
	tb.refused("has moved in this phase: nobody gets in or out", 1, "special", "model", "Assaulter 2", "what", "out")
}

func TestPassengersGetOutAndThenMove(t *testing.T) {
	tb := convoy(t)
	m := tb.model("Assaulter 2")
	m.Status, m.Inside = Aboard, "wardog_apc_1"
	tb.order(1, "special", "model", "Assaulter 2", "what", "out")
	tb.says("Assaulter 2 gets out of Wardog APC.")
	tb.gap("Assaulter 2", "Wardog APC", 0)
	tb.move(1, "Assaulter 2", "north")
}

func TestPassengersCannotBeAttackedOrCaught(t *testing.T) {
	tb := convoy(t).phase(BShoots)
	m := tb.model("Assaulter 2")
	m.Status, m.Inside = Aboard, "wardog_apc_1"
	tb.at("Grenadier", 24, 20)
	tb.refused("Assaulter 2 is inside Wardog APC and cannot be attacked there", 2, "attack", "attacker", "Grenadier", "target", "Assaulter 2")
	tb.rolls(4, 1, 1, 2, 3, 1, 4, 4, 5, 5, 6).rolls(1, 1, 1, 1, 2, 2, 2)
	tb.attack(2, "Grenadier", "Wardog APC")
	tb.says("**2 damage. Wardog APC has 4 of 6 lives left.** Its one passenger is unhurt.")
}

func TestPassengersGetOutOfADeadTransportAndMoveThreeInches(t *testing.T) { // SK-32
	tb := convoy(t).phase(BMoves)
	tb.at("Captain", 24, 12)
	for _, name := range []string{"Assaulter 2", "Assaulter 3"} {
		m := tb.model(name)
		m.Status, m.Inside = Aboard, "wardog_apc_1"
	}
	tb.model("Wardog APC").Lives = 1
	tb.rolls(4, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2)
	tb.attack(2, "Captain", "Wardog APC")
	tb.says("**Assaulter 2 and Assaulter 3 must get out of Wardog APC at once.**")
	if q := tb.asked(1); !strings.Contains(q.Prompt, `Assaulter 2 gets out and may move up to 3"`) {
		t.Errorf("%+v", q)
	}
	tb.refused(`moves at most 3" (getting out)`, 1, "move", "models", "Assaulter 2", "to", "south 3.2")
	tb.move(1, "Assaulter 2", "south")
	tb.lapse(1, "where")
	s := tb.state()
	if s.active() != 2 || s.model("assaulter_3").At.To(kit.Point{X: 2400, Y: 1000}) > 200 {
		t.Errorf("it is %s, and Assaulter 3 stands at %s", s.Phase, s.model("assaulter_3").At)
	}
}

func TestPassengersBeyondTheLivesLeftGetOutByHouseRule(t *testing.T) {
	tb := convoy(t, "eject_over_capacity", "true").phase(BShoots)
	tb.at("Grenadier", 24, 20).at("Captain", 40, 40)
	for _, name := range []string{"Assaulter 1", "Assaulter 2", "Assaulter 3"} {
		m := tb.model(name)
		m.Status, m.Inside = Aboard, "wardog_apc_1"
	}
	tb.model("Wardog APC").Lives = 4
	tb.rolls(4, 1, 1, 2, 3, 2, 3, 4, 4, 5, 5)
	tb.attack(2, "Grenadier", "Wardog APC")
	tb.says("**Assaulter 3 must get out of Wardog APC at once.**")
	tb.gap("Assaulter 3", "Wardog APC", 0)
}
