package rules_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

// tableau asks each side in the open, one after the other; what it does then, a
// test says.
func tableau(then func(*pad, *rules.Turn)) *rules.System {
	return define(
		rules.Step[pad]{Name: "One", Asks: asking(open(1, "one", "a", "b")), Run: func(p *pad, t *rules.Turn) error {
			p.Count++
			if t.Pick("one") == "b" {
				then(p, t)
			}
			return nil
		}},
		rules.Step[pad]{Name: "Two", Asks: asking(open(2, "two", "a", "b")), Run: func(p *pad, _ *rules.Turn) error {
			p.Count += 10
			return nil
		}},
	)
}

func TestOnesOwnLastStepIsTakenBackAloneWhereNothingCameOfIt(t *testing.T) {
	b := begin(t, tableau(nil), "secret")
	before := b.Fight.Hash()
	play(t, b, pick(b, 1, "one", "a"))
	to, alone := b.Fight.Back(1)
	if !alone {
		t.Fatal("the side that answered cannot take it back")
	}
	if _, other := b.Fight.Back(2); other {
		t.Error("the other side can take it back alone")
	}
	isRefusal(t, "the other side's undo", b.Make(rulestest.Move{Seat: 2, Undo: to, Alone: true}))
	play(t, b, rulestest.Move{Seat: 1, Undo: to, Alone: true})
	if b.Fight.Hash() != before {
		t.Error("it does not stand as before")
	}
	line, told := last(b)
	if line.Seat != 1 || line.Agreed != "" || *line.Undo != to || told[0].Fact != (rules.Undone{Seat: 1, To: to}) {
		t.Errorf("the line is %s, told as %+v", line.Public(), told)
	}
	replays(t, b)
}

func TestWhatDiceCardsOrAnAnswerHangOnNeedsTheOtherSide(t *testing.T) {
	for name, then := range map[string]func(*pad, *rules.Turn){
		"a roll":       func(_ *pad, t *rules.Turn) { t.Roll("x", 1, 6) },
		"a shuffle":    func(_ *pad, t *rules.Turn) { t.Shuffle("deck:1:1", 3) },
		"a whisper":    func(_ *pad, t *rules.Turn) { t.Whisper(1, Note{"psst"}) },
		"a card shown": func(_ *pad, t *rules.Turn) { t.Turned() },
	} {
		b := begin(t, tableau(then), "secret")
		play(t, b, pick(b, 1, "one", "b"))
		to, alone := b.Fight.Back(1)
		if alone {
			t.Errorf("%s is taken back alone", name)
		}
		if err := b.Make(rulestest.Move{Seat: 1, Undo: to, Alone: true}); !errors.Is(err, rules.ErrAgree) {
			t.Errorf("%s: %v", name, err)
		}
		play(t, b, rulestest.Move{Seat: 1, Undo: to})
		if line, _ := last(b); line.Agreed == "" {
			t.Errorf("%s: the record does not say who agreed", name)
		}
		replays(t, b)
	}
	b := begin(t, tableau(nil), "secret")
	play(t, b, pick(b, 1, "one", "a"))
	mine := b.Fight.Units()[0]
	play(t, b, pick(b, 2, "two", "a"))
	if _, alone := b.Fight.Back(1); alone {
		t.Error("a side takes the other's answer back alone")
	}
	if err := b.Make(rulestest.Move{Seat: 1, Undo: mine, Alone: true}); !errors.Is(err, rules.ErrAgree) {
		t.Errorf("a step beyond the other's answer: %v", err)
	}
	play(t, b, rulestest.Move{Seat: 1, Undo: mine})
}

