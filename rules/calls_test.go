package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/lasthope"
)

// called is a fight of called cards whose log is kept, for tests of calls.
type called struct {
	t   *testing.T
	f   *rules.Fight
	log []rules.Entry
	n   int
}

func newCalled(t *testing.T) *called {
	t.Helper()
	sys := lasthope.System()
	setup := sys.Sample()
	setup.Options = map[string]string{"cards": "called"}
	c := &called{t: t}
	secret := strings.Repeat("ab", 32)
	f, entry, err := rules.New(sys, "K7Q2", setup, [][]string{{"p1"}, {"p2"}}, rules.SealOf(secret, "K7Q2"), c.stamp())
	if err != nil {
		t.Fatal(err)
	}
	c.f, c.log = f, append(c.log, entry)
	for seat, word := range []string{"green tide", "hold the bridge"} {
		c.must(f.Word(rules.Seat(seat+1), word, c.stamp()))
	}
	c.must(f.Begin(c.dice(), c.stamp()))
	return c
}

func (c *called) dice() rules.Dice {
	return rules.NewSealed(strings.Repeat("ab", 32), "K7Q2", c.f.Mix())
}

func (c *called) stamp() rules.Stamp {
	return rules.Stamp{By: "p1", Nonce: func() string { c.n++; return fmt.Sprintf("%032x", c.n) }}
}

func (c *called) must(entry rules.Entry, events []rules.Event, err error) []rules.Event {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
	c.log = append(c.log, entry)
	return events
}

func (c *called) refused(want string) func(rules.Entry, []rules.Event, error) {
	before := string(c.f.Snapshot())
	return func(_ rules.Entry, _ []rules.Event, err error) {
		c.t.Helper()
		if text, ok := rules.IsRefusal(err); !ok || !strings.Contains(text, want) {
			c.t.Fatalf("got %v, want a refusal with %q", err, want)
		}
		if string(c.f.Snapshot()) != before {
			c.t.Fatal("a refusal moved the fight")
		}
	}
}

func (c *called) declare() {
	c.t.Helper()
	sides := c.f.Roster()
	target := ""
	for _, m := range sides {
		if m.Seat == 2 {
			target = m.ID
		}
	}
	c.must(c.f.Answer(1, rules.Reply{Asked: c.f.Asked(), Order: &rules.Order{Verb: "attack", Args: map[string]string{"attacker": sides[0].ID, "target": target}}}, c.dice(), c.stamp()))
}

func (c *called) pick(seat rules.Seat, card string) []rules.Event {
	c.t.Helper()
	q := c.f.Asks(seat)[0]
	return c.must(c.f.Answer(seat, rules.Reply{Asked: q.Asked, Ask: q.ID, Picks: []string{card}}, c.dice(), c.stamp()))
}

func (c *called) replays() {
	c.t.Helper()
	again, _, err := rules.Replay(c.f.System(), c.log)
	if err != nil {
		c.t.Fatal(err)
	}
	if again.Hash() != c.f.Hash() || again.Chain() != c.f.Chain() {
		c.t.Fatal("the log replays to another fight")
	}
}

func TestTakingADeclarationBackLeavesTheFightAsItWas(t *testing.T) {
	c := newCalled(t)
	before, asked := c.f.Hash(), c.f.Asked()
	c.declare()
	c.pick(2, "7D") // a lock does not bind the declarer: nothing is turned
	c.refused("Only who declared")(c.f.Withdraw(2, false, c.stamp()))
	c.must(c.f.Withdraw(1, false, c.stamp()))
	if c.f.Hash() != before {
		t.Error("the hash is not the one before the declaration")
	}
	if c.f.Asked() <= asked {
		t.Error("the question has no new line: an old button would answer it")
	}
	c.refused("too late")(c.f.Withdraw(1, false, c.stamp()))
	c.declare()
	c.pick(1, "JS")
	c.pick(2, "7D")
	c.refused("too late")(c.f.Withdraw(1, false, c.stamp()))
	c.replays()
}

