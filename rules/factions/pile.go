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
	Draw     Numbers    `json:"draw"` // the top card first
	Discards Numbers    `json:"discards"`
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
	order := shuffle(fmt.Sprintf("deck:%d:%d", p.Seat, p.Shuffles), len(p.Discards))
	p.Draw = make(Numbers, 0, len(order))
	for _, i := range order {
		p.Draw = append(p.Draw, p.Discards[i])
	}
	p.Discards = nil
}

// Left gives the cards of which the next is drawn, each as likely as the others:
// what everybody knows who has seen the cards that were drawn.
func (p *Pile) Left() Numbers {
	if len(p.Draw) == 0 {
		return p.Discards
	}
	return p.Draw
}

// after gives the cards of which the one after card is drawn, when card is drawn
// next.
func (p *Pile) after(card int) Numbers {
	left := slices.DeleteFunc(slices.Clone(p.Left()), func(n int) bool { return n == card })
	if len(left) > 0 {
		return left
	}
	if len(p.Draw) == 0 {
		return Numbers{card}
	}
	return append(slices.Clone(p.Discards), card)
}
