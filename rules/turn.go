package rules

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Turn is what a step or an order may do while it runs. It is one pass over a
// unit: Run may be called again from its start with what was rolled, replied
// and told before, so it must do the same again up to where it stopped.
type Turn struct {
	w     *work
	unit  *unit
	fresh bool     // a roll of this pass was not rolled before
	asked int      // calls of Ask so far
	rolls int      // rolls of the unit used so far
	told  int      // facts told so far
	first int      // event of the line that this pass told first
	said  []string // those events' facts, as they were when they were told
	sum   string
	over  *Outcome
	again bool // the step comes again
}

// askSignal unwinds Run when it asks for what is not answered yet.
type askSignal struct{ asks []Ask }

// Seat is who gave the order that runs; Everyone in a step.
func (t *Turn) Seat() Seat { return t.unit.Seat }

// Picks gives the option ids picked in an answered ask of this unit, or of an
// earlier one that still lies face down.
func (t *Turn) Picks(ask string) []string {
	if g := t.find(ask); g != nil {
		return slices.Clone(g.Picks)
	}
	panic(&Fault{"the rules look at the ask " + ask + ", which nobody answered"})
}

// Pick gives the first of Picks, or "" when there is none.
func (t *Turn) Pick(ask string) string {
	if picks := t.Picks(ask); len(picks) > 0 {
		return picks[0]
	}
	return ""
}

func (t *Turn) find(ask string) *given {
	for i := len(t.unit.Replies) - 1; i >= 0; i-- {
		if i > t.asked {
			continue // a later call of Ask than this pass has reached
		}
		for j := range t.unit.Replies[i] {
			if g := &t.unit.Replies[i][j]; g.Ask == ask {
				g.Stands = false // looked at: it can be changed no more
				return g
			}
		}
	}
	for i := range t.w.f.s.Facedown {
		if g := &t.w.f.s.Facedown[i]; g.Ask == ask {
			return g
		}
	}
	return nil
}

// Ask asks in the middle and gives the replies by ask id: none for a Free ask
// that was left open, and one without its picks for a Standing ask, which only
// Pick looks at. The first time it ends the run; Run starts again when the last
// reply is in.
func (t *Turn) Ask(asks ...Ask) map[string]Reply {
	if len(asks) == 0 {
		return nil
	}
	t.asked++
	if t.asked >= len(t.unit.Replies) {
		panic(askSignal{asks})
	}
	replies := make(map[string]Reply, len(asks))
	left := asks
	for _, g := range t.unit.Replies[t.asked] {
		i := slices.IndexFunc(left, func(a Ask) bool { return a.ID == g.Ask })
		if i < 0 {
			panic(&Fault{"the rules asked for " + g.Ask + " and now ask for something else"})
		}
		reply := Reply{Ask: g.Ask, Order: g.Order.clone(), Lapse: g.Lapsed}
		if !left[i].Standing { // Pick looks at it
			reply.Picks = slices.Clone(g.Picks)
		}
		replies[g.Ask] = reply
		left = left[i+1:]
	}
	return replies
}

// Roll rolls count dice in the open, under the next roll number of the fight.
func (t *Turn) Roll(kind string, count, sides int) []int {
	if count < 0 || count > 1000 || sides < 1 || sides > 65536 || strings.HasPrefix(kind, "deck:") {
		panic(&Fault{fmt.Sprintf("the rules roll an impossible pool: %s %dd%d", kind, count, sides)})
	}
	return t.roll(Rolled{Kind: kind, Sides: sides}, count).Faces
}

// Shuffle gives a hidden permutation of 0..n-1, the top of the pile first,
// under the next roll number. Kind is "deck:SEAT:k" for the k-th shuffle.
func (t *Turn) Shuffle(kind string, n int) []int {
	if n < 0 || n > 1000 || !strings.HasPrefix(kind, "deck:") {
		panic(&Fault{fmt.Sprintf("the rules shuffle an impossible deck: %s of %d", kind, n)})
	}
	return t.roll(Rolled{Kind: kind, Sides: n, Hidden: true}, n).Faces
}

