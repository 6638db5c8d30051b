package forbidden

import (
	"slices"
	"strings"
	"testing"

	"umpire/rules"
)

// duel is a combat of two armies for trying one ability. Hands answer with the
// ids in picks, in order, and roll what is in rolls.
type duel struct {
	*Combat
	hands
	picks []string
	rolls []Face
	told  []any
	asked []rules.Ask
}

func newDuel(t *testing.T) *duel {
	t.Helper()
	unit := func(id, key string, health int, down bool) *Unit {
		return &Unit{ID: id, Routed: down, Kind: Kind{Key: key, Name: key, Plural: key, Dice: 1, Health: health, Morale: 2}}
	}
	d := &duel{Combat: &Combat{Round: 1, House: houseOf(nil)}}
	d.Armies[Attacker] = &Army{Seat: 1, Role: Attacker, Units: []*Unit{unit("a1", "scout", 2, false), unit("a2", "marine", 3, true)}, Dice: Icons{2, 1, 1}}
	d.Armies[Defender] = &Army{Seat: 2, Role: Defender, Units: []*Unit{unit("d1", "boyz", 2, false), unit("d2", "nob", 4, false), unit("d3", "boyz", 2, true)}, Dice: Icons{1, 2, 1}}
	d.hands = hands{
		roll: func(_ *Army, _ string, n int) []Face {
			if len(d.rolls) < n {
				t.Fatalf("%d dice are rolled, and there are %v", n, d.rolls)
			}
			list := d.rolls[:n]
			d.rolls = d.rolls[n:]
			return list
		},
		ask: func(a rules.Ask) []string {
			d.asked = append(d.asked, a)
			if len(d.picks) == 0 {
				return a.Default
			}
			pick := d.picks[0]
			d.picks = d.picks[1:]
			if err := a.Check([]string{pick}); err != nil {
				t.Fatalf("%s is not among %v", pick, a.Options)
			}
			return []string{pick}
		},
		say:     func(fact any) { d.told = append(d.told, fact) },
		look:    func(*Army) { d.told = append(d.told, "look") },
		retreat: func(_ *Army, u *Unit) { d.told = append(d.told, "retreat "+u.ID) },
	}
	d.unit = d.choice
	d.target = func(a *Army, from []group, _ int) *Unit {
		return d.choice(rules.Ask{ID: "loss", Seat: a.Seat}, from)
	}
	return d
}

// play resolves a card of one ability for a side.
func (d *duel) play(role Role, ability string) {
	d.Resolve(d.hands, d.Armies[role], Card{Name: "Card", Icons: "-", General: []string{ability}}, nil)
}

func (d *duel) dice(role Role) string { return d.Armies[role].Dice.Letters() }

func (d *duel) units(role Role) string { return listed(d.Armies[role].Units) }

func TestEveryVerbDoesWhatItSays(t *testing.T) {
	for _, c := range []struct {
		ability string
		picks   string
		rolls   []Face
		want    func(d *duel) string
		is      string
	}{
		{"gain 2 offence tokens", "", nil, func(d *duel) string { return d.Armies[0].Tokens.Letters() }, "OO"},
		{"gain 1 morale die", "", nil, func(d *duel) string { return d.dice(0) }, "OODMM"},
		{"gain 8 offence dice", "", nil, func(d *duel) string { return d.dice(0) }, "OOOOOODM"},
		{"roll 2 extra dice", "", []Face{Defence, Morale}, func(d *duel) string { return d.dice(0) }, "OODDMM"},
		{"enemy loses 1 defence die", "", nil, func(d *duel) string { return d.dice(1) }, "ODM"},
		{"enemy loses 5 offence dice", "", nil, func(d *duel) string { return d.dice(1) }, "DDM"},
		{"enemy loses 1 morale die, else enemy loses 1 offence die", "", nil, func(d *duel) string { return d.dice(1) }, "ODD"},
		{"enemy rerolls 2 defence dice", "", []Face{Offence, Offence}, func(d *duel) string { return d.dice(1) }, "OOOM"},
		{"reroll up to 2 dice", "om", []Face{Defence, Defence}, func(d *duel) string { return d.dice(0) }, "ODDD"},
		{"reroll up to 1 defence die", "no", nil, func(d *duel) string { return d.dice(0) }, "OODM"},
		{"turn 1 die to defence", "m", nil, func(d *duel) string { return d.dice(0) }, "OODD"},
		{"turn up to 2 dice to defence", "oo", nil, func(d *duel) string { return d.dice(0) }, "DDDM"},
		{"rally 1 unit", "", nil, func(d *duel) string { return d.units(0) }, "scout, marine"},
		{"rally 1 unit or gain 1 morale die", "w2", nil, func(d *duel) string { return d.units(0) + d.dice(0) }, "scout, routed marineOODMM"},
		{"rout 1 enemy unit", "d2", nil, func(d *duel) string { return d.units(1) }, "boyz, routed nob, routed boyz"},
		{"enemy routs 2 units", "d1", nil, func(d *duel) string { return d.units(1) }, "2 routed boyz, routed nob"},
		{"destroy 1 enemy unit", "d3", nil, func(d *duel) string { return d.units(1) }, "boyz, nob"},
		{"destroy 1 routed enemy unit", "", nil, func(d *duel) string { return d.units(1) }, "boyz, nob"},
		{"enemy destroys 1 unit", "d2", nil, func(d *duel) string { return d.units(1) }, "boyz, routed boyz"},
		{"retreat 1 unit", "a2", nil, func(d *duel) string { return d.units(0) }, "scout"},
		{"enemy retreats 1 unit", "d1", nil, func(d *duel) string { return d.units(1) }, "nob, routed boyz"},
		{"may gain 1 morale die", "no", nil, func(d *duel) string { return d.dice(0) }, "OODM"},
		{"spend 1 morale die to gain 1 offence die", "w1", nil, func(d *duel) string { return d.dice(0) }, "OOOD"},
		{"spend 2 morale dice to gain 1 offence die", "", nil, func(d *duel) string { return d.dice(0) }, "OODM"},
		{"if defending, gain 1 morale die", "", nil, func(d *duel) string { return d.dice(0) }, "OODM"},
		{"if the enemy has a routed unit, gain 1 morale die", "", nil, func(d *duel) string { return d.dice(0) }, "OODMM"},
	} {
		d := newDuel(t)
		d.picks, d.rolls = strings.Fields(c.picks), c.rolls
		d.play(Attacker, c.ability)
		if got := c.want(d); got != c.is || len(d.picks)+len(d.rolls) > 0 {
			t.Errorf("“%s” gives %s, want %s; left over are %v and %v", c.ability, got, c.is, d.picks, d.rolls)
		}
	}
}

