package factions

import (
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/kit"
)

func TestADrawnCardIsShownWithTheRowThatWasRead(t *testing.T) {
	at := Compared{Rating: kit.Sum{{Why: "Melee", N: 6}}, Against: kit.Part{Why: "Agility", N: 8}}
	drawn := Drawn{Team: "Black", Card: 17, Shows: Challenge{Hit: -1, Fail: -6, Squeak: -3, Pass: 0, Amaze: never}}
	scene := System().CardScene(Struck{}, HitDrawn{Compared: at, Drawn: drawn}, DamageDrawn{Compared: at, Drawn: drawn, Face: Squeak})
	if scene == nil || len(scene.Cards) != 2 || len(scene.Text) != 2 {
		t.Fatalf("the picture is %+v", scene)
	}
	for i, want := range []string{
		"To hit: card 17, Black. Melee 6 against Agility 8 = −2. Read at −2: no hit. The card: Hit bar from −1; Pass from 0, Squeak from −3, Fail from −6.",
		"To wound: card 17, Black. Melee 6 against Agility 8 = −2. Read at −2: Squeak, one less. The card: Hit bar from −1; Pass from 0, Squeak from −3, Fail from −6.",
	} {
		c := scene.Cards[i]
		if c.Text != want || c.ByBar != (i == 0) {
			t.Errorf("card %d is %+v", i+1, c)
		}
		if read := c.Rows[c.Read]; len(c.Rows) != 13 || read != (rules.CardRow{Name: "−2", Face: "Squeak"}) {
			t.Errorf("row %d of %d is read, %+v", c.Read, len(c.Rows), read)
		}
		if first, last := c.Rows[0], c.Rows[12]; first.Name != "+6" || !first.Bar || last.Name != "−6" || last.Bar {
			t.Errorf("the rows are from %+v to %+v", first, last)
		}
	}
}

func TestOfManyDrawnCardsTheLastAreShown(t *testing.T) {
	facts := make([]any, 8)
	for i := range facts {
		facts[i] = HitDrawn{Drawn: Drawn{Team: "Black", Card: i + 1}}
	}
	scene := System().CardScene(facts...)
	if len(scene.Cards) != 6 || scene.Title != "The last 6 cards drawn, after 2 more" || !strings.HasPrefix(scene.Text[0], "To hit: card 3, Black.") {
		t.Errorf("the picture is %+v", scene)
	}
	if scene := System().CardScene(Struck{}); scene != nil {
		t.Errorf("without a card the picture is %+v", scene)
	}
}
