package forbidden

import (
	"encoding/json"

	"umpire/rules/kit"
)

// Book is what of a side hardly ever changes: its units and its decks. It is
// most of what a session is, and most of the time nobody looks into it: so it is
// kept packed, and each half is read when it is first wanted.
type Book struct {
	Kinds json.RawMessage `json:"kinds"`
	Cards json.RawMessage `json:"cards"`

	kinds []Kind
	decks *decks
}

// decks are the deck in force, and the one that the house rule leaves out.
type decks struct {
	Deck  Deck  `json:"deck"`
	Spare *Deck `json:"spare,omitempty"`
}

func newBook(kinds []Kind, d decks) *Book {
	return &Book{Kinds: kit.Encode(kinds), Cards: kit.Encode(d)}
}

func unpack(body json.RawMessage, into any) {
	if err := json.Unmarshal(body, into); err != nil {
		panic("forbidden: a side's book cannot be read: " + err.Error())
	}
}

// units are the side's kinds of unit.
func (side *Side) units() []Kind {
	if side.Book.kinds == nil {
		unpack(side.Book.Kinds, &side.Book.kinds)
	}
	return side.Book.kinds
}

// fighting are the kinds that can be in a combat there, a bastion among them.
func (side *Side) fighting(void bool) []Kind {
	var kinds []Kind
	for _, k := range side.units() {
		if k.Ship == void {
			kinds = append(kinds, k)
		}
	}
	if !void {
		kinds = append(kinds, bastion())
	}
	return kinds
}

// named are all the kinds that the side's cards may name.
func named(kinds []Kind) []Kind { return append(kinds[:len(kinds):len(kinds)], bastion()) }

func (side *Side) decks() *decks {
	if side.Book.decks == nil {
		side.Book.decks = new(decks)
		unpack(side.Book.Cards, side.Book.decks)
	}
	return side.Book.decks
}

// deck is the combat deck that the side plays with.
func (side *Side) deck() Deck { return side.decks().Deck }

// replace puts an upgrade, by its place among them, where a design was.
func (side *Side) replace(design, upgrade int) {
	d := side.decks()
	d.Deck.remove(design)
	d.Deck.put(upgrade, design)
	side.Book.Cards, side.Cards = kit.Encode(d), d.Deck.cards()
}
