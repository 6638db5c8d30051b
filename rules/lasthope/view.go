package lasthope

import (
	"fmt"
	"strings"

	"umpire/rules"
)

// view is the table as everybody sees it, and a seat's own hand with the sizes
// of the piles it draws from.
func view(s *S, seat rules.Seat) rules.View {
	v := rules.View{Title: fmt.Sprintf("Turn %d, %s to act", s.Turn, rules.Escape(s.side(s.Active).Name))}
	for i, side := range s.Sides {
		name := fmt.Sprintf("%s, favouring %s %s", rules.Escape(side.Name), side.Favoured.Name(), side.Favoured.Glyph())
		var lines []string
		for _, m := range side.Models {
			lines = append(lines, s.line(m))
		}
		if !s.House.Called {
			lines = append(lines, fmt.Sprintf("Cards in hand: %d", len(s.Sides[i].Hand)))
		}
		v.Fields = append(v.Fields, rules.Field{Name: name, Value: strings.Join(lines, "\n")})
	}
	if seat < 1 || int(seat) > len(s.Sides) || s.House.Called {
		return v
	}
	var cards []string
	for _, card := range s.side(seat).Hand.Sorted() {
		cards = append(cards, card.String())
	}
	if len(cards) == 0 {
		cards = []string{"no card"}
	}
	pile, whose := s.pile(seat), "Your deck"
	if s.House.SharedDeck {
		whose = "The deck"
	}
	return rules.View{Title: v.Title, Fields: append(v.Fields,
		rules.Field{Name: "Your hand", Value: strings.Join(cards, "\n")},
		rules.Field{Name: whose, Value: fmt.Sprintf("%d to draw, %d discarded", len(pile.Draw), len(pile.Discards))},
	)}
}

// line is one model on the board.
func (s *S) line(m *Model) string {
	text := fmt.Sprintf("- **%s**", m.shown())
	if m.Sheet.Role != "" {
		text += ", " + rules.Escape(m.Sheet.Role)
	}
	if m.Life.Out() {
		return text + ": out of action"
	}
	text += fmt.Sprintf(": %d of %d wounds left · strength %d, defence %d, toughness %d · %s",
		m.Life.Left, m.Life.Max, m.Sheet.Strength, m.Sheet.Defence, m.Sheet.Toughness, m.arms())
	if len(m.Sheet.Clothing) > 0 {
		text += ", " + m.clothes()
	}
	if m.Attacked {
		text += " · has attacked"
	}
	return text
}
