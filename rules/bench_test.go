package rules_test

import (
	"crypto/sha256"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

// struck is a fight in the middle of an order that has rolled and asks on.
func struck(tb testing.TB) *rulestest.Table {
	b := begin(tb, rulestest.ProvingGround(), "seed of the benchmark")
	play(tb, b, lapsed(b, 1, "card1"), lapsed(b, 1, "stance"), lapsed(b, 2, "card2"), pick(b, 1, "trap", "pit"), pick(b, 2, "scout", "stay"),
		ordered(b, 1, "strike", map[string]string{"who": "a1", "target": "b1"}), pick(b, 1, "aim", "low"))
	return b
}

// BenchmarkAnswer loads a fight as the store does and answers in the middle of
// an order: the rules run again from its start, roll and tell.
func BenchmarkAnswer(b *testing.B) {
	table := struck(b)
	body := table.Fight.Snapshot()
	reply := *pick(table, 2, "guard", "high").Reply
	dice := rules.NewSealed("secret", table.Fight.ID(), table.Fight.Mix())
	stamp := rules.Stamp{By: "p2", Nonce: func() string { return "00112233445566778899aabbccddeeff" }}
	for b.Loop() {
		f, err := rules.Load(table.Fight.System(), body)
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := f.Answer(2, reply, dice, stamp); err != nil {
			b.Fatal(err)
		}
		f.Snapshot()
	}
}

// BenchmarkReplay plays a whole log of 500 lines again.
func BenchmarkReplay(b *testing.B) {
	table := begin(b, rules.Define(counter()), "secret")
	for len(table.Log) < 500 {
		round(b, table)
	}
	for b.Loop() {
		if _, _, err := rules.Replay(table.Fight.System(), table.Log); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(table.Log)), "lines")
}

// BenchmarkSealing does what sealing adds to an answer that rolls and locks a
// choice: its dice, its seal, and the chain over its line.
func BenchmarkSealing(b *testing.B) {
	table := struck(b)
	if err := table.Make(pick(table, 2, "guard", "high")); err != nil {
		b.Fatal(err)
	}
	line, _ := last(table)
	dice := rules.NewSealed("secret", table.Fight.ID(), table.Fight.Mix())
	public := line.Public() // the log needs it in any case
	b.ResetTimer()
	for b.Loop() {
		for _, r := range line.Rolls {
			dice.Roll(r.N, r.Kind, len(r.Faces), r.Sides)
		}
		rules.PickSeal("T1", 12, "p2", []string{"high"}, "00112233445566778899aabbccddeeff")
		sha256.Sum256(append([]byte(line.Chain+"\n"), public...))
	}
}

// BenchmarkVerify reads, checks and plays again a record of 2,000 steps.
func BenchmarkVerify(b *testing.B) {
	table := begin(b, warrior(), "secret")
	for len(table.Log) < 1998 {
		play(b, table, ordered(table, 1, "hit", nil), pick(table, 2, "guard", "7D"))
	}
	play(b, table, ordered(table, rules.Umpire, "end", nil), rulestest.Move{Close: true})
	text := rules.WriteRecord(table.Log)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if err := check(b, table.Fight.System(), text); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(table.Log)), "lines")
}
