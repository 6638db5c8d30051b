package forbidden

import (
	"slices"

	"umpire/rules"
)

// resolution ends a combat: the loser retreats, the attacker captures, and all
// goes back where it belongs.
func resolution(s *S, t *rules.Turn) error {
	c := s.Combat
	if c == nil || c.Result == nil {
		return nil
	}
	t.Say(c.won())
	if c.Result.Won {
		loser := c.Armies[c.Result.Winner.foe()]
		if units := loser.units(mobile); len(units) > 0 {
			loser.Units = loser.units(func(u *Unit) bool { return !mobile(u) })
			s.fallBack(t, c, loser, units, "")
		}
	}
	if err := s.hold(t, c); err != nil {
		return err
	}
	s.cleanUp(t, c)
	return nil
}

func (c *Combat) won() Won {
	fact := Won{Reason: c.Result.Reason, Area: c.Area}
	if c.Result.Won {
		winner := c.Armies[c.Result.Winner]
		fact.Winner, fact.Loser = winner.Seat, c.foe(winner).Seat
		fact.Attacker = winner.Role == Attacker
	}
	return fact
}

// hold settles who has what in the area, and who takes the structures. Tokens
// leave with the clean-up.
func (s *S) hold(t *rules.Turn, c *Combat) error {
	attacker, defender := c.Armies[Attacker], c.Armies[Defender]
	bastions := defender.units(func(u *Unit) bool { return u.Kind.Bastion })
	prize := force{bastions, defender.Structures}
	area, err := s.place(c.Area)
	if err != nil {
		return err
	}
	area.Void, area.Sure = c.Void, true
	conquered := c.Result.Won && c.Result.Winner == Attacker
	if !conquered {
		s.settle(area, attacker.Seat, force{})
		s.settle(area, defender.Seat, force{append(defender.units(mobile), bastions...), defender.Structures})
		return nil
	}
	if c.Captures() {
		s.settle(area, defender.Seat, force{})
		s.settle(area, attacker.Seat, force{append(attacker.units(mobile), bastions...), defender.Structures})
		if len(prize.units)+len(prize.structures) > 0 {
			t.Say(Captured{Seat: attacker.Seat, Structures: prize.String(), Area: c.Area})
		}
		return nil
	}
	s.settle(area, defender.Seat, prize)
	s.settle(area, attacker.Seat, force{units: attacker.units(mobile)})
	return nil
}

// cleanUp returns dice, tokens and cards.
func (s *S) cleanUp(t *rules.Turn, c *Combat) {
	fact := CleanedUp{}
	for _, a := range c.Armies {
		s.side(a.Seat).collect(a)
		fact.Tokens += a.Used
		fact.Cards = fact.Cards || len(a.Faceup) > 0 || c.Round > 0 && a.Dice.Total() > 0
	}
	t.Say(fact)
	s.Combat = nil
	s.Fought++
}

// end is the umpire's word that the session is over.
func end(s *S, t *rules.Turn, o rules.Order) error {
	outcome := rules.Outcome{Why: rules.Escape(o.Args["reason"])}
	if text := o.Args["winner"]; text != "" {
		seat, err := s.seatNamed(text)
		if err != nil {
			return err
		}
		outcome.Winner = seat
	}
	if s.Combat != nil {
		for _, a := range s.Combat.Armies {
			s.side(a.Seat).collect(a)
		}
	}
	t.End(outcome)
	return nil
}

// stopCombat is the umpire's word that the combat that is fought is over without
// a winner: everything stays where it is.
func stopCombat(s *S, t *rules.Turn, o rules.Order) error {
	c := s.Combat
	if c == nil {
		return rules.Refuse("There is no combat to stop.")
	}
	t.Say(Stopped{Area: c.Area, Reason: o.Args["reason"]})
	if c.Round == 0 {
		s.Combat = nil
		return nil
	}
	c.Result = &Result{Reason: Mutual}
	attacker := c.Armies[Attacker]
	if err := s.hold(t, c); err != nil {
		return err
	}
	for _, a := range c.Armies {
		s.side(a.Seat).collect(a)
	}
	if len(c.From) > 0 {
		area, err := s.place(c.From[0])
		if err != nil {
			return err
		}
		area.Void, area.Sure = c.Void, true
		if len(area.others(attacker.Seat)) == 0 {
			s.join(area, attacker.Seat, slices.Clone(attacker.units(mobile)))
		}
	}
	s.Combat = nil
	return nil
}