func (t *Turn) roll(want Rolled, count int) Rolled {
	if t.rolls < len(t.unit.Rolls) {
		kept := &recorded{t.unit.Rolls[t.rolls:]}
		t.rolls++
		return kept.next(want.Kind, count, want.Sides, want.Hidden)
	}
	rolled := t.w.roll(want, count)
	t.fresh = true
	t.unit.Rolls = append(t.unit.Rolls, rolled)
	t.rolls++
	return rolled
}

// Say tells a fact to all.
func (t *Turn) Say(fact any) { t.tell(Everyone, fact) }

// Whisper tells a fact to one seat.
func (t *Turn) Whisper(to Seat, fact any) { t.tell(to, fact) }

func (t *Turn) tell(to Seat, fact any) {
	body, err := json.Marshal(fact)
	if err != nil {
		panic(&Fault{"the fact " + factName(fact) + " does not become JSON"})
	}
	t.told++
	t.sum = digest(fmt.Sprintf("%s %d %s %s", t.sum, to, factName(fact), body))
	if t.told > t.unit.Told {
		t.w.events = append(t.w.events, Event{to, fact})
		t.said = append(t.said, string(body))
	} else if t.told == t.unit.Told && t.sum != t.unit.Sum {
		panic(&Fault{"the rules tell the same run differently"})
	}
}

// Open turns up sealed picks: from now on everybody may know them. A pick that
// was never sealed (an empty hand) has nothing to open.
func (t *Turn) Open(asks ...string) {
	for _, ask := range asks {
		g := t.find(ask)
		if g == nil {
			panic(&Fault{"the rules open the ask " + ask + ", which nobody answered"})
		}
		up := g.Up
		g.Up = true
		if g.Seal != "" && !up {
			t.w.opened = append(t.w.opened, g.open())
		}
	}
}

// Show opens a sealed pick to one other seat alone: it is whispered as Shown.
func (t *Turn) Show(ask string, to Seat) {
	t.unit.Shown, t.w.shown = true, true
	t.Whisper(to, Shown{Of: t.owner(ask), Labels: t.labels(ask)})
}

// Turned says that a card was turned up which no seal and no roll of this unit
// shows: from now on the declaration can be neither objected to nor taken back.
func (t *Turn) Turned() { t.unit.Shown, t.w.shown = true, true }

func (t *Turn) owner(ask string) Seat {
	if g := t.find(ask); g != nil {
		return g.Seat
	}
	return Everyone
}

func (t *Turn) labels(ask string) []string {
	if g := t.find(ask); g != nil {
		return slices.Clone(g.Labels)
	}
	return nil
}

// End ends the fight when Run returns.
func (t *Turn) End(o Outcome) { t.over = &o }

// Again lets the step that runs come again, asks and all, instead of the next
// one: for a step that is many units, and is not done yet.
func (t *Turn) Again() { t.again = true }

// pass runs the unit once. It returns the asks that it stopped at, or none when
// it is done.
func (t *Turn) pass(run func(*Turn) error) (asks []Ask, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case askSignal:
			asks, err = r.asks, nil
		case *Fault:
			err = r
		default:
			err = fault("the rules broke at %s: %v", brokenAt(), r)
		}
		if err == nil {
			err = t.checkTold()
		}
	}()
	err = run(t)
	var refusal Refusal
	if t.fresh && errors.As(err, &refusal) {
		err = fault("the rules refuse after a roll: %v", refusal)
	}
	return nil, err
}

// checkTold finds facts that were told before and not again, and facts that
// share memory with the state and changed with it after they were told.
func (t *Turn) checkTold() error {
	if t.told < t.unit.Told {
		return fault("the rules tell less than they told before")
	}
	for i, was := range t.said {
		fact := t.w.events[t.first+i].Fact
		if is, err := json.Marshal(fact); err != nil || string(is) != was {
			return fault("the fact %s changed after it was told: tell a copy", factName(fact))
		}
	}
	return nil
}

// brokenAt gives the place in the rules where the panic that is being recovered
// began.
func brokenAt() string {
	callers := make([]uintptr, 32)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	panicking := false
	for {
		frame, more := frames.Next()
		ours := !strings.HasPrefix(frame.Function, "runtime.")
		switch {
		case panicking && ours:
			return fmt.Sprintf("%s:%d", filepath.Base(frame.File), frame.Line)
		case !more:
			return "an unknown place"
		}
		panicking = panicking || !ours
	}
}
