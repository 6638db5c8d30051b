package rules_test

import (
	"slices"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

func TestWrongDefinitionsPanic(t *testing.T) {
	for name, wrong := range map[string]func(*rules.Spec[pad]){
		"no key":         func(s *rules.Spec[pad]) { s.Key = "" },
		"no steps":       func(s *rules.Spec[pad]) { s.Steps = nil },
		"no view":        func(s *rules.Spec[pad]) { s.View = nil },
		"a verb twice":   func(s *rules.Spec[pad]) { s.Orders = []rules.OrderSpec[pad]{{Verb: "go"}, {Verb: "go"}} },
		"unclosed lines": func(s *rules.Spec[pad]) { s.Lines = `{{define "Note"}}` },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: it is defined", name)
				}
			}()
			spec := padSpec(rules.Step[pad]{Name: "Wait"})
			wrong(&spec)
			rules.Define(spec)
		}()
	}
}

func TestAFightHasAsManySeatsAsItsSampleUnlessTheSystemSaysOtherwise(t *testing.T) {
	spec := padSpec(rules.Step[pad]{Name: "Wait"})
	n := len(spec.Sample().Sides)
	if got := rules.Define(spec).Seats; got != [2]int{n, n} {
		t.Errorf("it has %v seats, want %d", got, n)
	}
	spec.Seats = [2]int{1, 4}
	if got := rules.Define(spec).Seats; got != spec.Seats {
		t.Errorf("it has %v seats, want %v", got, spec.Seats)
	}
}

func TestHouseRulesAreFilledInAndUnknownOnesRefused(t *testing.T) {
	sys := rulestest.ProvingGround()
	for options, want := range map[[2]string]string{{}: "4", {"rounds", "2"}: "2", {"rounds", "3"}: "", {"laps", "2"}: ""} {
		setup := sys.Sample()
		if options[0] != "" {
			setup.Options = map[string]string{options[0]: options[1]}
		}
		b, err := rulestest.Sit(sys, setup, "secret", nil)
		if want == "" {
			isRefusal(t, options[0]+" "+options[1], err)
			continue
		}
		if err != nil || b.Log[0].Setup.Setup.Options["rounds"] != want {
			t.Errorf("%v: %v, want rounds %s", options, err, want)
		}
	}
}

func TestOrdersAreRefusedByNameOfWhatIsWrong(t *testing.T) {
	b := struck(t)
	play(t, b, back(b))
	for want, order := range map[string]rules.Order{
		"no order called fly": {Verb: "fly"},
		"needs target":        {Verb: "strike", Args: map[string]string{"who": "a1"}},
		"has no speed":        {Verb: "strike", Args: map[string]string{"who": "a1", "target": "b1", "speed": "9"}},
		"no order called end": {Verb: "end", Args: map[string]string{"reason": "x"}},
	} {
		err := b.Make(ordered(b, 1, order.Verb, order.Args))
		isRefusal(t, want, err)
		if err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("it is refused with %q, not %q", err, want)
		}
	}
}

func TestOnlyVerbsThatMayBeGivenNowAreListed(t *testing.T) {
	b := struck(t)
	names := func(seat rules.Seat) []string {
		var list []string
		for _, v := range b.Fight.Verbs(seat) {
			list = append(list, v.Name)
		}
		return list
	}
	if got := names(1); got != nil {
		t.Errorf("in the middle seat 1 may give %v", got)
	}
	if got := names(rules.Umpire); !slices.Equal(got, []string{"set-wounds", "end"}) {
		t.Errorf("the umpire may give %v", got)
	}
	play(t, b, back(b))
	if got := names(1); !slices.Equal(got, []string{"strike", "march", "draw", "done"}) {
		t.Errorf("while the step waits seat 1 may give %v", got)
	}
	if got := names(2); got != nil {
		t.Errorf("out of turn seat 2 may give %v", got)
	}
}
