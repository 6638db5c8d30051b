package skirmish

import (
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/kit"
	"umpire/rules/rulestest"
)

// sit begins a whole battle, from the roll-off on, with these first dice.
func sit(t *testing.T, one, two string, dice []int, options ...string) *table {
	t.Helper()
	sys := System()
	setup := rules.Setup{Sides: []rules.Roster{army(t, one), army(t, two)}, Options: map[string]string{}}
	for i := 0; i+1 < len(options); i += 2 {
		setup.Options[options[i]] = options[i+1]
	}
	tb := &table{t: t, s: &S{}, dice: rulestest.NewScript(dice...), teller: rules.NewNarrator(sys, []string{"Alice", "Bob"}, true, "test")}
	b, err := rulestest.Sit(sys, setup, "secret", tb.dice)
	if err != nil {
		t.Fatal(err)
	}
	tb.b = b
	for _, m := range b.Start() {
		tb.make(m)
	}
	return tb
}

func TestTheHigherRollIsAAndEqualRollsAreRolledAgain(t *testing.T) { // SK-1
	tb := sit(t, "pirates: 2 Fighter", "sci_corps: 1 Assaulter", []int{3, 3, 2, 5})
	tb.says("Roll-off: 3 against 3. Again.", "Roll-off: 2 against 5.", "**Bob is A with Sci-Corps, Alice is B with The Pirates of Skull Coast.**",
		"Startillery of Sci-Corps: one shot in both End Phases of every round.")
	if tb.asked(2).ID != "edge" {
		t.Error("A does not pick the edge")
	}
}

func TestTheLoserOfTheRollOffChoosesByHouseRule(t *testing.T) {
	tb := sit(t, "pirates: 2 Fighter", "sci_corps: 1 Assaulter", []int{2, 5}, "roll_off", "loser_chooses")
	tb.pick(1, "side", "a")
	tb.says("**Alice is A")
}

func TestArmiesArePlacedWithinSixInchesOfTheirEdge(t *testing.T) { // SK-41
	tb := sit(t, "pirates: 1 Captain, 2 Fighter", "sci_corps: 1 Wardog APC, 2 Assaulter", []int{6, 1})
	tb.pick(1, "edge", "west")
	tb.says("Alice takes the west edge, so the east one is the enemy's.")
	tb.refused(`would stand 7.5" from your west edge; an army is placed within 6".`, 1, "deploy", "models", "Captain", "to", "8,20")
	tb.refused("off the table at 0.2,20", 1, "deploy", "models", "Captain", "to", "0.2,20")
	tb.refused("is not yours", 1, "deploy", "models", "Assaulter 1", "to", "3,20")
	tb.order(1, "deploy", "models", "Captain", "to", "6.5,20")
	tb.says("Captain stands at 6.5,20 (B4).")
	tb.refused("Captain stands there", 1, "deploy", "models", "Fighter 1", "to", "6,20")
	tb.refused("One model is placed at a point", 1, "deploy", "models", "all", "to", "3,3")
	tb.refused("/done cannot be given now", 1, "done")
	tb.order(1, "deploy", "models", "all")
	tb.order(1, "deploy", "models", "Captain", "to", "A4") // changed
	tb.says("(A4)")
	tb.order(1, "done")
	tb.order(2, "deploy", "models", "Wardog APC")
	tb.order(2, "deploy", "models", "Assaulter 1-2", "to", "in Wardog APC")
	tb.says("Assaulter 1 and Assaulter 2 start aboard Wardog APC.")
	tb.refused("is no infantry", 2, "deploy", "models", "Wardog APC", "to", "in Wardog APC")
	tb.order(2, "done")
	tb.says("**Round 1 of 6.** **A Moves/Melees:** Alice with The Pirates of Skull Coast.")
	if s := tb.state(); s.setting() || len(s.aboard(s.model("wardog_apc_1"))) != 2 {
		t.Errorf("%+v", s)
	}
}

func TestADeploymentThatLapsesIsSpread(t *testing.T) {
	for _, edge := range []string{"north", "south", "east", "west"} {
		tb := sit(t, "pirates: 1 Captain, 20 Fighter", "dinosaur_empire: 2 Stegosaurus, 2 Ankylosaurus", []int{6, 1})
		tb.pick(1, "edge", edge)
		tb.lapse(1, "placing")
		tb.lapse(2, "placing")
		s := tb.state()
		for _, m := range s.Models {
			if !m.Standing() || !s.zone(m.Seat)(s.base(m)) {
				t.Errorf("%s edge: %s stands at %s", edge, m.Name, m.At)
			}
		}
	}
}

