package campaign_test

import (
	"encoding/json"
	"slices"
	"testing"

	"umpire/rules/campaign"
)

// held is a ledger of what a member holds, each sheet as a battle left it.
func held(t *testing.T, sheets ...string) *book {
	t.Helper()
	b := &book{}
	b.add(campaign.Change{What: campaign.Add, Who: member("m", sheets[0])})
	for i := 1; i < len(sheets); i++ {
		changes, err := campaign.Differences("m", json.RawMessage(sheets[i-1]), json.RawMessage(sheets[i]))
		if err != nil {
			t.Fatal(err)
		}
		b.add(changes...)
		if rest, err := campaign.Differences("m", b.fold(t).Members[0].Sheet, json.RawMessage(sheets[i])); err != nil || len(rest) > 0 {
			t.Fatalf("after %v it is %s, not %s: %v", changes, b.fold(t).Members[0].Sheet, sheets[i], err)
		}
	}
	return b
}

func TestWhatIsHeldAtAPlaceStaysOneWhateverIsTakenBack(t *testing.T) {
	for name, c := range map[string]struct {
		sheets []string
		back   int
		want   string
	}{
		"a loss before another": {
			[]string{`{"held":[{"area":"Alpha","pieces":{"boyz":3}}]}`, `{"held":[{"area":"Alpha","pieces":{"boyz":2}}]}`, `{"held":[{"area":"Alpha","pieces":{"boyz":1}}]}`},
			2, `{"held":[{"area":"Alpha","pieces":{"boyz":2}}]}`,
		},
		"a loss before the whole": {
			[]string{`{"held":[{"area":"Alpha","pieces":{"boyz":3}}]}`, `{"held":[{"area":"Alpha","pieces":{"boyz":2}}]}`, `{"held":[]}`},
			2, `{"held":[]}`,
		},
		"the whole before it is taken again": {
			[]string{`{"held":[{"area":"Alpha","pieces":{"boyz":3}}]}`, `{"held":[]}`, `{"held":[{"area":"Alpha","pieces":{"boyz":1}}]}`},
			2, `{"held":[{"area":"Alpha","pieces":{"boyz":4}}]}`,
		},
		"taking before a loss there": {
			[]string{`{}`, `{"held":[{"area":"A/~b","pieces":{"boyz":3}}]}`, `{"held":[{"area":"A/~b","pieces":{"boyz":2,"nob":1}}]}`},
			2, `{"held":[]}`,
		},
		"more lost than there would have been": {
			[]string{`{"gold":0}`, `{"gold":10}`, `{"gold":3}`},
			2, `{"gold":0}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := held(t, c.sheets...)
			b.reverse(c.back)
			got := b.fold(t).Members[0].Sheet
			if rest, err := campaign.Differences("m", got, json.RawMessage(c.want)); err != nil || len(rest) > 0 {
				t.Errorf("it is %s, not %s: %v", got, c.want, err)
			}
		})
	}
}

func TestWhatIsHeldIsToldByItsPlace(t *testing.T) {
	b := held(t,
		`{"held":[{"area":"Alpha","pieces":{"boyz":3}}]}`,
		`{"held":[{"area":"Alpha","pieces":{"boyz":2}},{"area":"Halden *Prime*","pieces":{"boyz":2,"nob":1}}]}`,
		`{"held":[{"area":"Alpha","pieces":{"boyz":2}}]}`)
	want := [][]string{
		{"Model m has 1 less boyz at Alpha", `Model m gains 2 boyz and 1 nob at Halden \*Prime\*`},
		{`Model m loses 2 boyz and 1 nob at Halden \*Prime\*`},
	}
	for i, lines := range want {
		r, err := campaign.Fold((*b)[:i+1])
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Words((*b)[i+1].Changes); !slices.Equal(got, lines) {
			t.Errorf("entry %d reads %q, not %q", i+2, got, lines)
		}
	}
}
