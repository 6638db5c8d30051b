package storage

import (
	"database/sql"
	"errors"
	"fmt"

	"umpire/storage/internal/db"
)

// The states of a Row.
const (
	Waiting = "waiting"
	Claimed = "claimed"
	Sent    = "sent"
	Failed  = "failed"
)

// Row is one Discord message on its way, or an edit of one. The rows of a
// destination go out one after another in the order of their ids; destinations
// do not wait for each other.
type Row struct {
	ID      int64 // grows, is never given twice
	Session string
	Dest    string // "channel/<id>" or "user/<id>"
	Slot    string // its name within the session; "": a message of its own
	Body    []byte
	Rides   string // the interaction whose reply it is; "": none
	State   string // Waiting, Claimed, Sent or Failed
	Why     string // what went wrong last
	Channel string // of the message, once sent; of an edit, the message to edit
	Message string
	Edit    bool
	Doubt   bool // it may have been sent already: look before sending
	AtMS    int64
	Tries   int
	DueMS   int64 // not before this
}

// neverSent is why an edit fails whose message failed.
const neverSent = "never sent"

// Post puts a message in the outbox, of which Session, Dest, Slot, Body, Rides
// and DueMS are taken, and returns its row's id.
//
// The first row of a slot is a message; a later one edits that message, goes to
// its destination, and takes the place of a row of the slot that still waits. An
// edit of a message that failed is failed from the start.
//
// A row that rides is claimed at once: Sent, Failed, Retry or Doubt must settle
// it. It rides only if it is a message for which nothing waits or is under way at
// its destination; otherwise it waits like any other, as Row tells.
func (tx *Tx) Post(r Row) (int64, error) {
	doing := "post to " + r.Dest
	r.State, r.Why, r.Edit = Waiting, "", false
	if r.Slot != "" {
		id, err := tx.slotted(&r)
		if id != 0 || err != nil {
			return id, found(err, doing)
		}
	}
	rides := r.Rides != "" && !r.Edit
	if rides {
		var err error
		if rides, err = tx.idle(r.Dest); err != nil {
			return 0, found(err, doing)
		}
	}
	if rides {
		r.State = Claimed
	} else {
		r.Rides = ""
	}
	id, err := tx.q.NextOutboxID(tx.ctx)
	if err != nil {
		return 0, found(err, doing)
	}
	tx.posted = true
	return id, found(tx.q.InsertRow(tx.ctx, db.InsertRowParams{
		ID: id, Session: r.Session, Dest: r.Dest, Slot: r.Slot, Body: r.Body, Rides: r.Rides,
		State: r.State, Why: r.Why, Edit: r.Edit, AtMS: tx.nowMS, DueMS: r.DueMS,
	}), doing)
}

// slotted fits r into its slot. It returns the id of the row whose body r has
// replaced, or 0 when r needs a row of its own.
func (tx *Tx) slotted(r *Row) (int64, error) {
	last, err := tx.q.LastOfSlot(tx.ctx, db.LastOfSlotParams{Session: r.Session, Slot: r.Slot})
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	// One in doubt may be on Discord already, with the old body.
	if last.State == Waiting && !last.Doubt {
		return last.ID, tx.q.ReplaceBody(tx.ctx, db.ReplaceBodyParams{ID: last.ID, Body: r.Body})
	}
	message, err := tx.q.MessageOfSlot(tx.ctx, db.MessageOfSlotParams{Session: r.Session, Slot: r.Slot})
	if err != nil {
		return 0, err
	}
	r.Edit, r.Dest = true, message.Dest
	if message.State == Failed {
		r.State, r.Why = Failed, neverSent
	}
	return 0, nil
}

// idle tells whether nothing waits or is under way at a destination.
func (tx *Tx) idle(dest string) (bool, error) {
	_, err := tx.q.NextOf(tx.ctx, dest)
	if errors.Is(err, sql.ErrNoRows) {
		return true, nil
	}
	return false, err
}

// Row gives a row of the outbox, or ErrNotFound.
func (tx *Tx) Row(id int64) (Row, error) {
	r, err := tx.q.Row(tx.ctx, id)
	return Row(r), found(err, fmt.Sprintf("outbox row %d", id))
}

// Body gives the newest body of a slot, sent or not, or ErrNotFound.
func (tx *Tx) Body(session, slot string) ([]byte, error) {
	r, err := tx.q.LastOfSlot(tx.ctx, db.LastOfSlotParams{Session: session, Slot: slot})
	return r.Body, found(err, "body of slot "+slot)
}

// Slot gives channel and message of a slot, or ErrNotFound while it is not sent.
func (tx *Tx) Slot(session, slot string) (channel, message string, err error) {
	r, err := tx.q.MessageOfSlot(tx.ctx, db.MessageOfSlotParams{Session: session, Slot: slot})
	err = found(err, "slot "+slot)
	if err == nil && r.State != Sent {
		err = fmt.Errorf("slot %s: not sent: %w", slot, ErrNotFound)
	}
	if err != nil {
		return "", "", err
	}
	return r.Channel, r.Message, nil
}
