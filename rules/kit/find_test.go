package kit

import (
	"strings"
	"testing"

	"umpire/rules"
)

func people() []rules.Option {
	return []rules.Option{{ID: "hale", Label: "Marshal Hale"}, {ID: "dusty", Label: "Dusty"}, {ID: "t1", Label: "Old Tom"}, {ID: "t2", Label: "Young Tom O'Dell"}}
}

func TestFindTakesIDsAndNamesInAnyCase(t *testing.T) {
	for typed, want := range map[string]string{
		"dusty": "dusty", " DUSTY ": "dusty", "marshal  hale": "hale", "Marsh": "hale", "hal": "hale", "young tom o’dell": "t2",
	} {
		if got, err := Find("model", typed, people()); err != nil || got != want {
			t.Errorf("%q finds %q, %v", typed, got, err)
		}
	}
}

func TestFindRefusesWithTheNearestNames(t *testing.T) {
	_, err := Find("model", "Dusti", people())
	if err == nil || err.Error() != "No model is called Dusti. Did you mean Dusty?" {
		t.Errorf("%v", err)
	}
	_, err = Find("model", "Tom", people())
	if err == nil || !strings.Contains(err.Error(), "Old Tom or Young Tom O'Dell?") {
		t.Errorf("%v", err)
	}
	if _, err = Find("model", "Tom", nil); err == nil {
		t.Error("finds a model among none")
	}
}
