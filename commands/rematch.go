package commands

import (
	"context"
	"errors"
	"fmt"

	"umpire/rules"
	"umpire/storage"
)

// again opens the lobby of a return match: the same people, sides and rules.
func again(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	defer d.queue(vars[0])()
	t, err := d.table(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	switch {
	case len(t.mine()) == 0:
		return Reply{}, errSpectator
	case t.fight.Over() == nil:
		return Reply{}, rules.Refusal("This fight is not over.")
	}
	last, err := t.called(ctx)
	if err != nil {
		return Reply{}, err
	}
	s := t.rematch()
	t.lobby.Again, t.lobby.Return = true, s.session.ID
	err = d.write(ctx, r, func(tx *storage.Tx) error {
		if last != nil {
			if err := last.shut(tx); err != nil {
				return err
			}
		}
		if _, err := s.add(tx); err != nil {
			return err
		}
		return t.keep(tx)
	})
	if errors.Is(err, storage.ErrTaken) {
		return Reply{}, d.taken(ctx, r)
	}
	return Private(fmt.Sprintf("The card of the return match is in <#%s>.", t.session.Channel)), err
}

// called refuses a second return match while the card of the first stands, or when
// it was fought. One whose card has waited too long is given, to be closed.
func (t *Table) called(ctx context.Context) (old *setUp, err error) {
	if !t.lobby.Again {
		return nil, nil
	}
	refusal := rules.Refuse("A return match was called already: its card is in <#%s>.", t.session.Channel)
	if t.lobby.Return == "" {
		return nil, refusal
	}
	s := &setUp{d: t.d, r: t.r}
	err = t.d.store.Read(ctx, func(tx *storage.Tx) (err error) {
		s.session, err = tx.Session(t.lobby.Return)
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case s.session.State == storage.Over && s.session.Line == 0: // its card was closed
		return nil, nil
	case s.session.State != storage.Lobby || !s.old():
		return nil, refusal
	}
	return s, s.read()
}

// rematch is the lobby of a return match.
func (t *Table) rematch() *setUp {
	s := &setUp{d: t.d, r: t.r, sys: t.fight.System()}
	s.lobby = lobby{Host: t.r.User, Umpire: t.lobby.Umpire, Hours: t.lobby.Hours, Options: t.lobby.Options, Here: t.lobby.Here, Plain: t.lobby.Plain}
	for i, c := range t.lobby.Seats {
		seat := chair{Roster: c.Roster, brought: c.brought}
		for _, p := range t.users(rules.Seat(i + 1)) {
			seat.Users = append(seat.Users, Person{ID: p.User, Name: p.Name})
		}
		s.lobby.Seats = append(s.lobby.Seats, seat)
	}
	s.fresh(t.session.Guild, t.session.Channel)
	return s
}
