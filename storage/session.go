package storage

import (
	"errors"
	"fmt"

	"umpire/storage/internal/db"
)

// The states of a session.
const (
	Lobby   = "lobby"
	Running = "running"
	Over    = "over"
)

// Session is a fight bound to a place on Discord, from lobby to end.
type Session struct {
	ID        string
	System    string // key of its rules
	Guild     string
	Channel   string // where it was called
	Place     string // the channel or thread where it is fought; "" while it has none
	State     string // Lobby, Running or Over
	Lobby     []byte // what the commands keep about it, unread here
	Snapshot  []byte // the fight after Line
	Line      int    // the log's last line, from 1; 0: none yet
	Secret    string // what its dice come from: never to be shown before the end
	Purged    bool   // emptied by Purge
	CreatedMS int64
	UpdatedMS int64
}

// Person is somebody in a seat. Key is all that the log names.
type Person struct {
	Session string
	Key     string // "p1"
	Seat    int
	User    string // Discord's id; "" when erased
	Name    string
}

// AddSession stores a new session, with the times of now. It returns ErrTaken
// when its place has one that is not over.
func (tx *Tx) AddSession(s Session) error {
	if err := tx.free(s.Place, s.State, s.ID); err != nil {
		return fmt.Errorf("add session %s: %w", s.ID, err)
	}
	err := tx.q.InsertSession(tx.ctx, db.InsertSessionParams{
		ID: s.ID, System: s.System, Guild: s.Guild, Channel: s.Channel, Place: s.Place, State: s.State,
		Lobby: s.Lobby, Snapshot: s.Snapshot, Line: s.Line, Secret: s.Secret, CreatedMS: tx.nowMS,
	})
	return found(err, "add session "+s.ID)
}

// free returns ErrTaken if a session other than id is at place and not over.
func (tx *Tx) free(place, state, id string) error {
	if place == "" || state == Over {
		return nil
	}
	there, err := tx.SessionAt(place)
	switch {
	case errors.Is(err, ErrNotFound):
		return nil
	case err != nil:
		return err
	case there.ID != id:
		return fmt.Errorf("%w: %s", ErrTaken, there.ID)
	}
	return nil
}

// Session gives the session with this id, or ErrNotFound.
func (tx *Tx) Session(id string) (Session, error) {
	s, err := tx.q.Session(tx.ctx, id)
	return Session(s), found(err, "session "+id)
}

// SaveLobby changes what the commands keep of a session: its lobby, state and
// place. It returns ErrNotFound, or ErrTaken as AddSession does.
func (tx *Tx) SaveLobby(id string, lobby []byte, state, place string) error {
	if err := tx.free(place, state, id); err != nil {
		return fmt.Errorf("save lobby of session %s: %w", id, err)
	}
	n, err := tx.q.SaveLobby(tx.ctx, db.SaveLobbyParams{
		ID: id, Lobby: lobby, State: state, Place: place, UpdatedMS: tx.nowMS,
	})
	return changed(n, err, "save lobby of session "+id)
}

// SessionAt gives the session at a place that is not over, or ErrNotFound.
func (tx *Tx) SessionAt(place string) (Session, error) {
	s, err := tx.q.SessionAt(tx.ctx, place)
	return Session(s), found(err, "session at "+place)
}

// LastSessionAt gives the newest session at a place, over or not, or ErrNotFound.
func (tx *Tx) LastSessionAt(place string) (Session, error) {
	s, err := tx.q.LastSessionAt(tx.ctx, place)
	return Session(s), found(err, "last session at "+place)
}

// UnopenedIn gives the sessions of a server that are not over, oldest first: the
// secrets of their dice are still sealed.
func (tx *Tx) UnopenedIn(guild string) ([]Session, error) {
	rows, err := tx.q.UnopenedIn(tx.ctx, guild)
	sessions := make([]Session, len(rows))
	for i, r := range rows {
		sessions[i] = Session(r)
	}
	return sessions, found(err, "sessions of a server")
}

// SessionsOf gives the running sessions in which a user has a seat, oldest first.
func (tx *Tx) SessionsOf(user string) ([]Session, error) {
	rows, err := tx.q.SessionsOf(tx.ctx, user)
	sessions := make([]Session, len(rows))
	for i, r := range rows {
		sessions[i] = Session(r)
	}
	return sessions, found(err, "sessions of a user")
}

// SavePeople replaces the people of a session.
func (tx *Tx) SavePeople(session string, people []Person) error {
	doing := "save people of session " + session
	if err := tx.q.DeletePeople(tx.ctx, session); err != nil {
		return found(err, doing)
	}
	for _, p := range people {
		p.Session = session
		if err := tx.q.InsertPerson(tx.ctx, db.InsertPersonParams(p)); err != nil {
			return found(err, doing)
		}
	}
	return nil
}

// People gives the people of a session by seat and key.
func (tx *Tx) People(session string) ([]Person, error) {
	rows, err := tx.q.People(tx.ctx, session)
	people := make([]Person, len(rows))
	for i, r := range rows {
		people[i] = Person(r)
	}
	return people, found(err, "people of session "+session)
}

// Purge empties a session for good: log, snapshots, people, drafts, messages and
// secret. Its row stays, marked; this is the one way in which a log loses lines.
func (tx *Tx) Purge(session string) error {
	doing := "purge session " + session
	n, err := tx.q.MarkPurged(tx.ctx, db.MarkPurgedParams{ID: session, UpdatedMS: tx.nowMS})
	if err := changed(n, err, doing); err != nil {
		return err
	}
	return found(errors.Join(
		tx.q.DeleteLog(tx.ctx, session),
		tx.q.DeleteSnapshots(tx.ctx, session),
		tx.q.DeletePeople(tx.ctx, session),
		tx.q.DeleteDrafts(tx.ctx, session),
		tx.q.DeleteOutbox(tx.ctx, session),
	), doing)
}
