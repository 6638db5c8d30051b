package rules

import (
	"slices"
	"strings"
)

// Answer takes a seat's reply to an open ask, or its order. A seat may change
// an answer until the last one is in. ErrClosed, ErrSeat, ErrPicks and other
// refusals are the player's; anything else is a fault. On error nothing moves.
func (f *Fight) Answer(seat Seat, r Reply, dice Dice, st Stamp) (Entry, []Event, error) {
	w := f.open(dice, st)
	if err := w.answer(seat, r.clone()); err != nil {
		return Entry{}, nil, err
	}
	return w.done(f)
}

// clone gives a reply that shares nothing with its caller, in the one form that
// the log can store: valid text, nothing empty.
func (r Reply) clone() Reply {
	var picks []string
	for _, pick := range r.Picks {
		picks = append(picks, plainText(pick))
	}
	r.Picks, r.Order = picks, r.Order.clone()
	return r
}

func (o *Order) clone() *Order {
	if o == nil {
		return nil
	}
	c := Order{Verb: plainText(o.Verb)}
	for name, value := range o.Args {
		if c.Args == nil {
			c.Args = make(map[string]string, len(o.Args))
		}
		c.Args[plainText(name)] = plainText(value)
	}
	return &c
}

func plainText(text string) string { return strings.ToValidUTF8(text, "?") }

func (w *work) answer(seat Seat, r Reply) error {
	s := &w.f.s
	switch {
	case s.Over != nil:
		return ErrOver
	case !s.Begun:
		return ErrNotBegun
	case w.f.Outdated():
		return fault("fight %s must be upgraded before it goes on", s.ID)
	}
	if w.entry.Seat, w.entry.Reply = seat, &r; s.Paused != "" && seat != Umpire && w.st.Reason == "" {
		return ErrPaused
	}
	if r.Order != nil && seat == Umpire {
		return w.correct(r)
	}
	if s.Held != nil {
		return ErrHeld
	}
	if st := w.f.standing(r); st != nil {
		return w.change(seat, *st, r)
	}
	if r.Order != nil && r.Asked != s.Asked || r.Order == nil && r.Asked != w.f.askedAt(r.Ask) {
		return ErrClosed
	}
	ask, err := w.choose(seat, &r)
	if err != nil {
		return err
	}
	if r.Order != nil && s.Unit == nil {
		return w.command(seat, *r.Order)
	}
	return w.give(*ask, r)
}

// choose finds the ask that a reply answers and checks the reply against it.
func (w *work) choose(seat Seat, r *Reply) (*Ask, error) {
	s := &w.f.s
	if r.Order != nil {
		order, known := w.f.sys.orders[r.Order.Verb]
		if !known || order.umpire {
			return nil, Refuse("%s has no order called %s.", w.f.sys.Title, r.Order.Verb)
		}
		ask := w.f.asking(seat, r.Order.Verb)
		if ask == nil {
			return nil, Refuse("/%s cannot be given now.", r.Order.Verb)
		}
		r.Ask, r.Picks, r.Lapse = ask.ID, nil, false
		return ask, order.check(*r.Order)
	}
	i := slices.IndexFunc(s.Asks, func(a Ask) bool { return a.ID == r.Ask })
	if i < 0 {
		return nil, ErrClosed
	}
	ask := &s.Asks[i]
	if ask.Seat != seat {
		return nil, ErrSeat
	}
	if g := w.f.given(ask.ID); g != nil && (g.Forced || r.Lapse) {
		return nil, ErrClosed
	}
	if r.Lapse {
		r.Picks = slices.Clone(ask.Default)
		return ask, nil
	}
	return ask, ask.Check(r.Picks)
}

// Check refuses picks that the ask does not offer, or too few or many of them.
func (a Ask) Check(picks []string) error {
	least, most := a.Bounds()
	if len(picks) < least || len(picks) > most {
		return ErrPicks
	}
	for i, pick := range picks {
		if a.option(pick) == nil || slices.Contains(picks[:i], pick) {
			return ErrPicks
		}
	}
	return nil
}

// Bounds gives how many picks the ask takes, never more than it offers.
func (a Ask) Bounds() (least, most int) {
	least, most = a.Min, a.Max
	if least == 0 && most == 0 {
		least = 1
	}
	n := len(a.Options)
	return min(least, n), min(max(least, most), n)
}

func (a Ask) option(id string) *Option {
	i := slices.IndexFunc(a.Options, func(o Option) bool { return o.ID == id })
	if i < 0 {
		return nil
	}
	return &a.Options[i]
}

// LabelsOf gives the labels of picks that the ask offers, in their order.
func (a Ask) LabelsOf(picks []string) []string {
	var labels []string
	for _, pick := range picks {
		if o := a.option(pick); o != nil {
			labels = append(labels, o.Label)
		}
	}
	return labels
}

