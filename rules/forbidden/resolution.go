package forbidden

import (
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
			s.fallBack(t, c, loser, units, "")
			loser.Units = loser.units(func(u *Unit) bool { return !mobile(u) })
		}
	}
	if err := s.hold(t.Say, c); err != nil {
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
func (s *S) hold(say func(any), c *Combat) error {
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
			say(Captured{Seat: attacker.Seat, Structures: prize.String(), Area: c.Area})
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

// stopCombat is the umpire's word that the combat that is fought is over as it
// stands.
func stopCombat(s *S, t *rules.Turn, o rules.Order) error {
	c := s.Combat
	if c == nil {
		return rules.Refuse("There is no combat to stop.")
	}
	t.Say(Stopped{Area: c.Area, Reason: o.Args["reason"]})
	if err := s.breakOff(); err != nil {
		return err
	}
	for _, a := range c.Armies {
		s.side(a.Seat).collect(a)
	}
	return nil
}

// breakOff leaves the combat as it stands (FS-31): who is destroyed or routed is
// so, the attacker is back where it came from, and the defender holds the area.
// One that is won and waits for the loser's retreat is won. Ships that strike from
// orbit have not moved.
func (s *S) breakOff() error {
	c := s.Combat
	if s.Combat = nil; c.Round == 0 {
		return nil
	}
	attacker := c.Armies[Attacker]
	away := attacker.units(mobile)
	if c.Orbital {
		away = nil
	}
	if c.Result == nil {
		c.Result = &Result{Reason: Mutual}
	}
	if c.Result.Won {
		loser := c.Armies[c.Result.Winner.foe()]
		for _, u := range loser.units(mobile) {
			u.Routed = true
			loser.remove(u)
		}
		if loser != attacker {
			away = nil
		}
	}
	if err := s.hold(func(any) {}, c); err != nil {
		return err
	}
	return s.goBack(c, attacker, away)
}

// goBack puts an attacker's units into the first area that they came from and
// nobody else holds; where the umpire knows of none, it does not know where they are.
func (s *S) goBack(c *Combat, attacker *Army, units []*Unit) error {
	if len(units) == 0 {
		return nil
	}
	for _, name := range c.From {
		area, err := s.place(name)
		if err != nil {
			return err
		}
		if len(area.others(attacker.Seat)) == 0 {
			area.Void, area.Sure = c.Void, true
			s.join(area, attacker.Seat, units)
			return nil
		}
	}
	return nil
}
