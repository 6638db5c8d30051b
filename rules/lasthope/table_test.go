package lasthope

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"umpire/rules"
)

// table is a fight under test: it answers for both seats and keeps what is told.
type table struct {
	t     *testing.T
	fight *rules.Fight
	tell  *rules.Narrator
	dice  rules.Dice
	nonce int
	told  string // what the last answer told everybody
	facts []any
}

// unshuffled leaves every deck as it lies and rolls the highest face.
type unshuffled struct{}

func (unshuffled) Roll(_ int, _ string, count, sides int) []int {
	faces := make([]int, count)
	for i := range faces {
		faces[i] = sides
	}
	return faces
}

func gangs(t *testing.T, first, second string) []rules.Roster {
	t.Helper()
	var sides []rules.Roster
	for _, key := range []string{first, second} {
		for _, gang := range defaultGangs() {
			if gang.Key == key {
				sides = append(sides, gang)
			}
		}
	}
	if len(sides) != 2 {
		t.Fatalf("no gangs %s and %s", first, second)
	}
	return sides
}

// sit begins a fight of Alice against Bob.
func sit(t *testing.T, sides []rules.Roster, options map[string]string) *table {
	t.Helper()
	tb := &table{t: t, dice: unshuffled{}, tell: rules.NewNarrator(System(), []string{"Alice", "Bob"}, true, "test")}
	fight, _, err := rules.New(System(), "fight", rules.Setup{Sides: sides, Options: options}, [][]string{{"p1"}, {"p2"}}, "", tb.stamp())
	if err != nil {
		t.Fatal(err)
	}
	tb.fight = fight
	for _, seat := range []rules.Seat{1, 2} {
		if _, _, err := fight.Word(seat, "word", tb.stamp()); err != nil {
			t.Fatal(err)
		}
	}
	tb.heard(fight.Begin(tb.dice, tb.stamp()))
	return tb
}

// called is a fight whose cards are called, with more house rules in pairs.
func called(t *testing.T, first, second string, more ...string) *table {
	t.Helper()
	options := map[string]string{"cards": "called"}
	for i := 0; i+1 < len(more); i += 2 {
		options[more[i]] = more[i+1]
	}
	return sit(t, gangs(t, first, second), options)
}

func (tb *table) stamp() rules.Stamp {
	return rules.Stamp{By: "p1", Nonce: func() string { tb.nonce++; return fmt.Sprintf("%032x", tb.nonce) }}
}

func (tb *table) heard(entry rules.Entry, events []rules.Event, err error) {
	tb.t.Helper()
	if err != nil {
		tb.t.Fatal(err)
	}
	var lines []string
	tb.facts = nil
	for i, event := range events {
		text, err := tb.tell.Tell(event.Fact, entry.Line, i)
		if err != nil {
			tb.t.Fatal(err)
		}
		tb.facts = append(tb.facts, event.Fact)
		lines = append(lines, text)
	}
	tb.told = strings.Join(lines, "\n")
}

// order gives an order with arguments in pairs.
func (tb *table) order(seat rules.Seat, verb string, args ...string) {
	tb.t.Helper()
	tb.heard(tb.try(seat, verb, args...))
}

func (tb *table) try(seat rules.Seat, verb string, args ...string) (rules.Entry, []rules.Event, error) {
	order := rules.Order{Verb: verb, Args: map[string]string{}}
	for i := 0; i+1 < len(args); i += 2 {
		order.Args[args[i]] = args[i+1]
	}
	return tb.fight.Answer(seat, rules.Reply{Asked: tb.fight.Asked(), Order: &order}, tb.dice, tb.stamp())
}

// attack orders an attack with what follows attacker and target in pairs.
func (tb *table) attack(seat rules.Seat, attacker, target string, more ...string) {
	tb.t.Helper()
	tb.order(seat, "attack", append([]string{"attacker", attacker, "target", target}, more...)...)
}

func (tb *table) pick(seat rules.Seat, ask, option string) {
	tb.t.Helper()
	tb.heard(tb.fight.Answer(seat, rules.Reply{Asked: tb.fight.Asked(), Ask: ask, Picks: []string{option}}, tb.dice, tb.stamp()))
}

func (tb *table) lapse(seat rules.Seat, ask string) {
	tb.t.Helper()
	tb.heard(tb.fight.Answer(seat, rules.Reply{Asked: tb.fight.Asked(), Ask: ask, Lapse: true}, tb.dice, tb.stamp()))
}

// cards locks a card for each seat.
func (tb *table) cards(first, second string) {
	tb.t.Helper()
	tb.pick(1, "card1", first)
	tb.pick(2, "card2", second)
}

// refused wants an order to be refused in these words, and nothing to move.
func (tb *table) refused(want string, seat rules.Seat, verb string, args ...string) {
	tb.t.Helper()
	before := tb.fight.Hash()
	_, _, err := tb.try(seat, verb, args...)
	var refusal rules.Refusal
	if !errors.As(err, &refusal) || !strings.Contains(err.Error(), want) {
		tb.t.Errorf("%s %v: %v, want a refusal with %q", verb, args, err, want)
	}
	if tb.fight.Hash() != before {
		tb.t.Errorf("%s %v moves something though it is refused", verb, args)
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

func (tb *table) mute(unwanted string) {
	tb.t.Helper()
	if strings.Contains(tb.told, unwanted) {
		tb.t.Errorf("told:\n%s\nwith: %s", tb.told, unwanted)
	}
}

// sees gives a seat's view as text.
func (tb *table) sees(seat rules.Seat) string {
	view := tb.fight.View(seat)
	text := view.Title
	for _, f := range view.Fields {
		text += "\n" + f.Name + "\n" + f.Value
	}
	return text
}

// question gives the one open ask of a seat.
func (tb *table) question(seat rules.Seat) rules.Question {
	tb.t.Helper()
	asks := tb.fight.Asks(seat)
	if len(asks) != 1 {
		tb.t.Fatalf("seat %d is asked %d things, want 1", seat, len(asks))
	}
	return asks[0]
}

func (tb *table) over(winner rules.Seat) {
	tb.t.Helper()
	if o := tb.fight.Over(); o == nil || o.Winner != winner {
		tb.t.Errorf("over: %+v, want a win of %d", o, winner)
	}
}
