package factions

import (
	"encoding/json"
	"testing"
)

// BenchmarkStateOfEightASide decodes and encodes the state of a large fight.
func BenchmarkStateOfEightASide(b *testing.B) {
	s, err := newS(crowd(8))
	if err != nil {
		b.Fatal(err)
	}
	body := encode(s)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		var again S
		if err := json.Unmarshal(body, &again); err != nil {
			b.Fatal(err)
		}
	}
}
