package skirmish

import (
	"fmt"
	"slices"

	"umpire/rules"
	"umpire/rules/kit"
)

// owe gives a model a move that is made before anything else. On a called table
// the players make it themselves.
func (s *S) owe(d Due) {
	if !s.House.Called && d.Most > 0 {
		s.Due = append(s.Due, d)
	}
}

// dueAsk asks where the next model goes that something gave a move.
func (s *S) dueAsk() rules.Ask {
	d := s.Due[0]
	m := s.model(d.Model)
	prompt := fmt.Sprintf("%s may run %s: where to?", m.shown(), d.Most)
	switch d.Why {
	case ByGrapple:
		prompt = fmt.Sprintf("%s may be dragged up to %s: where to?", m.shown(), d.Most)
	case ByCrest:
		prompt = fmt.Sprintf("%s may move up to %s at once (Head Crest): where to?", m.shown(), d.Most)
	case ByBailing:
		prompt = fmt.Sprintf("%s gets out and may move up to %s: where to?", m.shown(), d.Most)
	}
	return rules.Ask{
		ID: "where", Seat: d.Seat, Prompt: prompt, Orders: []string{"move"},
		Options: []rules.Option{{ID: "stay", Label: "Stay here"}}, Default: []string{"stay"},
	}
}

// declineDue lets the next model that was given a move stay where it is.
func (s *S) declineDue(t *rules.Turn) {
	d := s.Due[0]
	s.Due = s.Due[1:]
	t.Say(Stayed{Model: s.model(d.Model).Name, Why: d.Why})
}

// moveDue makes the move that something gave a model.
func (s *S) moveDue(t *rules.Turn, o rules.Order, via []kit.Point) error {
	d := s.Due[0]
	m := s.model(d.Model)
	if t.Seat() != d.Seat {
		return rules.Refuse("The other side says where %s goes.", m.shown())
	}
	if err := s.means(o.Args["models"], m); err != nil {
		return err
	}
	dest, err := s.destination(o.Args["to"])
	if err != nil {
		return err
	}
	if d.Why == ByGrapple && len(via) > 0 {
		return rules.Refuse("%s is dragged in a straight line.", m.shown())
	}
	planned, err := s.plan([]course{{model: m, most: d.Most, why: d.Why.word(), points: []kit.Point{m.At}, dragged: d.Why == ByGrapple}}, dest, via)
	if err != nil {
		return err
	}
	if s.idle(planned) {
		return rules.Refuse("%s would not move %s: there is no room, or contact stops it.", m.shown(), dest.told())
	}
	s.Due = s.Due[1:]
	before := s.touched(m)
	s.put(planned[0])
	m.From = nil
	t.Say(s.moved(planned, dest, d.Why))
	if d.Why == ByRun || d.Why == ByCrest {
		s.stampede(t, m, before)
	}
	return nil
}

// word is the cause as a refusal names it.
func (c Cause) word() string {
	switch c {
	case ByRun:
		return "its run"
	case ByGrapple:
		return "Grapple"
	case ByCrest:
		return "Head Crest"
	case ByBailing:
		return "getting out"
	}
	return ""
}

// means refuses a name that is not the model whose move is due.
func (s *S) means(text string, m *Model) error {
	id, err := kit.Find("model", text, s.options([]*Model{m}))
	if err != nil || id != m.ID {
		return rules.Refuse("%s moves first: say where it goes, or that it stays.", m.shown())
	}
	return nil
}

// prune forgets moves of models that stand no more.
func (s *S) prune() {
	s.Due = slices.DeleteFunc(s.Due, func(d Due) bool { return !s.model(d.Model).Standing() })
}

// run rolls how far models run, instead of shooting.
func run(s *S, t *rules.Turn, o rules.Order) error {
	if t.Seat() != s.active() || !s.Phase.shoots() {
		return rules.Refuse("Models run in their own Shoots/Runs phase, instead of shooting.")
	}
	models, err := s.chosen(t.Seat(), o.Args["models"], s.runners)
	if err != nil {
		return err
	}
	for _, m := range models {
		if err := s.mayRun(m); err != nil {
			return err
		}
	}
	s.final()
	for i, die := range t.Roll("run", len(models), 6) {
		m := models[i]
		m.Attacked, m.Charged = true, true
		far, doubled := RunLength(die, s.fast(m), s.House)
		t.Say(Ran{Seat: m.Seat, Model: m.Name, Die: die, Far: far, Doubled: doubled, Called: s.House.Called})
		s.owe(Due{Seat: m.Seat, Model: m.ID, Most: far, Why: ByRun})
	}
	return nil
}

// RunLength is how far a run goes: an inch for each point of the die, fast or
// slow (SK-12), unless the house doubles a fast one's.
func RunLength(die int, fast bool, h House) (far kit.Length, doubled bool) {
	far = kit.Length(die) * kit.Inch
	if fast && h.FastRuns {
		return 2 * far, true
	}
	return far, false
}

// fast tells whether a rule lets a model move further than others.
func (s *S) fast(m *Model) bool {
	far, _ := s.stride(m)
	return far > 6*kit.Inch
}

func (s *S) mayRun(m *Model) error {
	switch {
	case !m.Standing():
		return rules.Refuse("%s is not standing on the table.", m.shown())
	case m.Attacked:
		return rules.Refuse("%s has shot or run in this phase: a model does one of both.", m.shown())
	}
	if held := s.touched(m); len(held) > 0 {
		return rules.Refuse("%s is in contact with %s and cannot run away.", m.shown(), held[0].shown())
	}
	return nil
}

// runners lists the models that may run now.
func (s *S) runners(seat rules.Seat) []*Model {
	if !s.Phase.shoots() || seat != s.active() || s.setting() {
		return nil
	}
	return s.filter(seat, func(m *Model) bool { return s.mayRun(m) == nil })
}

// stampede lets a model that has itself made contact strike at once, one enemy
// that it did not touch before (SK-31).
func (s *S) stampede(t *rules.Turn, m *Model, before []*Model) {
	if !s.stampedes(m) || s.kind(m).MAF == 0 {
		return
	}
	met := slices.DeleteFunc(s.touched(m), func(o *Model) bool { return slices.Contains(before, o) })
	if len(met) == 0 {
		return
	}
	options := append(s.options(met), rules.Option{ID: "hold", Label: "Hold back"})
	ask := "stampede-" + m.ID
	rule, _ := s.first(m, func(r Special) bool { return r.Stampedes })
	t.Ask(rules.Ask{
		ID: ask, Seat: m.Seat, Default: []string{met[0].ID}, Options: options,
		Prompt: fmt.Sprintf("**%s:** %s has made contact and may strike at once.", rule.Name, m.shown()),
	})
	if target := s.model(t.Pick(ask)); target != nil {
		s.strike(t, &attack{by: m.Seat, from: m, target: target, mode: Melee, stampede: true})
	}
}
