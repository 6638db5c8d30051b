package rules_test

import (
	"slices"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

func TestAnUndoGoesBackOnlyToWhatIsStillKept(t *testing.T) {
	b := begin(t, tableau(nil), "secret")
	for range rules.UndoDepth {
		play(t, b, pick(b, 1, "one", "a"), pick(b, 2, "two", "a"))
	}
	before := b.Fight.Units()
	play(t, b, rulestest.Move{Seat: 1, Undo: before[10]})
	for _, line := range b.Fight.Units() {
		if line != b.Fight.Line() && !slices.Contains(before[:10], line) {
			t.Errorf("it can go back to line %d, whose snapshot was dropped long before", line)
		}
	}
	replays(t, b)
}
