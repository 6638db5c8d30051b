package rules_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

// turns is a system in which a step turns up a card that an earlier step sealed,
// and then asks what it does. The umpire may count, or end the fight.
func turns() *rules.System {
	spec := padSpec(
		rules.Step[pad]{Name: "Cards", Asks: asking(card(1, "card1", "JS", "QS"), card(2, "card2", "7D", "8D"))},
		rules.Step[pad]{Name: "Turn", Run: func(_ *pad, t *rules.Turn) error {
			one := t.Pick("card1")
			t.Open("card1")
			does := open(1, "does", "this", "that")
			does.Default = []string{"this"}
			t.Say(Note{one + " " + t.Ask(does)["does"].Picks[0]})
			return nil
		}},
		rules.Step[pad]{Name: "Other", Run: func(_ *pad, t *rules.Turn) error {
			t.Open("card2")
			return nil
		}},
	)
	spec.Orders = umpires()
	return rules.Define(spec)
}

// umpires are the umpire's orders: to count, and to end the fight.
func umpires() []rules.OrderSpec[pad] {
	return []rules.OrderSpec[pad]{
		{Verb: "count", Label: "Count", Text: "Count.", Umpire: true, Run: func(p *pad, _ *rules.Turn, _ rules.Order) error { p.Count++; return nil }},
		{Verb: "end", Label: "End", Text: "End.", Umpire: true, Run: func(_ *pad, t *rules.Turn, _ rules.Order) error {
			t.End(rules.Outcome{Why: "enough"})
			return nil
		}},
	}
}

func TestACorrectionWhileATurnedCardWaitsIsRefusedAndNothingMoves(t *testing.T) {
	b := begin(t, turns(), "secret")
	play(t, b, pick(b, 1, "card1", "JS"), pick(b, 2, "card2", "7D"))
	if err := b.Make(correction("count")); !errors.Is(err, rules.ErrMiddle) {
		t.Fatalf("the correction is answered with %v", err)
	}
	play(t, b, pick(b, 1, "does", "that"))
	if _, events := last(b); !slices.Equal(notes(events), []string{"JS that"}) {
		t.Errorf("told %v", events)
	}
}

func TestTheUmpireEndsAFightWhileATurnedCardWaits(t *testing.T) {
	b := begin(t, turns(), "secret")
	play(t, b, pick(b, 1, "card1", "JS"), pick(b, 2, "card2", "7D"), correction("end"))
	entry, _ := last(b)
	if b.Fight.Over() == nil || len(entry.Opened) != 1 {
		t.Errorf("over: %v, opened: %+v", b.Fight.Over(), entry.Opened)
	}
	if _, err := rules.Verify(b.Log); err != nil {
		t.Errorf("the log does not verify: %v", err)
	}
}

// counts is a system whose one step counts three and asks after each.
func counts() *rules.System {
	spec := padSpec(rules.Step[pad]{Name: "Count", Run: func(p *pad, t *rules.Turn) error {
		for range 3 {
			p.Count += t.Roll("n", 1, 6)[0]
			t.Say(Note{fmt.Sprint(p.Count)})
			t.Ask(open(1, "on", "yes", "no"))
		}
		return nil
	}})
	spec.Roster = func(p *pad) []rules.Fighter { return []rules.Fighter{{ID: fmt.Sprint(p.Count)}} }
	spec.Sheet = func(json.RawMessage) (rules.View, error) { return rules.View{}, nil }
	spec.Orders = umpires()
	return rules.Define(spec)
}

func TestWhatAUnitHasToldInItsMiddleStandsWhenTheFightEndsThere(t *testing.T) {
	b := begin(t, counts(), "secret")
	for _, moves := range [][]rulestest.Move{nil, {pick(b, 1, "on", "yes")}, {correction("end")}} {
		had := b.Fight.Roster()[0].ID
		if play(t, b, moves...); len(moves) > 0 && moves[0].Seat == 1 && b.Fight.Roster()[0].ID == had {
			t.Error("what was told since does not show")
		}
		told := ""
		for _, events := range b.Told {
			for _, text := range notes(events) {
				told = text
			}
		}
		if got := b.Fight.Roster()[0].ID; got != told {
			t.Errorf("after %d lines the count is told as %s, and the roster has %s", len(b.Log), told, got)
		}
	}
	if f, _, err := rules.Replay(b.Fight.System(), b.Log); err != nil || f.Hash() != b.Fight.Hash() {
		t.Errorf("the log does not play again: %v", err)
	}
}

func TestTurnedCardsThatWaitConform(t *testing.T) {
	rulestest.Conform(t, turns())
}
