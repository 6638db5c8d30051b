package picture_test

import (
	"bytes"
	"context"
	"image/color"
	"image/png"
	"os"
	"strconv"
	"testing"

	"umpire/rules"
)

// challenge is a card of 13 rows that was read on one of them.
func challenge(read int) rules.SceneCard {
	card := rules.SceneCard{
		Title: "To hit: card 17, Black", Above: "Melee 6 + Broadaxe 1 against Agility 8 = −1", Bars: "Hit", Faces: "Wounds",
		Read: read, ByBar: read%2 == 1, Below: "Read at " + strconv.Itoa(6-read) + ": no hit",
	}
	for row := 6; row >= -6; row-- {
		card.Rows = append(card.Rows, rules.CardRow{Name: strconv.Itoa(row), Bar: row >= 2, Face: []string{"Fopp", "Fail", "Squeak", "Pass", "Amaze"}[(row+6)/3]})
	}
	return card
}

func TestCardsAreDrawnTwoBesideEachOther(t *testing.T) {
	for n, want := range map[int]int{1: 388, 2: 760, 5: 760} {
		s := &rules.Scene{Title: "Cards drawn"}
		for i := range n {
			s.Cards = append(s.Cards, challenge(5+i))
		}
		body, err := newDrawer(t).Draw(context.Background(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if b := img.Bounds(); b.Dx() != want {
			t.Errorf("%d cards are %d pixels wide, want %d", n, b.Dx(), want)
		}
		if path := os.Getenv("CARDS_OUT"); path != "" && n == 2 {
			if err := os.WriteFile(path, body, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestTheRowThatWasReadIsToldBySomethingElseThanColour(t *testing.T) {
	d := newDrawer(t)
	dark := func(read int) (points int) {
		body, err := d.Draw(context.Background(), &rules.Scene{Cards: []rules.SceneCard{challenge(read)}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		for x := 24; x < 60; x++ { // where the arrow of the fifth row is
			for y := 16 + 188 + 4*34 + 4; y < 16+188+5*34-4; y++ {
				if g, ok := color.GrayModel.Convert(img.At(x, y)).(color.Gray); ok && g.Y < 80 {
					points++
				}
			}
		}
		return points
	}
	if read, other := dark(4), dark(9); read < other+100 {
		t.Errorf("there are %d dark points before the row when it was read, and %d when another was", read, other)
	}
}

func TestCardsThatCannotBeAreAnErrorAndNoPanic(t *testing.T) {
	many := &rules.Scene{Cards: make([]rules.SceneCard, 1000)}
	long := &rules.Scene{Cards: []rules.SceneCard{{Rows: make([]rules.CardRow, 1000)}}}
	for _, s := range []*rules.Scene{many, long} {
		if _, err := newDrawer(t).Draw(context.Background(), s, nil); err == nil {
			t.Error("it is drawn")
		}
	}
	if _, err := newDrawer(t).Draw(context.Background(), &rules.Scene{Cards: []rules.SceneCard{{Read: 99}}}, nil); err != nil {
		t.Errorf("an empty card: %v", err)
	}
}
