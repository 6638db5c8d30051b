package factions

import (
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// setWounds is the umpire's correction of what a figure has suffered. As many
// wounds as its Health defeat it.
func setWounds(s *S, t *rules.Turn, o rules.Order) error {
	f, err := s.named(s.everyone(), o.Args["model"])
	if err != nil {
		return err
	}
	if f.Defeated {
		return rules.Refuse("%s is defeated, and comes back by /renew.", f.shown())
	}
	wounds, err := strconv.Atoi(strings.TrimSpace(o.Args["wounds"]))
	if err != nil || wounds < 0 || wounds > f.Sheet.Health {
		return rules.Refuse("%s has from 0 to %d wounds.", f.shown(), f.Sheet.Health)
	}
	t.Say(WoundsSet{Figure: f.Name, From: f.Wounds, To: wounds, Health: f.Sheet.Health, Reason: kit.Reason(o)})
	f.Wounds = wounds
	if wounds == f.Sheet.Health {
		t.Say(Fallen{Figure: f.Name, Minion: f.Sheet.Minion})
		s.defeat(t, f)
	}
	return nil
}

// setGold is the umpire's correction of a hero's gold.
func setGold(s *S, t *rules.Turn, o rules.Order) error {
	f, err := s.named(s.everyone(), o.Args["hero"])
	if err != nil {
		return err
	}
	if f.Sheet.Minion || f.Defeated {
		return rules.Refuse("%s carries nothing now.", f.shown())
	}
	gold, err := goldOf(o.Args["gold"], 0, mostGold)
	if err != nil {
		return err
	}
	t.Say(GoldSet{Figure: f.Name, From: f.Gold, To: gold, Reason: kit.Reason(o)})
	f.Gold = gold
	return nil
}

// takeCard is the umpire's correction of a card too many. What lay face down is
// opened when the fight ends.
func takeCard(s *S, t *rules.Turn, o rules.Order) error {
	f, err := s.named(s.everyone(), o.Args["hero"])
	if err != nil {
		return err
	}
	id, err := kit.Find("card", o.Args["card"], f.held())
	if err != nil {
		return err
	}
	told := CardTaken{Figure: f.Name, Reason: kit.Reason(o)}
	if h := f.holding(id); !h.Down {
		told.Card = h.Card.Name
	}
	f.drop(id)
	t.Say(told)
	return nil
}

// end is the umpire's word that the fight is over.
func end(s *S, t *rules.Turn, o rules.Order) error {
	return kit.End(t, o, "team", legalWinners(s, rules.Umpire, nil))
}
