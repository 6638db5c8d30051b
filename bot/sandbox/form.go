package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// form reads one JSON object of a request and notes each fault by its path.
// A null counts as absent, as discordgo sends null for what it leaves out;
// where null has a meaning of its own, null asks for it.
type form struct {
	fields object
	path   []string
	faults *faultTree
}

// parseForm reads a JSON object; an empty body is an empty object.
func parseForm(raw []byte) (form, error) {
	value, err := parseJSON(raw)
	if err != nil {
		return form{}, err
	}
	fields, ok := value.(object)
	if value != nil && !ok {
		return form{}, invalidForm("", "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
	}
	return newForm(fields), nil
}

func newForm(fields object) form {
	if fields == nil {
		fields = object{}
	}
	return form{fields: fields, faults: newFaultTree()}
}

// parseJSON reads one JSON value, numbers kept as written.
func parseJSON(raw []byte) (any, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, badJSON()
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, badJSON()
	}
	return value, nil
}

func (f form) at(name string) []string { return append(slices.Clip(f.path), name) }

// fault notes what is wrong with a field; an empty name means the object.
func (f form) fault(name, code, format string, args ...any) {
	path := f.path
	if name != "" {
		path = f.at(name)
	}
	f.faults.add(path, code, fmt.Sprintf(format, args...))
}

// known refuses every field but these. Discord would pass over the others in
// silence; here they are most likely a mistake or a gap in the sandbox.
func (f form) known(names ...string) {
	for name := range f.fields {
		if !slices.Contains(names, name) {
			f.faults.unknown = append(f.faults.unknown, strings.Join(f.at(name), "."))
			f.fault(name, "SANDBOX_UNKNOWN_FIELD", "The sandbox does not know this field.")
		}
	}
}

// unsupported refuses fields that Discord knows and the sandbox does not,
// unless they are empty.
func (f form) unsupported(names ...string) {
	for _, name := range names {
		if list, ok := f.fields[name].([]any); f.has(name) && (!ok || len(list) > 0) {
			f.faults.unknown = append(f.faults.unknown, strings.Join(f.at(name), "."))
			f.fault(name, "SANDBOX_UNKNOWN_FIELD", "The sandbox does not know what this field does.")
		}
	}
}

// has tells whether the field is there and not null.
func (f form) has(name string) bool { return f.fields[name] != nil }

// given tells whether the field is there, null or not.
func (f form) given(name string) bool { _, ok := f.fields[name]; return ok }

func (f form) required(names ...string) {
	for _, name := range names {
		if !f.has(name) {
			f.fault(name, "BASE_TYPE_REQUIRED", "This field is required")
		}
	}
}

// text reads a string of low to high characters; absent it is "".
func (f form) text(name string, low, high int) string {
	if !f.has(name) {
		return ""
	}
	text, ok := f.fields[name].(string)
	if !ok {
		f.fault(name, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
		return ""
	}
	f.length(name, text, low, high)
	return text
}

func (f form) length(name, text string, low, high int) {
	n := utf8.RuneCountInString(text)
	switch {
	case n >= low && n <= high:
	case n == 0:
		f.fault(name, "BASE_TYPE_REQUIRED", "This field is required")
	case low == 0:
		f.fault(name, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", high)
	default:
		f.fault(name, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	}
}

// integer reads a whole number, also from a string of digits.
func (f form) integer(name string, low, high int64) int64 {
	if !f.has(name) {
		return 0
	}
	n, err := strconv.ParseInt(strings.Trim(fmt.Sprint(f.fields[name]), " "), 10, 64)
	switch {
	case err != nil:
		f.fault(name, "NUMBER_TYPE_COERCE", "Value \"%v\" is not int.", f.fields[name])
		return 0
	case n < low:
		f.fault(name, "NUMBER_TYPE_MIN", "int value should be greater than or equal to %d.", low)
	case n > high:
		f.fault(name, "NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", high)
	}
	return n
}

// number reads any number.
func (f form) number(name string) float64 {
	if !f.has(name) {
		return 0
	}
	x, err := strconv.ParseFloat(fmt.Sprint(f.fields[name]), 64)
	if err != nil {
		f.fault(name, "NUMBER_TYPE_COERCE", "Value \"%v\" is not float.", f.fields[name])
	}
	return x
}

func (f form) flag(name string) bool {
	if !f.has(name) {
		return false
	}
	on, ok := f.fields[name].(bool)
	if !ok {
		f.fault(name, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return on
}

// id reads a snowflake, given as a string or a number.
func (f form) id(name string) string {
	if !f.has(name) {
		return ""
	}
	text := fmt.Sprint(f.fields[name])
	if _, err := strconv.ParseUint(text, 10, 64); err != nil {
		f.fault(name, "NUMBER_TYPE_COERCE", "Value \"%v\" is not snowflake.", f.fields[name])
		return ""
	}
	return text
}

// one reads an object; it is empty when absent.
func (f form) one(name string) form {
	sub := form{fields: object{}, path: f.at(name), faults: f.faults}
	if !f.has(name) {
		return sub
	}
	fields, ok := f.fields[name].(object)
	if !ok {
		f.fault(name, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
		return sub
	}
	sub.fields = fields
	return sub
}

// list reads an array of objects, at most high of them.
func (f form) list(name string, high int) []form {
	values := f.array(name, 0, high)
	out := make([]form, 0, len(values))
	for i, value := range values {
		path := append(f.at(name), strconv.Itoa(i))
		fields, ok := value.(object)
		if !ok {
			f.faults.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
			continue
		}
		out = append(out, form{fields: fields, path: path, faults: f.faults})
	}
	return out
}

// array reads an array of anything, low to high long.
func (f form) array(name string, low, high int) []any {
	if !f.has(name) {
		return nil
	}
	values, ok := f.fields[name].([]any)
	if !ok {
		f.fault(name, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil
	}
	if len(values) < low || len(values) > high {
		f.fault(name, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	}
	return values
}

// strings reads an array of strings or ids, at most high of them.
func (f form) strings(name string, high int) []string {
	var out []string
	for i, value := range f.array(name, 0, high) {
		switch value.(type) {
		case string, json.Number:
			out = append(out, fmt.Sprint(value))
		default:
			f.faults.add(append(f.at(name), strconv.Itoa(i)), "STRING_TYPE_CONVERT", "Could not interpret value as string.")
		}
	}
	return out
}

// err is the refusal of a form with faults, else nil.
func (f form) err() error { return f.faults.err() }
