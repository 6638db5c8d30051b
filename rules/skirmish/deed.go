package skirmish

import (
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// deed is something special that a model may do now, as /special names it.
type deed struct {
	option rules.Option
	do     func(*rules.Turn) error
}

// specialOrder is the order for all that is neither move, run nor attack.
func specialOrder(s *S, t *rules.Turn, o rules.Order) error {
	if t.Seat() != s.active() || s.setting() {
		return rules.Refuse("Models act in the phases of their own side.")
	}
	m, err := s.own(t.Seat(), o.Args["model"])
	if err != nil {
		return err
	}
	deeds := s.deeds(m)
	if len(deeds) == 0 {
		return s.why(m, o.Args["what"])
	}
	var options []rules.Option
	for _, d := range deeds {
		options = append(options, d.option)
	}
	id, err := kit.Find("deed", o.Args["what"], options)
	if err != nil {
		if why := s.why(m, o.Args["what"]); why != nil {
			return why
		}
		return err
	}
	return deeds[slices.IndexFunc(deeds, func(d deed) bool { return d.option.ID == id })].do(t)
}

// why says why a model has nothing special to do now, from what was wanted.
func (s *S) why(m *Model, what string) error {
	what = strings.ToLower(what)
	if m.Status == Aboard {
		if b := s.leaveBar(m); b != nil {
			return rules.Refusal(b.Text)
		}
	}
	for _, o := range s.Models {
		named := strings.Contains(what, strings.ToLower(o.Name)) || strings.Contains(what, o.ID)
		if !named {
			continue
		}
		if _, urges := s.urges(m); urges {
			if b := s.crestBar(m, o); b != nil {
				return rules.Refusal(b.Text)
			}
		}
		if o.Seat == m.Seat && s.carries(o) {
			if b := s.boardBar(m, o); b != nil {
				return rules.Refusal(b.Text)
			}
		}
	}
	return rules.Refuse("%s can do nothing special like that now.", m.shown())
}

// actors lists the models that may do something special now.
func (s *S) actors(seat rules.Seat) []*Model {
	if seat != s.active() || s.setting() {
		return nil
	}
	return s.filter(seat, func(m *Model) bool { return len(s.deeds(m)) > 0 })
}

// deeds lists what special a model may do now.
func (s *S) deeds(m *Model) []deed {
	var list []deed
	add := func(id, label string, do func(*rules.Turn) error) {
		list = append(list, deed{rules.Option{ID: id, Label: kit.Clip(label, 80)}, do})
	}
	if m.Status == Aboard && s.leaveBar(m) == nil {
		add("out", "Get out of "+s.model(m.Inside).Name, func(t *rules.Turn) error { return s.getOut(t, m) })
	}
	if !m.Standing() {
		return list
	}
	rule, urges := s.urges(m)
	for _, o := range s.Models {
		if o.Seat != m.Seat || o == m {
			continue
		}
		if urges && s.crestBar(m, o) == nil {
			add("crest."+o.ID, fmt.Sprintf("%s on %s", rule.Name, o.Name), func(t *rules.Turn) error { return s.crest(t, m, o, rule) })
		}
		if s.carries(o) && s.boardBar(m, o) == nil {
			add("board."+o.ID, "Get into "+o.Name, func(t *rules.Turn) error { s.board(t, m, o); return nil })
		}
	}
	if s.mayLeave(m) {
		add("leave", "Leave the table over the far edge", func(t *rules.Turn) error { return s.leave(t, m) })
	}
	return list
}

// crestBar tells what keeps a model from urging on another now, or nil. Contact
// with an enemy does not.
func (s *S) crestBar(m, ally *Model) *bar {
	reach := s.kind(m).reach()
	switch {
	case !s.Phase.shoots():
		return barred("not_shooting", "An ally is urged on in the own Shoots/Runs phase, instead of shooting.")
	case m.Attacked:
		return barred("has_attacked", "%s has run or urged an ally on in this phase.", m.shown())
	case ally.Seat != m.Seat:
		return barred("not_an_ally", "%s is an enemy: only an ally is urged on.", ally.shown())
	case ally == m || !m.Standing() || !ally.Standing():
		return barred("not_standing", "%s can be urged on only by another model, and both stand on the table.", ally.shown())
	case !s.House.Called && !s.base(m).Within(s.base(ally), reach):
		return barred("out_of_range", "%s is %s away, range %s.", ally.shown(), s.base(m).Gap(s.base(ally)), reach)
	}
	return nil
}

// crest urges an ally on: an inch for each success.
func (s *S) crest(t *rules.Turn, m, ally *Model, rule Special) error {
	s.final()
	m.Attacked = true
	dice := t.Roll("urge", s.kind(m).RAF, 6)
	n := Successes(dice, rule.Urge)
	far := kit.Length(n) * kit.Inch
	t.Say(Urged{Seat: m.Seat, Model: m.Name, Ally: ally.Name, Rule: rule.Name, Dice: sorted(dice), Least: rule.Urge, Far: far, Called: s.House.Called})
	if n > 0 {
		ally.Charged = ally.Charged || s.House.Called && s.stampedes(ally)
		s.owe(Due{Seat: m.Seat, Model: ally.ID, Most: far, Why: ByCrest})
	}
	return nil
}
