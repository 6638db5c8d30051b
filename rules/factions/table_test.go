package factions

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

// table is a fight under test: it answers for both seats and keeps what is told.
type table struct {
	*rulestest.Table
	t     *testing.T
	fight *rules.Fight
	tell  *rules.Narrator
	told  string // what the last line told everybody, and each seat after its number
	facts []any
}

// sit begins a fight of Alice against Bob. Every deck lies in its old order, and
// open rolls show the faces that are given.
func sit(t *testing.T, sides []rules.Roster, options map[string]string, faces ...int) *table {
	t.Helper()
	sys := System()
	b, err := rulestest.Sit(sys, rules.Setup{Sides: sides, Options: options}, "test", rulestest.NewScript(faces...))
	if err != nil {
		t.Fatal(err)
	}
	tb := &table{Table: b, t: t, fight: b.Fight, tell: rules.NewNarrator(sys, []string{"Alice", "Bob"}, true, "test")}
	for _, m := range b.Start() {
		tb.make(m)
	}
	return tb
}

// demo is a fight of the two demo teams, with house rules in pairs. Blackbeard's
// face-down card is c2 and Rizzik's c3.
func demo(t *testing.T, options ...string) *table {
	t.Helper()
	house := map[string]string{}
	for i := 0; i+1 < len(options); i += 2 {
		house[options[i]] = options[i+1]
	}
	tb := sit(t, demoTeams(), house)
	tb.pick(1, "card2", "boarding_cutlass")
	tb.pick(2, "card3", "court_rapier")
	return tb
}

func (tb *table) make(m rulestest.Move) {
	tb.t.Helper()
	if err := tb.Make(m); err != nil {
		tb.t.Fatalf("%+v: %v", m, err)
	}
	var lines []string
	tb.facts = nil
	line := len(tb.Log) - 1
	for i, event := range tb.Told[line] {
		text, err := tb.tell.Tell(event.Fact, tb.Log[line].Line, i)
		if err != nil {
			tb.t.Fatal(err)
		}
		if event.To != rules.Everyone {
			text = string(rune('0'+event.To)) + "> " + text
		}
		tb.facts = append(tb.facts, event.Fact)
		lines = append(lines, text)
	}
	tb.told = strings.Join(lines, "\n")
}

func move(asked int, seat rules.Seat, verb string, args []string) rulestest.Move {
	order := &rules.Order{Verb: verb, Args: map[string]string{}}
	for i := 0; i+1 < len(args); i += 2 {
		order.Args[args[i]] = args[i+1]
	}
	return rulestest.Move{Seat: seat, Reply: &rules.Reply{Asked: asked, Order: order}}
}

// order gives an order with arguments in pairs.
func (tb *table) order(seat rules.Seat, verb string, args ...string) {
	tb.t.Helper()
	tb.make(move(tb.fight.Asked(), seat, verb, args))
}

func (tb *table) umpire(verb string, args ...string) {
	tb.t.Helper()
	tb.make(move(0, rules.Umpire, verb, args))
}

// question gives an open ask of a seat.
func (tb *table) question(seat rules.Seat, ask string) rules.Question {
	tb.t.Helper()
	for _, q := range tb.fight.Asks(seat) {
		if q.ID == ask {
			return q
		}
	}
	tb.t.Fatalf("seat %d is not asked %s", seat, ask)
	return rules.Question{}
}

// open gives the first ask that is not answered yet, and whose it is.
func (tb *table) open() (rules.Question, rules.Seat) {
	tb.t.Helper()
	for _, seat := range []rules.Seat{1, 2} {
		for _, q := range tb.fight.Asks(seat) {
			if !q.Answered {
				return q, seat
			}
		}
	}
	tb.t.Fatal("nothing is asked")
	return rules.Question{}, 0
}

func (tb *table) pick(seat rules.Seat, ask string, picks ...string) {
	tb.t.Helper()
	q := tb.question(seat, ask)
	tb.make(rulestest.Move{Seat: seat, Reply: &rules.Reply{Asked: q.Asked, Ask: ask, Picks: picks}})
}

// refuses gives an order that must be refused with a sentence and move nothing.
func (tb *table) refuses(want string, seat rules.Seat, verb string, args ...string) {
	tb.t.Helper()
	tb.refusesMove(want, move(tb.fight.Asked(), seat, verb, args))
}

func (tb *table) refusesMove(want string, m rulestest.Move) {
	tb.t.Helper()
	before := string(tb.fight.Snapshot())
	err := tb.Make(m)
	var refusal rules.Refusal
	if !errors.As(err, &refusal) || !strings.Contains(string(refusal), want) {
		tb.t.Errorf("%v, want a refusal with %q", err, want)
	}
	if string(tb.fight.Snapshot()) != before {
		tb.t.Errorf("a move is refused with %q, and yet moves something", want)
	}
}

func (tb *table) says(want ...string) {
	tb.t.Helper()
	for _, w := range want {
		if !strings.Contains(tb.told, w) {
			tb.t.Errorf("told:\n%s\nwithout: %s", tb.told, w)
		}
	}
}

func (tb *table) mute(unwanted ...string) {
	tb.t.Helper()
	for _, w := range unwanted {
		if strings.Contains(tb.told, w) {
			tb.t.Errorf("told:\n%s\nwith: %s", tb.told, w)
		}
	}
}

// sees gives a seat's view as text.
func (tb *table) sees(seat rules.Seat) string {
	v := tb.fight.View(seat)
	text := v.Title
	for _, f := range v.Fields {
		text += "\n" + f.Name + "\n" + f.Value
	}
	return text
}

// state reads the fight's own state.
func (tb *table) state() *S {
	tb.t.Helper()
	_, body, _ := bytes.Cut(tb.fight.Snapshot(), []byte("\n"))
	s := new(S)
	if err := json.Unmarshal(body, s); err != nil {
		tb.t.Fatal(err)
	}
	return s
}

func (tb *table) find(name string) *Figure {
	for _, f := range tb.state().everyone() {
		if f.Name == name {
			return f
		}
	}
	return nil
}
