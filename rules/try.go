package rules

import "slices"

// ErrTry refuses to try an order whose outcome is not only its giver's: dice,
// another choice or something hidden decides it.
const ErrTry = Refusal("What comes of it is seen when it is given.")

// Try tells what an order would tell that seat, and how the table would stand
// for it then; the scene is nil when there is nothing to draw. Nothing is rolled,
// written or changed. What would be refused is refused; ErrTry where dice, a
// question or something that was never shown would decide.
func (f *Fight) Try(seat Seat, o Order) ([]Event, *Scene, error) {
	if f.s.undecided() {
		return nil, nil, ErrTry
	}
	dice := &noDice{}
	w := f.open(dice, Stamp{Nonce: func() string { return "" }})
	facedown := len(w.f.s.Facedown) > 0
	w.f.s.Facedown = nil // so that nothing which lies face down is looked at
	err := w.answer(seat, Reply{Asked: f.s.Asked, Order: o.clone()})
	_, refused := IsRefusal(err)
	whispered := slices.ContainsFunc(w.events, func(e Event) bool { return e.To != Everyone })
	switch {
	case dice.asked, err != nil && !refused && facedown:
		return nil, nil, ErrTry
	case err != nil:
		return nil, nil, err
	case w.f.s.Unit != nil, whispered, w.shown, len(w.opened) > 0, w.f.s.Over != nil && facedown: // the end turns it up
		return nil, nil, ErrTry
	}
	return w.events, w.f.Scene(seat), nil
}

// undecided tells whether a sealed answer waits for what is answered now.
func (s *snapshot) undecided() bool {
	sealed := func(g given) bool { return g.Seal != "" && !g.Up }
	if slices.ContainsFunc(s.Given, sealed) {
		return true
	}
	return s.Unit != nil && slices.ContainsFunc(slices.Concat(s.Unit.Replies...), sealed)
}

// noDice breaks off whatever would roll.
type noDice struct{ asked bool }

func (d *noDice) Roll(int, string, int, int) []int {
	d.asked = true
	panic(&Fault{"an order that is tried rolls"})
}

// Reach tells where a place that an order's argument takes is counted from, after
// the arguments already given. It is false where a place is not found step by
// step, or for an unknown verb.
func (f *Fight) Reach(seat Seat, verb, arg string, args map[string]string) (Reach, bool) {
	reach := f.sys.orders[verb].reach[arg]
	if reach == nil {
		return Reach{}, false
	}
	s, err := f.look()
	if err != nil {
		return Reach{}, false
	}
	return reach(s, seat, args)
}
