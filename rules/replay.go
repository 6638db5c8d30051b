package rules

import (
	"bytes"
	"errors"
	"maps"
	"slices"
)

// Replay fights a whole log again, from its first line, and gives the fight and
// what each line told. It needs the secret parts, and the rules version that
// the log was written under. It stops at the first line that does not come out
// as it was written.
func Replay(sys *System, log []Entry) (f *Fight, told [][]Event, err error) {
	p := &again{sys: sys, kept: make(map[int][]byte)}
	for _, line := range log {
		events, err := p.line(line)
		if err != nil {
			return nil, nil, err
		}
		told = append(told, events)
	}
	if p.f == nil {
		return nil, nil, errors.New("replay: the log is empty")
	}
	return p.f, told, nil
}

// Stretch is a run of log lines that one version of the rules wrote. Played: it
// was played again and came out as it was written.
type Stretch struct {
	From, To, Version int
	Played            bool
}

// Retrace plays again every stretch of a log that this version of the rules
// wrote, and gives what its lines told; of the others it tells only where they
// are. It needs the secret parts.
func Retrace(sys *System, log []Entry) (told [][]Event, stretches []Stretch, err error) {
	p := &again{sys: sys, kept: make(map[int][]byte)}
	told = make([][]Event, len(log))
	for i, line := range log {
		version := line.Upgrade
		if line.Setup != nil {
			version = line.Setup.Version
		}
		if version != 0 {
			stretches = append(stretches, Stretch{From: line.Line, Version: version, Played: version == sys.Version})
		}
		if len(stretches) == 0 {
			return nil, nil, fault("line %d does not open a fight", line.Line)
		}
		now := &stretches[len(stretches)-1]
		if now.To = line.Line; !now.Played {
			continue
		}
		if line.Upgrade != 0 {
			if p.f, err = Load(sys, line.Secret.Before); err != nil {
				return nil, nil, fault("line %d cannot be played again: what it found is not there: %v", line.Line, err)
			}
		}
		if told[i], err = p.line(line); err != nil {
			return nil, nil, err
		}
	}
	return told, stretches, nil
}

// again is a fight that is fought as its log has it.
type again struct {
	sys  *System
	f    *Fight
	kept map[int][]byte // snapshots that an undo can go back to, by line
}

// line writes one line again and compares.
func (p *again) line(line Entry) (events []Event, err error) {
	var entry Entry
	record := &recorded{line.rolls()}
	st := Stamp{By: line.By, At: line.At, Reason: line.Reason, Nonce: line.Secret.nonces()}
	switch {
	case p.f != nil:
		entry, events, err = p.f.again(line, record, p.kept, st)
	case line.Setup == nil:
		return nil, fault("line %d does not open a fight", line.Line)
	default:
		o := line.Setup
		st.Nonce = func() string { return o.Salt }
		p.f, entry, err = New(p.sys, o.Fight, o.Setup, o.People, o.Seal, st)
	}
	if err != nil {
		return nil, fault("line %d cannot be played again: %v", line.Line, err)
	}
	if len(record.rolls) > 0 || entry.Chain != line.Chain || !bytes.Equal(entry.Public(), line.Public()) {
		return nil, fault("line %d does not come out as it was written", line.Line)
	}
	p.keep()
	return events, nil
}

// keep holds the snapshots that an undo can go back to, as the store does.
func (p *again) keep() {
	units := p.f.s.Units
	if slices.Contains(units, p.f.s.Line) {
		p.kept[p.f.s.Line] = p.f.Snapshot()
	}
	if len(p.kept) > 2*UndoDepth {
		maps.DeleteFunc(p.kept, func(line int, _ []byte) bool { return !slices.Contains(units, line) })
	}
}

// again writes one line as it was written.
func (f *Fight) again(line Entry, record *recorded, kept map[int][]byte, st Stamp) (Entry, []Event, error) {
	switch {
	case line.Pledge != "":
		return f.Pledge(line.Seat, line.Pledge, st)
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
		return f.Undo(line.Seat, *line.Undo, line.Agreed, kept[*line.Undo], st)
	case line.Upgrade != 0:
		return f.Upgrade(record, st)
	}
	return f.aside(line, record, st)
}

// aside writes a line again that is no part of the rules' own course.
func (f *Fight) aside(line Entry, record *recorded, st Stamp) (Entry, []Event, error) {
	switch {
	case line.Object != "":
		return f.Object(line.Seat, line.Object, st)
	case line.Stand:
		return f.Stand(line.Seat, line.Lapse, st)
	case line.Withdraw:
		return f.Withdraw(line.Seat, line.Lapse, st)
	case line.Loose != "":
		return f.Loose(line.Seat, line.rethrow, record, st)
	case line.Note != "":
		return f.Note(line.Seat, line.Note, line.Link, st)
	case line.Pause:
		return f.Pause(st)
	case line.Resume:
		return f.Resume(st)
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
	left := slices.DeleteFunc([]string{s.BeforeNonce, s.PickNonce, s.RollNonce}, func(n string) bool { return n == "" })
	return func() string {
		if len(left) == 0 {
			return ""
		}
		n := left[0]
		left = left[1:]
		return n
	}
}
