package factions

import (
	"fmt"
	"strings"

	"umpire/rules"
)

// view is the table as everybody sees it, and what lies face down before a seat's
// own heroes.
func view(s *S, seat rules.Seat) rules.View {
	v := rules.View{Title: fmt.Sprintf("Round %d, %s's half", s.Round, rules.Escape(s.team(s.Active).Name))}
	for _, team := range s.Teams {
		var lines []string
		for _, f := range team.Figures {
			lines = append(lines, f.line())
		}
		v.Fields = append(v.Fields, rules.Field{Name: rules.Escape(team.Name), Value: strings.Join(lines, "\n")})
	}
	var lines []string
	for _, m := range s.Markers {
		lines = append(lines, m.line())
	}
	for _, tr := range s.Trackers {
		lines = append(lines, s.trackerLine(tr))
	}
	if len(lines) > 0 {
		v.Fields = append(v.Fields, rules.Field{Name: "On the map", Value: strings.Join(lines, "\n")})
	}
	if decks := s.decks(); decks != "" {
		v.Fields = append(v.Fields, rules.Field{Name: "Challenge cards", Value: decks})
	}
	if s.seated(seat) {
		if down := s.facedown(seat); down != "" {
			v.Fields = append(v.Fields, rules.Field{Name: "Face down, for your eyes alone", Value: down})
		}
	}
	return v
}

// line is one figure on the board.
func (f *Figure) line() string {
	text := fmt.Sprintf("**%s**", f.shown())
	if f.Sheet.Minion {
		text += ", minion"
	}
	switch {
	case f.Defeated && f.Sheet.Minion:
		return text + ": out of the fight"
	case f.Defeated:
		return text + ": in the Underpit"
	}
	sh := f.Sheet
	text += fmt.Sprintf(": %d of %d wounds taken; Wits %d, Melee %d, Agility %d, Power %d, Wound %d, Armor %d, Stealth %d",
		f.Wounds, sh.Health, sh.Wits, sh.Melee, sh.Agility, sh.Power, sh.Wound, sh.Armor, sh.Stealth)
	if sh.Ranged != nil {
		text += "; " + sh.Ranged.weapon().shown()
	}
	for _, h := range f.Cards {
		if !h.Down {
			text += "; " + h.Card.shown()
		}
	}
	for _, extra := range hoard(f.down(), f.Gold) {
		text += "; " + extra
	}
	for _, a := range sh.Abilities {
		text += "; " + a.shown()
	}
	if sh.Space != "" {
		text += "; at " + rules.Escape(sh.Space)
	}
	if f.Fought {
		text += "; has had its turn"
	}
	return text
}

func (m Marker) line() string {
	text := fmt.Sprintf("What %s left: %s", rules.Escape(m.Of), m.what())
	for _, h := range m.Cards {
		if !h.Down {
			text += "; " + rules.Escape(h.Card.Name)
		}
	}
	if m.Space != "" {
		text += ", at " + rules.Escape(m.Space)
	}
	return text
}

func (s *S) trackerLine(tr Tracker) string {
	text := fmt.Sprintf("%s on %s, because of %s", rules.Escape(tr.Name), rules.Escape(tr.Place), s.figure(tr.Because).shown())
	if tr.Gain.N != 0 {
		text += ": " + tr.Gain.String()
	}
	return text
}

// decks tells how many challenge cards are left to draw.
func (s *S) decks() string {
	var lines []string
	for _, p := range s.Piles {
		whose := "Both teams"
		if p.Seat != rules.Everyone {
			whose = rules.Escape(s.team(p.Seat).Name)
		}
		lines = append(lines, fmt.Sprintf("%s: %d to draw, %d discarded", whose, len(p.Draw), len(p.Discards)))
	}
	return strings.Join(lines, "\n")
}

// facedown lists what a seat knows of its own cards.
func (s *S) facedown(seat rules.Seat) string {
	var lines []string
	for _, f := range s.team(seat).Figures {
		for _, h := range f.Cards {
			if !h.Down {
				continue
			}
			text := fmt.Sprintf("%s: %s", f.shown(), h.Card.shown())
			if why := f.Sheet.bars(h.Card, s.House); why != "" {
				text += "; useless, " + why
			}
			lines = append(lines, text)
		}
	}
	return strings.Join(lines, "\n")
}
