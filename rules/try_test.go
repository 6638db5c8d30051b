package rules_test

import (
	"errors"
	"slices"
	"testing"

	"umpire/rules"
)

// trialSpec is a system of one step whose orders do what a trial may or may not
// see.
func trialSpec() rules.Spec[pad] {
	spec := padSpec(rules.Step[pad]{Name: "Act", Asks: func(*pad) []rules.Ask {
		ask := open(1, "act", "rest", "sleep")
		ask.Orders = []string{"go", "roll", "ask", "whisper", "refuse"}
		return []rules.Ask{ask, open(2, "act2", "rest", "sleep")}
	}})
	order := func(verb string, run func(*pad, *rules.Turn, rules.Order) error) {
		spec.Orders = append(spec.Orders, rules.OrderSpec[pad]{
			Verb: verb, Text: "Do it", Run: run,
			Args: []rules.Arg[pad]{{Name: "to", Text: "Where", Kind: "place", Reach: func(p *pad, _ rules.Seat, args map[string]string) (rules.Reach, bool) {
				return rules.Reach{FromX: p.Count, AtX: len(args["to"]), Far: 600}, verb == "go"
			}}},
		})
	}
	order("go", func(p *pad, t *rules.Turn, o rules.Order) error {
		p.Count++
		t.Say(Note{"gone " + o.Args["to"]})
		return nil
	})
	order("roll", func(_ *pad, t *rules.Turn, _ rules.Order) error { t.Roll("x", 1, 6); return nil })
	order("ask", func(_ *pad, t *rules.Turn, _ rules.Order) error { t.Ask(open(2, "why", "a", "b")); return nil })
	order("whisper", func(_ *pad, t *rules.Turn, _ rules.Order) error { t.Whisper(1, Note{"psst"}); return nil })
	order("refuse", func(*pad, *rules.Turn, rules.Order) error { return rules.Refuse("Not there.") })
	return spec
}

func TestATrialTellsWhatAnOrderWouldTellAndChangesNothing(t *testing.T) {
	b := begin(t, rules.Define(trialSpec()), "secret")
	before := b.Fight.Snapshot()
	order := rules.Order{Verb: "go", Args: map[string]string{"to": "home"}}
	told, scene, err := b.Fight.Try(1, order)
	if err != nil || scene != nil || !slices.Equal(notes(told), []string{"gone home"}) {
		t.Errorf("it tells %v %v %v", told, scene, err)
	}
	if string(before) != string(b.Fight.Snapshot()) {
		t.Error("the fight moved")
	}
}

func TestATrialSaysWhereChanceOrAnotherWouldDecide(t *testing.T) {
	b := begin(t, rules.Define(trialSpec()), "secret")
	for _, verb := range []string{"roll", "ask", "whisper"} {
		if _, _, err := b.Fight.Try(1, rules.Order{Verb: verb}); !errors.Is(err, rules.ErrTry) {
			t.Errorf("trying to %s gives %v", verb, err)
		}
	}
	_, _, err := b.Fight.Try(1, rules.Order{Verb: "refuse"})
	if why, refused := rules.IsRefusal(err); !refused || why != "Not there." {
		t.Errorf("a refusal comes as %v", err)
	}
	_, _, err = b.Fight.Try(2, rules.Order{Verb: "go"})
	isRefusal(t, "trying an order that is not one's own", err)
}

func TestAReachIsCountedFromWhatTheArgumentsSay(t *testing.T) {
	b := begin(t, rules.Define(trialSpec()), "secret")
	at, ok := b.Fight.Reach(1, "go", "to", map[string]string{"to": "home"})
	if !ok || at.AtX != 4 || at.Far != 600 {
		t.Errorf("it is %+v, %t", at, ok)
	}
	if _, ok := b.Fight.Reach(1, "roll", "to", nil); ok {
		t.Error("an order has a reach that its rules do not give")
	}
	if _, ok := b.Fight.Reach(1, "none", "to", nil); ok {
		t.Error("an order that there is not has a reach")
	}
}
