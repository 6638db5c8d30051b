package rulestest

import (
	"fmt"
	"testing"

	"umpire/rules"
)

// Fuzz lets bytes play a system: they become seats, picks, orders and typed
// values; the dice are drawn from them too. What Conform checks at every line
// is checked here as well. Call it in a target of the system's own package, and
// run it with -fuzzminimizetime 10x, or it spends its time on making bytes fewer.
func Fuzz(f *testing.F, sys *rules.System) {
	f.Add([]byte{})
	f.Add([]byte("one side attacks, the other stands"))
	for seed := range 4 {
		rnd := seeded(seed)
		bytes := make([]byte, 400)
		for i := range bytes {
			bytes[i] = byte(rnd.IntN(256))
		}
		f.Add(bytes)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = data[:min(len(data), 600)]
		p := &tape{data}
		setup := sys.Sample()
		if p.IntN(2) == 1 {
			setup = housed(sys, p)
		}
		g := newGame(t, sys, setup, p, fmt.Sprintf("%x", data))
		g.play(60, func() {})
		g.checkReplay(g.b)
	})
}
