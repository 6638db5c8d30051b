package kit

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"umpire/rules"
)

// ReadNotation reads dice. Every error is a rules.Refusal that names the place,
// the limit that is broken or what would be right; no die is counted out before
// all of it is read.
func ReadNotation(text string) (Notation, error) {
	if n := utf8.RuneCountInString(text); n > notationLimit {
		return Notation{}, rules.Refuse("Dice are written in at most %d characters; these are %d.", notationLimit, n)
	}
	r := &notationReader{text: []rune(text)}
	for {
		if err := r.roll(); err != nil {
			return Notation{}, err
		}
		switch {
		case r.done():
			return r.notation, nil
		case !r.take(";") && !r.take(","):
			return Notation{}, r.strange()
		case len(r.notation.rolls) == rollLimit:
			return Notation{}, r.refuse(r.at, "a command takes at most %d rolls.", rollLimit)
		}
	}
}

// ReadLabel makes one harmless line of what somebody calls a roll: without
// control characters and those that turn text around, of at most 100 characters.
// The error is a rules.Refusal. The label is not escaped.
func ReadLabel(text string) (string, error) {
	label := strings.Join(strings.Fields(strings.Map(harmless, text)), " ")
	if n := utf8.RuneCountInString(label); n > labelLimit {
		return "", rules.Refuse("A label has at most %d characters; this one has %d.", labelLimit, n)
	}
	return label, nil
}

// harmless gives a rune that shows what it is, or -1 for none.
func harmless(r rune) rune {
	const joiner = '\u200d' // between the parts of one picture
	switch {
	case unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp):
		return ' '
	case unicode.Is(unicode.Cf, r) && r != joiner:
		return -1
	case r == '"':
		return '\''
	}
	return r
}

// notationReader reads from left to right. At is where it is.
type notationReader struct {
	text     []rune
	at       int
	terms    int
	notation Notation
}

// refuse names a place, the first character being 1.
func (r *notationReader) refuse(at int, format string, args ...any) error {
	text, _ := rules.IsRefusal(rules.Refuse(format, args...))
	return rules.Refuse("At character %d of the dice: %s", at+1, text)
}

// strange refuses what stands here.
func (r *notationReader) strange() error {
	if r.done() {
		return r.refuse(r.at, "a roll is missing. Write it as 2d6 or 4d6kh3+1.")
	}
	end := min(r.at+12, len(r.text))
	what := strings.TrimSpace(strings.Map(harmless, string(r.text[r.at:end])))
	return r.refuse(r.at, "“%s” cannot stand here. Dice are written as 2d6; kh1 kl1 dh1 dl1 keep or drop, r1 rerolls, ! explodes, >=4 counts; + and − add up, ; divides rolls, # begins words.", rules.Escape(what))
}

func (r *notationReader) done() bool { r.space(); return r.at == len(r.text) }

func (r *notationReader) space() {
	for r.at < len(r.text) && unicode.IsSpace(r.text[r.at]) {
		r.at++
	}
}

// take goes beyond a word if it stands here, in whatever case.
func (r *notationReader) take(word string) bool {
	end := r.at + utf8.RuneCountInString(word)
	if end > len(r.text) || !strings.EqualFold(string(r.text[r.at:end]), word) {
		return false
	}
	r.at = end
	return true
}

// number reads digits. What is far beyond every limit is given as some number
// that is, too.
func (r *notationReader) number() (n int, ok bool) {
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		n, ok = min(n*10+int(r.text[r.at]-'0'), 1_000_000_000), true
		r.at++
	}
	return n, ok
}

// roll reads one sum and its label.
func (r *notationReader) roll() error {
	r.space()
	start := r.at
	var n noted
	for {
		r.space()
		minus := r.take("-") || r.take("−")
		if !minus {
			r.take("+")
		}
		t, err := r.term()
		if err != nil {
			return err
		}
		t.minus = minus
		n.terms = append(n.terms, t)
		if r.space(); r.at == len(r.text) || !strings.ContainsRune("+-−", r.text[r.at]) {
			break
		}
	}
	if err := n.sound(); err != nil {
		text, _ := rules.IsRefusal(err)
		return r.refuse(start, "%s", text)
	}
	label, err := r.label()
	n.label = label
	r.notation.rolls = append(r.notation.rolls, n)
	return err
}

// sound refuses a sum that means nothing.
func (n noted) sound() error {
	pools, hits := 0, 0
	for _, t := range n.terms {
		if t.pool != nil {
			pools++
			if t.pool.hits != nil {
				hits++
			}
		}
	}
	switch {
	case pools == 0:
		return rules.Refusal("there are no dice in this roll. Write them as 2d6.")
	case hits != 0 && hits != pools:
		return rules.Refusal("successes and faces do not add up. Write two rolls, divided by a semicolon.")
	}
	return nil
}

// label reads "words" or # and words, which go up to the next roll.
func (r *notationReader) label() (string, error) {
	at := r.at
	var end int
	switch {
	case r.take(`"`):
		if end = slices.Index(r.text[r.at:], '"'); end < 0 {
			return "", r.refuse(at, "the quotation mark is not closed.")
		}
	case r.take("#"):
		if end = slices.IndexFunc(r.text[r.at:], func(c rune) bool { return c == ';' || c == ',' }); end < 0 {
			end = len(r.text) - r.at
		}
	default:
		return "", nil
	}
	label, err := ReadLabel(string(r.text[r.at : r.at+end]))
	if err != nil {
		text, _ := rules.IsRefusal(err)
		return "", r.refuse(at, "%s", text)
	}
	r.at += end
	r.take(`"`)
	return label, nil
}

// term reads a pool or a number.
func (r *notationReader) term() (term, error) {
	r.space()
	at := r.at
	if r.terms++; r.terms > termLimit {
		return term{}, r.refuse(at, "a command takes at most %d pools and numbers.", termLimit)
	}
	n, given := r.number()
	r.space()
	if !r.take("d") {
		switch {
		case !given:
			return term{}, r.strange()
		case n > constantLimit:
			return term{}, r.refuse(at, "a number to add is at most %d.", constantLimit)
		}
		return term{number: n}, nil
	}
	if !given {
		n = 1
	}
	p, err := r.pool(at, n)
	return term{pool: p}, err
}
