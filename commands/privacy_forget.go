package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"umpire/storage"
)

// forgetting is what is to be done so that somebody is named nowhere but where
// /privacy delete says. It is worked out beside the others' presses, and done in
// one write.
type forgetting struct {
	*own
	redaction
	sessions []string // whose lobbies name them, or in which they had a seat
	over     []string // of those, the fights that are over
	rows     []int64  // of the outbox, that name them
}

// forgetMe removes what is kept about the presser, in all servers.
func forgetMe(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	o, err := d.own(ctx, r.User)
	if err != nil {
		return Reply{}, err
	}
	if err := o.free(); err != nil {
		return Reply{}, err
	}
	o.called(r.User.Name)
	f := &forgetting{own: o, redaction: redact(r.User.ID, o.names)}
	if err := f.plan(ctx, d); err != nil {
		return Reply{}, err
	}
	defer d.queueAll(f.sessions)()
	if err := d.write(ctx, r, f.do); err != nil {
		return Reply{}, err
	}
	return Reply{Act: Change, Message: Message{Text: "It is removed: nothing that I keep names you any more. Who presses or types something for me is kept again from then on."}}, nil
}

// plan finds where somebody is named.
func (f *forgetting) plan(ctx context.Context, d *Desk) error {
	note := func(s storage.Session) {
		f.sessions = append(f.sessions, s.ID)
		if s.State == storage.Over {
			f.over = append(f.over, s.ID)
		}
	}
	for _, mine := range f.seats {
		note(mine.session)
	}
	for _, s := range f.cards {
		note(s)
	}
	over := make(map[string]bool)
	for _, id := range f.over {
		over[id] = true
	}
	return d.eachRow(ctx, func(row storage.Row) {
		if over[row.Session] || f.slot(row.Slot) || f.named(row.Body) {
			f.rows = append(f.rows, row.ID)
		}
	})
}

// do forgets, all of it or nothing. What others wait for may have begun meanwhile:
// then it refuses as before.
func (f *forgetting) do(tx *storage.Tx) error {
	if err := f.stillFree(tx); err != nil {
		return err
	}
	live := make(map[string][]string)
	for _, id := range f.sessions {
		slots, err := f.lobby(tx, id)
		if err != nil {
			return err
		}
		live[id] = slots
	}
	for _, id := range f.rows {
		if err := f.row(tx, id, live); err != nil {
			return err
		}
	}
	for _, r := range f.rosters {
		if r.Campaign == "" {
			if err := tx.SetRoster(r.ID, r.Owner, storage.Withdrawn); err != nil {
				return err
			}
		}
	}
	return tx.Erase(f.own.user.ID)
}

func (f *forgetting) stillFree(tx *storage.Tx) error {
	now := &own{user: f.own.user}
	if err := now.readSeats(tx); err != nil {
		return err
	}
	for _, s := range f.cards {
		s, err := tx.Session(s.ID)
		if err != nil {
			return err
		}
		now.cards = append(now.cards, s)
	}
	return now.free()
}

// lobby takes somebody out of what is kept of a session, and gives the slots of its
// posts that something may still change.
func (f *forgetting) lobby(tx *storage.Tx, id string) (live []string, err error) {
	s, err := tx.Session(id)
	if err != nil || len(s.Lobby) == 0 { // of a purged one there is none
		return nil, err
	}
	var l lobby
	if err := json.Unmarshal(s.Lobby, &l); err != nil {
		return nil, fmt.Errorf("read the lobby of session %s: %w", id, err)
	}
	is := func(user string) bool { return user == f.own.user.ID }
	if is(l.Host.ID) {
		l.Host = Person{}
	}
	if l.Umpire != nil && is(l.Umpire.ID) {
		l.Umpire = nil
	}
	for i := range l.Seats {
		l.Seats[i].Users = slices.DeleteFunc(l.Seats[i].Users, func(p Person) bool { return is(p.ID) })
	}
	l.Greeted = slices.DeleteFunc(l.Greeted, is)
	l.Gone = slices.DeleteFunc(l.Gone, is)
	l.Live = slices.DeleteFunc(l.Live, f.slot)
	if l.Gather != nil {
		for i, text := range l.Gather.Texts {
			l.Gather.Texts[i] = f.text(text)
		}
	}
	return l.Live, tx.PutLobby(id, l.bytes())
}

// row makes a row of the outbox name somebody no longer. Of a fight that is over,
// nothing that was sent is needed but what may still be edited.
func (f *forgetting) row(tx *storage.Tx, id int64, live map[string][]string) error {
	row, err := tx.Row(id)
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	settled := row.State == storage.Sent || row.State == storage.Failed
	switch {
	case f.slot(row.Slot) && row.State != storage.Claimed:
		return tx.DropRow(id)
	case settled && slices.Contains(f.over, row.Session) && !slices.Contains(live[row.Session], row.Slot):
		return tx.PutBody(id, nil)
	}
	body, err := f.body(row.Body)
	if err != nil {
		return fmt.Errorf("read outbox row %d: %w", id, err)
	}
	return tx.PutBody(id, body)
}

// queueAll lets no request of these sessions in. It takes their queues in one
// order, so that two that wait for several do not wait for each other.
func (d *Desk) queueAll(sessions []string) (leave func()) {
	var places []uint32
	for _, id := range sessions {
		h := fnv.New32a()
		h.Write([]byte(id))
		places = append(places, h.Sum32()%uint32(len(d.queues)))
	}
	slices.Sort(places)
	places = slices.Compact(places)
	for _, i := range places {
		d.queues[i].Lock()
	}
	return func() {
		for _, i := range places {
			d.queues[i].Unlock()
		}
	}
}

// slot tells whether a slot is named after somebody's number.
func (x redaction) slot(slot string) bool { return slices.Contains(strings.Split(slot, "/"), x.user) }
