package storage

import (
	"fmt"
	"slices"

	"umpire/storage/internal/db"
)

// Line is one entry of a fight's log. Nothing in it ever changes.
type Line struct {
	Session string
	Line    int    // from 1, without gaps
	Public  []byte // what everybody may see; the chain covers it
	Secret  []byte // what Public holds the seal of; nil: nothing hidden
	Chain   string
	AtMS    int64 // as given to Append
}

// Append adds lines to a session's log, from+1 and up, and stores the snapshot
// after the last of them, as the session's own and for SnapshotAt. Of the older
// snapshots it keeps those after the lines in keep. It returns ErrStale when the
// log's last line is not from.
func (tx *Tx) Append(session string, from int, lines []Line, snapshot []byte, keep []int) error {
	doing := fmt.Sprintf("append to session %s after line %d", session, from)
	last, err := tx.q.LastLine(tx.ctx, session)
	if err != nil {
		return found(err, doing)
	}
	if last != from {
		return fmt.Errorf("%s: %w: it is at line %d", doing, ErrStale, last)
	}
	for _, l := range lines {
		last++
		if l.Line != last {
			return fmt.Errorf("%s: line %d is called %d", doing, last, l.Line)
		}
		l.Session = session
		if err := tx.q.InsertLine(tx.ctx, db.InsertLineParams(l)); err != nil {
			return found(err, doing)
		}
		tx.lines++
	}
	if err := tx.q.MoveSession(tx.ctx, db.MoveSessionParams{
		ID: session, Line: last, Snapshot: snapshot, UpdatedMS: tx.nowMS,
	}); err != nil {
		return found(err, doing)
	}
	return found(tx.saveSnapshot(session, last, snapshot, keep), doing)
}

func (tx *Tx) saveSnapshot(session string, line int, snapshot []byte, keep []int) error {
	err := tx.q.SaveSnapshot(tx.ctx, db.SaveSnapshotParams{Session: session, Line: line, Snapshot: snapshot})
	if err != nil {
		return err
	}
	kept, err := tx.q.SnapshotLines(tx.ctx, session)
	if err != nil {
		return err
	}
	for _, l := range kept {
		if l == line || slices.Contains(keep, l) {
			continue
		}
		if err := tx.q.DeleteSnapshot(tx.ctx, db.DeleteSnapshotParams{Session: session, Line: l}); err != nil {
			return err
		}
	}
	return nil
}

// Log gives the lines of a session after a line, in order; after 0: all.
func (tx *Tx) Log(session string, after int) ([]Line, error) {
	rows, err := tx.q.LinesAfter(tx.ctx, db.LinesAfterParams{Session: session, Line: after})
	lines := make([]Line, len(rows))
	for i, r := range rows {
		lines[i] = Line(r)
	}
	return lines, found(err, "log of session "+session)
}

// PublicIn gives the public parts of all log lines of a server's sessions.
func (tx *Tx) PublicIn(guild string) ([][]byte, error) {
	lines, err := tx.q.PublicIn(tx.ctx, guild)
	return lines, found(err, "public lines of a server")
}

// PublicOf gives the public parts of all log lines of those of a server's
// sessions in which a user has or had a seat.
func (tx *Tx) PublicOf(guild, user string) ([][]byte, error) {
	lines, err := tx.q.PublicOf(tx.ctx, db.PublicOfParams{Guild: guild, User: user})
	return lines, found(err, "public lines of a user")
}

// SnapshotAt gives the snapshot kept after a line, or ErrNotFound.
func (tx *Tx) SnapshotAt(session string, line int) ([]byte, error) {
	snapshot, err := tx.q.SnapshotAt(tx.ctx, db.SnapshotAtParams{Session: session, Line: line})
	return snapshot, found(err, fmt.Sprintf("snapshot of session %s after line %d", session, line))
}
