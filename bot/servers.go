package bot

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"umpire/storage"
)

const (
	sweepEvery = 6 * time.Hour
	sweepLook  = 250 * time.Millisecond // at a clock that may have been set
)

// servers tells the handlers which servers the bot is in, one after another as
// Discord tells it, and sweeps. It keeps a list of them, so that a removal is
// also noticed that happened while nothing ran. Of people who leave or are banned
// nothing is heard: that takes a privileged intent.
type servers struct {
	store    *storage.Store
	log      *slog.Logger
	now      func() time.Time
	handlers Handlers
	look     time.Duration
	key      string // of the list, in the store; set when it runs

	woken chan struct{}
	mu    sync.Mutex
	news  []serverNews
	runs  bool
	busy  bool
	swept time.Time

	in   map[string]bool // those whose presence has been told: false where it was not taken
	kept map[string]bool // those in the store's list
}

// serverNews is what Discord says of servers.
type serverNews struct {
	ids  []string
	left bool // the bot was removed; else it is in them
	all  bool // and in no others
	at   time.Time
}

func newServers(o Options) *servers {
	return &servers{
		store: o.Store, log: o.Log, now: o.Now, handlers: o.Handlers, look: sweepLook,
		woken: make(chan struct{}, 1), in: map[string]bool{}, kept: map[string]bool{},
	}
}

// hear takes an event of Discord's; it does not wait.
func (s *servers) hear(kind string, raw []byte) {
	type guild struct {
		ID          string
		Unavailable bool
	}
	var e struct {
		guild
		Guilds []guild
	}
	if err := json.Unmarshal(raw, &e); err != nil {
		s.log.Error("cannot read what Discord says of a server", "event", kind, "err", err)
		return
	}
	news := serverNews{ids: []string{e.ID}, at: s.now()}
	switch {
	case kind == "READY":
		news.ids, news.all = nil, true
		for _, g := range e.Guilds {
			news.ids = append(news.ids, g.ID)
		}
	case e.ID == "" || kind == "GUILD_DELETE" && e.Unavailable:
		return // an outage of Discord's changes nothing
	case kind == "GUILD_DELETE":
		news.left = true
	}
	s.mu.Lock()
	s.news = append(s.news, news)
	s.mu.Unlock()
	select {
	case s.woken <- struct{}{}:
	default:
	}
}

// run tells and sweeps until ctx ends. who is the bot itself.
func (s *servers) run(ctx context.Context, who self, at string) {
	s.key = "servers of " + who.application + " at " + at
	s.recall(ctx)
	s.mu.Lock()
	s.runs = true
	s.mu.Unlock()
	look := time.NewTicker(s.look)
	defer look.Stop()
	for ctx.Err() == nil {
		for s.work(ctx) {
		}
		select {
		case <-ctx.Done():
		case <-s.woken:
		case <-look.C:
		}
	}
}

// work tells the oldest news or, when there is none, sweeps; false when there is
// nothing to do.
func (s *servers) work(ctx context.Context) bool {
	s.mu.Lock()
	var news *serverNews
	sweep := false
	if len(s.news) > 0 {
		news, s.news = &s.news[0], s.news[1:]
	} else if sweep = s.due(); sweep {
		s.swept = s.now()
	}
	s.busy = news != nil || sweep
	s.mu.Unlock()
	switch {
	case news != nil:
		s.tell(ctx, *news)
	case sweep:
		s.sweep(ctx, s.swept)
	default:
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy = false
	return ctx.Err() == nil
}

// due tells whether to sweep; the lock is held.
func (s *servers) due() bool {
	return s.runs && s.handlers.Sweep != nil && (s.swept.IsZero() || s.now().Sub(s.swept) >= sweepEvery)
}

// sweep sweeps, but not while a handler has not taken that the bot is in a server:
// it may think that server left long ago, and purge it.
func (s *servers) sweep(ctx context.Context, at time.Time) {
	for _, id := range slices.Sorted(maps.Keys(s.in)) {
		if s.there(ctx, id, at); !s.in[id] {
			return // it is tried again when the next sweep is due
		}
	}
	s.call("sweep", func() error { return s.handlers.Sweep(ctx, at) })
}

// idle tells that nothing is left to tell or to sweep.
func (s *servers) idle() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.busy && len(s.news) == 0 && !s.due()
}

// tell hands news on. What a handler did not take is told again after the next
// start.
func (s *servers) tell(ctx context.Context, news serverNews) {
	before := maps.Clone(s.kept)
	if news.all {
		for id := range before {
			if !slices.Contains(news.ids, id) {
				s.gone(ctx, id, news.at)
			}
		}
	}
	for _, id := range news.ids {
		if news.left {
			s.gone(ctx, id, news.at)
		} else {
			s.there(ctx, id, news.at)
		}
	}
	if !maps.Equal(before, s.kept) {
		s.keep(ctx)
	}
}

func (s *servers) there(ctx context.Context, id string, at time.Time) {
	s.kept[id] = true
	if s.in[id] || s.handlers.Present == nil {
		return // Discord says it at every connection
	}
	s.in[id] = s.call("note a server", func() error { return s.handlers.Present(ctx, id, at) })
}

func (s *servers) gone(ctx context.Context, id string, at time.Time) {
	delete(s.in, id)
	if s.handlers.Removed == nil || s.call("note a removal from a server", func() error { return s.handlers.Removed(ctx, id, at) }) {
		delete(s.kept, id)
	}
}

// call calls a handler, logs what goes wrong and tells whether all went well.
func (s *servers) call(doing string, handler func() error) (ok bool) {
	defer func() {
		if p := recover(); p != nil {
			ok = false
			s.log.Error("cannot "+doing, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	err := handler()
	if err != nil && !errors.Is(err, context.Canceled) { // else it is heard again
		s.log.Error("cannot "+doing, "err", err)
	}
	return err == nil
}

// recall reads the list of servers that the bot was in.
func (s *servers) recall(ctx context.Context) {
	text := ""
	err := s.store.Read(ctx, func(tx *storage.Tx) (err error) {
		text, err = tx.Setting(s.key)
		return err
	})
	var ids []string
	if err == nil {
		err = json.Unmarshal([]byte(text), &ids)
	}
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		s.log.Error("cannot recall the servers", "err", err)
	}
	for _, id := range ids {
		s.kept[id] = true
	}
}

func (s *servers) keep(ctx context.Context) {
	raw, err := json.Marshal(slices.Sorted(maps.Keys(s.kept)))
	if err == nil {
		err = s.store.Write(ctx, func(tx *storage.Tx) error { return tx.SaveSetting(s.key, string(raw)) })
	}
	if err != nil {
		s.log.Error("cannot keep the list of servers", "err", err)
	}
}
