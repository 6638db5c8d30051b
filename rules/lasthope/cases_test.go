package lasthope

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"umpire/rules/kit"
)

// caseFile is a file of worked cases; system tells whose.
type caseFile struct {
	System  string       `yaml:"system"`
	Version int          `yaml:"version"`
	Cases   []workedCase `yaml:"cases"`
}

type workedCase struct {
	ID    string `yaml:"id"`
	Title string `yaml:"title"`
	Given struct {
		Options  map[string]string `yaml:"options"`
		Attacker struct {
			Gang     string `yaml:"gang"`
			Strength int    `yaml:"strength"`
			Shot     *int   `yaml:"shot"`
			Weapon   string `yaml:"weapon"`
		} `yaml:"attacker"`
		Defender struct {
			Gang      string `yaml:"gang"`
			Defence   int    `yaml:"defence"`
			Toughness int    `yaml:"toughness"`
			Clothing  int    `yaml:"clothing"`
			Cover     int    `yaml:"cover"`
		} `yaml:"defender"`
	} `yaml:"given"`
	Draws  []string `yaml:"draws"`
	Expect worked   `yaml:"expect"`
}

// worked is what a case expects, and what the rules give.
type worked struct {
	Attack     testSide `yaml:"attack"`
	Defence    testSide `yaml:"defence"`
	Tiebreak   string   `yaml:"tiebreak"`
	Difference int      `yaml:"difference"`
	Result     string   `yaml:"result"`
	Damage     *damages `yaml:"damage"`
	Toughness  *soaked  `yaml:"toughness"`
	Wounds     int      `yaml:"wounds"`
}

type testSide struct {
	Value int `yaml:"value"`
	Bonus int `yaml:"bonus"`
	Total int `yaml:"total"`
}

type damages struct {
	Base   int `yaml:"base"`
	Suit   int `yaml:"suit"`
	Weapon int `yaml:"weapon"`
	Total  int `yaml:"total"`
}

type soaked struct {
	Base  int `yaml:"base"`
	Suit  int `yaml:"suit"`
	Total int `yaml:"total"`
}

// TestCases works through the cases of testdata and, when UMPIRE_CASES names a
// directory, those of its files that are of this system.
func TestCases(t *testing.T) {
	files := []string{filepath.Join("testdata", "cases.yaml")}
	if dir := os.Getenv("UMPIRE_CASES"); dir != "" {
		more, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	for _, file := range files {
		for _, c := range readCases(t, file) {
			t.Run(c.ID, func(t *testing.T) {
				if diff := cmp.Diff(c.Expect, c.work(t)); diff != "" {
					t.Errorf("%s: %s (-expected +worked)\n%s", file, c.Title, diff)
				}
			})
		}
	}
}

func readCases(t *testing.T, file string) []workedCase {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), "system: lasthope") {
		return nil
	}
	read, err := kit.ReadYAML[caseFile](file, data)
	if err != nil {
		t.Fatal(err)
	}
	if len(read.Cases) == 0 {
		t.Fatalf("%s holds no case", file)
	}
	return read.Cases
}

// suitOf is the favoured suit of a gang as the cases name it.
func suitOf(t *testing.T, gang string) kit.Suit {
	t.Helper()
	for start, suit := range map[string]kit.Suit{"sheriff": kit.Spades, "law": kit.Spades, "outlaw": kit.Diamonds, "town": kit.Hearts, "boot": kit.Clubs} {
		if strings.HasPrefix(gang, start) {
			return suit
		}
	}
	t.Fatalf("no gang is called %q", gang)
	return kit.NoSuit
}

func cardOf(t *testing.T, id string) kit.Card {
	t.Helper()
	if upper := strings.ToUpper(id); strings.HasPrefix(upper, "JOKER") || upper == "X" {
		return kit.Card{Rank: kit.RedJoker}
	}
	card, err := kit.ParseCard(id)
	if err != nil {
		t.Fatal(err)
	}
	return card
}

func (c workedCase) sides(t *testing.T) (Attacker, Defender) {
	t.Helper()
	weapon, known := WeaponOf(strings.NewReplacer(thrown, "hunting_knife", "hunting_knife_thrown", "hunting_knife").Replace(c.Given.Attacker.Weapon))
	if !known {
		t.Fatalf("no weapon is called %q", c.Given.Attacker.Weapon)
	}
	a := Attacker{
		Stat: kit.Part{Why: "strength", N: c.Given.Attacker.Strength}, Weapon: weapon,
		Card: cardOf(t, c.Draws[0]), Favoured: suitOf(t, c.Given.Attacker.Gang),
	}
	if c.Given.Attacker.Shot != nil && strings.Contains(c.Given.Attacker.Weapon, "thrown") {
		a.Stat = kit.Part{Why: "shot", N: *c.Given.Attacker.Shot}
	}
	given := c.Given.Defender
	return a, Defender{
		Defence: given.Defence, Toughness: given.Toughness, Cover: given.Cover,
		Clothing: []Clothing{{"worn", "padding", given.Clothing}},
		Card:     cardOf(t, c.Draws[1]), Favoured: suitOf(t, given.Gang),
	}
}

// work runs the rules over the case.
func (c workedCase) work(t *testing.T) worked {
	t.Helper()
	house, err := houseOf(c.Given.Options)
	if err != nil {
		t.Fatal(err)
	}
	a, d := c.sides(t)
	attack, defence := Test(a, d, house)
	difference, tie := Settle(attack, defence, a, d, house)
	got := worked{
		Attack:     testSide{Value(a.Card, house.Jokers), TestBonus(a.Card, a.Favoured), attack.Total()},
		Defence:    testSide{Value(d.Card, house.Jokers), TestBonus(d.Card, d.Favoured), defence.Total()},
		Tiebreak:   string(tie),
		Difference: difference,
		Result:     "draw",
	}
	if tie == "" {
		got.Tiebreak = "not_needed"
	}
	switch {
	case difference < 0:
		got.Result = "defender"
	case difference > 0:
		got.Result = "attacker"
		damage, toughness := Damage(difference, a, d)
		got.Damage = &damages{Base(difference), DamageBonus(a.Card, a.Favoured), a.Weapon.Damage, damage.Total()}
		got.Toughness = &soaked{d.Toughness, DamageBonus(d.Card, d.Favoured), toughness.Total()}
		got.Wounds = Wounds(damage, toughness)
	}
	return got
}
