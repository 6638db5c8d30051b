package forbidden

import (
	"strings"
	"testing"

	"umpire/rules"
)

func TestWhatIsLeftIsTheStartOfTheNextCombatThere(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	tb.combat("1 Land Raider, 1 Scout", "1 Nob, 1 Boyz, bastion", 1, 1, 4, 6, 4, 4, 4, 4, 4, 4)
	tb.cards("volley", "feint", 4)
	tb.cards("feint", "volley", 4)
	tb.pick(1, "loss", "u1")
	tb.cards("dig-in", "dig-in")
	if tb.asked(1) != "orders1" {
		tb.t.Fatalf("the combat is not over: seat 1 is asked %s", tb.asked(1))
	}
	if got := tb.held(1, "Brae"); got != "routed Land Raider, routed Scout" {
		t.Errorf("the attacker fell back as %s", got)
	}
	if got := tb.held(2, "Halden"); got != "Nob, Boyz, bastion" {
		t.Errorf("the defender is left with %s", got)
	}
	tb.order(1, "attack", "to", "Halden", "force", "Space Marine")
	tb.says("Space Marine against Nob, Boyz, bastion, as last seen there.")
	tb.order(2, "call-off")
	tb.order(2, "refresh")
	if got := tb.held(1, "Brae"); got != "Land Raider, Scout" {
		t.Errorf("after the refresh the attacker has %s", got)
	}
}

func TestBothSidesAgreeBeforeADieIsRolled(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	tb.order(1, "attack", "to", "Halden", "from", "Brae", "force", "2 Scouts", "against", "1 Boyz")
	if tb.asked(1) != "" || tb.offered(2, "agree2") != "agreed" {
		t.Errorf("seat 1 is asked %q", tb.asked(1))
	}
	tb.order(2, "force", "force", "2 Boyz, Nob routed, bastion, factory")
	if tb.asked(2) != "" || tb.offered(1, "agree1") != "agreed" {
		t.Errorf("seat 2 is asked %q", tb.asked(2))
	}
	tb.order(1, "force", "force", "3 Scouts")
	if tb.asked(1) != "" {
		t.Errorf("seat 1 is asked %q", tb.asked(1))
	}
	tb.dice.Queue(1, 1, 1, 1, 1, 1, 1, 1, 1)
	tb.pick(2, "agree2", "agreed")
	tb.says("Alice rolls 3 dice", "Bob rolls 4 + 2 = 6 dice")
	tb.refused(order(1, tb.Fight.Asked(), "force", "force", "6 Scouts"), "/force cannot be given now")
}

func TestAnAttackNobodyAnswersLapses(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	tb.order(1, "attack", "to", "Halden", "force", "Scout")
	tb.lapse(2, "agree2")
	tb.says("Bob calls it off")
	if tb.asked(1) != "orders1" || tb.state().Combat != nil {
		t.Error("the combat goes on")
	}
}

func TestTheOthersWatch(t *testing.T) {
	tb := sit(t, "ultramarines orks eldar chaos")
	tb.order(3, "attack", "to", "Tor", "force", "Falcon")
	if tb.offered(3, "defender") != "1 2 4" {
		t.Error("the attacker is not asked who defends")
	}
	tb.pick(3, "defender", "4")
	tb.order(4, "force", "force", "Hellbrute")
	tb.dice.Queue(1, 1, 1, 1, 1, 1)
	tb.pick(3, "agree3", "agreed")
	tb.pick(3, "tokens3", "0")
	tb.pick(4, "tokens4", "0")
	if tb.asked(1)+tb.asked(2) != "" || tb.asked(3) != "card3" || tb.asked(4) != "card4" {
		t.Errorf("asked are %q, %q, %q and %q", tb.asked(1), tb.asked(2), tb.asked(3), tb.asked(4))
	}
	for _, watcher := range []rules.Seat{rules.Everyone, 1, 2} {
		for _, f := range tb.Fight.View(watcher).Fields {
			if f.Name == "Your hand" {
				t.Errorf("seat %d sees a hand", watcher)
			}
		}
	}
	tb.refused(order(1, tb.Fight.Asked(), "attack", "to", "Rim", "force", "Scout"), "cannot be given now")
}

