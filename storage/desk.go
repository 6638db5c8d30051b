package storage

import (
	"fmt"
	"time"

	"umpire/storage/internal/db"
)

// The desk: the small things that lie about while the umpire works.

// Once notes an interaction as dealt with, and returns ErrSeen if it was noted
// before, within a day: Discord may deliver one twice.
func (tx *Tx) Once(id string) error {
	dayAgo := tx.nowMS - (24 * time.Hour).Milliseconds()
	if err := tx.q.ForgetInteractions(tx.ctx, dayAgo); err != nil {
		return found(err, "forget old interactions")
	}
	n, err := tx.q.InsertInteraction(tx.ctx, db.InsertInteractionParams{ID: id, AtMS: tx.nowMS})
	if err == nil && n == 0 {
		return fmt.Errorf("interaction %s: %w", id, ErrSeen)
	}
	return found(err, "note interaction "+id)
}

// Draft is an answer or order that its user has seen but not locked in yet, or
// something else that waits for a press of theirs.
type Draft struct {
	ID      string
	Session string // whose it is; the id of a server where it is no fight's
	User    string
	Body    []byte
	AtMS    int64 // set by SaveDraft
}

// SaveDraft stores a draft in place of any with its id.
func (tx *Tx) SaveDraft(d Draft) error {
	d.AtMS = tx.nowMS
	return found(tx.q.SaveDraft(tx.ctx, db.SaveDraftParams(d)), "save draft "+d.ID)
}

// Draft gives the draft with this id, or ErrNotFound.
func (tx *Tx) Draft(id string) (Draft, error) {
	d, err := tx.q.Draft(tx.ctx, id)
	return Draft(d), found(err, "draft "+id)
}

// DropDraft drops the draft with this id, if there is one.
func (tx *Tx) DropDraft(id string) error {
	return found(tx.q.DeleteDraft(tx.ctx, id), "drop draft "+id)
}

// DropDrafts drops the drafts of a session.
func (tx *Tx) DropDrafts(session string) error {
	return found(tx.q.DeleteDrafts(tx.ctx, session), "drop drafts of session "+session)
}

// SaveDM remembers the channel of a user's direct messages: opening it again is
// slow.
func (tx *Tx) SaveDM(user, channel string) error {
	return found(tx.q.SaveDM(tx.ctx, db.SaveDMParams{User: user, Channel: channel}), "save a DM channel")
}

// DM gives the channel of a user's direct messages, or ErrNotFound.
func (tx *Tx) DM(user string) (string, error) {
	channel, err := tx.q.DM(tx.ctx, user)
	return channel, found(err, "DM channel")
}

// SaveSetting remembers a value of the program's own under a key.
func (tx *Tx) SaveSetting(key, value string) error {
	return found(tx.q.SaveSetting(tx.ctx, db.SaveSettingParams{Name: key, Value: value}), "save setting "+key)
}

// Setting gives the value under a key, or ErrNotFound.
func (tx *Tx) Setting(key string) (string, error) {
	value, err := tx.q.Setting(tx.ctx, key)
	return value, found(err, "setting "+key)
}
