package kit

import (
	"fmt"
	"strconv"
	"strings"
)

// Suit is one of the four suits by its letter; 0 is no suit.
type Suit byte

// The four suits, in the order in which a new deck lies.
const (
	NoSuit   Suit = 0
	Spades   Suit = 'S'
	Hearts   Suit = 'H'
	Diamonds Suit = 'D'
	Clubs    Suit = 'C'
)

// Suits lists the four suits in deck order.
func Suits() []Suit { return []Suit{Spades, Hearts, Diamonds, Clubs} }

// Name is the suit in words ("Diamonds"), "" for no suit.
func (s Suit) Name() string {
	switch s {
	case Spades:
		return "Spades"
	case Hearts:
		return "Hearts"
	case Diamonds:
		return "Diamonds"
	case Clubs:
		return "Clubs"
	}
	return ""
}

// Glyph is the suit's sign ("♦"), "" for no suit.
func (s Suit) Glyph() string {
	switch s {
	case Spades:
		return "♠"
	case Hearts:
		return "♥"
	case Diamonds:
		return "♦"
	case Clubs:
		return "♣"
	}
	return ""
}

// MarshalText writes the suit's name in lower case, nothing for no suit.
func (s Suit) MarshalText() ([]byte, error) { return []byte(strings.ToLower(s.Name())), nil }

// UnmarshalText reads a suit by its name, in any case; nothing is no suit.
func (s *Suit) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*s = NoSuit
		return nil
	}
	for _, suit := range Suits() {
		if strings.EqualFold(suit.Name(), string(text)) {
			*s = suit
			return nil
		}
	}
	return fmt.Errorf("no suit is called %q: it is spades, hearts, diamonds or clubs", text)
}

// Rank is a card's rank: 2 to 10 as printed, then Jack to Ace, then the Jokers.
type Rank int

// The ranks above 10. How much a rank counts is the system's business.
const (
	Jack       Rank = 11
	Queen      Rank = 12
	King       Rank = 13
	Ace        Rank = 14
	RedJoker   Rank = 15
	BlackJoker Rank = 16
)

// Face tells whether the rank is Jack, Queen, King or Ace.
func (r Rank) Face() bool { return r >= Jack && r <= Ace }

// Joker tells whether the rank is one of the two Jokers.
func (r Rank) Joker() bool { return r == RedJoker || r == BlackJoker }

// Name is the rank as it is printed ("7", "Jack", "Red Joker").
func (r Rank) Name() string {
	switch r {
	case Jack:
		return "Jack"
	case Queen:
		return "Queen"
	case King:
		return "King"
	case Ace:
		return "Ace"
	case RedJoker:
		return "Red Joker"
	case BlackJoker:
		return "Black Joker"
	}
	return strconv.Itoa(int(r))
}

// Word is the rank in running text ("seven", "Jack").
func (r Rank) Word() string {
	words := []string{"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	if r >= 2 && r <= 10 {
		return words[r-2]
	}
	return r.Name()
}

// Card is one playing card; the zero Card is no card. As text it is its ID.
type Card struct {
	Rank Rank
	Suit Suit // NoSuit for a Joker
}

// None tells whether this is no card at all.
func (c Card) None() bool { return c == Card{} }

// ID is the card's short name: "7D", "10C", "JS", "AH", "XR", "XB"; "" for no card.
func (c Card) ID() string {
	switch {
	case c.None():
		return ""
	case c.Rank == RedJoker:
		return "XR"
	case c.Rank == BlackJoker:
		return "XB"
	case c.Rank.Face():
		return c.Rank.Name()[:1] + string(rune(c.Suit))
	}
	return c.Rank.Name() + string(rune(c.Suit))
}

// Name is the card in words: "7 of Diamonds", "Jack of Spades", "Red Joker".
func (c Card) Name() string {
	switch {
	case c.None():
		return "no card"
	case c.Rank.Joker():
		return c.Rank.Name()
	}
	return c.Rank.Name() + " of " + c.Suit.Name()
}

// Glyph is the sign of the card's suit, a star for a Joker.
func (c Card) Glyph() string {
	if c.Rank.Joker() {
		return "★"
	}
	return c.Suit.Glyph()
}

// String is the name with its glyph: "7 of Diamonds ♦".
func (c Card) String() string { return strings.TrimSpace(c.Name() + " " + c.Glyph()) }

// MarshalText writes the card's ID.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.ID()), nil }

// UnmarshalText reads what ID wrote, in any case.
func (c *Card) UnmarshalText(text []byte) error {
	card, err := ParseCard(string(text))
	if err == nil {
		*c = card
	}
	return err
}

// ParseCard reads a card by its ID, in any case; nothing is no card.
func ParseCard(id string) (Card, error) {
	switch {
	case id == "":
		return Card{}, nil
	case strings.EqualFold(id, "XR"):
		return Card{Rank: RedJoker}, nil
	case strings.EqualFold(id, "XB"):
		return Card{Rank: BlackJoker}, nil
	}
	last := len(id) - 1
	if card := (Card{rankOf(id[:last]), suitOf(id[last])}); card.Rank != 0 && card.Suit != NoSuit {
		return card, nil
	}
	return Card{}, fmt.Errorf("no card is called %q: a card is a rank and a suit, as in 7D, 10C, JS or AH", id)
}

// rankOf reads the rank of an ID, 0 if it is none. Every snapshot is read card by
// card, so it makes nothing.
func rankOf(text string) Rank {
	switch text {
	case "10":
		return 10
	case "J", "j":
		return Jack
	case "Q", "q":
		return Queen
	case "K", "k":
		return King
	case "A", "a":
		return Ace
	}
	if len(text) == 1 && text[0] >= '2' && text[0] <= '9' {
		return Rank(text[0] - '0')
	}
	return 0
}

func suitOf(letter byte) Suit {
	switch suit := Suit(letter &^ 0x20); suit { // in upper case
	case Spades, Hearts, Diamonds, Clubs:
		return suit
	}
	return NoSuit
}

// Deck is a new deck of 52 cards in a fixed order, suit by suit from the 2 up,
// with the two Jokers last where they are wanted.
func Deck(jokers bool) []Card {
	cards := make([]Card, 0, 54)
	for _, suit := range Suits() {
		for rank := Rank(2); rank <= Ace; rank++ {
			cards = append(cards, Card{rank, suit})
		}
	}
	if jokers {
		cards = append(cards, Card{Rank: RedJoker}, Card{Rank: BlackJoker})
	}
	return cards
}
