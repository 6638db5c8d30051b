package skirmish

import (
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// newS checks a setup and copies it: two armies within their limits, each with a
// model that can fight.
func newS(setup rules.Setup) (*S, error) {
	house, err := houseOf(setup.Options)
	if err != nil {
		return nil, err
	}
	field, err := fieldOf(setup)
	if err != nil {
		return nil, err
	}
	if len(setup.Sides) != 2 {
		return nil, rules.Refuse("The skirmish is fought by two armies, not %d.", len(setup.Sides))
	}
	s := &S{House: house, Field: field, Round: 1, A: 1, Attacker: 1}
	for i, roster := range setup.Sides {
		if err := s.enlist(rules.Seat(i+1), roster); err != nil {
			return nil, err
		}
	}
	s.tellApart()
	return s, nil
}

// enlist takes a roster into the battle. A model without a life left, or that
// left the table, stays behind.
func (s *S) enlist(seat rules.Seat, roster rules.Roster) error {
	army, err := readArmy(roster)
	if err != nil {
		return err
	}
	for _, r := range army.Specials {
		i := slices.IndexFunc(s.Specials, func(o Special) bool { return o.Key == r.Key })
		switch {
		case i < 0:
			s.Specials = append(s.Specials, r)
		case string(kit.Encode(s.Specials[i])) != string(kit.Encode(r)):
			return rules.Refuse("Both armies bring a special rule called %s, and they are not the same.", rules.Escape(r.Key))
		}
	}
	s.Sides = append(s.Sides, Side{Name: roster.Name, Faction: army.Title, Rules: army.Rules})
	known := func(key string) bool { return s.special(key).Key != "" }
	s.book = nil
	var kinds []Kind
	for _, f := range roster.Fighters {
		sheet, err := readSheet(f.Sheet, known)
		if err != nil {
			return rules.Refuse("%s of %s: %v", rules.Escape(f.Name), rules.Escape(roster.Name), err)
		}
		m := &Model{ID: f.ID, Name: f.Name, Seat: seat, Kind: s.kindOf(sheet.Kind), Lives: sheet.left(), Status: Waiting}
		switch {
		case m.Lives == 0:
			m.Status = Dead
		case s.House.Called:
			m.Status = Stands
		}
		s.Models = append(s.Models, m)
		kinds = append(kinds, sheet.Kind)
	}
	return s.checkArmy(seat, roster, army, kinds)
}

// brings names the bombardments of an army: what hits from beyond the table.
func brings(roster rules.Roster) []string {
	army, err := readArmy(roster)
	if err != nil {
		return nil
	}
	var names []string
	for _, r := range slices.Concat(specials(), army.Specials) {
		if r.Bombard != nil && slices.Contains(army.Rules, r.Key) {
			names = append(names, r.Name)
		}
	}
	return names
}

// checkArmy refuses an army with all its faults at once.
func (s *S) checkArmy(seat rules.Seat, roster rules.Roster, army armySheet, kinds []Kind) error {
	faults := nameFaults(roster.Fighters)
	for _, fault := range musterFaults(army.Limits, kinds, s.House.Points) {
		faults = append(faults, fault.Text)
	}
	if len(s.filter(seat, (*Model).inPlay)) == 0 {
		faults = append(faults, "it has no model that can fight")
	}
	if len(faults) > 0 {
		return rules.Refuse("%s cannot fight like this: %s.", rules.Escape(roster.Name), strings.Join(faults, "; "))
	}
	return nil
}

// tellApart gives the second army's models another name where the first has the
// same, and another id likewise: two armies of one kind may fight.
func (s *S) tellApart() {
	if s.Sides[0].Name == s.Sides[1].Name {
		s.Sides[1].Name += " II"
	}
	other := func(m *Model, same func(*Model) bool) bool {
		return m.Seat == 2 && slices.ContainsFunc(s.Models, func(o *Model) bool { return o != m && same(o) })
	}
	for _, m := range s.Models {
		brought := Brought{m.ID, m.Name}
		for other(m, func(o *Model) bool { return o.ID == m.ID }) {
			m.ID += "_2"
		}
		for other(m, func(o *Model) bool { return strings.EqualFold(o.Name, m.Name) }) {
			m.Name += " II"
		}
		if brought != (Brought{m.ID, m.Name}) {
			m.Brought = &brought
		}
	}
}

// sample is the crew of Red Anne against the landing party, on the open field.
func sample() rules.Setup {
	armies := Armies()
	return rules.Setup{Sides: []rules.Roster{armies[0], armies[2]}}
}
