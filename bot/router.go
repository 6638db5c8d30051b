package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"umpire/commands"
	"umpire/rules"
	"umpire/storage"
)

const (
	workers     = 64
	mostWaiting = 1024 // interactions; more could not be answered in time

	// Discord lets go of an interaction after three seconds.
	answerPatience = 2 * time.Second         // for the handler, before a response that says "later"
	answerLimit    = 2500 * time.Millisecond // for the response to be in
	answerLeast    = 300 * time.Millisecond  // for the response, however late
	handlerLimit   = 14 * time.Minute        // a response may be completed for fifteen
)

// router hands each interaction to the handler and gives Discord the answer.
type router struct {
	rest     *rest
	cdn      *cdn
	store    *storage.Store
	log      *slog.Logger
	counts   *counts
	now      func() time.Time
	answer   func(context.Context, commands.Request) (commands.Reply, error)
	patience time.Duration
	presses  *presses

	queue  chan arrival
	active atomic.Int64 // interactions taken and not yet done with
}

// arrival is an interaction as it came in.
type arrival struct {
	raw []byte
	at  time.Time // by this machine's clock
}

// outcome is what a handler came to: a reply, or silence.
type outcome struct {
	reply  commands.Reply
	silent bool // it was answered before
}

func newRouter(r *rest, files *cdn, o Options, c *counts) *router {
	return &router{
		rest: r, cdn: files, store: o.Store, log: o.Log, counts: c, now: o.Now, answer: o.Handlers.Answer,
		patience: answerPatience, presses: newPresses(), queue: make(chan arrival, mostWaiting),
	}
}

// take queues an interaction; it does not wait.
func (r *router) take(raw []byte) {
	r.active.Add(1)
	select {
	case r.queue <- arrival{raw, time.Now()}:
	default:
		r.active.Add(-1)
		r.counts.strange(outcomeDropped)
		r.counts.late.Inc()
		r.log.Error("too many interactions wait; one is dropped")
	}
}

func (r *router) idle() bool { return r.active.Load() == 0 }

// run works until ctx ends.
func (r *router) run(ctx context.Context) {
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case a := <-r.queue:
					r.serve(ctx, a)
				}
			}
		})
	}
	all.Wait()
}

// serve sees one interaction through.
func (r *router) serve(ctx context.Context, a arrival) {
	defer r.active.Add(-1)
	defer func() {
		if p := recover(); p != nil {
			r.log.Error("answering an interaction panicked", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	var in interaction
	if err := json.Unmarshal(a.raw, &in); err != nil {
		r.counts.strange(outcomeUnread)
		r.log.Error("cannot read an interaction", "err", err)
		return
	}
	asked, ok := in.request(r.now())
	waited := time.Since(a.at)
	switch {
	case !ok:
		r.counts.strange(outcomeUnread)
		r.log.Warn("an interaction of a kind unknown here", "type", in.Type)
		return
	case waited > answerLimit:
		r.counts.interaction(asked.Kind, outcomeDropped)
		r.counts.late.Inc()
		r.log.Warn("an interaction waited too long to be answered", "waited", waited)
		return
	}
	r.presses.keep(&in)
	t := &turn{router: r, in: &in, asked: asked, at: a.at, due: a.at.Add(answerLimit)}
	defer t.countLate()
	ctx, cancel := context.WithTimeout(ctx, handlerLimit)
	defer cancel()
	done := make(chan outcome, 1)
	go func() { done <- r.ask(ctx, asked, &in) }()
	patience := time.NewTimer(r.patience - waited)
	defer patience.Stop()
	select {
	case out := <-done:
		t.respond(ctx, out)
	case <-patience.C:
		t.respondLater(ctx, done)
	}
}

// ask calls the handler and makes of its errors what the user may read.
func (r *router) ask(ctx context.Context, asked commands.Request, in *interaction) outcome {
	reply, err := r.call(ctx, asked, in)
	switch {
	case err == nil:
		r.counts.interaction(asked.Kind, outcomeAnswered)
		return outcome{reply: reply}
	case errors.Is(err, storage.ErrSeen):
		r.counts.interaction(asked.Kind, outcomeSeen)
		return outcome{silent: true}
	}
	text, ok := rules.IsRefusal(err)
	became := outcomeRefused
	if !ok {
		became = outcomeFault
		r.log.Error("a handler went wrong", "path", verb(asked), "interaction", asked.ID, "err", err)
		text = faultLine
	}
	r.counts.interaction(asked.Kind, became)
	return outcome{reply: commands.Private(text)}
}

// call fetches what was attached and calls the handler. All of it may be put off.
func (r *router) call(ctx context.Context, asked commands.Request, in *interaction) (reply commands.Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	asked.Files = r.cdn.bring(ctx, in)
	return r.answer(ctx, asked)
}

// verb is as much of a path as may stand in the log: the rest of a custom id may
// say what was picked.
func verb(asked commands.Request) string {
	if asked.Kind == commands.Command || asked.Kind == commands.Complete || asked.Kind == commands.Onto {
		return asked.Path
	}
	first, _, _ := strings.Cut(asked.Path, "/")
	return first
}
