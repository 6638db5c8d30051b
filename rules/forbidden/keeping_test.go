package forbidden

import (
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/kit"
)

func TestAnUpgradeGoesInWhereADesignWasTakenOut(t *testing.T) {
	r := defaultFactions()[0]
	f := r.Fighters[0]
	refuses := func(_ any, err error, want string) {
		t.Helper()
		if _, is := rules.IsRefusal(err); !is || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("told %v, not %s", err, want)
		}
	}
	sheet, err := give(r, f, "colossus")
	refuses(sheet, err, "The deck of Ultramarines has its 5 designs. Take one out before Colossus goes in.")
	sheet, err = give(r, f, "Volley")
	refuses(sheet, err, "Volley is in the deck of Ultramarines already.")
	sheet, err = take(r, f, "colossus")
	refuses(sheet, err, "Ultramarines has no Colossus. There is Volley, ")
	for _, step := range []struct{ out, in string }{{"volley", "colossus"}, {"printed.ambush", "Veteran Scouts (printed deck)"}} {
		if f.Sheet, err = take(r, f, step.out); err != nil {
			t.Fatal(err)
		}
		r.Fighters = []rules.Fighter{f}
		if short := System().CheckRoster(r); step.out == "volley" && (short == nil || !strings.Contains(short.Error(), "has 4 designs in its combat deck, and it needs 5")) {
			t.Errorf("a deck of four is told %v", short)
		}
		if f.Sheet, err = give(r, f, step.in); err != nil {
			t.Fatal(err)
		}
	}
	r.Fighters = []rules.Fighter{f}
	if err := System().CheckRoster(r); err != nil {
		t.Errorf("the decks with their upgrades are refused: %v", err)
	}
	was, wrong := readSheet(defaultFactions()[0].Fighters[0].Sheet)
	got, err := readSheet(f.Sheet)
	if err != nil || wrong != nil || got.Deck.Designs[4].Name != "Colossus" || len(got.Deck.Upgrades) != len(was.Deck.Upgrades)-1 ||
		got.Printed.Designs[4].Name != "Veteran Scouts" || len(got.Printed.Upgrades) != len(was.Printed.Upgrades)-1 {
		t.Errorf("the decks are %+v and %+v, %v", got.Deck, got.Printed, err)
	}
}

func TestWhatASideHoldsIsWrittenOneWay(t *testing.T) {
	r := defaultFactions()[0]
	sheet, err := readSheet(r.Fighters[0].Sheet)
	if err != nil {
		t.Fatal(err)
	}
	write := func(held ...Station) string {
		sheet.Held = held
		home, err := sheetHome(kit.Encode(sheet), 0)
		if err != nil {
			t.Fatal(err)
		}
		return string(home)
	}
	one := write(Station{Area: "Void 3", Void: true, Force: "a strike cruiser"}, Station{Area: "Cadia", Force: "bastion and two scouts, 1 scout routed"})
	two := write(Station{Area: "Cadia", Force: "1 scout routed, 2 scouts, bastion"}, Station{Area: "void-3", Void: true, Force: "Strike Cruiser"})
	if one != two || !strings.Contains(one, `"held":[{"area":"Cadia","pieces":{"Scout":2,"Scout routed":1,"bastion":1}}`) {
		t.Errorf("the same is written as\n%s\n%s", one, two)
	}
}

func TestTheCombatDeckIsForItsOwnersEyes(t *testing.T) {
	v, err := showSheet(defaultFactions()[0].Fighters[0].Sheet)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range v.Fields {
		if f.Hidden != strings.HasPrefix(f.Name, "Combat deck") {
			t.Errorf("%s is hidden: %t", f.Name, f.Hidden)
		}
	}
}
