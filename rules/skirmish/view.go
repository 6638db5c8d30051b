package skirmish

import (
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// view is the table as everybody sees it, short enough for a post; a seat sees
// besides what matters to each of its models.
func view(s *S, seat rules.Seat) rules.View {
	v := rules.View{Title: s.title()}
	mission, _ := missionOf(s.House.Mission)
	v.Fields = append(v.Fields, rules.Field{Name: "Mission", Value: mission.Name + s.score()})
	for i := range s.Sides {
		v.Fields = append(v.Fields, rules.Field{Name: s.heading(rules.Seat(i + 1)), Value: s.list(rules.Seat(i + 1))})
	}
	if seat >= 1 && int(seat) <= len(s.Sides) && !s.House.Called {
		if twin := s.twin(seat); len(twin) > 0 {
			v.Fields = append(v.Fields, rules.Field{Name: "Your models", Value: strings.Join(twin, "\n")})
		}
	}
	return v
}

func (s *S) title() string {
	if s.setting() {
		return "Setting up"
	}
	return fmt.Sprintf("Round %d of %d, %s: %s", s.Round, s.House.Rounds, s.Phase, rules.Escape(s.side(s.active()).Name))
}

// score is how the mission stands: its markers or points.
func (s *S) score() string {
	var parts []string
	for _, k := range s.Markers {
		text := k.Name
		if !s.House.Called {
			text += " at " + k.At.String()
		}
		parts = append(parts, text)
	}
	if s.House.Mission == "ford" || s.House.Mission == "break_through" {
		parts = append(parts, fmt.Sprintf("%s %d, %s %d points", rules.Escape(s.Sides[0].Name), s.points(1), rules.Escape(s.Sides[1].Name), s.points(2)))
	}
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, "; ")
}

// points is what a side has scored in its mission so far.
func (s *S) points(seat rules.Seat) int {
	if s.House.Mission == "break_through" && seat != s.Attacker {
		return len(s.dead(s.Attacker))
	}
	return s.side(seat).Score
}

func (s *S) heading(seat rules.Seat) string {
	letter := "A"
	if seat != s.A {
		letter = "B"
	}
	if all := len(s.filter(seat, (*Model).inPlay)); all > 0 && len(s.waiting(seat)) == all {
		return fmt.Sprintf("%s: %s, %d not placed yet", letter, rules.Escape(s.side(seat).Name), all)
	}
	return fmt.Sprintf("%s: %s, %d of %d standing", letter, rules.Escape(s.side(seat).Name), len(s.standing(seat)), len(s.filter(seat, func(*Model) bool { return true })))
}

// mostListed is how many models a side has a line each for on the board; a larger
// army is told by its kinds.
const mostListed = 17

// list is a side's models, a line each; the dead share one.
func (s *S) list(seat rules.Seat) string {
	var lines, dead []string
	if len(s.filter(seat, func(*Model) bool { return true })) > mostListed {
		return s.byKind(seat)
	}
	for _, m := range s.filter(seat, func(*Model) bool { return true }) {
		if m.Status == Dead || m.Status == Gone {
			dead = append(dead, m.shown())
			continue
		}
		lines = append(lines, s.line(m))
	}
	if len(dead) > 0 {
		lines = append(lines, "Out: "+strings.Join(dead, ", "))
	}
	return strings.Join(lines, "\n")
}

