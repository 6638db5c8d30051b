package forbidden

import (
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// view is the table as everybody sees it, and a seat's own hand and deck.
func view(s *S, seat rules.Seat) rules.View {
	v := rules.View{Title: s.title()}
	if c := s.Combat; c != nil {
		for _, a := range c.Armies {
			v.Fields = append(v.Fields, rules.Field{Name: s.heading(c, a), Value: kit.Clip(s.armyLines(c, a), 1000)})
		}
	}
	for i, side := range s.Sides {
		v.Fields = append(v.Fields, rules.Field{Name: rules.Escape(side.Name), Value: kit.Clip(s.sideLines(rules.Seat(i+1), side), 1000)})
	}
	if seat < 1 || int(seat) > len(s.Sides) {
		return v
	}
	side := s.side(seat)
	if c := s.Combat; c != nil && c.army(seat) != nil && c.Round > 0 {
		text := deckText(side.designs(c.army(seat).Hand), side.fighting(c.Void))
		if text == "" {
			text = "no card"
		}
		v.Fields = append(v.Fields, rules.Field{Name: "Your hand", Value: kit.Clip(text, 1000)})
	}
	v.Fields = append(v.Fields, rules.Field{Name: "Your combat deck, two of each", Value: kit.Clip(deckText(side.deck().Designs, named(side.units())), 1000)})
	if side.LossAsk != "" {
		v.Fields = append(v.Fields, rules.Field{Name: "Your loss order", Value: "asked for in secret: what you choose lies face down until it first counts"})
	}
	return v
}

func (s *S) title() string {
	c := s.Combat
	switch {
	case c == nil:
		return fmt.Sprintf("Between combats, %d fought", s.Fought)
	case c.Round == 0:
		return fmt.Sprintf("%s: the sides say what they have there", rules.Escape(c.Area))
	}
	return fmt.Sprintf("%s, round %d", rules.Escape(c.Area), c.Round)
}

func (s *S) heading(c *Combat, a *Army) string {
	return fmt.Sprintf("%s, the %s at %s", rules.Escape(s.side(a.Seat).Name), a.Role, rules.Escape(c.Area))
}

func (s *S) armyLines(c *Combat, a *Army) string {
	lines := []string{kit.Capital(rules.Escape(a.force()))}
	if c.Round == 0 {
		if !a.Stated {
			return "Not stated yet"
		}
		return lines[0]
	}
	lines = append(lines, "Dice: "+a.Dice.String())
	if a.Tokens.Total() > 0 {
		lines = append(lines, "Tokens: "+a.Tokens.String())
	}
	var up []string
	for _, key := range a.Faceup {
		card := s.side(a.Seat).deck().card(key)
		up = append(up, fmt.Sprintf("%s %s", rules.Escape(card.Name), card.glyphs()))
	}
	if len(up) > 0 {
		lines = append(lines, "Faceup: "+strings.Join(up, ", "))
	}
	return strings.Join(append(lines, fmt.Sprintf("Cards in hand: %d", len(a.Hand))), "\n")
}

func (s *S) sideLines(seat rules.Seat, side *Side) string {
	lines := []string{count(side.Tokens, "reinforcement token", "reinforcement tokens")}
	for _, a := range s.Areas {
		if h := a.of(seat); h != nil {
			lines = append(lines, fmt.Sprintf("%s (%s): %s", rules.Escape(a.Name), a.kind(), rules.Escape(s.force(h).String())))
		}
	}
	return strings.Join(lines, "\n")
}
