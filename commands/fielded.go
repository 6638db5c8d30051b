package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/storage"
)

// fielded is what a seat's roster brings to the fight that begins, seen at one of
// its entries.
type fielded struct {
	side  rules.Roster
	entry int
}

// field reads what the seats bring of the books. Of a campaign's battle every side
// is held against its terms.
func (s *setUp) field(ctx context.Context) (brought []fielded, err error) {
	brought = make([]fielded, len(s.lobby.Seats))
	if !slices.ContainsFunc(s.lobby.Seats, func(c chair) bool { return c.Kept != "" }) {
		return brought, nil
	}
	err = s.d.look(ctx, s.r, func(b *books) error {
		for i, c := range s.lobby.Seats {
			if c.Kept == "" {
				if s.lobby.campaign() != "" {
					return rules.Refuse("This is a battle of a campaign: side %d has to bring a roster of it too, by **Your side**.", i+1)
				}
				continue
			}
			k, err := b.roster(c.Kept)
			if err != nil {
				return err
			}
			if brought[i], err = s.fieldOne(i, k); err != nil {
				return err
			}
		}
		return nil
	})
	return brought, err
}

func (s *setUp) fieldOne(i int, k *kept) (f fielded, err error) {
	f.entry = k.row.Entry
	if err := k.ready(); err != nil {
		return f, err
	}
	if s.lobby.campaign() != k.row.Campaign {
		return f, rules.Refuse("This is a battle of a campaign: side %d has to bring a roster of it too, by **Your side**.", i+1)
	}
	owner, err := k.b.tx.Member(k.row.Guild, k.row.Owner)
	if err != nil {
		return f, err
	}
	if !slices.ContainsFunc(s.lobby.Seats[i].Users, func(p Person) bool { return p.ID == owner.User }) {
		return f, rules.Refuse("%s is not a roster of anybody on side %d.", rules.Escape(k.now.Name), i+1)
	}
	if f.side, err = k.now.Fielded(s.sys, fmt.Sprintf("side_%d", i+1)); err != nil {
		return f, err
	}
	if err := s.sys.CheckRoster(f.side); err != nil {
		return f, err
	}
	if k.camp != nil {
		if s.lobby.practice() {
			return f, rules.Refusal("A battle of a campaign is fought by two people: nobody plays both sides of it.")
		}
		s.lobby.Options = k.camp.body.Terms.Rules[s.sys.Key]
		return f, k.camp.body.Terms.Admit(s.sys, f.side)
	}
	return f, nil
}

// engage binds the rosters of a campaign to the fight that begins, as its battle.
func (s *setUp) engage(tx *storage.Tx, t *Table, brought []fielded) error {
	id := s.lobby.campaign()
	if id == "" {
		return nil
	}
	b := t.books(tx)
	c, err := b.campaign(id)
	if err != nil {
		return err
	}
	if err := c.opened(); err != nil {
		return err
	}
	body := campaign.Battle{System: s.sys.Key}
	after := aftermath{Fight: t.session.ID}
	for i, seat := range s.lobby.Seats {
		k, err := b.roster(seat.Kept)
		if err != nil {
			return err
		}
		if k.row.Entry != brought[i].entry {
			return storage.ErrStale
		}
		if err := tx.Engage(seat.Kept, t.session.ID); errors.Is(err, storage.ErrTaken) {
			return k.ready()
		} else if err != nil {
			return err
		}
		side := campaign.BattleSide{Roster: seat.Kept, Name: k.now.Name}
		for _, p := range seat.Users {
			m, err := tx.Join(t.session.Guild, p.ID, p.Name)
			if err != nil {
				return err
			}
			side.Players = append(side.Players, m.Key)
		}
		body.Sides = append(body.Sides, side)
		after.Fielded = append(after.Fielded, brought[i].side.Fighters)
	}
	bt := c.newBattle(body, 0, fighting)
	bt.row.Session, bt.after = t.session.ID, after
	pairing, err := s.pairing(b)
	switch {
	case err != nil:
		return err
	case pairing == nil:
		return bt.add()
	}
	bt.row.ID, bt.row.Round = pairing.row.ID, pairing.row.Round
	return bt.save()
}

// pairing is the pairing that this lobby was opened from, if its rosters still are
// those that were paired.
func (s *setUp) pairing(b *books) (*battle, error) {
	if s.lobby.Battle == "" {
		return nil, nil
	}
	bt, err := b.battle(s.lobby.Battle)
	if err != nil {
		return nil, err
	}
	if bt.row.State != paired {
		return nil, rules.Refusal("This pairing was called off, or its battle is fought already.")
	}
	for _, side := range bt.body.Sides {
		if !slices.ContainsFunc(s.lobby.Seats, func(c chair) bool { return c.Kept == side.Roster }) {
			return nil, nil
		}
	}
	return bt, nil
}
