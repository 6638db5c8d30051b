package lasthope

import (
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// setWounds is the umpire's correction of what a model has left. A side that
// it leaves without a model has lost.
func setWounds(s *S, t *rules.Turn, o rules.Order) error {
	m, err := s.anyone(o.Args["model"])
	if err != nil {
		return err
	}
	left, err := strconv.Atoi(strings.TrimSpace(o.Args["wounds"]))
	if err != nil || left < 0 || left > m.Life.Max {
		return rules.Refuse("%s has from 0 to %d wounds left.", m.shown(), m.Life.Max)
	}
	t.Say(WoundsSet{Model: m.Name, From: m.Life.Left, To: left, Max: m.Life.Max, Reason: kit.Reason(o)})
	m.Life.Left = left
	s.judge(t, m.Seat)
	return nil
}

// end is the umpire's word that the fight is over.
func end(s *S, t *rules.Turn, o rules.Order) error {
	return kit.End(t, o, "gang", legalWinners(s, rules.Umpire, nil))
}
