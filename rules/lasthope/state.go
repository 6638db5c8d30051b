package lasthope

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// S is a fight of two gangs.
type S struct {
	House  House      `json:"house"`
	Sides  []Side     `json:"sides"` // seat n is Sides[n-1]
	Active rules.Seat `json:"active"`
	Turn   int        `json:"turn"` // both sides have one turn of each number
	Done   bool       `json:"done,omitempty"`
	Piles  []kit.Pile `json:"piles,omitempty"` // one a side, or one shared; none when cards are called
}

// Side is one gang at the table.
type Side struct {
	Name     string   `json:"name"`
	Favoured kit.Suit `json:"favoured"`
	Hand     kit.Hand `json:"hand,omitempty"`
	Models   []*Model `json:"models"`
}

// Model is one figure. ID and Name are its own in this fight; Brought is how its
// roster calls it, where that is otherwise.
type Model struct {
	ID       string     `json:"id"`
	Name     string     `json:"name"`
	Seat     rules.Seat `json:"seat"`
	Brought  *Brought   `json:"brought,omitempty"`
	Sheet    Sheet      `json:"sheet"`
	Life     kit.Wounds `json:"life"`
	Attacked bool       `json:"attacked,omitempty"` // in its own side's turn
}

// Brought is a model's ID and name in the roster that it came from.
type Brought struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// newS checks a setup and copies it: two gangs, each with a model that stands.
func newS(setup rules.Setup) (*S, error) {
	house, err := houseOf(setup.Options)
	if err != nil {
		return nil, rules.Refuse("%v.", err)
	}
	if len(setup.Sides) != 2 {
		return nil, rules.Refuse("Last Hope Frontier is fought by two gangs, not %d.", len(setup.Sides))
	}
	s := &S{House: house, Active: 1, Turn: 1}
	for i, roster := range setup.Sides {
		side, err := newSide(rules.Seat(i+1), roster)
		if err != nil {
			return nil, err
		}
		s.Sides = append(s.Sides, side)
	}
	s.tellApart()
	s.Piles = newPiles(house)
	return s, nil
}

func newSide(seat rules.Seat, roster rules.Roster) (Side, error) {
	var gang gangSheet
	dec := json.NewDecoder(bytes.NewReader(roster.Sheet))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&gang); err != nil || gang.Favoured == kit.NoSuit {
		return Side{}, rules.Refuse("%s have no favoured suit. It is spades, hearts, diamonds or clubs.", rules.Escape(roster.Name))
	}
	if n := len(roster.Fighters); n > mostModels {
		return Side{}, rules.Refuse("%s have %d models, and a gang fields at most %d.", rules.Escape(roster.Name), n, mostModels)
	}
	side := Side{Name: roster.Name, Favoured: gang.Favoured}
	for _, f := range roster.Fighters {
		sheet, err := readSheet(f.Sheet)
		if err != nil {
			return Side{}, rules.Refuse("%s of %s: %v", rules.Escape(f.Name), rules.Escape(roster.Name), err)
		}
		if err := checkName(side, roster.Name, f); err != nil {
			return Side{}, err
		}
		side.Models = append(side.Models, &Model{
			ID: f.ID, Name: f.Name, Seat: seat, Sheet: sheet,
			Life: kit.Wounds{Max: sheet.Wounds, Left: sheet.left()},
		})
	}
	if side.standing() == 0 {
		return Side{}, rules.Refuse("%s have no model that can fight.", rules.Escape(roster.Name))
	}
	return side, nil
}

func checkName(side Side, gang string, f rules.Fighter) error {
	if !kit.IsID(f.ID) || strings.TrimSpace(f.Name) == "" || len([]rune(f.Name)) > mostLetters || strings.ContainsAny(f.Name, "\n\r") {
		return rules.Refuse("Each model of %s needs an id of at most %d plain letters and a name of at most %d.", rules.Escape(gang), kit.MostOfAnID, mostLetters)
	}
	if slices.ContainsFunc(side.Models, func(m *Model) bool { return m.ID == f.ID || strings.EqualFold(m.Name, f.Name) }) {
		return rules.Refuse("Two models of %s are called %s. Give each a name and id of its own.", rules.Escape(gang), rules.Escape(f.Name))
	}
	return nil
}

