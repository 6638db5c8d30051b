package factions

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"umpire/rules"
	"umpire/rules/kit"
)

// caseFile is a file of worked cases; system tells whose.
type caseFile struct {
	System string       `yaml:"system"`
	Cases  []workedCase `yaml:"cases"`
}

// workedCase is a case of any type. What a case expects is compared with what the
// rules give as text, for each type expects other things.
type workedCase struct {
	ID          string     `yaml:"id"`
	Type        string     `yaml:"type"`
	Title       string     `yaml:"title"`
	Given       caseGiven  `yaml:"given"`
	Draws       []caseCard `yaml:"draws"`
	DrawsNeeded int        `yaml:"draws_needed"`
	Expect      yaml.Node  `yaml:"expect"`
}

type caseGiven struct {
	Options   map[string]any `yaml:"options"`
	Modifiers struct{ Hit, Damage int }
	Attacker  caseHero `yaml:"attacker"`
	Target    caseHero `yaml:"target"`
	Hero      caseHero `yaml:"hero"`
	Choice    struct {
		StackGold *bool `yaml:"stack_gold"`
	} `yaml:"choice"`
	ActiveTeam   string              `yaml:"active_team"`
	Heroes       []caseHero          `yaml:"heroes"`
	Adjacent     [][]string          `yaml:"adjacent"`
	OwnerOrder   map[string][]string `yaml:"owner_order"`
	ClusterOrder [][]string          `yaml:"cluster_order"`
	Targets      map[string]string   `yaml:"targets"`
	DrawPile     []string            `yaml:"draw_pile"`
	DiscardPile  []string            `yaml:"discard_pile"`
	Shuffled     []string            `yaml:"shuffled_order"`
}

type caseHero struct {
	Name, Team, Kind, Space                        string
	Wits, Melee, Agility, Armor, Health, Wounds    int
	Power, Wound, Cards, Gold, Aim, Point, Stealth int
	Weapon                                         caseWeapon
	Trackers                                       []yaml.Node
}

type caseWeapon struct {
	Kind, Name   string
	Power, Wound int
	Skull, Once  bool
	Plus         bool
	Revealed     *bool
}

type caseCard struct{ Hit, Fail, Squeak, Pass, Amaze int }

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
			t.Run(c.ID, func(t *testing.T) { c.check(t, file) })
		}
	}
}

func readCases(t *testing.T, file string) []workedCase {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), "system: factions") {
		return nil
	}
	var read caseFile
	if err := yaml.Load(data, &read); err != nil {
		t.Fatal(err)
	}
	if len(read.Cases) == 0 {
		t.Fatalf("%s holds no case", file)
	}
	return read.Cases
}

// check works a case and compares all that it expects.
func (c workedCase) check(t *testing.T, file string) {
	work := map[string]func(workedCase, *testing.T) any{
		"attack": workedCase.attack, "defeat": workedCase.defeat, "step": workedCase.step,
		"reshuffle": workedCase.reshuffle, "deck": workedCase.deck,
	}[c.Type]
	if work == nil {
		t.Fatalf("%s: no case is of the type %q", file, c.Type)
	}
	text, err := yaml.Dump(work(c, t))
	if err != nil {
		t.Fatal(err)
	}
	var is, want any
	if err := yaml.Load(text, &is); err != nil {
		t.Fatal(err)
	}
	if err := c.Expect.Load(&want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, only(is, want)); diff != "" {
		t.Errorf("%s: %s (-expected +worked)\n%s", file, c.Title, diff)
	}
}

// only leaves out of a worked result what a case says nothing of.
func only(is, want any) any {
	worked, ok := is.(map[string]any)
	expected, also := want.(map[string]any)
	if !ok || !also {
		return is
	}
	some := make(map[string]any)
	for key, value := range expected {
		if had, known := worked[key]; known {
			some[key] = only(had, value)
		}
	}
	return some
}

