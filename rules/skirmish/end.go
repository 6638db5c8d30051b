package skirmish

import (
	"fmt"
	"slices"

	"umpire/rules"
)

// The stages of an End Phase: the player's own abilities, his bombardment, the
// opponent's (SK-6), the mission.
const (
	ownAbilities = iota
	ownBombardment
	otherBombardment
	missionCheck
)

// endAsks asks where a bombardment falls, when one is due. A move that something
// gave comes first.
func endAsks(s *S) []rules.Ask {
	if len(s.Due) > 0 {
		return []rules.Ask{s.dueAsk()}
	}
	seat, rule := s.bombards()
	if rule.Bombard == nil {
		return missionAsks(s)
	}
	targets := s.standing(other(seat))
	if len(targets) == 0 {
		return nil
	}
	return []rules.Ask{{
		ID: "bombard", Seat: seat, Default: []string{s.mostHurt(targets).ID},
		Prompt:  fmt.Sprintf("**%s:** at which enemy?", rule.Name),
		Options: append(s.options(targets), rules.Option{ID: "none", Label: "Hold fire"}),
	}}
}

// bombards gives whose bombardment this stage is, and the rule; none when there
// is none.
func (s *S) bombards() (rules.Seat, Special) {
	seat := s.active()
	switch {
	case s.Stage == otherBombardment && !s.House.OwnEndOnly:
		seat = other(seat)
	case s.Stage != ownBombardment:
		return 0, Special{}
	}
	for _, r := range s.rulebook() {
		if r.Bombard != nil && slices.Contains(s.side(seat).Rules, r.Key) {
			return seat, r
		}
	}
	return 0, Special{}
}

// mostHurt is whom a bombardment falls on that nobody aims: who has lost most
// lives, the first listed of several.
func (s *S) mostHurt(targets []*Model) *Model {
	most := targets[0]
	for _, m := range targets[1:] {
		if s.kind(m).LV-m.Lives > s.kind(most).LV-most.Lives {
			most = m
		}
	}
	return most
}

// resolveEnd resolves one stage of an End Phase, and comes again for the next.
func resolveEnd(s *S, t *rules.Turn) error {
	if len(s.Due) > 0 {
		s.declineDue(t)
		t.Again()
		return nil
	}
	switch s.Stage {
	case ownAbilities:
		s.rise(t)
	case ownBombardment, otherBombardment:
		s.bombard(t)
	default:
		s.closeRound(t)
		return nil
	}
	s.Stage++
	t.Again()
	return nil
}

// rise rolls for each model that lies down, in its own End Phase.
func (s *S) rise(t *rules.Turn) {
	lying := s.filter(s.active(), func(m *Model) bool {
		return m.Status == Lies && s.has(m, func(r Special) bool { return r.Rises > 0 })
	})
	if len(lying) == 0 {
		return
	}
	told := Rose{Seat: s.active()}
	for i, die := range t.Roll("rise", len(lying), 6) {
		m := lying[i]
		rule, _ := s.first(m, func(r Special) bool { return r.Rises > 0 })
		told.Rule = rule.Name
		one := Riser{Name: m.Name, Die: die, Up: die >= rule.Rises}
		if one.Up {
			m.Status, m.Lives = Stands, s.kind(m).LV
			one.Lives = m.Lives
			s.makeRoom(m)
		}
		told.Models = append(told.Models, one)
	}
	t.Say(told)
}

// makeRoom puts a model that stands up as near as possible to where it lay, if
// somebody stands there now (SK-19).
func (s *S) makeRoom(m *Model) {
	if s.House.Called {
		return
	}
	if at, free := s.Field.Free(s.base(m), s.bases(func(o *Model) bool { return o != m }), nil); free {
		m.At = at
	}
}

// bombard makes the shot that was aimed, if one was.
func (s *S) bombard(t *rules.Turn) {
	seat, rule := s.bombards()
	if rule.Bombard == nil || len(s.standing(other(seat))) == 0 {
		return
	}
	target := s.model(t.Pick("bombard"))
	if target == nil {
		t.Say(HeldFire{Seat: seat, Rule: rule.Name})
		return
	}
	a := &attack{by: seat, name: rule.Name, target: target, mode: Ranged, dice: rule.Bombard.RAF, needed: s.House.StartilleryTarget}
	if with := s.special(rule.Bombard.Rule); with.Key != "" {
		a.book = []Special{with}
	}
	t.Say(Bombarded{Seat: seat, Rule: rule.Name, Target: target.Name, Dice: a.dice, Defence: s.kind(target).DF, Lives: target.Lives})
	s.strike(t, a)
}

// closeRound checks the mission, and ends the battle after the last round.
func (s *S) closeRound(t *rules.Turn) {
	mission, _ := missionOf(s.House.Mission)
	mission.Check(s, t)
	if s.Phase == BEnd {
		if s.House.AllLyingLoses && s.allLie(t) {
			return
		}
		if s.Round >= s.House.Rounds {
			t.End(mission.End(s))
			return
		}
	}
	s.next(t)
}

// allLie ends the battle when an army lies down to the last model (SK-18).
func (s *S) allLie(t *rules.Turn) bool {
	for _, seat := range []rules.Seat{1, 2} {
		up := s.filter(seat, func(m *Model) bool { return m.inPlay() && m.Status != Lies })
		if len(up) == 0 {
			t.End(rules.Outcome{Winner: other(seat), Why: fmt.Sprintf("%s lie down to the last model at the end of round %d.", rules.Escape(s.side(seat).Name), s.Round)})
			return true
		}
	}
	return false
}
