package skirmish

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// move is the order that moves models, in the own Moves/Melees phase or where
// something has given a model a move.
func move(s *S, t *rules.Turn, o rules.Order) error {
	if s.House.Called {
		return rules.Refuse("In this battle the models stand on your own table: move them there.")
	}
	via, err := s.way(o.Args["via"])
	if err != nil {
		return err
	}
	if len(s.Due) > 0 {
		return s.moveDue(t, o, via)
	}
	if t.Seat() != s.active() || !s.Phase.moves() || s.setting() {
		return rules.Refuse("Models move in their own Moves/Melees phase.")
	}
	models, err := s.chosen(t.Seat(), o.Args["models"], s.movers)
	if err != nil {
		return err
	}
	var courses []course
	for _, m := range models {
		if err := s.mayMove(m); err != nil {
			return err
		}
		courses = append(courses, s.course(m))
	}
	return s.set(t, courses, o.Args["to"], via)
}

// course is how a model starts a move of its own: from where it stood when the
// phase began, as long as it may still be taken back.
func (s *S) course(m *Model) course {
	start := m.At
	if m.From != nil {
		start = *m.From
	}
	most, why := s.stride(m)
	return course{model: m, most: most, why: why, points: []kit.Point{start}}
}

// set plans and makes a move, and lets a stampede follow.
func (s *S) set(t *rules.Turn, courses []course, to string, via []kit.Point) error {
	dest, err := s.destination(to)
	if err != nil {
		return err
	}
	planned, err := s.plan(courses, dest, via)
	if err != nil {
		return err
	}
	if s.idle(planned) {
		return rules.Refuse("Nobody would move %s: there is no room, or contact with an enemy stops it.", dest.told())
	}
	before := make([][]*Model, len(planned))
	for i, c := range planned {
		before[i] = s.touchedAt(c.model, c.points[0])
	}
	for _, c := range planned {
		s.put(c)
	}
	t.Say(s.moved(planned, dest, ByMove))
	if s.House.StampedeExtra {
		for i, c := range planned {
			s.stampede(t, c.model, before[i])
		}
	}
	return nil
}

// idle tells whether nobody moves in what is planned.
func (s *S) idle(planned []course) bool {
	return !slices.ContainsFunc(planned, func(c course) bool { return c.length() > 0 })
}

// put moves a model to the end of its course.
func (s *S) put(c course) {
	m := c.model
	start := c.points[0]
	if m.From != nil {
		s.wipe(m)
	}
	m.From, m.Moved, m.At, m.Cover = &start, true, c.end(), ""
	for i := range c.points[1:] {
		s.draw("move", m, c.points[i], c.points[i+1])
	}
}

// touchedAt lists the enemies that a model touches when it stands there.
func (s *S) touchedAt(m *Model, at kit.Point) []*Model {
	var list []*Model
	for _, o := range s.Models {
		if o.Seat != m.Seat && o.Standing() && s.base(o).Touches(s.base(m).Moved(at)) {
			list = append(list, o)
		}
	}
	return list
}

// mayMove refuses a model that does not move in this phase, or no more.
func (s *S) mayMove(m *Model) error {
	switch {
	case m.Status == Aboard:
		return rules.Refuse("%s is aboard %s: it gets out first.", m.shown(), s.model(m.Inside).shown())
	case !m.Standing():
		return rules.Refuse("%s is not standing on the table.", m.shown())
	case m.Attacked:
		return rules.Refuse("%s has attacked in this phase: a model moves before it attacks.", m.shown())
	case m.Moved && m.From == nil:
		return rules.Refuse("%s has moved, and a die has been rolled since.", m.shown())
	case m.Doors:
		return rules.Refuse("Somebody got in or out of %s in this phase, so it does not move.", m.shown())
	}
	return nil
}

// movers lists the models that an order may move now and that no enemy holds.
func (s *S) movers(seat rules.Seat) []*Model {
	if !s.Phase.moves() || seat != s.active() || s.setting() || s.House.Called {
		return nil
	}
	return s.filter(seat, func(m *Model) bool {
		return s.mayMove(m) == nil && len(s.touchedAt(m, s.course(m).points[0])) == 0
	})
}

// unmoved lists the models that have not moved yet.
func (s *S) unmoved(seat rules.Seat) []*Model {
	return slices.DeleteFunc(s.movers(seat), func(m *Model) bool { return m.Moved })
}