// give keeps an answer; the last one lets the unit run.
func (w *work) give(ask Ask, r Reply) error {
	s := &w.f.s
	g := given{Ask: ask.ID, Seat: ask.Seat, Picks: r.Picks, Order: r.Order, Lapsed: r.Lapse, By: w.st.By}
	g.Labels = ask.LabelsOf(r.Picks)
	if ask.Secret {
		g.Stands = ask.Standing
		w.seal(&g, r, r.Asked)
	}
	old := w.f.given(ask.ID)
	changed := old != nil
	if changed {
		*old = g
	} else {
		s.Given = append(s.Given, g)
	}
	if r.Lapse {
		w.say(Lapsed{ask.Seat, w.f.Step(), w.st.Reason})
	}
	if waiting := w.waiting(); len(waiting) > 0 {
		if ask.Free {
			waiting = nil // not for this
		}
		if ask.Secret && !r.Lapse {
			w.say(Locked{ask.Seat, g.Seal, changed, waiting})
		}
		return nil
	}
	return w.advance()
}

// standing finds the closed ask whose answer a reply may still change.
func (f *Fight) standing(r Reply) *standing {
	for i, st := range f.s.Standing {
		if r.Order == nil && st.Ask.ID == r.Ask && st.Asked == r.Asked && f.stands(st) != nil {
			return &f.s.Standing[i]
		}
	}
	return nil
}

// change seals another answer to an ask that stands, while others wait.
func (w *work) change(seat Seat, st standing, r Reply) error {
	switch {
	case st.Ask.Seat != seat:
		return ErrSeat
	case r.Lapse:
		return ErrClosed
	}
	if err := st.Ask.Check(r.Picks); err != nil {
		return err
	}
	g := given{Ask: st.Ask.ID, Seat: seat, Picks: r.Picks, Labels: st.Ask.LabelsOf(r.Picks), By: w.st.By, Stands: true}
	w.seal(&g, r, st.Asked)
	*w.f.stands(st) = g
	w.say(Locked{seat, g.Seal, true, w.waiting()})
	return nil
}

// seal hides an answer to what the line asked opened. A default is sealed like
// a pick: it may be a card of the hand.
func (w *work) seal(g *given, r Reply, asked int) {
	s := &w.f.s
	g.Down, g.Line, g.Asked, g.Nonce = true, s.Line, asked, w.st.Nonce()
	g.Seal = PickSeal(s.ID, asked, w.st.By, g.Picks, g.Nonce)
	w.entry.PickSeal = g.Seal
	w.entry.Secret.Picks, w.entry.Secret.PickNonce = g.Picks, g.Nonce
	r.Picks = nil
	w.entry.Reply = &r
}

func (w *work) waiting() []Seat {
	var seats []Seat
	for _, wait := range w.f.Waiting() {
		if !slices.Contains(seats, wait.Seat) {
			seats = append(seats, wait.Seat)
		}
	}
	return seats
}

// command runs an order as a unit of its own while a step waits.
func (w *work) command(seat Seat, order Order) error {
	w.keep()
	w.start(seat, order)
	return w.advance()
}

// start makes an order the running unit.
func (w *work) start(seat Seat, order Order) {
	s := &w.f.s
	s.Asks, s.Given, s.Standing = nil, nil, nil
	s.Unit = &unit{Order: &order, Seat: seat, Replies: [][]given{nil}}
}

// correct runs an umpire's order. While a unit waits in its middle only one
// that itself ends the fight is taken; it sets the unit aside.
func (w *work) correct(r Reply) error {
	s := &w.f.s
	order, known := w.f.sys.orders[r.Order.Verb]
	if !known || !order.umpire {
		return Refuse("%s has no correction called %s.", w.f.sys.Title, r.Order.Verb)
	}
	if err := order.check(*r.Order); err != nil {
		return err
	}
	w.entry.Reply = &Reply{Order: r.Order}
	s.Held = nil // what follows settles it, or nothing moves
	if s.Unit != nil {
		return w.cutShort(*r.Order)
	}
	return w.command(Umpire, *r.Order)
}

// cutShort runs an umpire's order in the middle of a unit, on what that has told so
// far. What is due after it is not looked at: the unit that is set aside may have
// turned up what it needs.
func (w *work) cutShort(order Order) error {
	s := &w.f.s
	w.aside = append(slices.Clone(s.Given), slices.Concat(s.Unit.Replies...)...)
	if err := w.breakOff(); err != nil {
		return err
	}
	w.start(Umpire, order)
	if _, err := w.run(); err != nil {
		return err
	}
	if s.Over == nil {
		return ErrMiddle
	}
	return nil
}