func TestAThirdSideIsNotAttackedUnawares(t *testing.T) {
	tb := sit(t, "ultramarines orks eldar")
	tb.order(2, "muster", "to", "Rim", "force", "Nob")
	tb.refused(order(1, tb.Fight.Asked(), "attack", "to", "Rim", "force", "Scout", "defender", "Eldar"), "Orks hold Rim")
	tb.refused(order(3, tb.Fight.Asked(), "muster", "to", "Rim", "force", "Falcon"), "Orks hold Rim")
	tb.order(1, "attack", "to", "Rim", "force", "Scout")
	tb.says("Scout against Nob, as last seen there.")
}

func TestALossOrderStaysSealedUntilItCounts(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	tb.order(2, "losses")
	tb.pick(2, "loss2-1", "tokens")
	tb.mute("Reinforcement")
	tb.combat("2 Land Raiders", "1 Nob, 1 Boyz", 1, 1, 1, 4, 4, 4, 1, 1, 1, 1)
	for _, seat := range []rules.Seat{rules.Everyone, 1} {
		if v := tb.Fight.View(seat); strings.Contains(v.Title, "loss") {
			t.Errorf("seat %d sees %v", seat, v)
		}
	}
	tb.cards("steady-advance", "feint", 1)
	tb.says("Bob's loss order is opened: Reinforcement tokens first.", "Boyz: **destroyed**")
	if tb.asked(2) != "card2" {
		t.Errorf("seat 2 is asked %s", tb.asked(2))
	}
}

func TestALossOrderThatIsNotChosenHoldsNobodyUp(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	tb.order(2, "losses")
	asked := tb.Fight.Asked()
	if _, open := tb.Fight.Declared(); open {
		t.Error("a loss order can be objected to")
	}
	tb.refused(order(2, asked, "losses"), "cannot be given now")
	tb.order(1, "attack", "to", "Halden", "force", "2 Land Raiders", "against", "1 Nob, 1 Boyz")
	tb.says("Alice attacks Halden")
	tb.pick(2, "loss2-1", "tokens")
	if !strings.Contains(tb.asked(2), "agree2") {
		t.Fatalf("seat 2 is asked %s", tb.asked(2))
	}
	tb.order(2, "call-off")
	tb.order(1, "attack", "to", "Halden", "force", "2 Land Raiders", "against", "1 Nob, 1 Boyz")
	for _, q := range tb.Fight.Asks(2) {
		if q.ID == "loss2-1" && (!q.Answered || q.Picks[0] != "tokens") {
			t.Errorf("the loss order is lost: %+v", q)
		}
	}
}

func TestASideWithoutALossOrderYetIsAskedWhoTakesDamage(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	tb.order(2, "losses")
	tb.mute("Reinforcement")
	tb.combat("2 Land Raiders", "1 Nob, 1 Boyz", 1, 1, 1, 4, 4, 4, 1, 1, 1, 1)
	tb.cards("steady-advance", "feint", 1)
	if tb.asked(2) != "loss" {
		t.Errorf("seat 2 is asked %s", tb.asked(2))
	}
}

func TestUpgradesAndTokensStayWithTheSide(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	tb.order(1, "upgrade", "card", "Hold Fast", "replaces", "feint")
	tb.says("Alice puts two Hold Fast into the deck for the two Feint.")
	tb.refused(order(1, tb.Fight.Asked(), "upgrade", "card", "Hold Fast", "replaces", "Volley"), "No upgrade is called Hold Fast")
	tb.order(1, "reserve", "tokens", "1")
	tb.order(1, "muster", "to", "Brae", "force", "2 Scouts, Space Marine routed, bastion, city")
	tb.order(1, "muster", "to", "The Void of Tor", "force", "Battle Barge")
	var setup rules.Setup
	for _, f := range tb.Fight.Roster() {
		setup.Sides = append(setup.Sides, rules.Roster{Key: f.ID, Name: f.Name, Fighters: []rules.Fighter{f}})
	}
	again := sitDown(t, setup)
	if got := again.held(1, "brae"); got != "2 Scouts, routed Space Marine, bastion, city" {
		t.Errorf("at Brae the next session has %s", got)
	}
	if a := again.state().known("The Void of Tor"); a == nil || !a.Void {
		t.Error("the void is lost")
	}
	side := again.state().side(1)
	if side.Tokens != 1 || side.deck().card("hold-fast").Icons != "DDM" || len(side.deck().Upgrades) != 2 {
		t.Errorf("the next session has %d tokens and the deck %v", side.Tokens, side.Cards)
	}
}

