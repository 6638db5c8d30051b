package campaign

import (
	"encoding/json"
	"slices"
	"strings"

	"umpire/rules"
)

// column is one column of a table: what it is of a member, or field, a value of
// its sheet of some form.
type column struct {
	head, what, field string
	form              form
}

// form is what sort of value a sheet has under a key.
type form string

const (
	noForm  form = ""
	numbers form = "number"
	wording form = "text"
	flags   form = "yes or no"
	lists   form = "list"
	parts   form = "parts" // more than a cell can hold
)

// sheetHead is put before the name of a column of a sheet that is called as one
// of every table's.
const sheetHead = "sheet "

// columns reads the first row. Columns that mean nothing are named in a warning.
func (r *reading) columns(row csvRow, k kinds) []column {
	if n := len(row.cells); n > mostColumns {
		r.fault(row.line, "There are %d columns, and at most %d are read.", n, mostColumns)
		return nil
	}
	base := r.like.sheets(k)
	var columns []column
	var unknown, twice []string
	for _, raw := range row.cells {
		c := r.column(headOf(raw), base)
		same := func(o column) bool { return o.what == c.what && o.field == c.field }
		switch {
		case c.head == "":
			c.what = "nothing"
		case c.what == "nothing":
			unknown = append(unknown, rules.Escape(clipped(c.head)))
		case slices.ContainsFunc(columns, same):
			twice = append(twice, rules.Escape(clipped(c.head)))
			c.what = "nothing"
		}
		columns = append(columns, c)
	}
	if len(unknown) > 0 {
		r.warn(row.line, "Nothing was taken from columns that a roster of %s has no use for: %s.", r.sys.Title, rules.List(unknown[:min(len(unknown), 20)]))
	}
	if len(twice) > 0 {
		r.fault(row.line, "A column stands there twice: %s.", rules.List(twice))
		return nil
	}
	if !slices.ContainsFunc(columns, func(c column) bool { return c.what == "name" || c.what == "kind" }) {
		r.fault(row.line, "The first row names the columns, and one of them is name or kind.")
		return nil
	}
	return columns
}

// column tells what a column means, by its name.
func (r *reading) column(head string, base []json.RawMessage) column {
	c := column{head: head}
	if _, every := spelled()[head]; every {
		c.what = head
		return c
	}
	field := strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(head, "sheet."), sheetHead), " ", "_")
	if c.form = formOf(r.sys, field, base); c.form != noForm && c.form != parts {
		c.field = field
		return c
	}
	for what, others := range spelled() {
		if slices.Contains(others, head) {
			c.what = what
			return c
		}
	}
	c.what = "nothing"
	return c
}

// sheets are sheets to learn from which keys there are: of members and of kinds.
func (r *Roster) sheets(k kinds) []json.RawMessage {
	var list []json.RawMessage
	for _, kind := range k.list {
		list = append(list, kind.Sheet)
	}
	for _, m := range r.Members {
		list = append(list, m.Sheet)
	}
	return list
}

// formOf is the form of a value of a sheet: that of a sheet which has it, else the
// one that the system takes on trial.
func formOf(sys *rules.System, field string, base []json.RawMessage) form {
	if field == "" {
		return noForm
	}
	for _, sheet := range base {
		if v, err := Decoded(sheet); err == nil {
			if object, ok := v.(map[string]any); ok && object[field] != nil {
				return formFor(object[field])
			}
		}
	}
	if sys.Sheet == nil || len(base) == 0 {
		return noForm
	}
	takes := func(value any) bool {
		object, err := Decoded(base[0])
		if o, ok := object.(map[string]any); ok && err == nil {
			o[field] = value
			_, err = sys.Sheet(encode(o))
			return err == nil
		}
		return false
	}
	switch {
	case !takes(nil): // a key that the sheet does not have
		return noForm
	case takes([]any{}):
		return lists
	case takes(false):
		return flags
	case slices.ContainsFunc([]any{0, 1, 2, 5}, takes):
		return numbers
	case slices.ContainsFunc([]any{"", "x"}, takes):
		return wording
	}
	return parts
}

// formFor is the form of a value.
func formFor(value any) form {
	switch v := value.(type) {
	case json.Number:
		return numbers
	case string:
		return wording
	case bool:
		return flags
	case []any:
		for _, one := range v {
			if f := formFor(one); f == lists || f == parts {
				return parts
			}
		}
		return lists
	}
	return parts
}

// nothing is written for a list or a text that a member lacks and its kind has.
const nothing = "none"

// field reads a cell that is a value of the sheet. An empty one leaves what the
// kind has.
func (r *reading) field(e *entry, c column, raw string) {
	if strings.TrimSpace(raw) == "" {
		return
	}
	if c.form == numbers {
		e.sheet[c.field] = r.number(e.line, c, raw, 0, -mostOfANumber, mostOfANumber)
		return
	}
	text := r.cell(e.line, c, raw)
	switch {
	case text == "":
	case strings.EqualFold(text, nothing):
		e.sheet[c.field] = nil
	case c.form == flags:
		switch strings.ToLower(text) {
		case "yes", "true", "1", "x", "y", "ja", "wahr":
			e.sheet[c.field] = true
		case "no", "false", "0", "n", "nein", "falsch":
			e.sheet[c.field] = false
		default:
			r.fault(e.line, "%s is yes or no, not %s.", rules.Escape(c.head), rules.Escape(clipped(text)))
		}
	case c.form == lists:
		e.sheet[c.field] = split(text)
	default:
		e.sheet[c.field] = text
	}
}

const (
	mostOfANumber = 999_999_999
	mostColumns   = 100
)

// split parts a cell that holds a list.
func split(text string) []any {
	sep := ";"
	if !strings.Contains(text, sep) {
		sep = ","
	}
	list := []any{}
	for one := range strings.SplitSeq(text, sep) {
		if one = strings.TrimSpace(one); one != "" {
			list = append(list, one)
		}
	}
	return list
}
