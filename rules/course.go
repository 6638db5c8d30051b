package rules

import (
	"slices"
	"strings"
)

// Word takes a seat's word for the dice, before the fight begins. A seat may
// change it until then.
func (f *Fight) Word(seat Seat, word string, st Stamp) (Entry, []Event, error) {
	if f.s.Begun {
		return Entry{}, nil, ErrClosed
	}
	if seat < 1 || int(seat) > f.s.Seats {
		return Entry{}, nil, ErrSeat
	}
	if word = plainText(word); word == "" || strings.Contains(word, "\n") {
		return Entry{}, nil, Refuse("A word for the dice is one line, and not empty.")
	}
	w := f.open(nil, st)
	w.f.s.Words[seat-1] = word
	w.entry.Seat, w.entry.Word = seat, word
	return w.done(f)
}

// Begin runs the opening. Every seat must have given its word, and dice must be
// NewSealed over Mix.
func (f *Fight) Begin(dice Dice, st Stamp) (Entry, []Event, error) {
	if f.s.Begun || slices.Contains(f.s.Words, "") {
		return Entry{}, nil, ErrNotBegun
	}
	if f.Outdated() {
		return Entry{}, nil, fault("fight %s must be upgraded before it begins", f.s.ID)
	}
	w := f.open(dice, st)
	w.f.s.Begun = true
	w.entry.Begin = true
	if err := w.advance(); err != nil {
		return Entry{}, nil, err
	}
	return w.done(f)
}

// Seats changes who sits where: people's keys by seat.
func (f *Fight) Seats(people [][]string, st Stamp) (Entry, []Event, error) {
	if len(people) != f.s.Seats {
		return Entry{}, nil, fault("%d seats cannot be filled with %d", f.s.Seats, len(people))
	}
	w := f.open(nil, st)
	w.f.s.stays()
	w.entry.Seats = people
	return w.done(f)
}

// Undo goes back to where the fight stood after line to, one of Units, whose
// snapshot is given. Line and roll numbers go on.
func (f *Fight) Undo(to int, then []byte, st Stamp) (Entry, []Event, error) {
	if !slices.Contains(f.s.Units, to) || to == f.s.Line || f.s.Secret != "" || f.Outdated() {
		return Entry{}, nil, Refuse("The fight cannot go back to step %d.", to)
	}
	old, err := Load(f.sys, then)
	if err != nil {
		return Entry{}, nil, err
	}
	if old.s.Line != to || old.s.ID != f.s.ID {
		return Entry{}, nil, fault("the snapshot is not the one of line %d", to)
	}
	w := f.open(nil, st)
	now := w.f.s
	w.f.s = old.s
	s := &w.f.s
	s.Version, s.Line, s.Rolls, s.Chain = now.Version, now.Line, now.Rolls, now.Chain
	if len(s.Asks) > 0 {
		s.Asked = s.Line
	}
	s.stays()
	w.entry.Undo = &to
	w.say(Undone{to})
	return w.done(f)
}

// Upgrade lets an outdated fight go on under the system's newer rules. A unit
// that waits in its middle goes back to its start, and no undo goes back beyond.
func (f *Fight) Upgrade(dice Dice, st Stamp) (Entry, []Event, error) {
	if !f.Outdated() {
		return Entry{}, nil, fault("fight %s has rules version %d already", f.s.ID, f.s.Version)
	}
	w := f.open(dice, st)
	s := &w.f.s
	aside := !s.idle()
	if s.Units = nil; s.Step >= len(f.sys.steps) {
		s.Step = f.sys.round
	}
	w.say(Upgraded{s.Version, f.sys.Version, aside})
	s.Version = f.sys.Version
	w.entry.Upgrade = s.Version
	if s.Begun && s.Over == nil {
		s.Held, s.Unit, s.Standing, s.Asks, s.Given = nil, nil, nil, nil, nil
		if err := w.advance(); err != nil {
			return Entry{}, nil, err
		}
	}
	return w.done(f)
}

// Close opens the secret of the dice once the fight is over.
func (f *Fight) Close(secret string, st Stamp) (Entry, []Event, error) {
	if f.s.Over == nil || f.s.Secret != "" {
		return Entry{}, nil, ErrClosed
	}
	if SealOf(secret, f.s.ID) != f.s.Seal {
		return Entry{}, nil, fault("the secret of fight %s is not the one that was sealed", f.s.ID)
	}
	w := f.open(nil, st)
	w.f.s.Secret, w.entry.End = secret, secret
	return w.done(f)
}
