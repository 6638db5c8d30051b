package rules

import (
	"encoding/json"
	"slices"
)

// advance runs what is due until asks are open or the fight is over.
func (w *work) advance() error {
	s := &w.f.s
	for range 1000 {
		if s.Unit == nil {
			if open, err := w.begin(); open || err != nil {
				return err
			}
		} else if len(s.Asks) > 0 {
			s.Unit.Replies = append(s.Unit.Replies, w.collect())
		}
		if open, err := w.run(); open || err != nil {
			return err
		}
		if s.Over != nil {
			return nil
		}
	}
	return fault("%s never waits: step %s goes round and round", s.System, w.f.Step())
}

// begin opens the asks of the step that is due, or makes it the running unit
// when all are answered.
func (w *work) begin() (open bool, err error) {
	s := &w.f.s
	if len(s.Asks) == 0 {
		asks, err := w.due()
		if err != nil {
			return false, err
		}
		if open, err := w.ask(asks); open || err != nil {
			return open, err
		}
	}
	s.Unit = &unit{Replies: [][]given{w.collect()}}
	return false, nil
}

// due gives the asks of the step that is due.
func (w *work) due() (asks []Ask, err error) {
	state, err := w.f.look()
	if err != nil {
		return nil, err
	}
	defer func() {
		if r := recover(); r != nil {
			err = fault("the asks of step %s broke: %v", w.f.Step(), r)
		}
	}()
	return w.f.sys.steps[w.f.s.Step].asks(state), nil
}

// ask opens asks and takes those that are forced; it tells whether any waits.
func (w *work) ask(asks []Ask) (open bool, err error) {
	s := &w.f.s
	if err := s.sound(asks); err != nil {
		return false, err
	}
	s.Asks, s.Given, s.Older = asks, nil, nil
	if len(asks) > 0 {
		s.Asked = s.Line
	}
	if s.Unit == nil {
		w.giveBack()
	}
	for _, a := range asks {
		if picks, forced := a.forced(); forced {
			g := given{Ask: a.ID, Seat: a.Seat, Picks: picks, Forced: true, Down: a.Secret}
			for _, pick := range picks {
				g.Labels = append(g.Labels, a.option(pick).Label)
				w.say(Forced{a.Seat, a.option(pick).Label})
			}
			s.Given = append(s.Given, g)
		}
	}
	return len(w.f.Waiting()) > 0, nil
}

// sound refuses asks that could never be answered, or would show a secret.
func (s *snapshot) sound(asks []Ask) error {
	for i, a := range asks {
		switch {
		case a.ID == "" || slices.ContainsFunc(asks[:i], func(b Ask) bool { return b.ID == a.ID }):
			return fault("the rules ask %q twice at once, or without a name", a.ID)
		case a.Seat < 1 || int(a.Seat) > s.Seats:
			return fault("the rules ask %s of seat %d, which there is not", a.ID, a.Seat)
		case a.Standing && (!a.Secret || a.Free || s.Unit == nil):
			return fault("the rules let the answer to %s stand, which is no secret ask of a unit's middle", a.ID)
		case a.Secret && len(a.Orders) > 0:
			return fault("the rules ask %s in secret and take orders for it, which are public", a.ID)
		}
	}
	secret := slices.ContainsFunc(asks, func(a Ask) bool { return a.Secret && !a.Free })
	orders := slices.ContainsFunc(asks, func(a Ask) bool { return len(a.Orders) > 0 })
	if s.Unit == nil && secret && orders {
		return fault("a step asks %s and takes orders, which would ask it anew when it is sealed", asks[0].ID)
	}
	return nil
}

// forced gives the one legal answer of an ask that leaves no choice. A secret
// ask with an option is never forced: a skip would tell the table something.
func (a Ask) forced() (picks []string, forced bool) {
	if len(a.Orders) > 0 || a.Consent || a.Free {
		return nil, false
	}
	if len(a.Options) == 0 {
		return nil, true
	}
	if least, _ := a.Bounds(); a.Secret || least < len(a.Options) {
		return nil, false
	}
	for _, o := range a.Options {
		picks = append(picks, o.ID)
	}
	return picks, true
}

