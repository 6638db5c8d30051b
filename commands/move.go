package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"umpire/rules"
	"umpire/storage"
)

// answer takes a reply of a seat.
func (t *Table) answer(seat rules.Seat, reply rules.Reply) error {
	entry, events, err := t.fight.Answer(seat, reply, t.dice(), t.stamp())
	if errors.Is(err, rules.ErrHeld) {
		return t.errHeld()
	}
	return t.add(entry, events, err)
}

func (t *Table) add(entry rules.Entry, events []rules.Event, err error) error {
	if err != nil {
		return err
	}
	t.lines = append(t.lines, line{entry, events})
	return nil
}

// renew brings a fight of older rules to the newest.
func (t *Table) renew() error {
	if !t.fight.Outdated() {
		return nil
	}
	entry, events, err := t.fight.Upgrade(t.dice(), t.stamp())
	return t.add(entry, events, err)
}

// move changes a running session and writes everything that follows in one
// transaction. The row that rides on the interaction, if one could, is given.
func (d *Desk) move(ctx context.Context, r Request, id string, change func(*Table) error) (*Table, int64, error) {
	defer d.queue(id)()
	t, err := d.table(ctx, r, id)
	if err != nil {
		return nil, 0, err
	}
	if t.session.State == storage.Over {
		return nil, 0, rules.ErrOver
	}
	if err := t.renew(); err != nil {
		return nil, 0, err
	}
	if err := change(t); err != nil {
		return nil, 0, err
	}
	t.noteClosed()
	if err := t.finish(); err != nil {
		return nil, 0, err
	}
	ride, err := t.save(ctx)
	return t, ride, err
}

// finish opens the dice secret of a fight that is over, and notes how it ended.
func (t *Table) finish() error {
	over := t.fight.Over()
	if over == nil {
		return nil
	}
	if t.lobby.Result == "" {
		t.lobby.Result = won
		if over.Winner == rules.Everyone {
			t.lobby.Result = drawn
		}
	}
	return t.add(t.fight.Close(t.session.Secret, t.stamp()))
}

// save writes the lines, the snapshot and the posts.
func (t *Table) save(ctx context.Context) (ride int64, err error) {
	from := t.session.Line
	posts, err := t.tell()
	if err != nil {
		return 0, err
	}
	if t.fight.Over() != nil {
		t.session.State = storage.Over
	}
	err = t.d.write(ctx, t.r, func(tx *storage.Tx) error {
		if err := tx.Append(t.session.ID, from, t.logLines(), t.fight.Snapshot(), t.fight.Units()); err != nil {
			return err
		}
		if ride, err = t.post(tx, posts); err != nil {
			return err
		}
		if err := t.strip(tx); err != nil {
			return err
		}
		if len(t.heirs) > 0 {
			if err := tx.SavePeople(t.session.ID, t.people); err != nil {
				return err
			}
		}
		if t.session.State == storage.Over {
			if err := tx.DropDrafts(t.session.ID); err != nil {
				return err
			}
		}
		if err := t.aftermath(tx); err != nil {
			return err
		}
		return t.keep(tx)
	})
	return ride, err
}

// post puts rows into the outbox. The first may be the answer to a slash command:
// then its id is given.
func (t *Table) post(tx *storage.Tx, rows []storage.Row) (ride int64, err error) {
	for i, row := range rows {
		if i == 0 {
			ride, err = postRiding(tx, row, t.r)
		} else {
			_, err = tx.Post(row)
		}
		if err != nil {
			return 0, err
		}
	}
	return ride, nil
}

// keep stores what is kept of the session beside its fight.
func (t *Table) keep(tx *storage.Tx) error {
	return tx.SaveLobby(t.session.ID, t.lobby.bytes(), t.session.State, t.session.Place)
}

// remark posts rows and keeps what changed beside a fight that does not move. No
// rows: nothing is written.
func (d *Desk) remark(ctx context.Context, r Request, id string, say func(*Table) ([]storage.Row, error)) (ride int64, err error) {
	defer d.queue(id)()
	t, err := d.table(ctx, r, id)
	if err != nil {
		return 0, err
	}
	if t.fight.Over() != nil {
		return 0, rules.ErrOver
	}
	rows, err := say(t)
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	t.lobby.Gather = nil // it is not the newest post any more
	err = d.write(ctx, r, func(tx *storage.Tx) error {
		if ride, err = t.post(tx, rows); err != nil {
			return err
		}
		return t.keep(tx)
	})
	return ride, err
}

// postRiding posts a row as the answer to a slash command where that can be, and
// gives its id then, else 0.
func postRiding(tx *storage.Tx, row storage.Row, r Request) (ride int64, err error) {
	if r.Kind == Command && row.Dest == ToChannel+r.Channel {
		row.Rides = r.ID
	}
	id, err := tx.Post(row)
	if err != nil || row.Rides == "" {
		return 0, err
	}
	written, err := tx.Row(id)
	if err != nil || written.State != storage.Claimed {
		return 0, err
	}
	return id, nil
}

func (t *Table) logLines() []storage.Line {
	lines := make([]storage.Line, len(t.lines))
	for i, l := range t.lines {
		lines[i] = storage.Line{
			Session: t.session.ID, Line: l.entry.Line, Public: l.entry.Public(),
			Chain: l.entry.Chain, AtMS: l.entry.At,
		}
		if !l.entry.Secret.Empty() {
			secret, err := json.Marshal(l.entry.Secret)
			if err != nil {
				panic(fmt.Sprintf("commands: the secret part of a line does not become JSON: %v", err))
			}
			lines[i].Secret = secret
		}
	}
	return lines
}
