package rulestest

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"umpire/rules"
)

// machine is what a player must not read of a sheet that is wrong.
var machine = regexp.MustCompile(`(?i)json|unmarshal|struct|\bgo\b|\bint\b|\bnil\b|%!`)

// checkMisread puts a value of each other kind in the place of every value of a
// sheet, and a field that there is not into every set of fields. All of it is
// refused, in words that are no machine's.
func checkMisread(t *testing.T, sys *rules.System, f rules.Fighter) {
	t.Helper()
	var sheet any
	if err := json.Unmarshal(f.Sheet, &sheet); err != nil {
		t.Fatalf("the sheet of %s is none: %v", f.Name, err)
	}
	misread(sheet, nil, func(path []string) {
		wrong, err := json.Marshal(sheet)
		if err != nil {
			t.Fatal(err)
		}
		_, err = sys.Sheet(wrong)
		if why, _ := rules.IsRefusal(err); !refused(err) || machine.MatchString(why) {
			t.Errorf("the sheet of %s with another kind of value at %s is answered with %v", f.Name, strings.Join(path, " "), err)
		}
	})
}

// misread makes one value after the other wrong in place, and puts it back.
func misread(at any, path []string, try func(path []string)) {
	switch at := at.(type) {
	case map[string]any:
		for name, value := range at {
			for _, other := range otherKinds(value) {
				at[name] = other
				try(append(path, name))
			}
			at[name] = value
			misread(value, append(path, name), try)
		}
		at["no such field"] = 1
		try(append(path, "no such field"))
		delete(at, "no such field")
	case []any:
		for i, value := range at {
			for _, other := range otherKinds(value) {
				at[i] = other
				try(path)
			}
			at[i] = value
			misread(value, path, try)
		}
	}
}

// otherKinds gives a value of each kind that this one is not of.
func otherKinds(value any) []any {
	var list []any
	for _, other := range []any{"word", 1.5, true, []any{}, map[string]any{}} {
		if !sameKind(value, other) {
			list = append(list, other)
		}
	}
	return list
}

func sameKind(a, b any) bool {
	switch a.(type) {
	case string:
		_, same := b.(string)
		return same
	case bool:
		_, same := b.(bool)
		return same
	case []any:
		_, same := b.([]any)
		return same
	case map[string]any:
		_, same := b.(map[string]any)
		return same
	}
	return false // a broken number for a whole one
}
