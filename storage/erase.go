package storage

import (
	"errors"
	"fmt"
)

// What is done to forget: a person, a server, or what only took up room.

// Erase forgets a user in every server: id and name among people and members,
// /me setting, DM channel, drafts, and the settled messages to them, except those
// that a waiting row still edits. Logs and ledgers stay as they are, for they
// hold keys alone.
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

// PurgeGuild purges every session of a server and deletes its campaigns, battles,
// rosters with their ledgers, and members, with the drafts and messages under an
// id of theirs. It is the one way in which a ledger loses entries.
func (tx *Tx) PurgeGuild(guild string) error {
	sessions, err := tx.SessionsIn(guild)
	if err != nil {
		return err
	}
	for _, id := range sessions {
		if err := tx.Purge(id); err != nil {
			return fmt.Errorf("purge server %s: %w", guild, err)
		}
	}
	for _, do := range []func() error{
		func() error { return tx.q.DeleteCampaignOutbox(tx.ctx, guild) },
		func() error { return tx.q.DeleteCampaignDrafts(tx.ctx, guild) },
		func() error { return tx.q.MarkRostersPurged(tx.ctx, guild) },
		func() error { return tx.q.DeleteLedgers(tx.ctx, guild) },
		func() error { return tx.q.DeleteRosters(tx.ctx, guild) },
		func() error { return tx.q.DeleteBattles(tx.ctx, guild) },
		func() error { return tx.q.DeleteCampaigns(tx.ctx, guild) },
		func() error { return tx.q.DeleteMembers(tx.ctx, guild) },
	} {
		if err := do(); err != nil {
			return found(err, "purge server "+guild)
		}
	}
	return nil
}

// PruneOutbox deletes sent and failed rows of sessions that are over and were
// last changed before a time, at most 500, and tells how many: there may be more
// until it says 0. Of a slot the newest row goes first, and none while one waits.
func (tx *Tx) PruneOutbox(before int64) (int64, error) {
	n, err := tx.q.PruneOutbox(tx.ctx, before)
	return n, found(err, "prune the outbox")
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
