package campaign

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// kinds are whom a roster may take on, to be found by what people call them.
type kinds struct {
	list  []rules.Recruit
	known map[string]kindOrWhy // what has been looked for
}

type kindOrWhy struct {
	kind rules.Recruit
	err  error
}

// kindsFor are the kinds that may join a roster; those of a new one of its side
// where it takes on nobody any more.
func kindsFor(sys *rules.System, r Roster) kinds {
	k := kinds{known: make(map[string]kindOrWhy)}
	side := rules.Roster{Name: r.Name, Sheet: r.Side}
	for _, m := range r.Members {
		side.Fighters = append(side.Fighters, rules.Fighter{ID: m.ID, Name: m.Name, Sheet: m.Sheet})
	}
	if k.list = sys.Keeping.Recruits(side); len(k.list) == 0 {
		side.Fighters = nil
		k.list = sys.Keeping.Recruits(side)
	}
	return k
}

// exact finds the kind that a text names, in the singular or the plural.
func (k kinds) exact(text string) (rules.Recruit, bool) {
	for _, one := range singulars(text) {
		called := folded(one)
		i := slices.IndexFunc(k.list, func(r rules.Recruit) bool { return called == folded(r.Name) || called == folded(r.Key) })
		if i >= 0 && called != "" {
			return k.list[i], true
		}
	}
	return rules.Recruit{}, false
}

// find is exact, or the one kind that a text begins to name. The error is a
// Refusal that names the nearest.
func (k kinds) find(text string) (rules.Recruit, error) {
	text = clipped(text)
	if was, known := k.known[text]; known {
		return was.kind, was.err
	}
	kind, found := k.exact(text)
	var err error
	if !found {
		kind, err = k.begun(text)
	}
	k.known[text] = kindOrWhy{kind, err}
	return kind, err
}

func (k kinds) begun(text string) (rules.Recruit, error) {
	var options []rules.Option
	for _, r := range k.list {
		options = append(options, rules.Option{ID: r.Key, Label: r.Name})
	}
	var why error
	for _, one := range singulars(text) {
		key, err := kit.Find("kind of model", one, options)
		if err == nil && len([]rune(folded(one))) >= 3 {
			return k.list[slices.IndexFunc(k.list, func(r rules.Recruit) bool { return r.Key == key })], nil
		}
		if why == nil {
			why = err
		}
	}
	if why == nil {
		why = rules.Refuse("No kind of model is called %s.", rules.Escape(text))
	}
	return rules.Recruit{}, why
}

// folded is a name without what typing differs in.
func folded(text string) string {
	text = strings.NewReplacer("’", "'", "_", " ", "-", " ").Replace(strings.ToLower(text))
	return strings.Join(strings.Fields(text), " ")
}

// singulars are what a text may be the plural of, itself first: of its last word,
// or of its first, as in knights of the coast.
func singulars(text string) []string {
	text = strings.TrimSpace(text)
	list := []string{text}
	first, rest, many := strings.Cut(text, " ")
	for _, end := range []struct{ many, one string }{{"s", ""}, {"es", ""}, {"ies", "y"}, {"men", "man"}, {"ves", "f"}} {
		if cut, ok := strings.CutSuffix(text, end.many); ok {
			list = append(list, cut+end.one)
		}
		if cut, ok := strings.CutSuffix(first, end.many); ok && many {
			list = append(list, cut+end.one+" "+rest)
		}
	}
	return list
}

// entry is so many members of a kind, as a line of a file gives them. Sheet is
// what they have that their kind has not.
type entry struct {
	line   int
	kind   rules.Recruit
	count  int
	names  []string // of the first of them
	called string   // all of them, numbered; empty: as their kind
	wounds int
	set    Standing
	notes  string
	sheet  map[string]any
}

func (e entry) label() string {
	if e.called != "" {
		return e.called
	}
	return e.kind.Name
}

// enlist makes members of entries. Who has no name of its own is numbered.
func (r *reading) enlist(entries []entry) {
	total := 0
	unnamed := make(map[string]int)
	for _, e := range entries {
		total += e.count
		unnamed[strings.ToLower(fitName(e.label()))] += e.count - len(e.names)
	}
	if total > MostMembers {
		r.fault(0, "There are %d members, and a roster holds at most %d.", total, MostMembers)
		return
	}
	for _, e := range entries {
		for _, name := range e.names { // before anybody is numbered
			r.join(e, r.unlike(e.line, name))
		}
	}
	for _, e := range entries {
		label := fitName(e.label())
		for range e.count - len(e.names) {
			r.join(e, r.numbered(label, unnamed[strings.ToLower(label)] == 1))
		}
	}
	r.sort()
}

