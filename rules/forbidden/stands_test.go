package forbidden

import (
	"fmt"
	"slices"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

// siege is what a table was told of the defender of a combat that is fought.
type siege struct {
	seat  rules.Seat
	area  string
	units []*Unit
	gone  bool // nothing is known of it any more
}

func TestUnitsThatWereToldAsDestroyedOrRoutedAreSoHoweverTheSessionEnds(t *testing.T) { // FS-31
	s, err := newS(System().Sample())
	if err != nil {
		t.Fatal(err)
	}
	rulestest.Stands(t, System(), func(told []any, left []rules.Fighter) error {
		var at siege
		fought := false
		for _, fact := range told {
			at.hear(s, fact)
			switch fact.(type) {
			case PoolRolled, Won:
				fought = true
			case Advanced, CalledOff, CleanedUp, StrikeOver, Stopped:
				fought = false
			}
		}
		if !fought || at.gone || at.seat == 0 {
			return nil
		}
		sheet, err := readSheet(left[at.seat-1].Sheet)
		if err != nil {
			return err
		}
		var is []*Unit
		for _, held := range sheet.Held {
			if held.Area == at.area {
				f, _ := s.readForce(at.seat, held.Force)
				is = f.units
			}
		}
		if got, want := sortedNames(is), sortedNames(at.units); !slices.Equal(got, want) {
			return fmt.Errorf("%s is held with %v, and was told to be with %v", at.area, got, want)
		}
		return nil
	})
}

// sortedNames names units, in order.
func sortedNames(units []*Unit) []string {
	var names []string
	for _, u := range units {
		names = append(names, u.name())
	}
	slices.Sort(names)
	return names
}

func (at *siege) hear(s *S, fact any) {
	find := func(seat rules.Seat, name string) int {
		if seat != at.seat {
			return -1
		}
		return slices.IndexFunc(at.units, func(u *Unit) bool { return u.name() == name })
	}
	state := func(area string, seat rules.Seat, text string) {
		f, _ := s.readForce(seat, text)
		*at = siege{seat: seat, area: area, units: f.units}
	}
	switch f := fact.(type) {
	case Advanced:
		state(f.Area, f.Foe, f.Against)
	case Stated:
		if f.Seat == at.seat {
			state(f.Area, f.Seat, f.Force)
		}
	case Destroyed:
		if i := find(f.Seat, f.Unit); i >= 0 {
			at.units = slices.Delete(at.units, i, i+1)
		}
	case RoutedUnit:
		if i := find(f.Seat, f.Unit); i >= 0 {
			at.units[i].Routed = true
		}
	case Rallied:
		if i := find(f.Seat, f.Unit); i >= 0 {
			at.units[i].Routed = false
		}
	case FellBack, NoRetreat, Won, Corrected, Reinforced, Hunts:
		at.gone = true
	}
}
