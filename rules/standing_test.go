package rules_test

import (
	"slices"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

// plans is a system whose one step takes a sealed plan from each side, asks side
// 1 something, and looks at the plans only then, side 1's first.
func plans(before ...rules.Step[pad]) *rules.System {
	plan := func(seat rules.Seat, id string) rules.Ask {
		a := card(seat, id, "hold", "strike")
		a.Standing = true
		return a
	}
	return define(append(before, rules.Step[pad]{Name: "Plans", Run: func(_ *pad, t *rules.Turn) error {
		replies := t.Ask(plan(1, "plan1"), plan(2, "plan2"))
		if len(replies["plan1"].Picks) > 0 {
			t.Say(Note{"the plan is in the reply"})
		}
		t.Ask(open(1, "gate", "north", "south"))
		t.Open("plan1")
		t.Say(Note{"plan1 " + t.Pick("plan1")})
		t.Ask(open(1, "way", "left", "right"))
		t.Open("plan2")
		t.Say(Note{"plan2 " + t.Pick("plan2")})
		return nil
	}})...)
}

// change answers an ask that an earlier line opened.
func change(b *rulestest.Table, asked int, seat rules.Seat, ask, to string) rulestest.Move {
	m := pick(b, seat, ask, to)
	m.Reply.Asked = asked
	return m
}

func TestAStandingAnswerMayBeChangedUntilTheRulesLookAtIt(t *testing.T) {
	b := begin(t, plans(), "secret")
	asked := b.Fight.Asked()
	play(t, b, pick(b, 1, "plan1", "hold"), pick(b, 2, "plan2", "hold"))
	if q := b.Fight.Asks(2); len(q) != 1 || !q[0].Answered || q[0].Asked != asked || !slices.Equal(q[0].Picks, []string{"hold"}) {
		t.Fatalf("side 2 may change %+v", q)
	}
	for _, m := range []rulestest.Move{change(b, asked, 1, "plan1", "strike"), change(b, asked, 2, "plan2", "strike")} {
		if err := b.Make(m); err != nil {
			t.Fatal(err)
		}
	}
	if entry, events := last(b); len(told[rules.Locked](events)) != 1 || !told[rules.Locked](events)[0].Changed || entry.Reply.Picks != nil {
		t.Errorf("a change is told as %+v, and written as %s", events, entry.Public())
	}
	isRefusal(t, "a change by the other side", b.Make(change(b, asked, 1, "plan2", "hold")))
	isRefusal(t, "a change to nothing", b.Make(change(b, asked, 2, "plan2", "flee")))
	isRefusal(t, "a change under the newer question", b.Make(pick(b, 2, "plan2", "hold")))
	play(t, b, pick(b, 1, "gate", "north"))
	isRefusal(t, "a change of a plan that was looked at", b.Make(change(b, asked, 1, "plan1", "hold")))
	if err := b.Make(change(b, asked, 2, "plan2", "hold")); err != nil {
		t.Errorf("a plan that nobody has looked at cannot be changed: %v", err)
	}
	play(t, b, pick(b, 1, "way", "left"))
	var all []string
	for _, events := range b.Told {
		all = append(all, notes(events)...)
	}
	if !slices.Equal(all, []string{"plan1 strike", "plan2 hold"}) {
		t.Errorf("told: %v", all)
	}
	f, _, err := rules.Replay(b.Fight.System(), b.Log)
	if err != nil || f.Hash() != b.Fight.Hash() {
		t.Errorf("the log does not play again: %v", err)
	}
	if _, err := rules.Verify(b.Log); err != nil {
		t.Errorf("the log does not verify: %v", err)
	}
}

func TestASideThatChangesItsPlansAtRandomKeepsThemSealed(t *testing.T) {
	rest := rules.Step[pad]{Name: "Rest", Asks: asking(open(1, "rest", "on", "off"))}
	rulestest.Conform(t, plans(rest))
}

func TestOnlyASecretAskOfAUnitsMiddleStands(t *testing.T) {
	a := open(1, "way", "left", "right")
	a.Standing = true
	isFault(t, "an open ask that stands", fails(t, define(rules.Step[pad]{Name: "Way", Asks: asking(a)})))
}

func TestConsentIsAskedThoughThereIsOneAnswer(t *testing.T) {
	word := open(2, "agree", "agreed")
	word.Consent = true
	b := begin(t, define(rules.Step[pad]{Name: "Word", Asks: asking(word)}), "secret")
	if waits := b.Fight.Waiting(); len(waits) != 1 || waits[0].Seat != 2 {
		t.Fatalf("somebody's word is not waited for: %+v", waits)
	}
	play(t, b, pick(b, 2, "agree", "agreed"))
}

func TestNobodyWaitsForAFreeAsk(t *testing.T) {
	may := open(2, "may", "this", "that")
	may.Free = true
	b := begin(t, define(rules.Step[pad]{Name: "May", Run: func(_ *pad, t *rules.Turn) error {
		replies := t.Ask(may, open(1, "way", "left", "right"))
		t.Say(Note{strings.Join(slices.Concat(replies["may"].Picks, replies["way"].Picks), " ")})
		return nil
	}}), "secret")
	for _, want := range []string{"left", "that left"} {
		if waits := b.Fight.Waiting(); len(waits) != 1 || waits[0].Seat != 1 {
			t.Fatalf("waiting: %+v", waits)
		}
		if want != "left" {
			play(t, b, pick(b, 2, "may", "that"))
		}
		play(t, b, pick(b, 1, "way", "left"))
		if _, events := last(b); !slices.Equal(notes(events), []string{want}) {
			t.Errorf("told %v, want %s", notes(events), want)
		}
	}
}

func TestATurnedCardEndsTheTimeForObjections(t *testing.T) {
	spec := padSpec(rules.Step[pad]{Name: "Wait", Asks: func(*pad) []rules.Ask {
		return []rules.Ask{{ID: "turn", Seat: 1, Prompt: "Draw?", Orders: []string{"draw"}}}
	}})
	spec.Orders = []rules.OrderSpec[pad]{{Verb: "draw", Text: "Draw.", Run: func(_ *pad, t *rules.Turn, _ rules.Order) error {
		t.Ask(open(2, "before", "yes", "no"))
		t.Turned()
		t.Ask(open(2, "after", "yes", "no"))
		return nil
	}}}
	b := begin(t, rules.Define(spec), "secret")
	play(t, b, ordered(b, 1, "draw", nil))
	if by, may := b.Fight.Declared(); !may || by != 1 {
		t.Fatal("a declaration cannot be objected to")
	}
	play(t, b, pick(b, 2, "before", "yes"))
	if _, may := b.Fight.Declared(); may {
		t.Error("a declaration can be objected to after a card was turned")
	}
}
