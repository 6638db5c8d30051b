package rulestest

import (
	"errors"
	"slices"

	"umpire/rules"
)

const (
	lapsesToRest = 100 // lapses after which a unit must be done
	lapsesOn     = 40  // further ones, that must not go wrong
)

// checkLapses lets every decision lapse from here: within so many lapses the
// fight is over or rests at a step's own asks, and it goes on without a fault.
func (g *game) checkLapses() {
	b, err := g.b.fork()
	if err != nil {
		g.fail("a snapshot does not load: %v", err)
	}
	rested := false
	for n := 0; b.Fight.Over() == nil && (n < lapsesToRest && !rested || n < lapsesOn); n++ {
		if by, _ := b.Fight.Declared(); b.Fight.Held() != nil {
			if err := b.Make(Move{Seat: by, Stand: true, Lapse: true}); err != nil {
				g.fail("after %d lapses an objection cannot lapse: %v", n, err)
			}
		}
		q, open := firstOpen(b)
		if !open {
			g.fail("after %d lapses nobody is awaited, yet the fight is not over", n)
		}
		if err := b.Make(lapse(q)); err != nil {
			g.fail("after %d lapses, %s of side %d in step %q cannot lapse: %v", n, q.ID, q.Seat, b.Fight.Step(), err)
		}
		units := b.Fight.Units()
		rested = rested || len(units) > 0 && units[len(units)-1] == b.Fight.Line()
	}
	if !rested && b.Fight.Over() == nil {
		g.fail("after %d lapses step %q is still not done", lapsesToRest, b.Fight.Step())
	}
	g.checkReplay(b)
}

func firstOpen(b *Table) (rules.Question, bool) {
	for _, seat := range b.seats() {
		for _, q := range b.Fight.Asks(seat) {
			if !q.Answered {
				return q, true
			}
		}
	}
	return rules.Question{}, false
}

// checkUndo goes back, on forks, to each unit that is kept; some forks are then
// played on and replayed.
func (g *game) checkUndo(played int) {
	g.checkAlone()
	units := slices.DeleteFunc(g.b.Fight.Units(), func(line int) bool { return line == g.b.Fight.Line() })
	for i, to := range units {
		b, err := g.b.fork()
		if err != nil {
			g.fail("a snapshot does not load: %v", err)
		}
		if err := b.Make(Move{Undo: to}); err != nil {
			g.fail("it cannot go back to line %d: %v", to, err)
		}
		f := b.Fight
		if f.Hash() != g.hashes[to] {
			g.fail("going back to line %d does not restore it:\n%s\n%s", to, b.Kept[to], f.Snapshot())
		}
		if _, open := firstOpen(b); open && f.Asked() != f.Line() {
			g.fail("after going back to line %d its questions are asked as before, so old buttons answer them", to)
		}
		if last := f.Units(); last[len(last)-1] != f.Line() || slices.Contains(last, to) {
			g.fail("after going back to line %d the units are %v: the next undo would change nothing", to, last)
		}
		if i%max(1, len(units)/played) == 0 {
			g.playOn(b)
		}
	}
}

// checkAlone lets each seat that may take its last unit back alone do so, on a
// fork, and replays it. It must stand as it did, unless a seat has seen more since.
func (g *game) checkAlone() {
	for _, seat := range g.b.seats() {
		to, alone := g.b.Fight.Back(seat)
		if !alone {
			continue
		}
		b, err := g.b.fork()
		if err != nil {
			g.fail("a snapshot does not load: %v", err)
		}
		switch err := b.Make(Move{Seat: seat, Undo: to, Alone: true}); {
		case errors.Is(err, rules.ErrAgree):
			continue
		case err != nil:
			g.fail("side %d cannot take its last unit back to line %d: %v", seat, to, err)
		case b.Fight.Hash() != g.hashes[to]:
			g.fail("side %d goes back to line %d and does not restore it", seat, to)
		}
		g.checkReplay(b)
	}
}

// playOn plays a fork for some lines, and replays it.
func (g *game) playOn(b *Table) {
	p := player{g.source, b}
	for range 8 {
		m, _, ok := p.next()
		if !ok {
			break
		}
		if err := b.Make(m); err != nil {
			if why, refused := rules.IsRefusal(err); !refused {
				g.fail("after an undo, %s breaks the rules: %v %s", show(m), err, why)
			}
		}
	}
	rolls := 0
	for _, entry := range b.Log {
		for _, r := range entry.Rolls {
			if rolls++; r.N != rolls {
				g.fail("after an undo roll %d is called %d", rolls, r.N)
			}
		}
	}
	g.checkReplay(b)
}

// checkReplay checks that the log, as it was stored, gives the same fight, that
// every line tells the same, and that it verifies with and without its secrets.
func (g *game) checkReplay(b *Table) {
	var stored []rules.Entry
	for _, entry := range b.Log {
		again, err := rules.ParseEntry(entry.Public(), []byte(asJSON(entry.Secret)), entry.Chain)
		if err != nil {
			g.fail("line %d cannot be read back: %v", entry.Line, err)
		}
		stored = append(stored, again)
	}
	f, told, err := rules.Replay(g.sys, stored)
	if err != nil {
		g.fail("the log does not play again: %v", err)
	}
	if f.Hash() != b.Fight.Hash() || f.Chain() != b.Fight.Chain() {
		g.fail("the log gives another fight:\n%s\n%s", b.Fight.Snapshot(), f.Snapshot())
	}
	found, err := rules.Verify(stored)
	if err != nil || found.Lines != len(stored) || found.Sealed > 0 {
		g.fail("the log does not verify: %+v, %v", found, err)
	}
	for i := range stored {
		stored[i].Secret = rules.Secret{}
	}
	if _, err := rules.Verify(stored); err != nil {
		g.fail("the log does not verify without its secret parts: %v", err)
	}
	for i := range told {
		if is, was := tell(told[i]), tell(b.Told[i]); is != was {
			g.fail("line %d tells it otherwise when it is played again:\n%s\n%s", i+1, was, is)
		}
	}
}
