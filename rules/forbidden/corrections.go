package forbidden

import (
	"fmt"
	"slices"
	"strconv"

	"umpire/rules"
	"umpire/rules/kit"
)

// The states that the umpire may set a unit to.
const (
	stands = "standing"
	lies   = "routed"
	isGone = "destroyed"
)

// listedUnit is a unit that the umpire may correct, and where it is.
type listedUnit struct {
	option rules.Option
	unit   *Unit
	keep   func(gone bool) // puts the unit back where it was, changed or gone
}

// allUnits lists the units of the combat that is fought or, between combats, of
// all areas; units that are alike are one entry.
func (s *S) allUnits() []listedUnit {
	var list []listedUnit
	add := func(id, where string, seat rules.Seat, units []*Unit, keep func(*Unit, bool)) {
		for i, g := range groups(units) {
			u := g[0]
			list = append(list, listedUnit{
				option: rules.Option{ID: fmt.Sprintf("%s-%d", id, i+1), Label: kit.Clip(fmt.Sprintf("%s: %s", s.side(seat).Name, u.name()), 80), Group: where},
				unit:   u, keep: func(gone bool) { keep(u, gone) },
			})
		}
	}
	if c := s.Combat; c != nil {
		for _, a := range c.Armies {
			add(fmt.Sprintf("c%d", a.Seat), c.Area, a.Seat, a.Units, func(u *Unit, gone bool) {
				if gone {
					a.remove(u)
				}
			})
		}
		return list
	}
	for _, area := range s.Areas {
		for _, h := range area.Held {
			f := s.force(h)
			add(fmt.Sprintf("%s-%d", area.ID, h.Seat), area.Name, h.Seat, f.units, func(u *Unit, gone bool) {
				rest := force{f.units, f.structures}
				if gone {
					rest.units = slices.DeleteFunc(slices.Clone(f.units), func(o *Unit) bool { return o == u })
				}
				s.settle(area, h.Seat, rest)
			})
		}
	}
	return list
}

func legalUnits(s *S, _ rules.Seat, _ map[string]string) []rules.Option {
	var options []rules.Option
	for _, u := range s.allUnits() {
		options = append(options, u.option)
	}
	return options
}

func legalStates(s *S, _ rules.Seat, args map[string]string) []rules.Option {
	states := []rules.Option{{ID: stands, Label: "Standing"}, {ID: lies, Label: "Routed"}, {ID: isGone, Label: "Destroyed"}}
	for _, u := range s.allUnits() {
		if u.option.ID == args["unit"] && u.unit.Kind.Bastion {
			return slices.Delete(states, 1, 2)
		}
	}
	return states
}

// setUnit is the umpire's correction of one unit's state.
func setUnit(s *S, t *rules.Turn, o rules.Order) error {
	all := s.allUnits()
	id, err := kit.Find("unit", o.Args["unit"], legalUnits(s, rules.Umpire, nil))
	if err != nil {
		return err
	}
	state, err := kit.Find("state", o.Args["state"], legalStates(s, rules.Umpire, map[string]string{"unit": id}))
	if err != nil {
		return err
	}
	u := all[slices.IndexFunc(all, func(u listedUnit) bool { return u.option.ID == id })]
	t.Say(Corrected{Unit: u.option.Label, Area: u.option.Group, State: state, Reason: o.Args["reason"]})
	u.unit.Routed = state == lies
	u.keep(state == isGone)
	if c := s.Combat; c != nil && c.Round > 0 {
		if c.Result = c.Survivors(); c.Result != nil {
			c.endRound()
		}
	}
	return nil
}

// seatNamed reads a seat's number, or the name of its faction.
func (s *S) seatNamed(text string) (rules.Seat, error) {
	id, err := kit.Find("side", text, s.sideOptions(0))
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(id)
	if err != nil {
		return 0, fmt.Errorf("read seat %s: %w", id, err)
	}
	return rules.Seat(n), nil
}
