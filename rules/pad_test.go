package rules_test

import (
	"errors"
	"slices"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

// pad is the state of the small systems that these tests define: a list of what
// was written on it.
type pad struct {
	Written []string
	Count   int
}

// Note is the one fact that they tell.
type Note struct{ Text string }

func padSpec(steps ...rules.Step[pad]) rules.Spec[pad] {
	return rules.Spec[pad]{
		Key: "pad", Title: "Pad", Version: 1, Steps: steps,
		Sample: func() rules.Setup { return rules.Setup{Sides: []rules.Roster{{Key: "a"}, {Key: "b"}}} },
		New:    func(rules.Setup) (*pad, error) { return &pad{}, nil },
		View: func(p *pad, _ rules.Seat) rules.View {
			return rules.View{Title: rules.List(p.Written)}
		},
		Roster: func(*pad) []rules.Fighter { return nil },
		Lines:  `{{define "Note"}}{{.Text}}{{end}}`,
	}
}

func define(steps ...rules.Step[pad]) *rules.System { return rules.Define(padSpec(steps...)) }

func sit(t testing.TB, sys *rules.System, secret string) *rulestest.Table {
	t.Helper()
	b, err := rulestest.Sit(sys, sys.Sample(), secret, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// begin sits down and plays the start of a fight.
func begin(t testing.TB, sys *rules.System, secret string) *rulestest.Table {
	t.Helper()
	b := sit(t, sys, secret)
	play(t, b, b.Start()...)
	return b
}

// play makes moves that must be taken. Replies answer what is open then, however
// early they were made.
func play(t testing.TB, b *rulestest.Table, moves ...rulestest.Move) {
	t.Helper()
	for _, m := range moves {
		if m.Reply != nil {
			m.Reply.Asked = b.Fight.Asked()
		}
		if err := b.Make(m); err != nil {
			t.Fatalf("%+v: %v", m, err)
		}
	}
}

// fails gives the error with which a fight of the system does not begin.
func fails(t testing.TB, sys *rules.System) error {
	t.Helper()
	b := sit(t, sys, "secret")
	for _, m := range b.Start() {
		if err := b.Make(m); err != nil {
			return err
		}
	}
	return nil
}

func isFault(t testing.TB, name string, err error) {
	t.Helper()
	var fault *rules.Fault
	if !errors.As(err, &fault) {
		t.Errorf("%s: %v is not a fault", name, err)
	}
}

func isRefusal(t testing.TB, name string, err error) {
	t.Helper()
	if _, refused := rules.IsRefusal(err); !refused {
		t.Errorf("%s: %v is not a refusal", name, err)
	}
}

func pick(b *rulestest.Table, seat rules.Seat, ask string, picks ...string) rulestest.Move {
	return rulestest.Move{Seat: seat, Reply: &rules.Reply{Asked: b.Fight.Asked(), Ask: ask, Picks: picks}}
}

func lapsed(b *rulestest.Table, seat rules.Seat, ask string) rulestest.Move {
	return rulestest.Move{Seat: seat, Reply: &rules.Reply{Asked: b.Fight.Asked(), Ask: ask, Lapse: true}}
}

func ordered(b *rulestest.Table, seat rules.Seat, verb string, args map[string]string) rulestest.Move {
	return rulestest.Move{Seat: seat, Reply: &rules.Reply{Asked: b.Fight.Asked(), Order: &rules.Order{Verb: verb, Args: args}}}
}

// last gives the line that was written last, and what it told.
func last(b *rulestest.Table) (rules.Entry, []rules.Event) {
	return b.Log[len(b.Log)-1], b.Told[len(b.Told)-1]
}

func notes(events []rules.Event) []string {
	var texts []string
	for _, e := range events {
		if n, ok := e.Fact.(Note); ok {
			texts = append(texts, n.Text)
		}
	}
	return texts
}

// told gives the facts of one type among events.
func told[F any](events []rules.Event) []F {
	var facts []F
	for _, e := range events {
		if fact, ok := e.Fact.(F); ok {
			facts = append(facts, fact)
		}
	}
	return facts
}

func card(seat rules.Seat, id string, cards ...string) rules.Ask {
	a := rules.Ask{ID: id, Prompt: "Which card?", Seat: seat, Secret: true}
	for _, c := range cards {
		a.Options = append(a.Options, rules.Option{ID: c, Label: "card " + c})
	}
	return a
}

func open(seat rules.Seat, id string, options ...string) rules.Ask {
	a := card(seat, id, options...)
	a.Secret = false
	return a
}

func asking(asks ...rules.Ask) func(*pad) []rules.Ask {
	return func(*pad) []rules.Ask { return slices.Clone(asks) }
}
