package skirmish

import (
	"slices"

	"umpire/rules"
	"umpire/rules/kit"
)

// course is the way of one model in a move that is planned: by these points,
// the first of them where it starts.
type course struct {
	model   *Model
	most    kit.Length
	why     string // what says how far it may go, "" for the standard move
	points  []kit.Point
	dragged bool
}

func (c course) end() kit.Point { return c.points[len(c.points)-1] }

func (c course) length() kit.Length {
	var far kit.Length
	for i := range c.points[1:] {
		far += c.points[i].To(c.points[i+1])
	}
	return far
}

// planner plans a move of some models: where all others stand, and where those
// already planned end.
type planner struct {
	s   *S
	at  []kit.Point // by place in s.Models
	now []course
}

// plan works out where models go, each from where it may start. It refuses what
// the rules do not allow, with the number that was measured.
func (s *S) plan(courses []course, dest destination, via []kit.Point) ([]course, error) {
	p := &planner{s: s}
	for _, m := range s.Models {
		p.at = append(p.at, m.At)
	}
	for _, c := range courses {
		p.at[slices.Index(s.Models, c.model)] = c.points[0]
	}
	if dest.how != exactly {
		p.inOrder(courses, dest)
	}
	first := courses[0].points[0]
	for _, c := range courses {
		c.points = append(slices.Clone(c.points), via...)
		if dest.how == exactly {
			start := c.points[0]
			c.points = append(c.points, kit.Point{X: dest.at.X + start.X - first.X, Y: dest.at.Y + start.Y - first.Y})
			p.now = append(p.now, c)
			p.at[slices.Index(s.Models, c.model)] = c.end()
			continue
		}
		if err := p.head(&c, dest); err != nil {
			return nil, err
		}
		p.now = append(p.now, c)
		p.at[slices.Index(s.Models, c.model)] = c.end()
	}
	for _, c := range p.now {
		if err := p.check(c); err != nil {
			return nil, err
		}
	}
	return p.now, nil
}

// inOrder lets those go first who are nearest to where all are going.
func (p *planner) inOrder(courses []course, dest destination) {
	slices.SortStableFunc(courses, func(a, b course) int {
		one, two := a.points[0], b.points[0]
		far := int(one.To(dest.from(one)) - two.To(dest.from(two)))
		if dest.how == away || dest.aims != nil {
			ahead := dest.from(first(courses))
			far = int(one.To(ahead) - two.To(ahead))
		}
		return far
	})
}

func first(courses []course) kit.Point { return courses[0].points[0] }

// head lets a model go toward or away from something, as far as it may: it
// stops in contact with an enemy, at the table's edge and short of a friend.
func (p *planner) head(c *course, dest destination) error {
	start := p.s.base(c.model).Moved(c.end())
	most := c.most - c.length()
	if most < 0 {
		return p.tooFar(*c)
	}
	if dest.Far > 0 {
		if dest.Far > most {
			return rules.Refuse("%s moves at most %s%s, not %s.", c.model.shown(), most, c.because(), dest.Far)
		}
		most = dest.Far
	}
	target := dest.from(start.At)
	if dest.how == toward && dest.aims == nil {
		most = min(most, start.At.To(target))
	}
	end := p.s.Field.Advance(start, target, most, p.stops(*c, start, most))
	if dest.foe != nil && dest.how == toward && p.overlapped(*c, end) != nil {
		if spot, free := p.flank(*c, start, dest.foe, most); free {
			end = spot
		}
	}
	const back = kit.Inch / 10
	for far := start.At.To(end); far > 0 && p.overlapped(*c, end) != nil; far -= back {
		end = start.At.Toward(target, far-back)
	}
	c.points = append(c.points, end)
	return nil
}

