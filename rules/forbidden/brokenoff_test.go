package forbidden

import (
	"encoding/json"
	"strings"
	"testing"

	"umpire/rules"
)

// left is what the sheet of a side says that it holds: "Brae: Scout; Tor: bastion".
func (tb *table) left(seat rules.Seat) string {
	tb.t.Helper()
	var sheet Sheet
	if err := json.Unmarshal(tb.Fight.Roster()[seat-1].Sheet, &sheet); err != nil {
		tb.t.Fatal(err)
	}
	var list []string
	for _, at := range sheet.Held {
		list = append(list, at.Area+": "+at.Force)
	}
	return strings.Join(list, "; ")
}

func (tb *table) holds(first, second string) {
	tb.t.Helper()
	before := tb.Fight.Hash()
	if a, b := tb.left(1), tb.left(2); a != first || b != second {
		tb.t.Errorf("the sides hold\n%q and\n%q, want\n%q and\n%q", a, b, first, second)
	}
	if tb.Fight.Hash() != before {
		tb.t.Error("looking at the sheets moves the fight")
	}
}

func TestLossesStandWhenASessionEndsInACombat(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	tb.order(1, "muster", "to", "Brae", "force", "1 Land Raider, 2 Scouts")
	tb.order(2, "muster", "to", "Halden", "force", "1 Nob, 1 Boyz, bastion, factory")
	tb.combat("1 Land Raider, 1 Scout", "1 Nob, 1 Boyz, bastion, factory", 1, 1, 4, 6, 4, 4, 4, 4, 4, 4)
	tb.cards("volley", "feint", 4)
	tb.holds("Brae: 2 Scouts, Land Raider", "Halden: Nob, Boyz, bastion, factory")
	tb.cards("feint", "volley", 4)
	tb.holds("Brae: 2 Scouts, Land Raider", "Halden: Nob, Boyz, bastion, factory") // who takes the damage is not chosen yet
	tb.pick(1, "loss", "u1")
	tb.make(order(rules.Umpire, 0, "end", "reason", "bedtime"))
	tb.holds("Brae: 2 Scouts, routed Land Raider", "Halden: Nob, Boyz, bastion, factory")
}

func TestBeforeTheDiceABrokenOffCombatMovesNobody(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	tb.order(1, "muster", "to", "Brae", "force", "2 Scouts")
	tb.order(1, "attack", "to", "Halden", "from", "Brae", "force", "2 Scouts")
	tb.holds("Brae: 2 Scouts", "")
}

func TestACombatThatWaitsForTheLosersRetreatIsWon(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	tb.order(2, "muster", "to", "Halden", "force", "Nob routed, city")
	tb.order(1, "attack", "to", "Halden", "from", "Brae", "force", "1 Space Marine")
	tb.pick(2, "agree2", "agreed")
	if tb.asked(2) != "fall-back" {
		t.Fatalf("seat 2 is asked %s", tb.asked(2))
	}
	tb.holds("Halden: Space Marine, city", "")
}

func TestADefenderMayRetreatToWhereTheAttackCameFromWhenNobodyIsLeftThere(t *testing.T) {
	for _, c := range []struct{ held, want string }{{"1 Space Marine", "area1"}, {"1 Space Marine, 1 Scout", ""}} {
		tb := sit(t, "ultramarines orks")
		tb.order(1, "muster", "to", "Brae World", "force", c.held)
		tb.order(2, "muster", "to", "Halden", "force", "Nob routed, city")
		tb.order(1, "attack", "to", "Halden", "from", "Brae World", "force", "1 Space Marine")
		tb.pick(2, "agree2", "agreed")
		if got := tb.offered(2, "fall-back"); strings.Contains(got, "area1") != (c.want != "") {
			t.Errorf("the attacker leaves %s behind, and the defender is offered %s", c.held, got)
		}
		if c.want == "" {
			continue
		}
		tb.pick(2, "fall-back", c.want)
		tb.pick(1, "retreat-agreed", "agreed")
		if got := tb.held(2, "Brae World"); got != "routed Nob" {
			t.Errorf("the defender is at Brae World with %s", got)
		}
	}
}

func TestAnAttackerFallsBackToAnAreaOfSeveralThatNobodyHolds(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	tb.order(1, "attack", "to", "Halden", "from", "Brae, Tor", "force", "2 Scouts", "against", "Nob")
	tb.dice.Queue(1, 1, 1, 1)
	tb.pick(2, "agree2", "agreed")
	s := tb.state()
	s.join(s.known("Brae"), 2, []*Unit{{Kind: s.side(2).kind("nob")}})
	if err := s.breakOff(); err != nil {
		t.Fatal(err)
	}
	if s.known("Brae").of(1) != nil || s.known("Tor").of(1) == nil {
		t.Errorf("the attacker is back at Brae with %v, at Tor with %v", s.known("Brae").of(1), s.known("Tor").of(1))
	}
}