// A card that is drawn without a word shows in the drawer's own view alone.
func TestACardDrawnWithoutAWordNeedsTheOtherSide(t *testing.T) {
	spec := padSpec(rules.Step[pad]{Name: "Draw", Asks: asking(open(1, "one", "a", "b")), Run: func(p *pad, t *rules.Turn) error {
		if t.Pick("one") == "b" {
			p.Count++
		}
		return nil
	}})
	spec.View = func(p *pad, seat rules.Seat) (v rules.View) {
		if seat == 1 {
			v.Fields = append(v.Fields, rules.Field{Name: "Hand", Value: strings.Repeat("a card ", p.Count)})
		}
		return v
	}
	b := begin(t, rules.Define(spec), "secret")
	play(t, b, pick(b, 1, "one", "b"))
	to, alone := b.Fight.Back(1)
	if err := b.Make(rulestest.Move{Seat: 1, Undo: to, Alone: true}); !alone || !errors.Is(err, rules.ErrAgree) {
		t.Errorf("a card seen is taken back alone: %v", err)
	}
	play(t, b, rulestest.Move{Seat: 1, Undo: to}, pick(b, 1, "one", "a"))
	to, _ = b.Fight.Back(1)
	play(t, b, rulestest.Move{Seat: 1, Undo: to, Alone: true})
	replays(t, b)
}

func TestASealOfOnesOwnIsTakenBackAloneUntilTheOtherHasSealed(t *testing.T) {
	b := begin(t, duel(), "secret")
	play(t, b, pick(b, 1, "card1", b.Fight.Asks(1)[0].Options[0].ID))
	if _, alone := b.Fight.Back(1); !alone {
		t.Error("a seal that nobody answered is not one's own")
	}
	play(t, b, rulestest.Move{Seat: 1, Undo: b.Fight.Units()[0], Alone: true})
	play(t, b, pick(b, 1, "card1", b.Fight.Asks(1)[0].Options[0].ID))
	if q := b.Fight.Asks(2)[0]; len(q.Options) > 0 {
		before := b.Fight.Units()[0]
		play(t, b, pick(b, 2, q.ID, q.Options[0].ID))
		if err := b.Make(rulestest.Move{Seat: 1, Undo: before, Alone: true}); err == nil {
			t.Error("a reveal is taken back alone")
		}
	}
}

// warrior is a roll, a wound and a discard in one order, as an attack has them.
func warrior() *rules.System {
	spec := padSpec(rules.Step[pad]{Name: "Fight", Asks: func(*pad) []rules.Ask {
		a := open(1, "act", "rest")
		a.Orders = []string{"hit"}
		return []rules.Ask{a}
	}, Run: func(p *pad, _ *rules.Turn) error { p.Count += 1000; return nil }})
	spec.Orders = append(spec.Orders, rules.OrderSpec[pad]{Verb: "hit", Text: "Hit", Run: func(p *pad, t *rules.Turn, _ rules.Order) error {
		p.Count += 10 * t.Roll("hit", 3, 6)[0] // wounds
		t.Ask(card(2, "guard", "KH", "7D"))
		t.Open("guard")
		p.Count-- // a discard
		t.Roll("armour", 2, 6)
		return nil
	}})
	spec.Orders = append(spec.Orders, rules.OrderSpec[pad]{Verb: "end", Text: "End", Umpire: true, Run: func(_ *pad, t *rules.Turn, _ rules.Order) error {
		t.End(rules.Outcome{Winner: 1})
		return nil
	}})
	return rules.Define(spec)
}

func TestUndoOfARollAWoundAndADiscardGivesTheExactFormerState(t *testing.T) {
	b := begin(t, warrior(), "secret")
	hashes := []string{b.Fight.Hash()}
	strike := func() {
		play(t, b, ordered(b, 1, "hit", nil), pick(b, 2, "guard", "7D"))
	}
	for range 4 {
		strike()
		hashes = append(hashes, b.Fight.Hash())
	}
	for i := 3; i >= 0; i-- {
		play(t, b, back(b))
		if b.Fight.Hash() != hashes[i] {
			t.Fatalf("after going back to the start of attack %d it stands otherwise", i+1)
		}
	}
	for range 4 { // once more, with other dice
		strike()
	}
	play(t, b, rulestest.Move{Undo: b.Fight.Units()[0]}) // and all four at once
	if b.Fight.Hash() != hashes[0] {
		t.Error("four attacks taken back at once leave something behind")
	}
	replays(t, b)
}