// sort puts the members into the order of their lines.
func (r *reading) sort() {
	order := make([]int, len(r.lines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return r.lines[a] - r.lines[b] })
	members, lines := r.roster.Members, r.lines
	r.roster.Members, r.lines = make([]Member, len(order)), make([]int, len(order))
	for to, from := range order {
		r.roster.Members[to], r.lines[to] = members[from], lines[from]
	}
}

// unlike is a name as it can be taken: fit, and nobody else's.
func (r *reading) unlike(line int, name string) string {
	fit := fitName(name)
	if fit == "" {
		fit = "Nameless"
	}
	if r.roster.Called(fit) != nil {
		fit = r.numbered(fit, false)
	}
	if fit != name {
		r.warn(line, "%s is called %s here: a name has at most %d letters, no comma, colon or semicolon, and one bearer.",
			rules.Escape(clipped(name)), rules.Escape(fit), mostOfAName)
	}
	return fit
}

// numbered is a name with the number that is next; without one, if it is the only one.
func (r *reading) numbered(label string, only bool) string {
	last := max(r.roster.numbers(label), r.like.numbers(label))
	if only && last == 0 {
		return label
	}
	taken := func(name string) bool { return r.roster.Called(name) != nil || r.like.Called(name) != nil }
	for n := last + 1; ; n++ {
		end := fmt.Sprintf(" %d", n)
		if name := strings.TrimSpace(kit.Clip(label, mostOfAName-len(end))) + end; !taken(name) {
			return name
		}
	}
}

// join makes one member of an entry.
func (r *reading) join(e entry, name string) {
	sheet := e.kind.Sheet
	if len(e.sheet) > 0 {
		sheet = changed(sheet, e.sheet)
	}
	f := rules.Fighter{ID: newIDs(r.like, r.roster).of(name), Name: name, Sheet: sheet}
	m, err := Enlist(r.sys, f)
	if err != nil {
		r.fault(e.line, "%s: %s", rules.Escape(name), err)
	}
	m.Wounds += e.wounds
	m.Set, m.Notes = e.set, e.notes
	r.roster.Members = append(r.roster.Members, m)
	r.lines = append(r.lines, e.line)
}

// changed is a sheet with some of its values changed; nil takes one away.
func changed(sheet json.RawMessage, values map[string]any) json.RawMessage {
	object := make(map[string]any)
	if v, err := Decoded(sheet); err == nil {
		if o, ok := v.(map[string]any); ok {
			object = o
		}
	}
	for key, value := range values {
		if object[key] = value; value == nil {
			delete(object, key)
		}
	}
	return encode(object)
}

// onSide reads a text for the side that the roster has. One that has none yet gets
// that of the default rosters of which the most is understood.
func (r *reading) onSide(read func(*reading)) {
	r.roster.Name, r.roster.Side = r.like.Name, r.like.Side
	if r.sys == nil {
		r.unsaid = true
		return
	}
	var sides []ownSide
	if len(r.like.Side) == 0 {
		sides = sidesOf(r.sys)
	}
	if len(sides) < 2 {
		if len(sides) == 1 {
			r.like.Side, r.roster.Side = sides[0].sheet, sides[0].sheet
		}
		read(r)
		return
	}
	var best *reading
	for i, side := range sides {
		one := *r
		one.like.Side, one.roster.Side = side.sheet, side.sheet
		one.warnings, one.faults = slices.Clone(r.warnings), slices.Clone(r.faults)
		others := slices.Delete(names(sides), i, i+1)
		one.warn(0, "No side was named, so it is of the side of %s, not of %s.", rules.Escape(side.name), rules.List(others))
		read(&one)
		if best == nil || one.odd() < best.odd() {
			best = &one
		}
	}
	*r = *best
}

// odd counts what was wrong and odd.
func (r *reading) odd() int { return mostWarnings*2*len(r.faults) + len(r.warnings) }

// refused is the sentence of an error that a player may read.
func refused(err error) string {
	var r rules.Refusal
	if errors.As(err, &r) {
		return string(r)
	}
	return "it cannot be read."
}
