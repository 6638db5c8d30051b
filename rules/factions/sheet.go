package factions

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// Sheet is one hero's or minion's roster sheet: its ratings, what it can do, and
// what it carries. FaceDown is how many treasure cards it has that its own team
// alone knows: which they are is asked in secret when the fight begins.
type Sheet struct {
	Minion    bool      `json:"minion,omitempty" yaml:"minion"`
	Wits      int       `json:"wits" yaml:"wits"`
	Melee     int       `json:"melee" yaml:"melee"`
	Agility   int       `json:"agility" yaml:"agility"`
	Aim       int       `json:"aim" yaml:"aim"`
	Point     int       `json:"point" yaml:"point"`
	Stealth   int       `json:"stealth" yaml:"stealth"`
	Strength  int       `json:"strength" yaml:"strength"`
	Intellect int       `json:"intellect" yaml:"intellect"`
	Power     int       `json:"power" yaml:"power"`
	Wound     int       `json:"wound" yaml:"wound"`
	Armor     int       `json:"armor" yaml:"armor"`
	Health    int       `json:"health" yaml:"health"`
	Wounds    int       `json:"wounds,omitempty" yaml:"wounds"`
	Defeated  bool      `json:"defeated,omitempty" yaml:"defeated"`
	Ranged    *Shot     `json:"ranged,omitempty" yaml:"ranged"`
	Abilities []Ability `json:"abilities,omitempty" yaml:"abilities"`
	Symbols   []string  `json:"symbols,omitempty" yaml:"symbols"`
	Cards     []Weapon  `json:"cards,omitempty" yaml:"-"` // that lie open, in full
	FaceDown  int       `json:"face_down,omitempty" yaml:"face_down"`
	Gold      int       `json:"gold,omitempty" yaml:"gold"`
	Space     string    `json:"space,omitempty" yaml:"space"` // where it stands, as the table calls it
}

const (
	mostOfARating = 20
	mostHealth    = 50
	mostGold      = 9999
	mostCarried   = 20 // cards of a hero, so that a menu of its attacks holds them
	mostAbilities = 6
	mostFigures   = 20 // of a team
	mostLetters   = 40 // of a name
	mostSpaces    = 20
)

// rating is a number of a sheet that has limits.
type rating struct {
	name        string
	value, from int
}

func (r rating) check() error {
	if r.value < r.from || r.value > mostOfARating {
		return fmt.Errorf("%s is a number from %d to %d, not %d", kit.Capital(r.name), r.from, mostOfARating, r.value)
	}
	return nil
}

// ratings lists what a sheet says, in the order in which it is shown.
func (s *Sheet) ratings() []rating {
	return []rating{
		{"wits", s.Wits, 0},
		{"melee", s.Melee, 0},
		{"agility", s.Agility, 0},
		{"aim", s.Aim, 0},
		{"point", s.Point, 0},
		{"stealth", s.Stealth, 0},
		{"strength", s.Strength, 0},
		{"intellect", s.Intellect, 0},
		{"power", s.Power, 0},
		{"wound", s.Wound, 0},
		{"armor", s.Armor, 0},
	}
}

// readSheet reads a sheet strictly; the Refusal names what is wrong with it.
func readSheet(data json.RawMessage) (Sheet, error) {
	sheet, err := kit.ReadSheet[Sheet](data)
	if err != nil {
		return sheet, err
	}
	if err := sheet.check(); err != nil {
		return sheet, rules.Refuse("%s.", kit.Capital(rules.Escape(err.Error())))
	}
	return sheet, nil
}

