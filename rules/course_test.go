package rules_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

func TestWordsAreMixedInSeatOrderAndMayBeChanged(t *testing.T) {
	b := sit(t, duel(), "secret")
	isRefusal(t, "a beginning without words", b.Make(rulestest.Move{Begin: true}))
	play(t, b,
		rulestest.Move{Seat: 2, Word: "hold the bridge"},
		rulestest.Move{Seat: 1, Word: "red tide"},
		rulestest.Move{Seat: 1, Word: "green tide"},
	)
	if got := b.Fight.Mix(); got != vectorMix {
		t.Errorf("the words mix to %s", got)
	}
	for name, m := range map[string]rulestest.Move{
		"a word of nobody":     {Seat: 3, Word: "x"},
		"the umpire's word":    {Seat: rules.Umpire, Word: "x"},
		"a word of two lines":  {Seat: 1, Word: "green\ntide"},
		"an answer before all": {Seat: 1, Reply: &rules.Reply{Ask: "card1", Picks: []string{"7D"}}},
	} {
		isRefusal(t, name, b.Make(m))
	}
	if _, _, err := b.Fight.Word(1, "", rules.Stamp{}); err == nil {
		t.Error("an empty word is taken")
	}
	play(t, b, rulestest.Move{Begin: true})
	isRefusal(t, "a word after the beginning", b.Make(rulestest.Move{Seat: 1, Word: "late"}))
	isRefusal(t, "a second beginning", b.Make(rulestest.Move{Begin: true}))
	replays(t, b)
}

// counter asks one side, then the other, and counts.
func counter() rules.Spec[pad] {
	spec := padSpec(rules.Step[pad]{
		Name: "Count",
		Asks: asking(open(1, "one", "a", "b"), open(2, "two", "a", "b")),
		Run: func(p *pad, t *rules.Turn) error {
			p.Count += t.Roll("x", 1, 6)[0]
			t.Ask(open(1, "more", "yes", "no"))
			p.Count += 10
			return nil
		},
	})
	spec.Orders = []rules.OrderSpec[pad]{{Verb: "end", Text: "End", Umpire: true, Run: func(_ *pad, t *rules.Turn, _ rules.Order) error {
		t.End(rules.Outcome{Winner: 2})
		return nil
	}}}
	return spec
}

func round(t testing.TB, b *rulestest.Table) {
	t.Helper()
	play(t, b, pick(b, 1, "one", "a"), pick(b, 2, "two", "b"), pick(b, 1, "more", "yes"))
}

// back gives the move that takes back the last unit.
func back(b *rulestest.Table) rulestest.Move {
	units := slices.DeleteFunc(b.Fight.Units(), func(line int) bool { return line >= b.Fight.Line() })
	return rulestest.Move{Undo: units[len(units)-1]}
}

func TestEachUndoGoesBackByOneUnit(t *testing.T) {
	b := begin(t, rules.Define(counter()), "secret")
	hashes := []string{b.Fight.Hash()}
	for range 3 {
		round(t, b)
		hashes = append(hashes, b.Fight.Hash())
	}
	for i := 2; i >= 0; i-- {
		play(t, b, back(b))
		if b.Fight.Hash() != hashes[i] {
			t.Errorf("undo does not give what stood after round %d", i)
		}
	}
	round(t, b)
	if line, _ := last(b); line.Rolls != nil || b.Log[len(b.Log)-2].Rolls[0].N != 4 {
		t.Error("the roll numbers do not go on after an undo")
	}
	replays(t, b)
}

func TestUndoTakesBackWhatIsHalfAnswered(t *testing.T) {
	b := begin(t, rules.Define(counter()), "secret")
	start := b.Fight.Hash()
	old := pick(b, 1, "one", "a")
	play(t, b, pick(b, 1, "one", "a"))
	play(t, b, back(b))
	if b.Fight.Hash() != start || b.Fight.Asks(1)[0].Answered {
		t.Error("the answer of one side is not taken back")
	}
	if err := b.Make(old); !errors.Is(err, rules.ErrClosed) {
		t.Errorf("an old button answers the new question: %v", err)
	}
	play(t, b, pick(b, 1, "one", "a"), pick(b, 2, "two", "a"))
	play(t, b, back(b))
	if b.Fight.Hash() != start {
		t.Error("a unit in its middle is not taken back")
	}
	replays(t, b)
}

func TestUndoIsRefusedWhereNothingIsKept(t *testing.T) {
	b := begin(t, rules.Define(counter()), "secret")
	round(t, b)
	for _, to := range []int{1, 2, b.Fight.Line(), b.Fight.Line() - 1, b.Fight.Line() + 5} {
		isRefusal(t, "an undo", b.Make(rulestest.Move{Undo: to}))
	}
	units := b.Fight.Units()
	if _, _, err := b.Fight.Undo(1, units[0], "p2", b.Fight.Snapshot(), rules.Stamp{}); err == nil {
		t.Error("another line's snapshot is taken")
	}
}

func TestOnlyTheLastUnitsAreKept(t *testing.T) {
	b := begin(t, rules.Define(counter()), "secret")
	for range rules.UndoDepth + 10 {
		round(t, b)
	}
	if n := len(b.Fight.Units()); n != rules.UndoDepth {
		t.Errorf("%d units are kept", n)
	}
}

