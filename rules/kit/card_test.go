package kit

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCardSurvivesItsID(t *testing.T) {
	seen := map[string]bool{}
	for _, card := range Deck(true) {
		back, err := ParseCard(card.ID())
		if err != nil || back != card {
			t.Errorf("%s comes back as %v, %v", card.ID(), back, err)
		}
		if low, err := ParseCard(strings.ToLower(card.ID())); err != nil || low != card {
			t.Errorf("%s in lower case is %v, %v", card.ID(), low, err)
		}
		seen[card.ID()] = true
	}
	if len(seen) != 54 || len(Deck(false)) != 52 {
		t.Errorf("%d ids and %d cards without jokers, want 54 and 52", len(seen), len(Deck(false)))
	}
}

func TestCardsAreOneTextOfIDs(t *testing.T) {
	hand := Hand{{7, Diamonds}, {10, Clubs}, {Jack, Spades}, {Rank: RedJoker}, {}}
	text, err := json.Marshal(hand)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != `"7D 10C JS XR "` {
		t.Errorf("written as %s", text)
	}
	var back Hand
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(hand, back); diff != "" {
		t.Error(diff)
	}
}

func TestUnknownCardsAndSuitsAreRefused(t *testing.T) {
	var card Card
	for _, id := range []string{"1D", "11S", "7X", "D7", "D", "10", "010D", "XRS", "X", "S", "7D ", "é"} {
		if err := card.UnmarshalText([]byte(id)); err == nil {
			t.Errorf("%s is read as %v", id, card)
		}
	}
	var suit Suit
	if err := suit.UnmarshalText([]byte("swords")); err == nil {
		t.Error("swords is a suit")
	}
}

func TestCardsHaveWords(t *testing.T) {
	for card, want := range map[Card]string{
		{7, Diamonds}:      "7 of Diamonds ♦",
		{Jack, Spades}:     "Jack of Spades ♠",
		{Rank: BlackJoker}: "Black Joker ★",
		{}:                 "no card",
	} {
		if card.String() != want {
			t.Errorf("%q, want %q", card, want)
		}
	}
	if Rank(7).Word() != "seven" || Queen.Word() != "Queen" {
		t.Error("ranks in running text are seven and Queen")
	}
}
