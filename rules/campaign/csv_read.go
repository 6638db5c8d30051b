package campaign

import (
	"encoding/csv"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

const (
	mostRows   = 1000
	mostOfCell = 2000 // letters
)

// spelled are the columns that every table may have, with what else they are
// called.
func spelled() map[string][]string {
	return map[string][]string{
		"name":     {"model", "member", "fighter", "called"},
		"kind":     {"type", "unit", "class", "recruit", "profile"},
		"count":    {"number", "amount", "quantity", "qty", "#", "x", "how many"},
		"wounds":   {"wounds taken", "damage"},
		"standing": {"status", "state"},
		"notes":    {"note", "comment", "comments", "remarks"},
	}
}

// looksCSV tells whether a text is a table by its look: its first line names
// columns.
func looksCSV(text string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if strings.HasPrefix(strings.ToLower(first), "sep=") {
		return true
	}
	heads := strings.Split(first, string(separator(first)))
	return len(heads) > 1 && slices.ContainsFunc(heads, func(h string) bool {
		h = headOf(h)
		return h == "name" || h == "kind" || slices.Contains(spelled()["kind"], h) || slices.Contains(spelled()["name"], h)
	})
}

// headOf is a column's name without what typing differs in.
func headOf(text string) string {
	clean, _ := cleanLine(text)
	return strings.ToLower(strings.Trim(clean, "\"' "))
}

// separator is what parts the cells of a line.
func separator(line string) rune {
	best, most := ',', 0
	for _, s := range []rune{',', ';', '\t'} {
		n, quoted := 0, false
		for _, l := range line {
			if l == '"' {
				quoted = !quoted
			} else if l == s && !quoted {
				n++
			}
		}
		if n > most {
			best, most = s, n
		}
	}
	return best
}

// table reads a roster as a spreadsheet saves it.
func (r *reading) table(text string) {
	r.onSide(func(r *reading) {
		rows := r.rows(text)
		if len(r.faults) > 0 || len(rows) == 0 {
			if len(r.faults) == 0 {
				r.fault(0, "There is no row in it.")
			}
			return
		}
		k := kindsFor(r.sys, r.like)
		columns := r.columns(rows[0], k)
		if columns == nil {
			return
		}
		var entries []entry
		for _, row := range rows[1:] {
			if e, ok := r.row(row, columns, k); ok {
				entries = append(entries, e)
			}
		}
		if len(entries) == 0 && len(r.faults) == 0 {
			r.fault(0, "There is no member in it.")
		}
		if len(r.faults) == 0 {
			r.enlist(entries)
		}
	})
}

// csvRow is one row with the line where it begins.
type csvRow struct {
	line  int
	cells []string
}

// rows are the rows of a table that are not empty.
func (r *reading) rows(text string) []csvRow {
	body := strings.TrimLeft(text, "\n ")
	before := text[:len(text)-len(body)]
	first, rest, _ := strings.Cut(body, "\n")
	sep := separator(first)
	if said, ok := strings.CutPrefix(strings.ToLower(first), "sep="); ok {
		body, sep = "\n"+rest, '\t'
		if said != "" {
			sep = []rune(said)[0]
		}
	}
	if !slices.Contains([]rune{',', ';', '\t', '|', ':'}, sep) {
		r.fault(1, "Cells are parted by a comma, a semicolon or a tab, not by %s.", rules.Escape(string(sep)))
		return nil
	}
	read := csv.NewReader(strings.NewReader(strings.Repeat("\n", strings.Count(before, "\n")) + body))
	read.Comma, read.LazyQuotes, read.FieldsPerRecord = sep, true, -1
	var rows []csvRow
	for {
		cells, err := read.Read()
		var wrong *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return rows
		case errors.As(err, &wrong):
			r.fault(wrong.StartLine, "The row cannot be read: %s.", wrong.Err)
			return nil
		case err != nil:
			r.fault(0, "The table cannot be read: %s.", rules.Escape(err.Error()))
			return nil
		}
		line, _ := read.FieldPos(0)
		if slices.ContainsFunc(cells, func(c string) bool { return len(c) > 4*mostOfCell || strings.Count(c, "\n") > 50 }) {
			r.fault(line, "A cell of this row is very long. Is a quotation mark missing?")
			return nil
		}
		if strings.TrimSpace(strings.Join(cells, "")) != "" {
			rows = append(rows, csvRow{line, cells})
		}
		if len(rows) > mostRows {
			r.fault(line, "There are more than %d rows, and a roster holds at most %d members.", mostRows, MostMembers)
			return nil
		}
	}
}

