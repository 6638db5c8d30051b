package storage

import (
	"errors"
	"fmt"

	"umpire/storage/internal/db"
)

// What is done to forget a server, or what only takes up room: in pieces, since
// everybody waits for a write.

const (
	sessionsAtOnce = 10  // purged in one piece
	rostersAtOnce  = 50  // with their ledgers
	prunedAtOnce   = 500 // rows of the outbox, or drafts
)

// PurgeSome purges a piece of what there is of a server and tells whether more is
// left: its sessions first, then its rosters with their ledgers, at last its
// campaigns, battles and members, all with the drafts and messages under an id of
// theirs, and the drafts under the server's. It is the one way in which a ledger loses entries.
func (tx *Tx) PurgeSome(guild string) (more bool, err error) {
	doing := "purge server " + guild
	sessions, err := tx.q.UnpurgedIn(tx.ctx, db.UnpurgedInParams{Guild: guild, Limit: sessionsAtOnce})
	if err != nil {
		return false, found(err, doing)
	}
	for _, id := range sessions {
		if err := tx.Purge(id); err != nil {
			return false, fmt.Errorf("%s: %w", doing, err)
		}
	}
	if len(sessions) > 0 {
		return true, nil
	}
	rosters, err := tx.q.SomeRostersIn(tx.ctx, db.SomeRostersInParams{Guild: guild, Limit: rostersAtOnce})
	if err != nil {
		return false, found(err, doing)
	}
	for _, id := range rosters {
		if err := tx.purgeRoster(id); err != nil {
			return false, found(err, doing)
		}
	}
	if len(rosters) > 0 {
		return true, nil
	}
	return false, found(errors.Join(
		tx.q.DeleteDrafts(tx.ctx, guild),
		tx.q.DeleteCampaignOutbox(tx.ctx, guild),
		tx.q.DeleteCampaignDrafts(tx.ctx, guild),
		tx.q.DeleteBattles(tx.ctx, guild),
		tx.q.DeleteCampaigns(tx.ctx, guild),
		tx.q.DeleteMembers(tx.ctx, guild),
	), doing)
}

func (tx *Tx) purgeRoster(id string) error {
	for _, do := range []func() error{
		func() error { return tx.q.DeleteOutbox(tx.ctx, id) },
		func() error { return tx.q.DeleteDrafts(tx.ctx, id) },
		func() error { return tx.q.MarkRosterPurged(tx.ctx, id) },
		func() error { return tx.q.DeleteLedger(tx.ctx, id) },
		func() error { return tx.q.DeleteRoster(tx.ctx, id) },
	} {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

// Prunable gives the ids of sent and failed rows of the outbox, posted before a
// time, that nothing will need again: those without a slot, and of slots of
// sessions that are over, and of campaigns that are ended, since before that time.
// Of a slot it gives the newest row, and none while one waits; at most 500 in all,
// so that there may be more when these are pruned. It reads the whole outbox and
// is best done in a Read.
func (tx *Tx) Prunable(before int64) ([]int64, error) {
	ids, err := tx.q.Prunable(tx.ctx, db.PrunableParams{AtMS: before, Limit: prunedAtOnce})
	return ids, found(err, "find what can be pruned")
}

// Prune deletes rows that Prunable gave, but none whose slot has a newer row by
// now, and tells how many.
func (tx *Tx) Prune(ids []int64) (n int64, err error) {
	for _, id := range ids {
		gone, err := tx.q.PruneRow(tx.ctx, id)
		if err != nil {
			return n, found(err, "prune the outbox")
		}
		n += gone
	}
	return n, nil
}

// OldDrafts gives the ids of drafts that were saved before a time, but not those
// of a fight that has not moved since: they can still be given. It gives at most
// 500, reads all drafts and is best done in a Read.
func (tx *Tx) OldDrafts(before int64) ([]string, error) {
	ids, err := tx.q.OldDrafts(tx.ctx, db.OldDraftsParams{AtMS: before, Limit: prunedAtOnce})
	return ids, found(err, "find old drafts")
}

// PruneDrafts deletes drafts that OldDrafts gave for the same time, but none that
// was saved again since, and tells how many.
func (tx *Tx) PruneDrafts(ids []string, before int64) (n int64, err error) {
	for _, id := range ids {
		gone, err := tx.q.PruneDraft(tx.ctx, db.PruneDraftParams{ID: id, AtMS: before})
		if err != nil {
			return n, found(err, "prune the drafts")
		}
		n += gone
	}
	return n, nil
}
