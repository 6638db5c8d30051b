package factions

import (
	"fmt"
	"strings"
)

// Chances is what may come of an attack, counted over the cards that may be
// drawn: Hits of Cards hit, and Ways[w] of Of equally likely pairs of cards, the
// one for the hit and the one for the damage, cause w wounds.
type Chances struct {
	Hits, Cards int
	Ways        []int
	Of          int
}

// Odds counts the chances of an attack that is read on these rows with this
// Wound rating. A nil pile draws each card anew from the whole deck. A full count
// over the pile is exact; nobody needs to know how it lies.
func Odds(deck []Challenge, pile *Pile, hitRow, damageRow, rating int, h House) Chances {
	first := everyCard(deck)
	if pile != nil {
		first = pile.Left()
	}
	wounds := func(n int) int { return deck[n-1].Face(damageRow).Wounds(rating, h) }
	most := Amaze.Wounds(rating, h)
	c := Chances{Cards: len(first), Ways: make([]int, most+1)}
	all := make([]int, most+1) // how many cards cause so many wounds
	second := first
	alone := pile != nil && len(first) == 1
	if alone {
		second = pile.after(first[0])
	}
	for _, n := range second {
		all[wounds(n)]++
	}
	choices := len(second)
	if pile != nil && !alone {
		choices-- // the card that hit is out
	}
	c.Of = len(first) * choices
	for _, n := range first {
		if !deck[n-1].Hits(hitRow) {
			c.Ways[0] += choices
			continue
		}
		c.Hits++
		for w, cards := range all {
			c.Ways[w] += cards
		}
		if pile != nil && !alone {
			c.Ways[wounds(n)]--
		}
	}
	return c
}

func everyCard(deck []Challenge) Numbers {
	cards := make(Numbers, len(deck))
	for i := range deck {
		cards[i] = i + 1
	}
	return cards
}

// String tells the chances: "hits on 19 of 50 cards; wounds 0: 74%, 1: 15%, 2: 11%".
func (c Chances) String() string {
	var parts []string
	for w, ways := range c.Ways {
		switch percent := (200*ways + c.Of) / (2 * c.Of); {
		case ways == 0:
		case percent == 0:
			parts = append(parts, fmt.Sprintf("%d: under 1%%", w))
		default:
			parts = append(parts, fmt.Sprintf("%d: %d%%", w, percent))
		}
	}
	return fmt.Sprintf("hits on %d of %d cards; wounds %s", c.Hits, c.Cards, strings.Join(parts, ", "))
}