func TestChangeOfSeatsIsALineAndNoUnit(t *testing.T) {
	b := begin(t, rules.Define(counter()), "secret")
	round(t, b)
	before, units := b.Fight.Hash(), len(b.Fight.Units())
	play(t, b, rulestest.Move{People: [][]string{{"p1", "p3"}, {"p2"}}})
	line, _ := last(b)
	if len(line.Seats) != 2 || b.Fight.Hash() != before {
		t.Errorf("the line is %s", line.Public())
	}
	if got := b.Fight.Units(); len(got) != units || got[units-1] != line.Line {
		t.Errorf("the units are now %v: an undo would change nothing", got)
	}
	if err := b.Make(rulestest.Move{People: [][]string{{"p1"}}}); err == nil {
		t.Error("one of two seats is filled")
	}
	replays(t, b)
}

func TestDiceSecretIsOpenedOnceAfterTheEnd(t *testing.T) {
	b := begin(t, rules.Define(counter()), "secret")
	isRefusal(t, "a closing before the end", b.Make(rulestest.Move{Close: true}))
	play(t, b, ordered(b, rules.Umpire, "end", nil))
	before := b.Fight.Snapshot()
	_, _, err := b.Fight.Close(strings.Repeat("0", 64), rules.Stamp{})
	isFault(t, "another secret", err)
	if string(before) != string(b.Fight.Snapshot()) {
		t.Error("the wrong secret moved the fight")
	}
	play(t, b, rulestest.Move{Close: true})
	line, _ := last(b)
	if rules.SealOf(line.End, b.Fight.ID()) != b.Fight.Seal() {
		t.Error("the opened secret does not redo the seal")
	}
	isRefusal(t, "a second closing", b.Make(rulestest.Move{Close: true}))
	isRefusal(t, "an undo after the closing", b.Make(back(b)))
	replays(t, b)
}

func TestUndoOfTheEndGoesOn(t *testing.T) {
	b := begin(t, rules.Define(counter()), "secret")
	play(t, b, ordered(b, rules.Umpire, "end", nil))
	play(t, b, back(b))
	if b.Fight.Over() != nil {
		t.Error("the fight is still over")
	}
	round(t, b)
	replays(t, b)
}

// newer is counter by rules that count otherwise.
func newer() *rules.System {
	spec := counter()
	spec.Version = 2
	spec.Steps[0].Run = func(p *pad, t *rules.Turn) error {
		p.Count += 100
		return nil
	}
	return rules.Define(spec)
}

func upgraded(t *testing.T, b *rulestest.Table) (*rules.Fight, []rules.Event) {
	t.Helper()
	f, err := rules.Load(newer(), b.Fight.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	if !f.Outdated() {
		t.Fatal("the fight is not outdated")
	}
	dice := rules.NewSealed("", f.ID(), f.Mix())
	_, _, err = f.Answer(1, *pick(b, 1, "one", "a").Reply, dice, rules.Stamp{})
	isFault(t, "an answer to an outdated fight", err)
	entry, events, err := f.Upgrade(dice, rules.Stamp{Nonce: func() string { return "00" }})
	if err != nil {
		t.Fatal(err)
	}
	if entry.Upgrade != 2 || f.Outdated() {
		t.Errorf("the line is %s", entry.Public())
	}
	_, _, err = f.Upgrade(dice, rules.Stamp{})
	isFault(t, "a second upgrade", err)
	return f, events
}

func TestUpgradeSendsAUnitInItsMiddleBackToItsStart(t *testing.T) {
	b := begin(t, rules.Define(counter()), "secret")
	round(t, b)
	play(t, b, pick(b, 1, "one", "a"), pick(b, 2, "two", "b"))
	asked := b.Fight.Asked()
	f, events := upgraded(t, b)
	if got := told[rules.Upgraded](events); len(got) != 1 || got[0] != (rules.Upgraded{From: 1, To: 2, SetAside: true}) {
		t.Errorf("the table hears %+v", events)
	}
	if f.Asked() == asked || len(f.Waiting()) != 2 {
		t.Errorf("after the upgrade wait %+v", f.Waiting())
	}
	if units := f.Units(); !slices.Equal(units, []int{f.Line()}) {
		t.Errorf("an undo can go back to %v, before the upgrade", units)
	}
}

func TestUpgradeTellsThatAnswersAreSetAside(t *testing.T) {
	b := begin(t, rules.Define(counter()), "secret")
	if _, events := upgraded(t, b); told[rules.Upgraded](events)[0].SetAside {
		t.Error("nothing was set aside")
	}
	play(t, b, pick(b, 2, "two", "b"))
	if _, events := upgraded(t, b); !told[rules.Upgraded](events)[0].SetAside {
		t.Error("an answer was set aside, and nobody is told")
	}
}

func TestSnapshotOfNewerRulesIsRefused(t *testing.T) {
	b := begin(t, newer(), "secret")
	_, err := rules.Load(rules.Define(counter()), b.Fight.Snapshot())
	var fault *rules.Fault
	if !errors.As(err, &fault) {
		t.Errorf("an older program loads it: %v", err)
	}
}
