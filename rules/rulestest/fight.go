package rulestest

import (
	"fmt"
	"testing"

	"umpire/rules"
)

// Fight plays one random fight of a setup, of at most so many lines, and checks
// at every line what the umpire promises, as Conform does with the sample: for
// systems whose rosters differ in kind. Seed says which fight.
func Fight(t testing.TB, sys *rules.System, setup rules.Setup, seed, lines int) {
	t.Helper()
	g := newGame(t, sys, setup, seeded(seed), fmt.Sprint("seed ", seed))
	g.play(lines, g.sometimes)
	g.finish()
}

// Seeds is how many fights the flag -seeds asks for.
func Seeds() int { return *seeds }
