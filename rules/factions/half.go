package factions

import (
	"fmt"
	"slices"

	"umpire/rules"
)

// halfAsks lets both teams give orders between combats. The active team directs
// the Melee step and says when its half is over; nobody waits for the other.
func halfAsks(s *S) []rules.Ask {
	if s.Done {
		return nil
	}
	active := append(s.verbs(s.Active), "done")
	prompt := fmt.Sprintf("it is %s's half of round %d.", rules.Escape(s.team(s.Active).Name), s.Round)
	if s.canMelee() {
		active = append([]string{"melee"}, active...)
	}
	return []rules.Ask{
		{ID: "half", Seat: s.Active, Prompt: prompt, Orders: active, Default: []string{"done"}},
		{ID: "react", Seat: other(s.Active), Prompt: "you may attack and call what happens in " + prompt[len("it is "):], Orders: s.verbs(other(s.Active)), Free: true},
	}
}

// verbs lists the orders that both teams may give in any half: attacks only where
// somebody may attack.
func (s *S) verbs(seat rules.Seat) []string {
	var verbs []string
	if len(legalTargets(s, seat, nil)) > 0 {
		if len(legalAttackers(s, seat, nil)) > 0 {
			verbs = append(verbs, "attack")
		}
		if len(legalShooters(s, seat, nil)) > 0 {
			verbs = append(verbs, "shoot")
		}
	}
	return append(verbs, "treasure", "loot", "renew", "track", "untrack")
}

// canMelee tells whether anybody could still strike in this half's Melee step.
func (s *S) canMelee() bool {
	return slices.ContainsFunc(s.team(1).standing(), func(f *Figure) bool { return len(s.pairsOf(f)) > 0 })
}

// passHalf ends the active team's half and begins the other's.
func passHalf(s *S, t *rules.Turn) error {
	s.Done = false
	s.Active = other(s.Active)
	if s.Active == 1 {
		s.Round++
	}
	for _, f := range s.everyone() {
		f.Fought = false
	}
	t.Say(s.begins())
	return nil
}

func (s *S) begins() HalfBegun {
	return HalfBegun{Round: s.Round, Seat: s.Active, Team: s.team(s.Active).Name}
}

// done is the order that ends a half.
func done(s *S, t *rules.Turn, _ rules.Order) error {
	if t.Seat() != s.Active {
		return rules.Refusal("It is the other team's half.")
	}
	s.Done = true
	return nil
}
