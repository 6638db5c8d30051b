package commands

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/storage"
)

// field reads what the seats bring of the books. Of a campaign's battle every side
// is held against its terms.
func (s *setUp) field(ctx context.Context) (sides []rules.Roster, err error) {
	sides = make([]rules.Roster, len(s.lobby.Seats))
	if !s.lobby.keeps() {
		return sides, nil
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
			if sides[i], err = s.fieldOne(i, k); err != nil {
				return err
			}
		}
		return nil
	})
	return sides, err
}

func (s *setUp) fieldOne(i int, k *kept) (side rules.Roster, err error) {
	if err := k.ready(); err != nil {
		return side, err
	}
	if s.lobby.campaign() != k.row.Campaign {
		return side, rules.Refuse("This is a battle of a campaign: side %d has to bring a roster of it too, by **Your side**.", i+1)
	}
	owner, err := k.b.tx.Member(k.row.Guild, k.row.Owner)
	if err != nil {
		return side, err
	}
	if !slices.ContainsFunc(s.lobby.Seats[i].Users, func(p Person) bool { return p.ID == owner.User }) {
		return side, rules.Refuse("%s is not a roster of anybody on side %d.", rules.Escape(k.now.Name), i+1)
	}
	if side, err = k.now.Fielded(s.sys, fmt.Sprintf("side_%d", i+1)); err != nil {
		return side, err
	}
	if err := s.sys.CheckRoster(side); err != nil {
		return side, err
	}
	if k.camp != nil {
		if s.lobby.practice() {
			return side, rules.Refusal("A battle of a campaign is fought by two people: nobody plays both sides of it.")
		}
		return side, k.camp.body.Terms.Admit(s.sys, side)
	}
	return side, nil
}

// inBooks is a digest of what the seats bring of the books and of the campaign's
// terms; "" where they bring nothing of them. It brings names and house rules at the
// card up to date.
func (s *setUp) inBooks(b *books) (string, error) {
	if !s.lobby.keeps() {
		return "", nil
	}
	sum := sha256.New()
	for i := range s.lobby.Seats {
		c := &s.lobby.Seats[i]
		if c.Kept == "" {
			continue
		}
		k, err := b.roster(c.Kept)
		if err != nil {
			return "", err
		}
		c.bring(k)
		fmt.Fprintln(sum, c.Kept, k.row.Entry)
		if k.camp == nil {
			continue
		}
		terms, err := json.Marshal(k.camp.body.Terms)
		if err != nil {
			return "", fmt.Errorf("read the terms of campaign %s: %w", k.row.Campaign, err)
		}
		fmt.Fprintln(sum, k.row.Campaign, string(terms))
		s.lobby.Options = k.camp.body.Terms.Rules[s.sys.Key]
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// rebind takes everybody's Ready back when a roster or the campaign's terms are no
// longer those that they were ready for.
func (s *setUp) rebind(ctx context.Context) error {
	var now string
	if s.lobby.keeps() {
		err := s.d.look(ctx, s.r, func(b *books) (err error) {
			now, err = s.inBooks(b)
			return err
		})
		if err != nil {
			return err
		}
	}
	was := s.lobby.Books
	s.lobby.Books = now
	if was == now || !slices.ContainsFunc(s.lobby.Seats, func(c chair) bool { return c.Ready || c.Pledge != "" }) {
		return nil
	}
	s.lobby.disagree()
	if err := s.save(ctx); err != nil {
		return err
	}
	return rules.Refusal("A roster or the campaign's settings have changed since somebody was ready. Look at the card again; then both sides press **Ready** again.")
}

// engage binds the rosters of a campaign to the fight that begins, as its battle.
func (s *setUp) engage(tx *storage.Tx, t *Table, sides []rules.Roster) error {
	b := t.books(tx)
	if now, err := s.inBooks(b); err != nil {
		return err
	} else if now != s.lobby.Books {
		return storage.ErrStale
	}
	id := s.lobby.campaign()
	if id == "" {
		return nil
	}
	c, err := b.campaign(id)
	if err != nil {
		return err
	}
	if err := c.opened(); err != nil {
		return err
	}
	body := campaign.Battle{System: s.sys.Key}
	after := aftermath{Fight: t.session.ID, Terms: &c.body.Terms}
	for i, seat := range s.lobby.Seats {
		k, err := b.roster(seat.Kept)
		if err != nil {
			return err
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
			side.Players, after.Began = append(side.Players, m.Key), append(after.Began, m.Key)
		}
		body.Sides = append(body.Sides, side)
		after.Fielded = append(after.Fielded, sides[i].Fighters)
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
	bt.row.ID, bt.row.Round, bt.after.Pairing = pairing.row.ID, pairing.row.Round, true
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
