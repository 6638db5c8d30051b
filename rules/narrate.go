package rules

import (
	"fmt"
	"hash/fnv"
	"strings"
	"text/template"
	"unicode"
)

// Narrator turns facts into sentences. Lines are text/template definitions
// named after the fact's type: "Wounded", with further ones "Wounded/2",
// "Wounded/3" to vary them, and "Wounded/plain" for a table that wants it
// short. Dot is the fact. Templates may use seat (who sits there), name (a
// roster's name, escaped), list, plural and digits.
type Narrator struct {
	lines *template.Template
	plain bool
	salt  string
}

// NewNarrator tells a system's facts. Seats holds what the sides' players are
// called, by seat from 1. Which of several sentences is told depends on salt,
// the line and the place in it, never on dice.
func NewNarrator(sys *System, seats []string, plain bool, salt string) *Narrator {
	lines := template.Must(sys.lines.Clone()).Funcs(template.FuncMap{
		"seat": func(s Seat) string {
			switch {
			case s == Umpire:
				return "The umpire"
			case s < 1 || int(s) > len(seats):
				return "The table"
			}
			return seats[s-1]
		},
	})
	return &Narrator{lines, plain, salt}
}

// Tell gives the sentences for a fact, the place-th that log line told. An
// empty text means that the system leaves the fact untold.
func (n *Narrator) Tell(fact any, line, place int) (string, error) {
	ways := n.ways(factName(fact))
	if len(ways) == 0 {
		return "", fault("no line tells the fact %s", factName(fact))
	}
	h := fnv.New32a()
	fmt.Fprintf(h, "%s/%d/%d", n.salt, line, place)
	return fill(ways[h.Sum32()%uint32(len(ways))], fact)
}

// Ways gives every text that Tell may give for a fact, so that a test can read
// them all.
func (n *Narrator) Ways(fact any) ([]string, error) {
	var texts []string
	for _, t := range n.ways(factName(fact)) {
		text, err := fill(t, fact)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return nil, fault("no line tells the fact %s", factName(fact))
	}
	return texts, nil
}

func fill(t *template.Template, fact any) (string, error) {
	var b strings.Builder
	if err := t.Execute(&b, fact); err != nil {
		return "", fault("the line for %s does not work: %v", factName(fact), err)
	}
	return strings.TrimSpace(b.String()), nil
}

// ways lists the lines for facts of that name: the plain one alone where it is
// wanted and there is one.
func (n *Narrator) ways(name string) []*template.Template {
	if n.plain {
		if t := n.lines.Lookup(name + "/plain"); t != nil {
			return []*template.Template{t}
		}
	}
	var ways []*template.Template
	for t := n.lines.Lookup(name); t != nil; t = n.lines.Lookup(fmt.Sprintf("%s/%d", name, len(ways)+1)) {
		ways = append(ways, t)
	}
	return ways
}

// parseLines reads the engine's lines, then a system's, which may retell them.
func parseLines(key, lines string) *template.Template {
	return template.Must(template.Must(template.New(key).Funcs(template.FuncMap{
		"seat":   func(Seat) string { return "" },
		"name":   Escape,
		"list":   func(words []string) string { return List(words) },
		"plural": plural,
		"digits": Digits,
	}).Parse(engineLines + callLines + looseLines + pauseLines)).Parse(lines))
}

// Escape takes the power of markdown and mentions from a name that a player
// typed: it stays on its line, and does not turn the direction of what follows.
func Escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Bidi_Control, r):
			continue
		case unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp):
			r = ' '
		}
		if strings.ContainsRune(marks, r) {
			b.WriteByte('\\')
		}
		if r == '@' {
			b.WriteString("@\u200b")
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// marks are the letters that markdown and mentions are made of.
const marks = "\\*_~`|>#[]()-<@:"

// Unescape takes back what Escape did, for where no markdown is read.
func Unescape(text string) string {
	var b strings.Builder
	letters := []rune(text)
	for i := 0; i < len(letters); i++ {
		if letters[i] == '\\' && i+1 < len(letters) && strings.ContainsRune(marks, letters[i+1]) {
			i++
		}
		b.WriteRune(letters[i])
		if letters[i] == '@' && i+1 < len(letters) && letters[i+1] == '\u200b' {
			i++
		}
	}
	return b.String()
}

// List joins words as a sentence does: "a, b and c".
func List(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Digits shows the first 16 digits of a seal in groups of four.
func Digits(seal string) string {
	if len(seal) > 16 {
		seal = seal[:16]
	}
	var groups []string
	for ; len(seal) > 4; seal = seal[4:] {
		groups = append(groups, seal[:4])
	}
	return strings.Join(append(groups, seal), " ")
}

func plural(n int, one, many string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, one)
	}
	return fmt.Sprintf("%d %s", n, many)
}
