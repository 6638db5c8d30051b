package campaign

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

const (
	mostItems  = 500 // of a list in words
	mostOfItem = 600 // bytes
)

// words reads a roster in plain words, as people paste it:
//
//	Red Anne's crew: 3 Musketeer, Captain "Red Anne"
//
// What is not understood is a warning, as long as anything is, and a fault where it
// names or counts somebody.
func (r *reading) words(text string) {
	if r.sys != nil {
		text = r.saidSide(text)
	}
	r.onSide(func(r *reading) {
		k := kindsFor(r.sys, r.like)
		var entries []entry
		var lost, odd FileFaults
		items := 0
		for i, line := range strings.Split(text, "\n") {
			line = strings.TrimSpace(line)
			if heading, ok := strings.CutPrefix(line, "#"); ok {
				r.heading(i+1, heading)
				continue
			}
			for _, item := range itemsOf(line) {
				if items++; items > mostItems {
					break
				}
				e, err := r.item(i+1, item, k)
				switch {
				case err == nil:
					entries = append(entries, e)
				case held(item):
					lost.add(i+1, "%s", r.whyNot(item, items == 1, err))
				default:
					odd.add(i+1, "%s", r.whyNot(item, items == 1, err))
				}
			}
		}
		switch {
		case items > mostItems:
			r.fault(0, "There are more than %d items, and a roster holds at most %d members.", mostItems, MostMembers)
		case items == 0:
			r.fault(0, "There is no member in it.")
		case len(entries) == 0 || len(lost) > 0:
			r.faults = append(append(r.faults, lost...), odd...)
		default:
			for _, one := range odd {
				r.warn(one.Line, "%s It was left out.", one.Text)
			}
			r.enlist(entries)
		}
	})
}

// heading is what the roster is called, in a line that begins with #.
func (r *reading) heading(line int, text string) {
	name, _ := cleanLine(strings.TrimLeft(text, "# "))
	if name == "" || r.roster.Name != "" && r.roster.Name != r.like.Name {
		return
	}
	if len([]rune(name)) > MostLetters {
		r.warn(line, "The roster's name was cut after %d letters.", MostLetters)
		name = kit.Clip(name, MostLetters)
	}
	r.roster.Name = name
}

const quotes = `"“”„‟«»`

// itemsOf parts a line at commas and semicolons that stand in no quotation marks
// and no brackets.
func itemsOf(line string) []string {
	var items []string
	quoted, deep, from := false, 0, 0
	add := func(item string) {
		if item = strings.TrimSpace(item); strings.Trim(item, "-*•.=_ ") != "" {
			items = append(items, item)
		}
	}
	for i, l := range line {
		switch {
		case strings.ContainsRune(quotes, l):
			quoted = !quoted
		case l == '(' || l == '[':
			deep++
		case l == ')' || l == ']':
			deep = max(0, deep-1)
		case (l == ',' || l == ';') && !quoted && deep == 0:
			add(line[from:i])
			from = i + 1
		}
	}
	add(line[from:])
	return items
}

var (
	bulletPattern  = regexp.MustCompile(`^(?:[-*•+–—·]\s+|[0-9]{1,3}[.)]\s+)`)
	asidePattern   = regexp.MustCompile(`[(\[]([^()\[\]]*)[)\]]`)
	pointsPattern  = regexp.MustCompile(`(?i)[\s:=@–-]*\b[0-9]{1,6}\s*(?:pts?|points?|punkte?|p)\b\.?$`)
	quotedPattern  = regexp.MustCompile(`["“”„‟«»]([^"“”„‟«»]*)["“”„‟«»]|(?:^|\s)['‘]([^'‘’]+)['’](?:\s|$)`)
	countPattern   = regexp.MustCompile(`^(?:([0-9]{1,6})(?:\s*[x×*]\s+|[x×*]|\s+)|[x×]([0-9]{1,6})\s+)`)
	timesPattern   = regexp.MustCompile(`(?:\s+[x×*]\s?|[x×])([0-9]{1,6})$`)
	woundsPattern  = regexp.MustCompile(`(?i)^([0-9]{1,4}) (?:wounds?|lives lost)(?: taken)?$`)
	allPoints      = regexp.MustCompile(`(?i)^[0-9]{1,6}\s*(?:pts?|points?|punkte?|p)?\.?$`)
	insteadPattern = regexp.MustCompile(`\s+[-–—]\s+|\s*[:=]\s*`)
)

