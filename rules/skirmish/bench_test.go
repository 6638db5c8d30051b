package skirmish

import (
	"testing"

	"umpire/rules"
)

// crowded is a battle of forty models a side, in the middle of the table.
func crowded(b *testing.B, phase Phase) *table {
	tb := lay(b, "pirates: 20 Musketeer, 20 Fighter", "sci_corps: 30 Assaulter, 10 Shockgunner", "field", "ruins")
	for i, m := range tb.s.Models {
		n := i % 40
		tb.at(m.Name, float64(2+2*(n%20)), float64(16+3*(n/20)+8*int(m.Seat)))
	}
	tb.phase(phase)
	tb.start()
	return tb
}

// answered loads the battle as the store does, gives an order and stores it.
func answered(b *testing.B, tb *table, verb string, args ...string) {
	b.Helper()
	body := tb.b.Fight.Snapshot()
	reply := *tb.reply(1, verb, args...).Reply
	dice := rules.NewSealed("secret", tb.b.Fight.ID(), tb.b.Fight.Mix())
	stamp := rules.Stamp{By: "p1", Nonce: func() string { return "00112233445566778899aabbccddeeff" }}
	for b.Loop() {
		f, err := rules.Load(tb.b.Fight.System(), body)
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := f.Answer(1, reply, dice, stamp); err != nil {
			b.Fatal(err)
		}
		f.Snapshot()
		f.View(rules.Everyone)
	}
	b.ReportMetric(float64(len(body)), "bytes")
}

// The aim is under 5 ms an order.
func BenchmarkMoveWithFortyASide(b *testing.B) {
	answered(b, crowded(b, AMoves), "move", "models", "all", "to", "toward north")
}

func BenchmarkShotWithFortyASide(b *testing.B) {
	answered(b, crowded(b, AShoots), "attack", "attacker", "Musketeer 20", "target", "Assaulter 20")
}

func BenchmarkMenusWithFortyASide(b *testing.B) {
	tb := crowded(b, AMoves)
	for b.Loop() {
		tb.b.Fight.Legal(1, "move", "models", nil)
		tb.b.Fight.Legal(1, "move", "to", map[string]string{"models": "all"})
	}
}
