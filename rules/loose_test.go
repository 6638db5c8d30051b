package rules_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"umpire/rules"
	"umpire/rules/rulestest"
)

// looseTable is a proving ground at which loose dice are rolled between moves.
type looseTable struct {
	*testing.T
	*rulestest.Table
}

func newLoose(t *testing.T, begun bool) looseTable {
	t.Helper()
	sys := rulestest.ProvingGround()
	b, err := rulestest.Sit(sys, sys.Sample(), "loose", nil)
	if err != nil {
		t.Fatal(err)
	}
	l := looseTable{t, b}
	for _, m := range b.Start() {
		if begun {
			l.make(m)
		}
	}
	return l
}

func (l looseTable) make(m rulestest.Move) {
	l.Helper()
	if err := l.Make(m); err != nil {
		l.Fatal(err)
	}
}

// answer takes the first choice of the first open question of a seat.
func (l looseTable) answer(seat rules.Seat, ask string) {
	l.Helper()
	for _, q := range l.Fight.Asks(seat) {
		if q.ID == ask {
			l.make(rulestest.Move{Seat: seat, Reply: &rules.Reply{Asked: q.Asked, Ask: q.ID, Picks: []string{q.Options[0].ID}}})
			return
		}
	}
	l.Fatalf("seat %d is not asked %s", seat, ask)
}

// round plays until the hunter acts: a unit waits, and units can be undone.
func (l looseTable) round() {
	l.Helper()
	l.answer(1, "card1")
	l.answer(1, "stance")
	l.answer(2, "card2")
	l.answer(1, "trap")
	l.answer(2, "scout")
}

func (l looseTable) loose(seat rules.Seat, count, sides int) (rules.Entry, []rules.Event) {
	l.Helper()
	dice := rules.NewSealed(strings.Repeat("ab", 32), l.Fight.ID(), l.Fight.Mix())
	entry, events, err := l.Fight.Loose(seat, throw(count, sides), dice, rules.Stamp{By: "u", At: 7})
	if err != nil {
		l.Fatal(err)
	}
	l.Log, l.Told = append(l.Log, entry), append(l.Told, events)
	if slices.Contains(l.Fight.Units(), l.Fight.Line()) {
		l.Kept[l.Fight.Line()] = l.Fight.Snapshot()
	}
	return entry, events
}

func throw(count, sides int) func(func(int, int) []int) (string, error) {
	return func(roll func(int, int) []int) (string, error) {
		return fmt.Sprintf("%dd%d gives %v", count, sides, roll(count, sides)), nil
	}
}

func (l looseTable) replays() {
	l.Helper()
	f, told, err := rules.Replay(l.Fight.System(), l.Log)
	if err != nil {
		l.Fatal(err)
	}
	if diff := cmp.Diff(l.Told, told); diff != "" {
		l.Errorf("replayed, it is told otherwise:\n%s", diff)
	}
	if string(f.Snapshot()) != string(l.Fight.Snapshot()) {
		l.Error("replayed, the fight stands otherwise")
	}
}

func TestLooseDiceAreALineOfTheirOwnThatReplays(t *testing.T) {
	l := newLoose(t, true)
	hash, chain := l.Fight.Hash(), l.Fight.Chain()
	entry, events := l.loose(2, 4, 1000)
	if l.Fight.Hash() != hash {
		t.Error("loose dice changed what the fight is")
	}
	if l.Fight.Chain() == chain || entry.Chain != l.Fight.Chain() {
		t.Error("loose dice are not in the chain")
	}
	if len(entry.Rolls) != 1 || entry.Rolls[0].Kind != "loose" || len(entry.Rolls[0].Faces) != 4 || !entry.Secret.Empty() {
		t.Errorf("the line keeps %+v", entry)
	}
	want := []rules.Event{{To: rules.Everyone, Fact: rules.LooseDice{Seat: 2, Note: entry.Loose}}}
	if diff := cmp.Diff(want, events); diff != "" {
		t.Errorf("it is told otherwise:\n%s", diff)
	}
	l.loose(rules.Everyone, 1, 6)
	l.round()
	l.loose(1, 2, 6)
	l.replays()
}

func TestLooseDiceInTheMiddleOfAUnitLeaveItAsItWas(t *testing.T) {
	l := newLoose(t, true)
	l.loose(1, 2, 6)
	l.answer(1, "card1")
	asks, units := l.Fight.Asks(1), l.Fight.Units()
	l.loose(2, 2, 6) // an answer is under way
	if diff := cmp.Diff(asks, l.Fight.Asks(1)); diff != "" {
		t.Errorf("another question is open:\n%s", diff)
	}
	if diff := cmp.Diff(units, l.Fight.Units()); diff != "" {
		t.Errorf("an answer under way became one that an undo goes back to:\n%s", diff)
	}
	l.answer(1, "stance")
	l.answer(2, "card2")
	l.answer(1, "trap")
	if !l.Fight.Middle() {
		t.Fatal("no unit waits in its middle")
	}
	l.loose(2, 3, 6)
	l.answer(2, "scout")
	l.replays()
}

