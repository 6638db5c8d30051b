package commands

import (
	"context"
	"errors"
	"strconv"
	"time"

	"umpire/storage"
)

// goneKey is the setting that says since when the bot is not in a server, in ms.
const goneKey = "gone/"

// Removed hears that the bot was removed from a server. What it keeps of the
// server waits there for its return until Sweep purges it.
func (d *Desk) Removed(ctx context.Context, guild string, at time.Time) error {
	return d.store.Write(ctx, func(tx *storage.Tx) error {
		switch _, err := tx.Setting(goneKey + guild); {
		case err == nil:
			return nil // the first time counts
		case !errors.Is(err, storage.ErrNotFound):
			return err
		}
		return tx.SaveSetting(goneKey+guild, strconv.FormatInt(at.UnixMilli(), 10))
	})
}

// Present hears that the bot is in a server: all is as it was.
func (d *Desk) Present(ctx context.Context, guild string, _ time.Time) error {
	gone := false
	err := d.store.Read(ctx, func(tx *storage.Tx) error {
		_, err := tx.Setting(goneKey + guild)
		gone = err == nil
		if errors.Is(err, storage.ErrNotFound) {
			return nil
		}
		return err
	})
	if err != nil || !gone {
		return err
	}
	return d.store.Write(ctx, func(tx *storage.Tx) error { return tx.DropSetting(goneKey + guild) })
}
