package rules

import "slices"

// looseKind is what the record calls dice that somebody rolled on his own.
const looseKind = "loose"

// LooseDice is the fact that somebody rolled dice on his own: they mean nothing
// to the rules. Seat is Everyone for one without a seat; Note tells what was
// rolled and what it came to.
type LooseDice struct {
	Seat Seat
	Note string
}

const looseLines = `
{{define "LooseDice"}}{{if gt .Seat 0}}{{seat .Seat}} rolls{{else}}A spectator rolls{{end}} loose dice: {{.Note}}{{end}}
`

// Loose rolls dice that the rules do not ask for, from the fight's own sealed
// dice, as a log line of their own; seat is Everyone for a spectator. Throw
// rolls them, each call under the next roll number, and gives the note that is
// told and kept. The record checks the rolls; the note it keeps as it was told.
//
// Loose dice change nothing else, and may be rolled whatever waits. They are no
// unit: an undo that goes back beyond them does not take them back, for rolled
// is rolled, and their numbers are not given out again.
func (f *Fight) Loose(seat Seat, throw func(roll func(count, sides int) []int) (note string, err error), dice Dice, st Stamp) (e Entry, told []Event, err error) {
	switch {
	case f.s.Over != nil:
		return Entry{}, nil, ErrOver
	case !f.s.Begun:
		return Entry{}, nil, ErrNotBegun
	case f.Outdated():
		return Entry{}, nil, fault("fight %s must be upgraded before loose dice are rolled", f.s.ID)
	case seat < Everyone || int(seat) > f.s.Seats:
		return Entry{}, nil, ErrSeat
	}
	w := f.open(dice, st)
	defer func() {
		if r := recover(); r != nil {
			e, told, err = Entry{}, nil, fault("loose dice broke: %v", r)
		}
	}()
	note, err := throw(w.loose)
	if err != nil {
		return Entry{}, nil, err
	}
	if note = plainText(note); note == "" || len(w.rolls) == 0 {
		return Entry{}, nil, fault("loose dice without a roll or a note")
	}
	w.f.s.stays()
	w.entry.Seat, w.entry.Loose = seat, note
	w.say(LooseDice{seat, note})
	return w.done(f)
}

func (w *work) loose(count, sides int) []int {
	if count < 1 || count > 1000 || sides < 1 || sides > 65536 {
		panic(&Fault{"an impossible pool of loose dice"})
	}
	return slices.Clone(w.roll(Rolled{Kind: looseKind, Sides: sides}, count).Faces)
}

// rethrow rolls a line's loose dice as they were rolled, and gives its note.
func (e Entry) rethrow(roll func(count, sides int) []int) (note string, err error) {
	for _, r := range e.Rolls {
		roll(len(r.Faces), r.Sides)
	}
	return e.Loose, nil
}