func TestTheUmpireCorrectsStopsAndEnds(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	umpire := func(verb string, args ...string) {
		t.Helper()
		tb.make(order(rules.Umpire, 0, verb, args...))
	}
	tb.order(2, "muster", "to", "Crag", "force", "2 Boyz, bastion")
	umpire("set-unit", "unit", "area1-2-1", "state", "routed", "reason", "misread")
	if got := tb.held(2, "Crag"); got != "routed Boyz, Boyz, bastion" {
		t.Errorf("at Crag is %s", got)
	}
	tb.refused(order(rules.Umpire, 0, "set-unit", "unit", "area1-2-3", "state", "routed", "reason", "x"), "No state is called")
	tb.combat("1 Space Marine", "1 Nob", 4, 4, 4, 4)
	umpire("set-unit", "unit", "c2-1", "state", "routed", "reason", "a slip")
	if tb.state().Combat.Armies[Defender].standing() {
		t.Error("the Nob still stands")
	}
	umpire("set-unit", "unit", "c2-1", "state", "destroyed", "reason", "a slip")
	tb.says("Alice wins", "nobody else is left")
	if got := tb.held(1, "Halden"); got != "Space Marine" {
		t.Errorf("at Halden is %s", got)
	}
	tb.order(1, "attack", "to", "Rim", "from", "Brae", "force", "Scout", "against", "Nob")
	umpire("stop-combat", "reason", "supper")
	tb.says("without a winner")
	if tb.state().Combat != nil {
		t.Error("the combat goes on")
	}
	umpire("end", "reason", "bedtime", "winner", "2")
	if o := tb.Fight.Over(); o == nil || o.Winner != 2 {
		t.Errorf("over: %+v", o)
	}
}

func TestATypicalCombatTakesAtMostFourteenPosts(t *testing.T) {
	tb := sit(t, "ultramarines orks")
	for _, seat := range []rules.Seat{1, 2} {
		tb.order(seat, "losses")
		tb.pick(seat, map[rules.Seat]string{1: "loss1-1", 2: "loss2-1"}[seat], "weakest")
	}
	from := len(tb.Log)
	tb.order(1, "attack", "to", "Halden", "from", "Brae", "force", "1 Land Raider, 1 Scout")
	tb.order(2, "force", "force", "1 Nob, 1 Boyz")
	tb.dice.Stack("deck:1:1", 0, 6, 8, 2, 4)
	tb.dice.Stack("deck:2:1", 2, 4, 0, 8, 6)
	tb.dice.Queue(1, 1, 4, 6, 1, 1, 4, 6)
	tb.pick(1, "agree1", "agreed")
	tb.pick(1, "tokens1", "0")
	tb.pick(2, "tokens2", "1")
	tb.cards("volley", "dig-in", 6)
	tb.pick(2, "dice", "m")
	tb.cards("steady-advance", "rally-cry", 1)
	tb.cards("feint", "volley")
	if tb.asked(1) != "orders1" {
		t.Fatalf("the combat is not over: %s, %s", tb.asked(1), tb.asked(2))
	}
	posts := 0
	for _, events := range tb.Told[from:] {
		for _, e := range events {
			if e.To == rules.Everyone {
				posts++
				break
			}
		}
	}
	if posts > 14 {
		t.Errorf("the combat takes %d posts", posts)
	}
}