// check refuses a sheet that cannot fight.
func (s *Sheet) check() error {
	for _, r := range s.ratings() {
		if err := r.check(); err != nil {
			return err
		}
	}
	switch {
	case s.Health < 1 || s.Health > mostHealth:
		return fmt.Errorf("health is a number from 1 to %d, not %d", mostHealth, s.Health)
	case s.Wounds < 0 || s.Wounds >= s.Health:
		return fmt.Errorf("with Health %d it has from 0 to %d wounds, not %d", s.Health, s.Health-1, s.Wounds)
	case s.Gold < 0 || s.Gold > mostGold:
		return fmt.Errorf("gold is a number from 0 to %d, not %d", mostGold, s.Gold)
	case s.FaceDown < 0 || len(s.Cards)+s.FaceDown > mostCarried:
		return fmt.Errorf("a hero carries from 0 to %d cards, those that lie face down among them", mostCarried)
	case s.Minion && (s.Gold > 0 || len(s.Cards)+s.FaceDown > 0):
		return errors.New("a minion carries no cards and no gold")
	case len(s.Abilities) > mostAbilities:
		return fmt.Errorf("a hero has at most %d abilities", mostAbilities)
	case len([]rune(s.Space)) > mostLetters || strings.ContainsAny(s.Space, "\n\r"):
		return fmt.Errorf("a space is named in one line of at most %d letters", mostLetters)
	}
	return s.checkParts()
}

func (s *Sheet) checkParts() error {
	if s.Ranged != nil {
		shot := s.Ranged.weapon()
		if err := shot.check(); err != nil {
			return fmt.Errorf("its ranged attack: %w", err)
		}
	}
	for _, a := range s.Abilities {
		if err := a.check(); err != nil {
			return err
		}
	}
	for i := range s.Cards {
		if err := s.Cards[i].check(); err != nil {
			return err
		}
	}
	return nil
}

// bars says why the hero cannot use a card (WF-18), or "".
func (s *Sheet) bars(w Weapon, h House) string {
	switch {
	case h.NoCardLimits, w.Symbol != "" && slices.Contains(s.Symbols, w.Symbol):
		return ""
	case s.Strength < w.Strength:
		return fmt.Sprintf("it needs Strength %d, not %d", w.Strength, s.Strength)
	case s.Intellect < w.Intellect:
		return fmt.Sprintf("it needs Intellect %d, not %d", w.Intellect, s.Intellect)
	}
	return ""
}

// showSheet is the sheet as people read it.
func showSheet(data json.RawMessage) (rules.View, error) {
	sheet, err := readSheet(data)
	if err != nil {
		return rules.View{}, err
	}
	v := rules.View{Title: "Hero"}
	if sheet.Minion {
		v.Title = "Minion"
	}
	for _, r := range sheet.ratings() {
		v.Fields = append(v.Fields, rules.Field{Name: kit.Capital(r.name), Value: fmt.Sprint(r.value)})
	}
	health := kit.Taken(sheet.Wounds, sheet.Health)
	if sheet.Defeated {
		health = fmt.Sprintf("%d, in the Underpit", sheet.Health)
	}
	v.Fields = append(v.Fields, rules.Field{Name: "Health", Value: health})
	if sheet.Ranged != nil {
		v.Fields = append(v.Fields, rules.Field{Name: "Natural ranged attack", Value: sheet.Ranged.weapon().shown()})
	}
	var abilities, cards []string
	for _, a := range sheet.Abilities {
		abilities = append(abilities, a.shown())
	}
	for _, w := range sheet.Cards {
		cards = append(cards, w.shown())
	}
	if sheet.FaceDown > 0 {
		cards = append(cards, faceDown(sheet.FaceDown))
	}
	for _, list := range []struct {
		name  string
		lines []string
	}{{"Abilities", abilities}, {"Cards", cards}} {
		if len(list.lines) > 0 {
			v.Fields = append(v.Fields, rules.Field{Name: list.name, Value: strings.Join(list.lines, "\n")})
		}
	}
	if sheet.Gold > 0 {
		v.Fields = append(v.Fields, rules.Field{Name: "Gold", Value: fmt.Sprint(sheet.Gold)})
	}
	return v, nil
}

// faceDown tells how many cards lie face down.
func faceDown(n int) string {
	if n == 1 {
		return "1 card face down"
	}
	return fmt.Sprintf("%d cards face down", n)
}
