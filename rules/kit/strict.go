package kit

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
)

// mostFaults is how many faults of a sheet are named at once.
const mostFaults = 5

// ReadSheet reads a sheet strictly. The Refusal says in plain words which field
// is of the wrong kind and which there is not. What is left out is zero: whether
// that can be is the system's to say.
func ReadSheet[T any](data json.RawMessage) (T, error) {
	var sheet T
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var found any
	if err := dec.Decode(&found); err != nil {
		return sheet, rules.Refuse("The sheet is broken off or no sheet at all.")
	}
	if _, err := dec.Token(); err != io.EOF {
		return sheet, rules.Refuse("Something follows the sheet that is no part of it.")
	}
	var r sheetReader
	if _, fields := found.(map[string]any); !fields {
		return sheet, rules.Refuse("A sheet is a set of named fields, not %s.", kindOf(found))
	}
	r.read(nil, found, reflect.TypeFor[T]())
	if len(r.faults) > mostFaults {
		r.faults = append(r.faults[:mostFaults], "and more")
	}
	if len(r.faults) > 0 {
		return sheet, rules.Refuse("%s.", Capital(rules.Escape(strings.Join(r.faults, "; "))))
	}
	if err := json.Unmarshal(data, &sheet); err != nil {
		return sheet, rules.Refuse("The sheet cannot be read.")
	}
	return sheet, nil
}

// sheetReader holds a sheet against what it should be, and notes the faults.
type sheetReader struct{ faults []string }

func (r *sheetReader) fault(format string, args ...any) {
	r.faults = append(r.faults, fmt.Sprintf(format, args...))
}

// read checks one value. The path is the names of the fields that lead to it.
func (r *sheetReader) read(path []string, found any, want reflect.Type) {
	if reads(want) {
		r.readOwn(path, found, want)
		return
	}
	switch want.Kind() {
	case reflect.Pointer:
		if found != nil {
			r.read(path, found, want.Elem())
		}
		return
	case reflect.Interface:
		return
	case reflect.Slice, reflect.Map:
		if found == nil {
			return
		}
	}
	switch found := found.(type) {
	case map[string]any:
		if want.Kind() == reflect.Struct {
			r.fields(path, found, want)
			return
		}
		if want.Kind() == reflect.Map {
			for _, name := range sortedNames(found) {
				r.read(append(slices.Clone(path), short(name)), found[name], want.Elem())
			}
			return
		}
	case []any:
		if want.Kind() == reflect.Slice || want.Kind() == reflect.Array {
			for i, one := range found {
				r.read(append(slices.Clone(path), strconv.Itoa(i+1)), one, want.Elem())
			}
			return
		}
	case string:
		if want.Kind() == reflect.String {
			return
		}
	case bool:
		if want.Kind() == reflect.Bool {
			return
		}
	case json.Number:
		if isNumber(want.Kind()) {
			r.number(path, found, want)
			return
		}
	}
	r.fault("%s is %s, not %s", pathName(path), wanted(want), kindOf(found))
}

// reads tells whether a type reads itself from text or otherwise.
func reads(want reflect.Type) bool {
	p := reflect.PointerTo(want)
	return p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// readOwn lets a type read itself; its own words may be a machine's.
func (r *sheetReader) readOwn(path []string, found any, want reflect.Type) {
	text, words := found.(string)
	_, byText := reflect.New(want).Interface().(encoding.TextUnmarshaler)
	_, byItself := reflect.New(want).Interface().(json.Unmarshaler)
	if byText && !byItself && !words {
		r.fault("%s is a word, not %s", pathName(path), kindOf(found))
		return
	}
	if json.Unmarshal(Encode(found), reflect.New(want).Interface()) == nil {
		return
	}
	if words {
		r.fault("%s cannot be “%s”", pathName(path), short(text))
		return
	}
	r.fault("%s cannot be %s", pathName(path), kindOf(found))
}

// fields checks a set of named fields.
func (r *sheetReader) fields(path []string, found map[string]any, want reflect.Type) {
	known := sheetFields(want)
	for _, name := range sortedNames(found) {
		i := slices.IndexFunc(known, func(f sheetField) bool { return strings.EqualFold(f.name, name) })
		if i < 0 {
			r.unknown(path, name, known)
			continue
		}
		r.read(append(slices.Clone(path), known[i].name), found[name], known[i].kind)
	}
}

func (r *sheetReader) unknown(path []string, name string, known []sheetField) {
	options := make([]rules.Option, 0, len(known))
	for _, f := range known {
		options = append(options, rules.Option{ID: f.name, Label: f.name})
	}
	at := ""
	if len(path) > 0 {
		at = " in " + pathName(path)
	}
	if len(options) == 0 {
		r.fault("there is no field called “%s”%s", short(name), at)
		return
	}
	r.fault("there is no field called “%s”%s, perhaps %s is meant", short(name), at, either(nearest(plain(name), options)))
}

// number checks that a number fits.
func (r *sheetReader) number(path []string, found json.Number, want reflect.Type) {
	if want.Kind() == reflect.Float64 || want.Kind() == reflect.Float32 {
		return
	}
	n, err := found.Int64()
	unsigned := want.Kind() >= reflect.Uint && want.Kind() <= reflect.Uintptr
	if f, wrong := found.Float64(); err != nil && wrong == nil && f != math.Trunc(f) {
		r.fault("%s is a whole number, not %s", pathName(path), short(found.String()))
		return
	}
	if err != nil || unsigned && n < 0 || reflect.New(want).Elem().CanInt() && reflect.New(want).Elem().OverflowInt(n) {
		r.fault("%s cannot be the number %s", pathName(path), short(found.String()))
	}
}

// sheetField is a field as a sheet's file has it.
type sheetField struct {
	name string
	kind reflect.Type
}

// sheetFields lists the fields of a struct, with those that it takes in whole.
func sheetFields(want reflect.Type) []sheetField {
	var list []sheetField
	for i := range want.NumField() {
		f := want.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-", !f.IsExported() && !f.Anonymous:
		case f.Anonymous && name == "":
			list = append(list, sheetFields(f.Type)...)
		default:
			if name == "" {
				name = f.Name
			}
			list = append(list, sheetField{name, f.Type})
		}
	}
	return list
}

// pathName names a field: "n of gives of abilities 2".
func pathName(path []string) string {
	var parts []string
	for _, name := range path {
		if _, err := strconv.Atoi(name); err == nil && len(parts) > 0 {
			parts[len(parts)-1] += " " + name
			continue
		}
		parts = append(parts, name)
	}
	slices.Reverse(parts)
	return strings.Join(parts, " of ")
}

func isNumber(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Float64 }

// wanted is what a field should be, in words.
func wanted(want reflect.Type) string {
	switch k := want.Kind(); {
	case k == reflect.String:
		return "a word"
	case k == reflect.Bool:
		return "true or false"
	case isNumber(k):
		return "a number"
	case k == reflect.Slice || k == reflect.Array:
		return "a list"
	}
	return "a set of named fields"
}

// kindOf is what was found, in words.
func kindOf(found any) string {
	switch found.(type) {
	case string:
		return "a word"
	case bool:
		return "true or false"
	case json.Number:
		return "a number"
	case []any:
		return "a list"
	case map[string]any:
		return "a set of named fields"
	}
	return "empty"
}

func sortedNames(found map[string]any) []string {
	names := make([]string, 0, len(found))
	for name := range found {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
