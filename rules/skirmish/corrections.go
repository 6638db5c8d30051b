package skirmish

import (
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// setLives is the umpire's correction of what a model has left. A dead one that
// is given lives stands where it fell, or as near as there is room.
func setLives(s *S, t *rules.Turn, o rules.Order) error {
	m, err := s.anyone(o.Args["model"])
	if err != nil {
		return err
	}
	most := s.kind(m).LV
	lives, err := strconv.Atoi(strings.TrimSpace(o.Args["lives"]))
	if err != nil || lives < 0 || lives > most {
		return rules.Refuse("%s has from 0 to %d lives left.", m.shown(), most)
	}
	if m.Status == Gone {
		return rules.Refuse("%s has left the table.", m.shown())
	}
	t.Say(LivesSet{Model: m.Name, From: m.Lives, To: lives, Max: most, Reason: kit.Reason(o)})
	had := m.Lives
	m.Lives = lives
	switch down := m.Status == Dead || m.Status == Lies; {
	case lives == 0 && !down:
		s.fall(t, m, Hurt{Attacker: "the umpire", Target: m.Name, Damage: Damage{Dice: had, Each: 1}, Had: had, Of: most})
	case lives > 0 && down:
		m.Status, m.Inside = Stands, ""
		if s.Placing != 0 && !s.House.Called {
			m.Status = Waiting
		} else {
			s.makeRoom(m)
		}
	}
	s.prune()
	s.judge(t)
	return nil
}

// placeOrder is the umpire's correction of where a model stands.
func placeOrder(s *S, t *rules.Turn, o rules.Order) error {
	if s.House.Called {
		return rules.Refuse("In this battle the models stand on the players' own table.")
	}
	m, err := s.anyone(o.Args["model"])
	if err != nil {
		return err
	}
	at, err := s.Field.ParsePlace(o.Args["to"])
	if err != nil {
		return err
	}
	b := s.base(m).Moved(at)
	switch {
	case m.Status == Dead || m.Status == Gone:
		return rules.Refuse("%s is out of the battle.", m.shown())
	case !s.Field.Holds(b):
		return rules.Refuse("%s would stand off the table at %s; its base is %s wide.", m.shown(), at, s.kind(m).Base)
	}
	for _, other := range s.Models {
		if other != m && other.Standing() && s.base(other).Overlaps(b) {
			return rules.Refuse("%s stands there.", other.shown())
		}
	}
	m.At, m.From, m.Cover = at, nil, ""
	if m.Status != Lies {
		m.Status, m.Inside = Stands, ""
	}
	s.wipe(m)
	t.Say(Placed{Model: m.Name, At: at.String(), Square: s.Field.Square(at), Reason: kit.Reason(o)})
	return nil
}

// end is the umpire's word that the battle is over.
func end(s *S, t *rules.Turn, o rules.Order) error {
	return kit.End(t, o, "army", legalWinners(s, rules.Umpire, nil))
}

// anyone finds a model of either side.
func (s *S) anyone(text string) (*Model, error) {
	id, err := kit.Find("model", text, s.options(s.Models))
	if err != nil {
		return nil, err
	}
	return s.model(id), nil
}