func TestModelsWithoutALifeLeftStayBehind(t *testing.T) {
	one := army(t, "pirates: 1 Captain, 1 Fighter")
	none := 0
	sheet, _ := readSheet(one.Fighters[1].Sheet, func(string) bool { return true })
	sheet.Left = &none
	one.Fighters[1].Sheet = kit.Encode(sheet)
	s, err := newS(rules.Setup{Sides: []rules.Roster{one, army(t, "sci_corps: 1 Assaulter")}})
	if err != nil || s.Models[1].Status != Dead {
		t.Errorf("%+v, %v", s, err)
	}
	one.Fighters = one.Fighters[1:]
	if _, err := newS(rules.Setup{Sides: []rules.Roster{one, one}}); err == nil || !strings.Contains(err.Error(), "no model that can fight") {
		t.Error(err)
	}
}

func TestTheDeadLieOutOfTheWay(t *testing.T) {
	tb := lay(t, "pirates: 1 Captain", "sci_corps: 2 Assaulter")
	tb.at("Captain", 20, 20).at("Assaulter 1", 20, 22)
	tb.model("Assaulter 1").Status = Dead
	tb.move(1, "Captain", "20,22")
	if at := tb.model("Captain").At; at != (kit.Point{X: 2000, Y: 2200}) {
		t.Error(at)
	}
}

func TestSidesAreRolledForEachRoundByHouseRule(t *testing.T) { // SK-2
	tb := lay(t, "pirates: 1 Fighter", "pirates: 1 Musketeer", "reroll_sides_each_round", "true", "mission", "ford").phase(BShoots)
	tb.at("Musketeer", 5, 40)
	tb.start()
	tb.rolls(2, 5)
	tb.done()
	tb.says("Roll-off: 2 against 5.", "**Bob is A in this round.**", "**Round 2 of 6.** **A Moves/Melees:** Bob with")
	if s := tb.state(); s.A != 2 || s.Attacker != 1 {
		t.Errorf("A is %d, the mission's A %d", s.A, s.Attacker)
	}
}

func TestAPhaseInWhichNothingCanBeDonePassesByItself(t *testing.T) {
	tb := lay(t, "pirates: 1 Fighter", "pirates: 1 Musketeer").phase(BMoves)
	tb.model("Fighter").Status = Lies
	tb.start()
	tb.done()
	if s := tb.state(); s.Phase != BShoots {
		t.Errorf("it is %s", s.Phase)
	}
}

func TestWhereASideDeploysIsDrawnWhileItDoes(t *testing.T) {
	tb := sit(t, "pirates: 2 Fighter", "pirates: 2 Fighter", []int{5, 2})
	strips := func() (found []rules.SceneShape) {
		for _, shape := range tb.b.Fight.Scene(rules.Everyone).Terrain {
			if shape.Name == "Deploy here" {
				found = append(found, shape)
			}
		}
		return found
	}
	if len(strips()) != 0 {
		t.Errorf("drawn before an edge is picked: %+v", strips())
	}
	if v := tb.b.Fight.View(rules.Everyone); !strings.Contains(v.Fields[1].Name, "2 not placed yet") {
		t.Errorf("the board says %q", v.Fields[1].Name)
	}
	tb.pick(1, "edge", "south")
	size := tb.b.Fight.Scene(rules.Everyone)
	if got := strips(); len(got) != 1 || got[0] != (rules.SceneShape{Name: "Deploy here", Width: size.Width, Height: 600}) {
		t.Errorf("the first side's strip is %+v", got)
	}
	tb.order(1, "deploy", "models", "all")
	tb.order(1, "done")
	if got := strips(); len(got) != 1 || got[0].Y != size.Height-600 {
		t.Errorf("the second side's strip is %+v", got)
	}
}

func TestOnlyANameThatBothArmiesHaveIsChanged(t *testing.T) {
	tb := sit(t, "pirates: 2 Fighter", `pirates: 2 Fighter "Bess"`, []int{5, 2})
	var all []string
	for _, m := range tb.state().Models {
		all = append(all, m.Name)
	}
	if got := strings.Join(all, ", "); got != "Fighter 1, Fighter 2, Bess, Fighter 2 II" {
		t.Errorf("the models are called %s", got)
	}
}
