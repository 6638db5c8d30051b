package skirmish

import (
	"slices"

	"umpire/rules"
	"umpire/rules/kit"
)

// boardBar tells what keeps a model from getting into a transport now, or nil.
func (s *S) boardBar(m, transport *Model) *bar {
	switch {
	case !s.Phase.moves():
		return barred("not_moving", "Models get in and out in their own Moves/Melees phase.")
	case !m.Standing() || !transport.Standing():
		return barred("not_standing", "%s and %s must both stand on the table.", m.shown(), transport.shown())
	case s.kind(m).Type != Infantry:
		return barred("not_infantry", "%s is no infantry, and %s carries nothing else.", m.shown(), transport.shown())
	case transport.Moved:
		return barred("moved_this_phase", "%s has moved in this phase: nobody gets in or out.", transport.shown())
	case m.Attacked:
		return barred("has_attacked", "%s has attacked in this phase.", m.shown())
	case s.room(transport) < 1:
		return barred("full", "%s is full: it carries one for each life it has, and has %d of each.", transport.shown(), transport.Lives)
	case s.engaged(m):
		return barred("in_contact", "%s is in contact with an enemy and cannot move away.", m.shown())
	case !s.House.Called && !s.base(m).Touches(s.base(transport)):
		return barred("not_touching", "%s is %s away from %s: it ends its move touching it, then gets in.", m.shown(), s.base(m).Gap(s.base(transport)), transport.shown())
	}
	return nil
}

// leaveBar tells what keeps a model from getting out now, or nil.
func (s *S) leaveBar(m *Model) *bar {
	transport := s.model(m.Inside)
	switch {
	case m.Status != Aboard || transport == nil:
		return barred("not_aboard", "%s is in no transport.", m.shown())
	case !s.Phase.moves():
		return barred("not_moving", "Models get in and out in their own Moves/Melees phase.")
	case transport.Moved:
		return barred("moved_this_phase", "%s has moved in this phase: nobody gets in or out.", transport.shown())
	}
	return nil
}

// board takes a model into a transport.
func (s *S) board(t *rules.Turn, m, transport *Model) {
	m.Status, m.Inside, m.Moved, m.From = Aboard, transport.ID, true, nil
	transport.Doors, transport.From = true, nil
	t.Say(Boarded{Seat: m.Seat, Model: m.Name, Transport: transport.Name, Inside: len(s.aboard(transport)), Room: s.room(transport)})
}

// getOut places a model beside its transport; it may move as usual then.
func (s *S) getOut(t *rules.Turn, m *Model) error {
	transport := s.model(m.Inside)
	if !s.place(m, transport, true) {
		return rules.Refuse("There is no room beside %s.", transport.shown())
	}
	transport.Doors, transport.From = true, nil
	t.Say(GotOut{Models: []string{m.Name}, Transport: transport.Name})
	return nil
}

// place puts a passenger beside its transport, in contact where there is room,
// or where it was when it is gone.
func (s *S) place(m, transport *Model, touching bool) bool {
	m.Status, m.Inside = Stands, ""
	if s.House.Called {
		return true
	}
	hull := s.base(transport)
	b := kit.Base{At: hull.At, Radius: s.kind(m).Base / 2}
	others := s.bases(func(o *Model) bool { return o != m })
	at, free := s.Field.Free(b, others, nil)
	if touching {
		at, free = s.besides(b, hull, others)
	}
	if free {
		m.At = at
	}
	return free
}

// besides finds a place in contact with a hull, the first free one of many
// around it, else the nearest free one.
func (s *S) besides(b, hull kit.Base, others []kit.Base) (kit.Point, bool) {
	for _, at := range rim(b, hull) {
		if s.Field.Holds(b.Moved(at)) && !slices.ContainsFunc(others, b.Moved(at).Overlaps) {
			return at, true
		}
	}
	return s.Field.Free(b, others, nil)
}

// rim lists places of a base in contact with another, all around it.
func rim(b, hull kit.Base) []kit.Point {
	const around = 6 * kit.Inch // where lines to the hull's middle begin
	var spots []kit.Point
	for d := -around; d <= around; d += kit.Inch {
		for _, from := range []kit.Point{{X: d, Y: -around}, {X: d, Y: around}, {X: -around, Y: d}, {X: around, Y: d}} {
			far := kit.Point{X: hull.At.X + from.X, Y: hull.At.Y + from.Y}
			spots = append(spots, b.Moved(far).Advance(hull.At, 2*around, []kit.Base{hull}))
		}
	}
	return spots
}

// eject lets passengers out at once: of a transport that was killed, or that has
// too few lives left. Each may then move 3".
func (s *S) eject(t *rules.Turn, transport *Model, inside []*Model) {
	if len(inside) == 0 {
		return
	}
	told := GotOut{Transport: transport.Name, Bailing: true, Called: s.House.Called, Far: 3 * kit.Inch}
	for _, m := range inside {
		s.place(m, transport, transport.Standing())
		told.Models = append(told.Models, m.Name)
		s.owe(Due{Seat: m.Seat, Model: m.ID, Most: 3 * kit.Inch, Why: ByBailing})
	}
	t.Say(told)
}