// tellApart gives the second side's models another name and id where the first
// has the same: two gangs of one kind may fight (LH-15).
func (s *S) tellApart() {
	first, second := s.Sides[0], &s.Sides[1]
	if first.Name == second.Name {
		second.Name += " II"
	}
	all := slices.Concat(first.Models, second.Models)
	for _, m := range second.Models {
		for slices.ContainsFunc(all, func(o *Model) bool { return o != m && (o.ID == m.ID || strings.EqualFold(o.Name, m.Name)) }) {
			if m.Brought == nil {
				m.Brought = &Brought{m.ID, m.Name}
			}
			m.ID += "_2"
			m.Name += " II"
		}
	}
}

func (s *S) side(seat rules.Seat) *Side { return &s.Sides[seat-1] }

func other(seat rules.Seat) rules.Seat { return 3 - seat }

// model finds a model of either side by its ID.
func (s *S) model(id string) *Model {
	for _, side := range s.Sides {
		for _, m := range side.Models {
			if m.ID == id {
				return m
			}
		}
	}
	return nil
}

// standing counts the models that are not out of action.
func (side *Side) standing() int {
	n := 0
	for _, m := range side.Models {
		if !m.Life.Out() {
			n++
		}
	}
	return n
}

// ready lists a side's models that may attack now.
func (s *S) ready(seat rules.Seat) []*Model {
	var ready []*Model
	for _, m := range s.side(seat).Models {
		if !m.Life.Out() && (s.House.AttacksAreFree || !m.Attacked) {
			ready = append(ready, m)
		}
	}
	return ready
}

// shown is the model's name where markdown is read.
func (m *Model) shown() string { return rules.Escape(m.Name) }

// weapons lists what a model carries, each kind once.
func (m *Model) weapons() []Weapon {
	var carried []Weapon
	for _, key := range m.Sheet.Weapons {
		if w, known := WeaponOf(key); known && !slices.Contains(carried, w) {
			carried = append(carried, w)
		}
	}
	return carried
}

// drop takes one weapon of a kind away.
func (m *Model) drop(key string) {
	if i := slices.Index(m.Sheet.Weapons, key); i >= 0 {
		m.Sheet.Weapons = slices.Delete(m.Sheet.Weapons, i, i+1)
	}
}

// padding lists what a model wears; several items add up (LH-19).
func (m *Model) padding() []Clothing {
	var worn []Clothing
	for _, key := range m.Sheet.Clothing {
		if item, known := ClothingOf(key); known {
			worn = append(worn, item)
		}
	}
	return worn
}

// stat is what a model attacks with: its strength, or its shot value when it
// throws, in whose place a sheet without one has its strength (LH-9).
func (m *Model) stat(throws bool) kit.Part {
	if throws && m.Sheet.Shot != nil {
		return kit.Part{Why: "shot value", N: *m.Sheet.Shot}
	}
	return kit.Part{Why: "strength", N: m.Sheet.Strength}
}

func (m *Model) arms() string {
	var names []string
	for _, w := range m.weapons() {
		names = append(names, w.Name)
	}
	if len(names) == 0 {
		return "no weapon"
	}
	return rules.List(names)
}

func (m *Model) clothes() string {
	var names []string
	for _, c := range m.padding() {
		names = append(names, fmt.Sprintf("%s +%d", c.Name, c.Defence))
	}
	if len(names) == 0 {
		return "no padding"
	}
	return rules.List(names)
}

// roster gives the sheets as the fight leaves them, under the names that they
// came with.
func roster(s *S) []rules.Fighter {
	var fighters []rules.Fighter
	for _, side := range s.Sides {
		for _, m := range side.Models {
			sheet := m.Sheet
			left := m.Life.Left
			sheet.Left = &left
			brought := Brought{m.ID, m.Name}
			if m.Brought != nil {
				brought = *m.Brought
			}
			fighters = append(fighters, rules.Fighter{ID: brought.ID, Name: brought.Name, Seat: m.Seat, Sheet: kit.Encode(sheet)})
		}
	}
	return fighters
}
