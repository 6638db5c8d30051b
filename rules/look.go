package rules

import "slices"

// Question is an open ask. Asked goes into the Reply. Answered: it has an answer
// that may still be changed; its own seat sees which (Picks, Labels) and whose
// (By, a person's key).
type Question struct {
	Ask
	Asked    int
	Answered bool
	Picks    []string
	Labels   []string
	By       string
}

// Wait is what everybody may know of a decision that is awaited.
type Wait struct {
	Seat   Seat
	Step   string
	Secret bool
}

// Asks gives a seat its own open asks whole, with those of its answers that may
// still be changed, and Everyone those that are public.
func (f *Fight) Asks(seat Seat) []Question {
	var open []Question
	for _, a := range f.s.Asks {
		if a.Seat != seat && (seat != Everyone || a.Secret) {
			continue
		}
		q := Question{Ask: a, Asked: f.askedAt(a.ID)}
		if g := f.given(a.ID); g != nil {
			q.Answered = true
			if a.Seat == seat {
				q.Picks, q.Labels, q.By = slices.Clone(g.Picks), slices.Clone(g.Labels), g.By
			}
		}
		open = append(open, q)
	}
	for _, st := range f.s.Standing {
		if g := f.stands(st); g != nil && st.Ask.Seat == seat {
			open = append(open, Question{st.Ask, st.Asked, true, slices.Clone(g.Picks), slices.Clone(g.Labels), g.By})
		}
	}
	return open
}

// stands gives the answer of a standing ask, or nil when it is not to be changed
// any more.
func (f *Fight) stands(st standing) *given {
	if f.s.Unit == nil {
		return nil
	}
	for _, answers := range f.s.Unit.Replies {
		for i := range answers {
			if g := &answers[i]; g.Ask == st.Ask.ID && g.Stands {
				return g
			}
		}
	}
	return nil
}

// Waiting tells whose decisions are still awaited, and nothing of what they are.
func (f *Fight) Waiting() []Wait {
	if held := f.s.Held; held != nil {
		return []Wait{{f.s.Unit.Seat, "objection", false}, {held.Seat, "objection", false}}
	}
	var waits []Wait
	for _, a := range f.s.Asks {
		if f.given(a.ID) == nil && !a.Free {
			waits = append(waits, Wait{a.Seat, f.Step(), a.Secret})
		}
	}
	return waits
}

func (f *Fight) given(ask string) *given {
	i := slices.IndexFunc(f.s.Given, func(g given) bool { return g.Ask == ask })
	if i < 0 {
		return nil
	}
	return &f.s.Given[i]
}

// Verbs lists the orders that a seat may give now; for Umpire, the corrections.
func (f *Fight) Verbs(seat Seat) []Verb {
	if f.s.Over != nil || !f.s.Begun {
		return nil
	}
	var verbs []Verb
	for _, v := range f.sys.Verbs {
		if v.Umpire == (seat == Umpire) && (v.Umpire || f.asking(seat, v.Name) != nil) {
			verbs = append(verbs, v)
		}
	}
	return verbs
}

// asking gives the open ask of a seat that may be answered by that verb.
func (f *Fight) asking(seat Seat, verb string) *Ask {
	for i, a := range f.s.Asks {
		if a.Seat == seat && slices.Contains(a.Orders, verb) {
			return &f.s.Asks[i]
		}
	}
	return nil
}

// Legal lists what an argument of an order may be now, for that seat, after the
// arguments already given. It is nil for a free argument or an unknown verb.
func (f *Fight) Legal(seat Seat, verb, arg string, args map[string]string) []Option {
	legal := f.sys.orders[verb].legal[arg]
	if legal == nil {
		return nil
	}
	s, err := f.look()
	if err != nil {
		return nil
	}
	return legal(s, seat, args)
}

// View is what a seat may see; Everyone sees what spectators see.
func (f *Fight) View(seat Seat) View {
	s, err := f.look()
	if err != nil {
		return View{}
	}
	return f.sys.view(s, seat)
}

// Scene is what a picture shows a seat; Everyone is shown what spectators see.
// It is nil when the system has nothing to draw now.
func (f *Fight) Scene(seat Seat) *Scene {
	if f.sys.scene == nil {
		return nil
	}
	s, err := f.look()
	if err != nil {
		return nil
	}
	return f.sys.scene(s, seat)
}

// Roster gives the fighters as the fight leaves them if it ends now: what the unit
// that waits in its middle has told stands.
func (f *Fight) Roster() []Fighter {
	look := f.look
	if f.s.Unit != nil {
		look = f.soFar
	}
	s, err := look()
	if err != nil {
		return nil
	}
	return f.sys.roster(s)
}

// seen is the state as it was decoded to be looked at, which changes nothing.
type seen struct {
	body  *byte // where the bytes began that it was decoded from
	state any
}

// look decodes the state to be looked at: once, until the fight goes on.
func (f *Fight) look() (any, error) {
	body := &f.s.State[0]
	if f.seen.body != body {
		s, err := f.state()
		if err != nil {
			return nil, err
		}
		f.seen = seen{body, s}
	}
	return f.seen.state, nil
}
