package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"umpire/rules/campaign"
	"umpire/storage"
)

// own is all that is kept about one person, in every server.
type own struct {
	user      Person
	names     []string // by which they stand somewhere
	members   []storage.Member
	seats     []ownSeat
	cards     []storage.Session // that name them and have not become a fight in which they sat
	rosters   []storage.Roster
	campaigns []ownCampaign
	taste     taste
	dm        string // the channel of direct messages with them
	drafts    []storage.Draft
	messages  []storage.Row // to them alone
}

// ownSeat is a seat that somebody has or had. Seat 0 is one that they gave away.
type ownSeat struct {
	session storage.Session
	person  storage.Person
}

// ownCampaign is a campaign that somebody runs.
type ownCampaign struct {
	row  storage.Campaign
	body campaign.Campaign
	role string
}

// What somebody is to a campaign that they run.
const (
	organises = "organiser"
	helps     = "helper"
)

// days counts whole days.
func days(d time.Duration) int { return int(d / (24 * time.Hour)) }

// own gathers what is kept about somebody. It reads a page at a time, and may take
// a second where there is much.
func (d *Desk) own(ctx context.Context, user Person) (*own, error) {
	o := &own{user: user}
	err := d.store.Read(ctx, func(tx *storage.Tx) error {
		return errors.Join(o.readSeats(tx), o.readBooks(tx), o.readDesk(tx))
	})
	if err != nil {
		return nil, err
	}
	return o, eachLobby(d.lobbiesAfter(ctx), o.readCard)
}

func (o *own) called(name string) {
	if name != "" && !slices.Contains(o.names, name) {
		o.names = append(o.names, name)
	}
}

func (o *own) readSeats(tx *storage.Tx) error {
	sessions, err := tx.SessionsEver(o.user.ID)
	if err != nil {
		return err
	}
	for _, s := range sessions {
		people, err := tx.People(s.ID)
		if err != nil {
			return err
		}
		for _, p := range people {
			if p.User == o.user.ID {
				o.seats = append(o.seats, ownSeat{s, p})
				o.called(p.Name)
			}
		}
	}
	return nil
}

func (o *own) readBooks(tx *storage.Tx) (err error) {
	if o.members, err = tx.MembersOf(o.user.ID); err != nil {
		return err
	}
	if o.rosters, err = tx.RostersOwned(o.user.ID); err != nil {
		return err
	}
	for _, m := range o.members {
		o.called(m.Name)
		all, err := tx.CampaignsIn(m.Guild)
		if err != nil {
			return err
		}
		for _, row := range all {
			c := ownCampaign{row: row, role: helps}
			if err := json.Unmarshal(row.Body, &c.body); err != nil {
				return fmt.Errorf("read campaign %s: %w", row.ID, err)
			}
			if c.body.Organiser == m.Key {
				c.role = organises
			}
			if c.body.Runs(m.Key) {
				o.campaigns = append(o.campaigns, c)
			}
		}
	}
	return nil
}

func (o *own) readDesk(tx *storage.Tx) (err error) {
	if o.taste, err = readTaste(tx, o.user.ID); err != nil {
		return err
	}
	if o.dm, err = tx.DM(o.user.ID); err != nil && !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	if o.drafts, err = tx.DraftsOf(o.user.ID); err != nil {
		return err
	}
	o.messages, err = tx.RowsTo(ToUser + o.user.ID)
	return err
}

// readCard notes a card that names the person.
func (o *own) readCard(s storage.Session) error {
	if !bytes.Contains(s.Lobby, []byte(o.user.ID)) {
		return nil
	}
	var l lobby
	if err := json.Unmarshal(s.Lobby, &l); err != nil {
		return fmt.Errorf("read the lobby of session %s: %w", s.ID, err)
	}
	for _, p := range l.persons() {
		if p.ID == o.user.ID {
			o.called(p.Name)
		}
	}
	if !slices.ContainsFunc(o.seats, func(mine ownSeat) bool { return mine.session.ID == s.ID }) {
		o.cards = append(o.cards, s)
	}
	return nil
}

// persons are all whom a lobby names in full.
func (l lobby) persons() []Person {
	list := []Person{l.Host}
	if l.Umpire != nil {
		list = append(list, *l.Umpire)
	}
	for _, c := range l.Seats {
		list = append(list, c.Users...)
	}
	return list
}

// in are the fights of a state in which the person has a seat.
func (o *own) in(state string) (list []storage.Session) {
	for _, mine := range o.seats {
		known := slices.ContainsFunc(list, func(s storage.Session) bool { return s.ID == mine.session.ID })
		if mine.session.State == state && mine.person.Seat > 0 && !known {
			list = append(list, mine.session)
		}
	}
	return list
}

// sessions are those in which the person has or had a seat, or whose lobby names
// them; one may come twice.
func (o *own) sessions() []storage.Session {
	var list []storage.Session
	for _, mine := range o.seats {
		list = append(list, mine.session)
	}
	return append(list, o.cards...)
}

// openCards are those at which the person sits and that may still become a fight.
func (o *own) openCards() (list []storage.Session) {
	for _, s := range o.cards {
		var l lobby
		if s.State == storage.Lobby && json.Unmarshal(s.Lobby, &l) == nil && len(l.seats(o.user.ID)) > 0 {
			list = append(list, s)
		}
	}
	return list
}

// eachLobby calls fn with every session that has a lobby. after gives the page that
// follows an id.
func eachLobby(after func(id string) ([]storage.Session, error), fn func(storage.Session) error) error {
	for last := ""; ; {
		page, err := after(last)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, s := range page {
			last = s.ID
			if len(s.Lobby) == 0 {
				continue
			}
			if err := fn(s); err != nil {
				return err
			}
		}
	}
}

// lobbiesAfter gives pages for eachLobby, each in a read of its own.
func (d *Desk) lobbiesAfter(ctx context.Context) func(string) ([]storage.Session, error) {
	return func(id string) (page []storage.Session, err error) {
		err = d.store.Read(ctx, func(tx *storage.Tx) (err error) {
			page, err = tx.LobbiesAfter(id)
			return err
		})
		return page, err
	}
}

// eachRow calls fn with every row of the outbox behind one. after gives the page
// that follows an id.
func eachRow(last int64, after func(id int64) ([]storage.Row, error), fn func(storage.Row) error) error {
	for {
		page, err := after(last)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, row := range page {
			last = row.ID
			if err := fn(row); err != nil {
				return err
			}
		}
	}
}

// rowsAfter gives pages for eachRow, each in a read of its own.
func (d *Desk) rowsAfter(ctx context.Context) func(int64) ([]storage.Row, error) {
	return func(id int64) (page []storage.Row, err error) {
		err = d.store.Read(ctx, func(tx *storage.Tx) (err error) {
			page, err = tx.RowsAfter(id)
			return err
		})
		return page, err
	}
}
