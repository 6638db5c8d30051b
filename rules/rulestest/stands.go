package rulestest

import (
	"fmt"
	"slices"
	"testing"

	"umpire/rules"
)

// Stands plays random fights of a system's sample, and at every line has check
// compare all that was told so far with the sheets as the fight leaves them if it
// ends now. What was taken back counts as never told.
func Stands(t *testing.T, sys *rules.System, check func(told []any, left []rules.Fighter) error) {
	for seed := range *seeds {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			rnd := seeded(seed)
			setup := sys.Sample()
			if seed > 0 {
				setup.Options = housed(sys, rnd).Options
			}
			g := newGame(t, sys, setup, rnd, fmt.Sprint("standing ", seed))
			g.play(fightLines, func() {
				if err := check(g.told(), g.b.Fight.Roster()); err != nil {
					g.fail("what was told does not stand: %v", err)
				}
			})
		})
	}
}

// told is every public fact that was told and not taken back.
func (g *game) told() []any {
	lines := make([][]rules.Event, 0, len(g.b.Log))
	for i, entry := range g.b.Log {
		switch {
		case entry.Undo != nil:
			clear(lines[*entry.Undo:])
		case entry.Withdraw:
			clear(lines[g.declared(i):])
		}
		lines = append(lines, g.b.Told[i])
	}
	var facts []any
	for _, e := range slices.Concat(lines...) {
		if e.To == rules.Everyone {
			facts = append(facts, e.Fact)
		}
	}
	return facts
}

// declared is the place of the line with the declaration that line i takes back.
func (g *game) declared(i int) int {
	for i--; i > 0; i-- {
		if r := g.b.Log[i].Reply; r != nil && r.Order != nil && g.b.Log[i].Seat > 0 {
			break
		}
	}
	return i
}

// checkBroken lets the umpire end the fight, on a fork, while a unit waits in its
// middle: the sheets are those that the fight would have left just before.
func (g *game) checkBroken() {
	i := slices.IndexFunc(g.sys.Verbs, func(v rules.Verb) bool { return v.Umpire && v.Name == "end" })
	if i < 0 || !g.b.Fight.Middle() {
		return
	}
	b, err := g.b.fork()
	if err != nil {
		g.fail("a snapshot does not load: %v", err)
	}
	order := rules.Order{Verb: "end"}
	if slices.ContainsFunc(g.sys.Verbs[i].Args, func(a rules.VerbArg) bool { return a.Name == "reason" }) {
		order.Args = map[string]string{"reason": "it is late"}
	}
	before := asJSON(b.Fight.Roster())
	if err := b.Make(Move{Seat: rules.Umpire, Reason: "it is late", Reply: &rules.Reply{Order: &order}}); err != nil {
		g.fail("the umpire cannot end the fight: %v", err)
	}
	if after := asJSON(b.Fight.Roster()); after != before {
		g.fail("the umpire ends the fight in the middle of step %q, and the sheets change:\n%s\n%s", g.b.Fight.Step(), before, after)
	}
	if g.IntN(8) == 0 {
		g.checkReplay(b)
	}
}
