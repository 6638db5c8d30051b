package storage

import (
	"fmt"

	"umpire/storage/internal/db"
)

// Where somebody may be named, to be looked through a page at a time.

// pageLength is how many rows a page has.
const pageLength = 200

// LobbiesAfter gives a page of sessions by id, of any state, each with its Guild,
// Place, State and Lobby alone. "" is before the first; an empty page is past the
// last.
func (tx *Tx) LobbiesAfter(id string) ([]Session, error) {
	rows, err := tx.q.LobbiesAfter(tx.ctx, db.LobbiesAfterParams{ID: id, Limit: pageLength})
	sessions := make([]Session, len(rows))
	for i, r := range rows {
		sessions[i] = Session{ID: r.ID, Guild: r.Guild, Place: r.Place, State: r.State, Lobby: r.Lobby}
	}
	return sessions, found(err, "look through the lobbies")
}

// PutLobby changes what the commands keep of a session and nothing else, its time
// neither. It returns ErrNotFound.
func (tx *Tx) PutLobby(id string, lobby []byte) error {
	n, err := tx.q.PutLobby(tx.ctx, db.PutLobbyParams{ID: id, Lobby: lobby})
	return changed(n, err, "put the lobby of session "+id)
}

// RowsAfter gives a page of the outbox by id, as LobbiesAfter does.
func (tx *Tx) RowsAfter(id int64) ([]Row, error) {
	rows, err := tx.q.RowsAfter(tx.ctx, db.RowsAfterParams{ID: id, Limit: pageLength})
	return outboxRows(rows), found(err, "look through the outbox")
}

// RowsTo gives all rows of the outbox for a destination.
func (tx *Tx) RowsTo(dest string) ([]Row, error) {
	rows, err := tx.q.RowsTo(tx.ctx, dest)
	return outboxRows(rows), found(err, "rows to "+dest)
}

func outboxRows(rows []db.Row) []Row {
	list := make([]Row, len(rows))
	for i, r := range rows {
		list[i] = Row(r)
	}
	return list
}

// PutBody changes the body of a row that is there, in any state. Of one that was
// sent this changes only what is kept of it.
func (tx *Tx) PutBody(id int64, body []byte) error {
	return found(tx.q.ReplaceBody(tx.ctx, db.ReplaceBodyParams{ID: id, Body: body}), fmt.Sprintf("put the body of outbox row %d", id))
}

// DropRow deletes a row that is not under way.
func (tx *Tx) DropRow(id int64) error {
	return found(tx.q.DropRow(tx.ctx, id), fmt.Sprintf("drop outbox row %d", id))
}

// DraftsOf gives the drafts of a user, oldest first.
func (tx *Tx) DraftsOf(user string) ([]Draft, error) {
	rows, err := tx.q.DraftsOf(tx.ctx, user)
	drafts := make([]Draft, len(rows))
	for i, r := range rows {
		drafts[i] = Draft(r)
	}
	return drafts, found(err, "drafts of a user")
}
