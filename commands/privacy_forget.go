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
// one write, which looks once more at what they did meanwhile.
type forgetting struct {
	*own
	redaction
	sessions []string        // whose lobbies name them, or in which they had a seat
	over     map[string]bool // of those, the fights that are over
	rows     []int64         // of the outbox, that name them
	last     int64           // row of the outbox that was looked at
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
	f.over = make(map[string]bool)
	for _, s := range f.own.sessions() {
		f.sessions = append(f.sessions, s.ID)
		f.over[s.ID] = s.State == storage.Over
	}
	return eachRow(0, d.rowsAfter(ctx), func(row storage.Row) error {
		if f.last = row.ID; f.concerns(row) {
			f.rows = append(f.rows, row.ID)
		}
		return nil
	})
}

// concerns tells whether a row of the outbox may name somebody.
func (f *forgetting) concerns(row storage.Row) bool {
	return f.over[row.Session] || f.slot(row.Slot) || f.named(row.Body)
}

// do forgets, all of it or nothing. What others wait for may have begun meanwhile:
// then it refuses as before.
func (f *forgetting) do(tx *storage.Tx) error {
	now, err := f.now(tx)
	if err != nil {
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
	err = eachRow(f.last, tx.RowsAfter, func(row storage.Row) error {
		if f.concerns(row) {
			f.rows = append(f.rows, row.ID)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, id := range f.rows {
		if err := f.row(tx, id, live); err != nil {
			return err
		}
	}
	for _, r := range now.rosters {
		if r.Campaign == "" {
			if err := tx.SetRoster(r.ID, r.Owner, storage.Withdrawn); err != nil {
				return err
			}
		}
	}
	return tx.Erase(f.own.user.ID)
}

// now gathers again where somebody is named. It refuses where others wait for them
// by now, and gives storage.ErrStale where a session or a name has come to it: that
// session's queue is not held, and its card may be under way.
func (f *forgetting) now(tx *storage.Tx) (*own, error) {
	now := &own{user: f.own.user}
	err := errors.Join(now.readSeats(tx), now.readBooks(tx), eachLobby(tx.LobbiesAfter, now.readCard))
	if err == nil {
		err = now.free()
	}
	if err != nil {
		return nil, err
	}
	for _, s := range now.sessions() {
		if !slices.Contains(f.sessions, s.ID) {
			return nil, fmt.Errorf("session %s: %w", s.ID, storage.ErrStale)
		}
	}
	for _, name := range now.names {
		if !slices.Contains(f.names, name) {
			return nil, fmt.Errorf("a new name: %w", storage.ErrStale)
		}
	}
	return now, nil
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
	case settled && f.over[row.Session] && !slices.Contains(live[row.Session], row.Slot):
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
