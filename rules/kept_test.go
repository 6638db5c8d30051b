package rules_test

import (
	"slices"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

// hides is a system whose one step takes a sealed card from each side; the umpire
// may change what side 2 is asked, or add to a count that no ask shows.
func hides() *rules.System {
	spec := padSpec(rules.Step[pad]{
		Name: "Cards",
		Asks: func(p *pad) []rules.Ask {
			two := card(2, "card2", "7D", "8D")
			two.Prompt = "Choose, " + strings.Join(p.Written, " ")
			return []rules.Ask{card(1, "card1", "JS", "QS"), two}
		},
		Run: func(_ *pad, t *rules.Turn) error {
			t.Open("card1", "card2")
			t.Say(Note{t.Pick("card1") + " " + t.Pick("card2")})
			return nil
		},
	})
	spec.Orders = []rules.OrderSpec[pad]{
		{Verb: "count", Label: "Count", Text: "Count.", Umpire: true, Run: func(p *pad, _ *rules.Turn, _ rules.Order) error { p.Count++; return nil }},
		{Verb: "write", Label: "Write", Text: "Write.", Umpire: true, Run: func(p *pad, _ *rules.Turn, _ rules.Order) error {
			p.Written = append(p.Written, "again")
			return nil
		}},
	}
	return rules.Define(spec)
}

func correction(verb string) rulestest.Move {
	return rulestest.Move{Seat: rules.Umpire, Reason: "a slip", Reply: &rules.Reply{Order: &rules.Order{Verb: verb}}}
}

func TestASealedPickOutlivesACorrectionThatLeavesItsQuestion(t *testing.T) {
	b := begin(t, hides(), "secret")
	asked := b.Fight.Asked()
	play(t, b, pick(b, 2, "card2", "7D"), correction("count"))
	if q := b.Fight.Asks(2); len(q) != 1 || !q[0].Answered || q[0].Asked != asked || !slices.Equal(q[0].Picks, []string{"7D"}) {
		t.Fatalf("side 2 has chosen %+v", q)
	}
	if err := b.Make(change(b, asked, 2, "card2", "8D")); err != nil {
		t.Fatalf("the kept choice cannot be changed: %v", err)
	}
	play(t, b, pick(b, 1, "card1", "JS"))
	if _, events := last(b); !slices.Equal(notes(events), []string{"JS 8D"}) {
		t.Errorf("told %v", events)
	}
	f, _, err := rules.Replay(b.Fight.System(), b.Log)
	if err != nil || f.Hash() != b.Fight.Hash() {
		t.Errorf("the log does not play again: %v", err)
	}
	if _, err := rules.Verify(b.Log); err != nil {
		t.Errorf("the log does not verify: %v", err)
	}
}

func TestAPickWhoseQuestionACorrectionChangesIsToldToBeGivenAgain(t *testing.T) {
	b := begin(t, hides(), "secret")
	asked := b.Fight.Asked()
	play(t, b, pick(b, 2, "card2", "7D"), correction("write"))
	if _, events := last(b); len(told[rules.AskedAgain](events)) != 1 || told[rules.AskedAgain](events)[0].Seat != 2 {
		t.Errorf("told %+v", events)
	}
	if waits := b.Fight.Waiting(); len(waits) != 2 {
		t.Errorf("waiting: %+v", waits)
	}
	isRefusal(t, "an answer to the old question", b.Make(change(b, asked, 2, "card2", "7D")))
	play(t, b, pick(b, 2, "card2", "8D"), pick(b, 1, "card1", "JS"))
	if _, events := last(b); !slices.Equal(notes(events), []string{"JS 8D"}) {
		t.Errorf("told %v", events)
	}
}

func TestPicksThatComeThroughCorrectionsStaySealed(t *testing.T) {
	rulestest.Conform(t, hides())
}

// pocket is a system that asks side 2 in secret, beside orders of side 1, for
// something that nobody waits for, and looks at it two steps later.
func pocket() *rules.System {
	may := card(2, "may", "this", "that")
	may.Free = true
	wait := func(id string) rules.Ask {
		return rules.Ask{ID: id, Seat: 1, Prompt: "Go on?", Options: []rules.Option{{ID: "on", Label: "on"}}, Orders: []string{"note"}}
	}
	spec := padSpec(
		rules.Step[pad]{Name: "One", Asks: asking(wait("one"), may)},
		rules.Step[pad]{Name: "Two", Asks: asking(wait("two"), may)},
		rules.Step[pad]{Name: "Look", Run: func(_ *pad, t *rules.Turn) error {
			if !t.Answered("may") {
				t.Say(Note{"nothing"})
				return nil
			}
			t.Open("may")
			t.Say(Note{t.Pick("may")})
			return nil
		}},
	)
	spec.Orders = []rules.OrderSpec[pad]{{Verb: "note", Label: "Note", Text: "Note.", Run: func(p *pad, _ *rules.Turn, _ rules.Order) error { p.Count++; return nil }}}
	return rules.Define(spec)
}

func TestAFreeSecretAnswerLastsThroughOrdersAndStepsUntilItIsLookedAt(t *testing.T) {
	b := begin(t, pocket(), "secret")
	play(t, b, pick(b, 1, "one", "on"), pick(b, 1, "two", "on"))
	if _, events := last(b); !slices.Equal(notes(events), []string{"nothing"}) {
		t.Errorf("told %v", events)
	}
	asked := b.Fight.Asked()
	play(t, b, pick(b, 2, "may", "this"))
	if _, events := last(b); len(told[rules.Locked](events)) != 1 || len(told[rules.Locked](events)[0].Waiting) != 0 {
		t.Errorf("told %+v", events)
	}
	play(t, b, ordered(b, 1, "note", nil), pick(b, 1, "one", "on"))
	if err := b.Make(change(b, asked, 2, "may", "that")); err != nil {
		t.Errorf("it cannot be changed a step later: %v", err)
	}
	play(t, b, pick(b, 1, "two", "on"))
	if _, events := last(b); !slices.Equal(notes(events), []string{"that"}) {
		t.Errorf("told %v", events)
	}
	if _, err := rules.Verify(b.Log); err != nil {
		t.Errorf("the log does not verify: %v", err)
	}
}

func TestFreeSecretAnswersBesideOrdersStaySealed(t *testing.T) {
	rulestest.Conform(t, pocket())
}