// flank finds the nearest free place in contact with an enemy that a model can
// reach in a straight line, when friends stand in front of it.
func (p *planner) flank(c course, start kit.Base, foe *Model, most kit.Length) (best kit.Point, found bool) {
	if foe.Seat == c.model.Seat || c.dragged {
		return best, false
	}
	target := p.s.base(foe)
	for _, spot := range rim(start, target) {
		near := !found || start.At.To(spot) < start.At.To(best)
		if near && start.At.To(spot) <= most && p.s.Field.Holds(start.Moved(spot)) && p.overlapped(c, spot) == nil && p.crossed(c, start.At, spot) == nil {
			best, found = spot, true
		}
	}
	return best, found
}

// stops are the bases within reach that a model may not pass: its enemies', and
// of one that is dragged everybody's.
func (p *planner) stops(c course, start kit.Base, most kit.Length) []kit.Base {
	var list []kit.Base
	for i, m := range p.s.Models {
		if m == c.model || !m.Standing() || !c.dragged && m.Seat == c.model.Seat {
			continue
		}
		if b := p.s.base(m).Moved(p.at[i]); start.Within(b, most) {
			list = append(list, b)
		}
	}
	return list
}

// overlapped gives a model on which this one would stand at a point.
func (p *planner) overlapped(c course, at kit.Point) *Model {
	b := p.s.base(c.model).Moved(at)
	for i, m := range p.s.Models {
		if m != c.model && m.Standing() && b.Overlaps(p.s.base(m).Moved(p.at[i])) {
			return m
		}
	}
	return nil
}

// because tells what says how far a model may go: " (Fast)".
func (c course) because() string {
	if c.why == "" {
		return ""
	}
	return " (" + c.why + ")"
}

func (p *planner) tooFar(c course) error {
	return rules.Refuse("That is %s for %s, which moves up to %s%s.", c.length(), c.model.shown(), c.most, c.because())
}

// check refuses a course that is too long, passes through an enemy, ends off the
// table or on another model, or leaves an enemy in contact.
func (p *planner) check(c course) error {
	if c.length() > c.most {
		return p.tooFar(c)
	}
	if !p.s.Field.Holds(p.s.base(c.model).Moved(c.end())) {
		return rules.Refuse("%s would stand off the table at %s; its base is %s wide.", c.model.shown(), c.end(), p.s.kind(c.model).Base)
	}
	for i, from := range c.points[:len(c.points)-1] {
		if m := p.crossed(c, from, c.points[i+1]); m != nil {
			return rules.Refuse("%s is in the way of %s: a move does not pass through an enemy.", m.shown(), c.model.shown())
		}
	}
	if m := p.overlapped(c, c.end()); m != nil {
		return rules.Refuse("%s would stand on %s.", c.model.shown(), m.shown())
	}
	return p.holdsContact(c)
}

func (p *planner) crossed(c course, from, to kit.Point) *Model {
	b := p.s.base(c.model).Moved(from)
	for i, m := range p.s.Models {
		if m != c.model && m.Standing() && (c.dragged || m.Seat != c.model.Seat) && b.Crosses(to, p.s.base(m).Moved(p.at[i])) {
			return m
		}
	}
	return nil
}

// holdsContact refuses a move away from an enemy in contact (SK-28). One that is
// dragged has no say in it (SK-11).
func (p *planner) holdsContact(c course) error {
	if c.dragged {
		return nil
	}
	start, end := p.s.base(c.model).Moved(c.points[0]), p.s.base(c.model).Moved(c.end())
	for _, m := range p.s.Models {
		if m.Seat == c.model.Seat || !m.Standing() || !p.s.base(m).Touches(start) {
			continue
		}
		if p.s.House.EngagedStay && c.length() > 0 {
			return rules.Refuse("%s is in contact with %s, and in this battle such models do not move.", c.model.shown(), m.shown())
		}
		if !p.s.base(m).Touches(end) {
			return rules.Refuse("%s is in contact with %s and must stay so; there it would be %s away.", c.model.shown(), m.shown(), end.Gap(p.s.base(m)))
		}
	}
	return nil
}
