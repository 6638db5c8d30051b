package factions

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/kit"
	"umpire/rules/rulestest"
)

// BenchmarkStateOfEightASide decodes the state of a large fight.
func BenchmarkStateOfEightASide(b *testing.B) {
	s, err := newS(crowd(8))
	if err != nil {
		b.Fatal(err)
	}
	body := kit.Encode(s)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		var again S
		if err := json.Unmarshal(body, &again); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMeleeOfEightASide gives the answer that lets eight heroes a side,
// each next to three, strike one after the other.
func BenchmarkMeleeOfEightASide(b *testing.B) {
	setup := crowd(8)
	setup.Options = map[string]string{"gold_default": goldKeep}
	sys := System()
	table, err := rulestest.Sit(sys, setup, "bench", nil)
	if err != nil {
		b.Fatal(err)
	}
	do := func(m rulestest.Move) {
		if err := table.Make(m); err != nil {
			b.Fatal(err)
		}
	}
	for _, m := range table.Start() {
		do(m)
	}
	answer := func(pick func(rules.Question) string) (last rulestest.Move) {
		for _, seat := range []rules.Seat{1, 2} {
			for _, q := range table.Fight.Asks(seat) {
				if last.Reply != nil {
					do(last)
				}
				last = rulestest.Move{Seat: seat, Reply: &rules.Reply{Asked: q.Asked, Ask: q.ID, Picks: []string{pick(q)}}}
			}
		}
		return last
	}
	do(answer(func(rules.Question) string { return "other" }))
	var lines []string
	for i := range 8 {
		lines = append(lines, fmt.Sprintf("White %d: Black %d, Black %d, Black %d", i+1, i+1, (i+1)%8+1, (i+2)%8+1))
	}
	do(rulestest.Move{Seat: 1, Reply: &rules.Reply{Asked: table.Fight.Asked(), Order: &rules.Order{Verb: "melee", Args: map[string]string{"contacts": strings.Join(lines, "\n")}}}})
	last := answer(func(q rules.Question) string { return q.Options[len(q.Options)-1].ID })
	before := table.Fight.Snapshot()
	for b.Loop() {
		f, err := rules.Load(sys, before)
		if err != nil {
			b.Fatal(err)
		}
		dice := rules.NewSealed(strings.Repeat("ab", 32), f.ID(), f.Mix())
		if _, _, err := f.Answer(last.Seat, *last.Reply, dice, rules.Stamp{By: "p2", Nonce: func() string { return strings.Repeat("0", 32) }}); err != nil {
			b.Fatal(err)
		}
	}
}