// byKind is a side's models, a line for each kind.
func (s *S) byKind(seat rules.Seat) string {
	var lines []string
	for kind := range s.Kinds {
		all := s.filter(seat, func(m *Model) bool { return m.Kind == kind })
		if len(all) == 0 {
			continue
		}
		n := func(so func(*Model) bool) int {
			return len(s.filter(seat, func(m *Model) bool { return m.Kind == kind && so(m) }))
		}
		lives := 0
		for _, m := range all {
			if m.inPlay() {
				lives += m.Lives
			}
		}
		if n(func(m *Model) bool { return m.Status == Waiting }) == len(all) {
			lines = append(lines, fmt.Sprintf("**%s** %d not placed yet", rules.Escape(s.Kinds[kind].Name), len(all)))
			continue
		}
		text := fmt.Sprintf("**%s** %d of %d standing, %d/%d lives", rules.Escape(s.Kinds[kind].Name), n((*Model).Standing), len(all), lives, len(all)*s.Kinds[kind].LV)
		for _, part := range []struct {
			count int
			words string
		}{
			{n(func(m *Model) bool { return m.Status == Lies }), "lying"},
			{n(func(m *Model) bool { return m.Status == Aboard }), "aboard"},
			{n(func(m *Model) bool { return m.Status == Waiting }), "not placed"},
			{n(func(m *Model) bool { return m.Moved && !m.Attacked }), "moved"},
			{n(func(m *Model) bool { return m.Attacked }), "done"},
		} {
			if part.count > 0 {
				text += fmt.Sprintf(", %d %s", part.count, part.words)
			}
		}
		lines = append(lines, text)
	}
	if !s.House.Called {
		lines = append(lines, "The map shows where each one stands.")
	}
	return strings.Join(lines, "\n")
}

// line is one model on the board.
func (s *S) line(m *Model) string {
	text := fmt.Sprintf("**%s** %d/%d", m.shown(), m.Lives, s.kind(m).LV)
	switch m.Status {
	case Lies:
		text += ", lying"
	case Aboard:
		text += ", in " + s.model(m.Inside).shown()
	case Waiting:
		text += ", not placed"
	}
	if (m.Status == Stands || m.Status == Lies) && !s.House.Called {
		text += fmt.Sprintf(", %s (%s)", m.At, s.Field.Square(m.At))
	}
	switch {
	case m.Moved && m.Attacked:
		text += ", moved and attacked"
	case m.Attacked:
		text += ", has acted"
	case m.Moved:
		text += ", moved"
	}
	return text
}

// twin is a picture's text twin for one side, or for both: each model with where
// it stands, what it has left, and what matters to it.
func (s *S) twin(seat rules.Seat) []string {
	var lines []string
	for _, m := range s.Models {
		if (seat == rules.Everyone || m.Seat == seat) && m.Standing() {
			lines = append(lines, s.matters(m))
		}
	}
	return lines
}

// matters is a model with whom it touches, or the enemy nearest to it, and the
// objective nearest to it.
func (s *S) matters(m *Model) string {
	text := fmt.Sprintf("%s: %s at %s (%s)", m.shown(), lives(m.Lives), m.At, s.Field.Square(m.At))
	if n := len(s.aboard(m)); n > 0 {
		text += fmt.Sprintf(", %s inside", count(n))
	}
	if held := s.touched(m); len(held) > 0 {
		text += ", in contact with " + escaped(names(held))
	} else if o := s.nearest(m); o != nil {
		cover, _ := s.Field.CoverFrom(o.At, m.At)
		text += fmt.Sprintf(", %s %s %s, %s", o.shown(), s.base(m).Gap(s.base(o)), m.At.Bearing(o.At), coverWords(cover))
	}
	if k := s.nearestMarker(m); k != nil {
		text += fmt.Sprintf(", %s %s %s", k.Name, s.base(m).Gap(kit.Base{At: k.At}), m.At.Bearing(k.At))
	}
	return text
}

// nearest is the enemy nearest to a model; nil when none stands.
func (s *S) nearest(m *Model) *Model {
	var near *Model
	for _, o := range s.standing(other(m.Seat)) {
		if near == nil || s.base(o).Gap(s.base(m)) < s.base(near).Gap(s.base(m)) {
			near = o
		}
	}
	return near
}

func (s *S) nearestMarker(m *Model) *Marker {
	var near *Marker
	for i, k := range s.Markers {
		if near == nil || m.At.To(k.At) < m.At.To(near.At) {
			near = &s.Markers[i]
		}
	}
	return near
}
