package factions

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"umpire/rules"
)

// counted is Odds the long way: every pair of cards is drawn and resolved.
func counted(deck []Challenge, pile *Pile, hitRow, damageRow, rating int, h House) Chances {
	c := Chances{Ways: make([]int, Amaze.Wounds(rating, h)+1)}
	first := pile.Left()
	for _, one := range first {
		// The pile as it would lie with that card on top, and the card after it
		// drawn once as each of those that it could be.
		lies := Pile{Draw: Numbers{one}, Discards: pile.Discards}
		for _, n := range pile.Draw {
			if n != one {
				lies.Draw = append(lies.Draw, n)
			}
		}
		if len(pile.Draw) == 0 {
			lies.Discards = nil
			for _, n := range pile.Discards {
				if n != one {
					lies.Draw = append(lies.Draw, n)
				}
			}
		}
		c.Cards++
		hits := deck[one-1].Hits(hitRow)
		if hits {
			c.Hits++
		}
		seconds := len(lies.Draw) - 1
		if seconds == 0 {
			seconds = len(lies.Discards) + 1
		}
		for turn := range seconds {
			p := Pile{Draw: append(Numbers{}, lies.Draw...), Discards: append(Numbers{}, lies.Discards...)}
			if len(p.Draw) > 1 { // bring another card to the second place
				p.Draw[1], p.Draw[1+turn] = p.Draw[1+turn], p.Draw[1]
			}
			rotate := func(_ string, n int) []int {
				order := make([]int, n)
				for i := range order {
					order[i] = (i + turn) % n
				}
				return order
			}
			wounds := 0
			if deck[p.Take(rotate)-1].Hits(hitRow) {
				wounds = deck[p.Take(rotate)-1].Face(damageRow).Wounds(rating, h)
			}
			c.Ways[wounds]++
			c.Of++
		}
	}
	return c
}

func TestOddsEqualACountOverTheDeckForEveryDifference(t *testing.T) {
	deck := DefaultDeck()
	piles := []Pile{newPile(1, len(deck))}
	for _, n := range []int{1, 2, 9, 25, 40, 47, 48, 49, 50} { // as it lies after n cards, in an order that mixes good and bad
		p := Pile{Seat: 1}
		for i := range len(deck) {
			card := i*7%len(deck) + 1
			if i < n {
				p.Discards = append(p.Discards, card)
			} else {
				p.Draw = append(p.Draw, card)
			}
		}
		piles = append(piles, p)
	}
	for i, p := range piles {
		for row := lowest; row <= highest; row++ {
			for _, rating := range []int{0, 2, 4} {
				got, want := Odds(deck, &p, row, -row/2, rating, House{}), counted(deck, &p, row, -row/2, rating, House{})
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("pile %d, row %d, Wound rating %d (-counted +odds):\n%s", i, row, rating, diff)
				}
			}
		}
	}
}

func TestOddsOfAFreshDeckAreThoseOfTheTable(t *testing.T) {
	// The mean wounds of the table, once hit, at Wound rating 2.
	means := map[int]string{-6: "0.22", -2: "0.86", 0: "1.30", 1: "1.52", 6: "2.46"}
	for row, want := range means {
		c := Odds(DefaultDeck(), nil, highest, row, 2, House{})
		sum := 0
		for w, ways := range c.Ways {
			sum += w * ways
		}
		if got := fmt.Sprintf("%.2f", float64(sum)/float64(c.Hits*50)); got != want || c.Hits != 48 {
			t.Errorf("row %d: mean %s, want %s", row, got, want)
		}
	}
	if c := Odds(DefaultDeck(), nil, -2, 1, 2, House{}); c.Hits != 19 || c.Cards != 50 || c.Of != 2500 {
		t.Errorf("at −2 %d of %d hit", c.Hits, c.Cards)
	}
}

func TestTheChooserAloneReadsTheOdds(t *testing.T) {
	tb := demo(t)
	tb.order(1, "melee", "contacts", "Blackbeard: Rizzik")
	q := tb.question(1, "plan1-a1")
	details := map[string]string{}
	for _, o := range q.Options {
		details[o.ID] = o.Detail
	}
	fresh := newPile(1, 50)
	if want := "Melee −2: " + Odds(DefaultDeck(), &fresh, -2, 1, 2, House{}).String(); details["natural.b1"] != want {
		t.Errorf("fists are offered with %q, want %q", details["natural.b1"], want)
	}
	if want := "Melee −2: " + Odds(DefaultDeck(), &fresh, -2, 3, 3, House{}).String() + "; has a skull"; details["c2.b1"] != want {
		t.Errorf("the face-down cutlass is offered with %q, want %q", details["c2.b1"], want)
	}
	for _, q := range tb.fight.Asks(2) {
		for _, o := range q.Options {
			if q.Seat == 2 && o.ID == "c2.b1" {
				t.Error("the other team reads it too")
			}
		}
	}
	if len(tb.fight.Asks(rules.Everyone)) != 1 {
		t.Errorf("everybody is asked %v", tb.fight.Asks(rules.Everyone))
	}
}

func TestSmallChancesAreNotTold(t *testing.T) {
	c := Chances{Hits: 1, Cards: 50, Ways: []int{2449, 1, 0}, Of: 2450}
	if got := c.String(); got != "hits on 1 of 50 cards; wounds 0: 100%, 1: under 1%" {
		t.Error(got)
	}
}
