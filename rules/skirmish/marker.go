package skirmish

import (
	"cmp"
	"fmt"
	"slices"

	"umpire/rules"
	"umpire/rules/kit"
)

// setUpAsks lets B place the mission's markers.
func setUpAsks(s *S) []rules.Ask {
	mission, _ := missionOf(s.House.Mission)
	if mission.Markers == 0 || s.Done || len(s.Markers) == mission.Markers {
		return nil
	}
	b := other(s.Attacker)
	if s.House.Called {
		return []rules.Ask{s.markedAsk(mission.Markers)}
	}
	return []rules.Ask{{
		ID: "markers", Seat: b, Orders: []string{"marker", "done"}, Default: []string{"spread"},
		Prompt: fmt.Sprintf("place up to %s; each 12\" from the others and more than 6\" from your %s edge.", plural(mission.Markers-len(s.Markers), "more marker", "more markers"), s.edgeOf(b)),
	}}
}

// markedAsk asks how many markers stand on a called table.
func (s *S) markedAsk(most int) rules.Ask {
	ask := rules.Ask{ID: "marked", Seat: other(s.Attacker), Default: []string{fmt.Sprint(most)}, Prompt: "place up to five markers at your table, 12\" apart and not within 6\" of your edge. How many?"}
	for n := most; n >= 0; n-- {
		ask.Options = append(ask.Options, rules.Option{ID: fmt.Sprint(n), Label: plural(n, "marker", "markers")})
	}
	return ask
}

// marked settles how many markers stand on a called table.
func (s *S) marked(t *rules.Turn, most int) int {
	number := func(picks []string) int {
		for n := range most {
			if slices.Contains(picks, fmt.Sprint(n)) {
				return n
			}
		}
		return most
	}
	return number(settle(t, s.markedAsk(most), func(picks []string) string {
		if number(picks) == 0 {
			return ""
		}
		return fmt.Sprintf("%s placed, 12\" apart and not within 6\" of the other side's edge", plural(number(picks), "marker is", "markers are"))
	}))
}

// setUp ends the mission's set-up and begins the first round.
func setUp(s *S, t *rules.Turn) error {
	mission, _ := missionOf(s.House.Mission)
	mission.SetUp(s)
	if mission.Markers > 0 {
		s.markTheRest(t, mission)
	}
	s.Marking, s.Done, s.Warned = false, false, false
	t.Say(PhaseBegun{Round: s.Round, Of: s.House.Rounds, Phase: s.Phase, Seat: s.active(), Army: s.side(s.active()).Name})
	return nil
}

// markTheRest takes the number of markers of a called table, or places what is
// left when the decision lapsed.
func (s *S) markTheRest(t *rules.Turn, mission Mission) {
	switch {
	case s.House.Called:
		n := s.marked(t, mission.Markers)
		for range n {
			s.mark(kit.Point{})
		}
		t.Say(Marked{Seat: other(s.Attacker), Called: true, Count: n})
	case !s.Done:
		for _, at := range s.markerSpots() {
			if len(s.Markers) < mission.Markers && s.markerFault(at) == nil {
				s.mark(at)
				t.Say(Marked{Seat: other(s.Attacker), Name: s.Markers[len(s.Markers)-1].Name, At: at.String(), Square: s.Field.Square(at), Count: len(s.Markers)})
			}
		}
	}
}

func (s *S) mark(at kit.Point) {
	n := len(s.Markers) + 1
	s.Markers = append(s.Markers, Marker{ID: fmt.Sprintf("marker_%d", n), Name: fmt.Sprintf("marker %d", n), At: at})
}

// marker places one of the mission's markers.
func marker(s *S, t *rules.Turn, o rules.Order) error {
	if !s.Marking || s.House.Called || t.Seat() != other(s.Attacker) {
		return rules.Refuse("No marker is placed now.")
	}
	at, err := s.Field.ParsePlace(o.Args["to"])
	if err != nil {
		return err
	}
	if err := s.markerFault(at); err != nil {
		return err
	}
	s.mark(at)
	t.Say(Marked{Seat: t.Seat(), Name: s.Markers[len(s.Markers)-1].Name, At: at.String(), Square: s.Field.Square(at), Count: len(s.Markers)})
	return nil
}

// markerFault refuses a place for a marker: too near to another, or to B's edge.
func (s *S) markerFault(at kit.Point) error {
	const apart, off = 12 * kit.Inch, 6 * kit.Inch
	b := kit.Base{At: at}
	edge := s.edgeOf(other(s.Attacker))
	if far := s.Field.Edge(b, edge); far <= off {
		return rules.Refuse("%s is %s from your %s edge; a marker is placed more than %s from it.", at, far, edge, off)
	}
	for _, k := range s.Markers {
		if far := at.To(k.At); far < apart {
			return rules.Refuse("%s is %s from %s; markers are placed %s apart.", at, far, k.Name, apart)
		}
	}
	return nil
}

// markerSpots lists the middles of the grid squares, those near B's edge first.
func (s *S) markerSpots() []kit.Point {
	edge := s.edgeOf(other(s.Attacker))
	var spots []kit.Point
	for _, name := range s.Field.Squares() {
		at, _ := s.Field.Middle(name)
		spots = append(spots, at)
	}
	slices.SortStableFunc(spots, func(x, y kit.Point) int {
		return cmp.Compare(s.Field.Edge(kit.Base{At: x}, edge), s.Field.Edge(kit.Base{At: y}, edge))
	})
	return spots
}

func (s *S) markerOptions() []rules.Option {
	var options []rules.Option
	for _, k := range s.Markers {
		options = append(options, rules.Option{ID: k.ID, Label: kit.Capital(k.Name)})
	}
	return options
}