// item reads one item of a list. The error is a Refusal.
func (r *reading) item(line int, raw string, k kinds) (entry, error) {
	e := entry{line: line, count: 1}
	if len(raw) > mostOfItem {
		return e, rules.Refuse("%s goes on for too long.", rules.Escape(clipped(raw[:mostOfItem])))
	}
	text, odd := cleanLine(raw)
	if odd != "" {
		r.warn(line, "From %s %s was taken away.", rules.Escape(clipped(text)), odd)
	}
	shown := rules.Escape(clipped(text))
	text = bulletPattern.ReplaceAllString(text, "")
	for _, found := range quotedPattern.FindAllStringSubmatch(text, -1) {
		text = strings.Replace(text, found[0], " ", 1)
		if name := strings.TrimSpace(found[1] + found[2]); name != "" {
			e.names = append(e.names, name)
		}
	}
	for _, found := range asidePattern.FindAllStringSubmatch(text, -1) {
		if before, _, _ := strings.Cut(text, found[0]); k.bracketed(before + found[0]) {
			continue
		}
		text = strings.Replace(text, found[0], " ", 1)
		for aside := range strings.SplitSeq(found[1], ",") {
			if aside = strings.TrimSpace(aside); !e.aside(aside) {
				r.warn(line, "%s was left out of %s.", rules.Escape(clipped(aside)), shown)
			}
		}
	}
	text = pointsPattern.ReplaceAllString(strings.TrimSpace(text), "")
	text, counted := e.counted(text)
	if !counted {
		return e, rules.Refuse("%s: there are from 1 to %d of a kind.", shown, MostMembers)
	}
	if err := e.find(strings.TrimSpace(text), k); err != nil {
		return e, err
	}
	if len(e.names) > e.count {
		if e.count > 1 {
			return e, rules.Refuse("%s has more names than models.", shown)
		}
		e.count = len(e.names)
	}
	return e, nil
}

// bracketed tells whether a text is a kind that has brackets in its name.
func (k kinds) bracketed(text string) bool {
	var e entry
	bare, _ := e.counted(text)
	_, found := k.exact(bare)
	return found
}

// aside reads what stands in brackets. It tells whether it was understood: points
// are, and mean nothing here.
func (e *entry) aside(text string) bool {
	if found := woundsPattern.FindStringSubmatch(text); found != nil {
		n, err := strconv.Atoi(found[1])
		e.wounds = n
		return err == nil
	}
	switch s := Standing(strings.ToLower(text)); s {
	case Routed, Out, Dead:
		e.set = s
		return true
	case Ready, Wounded:
		return true
	}
	times := entry{count: 1}
	if rest, counted := times.counted(" " + text); counted && rest == "" {
		e.count = times.count
		return true
	}
	return text == "" || allPoints.MatchString(text)
}

// counted takes the count off a text, from its beginning or its end.
func (e *entry) counted(text string) (string, bool) {
	trimmed := strings.TrimSpace(text)
	if found := countPattern.FindStringSubmatch(trimmed); found != nil {
		n, err := strconv.Atoi(found[1] + found[2])
		e.count = n
		return trimmed[len(found[0]):], err == nil && n > 0
	}
	if found := timesPattern.FindStringSubmatch(text); found != nil {
		n, err := strconv.Atoi(found[1])
		e.count = n
		return strings.TrimSpace(strings.TrimSuffix(text, found[0])), err == nil && n > 0
	}
	return trimmed, true
}

// find finds the kind in the rest of an item; a name may stand beside it.
func (e *entry) find(text string, k kinds) error {
	if text == "" {
		if len(k.list) != 1 {
			return rules.Refuse("%s is of no kind.", rules.Escape(clipped(fmt.Sprint(strings.Join(e.names, ", ")))))
		}
		e.kind = k.list[0]
		return nil
	}
	var found bool
	if e.kind, found = k.exact(text); found {
		return nil
	}
	if at := insteadPattern.FindStringIndex(text); at != nil && len(e.names) == 0 {
		for _, two := range [][2]string{{text[:at[0]], text[at[1]:]}, {text[at[1]:], text[:at[0]]}} {
			if e.kind, found = k.exact(two[0]); found && strings.TrimSpace(two[1]) != "" {
				e.names = []string{strings.TrimSpace(two[1])}
				return nil
			}
		}
	}
	var err error
	if e.kind, err = k.find(text); err == nil {
		return nil
	}
	words := strings.Fields(text)
	for n := min(len(words)-1, 6); n > 0 && e.count == 1 && len(e.names) == 0; n-- {
		if e.kind, found = k.exact(strings.Join(words[:n], " ")); found {
			e.names = []string{strings.Join(words[n:], " ")}
			return nil
		}
	}
	return err
}
