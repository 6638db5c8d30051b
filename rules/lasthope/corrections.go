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
	t.Say(WoundsSet{Model: m.Name, From: m.Life.Left, To: left, Max: m.Life.Max, Reason: reason(o)})
	m.Life.Left = left
	s.judge(t, m.Seat)
	return nil
}

// reason is what the umpire gives as such, without broken bytes.
func reason(o rules.Order) string { return strings.ToValidUTF8(o.Args["reason"], "") }

// end is the umpire's word that the fight is over.
func end(s *S, t *rules.Turn, o rules.Order) error {
	outcome := rules.Outcome{Why: rules.Escape(reason(o))}
	if text := o.Args["winner"]; text != "" {
		id, err := kit.Find("gang", text, legalWinners(s, rules.Umpire, nil))
		if err != nil {
			return err
		}
		seat, err := strconv.Atoi(id)
		if err != nil {
			return err
		}
		outcome.Winner = rules.Seat(seat)
	}
	t.End(outcome)
	return nil
}
