package kit

import "strings"

// Cards are cards in order. In a snapshot they are one text, "7D 10C JS": every
// answer reads and writes all of them.
type Cards []Card

// MarshalText writes the cards' IDs, one after another.
func (c Cards) MarshalText() ([]byte, error) {
	text := make([]byte, 0, 4*len(c))
	for i, card := range c {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(text, card.ID()...)
	}
	return text, nil
}

// UnmarshalText reads what MarshalText wrote.
func (c *Cards) UnmarshalText(text []byte) error {
	*c = nil
	if len(text) == 0 {
		return nil
	}
	list := make(Cards, 0, (len(text)+1)/3)
	for id := range strings.SplitSeq(string(text), " ") {
		card, err := ParseCard(id)
		if err != nil {
			return err
		}
		list = append(list, card)
	}
	*c = list
	return nil
}
