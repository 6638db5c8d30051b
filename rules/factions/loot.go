package factions

import (
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// loot is the order by which a hero takes what a fallen one left in its space:
// all of it, or one thing (WF-21). Who is there is called; the other team's word
// is awaited where its hero is looted.
func loot(s *S, t *rules.Turn, o rules.Order) error {
	f, err := s.ownHero(t.Seat(), o.Args["hero"])
	if err != nil {
		return err
	}
	id, err := kit.Find("marker", o.Args["from"], markerOptions(s.Markers))
	if err != nil {
		return err
	}
	m := s.marker(id)
	what := ""
	if text := o.Args["what"]; text != "" {
		if what, err = kit.Find("loot", text, m.contents()); err != nil {
			return err
		}
	}
	if len(f.Cards)+len(m.Cards) > mostCarried && (what == "" || strings.HasPrefix(what, "c")) {
		return rules.Refuse("%s carries at most %d cards.", f.shown(), mostCarried)
	}
	if m.Seat != f.Seat {
		t.Say(LootCalled{Seat: t.Seat(), Figure: f.Name, From: m.Of})
		t.Ask(consent(m.Seat, fmt.Sprintf("Is %s in the space where %s fell?", f.shown(), rules.Escape(m.Of))))
	}
	told := m.give(f, what)
	told.Seat, told.Emptied = t.Seat(), m.empty()
	for _, h := range f.Cards[len(f.Cards)-len(told.Cards)-told.Down:] {
		if h.Down && h.By != f.Seat {
			t.Show(h.Ask, f.Seat)
		}
	}
	t.Say(told)
	if told.Emptied {
		s.Markers = slices.DeleteFunc(s.Markers, func(m Marker) bool { return m.ID == id })
	}
	return nil
}

func (s *S) marker(id string) *Marker {
	i := slices.IndexFunc(s.Markers, func(m Marker) bool { return m.ID == id })
	return &s.Markers[i]
}

func (m *Marker) empty() bool { return m.Gold == 0 && len(m.Cards) == 0 }

// give moves what is named to a hero: a card by its ID, "gold", or all.
func (m *Marker) give(f *Figure, what string) Looted {
	told := Looted{Figure: f.Name, From: m.Of}
	if what == "" || what == lootGold {
		told.Gold = m.Gold
		f.Gold, m.Gold = min(f.Gold+m.Gold, mostGold), 0
	}
	var left []Holding
	for _, h := range m.Cards {
		switch {
		case what != "" && what != h.ID:
			left = append(left, h)
			continue
		case h.Down:
			told.Down++
		default:
			told.Cards = append(told.Cards, h.Card.Name)
		}
		f.Cards = append(f.Cards, h)
	}
	m.Cards = left
	return told
}

const lootGold = "gold"

// contents lists what can be taken. A card that lies face down is not named.
func (m *Marker) contents() []rules.Option {
	var options []rules.Option
	for _, h := range m.Cards {
		options = append(options, rules.Option{ID: h.ID, Label: h.label()})
	}
	if m.Gold > 0 {
		options = append(options, rules.Option{ID: lootGold, Label: fmt.Sprintf("%d gold", m.Gold)})
	}
	return options
}

// label is a card as everybody may name it.
func (h Holding) label() string {
	if h.Down {
		return "Face-down card " + h.ID
	}
	return h.Card.Name
}

// ownHero finds a hero of a side that can carry something: no minion, and not
// defeated.
func (s *S) ownHero(seat rules.Seat, text string) (*Figure, error) {
	f, err := s.one(seat, text)
	switch {
	case err != nil:
		return nil, err
	case f.Sheet.Minion:
		return nil, rules.Refuse("%s is a minion and carries nothing.", f.shown())
	case f.Defeated:
		return nil, rules.Refuse("%s is defeated and takes nothing.", f.shown())
	}
	return f, nil
}

// renew is the order by which a defeated hero comes back, when the table says
// that Death's Edge was visited (WF-22).
func renew(s *S, t *rules.Turn, o rules.Order) error {
	f, err := s.one(t.Seat(), o.Args["hero"])
	switch {
	case err != nil:
		return err
	case f.Sheet.Minion:
		return rules.Refuse("%s is a minion. Only heroes are renewed.", f.shown())
	case !f.Defeated:
		return rules.Refuse("%s is not defeated.", f.shown())
	}
	f.Defeated, f.Wounds, f.Sheet.Space = false, 0, ""
	t.Say(Renewed{Seat: t.Seat(), Figure: f.Name})
	return nil
}