// However often it is taken back and done again, in the middle of a unit or after
// it, alone or agreed: no number is rolled twice, and every roll stays written.
func TestNoSequenceOfUndoRollsANumberAgain(t *testing.T) {
	b := begin(t, warrior(), "secret")
	seen := make(map[int]bool)
	for i := range 60 {
		play(t, b, ordered(b, 1, "hit", nil))
		if i%3 > 0 {
			play(t, b, pick(b, 2, "guard", []string{"KH", "7D"}[i%2]))
		}
		units := slices.DeleteFunc(b.Fight.Units(), func(line int) bool { return line >= b.Fight.Line() })
		if i%4 != 3 || i%3 == 0 {
			play(t, b, rulestest.Move{Seat: rules.Seat(1 + i%2), Undo: units[max(0, len(units)-1-i%5)]})
		}
	}
	dice := rules.NewSealed(b.Log[0].Setup.Seal, b.Fight.ID(), b.Fight.Mix()) // any dice: it is the numbers that count
	for _, e := range b.Log {
		for _, r := range e.Rolls {
			if seen[r.N] {
				t.Fatalf("line %d rolls number %d again", e.Line, r.N)
			}
			seen[r.N] = true
		}
	}
	if len(seen) < 100 || dice == (rules.Sealed{}) {
		t.Errorf("only %d rolls", len(seen))
	}
	replays(t, b)
}

func TestLooseDiceAndNotesHinderNoUndoAndAreNotTakenBack(t *testing.T) {
	b := begin(t, tableau(nil), "secret")
	before := b.Fight.Hash()
	play(t, b, pick(b, 1, "one", "a"), rulestest.Move{Seat: 2, Loose: 2}, rulestest.Move{Seat: 2, Note: "a photo"})
	to, alone := b.Fight.Back(1)
	if !alone {
		t.Fatal("dice that mean nothing bind the other side")
	}
	play(t, b, rulestest.Move{Seat: 1, Undo: to, Alone: true})
	if b.Fight.Hash() != before {
		t.Error("it does not stand as before")
	}
	replays(t, b)
}

func TestAPauseStopsAnswersAndOutlastsAnUndo(t *testing.T) {
	b := begin(t, tableau(nil), "secret")
	play(t, b, pick(b, 1, "one", "a"))
	isRefusal(t, "a pause without a reason", b.Make(rulestest.Move{Pause: true}))
	play(t, b, rulestest.Move{Pause: true, Reason: "a question of the rules"})
	if line, told := last(b); line.Reason == "" || told[0].Fact != (rules.Paused{Reason: "a question of the rules"}) {
		t.Errorf("the line is %s, told as %+v", line.Public(), told)
	}
	if err := b.Make(pick(b, 2, "two", "a")); !errors.Is(err, rules.ErrPaused) {
		t.Errorf("an answer in the pause: %v", err)
	}
	to, _ := b.Fight.Back(1)
	play(t, b, rulestest.Move{Seat: 1, Undo: to, Alone: true})
	if b.Fight.Paused() == "" {
		t.Error("an undo ends the pause")
	}
	forced := lapsed(b, 1, "one")
	forced.Reason = "they are ill"
	play(t, b, forced, rulestest.Move{Resume: true, Reason: "settled"}, pick(b, 2, "two", "a"))
	isRefusal(t, "going on twice", b.Make(rulestest.Move{Resume: true, Reason: "again"}))
	replays(t, b)
}

func TestAWordPledgedMustBeTheWordGiven(t *testing.T) {
	b := sit(t, tableau(nil), "secret")
	isRefusal(t, "a pledge that is no digest", b.Make(rulestest.Move{Seat: 1, Pledge: "green tide"}))
	play(t, b, rulestest.Move{Seat: 1, Pledge: rules.WordSum("green tide")}, rulestest.Move{Seat: 2, Word: "hold the bridge"})
	isRefusal(t, "another word", b.Make(rulestest.Move{Seat: 1, Word: "green tides"}))
	isRefusal(t, "a pledge after a word", b.Make(rulestest.Move{Seat: 1, Pledge: rules.WordSum("later")}))
	isRefusal(t, "a beginning before the word", b.Make(rulestest.Move{Begin: true}))
	play(t, b, rulestest.Move{Seat: 1, Word: "green tide"}, rulestest.Move{Begin: true})
	if b.Fight.Mix() != vectorMix {
		t.Error("the word is mixed otherwise")
	}
	replays(t, b)
	log := slices.Clone(b.Log)
	log[1].Pledge = rules.WordSum("another")
	rechain(log)
	if _, err := rules.Verify(log); err == nil {
		t.Error("a pledge that the word does not keep is not found")
	}
}