func TestUndoGoesBackBeyondLooseDiceAndTheirNumbersStay(t *testing.T) {
	l := newLoose(t, true)
	begun, hash := l.Fight.Line(), l.Fight.Hash()
	l.round()
	before := l.Fight.Units()
	first, _ := l.loose(1, 2, 6)
	second, _ := l.loose(2, 2, 6)
	units := l.Fight.Units()
	if len(units) != len(before) || units[len(units)-1] != second.Line {
		t.Errorf("after loose dice an undo goes back to %v, before them to %v", units, before)
	}
	l.make(rulestest.Move{Undo: units[0]})
	if units[0] != begun || l.Fight.Hash() != hash {
		t.Fatalf("the undo went back to %d, not to %d", units[0], begun)
	}
	third, _ := l.loose(1, 2, 6)
	if n := third.Rolls[0].N; n != second.Rolls[0].N+1 || second.Rolls[0].N != first.Rolls[0].N+1 {
		t.Errorf("the rolls are numbered %d, %d, %d", first.Rolls[0].N, second.Rolls[0].N, n)
	}
	l.replays()
}

func TestReplayFindsLooseDiceThatWereChanged(t *testing.T) {
	for what, change := range map[string]func(*rules.Entry){
		"a face":   func(e *rules.Entry) { e.Rolls[0].Faces[0]++ },
		"a number": func(e *rules.Entry) { e.Rolls[0].N++ },
		"the kind": func(e *rules.Entry) { e.Rolls[0].Kind = "attack" },
		"the note": func(e *rules.Entry) { e.Loose += "0" },
		"the seat": func(e *rules.Entry) { e.Seat = 2 },
		"no dice":  func(e *rules.Entry) { e.Rolls = nil },
		"no faces": func(e *rules.Entry) { e.Rolls[0].Faces = nil },
	} {
		l := newLoose(t, true)
		l.loose(1, 2, 6)
		last := &l.Log[len(l.Log)-1]
		last.Rolls = slices.Clone(last.Rolls)
		last.Rolls[0].Faces = slices.Clone(last.Rolls[0].Faces)
		change(last)
		if _, _, err := rules.Replay(l.Fight.System(), l.Log); err == nil {
			t.Errorf("%s was changed, and it replays", what)
		}
	}
}

func TestLooseDiceAreRolledOnlyWhileAFightGoesOn(t *testing.T) {
	l := newLoose(t, false)
	if _, _, err := l.Fight.Loose(1, throw(1, 6), nil, rules.Stamp{}); !errors.Is(err, rules.ErrNotBegun) {
		t.Errorf("before it begins: %v", err)
	}
	l = newLoose(t, true)
	if _, _, err := l.Fight.Loose(3, throw(1, 6), nil, rules.Stamp{}); !errors.Is(err, rules.ErrSeat) {
		t.Errorf("from a seat there is not: %v", err)
	}
	for _, verb := range l.Fight.Verbs(rules.Umpire) {
		if verb.Name == "end" {
			l.make(rulestest.Move{Seat: rules.Umpire, Reply: &rules.Reply{Order: &rules.Order{Verb: "end", Args: map[string]string{"reason": "rain"}}}})
		}
	}
	if l.Fight.Over() == nil {
		t.Fatal("the proving ground has no end")
	}
	if _, _, err := l.Fight.Loose(1, throw(1, 6), nil, rules.Stamp{}); !errors.Is(err, rules.ErrOver) {
		t.Errorf("after it is over: %v", err)
	}
}

func TestLooseDiceThatGoWrongMoveNothing(t *testing.T) {
	l := newLoose(t, true)
	dice := rules.NewSealed("ab", l.Fight.ID(), l.Fight.Mix())
	before := string(l.Fight.Snapshot())
	for what, bad := range map[string]func(func(int, int) []int) (string, error){
		"refused":     func(func(int, int) []int) (string, error) { return "", rules.ErrPicks },
		"after a die": func(roll func(int, int) []int) (string, error) { roll(1, 6); return "", rules.ErrPicks },
		"broken":      func(func(int, int) []int) (string, error) { panic("broken") },
		"impossible":  func(roll func(int, int) []int) (string, error) { roll(0, 6); return "none", nil },
		"endless":     func(roll func(int, int) []int) (string, error) { roll(1<<40, 6); return "many", nil },
		"no dice":     func(func(int, int) []int) (string, error) { return "none", nil },
		"untold":      func(roll func(int, int) []int) (string, error) { roll(1, 6); return "", nil },
	} {
		if _, _, err := l.Fight.Loose(1, bad, dice, rules.Stamp{}); err == nil {
			t.Errorf("%s: no error", what)
		}
		if string(l.Fight.Snapshot()) != before {
			t.Fatalf("%s: the fight moved", what)
		}
	}
}
