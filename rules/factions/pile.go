package factions

import (
	"fmt"
	"slices"

	"umpire/rules"
	"umpire/rules/kit"
)

// Pile is a challenge deck in play: the numbers of its cards, from 1. It begins
// with all of them among the discards.
type Pile struct {
	Seat     rules.Seat `json:"seat"` // whose it is; Everyone when the teams share it
	Draw     []int      `json:"draw"` // the top card first
	Discards []int      `json:"discards"`
	Shuffles int        `json:"shuffles"`
}

// newPile is a deck of so many cards, not shuffled yet.
func newPile(seat rules.Seat, cards int) Pile {
	p := Pile{Seat: seat}
	for n := range cards {
		p.Discards = append(p.Discards, n+1)
	}
	return p
}

// Take draws the top card and lays it among the discards. An empty pile shuffles
// its discards first, the card drawn just before among them (WF-8), under the
// kind "deck:SEAT:k".
func (p *Pile) Take(shuffle kit.Shuffle) int {
	if len(p.Draw) == 0 {
		p.Shuffle(shuffle)
	}
	card := p.Draw[0]
	p.Draw = slices.Clone(p.Draw[1:])
	p.Discards = append(p.Discards, card)
	return card
}

// Shuffle makes a new draw pile out of the discards.
func (p *Pile) Shuffle(shuffle kit.Shuffle) {
	p.Shuffles++
	cards := p.Discards
	p.Draw, p.Discards = make([]int, 0, len(cards)), nil
	for _, i := range shuffle(fmt.Sprintf("deck:%d:%d", p.Seat, p.Shuffles), len(cards)) {
		p.Draw = append(p.Draw, cards[i])
	}
}

// Left gives the cards of which the next is drawn, each as likely as the others:
// what everybody knows who has seen the cards that were drawn.
func (p *Pile) Left() []int {
	if len(p.Draw) == 0 {
		return p.Discards
	}
	return p.Draw
}

// after gives the cards of which the one after card is drawn, when card is drawn
// next.
func (p *Pile) after(card int) []int {
	left := slices.DeleteFunc(slices.Clone(p.Left()), func(n int) bool { return n == card })
	if len(left) > 0 {
		return left
	}
	if len(p.Draw) == 0 {
		return []int{card}
	}
	return append(slices.Clone(p.Discards), card)
}
