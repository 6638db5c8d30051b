package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"umpire/storage"
)

// register gives Discord the list of commands, unless it has it. It tries again
// until that is done, ctx ends, or Discord finds fault with the list.
func (b *Bot) register(ctx context.Context) {
	for try := 0; ; try++ {
		err := b.registerOnce(ctx)
		switch {
		case err == nil || ctx.Err() != nil:
			return
		case failed(err).fate == refused:
			b.log.Error("Discord refuses the commands; people see those of before", "err", err)
			return
		}
		pause := max(reconnectPause(try), failed(err).after)
		b.log.Warn("cannot register the commands yet", "err", err, "in", pause)
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

func (b *Bot) registerOnce(ctx context.Context) error {
	list := b.handlers.Definitions()
	raw, err := json.Marshal(list)
	if err != nil {
		return &failure{doing: "register commands", fate: refused, cause: err}
	}
	sum := sha256.Sum256(raw)
	hash := hex.EncodeToString(sum[:])
	application := b.gateway.self().application
	key := "commands of " + application + " at " + b.network.name()
	known := ""
	err = b.store.Read(ctx, func(tx *storage.Tx) (err error) {
		known, err = tx.Setting(key)
		return err
	})
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return fmt.Errorf("look up the registered commands: %w", err)
	}
	if known == hash {
		return nil
	}
	path := "applications/" + url.PathEscape(application) + "/commands"
	err = b.rest.call(ctx, request{doing: "register commands", method: http.MethodPut, path: path, limit: path, body: list}, nil)
	if err != nil {
		return err
	}
	b.log.Info("registered the commands", "count", len(list))
	return b.store.Write(ctx, func(tx *storage.Tx) error { return tx.SaveSetting(key, hash) })
}
