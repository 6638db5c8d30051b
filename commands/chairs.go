package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"umpire/rules"
	"umpire/storage"
)

// mostAtSeat is how many people may share a seat.
const mostAtSeat = 8

// seated refuses somebody who has no seat at this card.
func (s *setUp) seated() ([]int, error) {
	mine := s.lobby.seats(s.r.User.ID)
	if len(mine) == 0 {
		return nil, rules.Refusal("You have no seat at this card. Press **Take a seat** if one is open.")
	}
	return mine, nil
}

// sit takes the open seat. Whoever sits alone on the other one already holds
// both then: practice.
func sit(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.alter(ctx, r, vars[0], func(s *setUp) error {
		i := slices.IndexFunc(s.lobby.Seats, func(c chair) bool { return len(c.Users) == 0 })
		if i < 0 {
			return rules.Refusal("Every seat is taken.")
		}
		if s.lobby.names(r.User.ID) {
			return errNamed
		}
		for _, mine := range s.lobby.seats(r.User.ID) {
			if len(s.lobby.Seats[mine].Users) > 1 {
				return rules.Refusal("You share the other seat. Only somebody who sits alone can play both sides, for practice.")
			}
		}
		s.lobby.Seats[i].Users = []Person{r.User}
		s.lobby.disagree()
		return nil
	})
}

// addSide makes room for one more side, where the system takes it.
func addSide(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.alter(ctx, r, vars[0], func(s *setUp) error {
		if _, err := s.seated(); err != nil {
			return err
		}
		if len(s.lobby.Seats) >= s.sys.Seats[1] {
			return rules.Refuse("%s takes %d sides at most.", s.sys.Title, s.sys.Seats[1])
		}
		rosters := s.sys.Rosters()
		s.lobby.Seats = append(s.lobby.Seats, chair{Roster: rosters[len(s.lobby.Seats)%len(rosters)].Key})
		s.lobby.disagree()
		return nil
	})
}

// dropSide takes the last side away again, while nobody sits there.
func dropSide(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.alter(ctx, r, vars[0], func(s *setUp) error {
		if _, err := s.seated(); err != nil {
			return err
		}
		if !s.spare() {
			return rules.Refusal("Only a last side that nobody sits on can be taken away.")
		}
		s.lobby.Seats = s.lobby.Seats[:len(s.lobby.Seats)-1]
		s.lobby.disagree()
		return nil
	})
}

// spare tells whether the last side is one too many.
func (s *setUp) spare() bool {
	n := len(s.lobby.Seats)
	return n > s.sys.Seats[0] && len(s.lobby.Seats[n-1].Users) == 0
}

func rise(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.alter(ctx, r, vars[0], func(s *setUp) error {
		mine, err := s.seated()
		if err != nil {
			return err
		}
		left := 0
		for i := range s.lobby.Seats {
			c := &s.lobby.Seats[i]
			if slices.Contains(mine, i) {
				c.Users = slices.DeleteFunc(c.Users, func(p Person) bool { return p.ID == r.User.ID })
			}
			left += len(c.Users)
		}
		if s.lobby.disagree(); left == 0 {
			s.session.State = storage.Over
		}
		return nil
	})
}

// share seats another person beside the presser: the first valid answer of a
// seat counts, whoever gives it. The invited one is told.
func share(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	defer d.queue(vars[0])()
	s, err := d.setUp(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	mate, err := s.invite()
	if err != nil {
		return Reply{}, err
	}
	text := fmt.Sprintf("<@%s>, %s shares a seat with you in this fight: whoever of you answers first, answers for both.", mate.ID, rules.Escape(r.User.Name))
	told := row(s.session.ID, ToChannel+s.session.Channel, path("invite", mate.ID), Post{Message: Message{Text: text, Mentions: []string{mate.ID}}})
	if err := s.save(ctx, told); err != nil {
		return Reply{}, err
	}
	return Reply{Act: Change, Message: s.card()}, nil
}

// invite seats the person who was picked beside the presser.
func (s *setUp) invite() (Person, error) {
	mine, err := s.seated()
	if err != nil {
		return Person{}, err
	}
	if len(s.r.Values) != 1 {
		return Person{}, rules.ErrPicks
	}
	mate, ok := s.r.People[s.r.Values[0]]
	c := &s.lobby.Seats[mine[0]]
	switch {
	case !ok:
		return Person{}, rules.Refusal("A bot cannot share a seat.")
	case len(mine) > 1:
		return Person{}, rules.Refusal("You play both sides, for practice. Press **Leave** first if others are to play.")
	case s.lobby.names(mate.ID):
		return Person{}, errNamed
	case len(s.lobby.seats(mate.ID)) > 0:
		return Person{}, rules.Refuse("%s has a seat at this card already.", rules.Escape(mate.Name))
	case len(c.Users) == mostAtSeat:
		return Person{}, rules.Refuse("A seat holds %d people at most.", mostAtSeat)
	}
	c.Users = append(c.Users, mate)
	s.lobby.disagree()
	return mate, nil
}

// pickSide brings a roster to the presser's seat. In practice it asks to which.
func pickSide(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	s, err := d.setUp(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	mine, err := s.seated()
	switch {
	case err != nil:
		return Reply{}, err
	case len(r.Values) != 1:
		return Reply{}, rules.ErrPicks
	case len(mine) == 1 && r.Values[0] == ownRoster:
		return askKept(d, ctx, r, []string{vars[0], strconv.Itoa(mine[0])})
	case len(mine) == 1:
		return bring(d, ctx, r, []string{vars[0], strconv.Itoa(mine[0]), r.Values[0]})
	}
	var ask Row
	if r.Values[0] == ownRoster {
		for _, i := range mine {
			ask.Buttons = append(ask.Buttons, Button{Path: path("kept", s.session.ID, i), Label: fmt.Sprintf("Side %d", i+1)})
		}
		return Private("Which side brings a roster of yours?", ask), nil
	}
	for _, i := range mine {
		ask.Buttons = append(ask.Buttons, Button{Path: path("bring", s.session.ID, i, r.Values[0]), Label: fmt.Sprintf("Side %d", i+1)})
	}
	return Private(fmt.Sprintf("Which side brings the %s?", rules.Escape(s.rosterName(r.Values[0]))), ask), nil
}

// bring brings a roster to one seat of the presser's.
func bring(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	var said string
	reply, err := d.alter(ctx, r, vars[0], func(s *setUp) error {
		mine, err := s.seated()
		if err != nil {
			return err
		}
		i, err := strconv.Atoi(vars[1])
		if err != nil || !slices.Contains(mine, i) {
			return rules.Refusal("That seat is not yours.")
		}
		if !slices.ContainsFunc(s.sys.Rosters(), func(o rules.Roster) bool { return o.Key == vars[2] }) {
			return rules.ErrPicks
		}
		c := &s.lobby.Seats[i]
		was := s.lobby.campaign()
		c.Roster, c.brought = vars[2], brought{}
		s.brought(was, nil)
		said = fmt.Sprintf("Side %d brings the %s.", i+1, rules.Escape(s.rosterName(vars[2])))
		return nil
	})
	if err == nil && r.Private { // the question which side, not the card
		reply.Message = Message{Text: said}
	}
	return reply, err
}
