package storage

import "errors"

// What is done to forget a person.

// Erase forgets a user in every server: id and name among people and members,
// /me setting, DM channel, drafts, and the messages to them, sent or not, except
// one that is under way. Logs and ledgers stay as they are, for they hold keys
// alone.
func (tx *Tx) Erase(user string) error {
	doing := "erase a user"
	if user == "" {
		return errors.New(doing + ": nobody's id is empty")
	}
	dest := "user/" + user
	return found(errors.Join(
		tx.q.ErasePeople(tx.ctx, user),
		tx.q.EraseMembers(tx.ctx, user),
		tx.q.DeleteSetting(tx.ctx, "me/"+user),
		tx.q.DeleteDM(tx.ctx, user),
		tx.q.DeleteDraftsOf(tx.ctx, user),
		tx.q.DeleteWaitingTo(tx.ctx, dest),
		tx.q.DeleteSettledTo(tx.ctx, dest),
		tx.Unpark(dest),
	), doing)
}

// SessionsEver gives the sessions in which a user has or had a seat, in any
// state, oldest first, without their snapshots.
func (tx *Tx) SessionsEver(user string) ([]Session, error) {
	if user == "" { // that of all who were erased
		return nil, nil
	}
	rows, err := tx.q.SessionsEver(tx.ctx, user)
	sessions := make([]Session, len(rows))
	for i, r := range rows {
		sessions[i] = Session{
			ID: r.ID, System: r.System, Guild: r.Guild, Channel: r.Channel, Place: r.Place, State: r.State,
			Lobby: r.Lobby, Line: r.Line, Secret: r.Secret, Purged: r.Purged,
			CreatedMS: r.CreatedMS, UpdatedMS: r.UpdatedMS,
		}
	}
	return sessions, found(err, "sessions ever of a user")
}

// SessionsIn gives the ids of a server's sessions in any state, oldest first.
func (tx *Tx) SessionsIn(guild string) ([]string, error) {
	ids, err := tx.q.SessionsIn(tx.ctx, guild)
	return ids, found(err, "sessions of a server")
}

// Settings gives the values of all keys that begin with prefix.
func (tx *Tx) Settings(prefix string) (map[string]string, error) {
	rows, err := tx.q.SettingsFrom(tx.ctx, prefix)
	settings := make(map[string]string, len(rows))
	for _, r := range rows {
		settings[r.Name] = r.Value
	}
	return settings, found(err, "settings "+prefix)
}

// DropSetting forgets the value under a key, if there is one.
func (tx *Tx) DropSetting(key string) error {
	return found(tx.q.DeleteSetting(tx.ctx, key), "drop setting "+key)
}