// collect takes the answers in the order of their asks and closes the asks.
func (w *work) collect() []given {
	s := &w.f.s
	var answers []given
	for _, a := range s.Asks {
		if g := w.f.given(a.ID); g != nil {
			answers = append(answers, *g)
		}
		if a.Standing {
			s.Standing = append(s.Standing, standing{a, s.Asked})
		}
	}
	s.Asks, s.Given = nil, nil
	return answers
}

// run runs the unit that is due on a fresh decode of the state. It tells whether
// asks are open now.
func (w *work) run() (open bool, err error) {
	s := &w.f.s
	for range 200 {
		state, err := w.f.state()
		if err != nil {
			return false, err
		}
		t := &Turn{w: w, unit: s.Unit, first: len(w.events)}
		asks, err := t.pass(func(t *Turn) error { return w.runner()(state, t) })
		if err != nil {
			return false, err
		}
		s.Unit.Told, s.Unit.Sum = t.told, t.sum
		if asks == nil {
			return w.finish(state, t)
		}
		if open, err := w.ask(asks); open || err != nil {
			return open, err
		}
		s.Unit.Replies = append(s.Unit.Replies, w.collect())
	}
	return false, fault("%s never ends: step %s asks on and on", s.System, w.f.Step())
}

func (w *work) runner() func(any, *Turn) error {
	s := &w.f.s
	if s.Unit.Order == nil {
		return w.f.sys.steps[s.Step].run
	}
	run := w.f.sys.orders[s.Unit.Order.Verb].run
	return func(state any, t *Turn) error { return run(state, t, *s.Unit.Order.clone()) }
}

// finish takes the state that a unit leaves and moves on: after a step to the
// next, after an order to the step's asks anew.
func (w *work) finish(state any, t *Turn) (open bool, err error) {
	s := &w.f.s
	body, err := json.Marshal(state)
	if err != nil {
		return false, fault("the state of %s does not become JSON: %v", s.System, err)
	}
	done := s.Unit
	s.State, s.Unit, s.Standing = body, nil, nil
	w.f.seen = seen{&body[0], state} // nothing changes it any more
	sealed := slices.Concat(done.Replies...)
	if t.over != nil {
		s.Over = t.over
		w.reveal(sealed)
		w.say(Finished{*t.over})
		return false, nil
	}
	if err := w.layDown(sealed); err != nil {
		return false, err
	}
	if done.Order == nil && !t.again {
		if s.Step++; s.Step == len(w.f.sys.steps) {
			s.Step = w.f.sys.round
		}
	}
	return false, nil
}

// layDown keeps the secret answers that a unit leaves unopened, and lets go of
// those that were turned up.
func (w *work) layDown(answers []given) error {
	s := &w.f.s
	s.Facedown = slices.DeleteFunc(s.Facedown, func(g given) bool { return g.Up })
	for _, g := range answers {
		if !g.Down || g.Up {
			continue
		}
		s.Facedown = slices.DeleteFunc(s.Facedown, func(f given) bool { return f.Ask == g.Ask && f.Forced }) // an empty hand
		if slices.ContainsFunc(s.Facedown, func(f given) bool { return f.Ask == g.Ask }) {
			return fault("the pick %s already lies face down", g.Ask)
		}
		s.Facedown = append(s.Facedown, g)
	}
	return nil
}

// reveal opens what is still sealed: in a list, in what an umpire's order set
// aside, and all that lies face down.
func (w *work) reveal(list []given) {
	s := &w.f.s
	for _, g := range slices.Concat(s.Facedown, keptAnswers(s.Kept), w.aside, list) {
		if g.Seal == "" || g.Up {
			continue
		}
		w.opened = append(w.opened, g.open())
		if len(g.Labels) > 0 {
			w.say(Unsealed{g.Seat, g.Labels})
		}
	}
	s.Facedown, s.Kept = nil, nil
}
