package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"umpire/storage"
)

// healthLimit is how long a look at the bot's health may take.
const healthLimit = 2 * time.Second

var (
	errDeaf   = errors.New("not connected to Discord's gateway")
	errUnable = errors.New("the store takes no writes; the log says more")
)

// Health is nil while the Bot hears Discord and its store takes writes. Otherwise
// it says which does not work, in words that anybody may read.
func (b *Bot) Health(ctx context.Context) error {
	if !b.gateway.up.Load() {
		return errDeaf
	}
	ctx, cancel := context.WithTimeout(ctx, healthLimit)
	defer cancel()
	// A real write: a full disk shows only then.
	now := b.now().UTC().Format(time.RFC3339)
	err := b.store.Write(ctx, func(tx *storage.Tx) error { return tx.SaveSetting("health looked at", now) })
	if err != nil {
		b.log.Error("the store takes no writes", "err", err)
		return errUnable
	}
	return nil
}

// Watch is a web page for whoever runs the Bot: /metrics in Prometheus's format,
// and /health, which answers 200 or 503 with a line of text. Neither holds a
// secret, nor the name of anybody or of any place on Discord.
func (b *Bot) Watch() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(b.counts.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		if err := b.Health(r.Context()); err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprintln(w, err)
			return
		}
		fmt.Fprintln(w, "ok: connected to Discord, and the store takes writes")
	})
	return mux
}
