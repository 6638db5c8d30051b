package commands

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"umpire/storage"
)

// How long things are kept that nobody needs any more (README.md and
// docs/hosting.md say so too).
const (
	// keptOfServer is for how long what there is of a server is kept after the bot
	// was removed from it.
	keptOfServer = 90 * 24 * time.Hour
	// keptMessages is for how long the bot's messages are kept after they were sent,
	// or, where something may still change them, after their fight is over or their
	// campaign ended.
	keptMessages = 30 * 24 * time.Hour
	// keptDrafts is for how long a draft waits for the press that makes something of
	// it. One of a fight that has not moved since waits for as long as the fight.
	keptDrafts = 30 * 24 * time.Hour
)

// mostPieces is how many pieces of the outbox, and of the drafts, one sweep prunes
// at most: whatever is left waits for the next.
const mostPieces = 400

// Sweep forgets what has been kept for long enough: servers that the bot was
// removed from, old messages and old drafts. It does so in pieces, each a write of its own,
// so that presses are served between them.
func (d *Desk) Sweep(ctx context.Context, at time.Time) error {
	if err := d.sweepServers(ctx, at); err != nil {
		return err
	}
	if err := d.sweepDrafts(ctx, at); err != nil {
		return err
	}
	return d.sweepMessages(ctx, at)
}

func (d *Desk) sweepServers(ctx context.Context, at time.Time) error {
	var gone map[string]string
	err := d.store.Read(ctx, func(tx *storage.Tx) (err error) {
		gone, err = tx.Settings(goneKey)
		return err
	})
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(gone)) {
		for more := true; more; {
			err := d.store.Write(ctx, func(tx *storage.Tx) (err error) {
				more, err = purgeSome(tx, key, at)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// purgeSome purges a piece of a server that was left long enough ago, and tells
// whether more is to be purged. The bot may have come back since the last piece:
// then nothing is.
func purgeSome(tx *storage.Tx, key string, at time.Time) (more bool, err error) {
	value, err := tx.Setting(key)
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	since, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return false, fmt.Errorf("read since when a server is left: %w", err)
	}
	if at.Sub(time.UnixMilli(since)) < keptOfServer {
		return false, nil
	}
	more, err = tx.PurgeSome(strings.TrimPrefix(key, goneKey))
	if err == nil && !more {
		err = tx.DropSetting(key)
	}
	return more, err
}

func (d *Desk) sweepDrafts(ctx context.Context, at time.Time) error {
	before := at.Add(-keptDrafts).UnixMilli()
	for range mostPieces {
		var ids []string
		err := d.store.Read(ctx, func(tx *storage.Tx) (err error) {
			ids, err = tx.OldDrafts(before)
			return err
		})
		if err != nil || len(ids) == 0 {
			return err
		}
		err = d.store.Write(ctx, func(tx *storage.Tx) error {
			_, err := tx.PruneDrafts(ids, before)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *Desk) sweepMessages(ctx context.Context, at time.Time) error {
	before := at.Add(-keptMessages).UnixMilli()
	for range mostPieces {
		var ids []int64
		err := d.store.Read(ctx, func(tx *storage.Tx) (err error) {
			ids, err = tx.Prunable(before)
			return err
		})
		if err != nil || len(ids) == 0 {
			return err
		}
		var n int64
		err = d.store.Write(ctx, func(tx *storage.Tx) (err error) {
			n, err = tx.Prune(ids)
			return err
		})
		if err != nil || n == 0 {
			return err
		}
	}
	return nil
}
