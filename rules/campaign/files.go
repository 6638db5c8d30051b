package campaign

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"umpire/rules"
)

// Limits of what a file may bring.
const (
	MostBytes   = 1 << 20 // of a file
	MostLetters = 60      // of a roster's name
	MostNotes   = 500     // letters of a note
)

// Import is a roster as a file or a text gave it. Warnings say what was odd about
// it, a sentence each, escaped for Discord.
type Import struct {
	System   string
	Roster   Roster
	Warnings []string
}

// Read reads a roster from a file or a pasted text in YAML, CSV or plain words:
// name tells which, by its ending, or the look of it where there is none. like is
// the roster that it is for, whose side says who may join, or of a new one the name that
// it gets and the side that it is of, if somebody said so; sys is the system that
// the user named, nil when the file says so itself, as YAML does. Nothing is taken
// of a file that has faults; the error is FileFaults, all of them, or ErrNoSystem.
func Read(systems []*rules.System, sys *rules.System, like Roster, name string, data []byte) (Import, error) {
	r := &reading{systems: systems, sys: sys, like: like}
	r.read(name, data)
	if r.unsaid {
		return Import{}, ErrNoSystem
	}
	if len(r.faults) > 0 {
		slices.SortStableFunc(r.faults, func(a, b FileFault) int { return a.Line - b.Line })
		return Import{}, r.faults
	}
	return Import{System: r.sys.Key, Roster: r.roster, Warnings: r.warnings}, nil
}

// Beside makes what was read fit to be added to a roster: who has an id that is
// or was a member's of it gets another. The error is FileFaults: names that it has
// already, or more members than it can hold.
func (i *Import) Beside(r Roster) error {
	var faults FileFaults
	if n := len(r.Members) + len(i.Roster.Members); n > MostMembers {
		faults.add(0, "With them the roster would have %d members, and it holds at most %d.", n, MostMembers)
	}
	taken := newIDs(r, i.Roster)
	for k := range i.Roster.Members {
		m := &i.Roster.Members[k]
		if r.Called(m.Name) != nil {
			faults.add(0, "There is a %s already.", rules.Escape(m.Name))
		}
		if r.Has(m.ID) {
			m.ID = taken.of(m.Name)
		}
	}
	if len(faults) > 0 {
		return faults
	}
	return nil
}

// reading is a roster while it is read.
type reading struct {
	systems  []*rules.System
	sys      *rules.System
	like     Roster
	roster   Roster
	lines    []int        // of each member
	nodes    []*yaml.Node // of its sheet, in YAML; nil for one that could not be read
	warnings []string
	faults   FileFaults
	unsaid   bool // nobody said of which system it is, and it does not say so itself
}

// ErrNoSystem answers a list that does not say itself of which system it is.
const ErrNoSystem = rules.Refusal("Say of which system the roster is.")

func (r *reading) fault(line int, format string, args ...any) { r.faults.add(line, format, args...) }

const mostWarnings = 200

// warn says what is odd about a line; 0 for none.
func (r *reading) warn(line int, format string, args ...any) {
	switch text := (FileFault{line, quiet(fmt.Sprintf(format, args...))}).String(); {
	case len(r.warnings) < mostWarnings && !slices.Contains(r.warnings, text):
		r.warnings = append(r.warnings, text)
	case len(r.warnings) == mostWarnings:
		r.warnings = append(r.warnings, "There is more that is odd.")
	}
}

func (r *reading) read(name string, data []byte) {
	if len(data) > MostBytes {
		r.fault(0, "The file has %.1f MB, and at most %d MB are read.", float64(len(data))/(1<<20), MostBytes>>20)
		return
	}
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		r.fault(0, "This is a workbook or an archive, not a text. Save the sheet as CSV.")
		return
	}
	text, odd := decodedText(data)
	if odd != "" {
		r.warn(0, "%s", odd)
	}
	text = unfenced(text)
	switch {
	case strings.ContainsRune(text, 0):
		r.fault(0, "This is no text.")
		return
	case strings.TrimSpace(text) == "":
		r.fault(0, "There is nothing in it.")
		return
	}
	if read := r.format(name, text); read != nil {
		read(text)
	} else {
		r.fault(0, "A roster is a .yaml, .csv or .txt file, and %s is none.", rules.Escape(clipped(path.Base(name))))
	}
	if len(r.faults) == 0 {
		r.settle()
	}
}

// format tells how a text is read: by the ending of its name, else by its look.
func (r *reading) format(name, text string) func(string) {
	switch strings.ToLower(path.Ext(name)) {
	case ".yaml", ".yml", ".json":
		return r.yaml
	case ".csv", ".tsv":
		return r.table
	case "", ".txt", ".text", ".md":
		switch {
		case looksYAML(text):
			return r.yaml
		case looksCSV(text):
			return r.table
		}
		return r.words
	}
	return nil
}

// settle looks at the roster as a whole, once every part of it could be read.
func (r *reading) settle() {
	if n := len(r.roster.Members); n > MostMembers {
		r.fault(0, "There are %d members, and a roster holds at most %d.", n, MostMembers)
		return
	}
	r.fitNames()
	for i, m := range r.roster.Members {
		if r.sys.Sheet != nil {
			if _, err := r.sys.Sheet(m.Sheet); err != nil {
				r.fault(r.lines[i], "%s: %s", rules.Escape(m.Name), err)
				continue
			}
		}
		r.settleHealth(i)
	}
	if len(r.faults) > 0 {
		return
	}
	if r.roster.Name == "" {
		r.roster.Name = unnamed
	}
	whole, ok := r.whole()
	if !ok {
		return
	}
	side, err := whole.Fielded(r.sys, "side")
	if err == nil {
		err = r.sys.CheckRoster(side)
	}
	switch {
	case err == nil:
	case strings.Contains(err.Error(), "fight"):
		r.warn(0, "%s", err)
	default:
		r.warn(0, "As it is, it cannot fight yet: %s", err)
	}
}

// unnamed is what a roster is called that nobody has named.
const unnamed = "New roster"

// whole is the roster as it will be: with the name that it gets, and with those beside
// whom its members come. It is not ok where they cannot.
func (r *reading) whole() (whole Roster, ok bool) {
	in := Import{Roster: r.roster}
	in.Roster.Members = slices.Clone(r.roster.Members)
	if r.like.Name != "" {
		in.Roster.Name = r.like.Name
	}
	if len(r.like.Members) == 0 {
		return in.Roster, true
	}
	err := in.Beside(r.like)
	whole = r.like
	whole.Members = slices.Concat(r.like.Members, in.Roster.Members)
	return whole, err == nil
}

// settleHealth counts wounds that a sheet has beside it, where a roster has them.
func (r *reading) settleHealth(i int) {
	m := &r.roster.Members[i]
	if r.sys.Keeping.Health == nil {
		return
	}
	health, err := r.sys.Keeping.Health(m.Sheet)
	if err == nil && health.Taken > 0 {
		m.Wounds += health.Taken
		m.Sheet, err = sheetWith(r.sys, m.Sheet, 0)
	}
	if err != nil {
		r.fault(r.lines[i], "%s: %s", rules.Escape(m.Name), err)
		return
	}
	if m.Wounds > health.Most {
		r.warn(r.lines[i], "%s has taken %d wounds, and %d put it out of action.", rules.Escape(m.Name), m.Wounds, health.Most)
	}
}
