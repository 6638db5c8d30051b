package skirmish

import (
	"fmt"
	"slices"

	"umpire/rules"
)

// Phase is one of the six phases of a round, in their order.
type Phase int

// The phases of a round.
const (
	AMoves Phase = iota
	BMoves
	AShoots
	BShoots
	AEnd
	BEnd
)

// String is the phase as the text calls it.
func (p Phase) String() string {
	return []string{"A Moves/Melees", "B Moves/Melees", "A Shoots/Runs", "B Shoots/Runs", "A End", "B End"}[p]
}

// moves tells whether it is a Moves/Melees phase, shoots a Shoots/Runs phase.
func (p Phase) moves() bool  { return p == AMoves || p == BMoves }
func (p Phase) shoots() bool { return p == AShoots || p == BShoots }

// B is the player who is not A.
func (s *S) B() rules.Seat { return other(s.A) }

// active is the player whose phase it is.
func (s *S) active() rules.Seat {
	if s.Phase%2 == 0 {
		return s.A
	}
	return s.B()
}

// opening are the steps before the first round.
func opening() []rules.Step[S] {
	return []rules.Step[S]{
		{Name: "roll-off", Run: rollOff},
		{Name: "edge", Asks: edgeAsks, Run: pickEdge},
		{Name: "A deploys", Asks: deployAsks(func(s *S) rules.Seat { return s.Attacker }), Run: endDeployment(func(s *S) rules.Seat { return s.Attacker })},
		{Name: "B deploys", Asks: deployAsks(func(s *S) rules.Seat { return other(s.Attacker) }), Run: endDeployment(func(s *S) rules.Seat { return other(s.Attacker) })},
		{Name: "mission", Asks: setUpAsks, Run: setUp},
	}
}

// round is the six phases, over and over.
func round() []rules.Step[S] {
	return []rules.Step[S]{
		{Name: AMoves.String(), Asks: phaseAsks, Run: endPhase},
		{Name: BMoves.String(), Asks: phaseAsks, Run: endPhase},
		{Name: AShoots.String(), Asks: phaseAsks, Run: endPhase},
		{Name: BShoots.String(), Asks: phaseAsks, Run: endPhase},
		{Name: AEnd.String(), Asks: endAsks, Run: resolveEnd},
		{Name: BEnd.String(), Asks: endAsks, Run: resolveEnd},
	}
}

// phaseAsks lets the player whose phase it is give orders, as long as there is
// anything to do. A move that something gave comes first, whoever's it is.
func phaseAsks(s *S) []rules.Ask {
	if len(s.Due) > 0 {
		return []rules.Ask{s.dueAsk()}
	}
	seat := s.active()
	if s.Done || !s.busy(seat) {
		return nil
	}
	return []rules.Ask{{ID: "phase", Seat: seat, Prompt: s.prompt(seat), Orders: s.verbs(seat), Default: []string{"done"}}}
}

// busy tells whether an order would do anything now. A player who can do nothing
// is not asked: the phase passes.
func (s *S) busy(seat rules.Seat) bool {
	return len(s.movers(seat)) > 0 || len(s.undoable(seat)) > 0 || len(s.attackers(seat)) > 0 || len(s.runners(seat)) > 0 || len(s.actors(seat)) > 0
}

// verbs lists the orders of the phase: those that belong to it, so that what
// cannot be done is refused with the reason, and others as they are of use.
func (s *S) verbs(seat rules.Seat) []string {
	var verbs []string
	add := func(verb string, can bool) {
		if can {
			verbs = append(verbs, verb)
		}
	}
	add("move", s.Phase.moves() && !s.House.Called)
	add("attack", true)
	add("run", s.Phase.shoots())
	add("special", len(s.actors(seat)) > 0 || s.hasDeeds(seat))
	add("undo-move", len(s.undoable(seat)) > 0)
	add("cover", !s.House.Called && len(s.Field.Terrain) > 0)
	return append(verbs, "done")
}

// hasDeeds tells whether a side ever has something special to do.
func (s *S) hasDeeds(seat rules.Seat) bool {
	return s.House.Mission == "break_through" && seat == s.Attacker || slices.ContainsFunc(s.standing(seat), func(m *Model) bool {
		_, urges := s.urges(m)
		return urges || s.carries(m)
	})
}

// prompt tells how much of a phase is left.
func (s *S) prompt(seat rules.Seat) string {
	switch {
	case s.House.Called && s.Phase.moves():
		return fmt.Sprintf("move as you like at your table; %s may still attack in melee.", models(len(s.attackers(seat))))
	case s.Phase.moves():
		return fmt.Sprintf("%s may still move, %s may attack in melee.", models(len(s.unmoved(seat))), some(len(s.attackers(seat))))
	}
	return fmt.Sprintf("%s may still shoot, %s may run.", models(len(s.attackers(seat))), some(len(s.runners(seat))))
}

// models is a number of models in words: "four of your models".
func models(n int) string { return some(n) + " of your models" }

// some is a number in words where "no" would stand alone.
func some(n int) string {
	if n == 0 {
		return "none"
	}
	return count(n)
}

// endPhase ends a phase of orders: all moves made so far count.
func endPhase(s *S, t *rules.Turn) error {
	if len(s.Due) > 0 {
		s.declineDue(t)
		t.Again()
		return nil
	}
	s.next(t)
	return nil
}

// next goes on to the next phase. What a model has done in this one counts no
// more.
func (s *S) next(t *rules.Turn) {
	for _, m := range s.Models {
		m.From, m.Moved, m.Attacked, m.Charged, m.Doors = nil, false, false, false, false
	}
	if len(s.Lines) > 0 {
		s.Last = s.Lines
	}
	s.Done, s.Warned, s.Stage, s.Lines = false, false, 0, nil
	if s.Phase < BEnd {
		s.Phase++
	} else {
		s.Phase = AMoves
		s.Round++
		if s.House.RollsEachRound {
			s.A = s.roll(t)
			t.Say(SidesRolled{A: s.A})
		}
	}
	t.Say(PhaseBegun{Round: s.Round, Of: s.House.Rounds, Phase: s.Phase, Seat: s.active(), Army: s.side(s.active()).Name})
}

// done is the order that ends a phase or a deployment.
func done(s *S, t *rules.Turn, _ rules.Order) error {
	if s.setting() {
		return s.doneSetting(t)
	}
	if t.Seat() != s.active() {
		return rules.Refuse("It is the other side's phase.")
	}
	s.Done = true
	s.Lines, s.Last = nil, nil // everybody has seen them
	return nil
}

// final ends what could be taken back: a die is about to be rolled.
func (s *S) final() {
	for _, m := range s.Models {
		m.From = nil
	}
}

// judge ends the battle when an army has nobody left in play.
func (s *S) judge(t *rules.Turn) {
	for _, seat := range []rules.Seat{1, 2} {
		if len(s.filter(seat, (*Model).inPlay)) == 0 {
			mission, _ := missionOf(s.House.Mission)
			t.End(mission.Wiped(s, seat))
			return
		}
	}
}
