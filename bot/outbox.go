package bot

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"umpire/storage"
)

const (
	mostAtOnce = 16              // destinations that are delivered to
	lookAgain  = time.Second     // at what is due by a clock that may have been set
	longest    = 5 * time.Minute // pause before a row is tried again
	writeAgain = 500 * time.Millisecond
)

// outbox delivers what waits in the store: to several destinations at once, to
// each in order.
type outbox struct {
	rest        *rest
	presses     *presses
	store       *storage.Store
	log         *slog.Logger
	counts      *counts
	now         func() time.Time
	undelivered func(context.Context, storage.Row, string) error
	pause       func(tries int) time.Duration
	who         self // set when it runs
}

func newOutbox(r *rest, p *presses, o Options, c *counts) *outbox {
	return &outbox{
		rest: r, presses: p, store: o.Store, log: o.Log, counts: c, now: o.Now,
		undelivered: o.Handlers.Undelivered, pause: retryPause,
	}
}

// retryPause is how long a row waits that has been tried before: about 1, 2, 4 …
// seconds.
func retryPause(tries int) time.Duration {
	full := min(time.Second<<min(tries, 9), longest)
	return full/2 + rand.N(full/2)
}

// run delivers until ctx ends. who is the bot itself.
func (o *outbox) run(ctx context.Context, who self) {
	o.who = who
	busy := map[string]bool{}
	freed := make(chan string, mostAtOnce)
	var deliveries sync.WaitGroup
	defer deliveries.Wait()
	for ctx.Err() == nil {
		var dests []string
		var next <-chan time.Time
		if len(busy) < mostAtOnce { // else nothing more can be begun, whatever is due
			dests, next = o.due(ctx)
		}
		for _, dest := range dests {
			if busy[dest] || len(busy) == mostAtOnce {
				continue
			}
			busy[dest] = true
			deliveries.Go(func() {
				o.deliver(ctx, dest)
				freed <- dest
			})
		}
		select {
		case <-ctx.Done():
		case dest := <-freed:
			delete(busy, dest)
		case <-o.store.Posted():
		case <-next:
		}
	}
}

// due gives the destinations with something to deliver now, and a channel that
// says when to look again; nil if nothing waits.
func (o *outbox) due(ctx context.Context) (dests []string, next <-chan time.Time) {
	var at int64
	err := o.store.Read(ctx, func(tx *storage.Tx) (err error) {
		if dests, err = tx.Dests(); err == nil {
			at, err = tx.NextDue()
		}
		return err
	})
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return dests, nil
	case err != nil && ctx.Err() == nil:
		o.log.Error("cannot read the outbox", "err", err)
	}
	pause := time.UnixMilli(at).Sub(o.now())
	if pause <= 0 || pause > lookAgain {
		pause = lookAgain
	}
	return dests, time.After(pause)
}

// deliver sends what a destination waits for, until there is nothing or it has to
// pause.
func (o *outbox) deliver(ctx context.Context, dest string) {
	for ctx.Err() == nil {
		var row storage.Row
		err := o.store.Write(ctx, func(tx *storage.Tx) (err error) {
			row, err = tx.Claim(dest)
			return err
		})
		if err != nil {
			if !errors.Is(err, storage.ErrNotFound) && ctx.Err() == nil {
				o.log.Error("cannot claim from the outbox", "err", err)
			}
			return
		}
		at, err := o.send(ctx, row)
		o.settle(ctx, row, at, err)
	}
}

// write writes what has become of a row, again until it is written: a row that
// stays claimed stops its destination.
func write(ctx context.Context, store *storage.Store, log *slog.Logger, doing string, fn func(*storage.Tx) error) {
	for {
		err := store.Write(context.WithoutCancel(ctx), fn)
		if err == nil {
			return
		}
		log.Error("cannot "+doing, "err", err)
		if errors.Is(err, storage.ErrNotFound) || errors.Is(err, storage.ErrClosed) {
			return // somebody else has settled it; a restart will
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(writeAgain):
		}
	}
}
