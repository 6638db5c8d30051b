package kit

import (
	"fmt"
	"slices"

	"umpire/rules"
)

// Shuffle gives a hidden permutation of 0..n-1, as Turn.Shuffle does.
type Shuffle func(kind string, n int) []int

// Pile is a draw pile with its discards. It begins with every card among the
// discards, so the first card taken shuffles the deck.
type Pile struct {
	Seat     rules.Seat `json:"seat"` // whose it is; Everyone when the sides share it
	Draw     Cards      `json:"draw"` // face down, the top card first
	Discards Cards      `json:"discards"`
	Shuffles int        `json:"shuffles"`
}

// NewPile is a pile of these cards, not shuffled yet.
func NewPile(seat rules.Seat, cards []Card) Pile {
	return Pile{Seat: seat, Discards: slices.Clone(cards)}
}

// Take draws the top card. An empty pile shuffles its discards first, under the
// kind "deck:SEAT:k" with k counting the pile's shuffles from 1; a lone discard
// needs no shuffle. False: there is neither.
func (p *Pile) Take(shuffle Shuffle) (Card, bool) {
	if len(p.Draw) == 0 {
		p.turn(shuffle)
	}
	if len(p.Draw) == 0 {
		return Card{}, false
	}
	card := p.Draw[0]
	p.Draw = slices.Clone(p.Draw[1:])
	return card, true
}

// turn makes a new draw pile out of the discards.
func (p *Pile) turn(shuffle Shuffle) {
	cards := p.Discards
	p.Discards = nil
	if len(cards) < 2 {
		p.Draw = cards
		return
	}
	p.Shuffles++
	p.Draw = make(Cards, 0, len(cards))
	for _, i := range shuffle(fmt.Sprintf("deck:%d:%d", p.Seat, p.Shuffles), len(cards)) {
		p.Draw = append(p.Draw, cards[i])
	}
}

// Discard lays played cards away; no card is skipped.
func (p *Pile) Discard(cards ...Card) {
	for _, card := range cards {
		if !card.None() {
			p.Discards = append(p.Discards, card)
		}
	}
}

// Hand is the cards that one seat holds, in the order in which they came.
type Hand []Card

// MarshalText writes the cards' IDs, one after another.
func (h Hand) MarshalText() ([]byte, error) { return Cards(h).MarshalText() }

// UnmarshalText reads what MarshalText wrote.
func (h *Hand) UnmarshalText(text []byte) error { return (*Cards)(h).UnmarshalText(text) }

// Refill draws up to size cards, or as many as there are.
func (h *Hand) Refill(p *Pile, size int, shuffle Shuffle) {
	for len(*h) < size {
		card, ok := p.Take(shuffle)
		if !ok {
			return
		}
		*h = append(*h, card)
	}
}

// Play takes a card out of the hand; false when it is not in it.
func (h *Hand) Play(card Card) bool {
	i := slices.Index(*h, card)
	if i < 0 {
		return false
	}
	*h = slices.Delete(slices.Clone(*h), i, i+1)
	return true
}

// Sorted is the hand as it is shown: suit by suit, the highest card first, Jokers last.
func (h Hand) Sorted() []Card {
	order := append(Suits(), NoSuit)
	sorted := slices.Clone(h)
	slices.SortStableFunc(sorted, func(a, b Card) int {
		if a.Suit != b.Suit {
			return slices.Index(order, a.Suit) - slices.Index(order, b.Suit)
		}
		return int(b.Rank - a.Rank)
	})
	return sorted
}
