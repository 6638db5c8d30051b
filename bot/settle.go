package bot

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"umpire/commands"
	"umpire/storage"
)

// settle notes in the outbox what became of a row, and says so to the desk where
// people must be told.
func (o *outbox) settle(ctx context.Context, row storage.Row, at place, err error) {
	o.counts.row(err)
	if err == nil {
		o.write(ctx, func(tx *storage.Tx) error { return tx.Sent(row.ID, at.channel, at.message) })
		return
	}
	f := failed(err)
	switch {
	case f.fate != refused:
		o.again(ctx, row, f)
	case parks(f.code):
		o.park(ctx, row, f)
	case row.Edit && f.code == codeUnknownMessage:
		o.write(ctx, func(tx *storage.Tx) error { return tx.Failed(row.ID, f.Error()) })
	case errors.Is(f.cause, errGone):
		o.write(ctx, func(tx *storage.Tx) error { return tx.Failed(row.ID, f.Error()) })
	default:
		o.fail(ctx, row, f)
	}
}

// parks tells which refusals stand until somebody changes something in Discord.
func parks(code int) bool {
	switch code {
	case codeMissingAccess, codeMissingPermissions, codeUnknownChannel, codeArchivedThread:
		return true
	}
	return false
}

// again puts a row back for later.
func (o *outbox) again(ctx context.Context, row storage.Row, f *failure) {
	pause := max(o.pause(row.Tries), f.after)
	due := o.now().Add(pause).UnixMilli()
	o.log.Warn("a message will be tried again", "row", row.ID, "in", pause.Round(time.Millisecond), "err", f)
	o.write(ctx, func(tx *storage.Tx) error {
		if f.fate == unsure { // of an edit or a thread send thinks nothing: either can be asked for twice
			return tx.Doubt(row.ID, due, f.Error())
		}
		return tx.Retry(row.ID, due, f.Error())
	})
}

// park stops a destination until somebody presses something there.
func (o *outbox) park(ctx context.Context, row storage.Row, f *failure) {
	o.log.Warn("a destination is out of reach", "row", row.ID, "dest", row.Dest, "err", f)
	o.tell(ctx, row, f)
	o.write(ctx, func(tx *storage.Tx) error {
		if err := tx.Retry(row.ID, o.now().UnixMilli(), f.Error()); err != nil {
			return err
		}
		return tx.Park(row.Dest, f.Error())
	})
}

// fail gives a row up. A form that Discord refuses is a fault of ours; a person
// who cannot be written to is not.
func (o *outbox) fail(ctx context.Context, row storage.Row, f *failure) {
	switch f.code {
	case codeClosedDMs, codeUnknownUser, codeUnknownMember, codeNoSharedServer:
		o.log.Info("direct messages are refused", "row", row.ID, "session", row.Session, "err", f)
	default:
		o.log.Error("a message is given up", "row", row.ID, "session", row.Session, "slot", row.Slot, "err", f)
	}
	o.tell(ctx, row, f)
	o.write(ctx, func(tx *storage.Tx) error { return tx.Failed(row.ID, f.Error()) })
}

// tell tells the desk before the row is settled, so that a crash in between tells
// it twice rather than never.
func (o *outbox) tell(ctx context.Context, row storage.Row, f *failure) {
	defer func() {
		if p := recover(); p != nil {
			o.log.Error("telling of a message that was not delivered panicked", "row", row.ID, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	why := f.Error()
	if f.code == codeUnknownMember || f.code == codeNoSharedServer {
		why = commands.Left
	}
	if err := o.undelivered(context.WithoutCancel(ctx), row, why); err != nil {
		o.log.Error("cannot tell of a message that was not delivered", "row", row.ID, "err", err)
	}
}

func (o *outbox) write(ctx context.Context, fn func(*storage.Tx) error) {
	write(ctx, o.store, o.log, "settle an outbox row", fn)
}
