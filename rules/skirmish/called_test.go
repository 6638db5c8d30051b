package skirmish

import (
	"strings"
	"testing"

	"umpire/rules"
)

func atTheTable(t *testing.T, more ...string) *table {
	return lay(t, "pirates: 1 Captain, 2 Grenadier, 1 Grappler", "dinosaur_empire: 1 Saurophaganax, 2 Ankylosaurus", append([]string{"positions", "called"}, more...)...)
}

func TestACalledTableHasNoMap(t *testing.T) {
	tb := sit(t, "pirates: 2 Fighter", "sci_corps: 1 Assaulter", []int{6, 1}, "positions", "called")
	tb.says("distance, cover and contact are called", `Deploy on your own table: A within 6" of an edge`, "Round 1 of 6")
	if tb.b.Fight.Scene(1) != nil {
		t.Error("there is a scene")
	}
	for _, v := range tb.b.Fight.Verbs(1) {
		if v.Name == "move" || v.Name == "cover" {
			t.Errorf("/%s is offered", v.Name)
		}
	}
}

func TestADistanceIsCalledAndTheBetterCoverCounts(t *testing.T) { // SK-26, SK-43
	tb := atTheTable(t).phase(AShoots)
	tb.refused(`Saurophaganax is 12.5" away as called, range 12".`, 1, "attack", "attacker", "Captain", "target", "Saurophaganax", "distance", "12.5")
	tb.refused("is no length", 1, "attack", "attacker", "Captain", "target", "Saurophaganax", "distance", "NaN")
	tb.attack(1, "Captain", "Saurophaganax", "distance", "11", "cover", "open")
	tb.says(`11" away, range 12", in the open, as called.`)
	if q := tb.asked(2); len(q.Options) != 4 || !strings.Contains(q.Prompt, `Saurophaganax stands 11" away from Captain, in the open, and neither is in contact, as called. Is it so?`) {
		t.Errorf("%+v", q)
	}
	if by, open := tb.b.Fight.Declared(); by != 1 || !open {
		t.Error("it cannot be objected to")
	}
	tb.rolls(4, 1, 1, 1, 1, 2, 3, 4)
	tb.pick(2, "call", "soft")
	tb.says("Bob calls it otherwise: Saurophaganax stands in soft cover. The better cover counts.", "5+ in soft cover, +1 Inspiring (itself). The die shows 4, which makes 5. **A hit.**")
}

func TestWhatIsNotSoIsNotRolled(t *testing.T) {
	tb := atTheTable(t)
	tb.refused("is made in contact: leave the distance out", 1, "attack", "attacker", "Captain", "target", "Saurophaganax", "distance", "1")
	tb.attack(1, "Captain", "Saurophaganax")
	tb.says("Base contact as called.")
	tb.pick(2, "call", "no")
	tb.says("Bob says that it is not so. Nothing is rolled, and Captain has not attacked")
	if tb.model("Captain").Attacked {
		t.Error("it has attacked")
	}
}

func TestInspiringIsCalledToo(t *testing.T) {
	for inspired, want := range map[string]string{"true": "+1 Inspiring (Captain)", "false": "4+ in the open. The"} {
		tb := atTheTable(t).phase(AShoots)
		tb.attack(1, "Grenadier 1", "Saurophaganax", "inspired", inspired)
		tb.rolls(1)
		tb.lapse(2, "call")
		tb.says(want)
	}
}

func TestTheAttackerCallsWhoStandsInABlast(t *testing.T) {
	tb := atTheTable(t).phase(AShoots)
	tb.attack(1, "Grenadier 1", "Ankylosaurus 1", "inspired", "false")
	tb.rolls(4)
	tb.pick(2, "call", "yes")
	q := tb.asked(1)
	if q.ID != "caught" || len(q.Options) != 6 || !strings.Contains(q.Prompt, `who else stands within 3" of Ankylosaurus 1`) {
		t.Fatalf("%+v", q)
	}
	tb.pick(1, "caught")
	if q := tb.asked(2); q.ID != "so" || !strings.Contains(q.Prompt, `**Boom:** nobody else stands within 3" of Ankylosaurus 1, as called. Is it so?`) {
		t.Fatalf("%+v", q)
	}
	tb.pick(2, "so", "no")
	tb.says("Bob says that it is not so. Alice calls it again")
	tb.pick(1, "caught", "grenadier_2")
	tb.rolls(1, 1, 1, 1, 1, 2, 3, 4, 5, 6).rolls(2, 2, 2, 2, 1, 1)
	tb.pick(2, "so", "yes")
	tb.says(`Grenadier 2 stands within 3" of Ankylosaurus 1, as called, and is hit too`, "Grenadier 2 had 2 left: lying down")
}