func TestNothingIsTakenBackUnderRulesThatTheFightDoesNotHaveYet(t *testing.T) {
	c := newCalled(t)
	c.declare()
	newer := *c.f.System()
	newer.Version++
	f, err := rules.Load(&newer, c.f.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = f.Withdraw(1, false, c.stamp())
	isFault(t, "taking back in an outdated fight", err)
}

func TestAnObjectionHoldsEverythingUntilItIsSettled(t *testing.T) {
	c := newCalled(t)
	c.refused("too late")(c.f.Object(2, "not in contact", c.stamp()))
	c.declare()
	c.refused("your own")(c.f.Object(1, "oops", c.stamp()))
	c.refused("Say why")(c.f.Object(2, "  ", c.stamp()))
	c.must(c.f.Object(2, "not in contact", c.stamp()))
	q := c.f.Asks(2)[0]
	c.refused("objection is open")(c.f.Answer(2, rules.Reply{Asked: q.Asked, Ask: q.ID, Picks: []string{"7D"}}, c.dice(), c.stamp()))
	c.refused("objection is open")(c.f.Object(2, "again", c.stamp()))
	c.refused("Only who objected")(c.f.Stand(1, false, c.stamp()))
	c.must(c.f.Stand(2, false, c.stamp()))
	c.refused("No objection")(c.f.Stand(2, false, c.stamp()))
	c.pick(1, "JS")
	c.pick(2, "7D")
	c.replays()
}

func TestAnObjectionIsSettledByTheUmpireOrByALapse(t *testing.T) {
	for name, settle := range map[string]func(*called){
		"umpire lets it stand":        func(c *called) { c.must(c.f.Stand(rules.Umpire, false, c.stamp())) },
		"umpire takes it back":        func(c *called) { c.must(c.f.Withdraw(rules.Umpire, false, c.stamp())) },
		"objector lapses: it stands":  func(c *called) { c.must(c.f.Stand(1, true, c.stamp())) },
		"declarer lapses: taken back": func(c *called) { c.must(c.f.Withdraw(2, true, c.stamp())) },
		"umpire ends the fight": func(c *called) {
			c.must(c.f.Answer(rules.Umpire, rules.Reply{Order: &rules.Order{Verb: "end", Args: map[string]string{"reason": "rain"}}}, c.dice(), c.stamp()))
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCalled(t)
			c.declare()
			c.must(c.f.Object(2, "not in contact", c.stamp()))
			if w := c.f.Waiting(); len(w) != 2 || w[0].Seat != 1 || w[1].Seat != 2 {
				t.Errorf("awaited: %+v, want both", w)
			}
			settle(c)
			if c.f.Held() != nil {
				t.Error("the objection still holds")
			}
			c.replays()
		})
	}
}

// snare hides a trap in one step; an order springs it, and asks the other side.
func snare() *rules.System {
	type S struct{ Sprung int }
	yes := []rules.Option{{ID: "y", Label: "Yes"}, {ID: "n", Label: "No"}}
	return rules.Define(rules.Spec[S]{
		Key: "snare", Title: "Snare", Version: 1,
		Sample: func() rules.Setup { return rules.Setup{Sides: make([]rules.Roster, 2)} },
		New:    func(rules.Setup) (*S, error) { return new(S), nil },
		View:   func(*S, rules.Seat) rules.View { return rules.View{} },
		Opening: []rules.Step[S]{{Name: "hide", Asks: func(*S) []rules.Ask {
			return []rules.Ask{{ID: "trap", Seat: 1, Secret: true, Options: yes}}
		}}},
		Steps: []rules.Step[S]{{Name: "act", Asks: func(*S) []rules.Ask {
			return []rules.Ask{{ID: "act", Seat: 1, Orders: []string{"spring"}}}
		}}},
		Orders: []rules.OrderSpec[S]{{Verb: "spring", Text: "Spring it.", Run: func(s *S, t *rules.Turn, _ rules.Order) error {
			t.Open("trap")
			t.Ask(rules.Ask{ID: "flee", Seat: 2, Prompt: "flee?", Options: yes})
			s.Sprung++
			return nil
		}}},
	})
}

func TestADeclarationThatTurnedUpAnOlderPickCannotBeTakenBack(t *testing.T) {
	secret := strings.Repeat("ab", 32)
	c := &called{t: t}
	f, entry, err := rules.New(snare(), "K7Q2", rules.Setup{Sides: make([]rules.Roster, 2)}, [][]string{{"p1"}, {"p2"}}, rules.SealOf(secret, "K7Q2"), c.stamp())
	if err != nil {
		t.Fatal(err)
	}
	c.f, c.log = f, append(c.log, entry)
	for seat := rules.Seat(1); seat <= 2; seat++ {
		c.must(f.Word(seat, "word", c.stamp()))
	}
	c.must(f.Begin(c.dice(), c.stamp()))
	c.pick(1, "y")
	c.must(f.Answer(1, rules.Reply{Asked: f.Asked(), Order: &rules.Order{Verb: "spring"}}, c.dice(), c.stamp()))
	c.refused("too late")(f.Withdraw(1, false, c.stamp()))
	c.refused("too late")(f.Object(2, "no trap there", c.stamp()))
	c.pick(2, "n")
	c.replays()
}

func TestAPauseStopsCallsToo(t *testing.T) {
	c := newCalled(t)
	c.declare()
	c.must(c.f.Object(2, "not in contact", c.stamp()))
	why := c.stamp()
	why.Reason = "a question of the rules"
	c.must(c.f.Pause(why))
	c.refused("has paused")(c.f.Stand(2, false, c.stamp()))
	c.refused("has paused")(c.f.Withdraw(1, false, c.stamp()))
	c.must(c.f.Stand(rules.Umpire, false, why))
	c.must(c.f.Resume(why))
	c.must(c.f.Withdraw(1, false, c.stamp()))
	c.replays()
}
