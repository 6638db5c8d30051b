package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

func TestForcedChoiceIsTakenAndTold(t *testing.T) {
	sys := define(rules.Step[pad]{
		Name: "Way",
		Asks: asking(open(1, "way", "left"), open(2, "gate", "north", "south")),
		Run: func(_ *pad, t *rules.Turn) error {
			t.Say(Note{t.Pick("way") + " " + t.Pick("gate")})
			return nil
		},
	})
	b := begin(t, sys, "secret")
	_, events := last(b)
	if got := told[rules.Forced](events); len(got) != 1 || got[0].Seat != 1 || got[0].Label != "card left" {
		t.Errorf("the forced choice is told as %+v", events)
	}
	if !slices.Contains(b.Fight.Units(), b.Fight.Line()) {
		t.Error("nobody has chosen yet, but an undo cannot come back to here")
	}
	isRefusal(t, "a change of a forced choice", b.Make(pick(b, 1, "way", "left")))
	play(t, b, pick(b, 2, "gate", "south"))
	if _, events = last(b); !slices.Equal(notes(events), []string{"left south"}) {
		t.Errorf("the step tells %v", notes(events))
	}
}

func TestSecretChoiceIsNeverTakenForASeat(t *testing.T) {
	b := begin(t, define(rules.Step[pad]{Name: "Card", Asks: asking(card(1, "card1", "7D"))}), "secret")
	if waits := b.Fight.Waiting(); len(waits) != 1 || waits[0].Seat != 1 {
		t.Errorf("a last card is not asked for: %+v", waits)
	}
}

func TestEmptyHandIsNotWaitedFor(t *testing.T) {
	sys := define(rules.Step[pad]{
		Name: "Cards",
		Asks: asking(card(1, "card1"), card(2, "card2", "7D")),
		Run: func(_ *pad, t *rules.Turn) error {
			t.Open("card1", "card2")
			t.Say(Note{fmt.Sprintf("%q %q", t.Pick("card1"), t.Pick("card2"))})
			return nil
		},
	})
	b := begin(t, sys, "secret")
	for round := range 2 {
		isRefusal(t, "an answer for the empty hand", b.Make(pick(b, 1, "card1")))
		play(t, b, pick(b, 2, "card2", "7D"))
		if _, events := last(b); !slices.Equal(notes(events), []string{`"" "7D"`}) {
			t.Errorf("round %d tells %v", round, events)
		}
	}
}

func TestEmptyAnswerLiesFaceDownLikeAPick(t *testing.T) {
	sys := define(
		rules.Step[pad]{Name: "Hide", Asks: asking(card(1, "trap"))},
		rules.Step[pad]{Name: "Spring", Asks: asking(open(2, "walk", "on", "back")), Run: func(_ *pad, t *rules.Turn) error {
			t.Say(Note{"trap: " + t.Pick("trap")})
			return nil
		}},
	)
	b := begin(t, sys, "secret")
	play(t, b, pick(b, 2, "walk", "on"), pick(b, 2, "walk", "on"))
	if _, events := last(b); !slices.Equal(notes(events), []string{"trap: "}) {
		t.Errorf("the trap that was none is told as %v", events)
	}
}

func TestAskingForNothingGoesOn(t *testing.T) {
	sys := define(rules.Step[pad]{Name: "Ask", Run: func(_ *pad, t *rules.Turn) error {
		replies := t.Ask()
		t.Say(Note{fmt.Sprint(len(replies))})
		t.End(rules.Outcome{})
		return nil
	}})
	b := begin(t, sys, "secret")
	if _, events := last(b); !slices.Equal(notes(events), []string{"0"}) {
		t.Errorf("it tells %v", events)
	}
}

