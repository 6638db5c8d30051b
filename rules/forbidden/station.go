package forbidden

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"umpire/rules"
)

// Station is what a side has in one area: in words ("2 Scouts, bastion"), or, as a
// campaign keeps it, counted by the names of units and structures, routed ones
// ("Scout routed") apart.
type Station struct {
	Area   string         `json:"area"`
	Void   bool           `json:"void,omitempty"`
	Force  string         `json:"force,omitempty"`
	Pieces map[string]int `json:"pieces,omitempty"`
}

// routedEnd is put behind the name of a unit that is routed.
const routedEnd = " routed"

// forceAt reads what a side has at a station. A count of none is nothing.
func (s *S) forceAt(seat rules.Seat, at Station) (f force, faults []string) {
	if at.Force != "" {
		return s.readForce(seat, at.Force)
	}
	side := s.side(seat)
	for _, key := range slices.Sorted(maps.Keys(at.Pieces)) {
		n := min(at.Pieces[key], 99)
		name, down := strings.CutSuffix(key, routedEnd)
		i := slices.IndexFunc(side.units(), func(k Kind) bool { return k.Name == name })
		switch {
		case n < 0 || i < 0 && (down || name != bastionKey && name != factoryKey && name != cityKey):
			faults = append(faults, fmt.Sprintf("%q counts no unit that there is. %s", rules.Escape(key), side.has()))
		case name == factoryKey || name == cityKey:
			f.structures = append(f.structures, slices.Repeat([]string{name}, n)...)
		default:
			kind := bastion()
			if i >= 0 {
				kind = side.units()[i]
			}
			for range n {
				f.units = append(f.units, &Unit{ID: fmt.Sprintf("u%d", len(f.units)+1), Kind: kind, Routed: down})
			}
		}
	}
	return f, faults
}

// counted is a force as a campaign keeps it.
func (f force) counted() map[string]int {
	pieces := make(map[string]int)
	for _, u := range f.units {
		name := u.Kind.Name
		if u.Routed {
			name += routedEnd
		}
		pieces[name]++
	}
	for _, key := range f.structures {
		pieces[key]++
	}
	return pieces
}
