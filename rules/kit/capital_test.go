package kit_test

import (
	"testing"

	"umpire/rules/kit"
)

func TestTheFirstLetterIsLargeWhateverItIs(t *testing.T) {
	for text, want := range map[string]string{"": "", "a wound": "A wound", "ölmühle": "Ölmühle", "ßa": "ßa", "🎲 x": "🎲 x", "Already": "Already"} {
		if got := kit.Capital(text); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
}