func TestWhatWasToldAndRolledIsKeptThroughTheMiddle(t *testing.T) {
	sys := define(rules.Step[pad]{Name: "Roll", Run: func(p *pad, t *rules.Turn) error {
		for i := range 3 {
			t.Say(Note{fmt.Sprint(i, t.Roll("x", 1, 65536))})
			t.Ask(open(1, "on", "yes", "no"))
			p.Count++
		}
		t.Say(Note{fmt.Sprint(p.Count)})
		t.End(rules.Outcome{})
		return nil
	}})
	b := begin(t, sys, "secret")
	for range 3 {
		play(t, b, pick(b, 1, "on", "yes"))
	}
	seen := make(map[string]bool)
	rolls := 0
	for i, events := range b.Told {
		for _, text := range notes(events) {
			if seen[text] {
				t.Errorf("%q is told twice", text)
			}
			seen[text] = true
		}
		rolls += len(b.Log[i].Rolls)
	}
	if len(seen) != 4 || !seen["3"] || rolls != 3 {
		t.Errorf("told were %v over %d rolls", seen, rolls)
	}
}

func TestUnsoundAsksAreFaults(t *testing.T) {
	secret := card(1, "a", "x", "y")
	secret.Orders = []string{"go"}
	for name, asks := range map[string][]rules.Ask{
		"one name twice":        {open(1, "a", "x", "y"), open(2, "a", "x", "y")},
		"no name":               {open(1, "", "x", "y")},
		"a seat that is not":    {open(3, "a", "x", "y")},
		"nobody's":              {open(0, "a", "x", "y")},
		"secret and for orders": {secret},
	} {
		isFault(t, name, fails(t, define(rules.Step[pad]{Name: "Ask", Asks: asking(asks...)})))
		isFault(t, name+", in the middle", fails(t, define(rules.Step[pad]{Name: "Ask", Run: func(_ *pad, t *rules.Turn) error {
			t.Ask(asks...)
			return nil
		}})))
	}
}

func TestBrokenRulesAreFaults(t *testing.T) {
	calls := 0
	for name, run := range map[string]func(*pad, *rules.Turn) error{
		"a panic":                 func(*pad, *rules.Turn) error { panic("oh") },
		"an index out of range":   func(p *pad, _ *rules.Turn) error { p.Written[3] = ""; return nil },
		"a refusal after a roll":  func(_ *pad, t *rules.Turn) error { t.Roll("x", 1, 6); return rules.Refuse("no") },
		"a pick of no ask":        func(_ *pad, t *rules.Turn) error { t.Pick("none"); return nil },
		"an opening of no ask":    func(_ *pad, t *rules.Turn) error { t.Open("none"); return nil },
		"a step that never waits": func(*pad, *rules.Turn) error { return nil },
		"asking on and on": func(_ *pad, t *rules.Turn) error {
			for {
				t.Ask(open(1, "a", "only"))
			}
		},
		"a fact that is changed after it is told": func(p *pad, t *rules.Turn) error {
			list := []string{"a"}
			t.Say(struct{ List []string }{list})
			list[0] = "b"
			return nil
		},
		"telling it otherwise the second time": func(_ *pad, t *rules.Turn) error {
			calls++
			t.Say(Note{fmt.Sprint(calls)})
			t.Ask(open(1, "a", "only"))
			return nil
		},
		"telling less the second time": func(_ *pad, t *rules.Turn) error {
			if calls++; calls%2 == 0 {
				t.Say(Note{"once"})
			}
			t.Ask(open(1, "a", "only"))
			return nil
		},
	} {
		calls = 1
		isFault(t, name, fails(t, define(rules.Step[pad]{Name: "Run", Run: run})))
	}
	isFault(t, "asks that break", fails(t, define(rules.Step[pad]{Name: "Asks", Asks: func(p *pad) []rules.Ask { panic("oh") }})))
}

func TestBrokenRunLeavesTheFightAsItWas(t *testing.T) {
	sys := define(rules.Step[pad]{
		Name: "Way",
		Asks: asking(open(1, "way", "left", "right")),
		Run: func(p *pad, t *rules.Turn) error {
			t.Roll("x", 3, 6)
			p.Count++
			if t.Pick("way") == "left" {
				panic("a wall")
			}
			return nil
		},
	})
	b := begin(t, sys, "secret")
	before := b.Fight.Snapshot()
	isFault(t, "the wall", b.Make(pick(b, 1, "way", "left")))
	if string(before) != string(b.Fight.Snapshot()) {
		t.Error("the fight moved")
	}
	play(t, b, pick(b, 1, "way", "right"))
	if line, _ := last(b); len(line.Rolls) != 1 || line.Rolls[0].N != 1 {
		t.Errorf("the next roll is %+v", line.Rolls)
	}
}

