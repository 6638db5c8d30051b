package rules_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"umpire/rules"
)

// duel asks both seats for a card and turns both up.
func duel() *rules.System {
	return define(rules.Step[pad]{
		Name: "Cards",
		Asks: asking(card(1, "card1", "7D", "KH"), card(2, "card2", "7D", "KH")),
		Run: func(p *pad, t *rules.Turn) error {
			t.Open("card1", "card2")
			p.Written = append(p.Written, t.Pick("card1")+" against "+t.Pick("card2"))
			t.Say(Note{p.Written[len(p.Written)-1]})
			return nil
		},
	})
}

func TestEqualPicksHaveDifferentSeals(t *testing.T) {
	b := begin(t, duel(), "secret")
	var seals []string
	for range 3 {
		play(t, b, pick(b, 1, "card1", "7D"))
		line, _ := last(b)
		seals = append(seals, line.PickSeal)
	}
	play(t, b, pick(b, 2, "card2", "7D"))
	line, _ := last(b)
	seals = append(seals, line.PickSeal)
	slices.Sort(seals)
	if len(slices.Compact(seals)) != 4 || seals[0] == "" {
		t.Errorf("the seals of four equal picks are %v", seals)
	}
}

func TestSealedPickIsInTheSecretPartAlone(t *testing.T) {
	b := begin(t, duel(), "secret")
	play(t, b, pick(b, 1, "card1", "KH"))
	line, events := last(b)
	if public := string(line.Public()); strings.Contains(public, "KH") {
		t.Errorf("the public part shows the pick: %s", public)
	}
	if !slices.Equal(line.Secret.Picks, []string{"KH"}) {
		t.Errorf("the secret part holds %v", line.Secret.Picks)
	}
	if got := told[rules.Locked](events); len(got) != 1 || got[0].Changed || got[0].Seal != line.PickSeal || !slices.Equal(got[0].Waiting, []rules.Seat{2}) {
		t.Errorf("the table hears %+v", got)
	}
	for _, wait := range b.Fight.Waiting() {
		if wait.Seat != 2 {
			t.Errorf("still awaited is %+v", wait)
		}
	}
}

func TestPickMayBeChangedUntilTheLastIsIn(t *testing.T) {
	b := begin(t, duel(), "secret")
	play(t, b, pick(b, 1, "card1", "KH"), pick(b, 1, "card1", "7D"))
	_, events := last(b)
	if got := told[rules.Locked](events); len(got) != 1 || !got[0].Changed {
		t.Errorf("the change is told as %+v", got)
	}
	if q := b.Fight.Asks(1)[0]; !q.Answered || !slices.Equal(q.Picks, []string{"7D"}) {
		t.Errorf("its seat sees %+v", q)
	}
	asked := b.Fight.Asked()
	play(t, b, pick(b, 2, "card2", "KH"))
	line, events := last(b)
	if got := notes(events); !slices.Equal(got, []string{"7D against KH"}) {
		t.Errorf("the reveal tells %v", got)
	}
	late := pick(b, 1, "card1", "KH")
	late.Reply.Asked = asked
	if err := b.Make(late); !errors.Is(err, rules.ErrClosed) {
		t.Errorf("a change after the reveal gives %v", err)
	}
	if len(line.Opened) != 2 {
		t.Fatalf("the reveal opens %+v", line.Opened)
	}
}

func TestOpenedPickRedoesItsSeal(t *testing.T) {
	b := begin(t, duel(), "secret")
	play(t, b, pick(b, 1, "card1", "KH"), pick(b, 2, "card2", "7D"))
	line, _ := last(b)
	for _, o := range line.Opened {
		sealed := b.Log[o.Line-1].PickSeal
		if got := rules.PickSeal(b.Fight.ID(), o.Asked, o.By, o.Picks, o.Nonce); got != sealed || got != o.Seal {
			t.Errorf("%s seals to %s, not to %s", o.Ask, got, sealed)
		}
	}
}

func TestDefaultOfASecretAskIsSealedLikeAPick(t *testing.T) {
	hidden := card(1, "card1", "7D", "KH")
	hidden.Default = []string{"KH"}
	sys := define(rules.Step[pad]{
		Name: "Cards",
		Asks: asking(hidden, card(2, "card2", "7D", "KH")),
		Run: func(_ *pad, t *rules.Turn) error {
			t.Open("card1", "card2")
			t.Say(Note{t.Pick("card1")})
			return nil
		},
	})
	b := begin(t, sys, "secret")
	play(t, b, lapsed(b, 1, "card1"))
	line, events := last(b)
	if strings.Contains(string(line.Public()), "KH") || line.PickSeal == "" {
		t.Errorf("the lapse is written as %s", line.Public())
	}
	if len(told[rules.Lapsed](events)) != 1 || len(told[rules.Locked](events)) != 0 {
		t.Errorf("the lapse is told as %+v", events)
	}
	play(t, b, pick(b, 2, "card2", "7D"))
	line, events = last(b)
	if got := notes(events); !slices.Equal(got, []string{"KH"}) || len(line.Opened) != 2 {
		t.Errorf("the reveal tells %v and opens %+v", got, line.Opened)
	}
}

