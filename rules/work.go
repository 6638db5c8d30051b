package rules

import (
	"fmt"
	"slices"
)

// work is one log line being written, on a copy of the fight.
type work struct {
	f      *Fight
	dice   Dice
	st     Stamp
	entry  Entry
	events []Event
	rolls  []Rolled
	opened []Opened
	aside  []given // answers that an umpire's order takes away
	shown  bool    // something was shown to somebody, or a card was turned
}

func (f *Fight) open(dice Dice, st Stamp) *work {
	w := &work{f: f.clone(), dice: dice, st: st}
	w.f.s.Line++
	w.entry = Entry{Line: w.f.s.Line, By: st.By, At: st.At, Reason: st.Reason}
	return w
}

// close blanks and seals what the line hides, chains it, and marks the line as
// one that an undo can go back to if no unit or answer is under way.
func (w *work) close() Entry {
	s := &w.f.s
	for _, r := range w.rolls {
		if r.Hidden {
			w.entry.Secret.Rolls = append(w.entry.Secret.Rolls, r)
			r.Faces = nil
		}
		w.entry.Rolls = append(w.entry.Rolls, r)
	}
	if hidden := w.entry.Secret.Rolls; len(hidden) > 0 {
		w.entry.Secret.RollNonce = w.st.Nonce()
		w.entry.RollSeal = rollSeal(s.ID, s.Line, hidden, w.entry.Secret.RollNonce)
	}
	w.entry.Opened = w.opened
	w.act()
	w.entry = w.entry.chained(s.Chain)
	s.Chain = w.entry.Chain
	if s.Begun && s.idle() {
		s.Units = append(s.Units, s.Line)
		s.Units = s.Units[max(0, len(s.Units)-UndoDepth):]
	}
	return w.entry
}

// act notes who did something in this line, and whether more came of it than
// that seat may take back alone: a roll, an opening, a word to somebody.
func (w *work) act() {
	e, s := &w.entry, &w.f.s
	if e.Reply == nil && e.Object == "" && !e.Stand && !e.Withdraw {
		return
	}
	alone := e.Seat >= 1 && int(e.Seat) <= len(s.Acted) && !e.Lapse && (e.Reply == nil || !e.Reply.Lapse)
	if alone {
		s.Acted[e.Seat-1] = e.Line
	}
	whispered := slices.ContainsFunc(w.events, func(told Event) bool { return told.To != Everyone })
	if !alone || whispered || w.shown || len(w.rolls)+len(w.opened) > 0 {
		s.Firm = e.Line
	}
}

// idle tells whether the fight rests between units, with no answer given but to
// asks that nobody waits for.
func (s *snapshot) idle() bool {
	return s.Unit == nil && !slices.ContainsFunc(s.Given, func(g given) bool {
		return !g.Forced && !slices.ContainsFunc(s.Asks, func(a Ask) bool { return a.ID == g.Ask && a.Free })
	})
}

// stays lets the line that is written take the place of the unit it leaves the
// fight in, so that the next undo does not go back to the same again.
func (s *snapshot) stays() {
	if s.idle() && len(s.Units) > 0 {
		s.Units = s.Units[:len(s.Units)-1]
	}
}

func (w *work) roll(want Rolled, count int) Rolled {
	w.f.s.Rolls++
	want.N = w.f.s.Rolls
	record, replayed := w.dice.(*recorded)
	switch {
	case replayed:
		roll := record.next(want.Kind, count, want.Sides, want.Hidden)
		if roll.N != want.N {
			panic(&Fault{fmt.Sprintf("roll %d of the record should be roll %d", roll.N, want.N)})
		}
		want = roll
	case want.Hidden:
		want.Faces = shuffle(w.dice, want.N, want.Kind, count)
	default:
		want.Faces = w.dice.Roll(want.N, want.Kind, count, want.Sides)
	}
	w.rolls = append(w.rolls, want)
	return want
}

func (w *work) say(fact any) { w.events = append(w.events, Event{Everyone, fact}) }

// done takes the copy over into the fight that was asked.
func (w *work) done(f *Fight) (Entry, []Event, error) {
	entry := w.close()
	f.s = w.f.s
	return entry, w.events, nil
}
