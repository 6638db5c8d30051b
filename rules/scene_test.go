package rules_test

import (
	"encoding/json"
	"slices"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

func TestAStepComesAgainUntilItIsDone(t *testing.T) {
	again := rules.Step[pad]{
		Name: "Thrice",
		Asks: asking(open(1, "one", "a", "b")),
		Run: func(p *pad, t *rules.Turn) error {
			if p.Count++; p.Count < 3 {
				t.Again()
			}
			return nil
		},
	}
	next := rules.Step[pad]{Name: "Next", Asks: asking(open(2, "two", "a", "b"))}
	b := begin(t, define(again, next), "secret")
	var steps []string
	for range 4 {
		steps = append(steps, b.Fight.Step())
		if b.Fight.Step() == "Next" {
			break
		}
		play(t, b, pick(b, 1, "one", "a"))
	}
	if want := []string{"Thrice", "Thrice", "Thrice", "Next"}; !slices.Equal(steps, want) {
		t.Errorf("the steps are %v, want %v", steps, want)
	}
	play(t, b, rulestest.Move{Undo: b.Fight.Units()[0]})
	if b.Fight.Step() != "Thrice" {
		t.Errorf("an undo to the first time stands in %s", b.Fight.Step())
	}
}

func TestASceneIsWhatTheSystemDrawsForASeat(t *testing.T) {
	spec := counter()
	if begin(t, rules.Define(spec), "secret").Fight.Scene(1) != nil {
		t.Error("a system without scenes draws one")
	}
	spec.Scene = func(p *pad, seat rules.Seat) *rules.Scene {
		return &rules.Scene{Width: p.Count, Height: int(seat)}
	}
	b := begin(t, rules.Define(spec), "secret")
	if s := b.Fight.Scene(2); s == nil || s.Height != 2 {
		t.Errorf("seat 2 is drawn %+v", s)
	}
}

func TestASetupHoldsInFullWhatItsOptionsName(t *testing.T) {
	spec := counter()
	field := `"a wide field"`
	spec.Fill = func(s rules.Setup) (rules.Setup, error) {
		if s.Given["field"] == nil {
			s.Given = map[string]json.RawMessage{"field": json.RawMessage(field)}
		}
		return s, nil
	}
	b := begin(t, rules.Define(spec), "secret")
	field = `"a corrected field"`
	if got := b.Log[0].Setup.Setup.Given["field"]; string(got) != `"a wide field"` {
		t.Errorf("the setup holds %s", got)
	}
	if _, _, err := rules.Replay(rules.Define(spec), b.Log); err != nil {
		t.Errorf("a corrected field changes a running fight: %v", err)
	}
}