func TestRefusalAfterAKeptRollIsThePlayers(t *testing.T) {
	spec := padSpec(rules.Step[pad]{Name: "Roll", Run: func(_ *pad, t *rules.Turn) error {
		t.Roll("x", 1, 6)
		ask := open(1, "way", "stay")
		ask.Orders = []string{"go"}
		if r := t.Ask(ask)["way"]; r.Order != nil && r.Order.Args["to"] != "home" {
			return rules.Refuse("There is no way to %s.", r.Order.Args["to"])
		}
		t.End(rules.Outcome{})
		return nil
	}})
	spec.Orders = []rules.OrderSpec[pad]{{
		Verb: "go", Text: "Go", Args: []rules.Arg[pad]{{Name: "to", Text: "Where", Kind: "text", Required: true}},
		Run: func(*pad, *rules.Turn, rules.Order) error { return nil },
	}}
	b := begin(t, rules.Define(spec), "secret")
	before := b.Fight.Snapshot()
	isRefusal(t, "the wrong way", b.Make(ordered(b, 1, "go", map[string]string{"to": "nowhere"})))
	if string(before) != string(b.Fight.Snapshot()) {
		t.Error("the fight moved")
	}
	play(t, b, ordered(b, 1, "go", map[string]string{"to": "home"}))
	if b.Fight.Over() == nil {
		t.Error("the way home was not taken")
	}
}

func TestFightSharesNothingWithTheReplyItWasGiven(t *testing.T) {
	spec := padSpec(rules.Step[pad]{Name: "Go", Asks: func(*pad) []rules.Ask {
		ask := open(1, "act", "rest", "sleep")
		ask.Orders = []string{"go"}
		return []rules.Ask{ask, open(2, "act2", "rest", "sleep")}
	}})
	spec.Orders = []rules.OrderSpec[pad]{{
		Verb: "go", Text: "Go", Args: []rules.Arg[pad]{{Name: "to", Text: "Where", Kind: "text"}},
		Run: func(_ *pad, t *rules.Turn, o rules.Order) error {
			t.Ask(open(2, "stop", "yes", "no"))
			t.Say(Note{o.Args["to"]})
			o.Args["to"] = "written over by the rules"
			return nil
		},
	}}
	b := begin(t, rules.Define(spec), "secret")
	m := pick(b, 1, "act", "rest")
	play(t, b, m)
	m.Reply.Picks[0] = "sleep"
	if q := b.Fight.Asks(1)[0]; q.Picks[0] != "rest" {
		t.Errorf("the pick became %v", q.Picks)
	}
	m = ordered(b, 1, "go", map[string]string{"to": "home \xff"})
	play(t, b, m)
	m.Reply.Order.Args["to"] = "hell"
	play(t, b, pick(b, 2, "stop", "no"))
	if _, events := last(b); !slices.Equal(notes(events), []string{"home ?"}) {
		t.Errorf("the order became %v", notes(events))
	}
	replays(t, b)
}

// replays checks that the log of a table gives its fight again.
func replays(t testing.TB, b *rulestest.Table) {
	t.Helper()
	f, _, err := rules.Replay(b.Fight.System(), b.Log)
	if err != nil {
		t.Fatal(err)
	}
	if f.Chain() != b.Fight.Chain() || f.Hash() != b.Fight.Hash() {
		t.Error("the log gives another fight")
	}
}

func TestStepThatTakesOrdersMayNotAskInSecret(t *testing.T) {
	act := open(1, "act", "rest", "sleep")
	act.Orders = []string{"go"}
	isFault(t, "a lock that an order would lose", fails(t, define(rules.Step[pad]{Name: "Both", Asks: asking(act, card(2, "card2", "7D", "KH"))})))
}

func TestFaultNamesThePlaceWhereTheRulesBroke(t *testing.T) {
	err := fails(t, define(rules.Step[pad]{Name: "Run", Run: func(p *pad, _ *rules.Turn) error { return fmt.Errorf("%s", p.Written[3]) }}))
	if err == nil || !strings.Contains(err.Error(), "advance_test.go:") {
		t.Errorf("the fault says %v", err)
	}
}
