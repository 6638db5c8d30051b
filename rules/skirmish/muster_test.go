package skirmish

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"umpire/rules"
)

func TestTheFourArmyListsAreAllThereAsPrinted(t *testing.T) {
	var kinds []Kind
	for _, f := range Factions() {
		kinds = append(kinds, f.Kinds...)
	}
	points, bv := cost(kinds)
	if len(kinds) != 26 || points != 938 || bv != 189 {
		t.Errorf("%d models of %d points and %d battle value", len(kinds), points, bv)
	}
}

func TestTheFormulaFitsTwentyFourOfThePrintedPrices(t *testing.T) {
	misfits := map[string][2]int{"Ceratosaurus": {50, 10}, "Parasaurolophus": {56, 11}, "Grappler": {17, 3}, "Triceratops": {57, 11}}
	for _, f := range Factions() {
		for _, k := range f.Kinds {
			points, bv := Price(k, specials())
			want, off := misfits[k.Name]
			if !off {
				want = [2]int{k.Points, k.BV}
			}
			if points != want[0] || bv != want[1] {
				t.Errorf("%s: %d points and %d battle value by the formula, want %v", k.Name, points, bv, want)
			}
		}
	}
}

func TestSampleArmiesKeepTheirPoints(t *testing.T) {
	armies := Armies()
	if len(armies) != 8 {
		t.Fatalf("%d armies", len(armies))
	}
	for i, a := range armies {
		points := 0
		for _, f := range a.Fighters {
			sheet, err := readSheet(f.Sheet, func(string) bool { return true })
			if err != nil {
				t.Error(err)
			}
			points += sheet.Points
		}
		most := 150 + 150*(i%2)
		if points > most || points < most*4/5 {
			t.Errorf("%s costs %d of %d", a.Name, points, most)
		}
	}
}

func TestAnArmyOutsideItsLimitsCannotFight(t *testing.T) {
	sys := System()
	for text, want := range map[string]string{
		"pirates: 2 Captain, 1 Fighter":                                   "one Captain is allowed per army, not 2",
		"pirates: 50 Fighter, 2 Musketeer":                                "it has 52 models, more than 50",
		"dinosaur_empire: 3 Triceratops, 2 Stegosaurus":                   "two of each dinosaur are allowed per army, not 3 Triceratops",
		"shining_brotherhood: 1 Archknight, 1 Archknight (Mounted)":       "one Archknight is allowed per army, not 2",
		"pirates: 1 Captain \"Anne\", 1 Fighter \"anne\"":                 "two models are called anne",
		"pirates: 1 Captain \"Anne\", 1 Fighter \"" + long(61) + "\"":     "at most 60 letters",
		"pirates: 1 Captain \"Anne\", 2 Captain, 1 Fighter \"Anne\"":      "two models are called Anne; one Captain is allowed per army, not 3",
		"sci_corps: 2 Commander, 1 Assaulter":                             "one Commander is allowed",
		"pirates: 1 Captain, 1 Fighter \"Ned\", 3 Musketeer, 1 Grenadier": "",
	} {
		key, list, _ := strings.Cut(text, ": ")
		f := Factions()[slices.IndexFunc(Factions(), func(f Faction) bool { return f.Key == key })]
		roster, _ := f.muster(armyFile{Key: "army", Models: listed(t, f, list)})
		err := sys.CheckRoster(roster)
		if _, refused := rules.IsRefusal(err); refused != (want != "") || refused && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func long(n int) string { return strings.Repeat("a", n) }

func TestArmiesThatCannotFightAreRefusedInTheLobby(t *testing.T) {
	good := army(t, "pirates: 1 Captain, 1 Fighter")
	two := good
	two.Fighters = append(two.Fighters[:1:1], rules.Fighter{ID: "captain_2", Name: "Other", Sheet: good.Fighters[0].Sheet})
	bare := good
	bare.Sheet = nil
	cursed := good
	cursed.Sheet = json.RawMessage(`{"faction":"x","title":"X","rules":["no_such"]}`)
	for want, setup := range map[string]rules.Setup{
		"fought by two armies, not 1":                   {Sides: []rules.Roster{good}},
		"one Captain is allowed per army, not 2":        {Sides: []rules.Roster{two, good}},
		"have no faction":                               {Sides: []rules.Roster{good, bare}},
		"special rule no\\_such, which there is not":    {Sides: []rules.Roster{good, cursed}},
		"over the limit of 150":                         {Sides: []rules.Roster{good, army(t, "pirates: 20 Fighter")}, Options: map[string]string{"points": "150"}},
		"No mission is called chess":                    {Sides: []rules.Roster{good, good}, Options: map[string]string{"mission": "chess"}},
		"sides are from 12\" to 96\" long, not 1\" by ": {Sides: []rules.Roster{good, good}, Given: map[string]json.RawMessage{"field": json.RawMessage(`{"size":{"x":100,"y":4800}}`)}},
	} {
		_, err := newS(setup)
		if _, refused := rules.IsRefusal(err); !refused || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestTwoArmiesOfOneKindAreToldApart(t *testing.T) {
	one := army(t, "pirates: 1 Captain, 2 Fighter")
	s, err := newS(rules.Setup{Sides: []rules.Roster{one, one}})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, m := range s.Models {
		if seen[m.ID] || seen[m.Name] {
			t.Errorf("two models are called %s, %s", m.ID, m.Name)
		}
		seen[m.ID], seen[m.Name] = true, true
	}
	for i, f := range roster(s) {
		if want := one.Fighters[i%3]; f.ID != want.ID || f.Name != want.Name {
			t.Errorf("%s goes home as %s", want.Name, f.Name)
		}
	}
	if m, err := s.own(2, "Fighter 2"); err != nil || m.Seat != 2 {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestSheetsThatCannotFightAreRefusedAndOthersShownWhole(t *testing.T) {
	for sheet, want := range map[string]string{
		`[]`: "A sheet is a set of named fields, not a list.",
		`{"key":"a","name":"A","lv":1,"speed":3}`:              "There is no field called “speed”",
		`{"key":"a","name":"A","lv":0}`:                        "A has lv 0: it is a number from 1 to 30",
		`{"key":"a","name":"A","lv":1,"left":2}`:               "2 lives left of 1",
		`{"key":"a b","name":"A","lv":1,"maf":-1,"type":"x"}`:  "maf -1",
		`{"key":"a","name":"A","lv":1,"base":999}`:             "base of 9.99\"",
		`{"key":"a","name":"","lv":1}`:                         "needs a name",
		`{"key":"a","name":"A","lv":1,"rules":["not a key!"]}`: "which there is not",
	} {
		if _, err := showSheet(json.RawMessage(sheet)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", sheet, err, want)
		}
	}
	view, err := showSheet(army(t, "sci_corps: 1 Wardog APC").Fighters[0].Sheet)
	if err != nil || view.Title != "Wardog APC" || len(view.Fields) != 6 || view.Fields[1].Value != `RNG 24", RAF 4, MAF 3, DF 6, LV 6` {
		t.Errorf("%+v, %v", view, err)
	}
}

func TestAnArmyThatBombardsSaysSoBeforehand(t *testing.T) {
	sys := System()
	for text, want := range map[string]string{"sci_corps: 2 Assaulter": "Startillery", "pirates: 2 Fighter": ""} {
		if got := strings.Join(sys.Brings(army(t, text)), " "); got != want {
			t.Errorf("%s brings %q, want %q", text, got, want)
		}
	}
	if got := sys.Brings(rules.Roster{Sheet: []byte("{")}); got != nil {
		t.Errorf("what cannot be read brings %q", got)
	}
}
