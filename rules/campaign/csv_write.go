package campaign

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
)

// WriteCSV writes a roster as a table for spreadsheets: name, kind, wounds,
// standing and notes, and each number, text and list of the sheets in a column of
// its own. What has more parts (a card with its text) is not in it, nor are secret
// notes; WriteYAML writes everything. What a spreadsheet would run as a formula
// begins with an apostrophe, and Read takes that off again.
func WriteCSV(sys *rules.System, r Roster) ([]byte, error) {
	k := kindsFor(sys, Roster{Side: r.Side})
	sheets := make([]map[string]any, len(r.Members))
	near := make([]rules.Recruit, len(r.Members))
	var fields []string
	for i, m := range r.Members {
		v, err := Decoded(m.Sheet)
		if err != nil {
			return nil, fmt.Errorf("write the sheet of %s: %w", m.ID, err)
		}
		sheets[i], _ = v.(map[string]any)
		near[i] = k.nearest(sheets[i])
		for _, key := range keysInOrder(m.Sheet) {
			if !slices.Contains(fields, key) {
				fields = append(fields, key)
			}
		}
		for _, key := range keysInOrder(near[i].Sheet) {
			if !slices.Contains(fields, key) {
				fields = append(fields, key)
			}
		}
	}
	fields = slices.DeleteFunc(fields, func(key string) bool { return !worthAColumn(key, sheets, near) })
	rows := [][]string{{"name", "kind", "wounds", "standing", "notes"}}
	for _, key := range fields {
		if _, every := spelled()[key]; every {
			key = sheetHead + key
		}
		rows[0] = append(rows[0], key)
	}
	for i, m := range r.Members {
		row := []string{armed(m.Name), armed(k.called(near[i])), strconv.Itoa(m.Wounds), string(m.Standing(sys)), armed(m.Notes)}
		for _, key := range fields {
			row = append(row, cellOf(sheets[i][key], valuesOf(near[i])[key]))
		}
		rows = append(rows, row)
	}
	b := bytes.NewBufferString("\ufeff") // by which a spreadsheet knows the letters
	w := csv.NewWriter(b)
	w.UseCRLF = true
	if err := w.WriteAll(rows); err != nil {
		return nil, fmt.Errorf("write %s as CSV: %w", r.Name, err)
	}
	return b.Bytes(), nil
}

// armed is a text as a spreadsheet shows and does not run it.
func armed(text string) string {
	if isFormula(strings.TrimLeft(text, "'")) {
		return "'" + text
	}
	return text
}

// called is what a kind is called in a file: its name, or its key, where another
// has the name too.
func (k kinds) called(kind rules.Recruit) string {
	if found, ok := k.exact(kind.Name); ok && found.Key == kind.Key {
		return kind.Name
	}
	return kind.Key
}

// nearest is the kind whose sheet a sheet is most like.
func (k kinds) nearest(sheet map[string]any) rules.Recruit {
	var best rules.Recruit
	least := -1
	for _, kind := range k.list {
		values := valuesOf(kind)
		off := 0
		for _, key := range keysOf(values, sheet) {
			if same(values[key], sheet[key]) {
				continue
			}
			switch formFor(firstOf(sheet[key], values[key])) {
			case parts:
				off += 10
			case wording: // what a thing is called says most of what it is
				off += 4
			default:
				off++
			}
		}
		if least < 0 || off < least {
			best, least = kind, off
		}
	}
	return best
}

func firstOf(a, b any) any {
	if a != nil {
		return a
	}
	return b
}

func valuesOf(kind rules.Recruit) map[string]any {
	v, _ := Decoded(kind.Sheet)
	values, _ := v.(map[string]any)
	return values
}

// worthAColumn tells whether a key of the sheets gets a column: its values fit
// cells, and are no texts that the kind says already.
func worthAColumn(key string, sheets []map[string]any, near []rules.Recruit) bool {
	needed := false
	for i, sheet := range sheets {
		of := valuesOf(near[i])[key]
		switch formFor(firstOf(sheet[key], of)) {
		case parts:
			if sheet[key] != nil || of != nil {
				return false
			}
		case wording:
			needed = needed || !same(sheet[key], of)
		default:
			needed = true
		}
	}
	return needed
}

// cellOf writes a value. One that is not there, while the kind has it, is told.
func cellOf(value, ofKind any) string {
	switch v := value.(type) {
	case json.Number:
		return v.String()
	case string:
		return armed(v)
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case []any:
		if len(v) == 0 {
			return nothing
		}
		var list []string
		for _, one := range v {
			list = append(list, fmt.Sprint(one))
		}
		return armed(strings.Join(list, "; "))
	}
	switch ofKind.(type) {
	case nil:
		return ""
	case json.Number:
		return "0"
	case bool:
		return "no"
	}
	return nothing
}

// keysInOrder are the keys of a sheet as they stand in it.
func keysInOrder(sheet json.RawMessage) []string {
	n, err := nodeOf(sheet)
	if err != nil {
		return nil
	}
	var keys []string
	for i := 0; i < len(n.Content); i += 2 {
		keys = append(keys, n.Content[i].Value)
	}
	return keys
}
