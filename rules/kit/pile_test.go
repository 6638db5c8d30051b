package kit

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// backwards turns a pile over and keeps the kinds it was asked under.
type backwards struct{ kinds []string }

func (b *backwards) shuffle(kind string, n int) []int {
	b.kinds = append(b.kinds, kind)
	order := make([]int, n)
	for i := range order {
		order[i] = n - 1 - i
	}
	return order
}

func cards(ids ...string) []Card {
	var list []Card
	for _, id := range ids {
		card, err := ParseCard(id)
		if err != nil {
			panic(err)
		}
		list = append(list, card)
	}
	return list
}

func TestFirstDrawShufflesTheDeck(t *testing.T) {
	var b backwards
	pile := NewPile(2, cards("2S", "3S", "4S"))
	var hand Hand
	hand.Refill(&pile, 2, b.shuffle)
	if diff := cmp.Diff(Hand(cards("4S", "3S")), hand); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"deck:2:1"}, b.kinds); diff != "" {
		t.Error(diff)
	}
}

func TestEmptyPileShufflesItsDiscardsUnderTheNextNumber(t *testing.T) {
	var b backwards
	pile := NewPile(1, cards("2S", "3S"))
	for range 2 {
		card, _ := pile.Take(b.shuffle)
		pile.Discard(card, Card{})
	}
	if card, ok := pile.Take(b.shuffle); !ok || card != cards("2S")[0] {
		t.Errorf("draws %v, %v after the reshuffle", card, ok)
	}
	if diff := cmp.Diff([]string{"deck:1:1", "deck:1:2"}, b.kinds); diff != "" {
		t.Error(diff)
	}
}

func TestLoneDiscardComesBackWithoutAShuffle(t *testing.T) {
	var b backwards
	pile := NewPile(1, cards("9H"))
	if card, ok := pile.Take(b.shuffle); !ok || card.ID() != "9H" || len(b.kinds) != 0 {
		t.Errorf("draws %v, %v after shuffles %v", card, ok, b.kinds)
	}
}

func TestNothingLeftGivesNoCard(t *testing.T) {
	var b backwards
	pile := NewPile(1, nil)
	if card, ok := pile.Take(b.shuffle); ok {
		t.Errorf("draws %v out of nothing", card)
	}
	hand := Hand(cards("2S"))
	hand.Refill(&pile, 5, b.shuffle)
	if len(hand) != 1 {
		t.Errorf("hand of %d out of nothing", len(hand))
	}
}

func TestOnlyAHeldCardIsPlayed(t *testing.T) {
	hand := Hand(cards("2S", "QH", "3S"))
	if hand.Play(cards("4S")[0]) || !hand.Play(cards("QH")[0]) {
		t.Error("plays what is not in the hand, or not what is")
	}
	if diff := cmp.Diff(Hand(cards("2S", "3S")), hand); diff != "" {
		t.Error(diff)
	}
}

func TestShownHandIsSortedBySuitAndRank(t *testing.T) {
	hand := Hand(cards("4C", "XR", "9S", "AS", "2H"))
	if diff := cmp.Diff(cards("AS", "9S", "2H", "4C", "XR"), hand.Sorted()); diff != "" {
		t.Error(diff)
	}
}