func TestRunsDragsAndUrgesAreMovedAtTheTable(t *testing.T) {
	tb := atTheTable(t).phase(AShoots).rolls(5)
	tb.order(1, "run", "models", "Captain")
	tb.says(`up to 5". Move it at your table.`)
	tb.attack(1, "Grappler", "Ankylosaurus 1", "inspired", "false")
	tb.rolls(4, 1, 1, 1, 1, 2, 3, 4, 5, 6)
	tb.pick(2, "call", "yes")
	tb.says(`**Grapple:** Grappler may move Ankylosaurus 1 up to 3" at your table.`)
	if len(tb.state().Due) > 0 {
		t.Error("a move is due on a table without a map")
	}
}

func TestADinosaurThatRanMayStampedeIntoContactAsCalled(t *testing.T) {
	tb := atTheTable(t).phase(BShoots).rolls(6)
	tb.order(2, "run", "models", "Saurophaganax")
	tb.attack(2, "Saurophaganax", "Captain")
	tb.says("Melee 10")
	tb.rolls(1)
	tb.pick(1, "call", "yes")
	tb.refused("has shot or run", 2, "attack", "attacker", "Saurophaganax", "target", "Captain")
}

func TestMissionsAreCalledAtTheTable(t *testing.T) {
	tb := sit(t, "pirates: 2 Fighter", "pirates: 2 Musketeer", []int{6, 1}, "positions", "called", "mission", "demolition")
	tb.pick(2, "marked", "3")
	tb.pick(1, "so", "yes")
	tb.says("Bob has placed 3 markers, as called.")
	for _, seat := range []rules.Seat{1, 2, 1, 2} {
		if len(tb.b.Fight.Asks(seat)) > 0 && tb.b.Fight.Asks(seat)[0].ID == "phase" {
			tb.order(seat, "done")
		}
	}
	if q := tb.asked(1); q.ID != "markers" {
		t.Fatalf("%+v", q)
	}
	tb.pick(1, "markers", "marker_1")
	tb.pick(2, "so", "no")
	tb.says("Bob says that it is not so. Alice calls it again")
	tb.pick(1, "markers", "marker_2")
	if q := tb.asked(2); !strings.Contains(q.Prompt, `the other side has models within 3" of marker 2 and you have none, as called`) {
		t.Errorf("%+v", q)
	}
	tb.pick(2, "so", "yes")
	tb.says("**Marker 2 is destroyed, as called.** 2 markers are left.")
	tb = last(t, "ford", "positions", "called")
	tb.pick(1, "ford", "s1")
	tb.lapse(2, "so")
	tb.says("**Alice scores.** 1 to 0.")
	tb.over(1)
	tb = last(t, "ford", "positions", "called")
	tb.pick(1, "ford", "s2") // nobody else's word is needed
	tb.says("**Bob scores.** 0 to 1.")
	tb.over(2)
}

func TestAModelLeavesACalledTableWhenTheOtherSideSaysSo(t *testing.T) {
	tb := atTheTable(t, "mission", "break_through")
	for _, c := range []struct{ pick, told string }{{"no", "Captain has not left: settle it at the table."}, {"yes", "**Captain leaves over the far edge.**"}} {
		tb.order(1, "special", "model", "Captain", "what", "leave")
		if by, open := tb.b.Fight.Declared(); by != 1 || !open {
			t.Error("it cannot be objected to")
		}
		tb.pick(2, "so", c.pick)
		tb.says(c.told)
	}
}