// row reads one row.
func (r *reading) row(row csvRow, columns []column, k kinds) (entry, bool) {
	e := entry{line: row.line, count: 1, sheet: make(map[string]any)}
	before := len(r.faults)
	kind, name := "", ""
	for i, raw := range row.cells {
		if i >= len(columns) {
			if strings.TrimSpace(raw) != "" {
				r.warn(row.line, "There are more cells than columns; what has no column was left out.")
			}
			break
		}
		switch c := columns[i]; c.what {
		case "":
			r.field(&e, c, raw)
		case "name":
			name = r.cell(row.line, c, raw)
		case "kind":
			kind = r.cell(row.line, c, raw)
		case "count":
			e.count = r.number(row.line, c, raw, 1, 1, mostWounds)
		case "wounds":
			e.wounds = r.number(row.line, c, raw, 0, 0, mostWounds)
		case "standing":
			e.set = r.standingCell(row.line, r.cell(row.line, c, raw))
		case "notes":
			e.notes = r.noteCell(row.line, c, raw)
		}
	}
	r.ofKind(&e, kind, name, k)
	if e.called = name; name != "" && e.count == 1 {
		e.names = []string{name}
	}
	return e, len(r.faults) == before
}

// ofKind finds the kind of a row. A row without one is of the kind that its name
// says, or of none: then its columns are its whole sheet.
func (r *reading) ofKind(e *entry, kind, name string, k kinds) {
	found, named := k.exact(name)
	switch {
	case kind != "":
		var err error
		if found, err = k.find(kind); err != nil {
			r.fault(e.line, "%s", refused(err))
		}
	case named || len(k.list) == 1 && len(e.sheet) == 0:
		if !named {
			found = k.list[0]
		}
	case len(e.sheet) == 0:
		r.fault(e.line, "The row does not say of which kind %s is.", rules.Escape(clipped(name)))
	case name == "":
		r.fault(e.line, "The row has neither a name nor a kind.")
	}
	e.kind = found
}

var wholeNumber = regexp.MustCompile(`^([+-]?[0-9]{1,9})([.,]0+)?$`)

// number reads a cell that holds a number; empty says what an empty one is.
func (r *reading) number(line int, c column, raw string, empty, from, to int) int {
	raw = strings.TrimPrefix(strings.TrimSpace(raw), "'")
	if raw == "" {
		return empty
	}
	found := wholeNumber.FindStringSubmatch(raw)
	if found == nil {
		r.fault(line, "%s is a number, not %s.", rules.Escape(c.head), rules.Escape(clipped(raw)))
		return empty
	}
	n, err := strconv.Atoi(found[1])
	if err != nil || n < from || n > to {
		r.fault(line, "%s is a number from %d to %d, not %d.", rules.Escape(c.head), from, to, n)
		return empty
	}
	return n
}

// cell reads a cell of text on one line. A formula becomes a text without the
// sign that makes it one.
func (r *reading) cell(line int, c column, raw string) string {
	text, odd := cleanLine(raw)
	if odd != "" && odd != "a break of the line" {
		r.warn(line, "From %s %s was taken away.", rules.Escape(clipped(text)), odd)
	}
	return r.disarmed(line, c, text)
}

func (r *reading) noteCell(line int, c column, raw string) string {
	text, odd := cleanText(raw)
	if odd != "" {
		r.warn(line, "From a note %s was taken away.", odd)
	}
	text = r.disarmed(line, c, strings.TrimSpace(text))
	if n := len([]rune(text)); n > MostNotes {
		r.warn(line, "The note has %d letters; after %d it was cut.", n, MostNotes)
		text = kit.Clip(text, MostNotes)
	}
	return text
}

// formula are the signs that a spreadsheet takes for the beginning of a formula.
const formula = "=+-@\t\r＝＋－＠"

func isFormula(text string) bool {
	return strings.IndexAny(strings.TrimLeft(text, " "), formula) == 0
}

func (r *reading) disarmed(line int, c column, text string) string {
	if bare := strings.TrimLeft(text, "'"); bare != text && isFormula(bare) {
		return text[1:] // the mark that keeps a spreadsheet from running it
	}
	if !isFormula(text) {
		return text
	}
	bare := strings.TrimLeft(text, formula+" ")
	if bare != "" {
		r.warn(line, "In %s the cell %s looks like a formula; it was taken as the text %s.", rules.Escape(c.head), rules.Escape(clipped(text)), rules.Escape(clipped(bare)))
	}
	return bare
}

func (r *reading) standingCell(line int, text string) Standing {
	switch s := Standing(strings.ToLower(text)); s {
	case "", Ready, Wounded: // these follow from the wounds
		return ""
	case Routed, Out, Dead:
		return s
	}
	r.warn(line, "A standing is ready, wounded, routed, out or dead, and %s is none of them: it was left out.", rules.Escape(clipped(text)))
	return ""
}
