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
	if p := f.pledged(seat); p != "" && p != digest(word) {
		return Entry{}, nil, Refuse("That is not the word whose SHA-256 was handed in.")
	}
	w := f.open(nil, st)
	w.f.s.Words[seat-1] = word
	w.entry.Seat, w.entry.Word = seat, word
	return w.done(f)
}

// pledged is the digest that a seat handed in; "" for none.
func (f *Fight) pledged(seat Seat) string {
	if len(f.s.Pledges) == 0 {
		return ""
	}
	return f.s.Pledges[seat-1]
}

// Pledge takes the SHA-256 of a seat's word, as 64 hex digits, before any word is
// given: so nobody can look for a word that suits after hearing the others'.
func (f *Fight) Pledge(seat Seat, sum string, st Stamp) (Entry, []Event, error) {
	if f.s.Begun || slices.ContainsFunc(f.s.Words, func(w string) bool { return w != "" }) {
		return Entry{}, nil, ErrClosed
	}
	if seat < 1 || int(seat) > f.s.Seats {
		return Entry{}, nil, ErrSeat
	}
	if !isDigest(sum) {
		return Entry{}, nil, Refuse("A pledge is a SHA-256: 64 hex digits, small letters.")
	}
	w := f.open(nil, st)
	if s := &w.f.s; s.Pledges == nil {
		s.Pledges = make([]string, s.Seats)
	}
	w.f.s.Pledges[seat-1] = sum
	w.entry.Seat, w.entry.Pledge = seat, sum
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

// Upgrade lets an outdated fight go on under the system's newer rules. A unit
// that waits in its middle goes back to its start, and no undo goes back beyond.
func (f *Fight) Upgrade(dice Dice, st Stamp) (Entry, []Event, error) {
	if !f.Outdated() {
		return Entry{}, nil, fault("fight %s has rules version %d already", f.s.ID, f.s.Version)
	}
	w := f.open(dice, st)
	s := &w.f.s
	before, nonce := f.whole(), st.Nonce()
	w.entry.Before = beforeSeal(s.ID, s.Line, before, nonce)
	w.entry.Secret.Before, w.entry.Secret.BeforeNonce = before, nonce
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
	w.say(DiceOpened{w.f.s.Seal, secret})
	return w.done(f)
}
