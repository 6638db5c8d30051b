package rules_test

import (
	"slices"
	"testing"

	"umpire/rules"
)

func storyteller(t *testing.T, lines string, plain bool) *rules.Narrator {
	spec := padSpec(rules.Step[pad]{Name: "Wait"})
	spec.Lines = lines
	return rules.NewNarrator(rules.Define(spec), []string{"Alice", "Bob"}, plain, "salt")
}

func TestFactIsToldInOneOfItsWaysAndAlwaysTheSame(t *testing.T) {
	n := storyteller(t, `{{define "Note"}}one {{.Text}}{{end}}{{define "Note/2"}}two {{.Text}}{{end}}{{define "Note/3"}}three {{.Text}}{{end}}{{define "Note/5"}}never{{end}}`, false)
	ways, err := n.Ways(Note{"x"})
	if err != nil || !slices.Equal(ways, []string{"one x", "two x", "three x"}) {
		t.Errorf("the ways are %q, %v", ways, err)
	}
	heard := make(map[string]bool)
	for line := range 60 {
		text, err := n.Tell(Note{"x"}, line, 0)
		again, _ := n.Tell(Note{"x"}, line, 0)
		if err != nil || text != again {
			t.Errorf("line %d is told as %q and %q, %v", line, text, again, err)
		}
		heard[text] = true
	}
	if len(heard) != 3 {
		t.Errorf("sixty lines are told as %v", heard)
	}
}

func TestPlainTableHearsThePlainLine(t *testing.T) {
	lines := `{{define "Note"}}long {{.Text}}{{end}}{{define "Note/2"}}longer {{.Text}}{{end}}{{define "Note/plain"}}{{.Text}}{{end}}`
	if text, err := storyteller(t, lines, true).Tell(Note{"x"}, 1, 0); text != "x" || err != nil {
		t.Errorf("the plain table hears %q, %v", text, err)
	}
	if text, _ := storyteller(t, lines, false).Tell(Note{"x"}, 1, 0); text == "x" {
		t.Error("the other table hears the plain line")
	}
}

func TestFactWithoutALineIsAFault(t *testing.T) {
	n := storyteller(t, "", false)
	_, err := n.Tell(Note{"x"}, 1, 0)
	isFault(t, "Tell", err)
	_, err = n.Ways(Note{"x"})
	isFault(t, "Ways", err)
	_, err = storyteller(t, `{{define "Note"}}{{.Nothing}}{{end}}`, false).Tell(Note{"x"}, 1, 0)
	isFault(t, "a line that does not work", err)
}

func TestEngineFactsHaveLinesThatASystemMayRetell(t *testing.T) {
	n := storyteller(t, `{{define "Finished"}}So it ends.{{end}}`, false)
	for want, fact := range map[string]any{
		"So it ends.": rules.Finished{},
		"-# Alice had one choice, so it is made: left.":                                                            rules.Forced{Seat: 1, Label: "left"},
		"Bob let the decision lapse. Its default counts.":                                                          rules.Lapsed{Seat: 2},
		"Alice's face-down choice is **a and b**. Only you see this.":                                              rules.Shown{Of: 1, Labels: []string{"a", "b"}},
		"-# Bob has changed to another sealed choice. Seal 0123 4567 89ab cdef. Alice and Bob are still choosing.": rules.Locked{Seat: 2, Seal: "0123456789abcdef0123", Changed: true, Waiting: []rules.Seat{1, 2}},
	} {
		if got, err := n.Tell(fact, 1, 0); got != want || err != nil {
			t.Errorf("%T is told as %q, %v, not %q", fact, got, err, want)
		}
	}
}

func TestTypedNamesCannotFormatOrMention(t *testing.T) {
	for typed, want := range map[string]string{
		"Dusty":           "Dusty",
		"**bold** `x`":    "\\*\\*bold\\*\\* \\`x\\`",
		"@everyone":       "\\@\u200beveryone",
		"<@123> <#4>":     "\\<\\@\u200b123\\> \\<\\#4\\>",
		"[x](http://y)":   "\\[x\\]\\(http\\://y\\)",
		"a\u202eb\u2066c": "abc",
		"a\nBob ends":     "a Bob ends",
	} {
		if got := rules.Escape(typed); got != want {
			t.Errorf("%q is written %q, not %q", typed, got, want)
		}
	}
}

func TestWhatWasEscapedComesBackAsItWasTyped(t *testing.T) {
	for _, typed := range []string{"Dusty", "**bold** `x`", "@everyone", "<@123> <#4>", `a\b`, `\*\\*`, `C:\new_one\`, "@\u200b@", "", `\`, `a\c`} {
		if got := rules.Unescape(rules.Escape(typed)); got != typed {
			t.Errorf("%q comes back as %q", typed, got)
		}
	}
	if got := rules.Unescape(`half \`); got != `half \` {
		t.Errorf("what was never escaped is read as %q", got)
	}
}

func TestListReadsAsASentenceDoes(t *testing.T) {
	for want, words := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := rules.List(words); got != want {
			t.Errorf("%v is read %q", words, got)
		}
	}
}
