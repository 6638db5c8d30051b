package skirmish

import (
	"slices"

	"umpire/rules"
	"umpire/rules/kit"
)

// reach is a place that is found step by step, from here to there.
func reach(from, at kit.Point, far kit.Length) rules.Reach {
	return rules.Reach{FromX: int(from.X), FromY: int(from.Y), AtX: int(at.X), AtY: int(at.Y), Far: int(far)}
}

// moveReach is where the first of the models that move starts, where it ends, and
// how far the slowest of them may go.
func moveReach(s *S, seat rules.Seat, args map[string]string) (rules.Reach, bool) {
	courses := s.courses(seat, args["models"])
	if len(courses) == 0 {
		return rules.Reach{}, false
	}
	leader, start := courses[0].model, courses[0].points[0]
	most := courses[0].most
	for _, c := range courses {
		most = min(most, c.most)
	}
	at := start
	if args["to"] != "" {
		dest, err := s.destination(args["to"])
		if err != nil {
			return reach(start, start, most), true
		}
		at = dest.at
		planned, err := s.plan(courses, dest, nil)
		i := slices.IndexFunc(planned, func(c course) bool { return c.model == leader })
		switch {
		case err == nil && i >= 0:
			at = planned[i].end()
		case dest.how != exactly:
			at = start
		}
	}
	return reach(start, at, most), true
}

// zoneReach is where one model that is deployed stands, or the middle of its zone.
func zoneReach(s *S, seat rules.Seat, args map[string]string) (rules.Reach, bool) {
	if s.Placing != seat || s.House.Called {
		return rules.Reach{}, false
	}
	list, err := s.chosen(seat, args["models"], s.deployable)
	if err != nil || len(list) != 1 {
		return rules.Reach{}, false
	}
	start := s.slot(seat, 0, 1)
	if list[0].Standing() {
		start = list[0].At
	}
	return s.pointed(start, args["to"]), true
}

// markReach is the middle of the table, where a marker is placed.
func markReach(s *S, seat rules.Seat, args map[string]string) (rules.Reach, bool) {
	if !s.Marking || s.House.Called || seat != other(s.Attacker) {
		return rules.Reach{}, false
	}
	return s.pointed(kit.Point{X: s.Field.Size.X / 2, Y: s.Field.Size.Y / 2}, args["to"]), true
}

// placeReach is where a model stands that the umpire puts elsewhere.
func placeReach(s *S, _ rules.Seat, args map[string]string) (rules.Reach, bool) {
	m, err := s.anyone(args["model"])
	if err != nil || s.House.Called {
		return rules.Reach{}, false
	}
	return s.pointed(m.At, args["to"]), true
}

// pointed is a place anywhere on the table, as it is given or else at the start.
func (s *S) pointed(start kit.Point, text string) rules.Reach {
	at, err := s.Field.ParsePlace(text)
	if err != nil {
		at = start
	}
	return reach(start, at, 0)
}