// undoMove takes back the moves of models since the last die.
func undoMove(s *S, t *rules.Turn, o rules.Order) error {
	models, err := s.chosen(t.Seat(), o.Args["models"], s.undoable)
	if err != nil {
		return err
	}
	for _, m := range models {
		if m.From == nil {
			return rules.Refuse("The move of %s cannot be taken back: it has not moved, or a die has been rolled since.", m.shown())
		}
	}
	if m, o := s.blockedUndo(models); m != nil {
		return rules.Refuse("%s stands now where %s came from.", o.shown(), m.shown())
	}
	for _, m := range models {
		s.wipe(m)
		m.At, m.From, m.Moved, m.Cover = *m.From, nil, false, ""
	}
	t.Say(MoveUndone{Seat: t.Seat(), Models: names(models)})
	return nil
}

// blockedUndo gives a model that cannot go back to where it came from, and who
// stands there then.
func (s *S) blockedUndo(models []*Model) (m, o *Model) {
	then := func(m *Model) kit.Base {
		if slices.Contains(models, m) {
			return s.base(m).Moved(*m.From)
		}
		return s.base(m)
	}
	for _, m := range models {
		for _, o := range s.Models {
			if o != m && o.Standing() && then(m).Overlaps(then(o)) {
				return m, o
			}
		}
	}
	return nil, nil
}

func (s *S) undoable(seat rules.Seat) []*Model {
	return s.filter(seat, func(m *Model) bool { return m.From != nil })
}

var rangePattern = regexp.MustCompile(`^(.*\S)\s+([0-9]{1,3})\s*(?:-|–|to)\s*([0-9]{1,3})$`)

// chosen reads which of a side's models an order means: "all", names with
// commas between them, "Fighter 1-3", or the name of a kind for all of it. All
// are those that may be meant now.
func (s *S) chosen(seat rules.Seat, text string, may func(rules.Seat) []*Model) ([]*Model, error) {
	text = strings.TrimSpace(text)
	if strings.EqualFold(text, "all") || strings.EqualFold(text, "everybody") {
		all := may(seat)
		if len(all) == 0 {
			return nil, rules.Refuse("None of your models can do that now.")
		}
		return all, nil
	}
	var list []*Model
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ';' }) {
		models, err := s.some(seat, strings.TrimSpace(part), may)
		if err != nil {
			return nil, err
		}
		for _, m := range models {
			if !slices.Contains(list, m) {
				list = append(list, m)
			}
		}
	}
	if len(list) == 0 {
		return nil, rules.Refuse("Name one of your models, or several with commas between them, or all.")
	}
	return list, nil
}

// some reads one part of a list of models.
func (s *S) some(seat rules.Seat, text string, may func(rules.Seat) []*Model) ([]*Model, error) {
	if found := rangePattern.FindStringSubmatch(text); found != nil {
		from, _ := strconv.Atoi(found[2]) // digits by the pattern
		to, _ := strconv.Atoi(found[3])
		if from > to || to-from >= mostModels {
			return nil, rules.Refuse("%s is no range of models: it goes from the lower number to the higher.", rules.Escape(kit.Clip(text, 60)))
		}
		var list []*Model
		for n := from; n <= to; n++ {
			m, err := s.own(seat, fmt.Sprintf("%s %d", found[1], n))
			if err != nil {
				return nil, err
			}
			list = append(list, m)
		}
		return list, nil
	}
	m, err := s.own(seat, text)
	if err == nil {
		return []*Model{m}, nil
	}
	var kind []*Model
	for _, m := range may(seat) {
		name := s.kind(m).Name
		if strings.EqualFold(name, text) || strings.EqualFold(name+"s", text) {
			kind = append(kind, m)
		}
	}
	if len(kind) > 0 {
		return kind, nil
	}
	return nil, err
}

// own finds a model of a side by its name, or as its roster calls it. An enemy's
// name is told apart from one that nobody has.
func (s *S) own(seat rules.Seat, text string) (*Model, error) {
	for _, m := range s.Models {
		if m.Seat == seat && m.Brought != nil && strings.EqualFold(m.Brought.Name, text) {
			return m, nil
		}
	}
	id, err := kit.Find("model", text, s.options(s.filter(seat, func(*Model) bool { return true })))
	if err == nil {
		return s.model(id), nil
	}
	if id, wrong := kit.Find("model", text, s.options(s.filter(other(seat), func(*Model) bool { return true }))); wrong == nil {
		return nil, rules.Refuse("%s is not yours.", s.model(id).shown())
	}
	return nil, err
}