func (h caseHero) sheet() Sheet {
	sheet := Sheet{
		Minion: h.Kind == "minion", Wits: h.Wits, Melee: h.Melee, Agility: h.Agility, Armor: h.Armor, Health: max(1, h.Health), Wounds: h.Wounds,
		Power: h.Power, Wound: h.Wound, Gold: h.Gold, Space: h.Space, Aim: h.Aim, Point: h.Point, Stealth: h.Stealth,
	}
	for range h.Cards {
		sheet.Cards = append(sheet.Cards, Weapon{Key: "loot", Name: "Loot", Kind: Melee, Use: Permanent})
	}
	return sheet
}

func (h caseHero) fighter(sheet Sheet) rules.Fighter {
	return rules.Fighter{ID: kit.IDOf(h.Name), Name: h.Name, Sheet: kit.Encode(sheet)}
}

// table begins a fight of two teams who share a deck of the cards that the case
// draws, in that order.
func (c workedCase) table(t *testing.T, pool []Weapon, first, second []rules.Fighter, house map[string]string) *table {
	t.Helper()
	deck := []Challenge{}
	for _, card := range append(c.Draws, caseCard{7, 7, 7, 7, 7}, caseCard{7, 7, 7, 7, 7}) {
		deck = append(deck, Challenge(card))
	}
	sheet := kit.Encode(teamSheet{deck, pool})
	options := map[string]string{"shared_challenge_deck": "true", "intentions": "at_turn"}
	for key, value := range house {
		options[key] = value
	}
	for key, value := range c.Given.Options {
		options[key] = fmt.Sprint(value)
	}
	return sit(t, []rules.Roster{{Key: "one", Name: "One", Sheet: sheet, Fighters: first}, {Key: "two", Name: "Two", Sheet: sheet, Fighters: second}}, options)
}

func (c workedCase) attack(t *testing.T) any {
	g := c.Given
	by, weapon := g.Attacker.sheet(), g.Attacker.Weapon
	var pool []Weapon
	down := false
	if weapon.Kind == "natural" || weapon.Kind == "" {
		by.Power, by.Wound = weapon.Power, weapon.Wound
	} else {
		card := Weapon{Key: "card", Name: weapon.Name, Kind: Melee, Power: weapon.Power, Wound: weapon.Wound, Plus: weapon.Plus, Use: Permanent}
		switch {
		case weapon.Skull:
			card.Use = Skull
		case weapon.Once:
			card.Use = Once
		}
		pool = []Weapon{card}
		if down = weapon.Revealed != nil && !*weapon.Revealed; down {
			by.FaceDown = 1
		} else {
			by.Cards = pool
		}
	}
	tb := c.table(t, pool, []rules.Fighter{g.Attacker.fighter(by)}, []rules.Fighter{g.Target.fighter(g.Target.sheet())}, nil)
	order := []string{"attacker", "a1", "target", "b1", "hit", strconv.Itoa(g.Modifiers.Hit), "damage", strconv.Itoa(g.Modifiers.Damage)}
	if down {
		tb.pick(1, "card1", "card")
	} else if len(pool) > 0 {
		order = append(order, "weapon", weapon.Name)
	} else {
		order = append(order, "weapon", natural)
	}
	tb.order(1, "attack", order...)
	tb.pick(2, "agree", "agree")
	if down {
		tb.pick(1, "weapon", "c1")
	}
	result := attackOf(tb.facts)
	s := tb.state()
	target := s.figure("b1")
	discarded := slices.ContainsFunc(tb.facts, func(f any) bool { _, gone := f.(CardGone); return gone })
	return map[string]any{
		"hit_difference": result.hitRow, "hit": result.hit, "damage_difference": result.damageRow, "result": result.face, "wounds_caused": result.wounds,
		"target_wounds": target.Wounds, "defeated": target.Defeated, "weapon_discarded": discarded, "draws_used": result.draws,
		"weapon_revealed": len(tb.state().figure("a1").Cards) > 0 && tb.state().figure("a1").down() == 0,
	}
}
