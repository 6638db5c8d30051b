package campaign

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"umpire/rules"
)

// WriteWords writes a roster as a short list for pasting: the side that it is of, if
// that is one of the system's own, a line for each named member, and one for all of a kind that are only numbered. What its members carry
// and their notes are not in it.
func WriteWords(sys *rules.System, r Roster) ([]byte, error) {
	k := kindsFor(sys, Roster{Side: r.Side})
	var lines []string
	counts := make(map[string]int)
	if r.Name != "" {
		lines = append(lines, "# "+r.Name)
	}
	if side := sideLine(sys, r.Side); side != "" {
		lines = append(lines, side)
	}
	var kinds []string
	for _, m := range r.Members {
		v, err := Decoded(m.Sheet)
		if err != nil {
			return nil, fmt.Errorf("write the sheet of %s: %w", m.ID, err)
		}
		sheet, _ := v.(map[string]any)
		kind := k.nearest(sheet)
		called := k.called(kind)
		if m.Wounds == 0 && m.Set == "" && numberedAs(kind.Name, m.Name) {
			if counts[called]++; counts[called] == 1 {
				kinds = append(kinds, called)
			}
			continue
		}
		lines = append(lines, strings.TrimSpace(called+` "`+strings.ReplaceAll(m.Name, `"`, "'")+`"`+m.asides()))
	}
	slices.Sort(kinds)
	for _, kind := range kinds {
		lines = append(lines, fmt.Sprintf("%d %s", counts[kind], kind))
	}
	return []byte(strings.Join(lines, "\n") + "\n"), nil
}

// numberedAs tells whether a name is its kind's, with a number or none.
func numberedAs(kind, name string) bool {
	return regexp.MustCompile(`^` + regexp.QuoteMeta(kind) + `( [0-9]{1,3})?$`).MatchString(name)
}

// asides are wounds and standing, in brackets.
func (m Member) asides() string {
	var list []string
	if m.Wounds > 0 {
		list = append(list, counted(m.Wounds, "wound"))
	}
	if m.Set != "" {
		list = append(list, string(m.Set))
	}
	if len(list) == 0 {
		return ""
	}
	return " (" + strings.Join(list, ", ") + ")"
}
