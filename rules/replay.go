package rules

import (
	"bytes"
	"errors"
	"slices"
)

// Replay fights a whole log again, from its first line, and gives the fight and
// what each line told. It needs the secret parts, and the rules version that
// the log was written under. It stops at the first line that does not come out
// as it was written.
func Replay(sys *System, log []Entry) (f *Fight, told [][]Event, err error) {
	kept := make(map[int][]byte)
	for i, line := range log {
		var events []Event
		var again Entry
		record := &recorded{line.rolls()}
		st := Stamp{By: line.By, At: line.At, Nonce: line.Secret.nonces()}
		if i == 0 {
			if line.Setup == nil {
				return nil, nil, fault("line %d does not open a fight", line.Line)
			}
			o := line.Setup
			f, again, err = New(sys, o.Fight, o.Setup, o.People, o.Seal, st)
		} else {
			again, events, err = f.again(line, record, kept, st)
		}
		if err != nil {
			return nil, nil, fault("line %d cannot be played again: %v", line.Line, err)
		}
		if len(record.rolls) > 0 || again.Chain != line.Chain || !bytes.Equal(again.Public(), line.Public()) {
			return nil, nil, fault("line %d does not come out as it was written", line.Line)
		}
		if slices.Contains(f.s.Units, f.s.Line) {
			kept[f.s.Line] = f.Snapshot()
		}
		told = append(told, events)
	}
	if f == nil {
		return nil, nil, errors.New("replay: the log is empty")
	}
	return f, told, nil
}

// again writes one line as it was written.
func (f *Fight) again(line Entry, record *recorded, kept map[int][]byte, st Stamp) (Entry, []Event, error) {
	switch {
	case line.Word != "":
		return f.Word(line.Seat, line.Word, st)
	case line.Begin:
		return f.Begin(record, st)
	case line.Reply != nil:
		r := *line.Reply
		if line.PickSeal != "" {
			r.Picks = line.Secret.Picks
		}
		return f.Answer(line.Seat, r, record, st)
	case line.Undo != nil:
		return f.Undo(*line.Undo, kept[*line.Undo], st)
	case line.Upgrade != 0:
		return f.Upgrade(record, st)
	case line.Object != "":
		return f.Object(line.Seat, line.Object, st)
	case line.Stand:
		return f.Stand(line.Seat, line.Lapse, st)
	case line.Withdraw:
		return f.Withdraw(line.Seat, line.Lapse, st)
	case line.Loose != "":
		return f.Loose(line.Seat, line.rethrow, record, st)
	case line.Seats != nil:
		return f.Seats(line.Seats, st)
	case line.End != "":
		return f.Close(line.End, st)
	}
	return Entry{}, nil, fault("the line says nothing")
}

// rolls gives a line's rolls whole, with the hidden ones from the secret part.
func (e Entry) rolls() []Rolled {
	hidden := e.Secret.Rolls
	rolls := slices.Clone(e.Rolls)
	for i := range rolls {
		if rolls[i].Hidden && len(hidden) > 0 {
			rolls[i], hidden = hidden[0], hidden[1:]
		}
	}
	return rolls
}

// nonces gives back the nonces of a line in the order they were drawn.
func (s Secret) nonces() func() string {
	left := slices.DeleteFunc([]string{s.PickNonce, s.RollNonce}, func(n string) bool { return n == "" })
	return func() string {
		if len(left) == 0 {
			return ""
		}
		n := left[0]
		left = left[1:]
		return n
	}
}
