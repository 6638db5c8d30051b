package campaign

import (
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// FileFault is one thing that is wrong with a file. Line counts from 1; 0 is the file
// as a whole. Text is a sentence, escaped for Discord.
type FileFault struct {
	Line int
	Text string
}

func (f FileFault) String() string {
	if f.Line == 0 {
		return f.Text
	}
	return fmt.Sprintf("Line %d: %s", f.Line, f.Text)
}

// FileFaults is everything that is wrong with a file, in the order of its lines. It is
// a player's error: its text can be shown as it is.
type FileFaults []FileFault

const (
	mostFaults = 1000 // that are kept of one file
	shownTimes = 10   // that one message shows
	mostOfText = 300  // letters of one fault
)

func (f *FileFaults) add(line int, format string, args ...any) {
	switch {
	case len(*f) < mostFaults:
		*f = append(*f, FileFault{line, kit.Clip(quiet(fmt.Sprintf(format, args...)), mostOfText)})
	case len(*f) == mostFaults:
		*f = append(*f, FileFault{line, "From here on there is more that is wrong."})
	}
}

// Error gives the first faults and tells how many more there are: it fits one
// message.
func (f FileFaults) Error() string {
	if len(f) == 1 {
		return f[0].String()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d things are wrong, and nothing was taken:", len(f))
	size := 0
	for i, one := range f {
		if size += len(one.String()); i == shownTimes || i > 0 && size > 1500 {
			fmt.Fprintf(&b, "\nand %d more.", len(f)-i)
			break
		}
		b.WriteString("\n- " + one.String())
	}
	return b.String()
}

// Unwrap makes it the Refusal that it is.
func (f FileFaults) Unwrap() error { return rules.Refusal(f.Error()) }

// File gives all faults as plain text, one a line.
func (f FileFaults) File() string {
	var b strings.Builder
	for _, one := range f {
		b.WriteString(rules.Unescape(one.String()) + "\n")
	}
	return b.String()
}

// quiet makes sure that a sentence mentions nobody, whoever wrote it.
func quiet(text string) string {
	return strings.NewReplacer("@\u200b", "@\u200b", "@", "@\u200b").Replace(text)
}

// clipped is a typed text as a fault repeats it.
func clipped(text string) string { return kit.Clip(strings.TrimSpace(text), MostLetters) }
