package rulestest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"umpire/rules"
)

// checkSide takes every value of a side's own sheet away, and puts others in its
// place. Whatever a file may have brought, the side is accepted or refused, and
// nothing that a campaign asks of it breaks.
func checkSide(t *testing.T, sys *rules.System, r rules.Roster) {
	t.Helper()
	if len(r.Sheet) == 0 {
		return
	}
	var sheet any
	if err := json.Unmarshal(r.Sheet, &sheet); err != nil {
		t.Fatalf("the side of %s has no sheet that can be read: %v", r.Key, err)
	}
	try := func(path []string) {
		wrong, err := json.Marshal(sheet)
		if err != nil {
			t.Fatal(err)
		}
		checkStrange(t, sys, r, wrong, strings.Join(path, " "))
	}
	disturb(sheet, nil, try)
	for _, whole := range []string{``, `null`, `1`, `"word"`, `[]`, `{}`, `{`, string(r.Sheet) + `{}`} {
		checkStrange(t, sys, r, json.RawMessage(whole), "the whole of it")
	}
}

// checkStrange asks all of a side that has another sheet.
func checkStrange(t *testing.T, sys *rules.System, r rules.Roster, sheet json.RawMessage, at string) {
	t.Helper()
	defer func() {
		if broken := recover(); broken != nil {
			t.Errorf("the side of %s with another value at %s breaks the rules: %v\n%s", r.Key, at, broken, clipped(sheet))
		}
	}()
	r.Sheet = sheet
	err := sys.CheckRoster(r)
	if why, _ := rules.IsRefusal(err); err != nil && (!refused(err) || machine.MatchString(why)) {
		t.Errorf("the side of %s with another value at %s is answered with %v\n%s", r.Key, at, err, clipped(sheet))
	}
	sys.Keeping.Recruits(r)
	if sys.Keeping.Worth != nil {
		if _, err := sys.Keeping.Worth(r); err != nil && !refused(err) {
			t.Errorf("the side of %s with another value at %s is worth %v", r.Key, at, err)
		}
	}
	if sys.Keeping.Gear == nil {
		return
	}
	for _, g := range sys.Keeping.Gear(r, r.Fighters[0]) {
		for _, change := range []func(rules.Roster, rules.Fighter, string) (json.RawMessage, error){sys.Keeping.Give, sys.Keeping.Take} {
			if _, err := change(r, r.Fighters[0], g.Key); err != nil && !refused(err) {
				t.Errorf("%s of a side with another value at %s: %s changes with %v", r.Fighters[0].Name, at, g.Key, err)
			}
		}
	}
}

// disturb takes one value after the other away in place, or puts one of another kind
// there, or one that is out of all bounds, and puts it back.
func disturb(at any, path []string, try func(path []string)) {
	switch at := at.(type) {
	case map[string]any:
		for name, value := range at {
			delete(at, name)
			try(append(path, name))
			for _, other := range strange(value) {
				at[name] = other
				try(append(path, name))
			}
			at[name] = value
			disturb(value, append(path, name), try)
		}
	case []any:
		for i, value := range at[:min(len(at), 2)] { // the others are like them
			for _, other := range strange(value) {
				at[i] = other
				try(append(path, fmt.Sprint(i)))
			}
			at[i] = value
			disturb(value, append(path, fmt.Sprint(i)), try)
		}
	}
}

// strange gives values that can hardly be meant: of every other kind, and of the same.
func strange(value any) []any {
	others := append(otherKinds(value), nil)
	switch value := value.(type) {
	case string:
		return append(others, "", " ", "a\nb", "@everyone **x**", strings.Repeat("long ", 200))
	case float64:
		return append(others, -1, 0, 1_000_000_000)
	case []any:
		if len(value) > 0 {
			others = append(others, []any{}, append(slices.Clone(value), value[0]), slices.Repeat(value[:1], 1000))
		}
	case map[string]any:
		others = append(others, map[string]any{})
	}
	return others
}

func clipped(sheet json.RawMessage) string { return string(sheet[:min(len(sheet), 300)]) }
