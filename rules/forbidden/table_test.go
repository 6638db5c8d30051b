package forbidden

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

// table is a session under test: it answers for all seats and keeps what is told.
type table struct {
	t *testing.T
	*rulestest.Table
	tell *rules.Narrator
	dice *rulestest.Script
}

// sit begins a session of these factions, by key. Options come in pairs.
func sit(t *testing.T, factions string, options ...string) *table {
	t.Helper()
	setup := rules.Setup{Options: map[string]string{}}
	for key := range strings.FieldsSeq(factions) {
		i := slices.IndexFunc(defaultFactions(), func(r rules.Roster) bool { return r.Key == key })
		if i < 0 {
			t.Fatalf("no faction is called %s", key)
		}
		setup.Sides = append(setup.Sides, defaultFactions()[i])
	}
	for i := 0; i+1 < len(options); i += 2 {
		setup.Options[options[i]] = options[i+1]
	}
	return sitDown(t, setup)
}

func sitDown(t *testing.T, setup rules.Setup) *table {
	t.Helper()
	tb := &table{t: t, dice: rulestest.NewScript(), tell: rules.NewNarrator(System(), []string{"Alice", "Bob", "Carol", "Dan"}, true, "test")}
	b, err := rulestest.Sit(System(), setup, "secret", tb.dice)
	if err != nil {
		t.Fatal(err)
	}
	tb.Table = b
	for _, m := range b.Start() {
		tb.make(m)
	}
	return tb
}

func (tb *table) make(m rulestest.Move) {
	tb.t.Helper()
	if err := tb.Make(m); err != nil {
		tb.t.Fatal(err)
	}
	if left := tb.dice.Left(); left != "" {
		tb.t.Fatalf("the rules did not use %s", left)
	}
}

func order(seat rules.Seat, asked int, verb string, args ...string) rulestest.Move {
	o := rules.Order{Verb: verb, Args: map[string]string{}}
	for i := 0; i+1 < len(args); i += 2 {
		o.Args[args[i]] = args[i+1]
	}
	return rulestest.Move{Seat: seat, Reply: &rules.Reply{Asked: asked, Order: &o}}
}

// order gives an order with arguments in pairs.
func (tb *table) order(seat rules.Seat, verb string, args ...string) {
	tb.t.Helper()
	tb.make(order(seat, tb.Fight.Asked(), verb, args...))
}

func (tb *table) answer(seat rules.Seat, ask string, picks ...string) rulestest.Move {
	return rulestest.Move{Seat: seat, Reply: &rules.Reply{Asked: tb.Fight.Asked(), Ask: ask, Picks: picks}}
}

func (tb *table) pick(seat rules.Seat, ask string, picks ...string) {
	tb.t.Helper()
	tb.make(tb.answer(seat, ask, picks...))
}

func (tb *table) lapse(seat rules.Seat, ask string) {
	tb.t.Helper()
	tb.make(rulestest.Move{Seat: seat, Reply: &rules.Reply{Asked: tb.Fight.Asked(), Ask: ask, Lapse: true}})
}

// combat begins a combat of seat 1 against seat 2 with these dice, attacker's
// first, and without tokens. Each side's hand is one card of each design.
func (tb *table) combat(force, against string, dice ...int) {
	tb.t.Helper()
	for _, seat := range []rules.Seat{1, 2} {
		if tb.state().side(seat).Tokens > 0 {
			tb.order(seat, "reserve", "tokens", "0")
		}
	}
	n := tb.state().side(1).Shuffles + 1
	tb.order(1, "attack", "to", "Halden", "from", "Brae", "defender", "2", "force", force, "against", against)
	tb.dice.Stack(fmt.Sprintf("deck:1:%d", n), 0, 2, 4, 6, 8)
	tb.dice.Stack(fmt.Sprintf("deck:2:%d", tb.state().side(2).Shuffles+1), 0, 2, 4, 6, 8)
	tb.dice.Queue(dice...)
	tb.pick(2, "agree2", "agreed")
}

// cards locks a card for each side; dice are those that they roll.
func (tb *table) cards(first, second string, dice ...int) {
	tb.t.Helper()
	tb.pick(1, "card1", first)
	tb.dice.Queue(dice...)
	tb.pick(2, "card2", second)
}

// state is the session as it is stored: before the unit that waits, if one does.
func (tb *table) state() *S {
	tb.t.Helper()
	_, body, _ := bytes.Cut(tb.Fight.Snapshot(), []byte("\n"))
	s := new(S)
	if err := json.Unmarshal(body, s); err != nil {
		tb.t.Fatal(err)
	}
	return s
}

// told is what the last line told a seat, and everybody.
func (tb *table) told(seat rules.Seat) string {
	tb.t.Helper()
	last := len(tb.Log) - 1
	var lines []string
	for i, e := range tb.Told[last] {
		text, err := tb.tell.Tell(e.Fact, tb.Log[last].Line, i)
		if err != nil {
			tb.t.Fatal(err)
		}
		if e.To == rules.Everyone || e.To == seat {
			lines = append(lines, text)
		}
	}
	return strings.Join(lines, "\n")
}

func (tb *table) says(want ...string) {
	tb.t.Helper()
	for _, w := range want {
		if told := tb.told(rules.Everyone); !strings.Contains(told, w) {
			tb.t.Errorf("told:\n%s\nwithout: %s", told, w)
		}
	}
}

func (tb *table) mute(unwanted string) {
	tb.t.Helper()
	if told := tb.told(rules.Everyone); strings.Contains(told, unwanted) {
		tb.t.Errorf("told:\n%s\nwith: %s", told, unwanted)
	}
}

// refused wants a move to be refused with these words, and nothing to move.
func (tb *table) refused(m rulestest.Move, want ...string) {
	tb.t.Helper()
	before := string(tb.Fight.Snapshot())
	err := tb.Make(m)
	var refusal rules.Refusal
	if !errors.As(err, &refusal) {
		tb.t.Errorf("%+v is not refused: %v", m, err)
		return
	}
	for _, w := range want {
		if !strings.Contains(err.Error(), w) {
			tb.t.Errorf("refused with %q, want %q in it", err, w)
		}
	}
	if string(tb.Fight.Snapshot()) != before {
		tb.t.Errorf("%+v moves something though it is refused", m)
	}
}

// asked gives the ids of a seat's open asks.
func (tb *table) asked(seat rules.Seat) string {
	var ids []string
	for _, q := range tb.Fight.Asks(seat) {
		ids = append(ids, q.ID)
	}
	return strings.Join(ids, " ")
}

// offered gives the options of a seat's open ask.
func (tb *table) offered(seat rules.Seat, ask string) string {
	tb.t.Helper()
	for _, q := range tb.Fight.Asks(seat) {
		if q.ID == ask {
			var ids []string
			for _, o := range q.Options {
				ids = append(ids, o.ID)
			}
			return strings.Join(ids, " ")
		}
	}
	tb.t.Fatalf("seat %d is asked %q, not %s", seat, tb.asked(seat), ask)
	return ""
}

// held tells what a side is known to hold in an area.
func (tb *table) held(seat rules.Seat, area string) string {
	s := tb.state()
	if a := s.known(area); a != nil {
		if h := a.of(seat); h != nil {
			return s.force(h).String()
		}
	}
	return "nothing"
}
