package storage

import (
	"database/sql"
	"errors"
	"fmt"

	"umpire/storage/internal/db"
)

// The worker's side of the outbox: claim a row, send it, settle it.

// Dests gives the destinations that have a row to claim, the longest due first.
// Parked destinations are not among them.
func (tx *Tx) Dests() ([]string, error) {
	heads, err := tx.q.Heads(tx.ctx)
	var dests []string
	for _, h := range heads {
		if h.DueMS <= tx.nowMS {
			dests = append(dests, h.Dest)
		}
	}
	return dests, found(err, "destinations")
}

// NextDue gives the time at which Dests will have something, if nothing else
// happens; it may be past. It returns ErrNotFound when nothing waits.
func (tx *Tx) NextDue() (int64, error) {
	heads, err := tx.q.Heads(tx.ctx)
	if err == nil && len(heads) == 0 {
		err = sql.ErrNoRows
	}
	if err != nil {
		return 0, found(err, "next due row")
	}
	return heads[0].DueMS, nil // the soonest is first
}

// Claim takes the oldest row that waits for a destination. There is none, and
// ErrNotFound, while another of the destination is claimed, before the oldest is
// due, and while the destination is parked. A claimed edit has the channel and
// message that it edits.
func (tx *Tx) Claim(dest string) (Row, error) {
	doing := "claim for " + dest
	if _, err := tx.q.Parked(tx.ctx, dest); err == nil {
		return Row{}, fmt.Errorf("%s: parked: %w", doing, ErrNotFound)
	} else if !errors.Is(err, sql.ErrNoRows) {
		return Row{}, found(err, doing)
	}
	next, err := tx.q.NextOf(tx.ctx, dest)
	if err != nil {
		return Row{}, found(err, doing)
	}
	r := Row(next)
	claimed, err := tx.q.CountClaimed(tx.ctx, dest)
	if err != nil {
		return Row{}, found(err, doing)
	}
	if claimed > 0 || r.DueMS > tx.nowMS {
		return Row{}, fmt.Errorf("%s: not yet: %w", doing, ErrNotFound)
	}
	if r.Edit {
		if r.Channel, r.Message, err = tx.Slot(r.Session, r.Slot); err != nil {
			return Row{}, fmt.Errorf("%s: %w", doing, err)
		}
	}
	r.State = Claimed
	return r, found(tx.q.ClaimRow(tx.ctx, db.ClaimRowParams{ID: r.ID, Channel: r.Channel, Message: r.Message}), doing)
}

// Sent settles a claimed row as delivered; of a slot's edits it leaves only the
// newest. It returns ErrNotFound if the row is not claimed.
func (tx *Tx) Sent(id int64, channel, message string) error {
	return tx.settle(id, Sent, "", channel, message)
}

// Failed settles a claimed row as never to be delivered, and with a slot's
// message the edits that wait for it. Later rows of the destination go on. It
// returns ErrNotFound if the row is not claimed.
func (tx *Tx) Failed(id int64, why string) error {
	return tx.settle(id, Failed, why, "", "")
}

func (tx *Tx) settle(id int64, state, why, channel, message string) error {
	doing := fmt.Sprintf("settle outbox row %d as %s", id, state)
	r, err := tx.Row(id)
	if err != nil {
		return err
	}
	n, err := tx.q.SettleRow(tx.ctx, db.SettleRowParams{
		ID: id, State: state, Why: why, Channel: channel, Message: message,
	})
	if err := changed(n, err, doing); err != nil {
		return err
	}
	tx.posted = true // the next of the destination may go
	switch {
	case r.Slot == "":
	case r.Edit:
		err = tx.q.DeleteOldEdits(tx.ctx, db.DeleteOldEditsParams{Session: r.Session, Slot: r.Slot, ID: id})
	case state == Failed:
		err = tx.q.FailEdits(tx.ctx, db.FailEditsParams{Session: r.Session, Slot: r.Slot, Why: neverSent})
	}
	return found(err, doing)
}

// Retry puts a claimed row back, to be claimed again from dueMS on, when it is
// certain that it was not delivered. It returns ErrNotFound if the row is not
// claimed.
func (tx *Tx) Retry(id, dueMS int64, why string) error {
	return tx.putBack(id, dueMS, why, false)
}

// Doubt is Retry for a row that may have been delivered all the same (no answer,
// or a server error): from then on it has Doubt set.
func (tx *Tx) Doubt(id, dueMS int64, why string) error {
	return tx.putBack(id, dueMS, why, true)
}

func (tx *Tx) putBack(id, dueMS int64, why string, doubt bool) error {
	n, err := tx.q.RetryRow(tx.ctx, db.RetryRowParams{ID: id, Why: why, DueMS: dueMS, Doubt: doubt})
	tx.posted = true // its time may come before that which the worker sleeps for
	return changed(n, err, fmt.Sprintf("put back outbox row %d", id))
}

// Doubtful gives the rows still unsent of which it is not known whether they were
// delivered, by destination.
func (tx *Tx) Doubtful() ([]Row, error) {
	list, err := tx.q.Doubtful(tx.ctx)
	rows := make([]Row, len(list))
	for i, r := range list {
		rows[i] = Row(r)
	}
	return rows, found(err, "doubtful rows")
}

// Park stops a destination until Unpark: its rows wait.
func (tx *Tx) Park(dest, why string) error {
	return found(tx.q.Park(tx.ctx, db.ParkParams{Dest: dest, Why: why, AtMS: tx.nowMS}), "park "+dest)
}

// Unpark lets a destination go on; one that is not parked already does.
func (tx *Tx) Unpark(dest string) error {
	n, err := tx.q.Unpark(tx.ctx, dest)
	tx.posted = tx.posted || n > 0
	return found(err, "unpark "+dest)
}

// Parked gives why a destination is parked, or ErrNotFound.
func (tx *Tx) Parked(dest string) (why string, err error) {
	why, err = tx.q.Parked(tx.ctx, dest)
	return why, found(err, "parked "+dest)
}

// Unsent counts the rows that are neither sent nor failed, parked destinations
// aside.
func (tx *Tx) Unsent() (int, error) {
	n, err := tx.q.CountUnsent(tx.ctx)
	return int(n), found(err, "unsent rows")
}
