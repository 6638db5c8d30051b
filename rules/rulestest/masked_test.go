package rulestest

import (
	"strings"
	"testing"
)

func TestSealsAreMaskedAndNothingElse(t *testing.T) {
	seal := strings.Repeat("0a9f", 16)
	for text, want := range map[string]string{
		"":                           "",
		"no seal":                    "no seal",
		seal:                         "seal",
		"a" + seal + "b":             "sealfb",
		`{"seal":"` + seal + `"} x`:  `{"seal":"seal"} x`,
		seal + seal + " " + seal[1:]: "sealseal " + seal[1:],
	} {
		if got := masked(text); got != want {
			t.Errorf("%q is masked as %q, want %q", text, got, want)
		}
	}
}
