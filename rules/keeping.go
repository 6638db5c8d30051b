package rules

import (
	"encoding/json"
	"slices"
)

// Health is how a model of a roster is: of Most wounds (or lives) it has Taken
// so many. One that has taken all of them is out of action.
type Health struct{ Taken, Most int }

// Recruit is a kind of model that a roster may take on. Key is short and stable,
// Group heads long lists; Sheet is its sheet, unhurt.
type Recruit struct {
	Key, Name, Group string
	Sheet            json.RawMessage
}

// Gear is something that a member may carry. Has: how many it carries now.
type Gear struct {
	Key, Name string
	Has       int
}

// Worth is one count of a roster's strength, as "points" 45.
type Worth struct {
	Name string
	N    int
}

// Keeping is what a campaign needs of a system's sheets. Home gives a sheet in
// its one canonical form, so that two sheets differ only in what has changed:
// Home of a Home'd sheet depends on the wounds alone. Every system whose sides
// bring models has Home and Recruits. Give and Take are nil where Gear is, and
// their sheets need not be in that form. Errors are Refusals.
type Keeping struct {
	Health   func(sheet json.RawMessage) (Health, error)                     // nil: its sheets have no wounds
	Home     func(sheet json.RawMessage, taken int) (json.RawMessage, error) // between two fights: off the table, with 0 to Most wounds taken
	Recruits func(Roster) []Recruit                                          // whom it may take on, by its side sheet; of the zero Roster all, by faction
	Gear     func(Roster, Fighter) []Gear                                    // what a member carries and may be given; nil: its sheets have no gear
	Give     func(r Roster, f Fighter, key string) (json.RawMessage, error)  // its sheet with one more of a gear
	Take     func(r Roster, f Fighter, key string) (json.RawMessage, error)  // with one less
	Worth    func(Roster) ([]Worth, error)                                   // nil: nothing is counted
}

// CheckRoster gives a Refusal that names what is wrong with a whole side (its
// own sheet, a fighter, an id, a name, a limit of its army), or nil: it could
// fight under the default house rules.
func (s *System) CheckRoster(r Roster) error {
	if len(r.Fighters) == 0 {
		return Refuse("%s have nobody who can fight.", Escape(r.Name))
	}
	for i, f := range r.Fighters {
		if f.ID == "" || slices.ContainsFunc(r.Fighters[:i], func(o Fighter) bool { return o.ID == f.ID }) {
			return Refuse("%s of %s has no id of its own.", Escape(f.Name), Escape(r.Name))
		}
	}
	setup := s.Sample()
	setup.Sides = slices.Clone(setup.Sides)
	setup.Sides[0] = r
	setup, err := s.settle(setup)
	if err != nil {
		return err
	}
	_, err = s.fresh(setup)
	return err
}

// Hides tells whether a fighter's sheet holds what its own side alone may read.
func (s *System) Hides(r Roster) bool {
	if s.Sheet == nil {
		return false
	}
	return slices.ContainsFunc(r.Fighters, func(f Fighter) bool {
		view, err := s.Sheet(f.Sheet)
		return err != nil || slices.ContainsFunc(view.Fields, func(f Field) bool { return f.Hidden })
	})
}
