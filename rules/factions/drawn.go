package factions

import (
	"fmt"
	"strings"

	"umpire/rules"
)

// drawnCard is the challenge card that a fact tells of, with the row that it was
// read on; nil for other facts.
func drawnCard(fact any) *rules.SceneCard {
	switch f := fact.(type) {
	case HitDrawn:
		came := "no hit"
		if f.Hit {
			came = "a hit"
		}
		card := f.picture(f.Compared, "To hit", came)
		card.ByBar = true
		return card
	case DamageDrawn:
		return f.picture(f.Compared, "To wound", fmt.Sprintf("%s, %s", f.Face, f.Face.Change()))
	}
	return nil
}

// picture is the card as it lies on the table, the best row on top.
func (d Drawn) picture(c Compared, why, came string) *rules.SceneCard {
	card := &rules.SceneCard{
		Title: fmt.Sprintf("%s: card %d, %s", why, d.Card, d.Team), Above: c.Sum(), Bars: "Hit", Faces: "Wounds",
		Below: fmt.Sprintf("Read at %s: %s", c.RowText(), came),
	}
	var faces []string
	for row := highest; row >= lowest; row-- {
		face := d.Shows.Face(row)
		card.Rows = append(card.Rows, rules.CardRow{Name: signed(row), Bar: d.Shows.Hits(row), Face: face.String()})
		if row == c.Row() {
			card.Read = highest - row
		}
		if row == lowest || d.Shows.Face(row-1) != face {
			faces = append(faces, fmt.Sprintf("%s from %s", face, signed(row)))
		}
	}
	bar := "no Hit bar"
	if d.Shows.Hit != never {
		bar = "Hit bar from " + signed(d.Shows.Hit)
	}
	card.Text = fmt.Sprintf("%s. %s. %s. The card: %s; %s.", card.Title, card.Above, card.Below, bar, strings.Join(faces, ", "))
	return card
}
