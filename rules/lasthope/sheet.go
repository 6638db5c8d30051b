package lasthope

import (
	"encoding/json"
	"fmt"

	"umpire/rules"
	"umpire/rules/kit"
)

// Sheet is one model's roster sheet. A sheet without a shot value uses its
// strength when it throws; without left, no wound has been taken.
type Sheet struct {
	Role      string   `json:"role" yaml:"role"`
	Strength  int      `json:"strength" yaml:"strength"`
	Defence   int      `json:"defence" yaml:"defence"`
	Toughness int      `json:"toughness" yaml:"toughness"`
	Wounds    int      `json:"wounds" yaml:"wounds"`
	Left      *int     `json:"left,omitempty" yaml:"left"`
	Shot      *int     `json:"shot,omitempty" yaml:"shot"`
	Weapons   []string `json:"weapons,omitempty" yaml:"weapons"`
	Clothing  []string `json:"clothing,omitempty" yaml:"clothing"`
}

const (
	mostOfAStat = 20
	mostItems   = 10 // with what is offered besides, a menu holds 25
	mostModels  = 50 // of a side, so that a list of both has 100
	mostLetters = 60 // of a name, so that a label stays under 80
)

// readSheet reads a sheet strictly; the Refusal names what is wrong with it.
func readSheet(data json.RawMessage) (Sheet, error) {
	sheet, err := kit.ReadSheet[Sheet](data)
	if err != nil {
		return sheet, err
	}
	return sheet, sheet.check()
}

// check refuses a sheet that cannot fight and puts its words as the tables have them.
func (s *Sheet) check() error {
	numbers := []struct {
		name        string
		value, from int
	}{
		{"strength", s.Strength, 0},
		{"defence", s.Defence, 0},
		{"toughness", s.Toughness, 0},
		{"wounds", s.Wounds, 1},
		{"shot", s.shot(), 0},
		{"left", s.left(), 0},
	}
	for _, n := range numbers {
		if n.value < n.from || n.value > mostOfAStat {
			return rules.Refuse("%s is a number from %d to %d, not %d.", kit.Capital(n.name), n.from, mostOfAStat, n.value)
		}
	}
	if s.left() > s.Wounds {
		return rules.Refuse("A model with %d wounds cannot have %d left.", s.Wounds, s.left())
	}
	if len(s.Weapons) > mostItems || len(s.Clothing) > mostItems || len(s.Role) > mostLetters {
		return rules.Refuse("A model carries at most %d weapons and %d padded items, and its role is one word.", mostItems, mostItems)
	}
	for i, name := range s.Weapons {
		weapon, known := WeaponOf(name)
		if !known || weapon.Key == unarmed {
			return rules.Refuse("No weapon is called %s. There are %s.", rules.Escape(name), rules.List(weaponNames()))
		}
		s.Weapons[i] = weapon.Key
	}
	for _, key := range s.Clothing {
		if _, known := ClothingOf(key); !known {
			return rules.Refuse("No padding is called %s. There is light, medium and heavy.", rules.Escape(key))
		}
	}
	return nil
}

func (s *Sheet) shot() int {
	if s.Shot == nil {
		return s.Strength
	}
	return *s.Shot
}

func (s *Sheet) left() int {
	if s.Left == nil {
		return s.Wounds
	}
	return *s.Left
}

func weaponNames() []string {
	var names []string
	for _, w := range Weapons()[1:] {
		names = append(names, w.Name)
	}
	return names
}

// showSheet is the sheet as people read it.
func showSheet(data json.RawMessage) (rules.View, error) {
	sheet, err := readSheet(data)
	if err != nil {
		return rules.View{}, err
	}
	m := Model{Sheet: sheet}
	v := rules.View{Title: kit.Capital(rules.Escape(sheet.Role)), Fields: []rules.Field{
		{Name: "Strength", Value: fmt.Sprint(sheet.Strength)},
		{Name: "Defence", Value: fmt.Sprint(sheet.Defence)},
		{Name: "Toughness", Value: fmt.Sprint(sheet.Toughness)},
		{Name: "Shot", Value: fmt.Sprint(sheet.shot())},
		{Name: "Wounds", Value: kit.Taken(sheet.Wounds-sheet.left(), sheet.Wounds)},
	}}
	if len(sheet.Weapons) > 0 {
		v.Fields = append(v.Fields, rules.Field{Name: "Weapons", Value: kit.Capital(m.arms())})
	}
	if len(sheet.Clothing) > 0 {
		v.Fields = append(v.Fields, rules.Field{Name: "Clothing", Value: kit.Capital(m.clothes())})
	}
	return v, nil
}

// plus tells what is added: "+1 damage", "no damage added".
func plus(n int, what string) string {
	if n == 0 {
		return "no " + what + " added"
	}
	return fmt.Sprintf("+%d %s", n, what)
}