// ambush hides a card, asks the other side in its middle, shows the card to it,
// and turns it up a step later.
func ambush() *rules.System {
	end := rules.OrderSpec[pad]{Verb: "end", Text: "End", Umpire: true, Run: func(_ *pad, t *rules.Turn, _ rules.Order) error {
		t.End(rules.Outcome{Why: "The umpire says so."})
		return nil
	}}
	pause := rules.OrderSpec[pad]{Verb: "mend", Text: "Mend", Umpire: true, Run: func(p *pad, _ *rules.Turn, _ rules.Order) error {
		p.Count = 9
		return nil
	}}
	spec := padSpec(
		rules.Step[pad]{
			Name: "Hide",
			Asks: asking(card(1, "trap", "pit", "net")),
			Run: func(_ *pad, t *rules.Turn) error {
				if t.Ask(open(2, "look", "yes", "no"))["look"].Picks[0] == "yes" {
					t.Show("trap", 2)
				}
				return nil
			},
		},
		rules.Step[pad]{
			Name: "Spring",
			Asks: asking(open(2, "walk", "left", "right")),
			Run: func(_ *pad, t *rules.Turn) error {
				t.Open("trap")
				t.Say(Note{t.Pick("trap")})
				return nil
			},
		},
	)
	spec.Orders = []rules.OrderSpec[pad]{end, pause}
	return rules.Define(spec)
}

func TestPickLiesFaceDownUntilALaterStepOpensIt(t *testing.T) {
	b := begin(t, ambush(), "secret")
	play(t, b, pick(b, 1, "trap", "net"), pick(b, 2, "look", "no"))
	line, events := last(b)
	if len(line.Opened) > 0 || len(told[rules.Shown](events)) > 0 {
		t.Errorf("it opens %+v and tells %+v", line.Opened, events)
	}
	play(t, b, pick(b, 2, "walk", "left"))
	line, events = last(b)
	if got := notes(events); !slices.Equal(got, []string{"net"}) || len(line.Opened) != 1 {
		t.Errorf("it tells %v and opens %+v", got, line.Opened)
	}
	play(t, b, pick(b, 1, "trap", "pit"), pick(b, 2, "look", "no"), pick(b, 2, "walk", "left"))
	if _, events = last(b); !slices.Equal(notes(events), []string{"pit"}) {
		t.Errorf("a round later it tells %v", notes(events))
	}
}

func TestShownPickIsWhisperedToOneSeatAlone(t *testing.T) {
	b := begin(t, ambush(), "secret")
	play(t, b, pick(b, 1, "trap", "net"), pick(b, 2, "look", "yes"))
	line, events := last(b)
	if len(events) != 1 || events[0].To != 2 || events[0].Fact.(rules.Shown).Labels[0] != "card net" {
		t.Errorf("it tells %+v", events)
	}
	if len(line.Opened) > 0 || strings.Contains(string(line.Public()), "net") {
		t.Errorf("showing to one opens it to all: %s", line.Public())
	}
}

func TestUmpireEndInTheMiddleOpensEverySeal(t *testing.T) {
	b := begin(t, ambush(), "secret")
	play(t, b, pick(b, 1, "trap", "net"))
	isRefusal(t, "a correction in the middle", b.Make(ordered(b, rules.Umpire, "mend", nil)))
	play(t, b, ordered(b, rules.Umpire, "end", nil))
	line, events := last(b)
	if len(line.Opened) != 1 || line.Opened[0].Picks[0] != "net" {
		t.Errorf("the end opens %+v", line.Opened)
	}
	if got := told[rules.Unsealed](events); len(got) != 1 || got[0].Of != 1 || got[0].Labels[0] != "card net" {
		t.Errorf("the end tells %+v", events)
	}
	if b.Fight.Over() == nil || len(b.Fight.Waiting()) > 0 {
		t.Error("the fight goes on")
	}
}

func TestUmpireEndOpensWhatIsLockedAndWhatLiesFaceDown(t *testing.T) {
	b := begin(t, ambush(), "secret")
	play(t, b, pick(b, 1, "trap", "net"), pick(b, 2, "look", "no"), ordered(b, rules.Umpire, "end", nil))
	if line, _ := last(b); len(line.Opened) != 1 {
		t.Errorf("the face-down pick: the end opens %+v", line.Opened)
	}
	spec := padSpec(rules.Step[pad]{Name: "Cards", Asks: asking(card(1, "card1", "7D", "KH"), card(2, "card2", "7D", "KH"))})
	spec.Orders = []rules.OrderSpec[pad]{{Verb: "end", Text: "End", Umpire: true, Run: func(_ *pad, t *rules.Turn, _ rules.Order) error {
		t.End(rules.Outcome{})
		return nil
	}}}
	b = begin(t, rules.Define(spec), "secret")
	play(t, b, pick(b, 2, "card2", "KH"), ordered(b, rules.Umpire, "end", nil))
	if line, _ := last(b); len(line.Opened) != 1 || line.Opened[0].Seat != 2 {
		t.Errorf("the locked pick: the end opens %+v", line.Opened)
	}
}
