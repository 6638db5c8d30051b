package factions

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// defaultRows is how many of the 50 cards hit, and show Amaze, Pass, Squeak, Fail
// and Fopp, on each row from -6 up.
func defaultRows() [][6]int {
	return [][6]int{
		{5, 0, 3, 5, 15, 27},
		{8, 0, 5, 6, 17, 22},
		{11, 1, 7, 7, 17, 18},
		{15, 2, 10, 7, 17, 14},
		{19, 3, 13, 8, 15, 11},
		{24, 4, 16, 9, 13, 8},
		{29, 6, 19, 9, 10, 6},
		{33, 8, 22, 8, 8, 4},
		{37, 11, 23, 7, 6, 3},
		{41, 14, 24, 6, 4, 2},
		{44, 18, 24, 4, 3, 1},
		{46, 22, 23, 3, 2, 0},
		{48, 27, 20, 2, 1, 0},
	}
}

func TestDefaultDeckHasItsRowsExactly(t *testing.T) {
	var rows [][6]int
	for row := lowest; row <= highest; row++ {
		var counts [6]int
		for _, card := range DefaultDeck() {
			if card.Hits(row) {
				counts[0]++
			}
			counts[1+int(Amaze-card.Face(row))]++
		}
		rows = append(rows, counts)
	}
	if diff := cmp.Diff(defaultRows(), rows); diff != "" {
		t.Errorf("the deck has other rows (-table +deck):\n%s", diff)
	}
}

func TestCardsOfTheExamplesAreInTheDeck(t *testing.T) {
	deck := DefaultDeck()
	if !deck[45].Hits(-2) || deck[37].Face(1) != Squeak || deck[24].Face(1) != Pass || deck[19].Hits(0) || deck[19].Hit != 2 {
		t.Errorf("card 46 %+v, 38 %+v, 25 %+v, 20 %+v", deck[45], deck[37], deck[24], deck[19])
	}
}

func TestEveryCardIsBetterOnABetterRow(t *testing.T) {
	for i, card := range DefaultDeck() {
		for row := lowest; row < highest; row++ {
			if card.Face(row+1) < card.Face(row) || card.Hits(row) && !card.Hits(row+1) {
				t.Errorf("card %d gets worse from row %d to the next", i+1, row)
			}
		}
	}
}

func TestDifferencesBeyondTheCardAreReadOnTheLastRow(t *testing.T) { // WF-2
	for difference, want := range map[int]int{-20: -6, -7: -6, -6: -6, 0: 0, 6: 6, 7: 6, 20: 6} {
		if got := Row(difference); got != want {
			t.Errorf("%d is read on row %d", difference, got)
		}
	}
}

func TestFacesChangeTheWoundRatingAndNeverHeal(t *testing.T) { // WF-3, WF-4
	for face, want := range map[Face][3]int{Amaze: {1, 2, 5}, Pass: {0, 1, 4}, Squeak: {0, 0, 3}, Fail: {0, 0, 2}, Fopp: {0, 0, 0}} {
		if got := [3]int{face.Wounds(0, House{}), face.Wounds(1, House{}), face.Wounds(4, House{})}; got != want {
			t.Errorf("%s of 0, 1 and 4 makes %v, want %v", face, got, want)
		}
	}
	if got := Amaze.Wounds(0, House{AmazeNeedsRating: true}); got != 0 {
		t.Errorf("Amaze adds %d to nothing", got)
	}
}

func TestDeckFileFaultsNameTheirLine(t *testing.T) {
	const good = "cards:\n- 0/-6/-5/-3/2\n"
	for text, want := range map[string]string{
		good + "- 0/-6/-3/-4/2\n":              "d.yaml:3: the challenge card \"0/-6/-3/-4/2\" gets worse on a better row: its Pass begins at -4, before its Squeak at -3",
		good + "- 0/-6/-5/-3\n":                "d.yaml:3: the challenge card \"0/-6/-5/-3\" is not hit/fail/squeak/pass/amaze",
		good + "- 0/-6/-5/-3/8\n":              "d.yaml:3: the challenge card \"0/-6/-5/-3/8\" has \"8\"",
		good + "- 0/-7/-5/-3/2\n- 0/0/0/x/0\n": "d.yaml:4: the challenge card \"0/0/0/x/0\" has \"x\"",
		good:                                   "d.yaml: a challenge deck has 2 to 200 cards, not 1",
		good + "faces: 3\n":                    "d.yaml:3: ",
	} {
		_, err := ReadDeck("d.yaml", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestPackedDecksAndPilesComeBackAsTheyWere(t *testing.T) {
	deck := Deck(DefaultDeck())
	text, _ := deck.MarshalText()
	var again Deck
	if err := again.UnmarshalText(text); err != nil || cmp.Diff(deck, again) != "" {
		t.Errorf("the deck comes back otherwise: %v", err)
	}
	pile := newPile(1, mostCards).Discards
	text, _ = pile.MarshalText()
	var cards Numbers
	if err := cards.UnmarshalText(text); err != nil || cmp.Diff(pile, cards) != "" {
		t.Errorf("the pile comes back otherwise: %v", err)
	}
	if err := again.UnmarshalText([]byte("123")); err == nil {
		t.Error("half a card is read")
	}
}
