package factions

import "fmt"

// A fight's state is read anew for every answer, so that what it holds many of
// is kept as one word each: a letter for every threshold of a challenge card, and
// for every card of a pile.
const firstLetter = '0'

// Deck is challenge cards, packed for the state: five letters a card.
type Deck []Challenge

// MarshalText packs the deck.
func (d Deck) MarshalText() ([]byte, error) {
	text := make([]byte, 0, 5*len(d))
	for _, c := range d {
		for _, row := range [...]int{c.Hit, c.Fail, c.Squeak, c.Pass, c.Amaze} {
			text = append(text, byte(firstLetter+row-lowest))
		}
	}
	return text, nil
}

// UnmarshalText reads what MarshalText packed.
func (d *Deck) UnmarshalText(text []byte) error {
	if len(text)%5 != 0 {
		return fmt.Errorf("unpack a challenge deck: %d letters are no cards of five", len(text))
	}
	row := func(i int) int { return int(text[i]) - firstLetter + lowest }
	cards := make(Deck, 0, len(text)/5)
	for i := 0; i < len(text); i += 5 {
		cards = append(cards, Challenge{row(i), row(i + 1), row(i + 2), row(i + 3), row(i + 4)})
	}
	*d = cards
	return nil
}

// Numbers is the cards of a pile by their numbers, from 1, packed for the state:
// one letter a card.
type Numbers []int

// MarshalText packs the numbers.
func (n Numbers) MarshalText() ([]byte, error) {
	text := make([]rune, 0, len(n))
	for _, card := range n {
		text = append(text, rune(firstLetter+card))
	}
	return []byte(string(text)), nil
}

// UnmarshalText reads what MarshalText packed.
func (n *Numbers) UnmarshalText(text []byte) error {
	cards := make(Numbers, 0, len(text))
	for _, letter := range string(text) {
		cards = append(cards, int(letter)-firstLetter)
	}
	*n = cards
	return nil
}