func TestAnAbilityIsReadBackAsItIsWritten(t *testing.T) {
	for _, v := range verbs() {
		text := strings.NewReplacer("N", "2", "FACE", "defence", "TOKEN", "offence").Replace(string(v))
		e, err := ParseEffect(text)
		if err != nil || len(e.Ways) != 1 || e.Ways[0].Do != v || e.Ways[0].String() != text {
			t.Errorf("%q is read as %+v, %v", text, e, err)
		}
	}
	for _, wrong := range []string{
		"", "gain two offence tokens", "gain 0 offence tokens", "gain 9 offence dice", "gain 1 morale token", "win", "if raining, rally 1 unit",
		"spend 1 hat to rally 1 unit", "rally 1 unit or", "gain 1 offence die please",
	} {
		if e, err := ParseEffect(wrong); err == nil {
			t.Errorf("%q is read as %+v", wrong, e)
		}
	}
}

func TestOnlyAnUnroutedNamedUnitOpensTheUnitBox(t *testing.T) {
	box := Card{Name: "Card", Icons: "-", Needs: []string{"marine"}, Unit: []string{"gain 2 offence tokens"}}
	d := newDuel(t)
	d.Resolve(d.hands, d.Armies[Attacker], box, nil)
	if d.Armies[Attacker].Tokens.Total() != 0 {
		t.Error("a routed unit opens its box")
	}
	box.General = []string{"rally 1 unit"}
	d.Resolve(d.hands, d.Armies[Attacker], box, nil)
	if d.Armies[Attacker].Tokens.Total() != 2 {
		t.Error("a unit that its own general box rallied does not open it") // FS-14
	}
	d.Armies[Attacker].Units = []*Unit{{ID: "b1", Kind: bastion()}}
	box.Needs, box.General = []string{bastionKey}, nil
	d.Resolve(d.hands, d.Armies[Attacker], box, nil)
	if d.Armies[Attacker].Tokens.Total() != 4 {
		t.Error("a bastion does not open its box")
	}
}

func TestUnitsThatStandFastAreNeitherRoutedNorChanged(t *testing.T) { // FS-28
	d := newDuel(t)
	d.play(Defender, "own units cannot be routed this round")
	d.play(Attacker, "rout 2 enemy units")
	d.Suffer(d.hands, d.Armies[Defender], 1)
	if got := d.units(Defender); got != "boyz, nob, routed boyz" {
		t.Errorf("it has %s", got)
	}
	d.endRound()
	d.Suffer(d.hands, d.Armies[Defender], 1)
	if got := d.units(Defender); !strings.Contains(got, "routed boyz, nob") && !strings.HasPrefix(got, "2 routed boyz") {
		t.Errorf("in the next round it has %s", got)
	}
}

func TestAHuntedUnitIsDestroyedUnlessAMoraleDieIsSpent(t *testing.T) { // FS-30
	d := newDuel(t)
	d.play(Attacker, "enemy units routed this round are destroyed unless a morale die is spent")
	d.picks = []string{"d1", "spend", "d2"}
	d.play(Attacker, "rout 1 enemy unit")
	if got := d.units(Defender) + d.dice(Defender); got != "2 routed boyz, nobODD" {
		t.Errorf("after a morale die is spent it has %s", got)
	}
	d.picks = nil
	d.play(Attacker, "rout 1 enemy unit")
	if got := d.units(Defender); got != "2 routed boyz" {
		t.Errorf("without a morale die it has %s", got)
	}
}

func TestNothingIsAskedThatHasOneAnswer(t *testing.T) {
	for _, ability := range []string{"rally 2 units", "enemy loses 1 defence die or enemy loses 2 defence tokens", "destroy 2 routed enemy units", "gain 1 offence die"} {
		d := newDuel(t)
		d.play(Attacker, ability)
		if len(d.asked) > 0 {
			t.Errorf("“%s” asks %+v", ability, d.asked)
		}
	}
	d := newDuel(t)
	d.Suffer(d.hands, d.Armies[Defender], 8)
	if len(d.asked) > 0 {
		t.Errorf("damage that destroys everything asks %+v", d.asked)
	}
}

func TestUnitsThatAreAlikeAreOneOption(t *testing.T) {
	d := newDuel(t)
	a := d.Armies[Defender]
	a.Units = append(a.Units, &Unit{ID: "d4", Kind: a.Units[0].Kind}, &Unit{ID: "t1", Kind: a.Units[0].Kind, Token: true})
	d.play(Attacker, "rout 1 enemy unit")
	var labels []string
	for _, o := range d.asked[0].Options {
		labels = append(labels, o.Label)
	}
	if !slices.Equal(labels, []string{"2 boyz", "Nob", "Boyz token"}) {
		t.Errorf("offered are %q", labels)
	}
}
