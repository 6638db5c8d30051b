package forbidden

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

// seeds is how many random combats each pair of factions fights: the flag of
// rulestest.
func seeds(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(flag.Lookup("seeds").Value.String())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// wild is a combat that is fought at random and watched.
type wild struct {
	*table
	rnd *rand.Rand
}

// TestNoCombatBreaksTheRules fights random combats of every pair of factions on
// worlds and in voids: no combat gets stuck or runs on, nobody ever has more than
// eight dice, no damage goes to a unit that may not take it, and at the end all
// cards are back in their decks.
func TestNoCombatBreaksTheRules(t *testing.T) {
	factions := []string{"ultramarines", "chaos", "eldar", "orks"}
	for i, first := range factions {
		for _, second := range factions[i:] {
			t.Run(first+" and "+second, func(t *testing.T) {
				for seed := range 2 * seeds(t) {
					rnd := rand.New(rand.NewPCG(uint64(seed), uint64(i)))
					var options []string
					for _, rule := range houseOptions() {
						if seed > 0 {
							options = append(options, rule.Key, rule.Values[rnd.IntN(len(rule.Values))])
						}
					}
					w := wild{sit(t, first+" "+second, options...), rnd}
					w.Table = sealed(t, w.Log[0].Setup.Setup, seed)
					w.fight(seed%3 == 2)
				}
			})
		}
	}
}

// sealed is a table whose dice are the live ones.
func sealed(t *testing.T, setup rules.Setup, seed int) *rulestest.Table {
	t.Helper()
	b, err := rulestest.Sit(System(), setup, fmt.Sprint("wild ", seed), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range b.Start() {
		if err := b.Make(m); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// force is a random force in words; some of it may be routed, or built.
func (w wild) force(side *Side, void, defends bool) string {
	var words []string
	for _, k := range side.units() {
		if n := w.rnd.IntN(min(k.Pieces, 3) + 1); k.Ship == void && n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, k.Name))
			if defends && w.rnd.IntN(4) == 0 {
				words[len(words)-1] += " routed"
			}
		}
	}
	for _, structure := range []string{"bastion", "factory", "city"} {
		if defends && !void && w.rnd.IntN(3) == 0 {
			words = append(words, structure)
		}
	}
	if len(words) == 0 {
		return "1 " + side.token(void).Name
	}
	return strings.Join(words, ", ")
}

func (w wild) fight(void bool) {
	w.t.Helper()
	s := w.state()
	to, from := "World of Halden", "World of Brae"
	if void {
		to, from = "Rift Void", "Sable Void"
	}
	for _, seat := range []rules.Seat{1, 2} {
		if w.rnd.IntN(2) == 0 && w.state().side(seat).LossAsk == "" {
			w.order(seat, "losses")
			if w.rnd.IntN(3) > 0 {
				id := w.state().side(seat).LossAsk
				w.pick(seat, id, policies()[w.rnd.IntN(len(policies()))].ID)
			}
		}
	}
	w.order(1, "attack", "to", to, "from", from, "force", w.force(s.side(1), void, false), "against", w.force(s.side(2), void, true))
	for lines := 0; !strings.HasPrefix(w.asked(1), "orders1"); lines++ {
		if lines > 200 {
			w.t.Fatalf("the combat goes on and on: %s, %s", w.asked(1), w.asked(2))
		}
		w.step()
		w.check()
	}
	for _, seat := range []rules.Seat{1, 2} {
		side := w.state().side(seat)
		if fmt.Sprint(side.Cards) != fmt.Sprint(side.deck().cards()) {
			w.t.Fatalf("seat %d has the deck %v", seat, side.Cards)
		}
	}
}

// step answers one open question at random, or lets it lapse.
func (w wild) step() {
	w.t.Helper()
	var open []rules.Question
	for _, seat := range []rules.Seat{1, 2} {
		for _, q := range w.Fight.Asks(seat) {
			if !q.Answered {
				open = append(open, q)
			}
		}
	}
	if len(open) == 0 {
		w.t.Fatal("nobody is asked anything, and the combat is not over")
	}
	q := open[w.rnd.IntN(len(open))]
	if w.rnd.IntN(10) == 0 || len(q.Options) == 0 {
		w.make(rulestest.Move{Seat: q.Seat, Reply: &rules.Reply{Asked: q.Asked, Ask: q.ID, Lapse: true}})
		return
	}
	m := w.answer(q.Seat, q.ID, q.Options[w.rnd.IntN(len(q.Options))].ID)
	m.Reply.Asked = q.Asked
	w.make(m)
}

// check looks at the state and at what the last line told.
func (w wild) check() {
	w.t.Helper()
	c := w.state().Combat
	if c == nil {
		return
	}
	for _, a := range c.Armies {
		if a.Dice.Total() > mostDice {
			w.t.Fatalf("seat %d has %s", a.Seat, a.Dice)
		}
		if n := len(a.Hand) + len(a.Faceup) + len(a.Draw); n != 0 && n != 10 {
			w.t.Fatalf("seat %d has %d cards", a.Seat, n)
		}
		for _, e := range w.Told[len(w.Told)-1] {
			seat, unit := damaged(e.Fact)
			if seat == a.Seat && strings.HasPrefix(unit, "routed ") && a.standing() && !w.Fight.Middle() {
				w.t.Fatalf("damage on a %s, while %s stands", unit, a.force())
			}
		}
	}
}

// damaged tells which unit of which seat took damage.
func damaged(fact any) (rules.Seat, string) {
	switch f := fact.(type) {
	case Grazed:
		return f.Seat, f.Unit
	case Withstood:
		return f.Seat, f.Unit
	case Destroyed:
		if f.Damage > 0 {
			return f.Seat, f.Unit
		}
	}
	return 0, ""
}
