package rules

import "slices"

// ErrAgree refuses an undo that needs the other side's word.
const ErrAgree = Refusal("That cannot be taken back without the other side: dice, a card or an answer of theirs hangs on it.")

// Back gives the line that an undo of the last unit goes back to, and whether the
// seat may do that alone: since then it alone has answered, and nothing was
// rolled, turned up, shown or told to anybody alone. To is 0 where there is
// nothing to take back. Undo may still find that somebody has seen a new card.
func (f *Fight) Back(seat Seat) (to int, alone bool) {
	for _, unit := range f.s.Units {
		if unit < f.s.Line {
			to = unit
		}
	}
	if to == 0 || f.s.Secret != "" || len(f.s.Acted) != f.s.Seats {
		return to, false
	}
	alone = f.s.Firm <= to
	for i, line := range f.s.Acted {
		alone = alone && (Seat(i+1) == seat) == (line > to)
	}
	return to, alone
}

// showsMoreThan tells whether some seat alone sees something in this fight that it
// did not see in an older one: a card drawn without a word.
func (f *Fight) showsMoreThan(old *Fight) bool {
	for seat := Seat(1); int(seat) <= f.s.Seats; seat++ {
		if !slices.Equal(f.own(seat), old.own(seat)) {
			return true
		}
	}
	return false
}

// own is what a seat alone may see.
func (f *Fight) own(seat Seat) []Field {
	all := f.View(Everyone).Fields
	return slices.DeleteFunc(f.View(seat).Fields, func(field Field) bool { return slices.Contains(all, field) })
}

// Undo goes back, as a seat asks, to where the fight stood after line to, one of
// Units, whose snapshot is given. Agreed is the key of whoever agreed for the
// other side; empty, it is refused with ErrAgree unless Back lets the seat alone
// and no seat sees more of its own than it did then. Line and roll numbers go on, and a pause stays.
func (f *Fight) Undo(seat Seat, to int, agreed string, then []byte, st Stamp) (Entry, []Event, error) {
	last, alone := f.Back(seat)
	switch {
	case seat < 1 || int(seat) > f.s.Seats:
		return Entry{}, nil, ErrSeat
	case !slices.Contains(f.s.Units, to) || to == f.s.Line || f.s.Secret != "" || f.Outdated():
		return Entry{}, nil, Refuse("The fight cannot go back to step %d.", to)
	case agreed == "" && (!alone || to != last):
		return Entry{}, nil, ErrAgree
	}
	old, err := Load(f.sys, then)
	if err != nil {
		return Entry{}, nil, err
	}
	if old.s.Line != to || old.s.ID != f.s.ID {
		return Entry{}, nil, fault("the snapshot is not the one of line %d", to)
	}
	if agreed == "" && f.showsMoreThan(old) {
		return Entry{}, nil, ErrAgree
	}
	w := f.open(nil, st)
	now := w.f.s
	w.f.s = old.s
	s := &w.f.s
	s.Version, s.Line, s.Rolls, s.Chain, s.Paused = now.Version, now.Line, now.Rolls, now.Chain, now.Paused
	if len(s.Asks) > 0 {
		s.Asked, s.Older = s.Line, nil
	}
	s.Units = slices.DeleteFunc(s.Units, func(line int) bool { return !slices.Contains(now.Units, line) }) // those snapshots are gone
	s.stays()
	w.entry.Seat, w.entry.Undo, w.entry.Agreed = seat, &to, agreed
	w.say(Undone{seat, to, agreed != ""})
	return w.done(f)
}
