package catalog

import (
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

func TestEverySystemConforms(t *testing.T) {
	for _, sys := range All() {
		t.Run(sys.Key, func(t *testing.T) { rulestest.Conform(t, sys) })
	}
}

func TestEveryKeyIsFoundAndItsOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, sys := range All() {
		if seen[sys.Key] {
			t.Errorf("two systems have the key %s", sys.Key)
		}
		seen[sys.Key] = true
		for _, typed := range []string{sys.Key, sys.Title} {
			if found, err := Find(typed); err != nil || found.Key != sys.Key {
				t.Errorf("%q finds %v, %v", typed, found, err)
			}
		}
	}
}

func TestUnknownSystemIsRefused(t *testing.T) {
	if _, err := Find("chess"); err == nil {
		t.Error("finds chess")
	} else if _, refused := rules.IsRefusal(err); !refused {
		t.Errorf("%v is not the player's error", err)
	}
}
