// Package bot is the Discord edge: the only code that talks to Discord.
//
// Interactions come in over the gateway, become a commands.Request, and what the
// handler answers goes back within three seconds; everything else that people are
// to read waits in the store's outbox, from which a worker delivers it in order.
// A gateway connection is thrown away when it ends and a new one is made; the
// outbox is what survives. No token and nothing that a player picked is logged.
package bot

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"umpire/commands"
	"umpire/storage"
)

// faultLine is what a player reads when the fault is ours.
const faultLine = "Something went wrong; nothing was changed."

const (
	drainTime = 2 * time.Second // for what runs and waits when Run is to end
	leaveTime = time.Second     // and for what does not listen then
)

// Handlers are what the edge hands on to.
type Handlers struct {
	// Definitions lists the slash commands to register.
	Definitions func() []*discordgo.ApplicationCommand
	// Answer answers one interaction. A rules.Refusal is shown to the user alone,
	// storage.ErrSeen is answered with nothing, any other error is logged here and
	// the user reads that something went wrong.
	Answer func(context.Context, commands.Request) (commands.Reply, error)
	// Undelivered hears that a row will not be delivered, or not until somebody
	// acts; it may hear it again after a crash.
	Undelivered func(ctx context.Context, row storage.Row, why string) error

	// Present hears of each server that the bot is in, once after every start and
	// whenever it is added to one; Removed hears of one that it was removed from,
	// if need be at the next start. Sweep is called after every start, when
	// Present has heard of all, and every six hours. Errors are logged here; what
	// Present or Removed did not take they hear again after the next start. Each
	// may be nil.
	Present func(ctx context.Context, guild string, at time.Time) error
	Removed func(ctx context.Context, guild string, at time.Time) error
	Sweep   func(ctx context.Context, at time.Time) error
}

// Options says which Discord a Bot talks to and what for.
type Options struct {
	Token    string         // without "Bot "
	API      string         // base address such as http://127.0.0.1:8750/api; "": Discord's own
	Store    *storage.Store // whose outbox is delivered
	Handlers Handlers
	Log      *slog.Logger     // nil: slog's default
	Now      func() time.Time // the clock of requests and of the outbox; nil: time.Now
}

// Bot is one bot user's connection to Discord.
type Bot struct {
	log      *slog.Logger
	now      func() time.Time
	store    *storage.Store
	handlers Handlers
	counts   *counts
	rest     *rest
	gateway  *gateway
	router   *router
	outbox   *outbox
	servers  *servers
	network  *network
	err      error // what is wrong with the options
}

// New makes a Bot that Run connects.
func New(o Options) *Bot {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	token := bare(o.Token)
	counts := newCounts()
	o.Log = counts.log(o.Log)
	b := &Bot{log: o.Log, now: o.Now, store: o.Store, handlers: o.Handlers, counts: counts}
	b.network, b.err = newNetwork(o.API)
	writer, err := newWriter(o.Log)
	b.err = errors.Join(b.err, err)
	b.rest = newRest(token, b.network, writer)
	b.router = newRouter(b.rest, newCDN(b.network, o.Log), o, counts)
	b.outbox = newOutbox(b.rest, b.router.presses, o, counts)
	b.servers = newServers(o)
	b.gateway = newGateway(token, b.network, o.Log)
	b.gateway.heard = b.hear
	counts.watch(b)
	return b
}

// bare takes off what is often copied with a token.
func bare(token string) string { return strings.TrimPrefix(strings.TrimSpace(token), "Bot ") }

// FatalError says that Discord will not have this bot as it is set up. Its text
// says what to do about it.
type FatalError struct {
	Text string
	Err  error // what Discord answered
}

func (e *FatalError) Error() string { return e.Text }

// Unwrap gives what Discord answered.
func (e *FatalError) Unwrap() error { return e.Err }

// Run serves until ctx ends, and then finishes what runs and delivers what waits
// for some two seconds more. It returns a *FatalError when trying again would be
// of no use. It may be called once.
func (b *Bot) Run(ctx context.Context) error {
	if b.err != nil {
		return b.err
	}
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	b.rest.unauthorized = func(err error) { fail(badToken(err)) }
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var running sync.WaitGroup
	running.Go(func() { b.router.run(work) })
	running.Go(func() { b.afterReady(ctx, work) })
	ended := make(chan error, 1)
	go func() {
		ended <- b.gateway.run(ctx)
		close(ended) // it may be asked twice below
	}()
	var err error
	select {
	case err = <-ended:
		fail(err)
	case <-ctx.Done():
	}
	b.drain()
	stop()
	if err == nil {
		err = <-ended
	}
	b.leave(&running)
	var fatal *FatalError
	if errors.As(err, &fatal) || errors.As(context.Cause(ctx), &fatal) {
		return fatal
	}
	return nil
}

// afterReady does what needs to know who the bot is: register the commands,
// deliver the outbox, tell of the servers.
func (b *Bot) afterReady(ctx, work context.Context) {
	select {
	case <-ctx.Done():
		return
	case <-b.gateway.ready:
	}
	var beside sync.WaitGroup
	beside.Go(func() { b.register(ctx) })
	beside.Go(func() { b.servers.run(work, b.gateway.self(), b.network.name()) })
	b.outbox.run(work, b.gateway.self())
	beside.Wait()
}

// hear takes what the gateway says, in its order. It is called from the
// connection's own goroutine and must not wait.
func (b *Bot) hear(e *discordgo.Event) {
	switch e.Type {
	case "READY":
		b.servers.hear(e.Type, e.RawData) // first: whoever waits for READY finds it told
		b.gateway.learn(e.RawData)
	case "GUILD_CREATE", "GUILD_DELETE":
		b.servers.hear(e.Type, e.RawData)
	case "INTERACTION_CREATE":
		b.router.take(e.RawData)
	}
}

// drain waits until all is settled, or until drainTime is over.
func (b *Bot) drain() {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	over := time.After(drainTime)
	for !b.idle() {
		select {
		case <-tick.C:
		case <-over:
			b.log.Warn("stopped before all was delivered; the rest waits in the outbox")
			return
		}
	}
}

// idle is Settled for a Bot that has perhaps never been ready, in which case
// nothing can be delivered and only handlers are waited for.
func (b *Bot) idle() bool {
	if !b.gateway.isReady() {
		return b.router.idle()
	}
	return b.Settled()
}

// leave waits for all goroutines, but not for one that has got stuck.
func (b *Bot) leave(running *sync.WaitGroup) {
	gone := make(chan struct{})
	go func() { running.Wait(); close(gone) }()
	select {
	case <-gone:
	case <-time.After(leaveTime):
		b.log.Warn("a handler did not end; leaving it")
	}
	b.network.close()
}

// Settled tells that no handler runs and that the outbox has nothing to deliver.
func (b *Bot) Settled() bool {
	// In this order: what a handler posts is in the outbox before the handler ends.
	if !b.router.idle() || !b.servers.idle() {
		return false
	}
	unsent := 0
	err := b.store.Read(context.Background(), func(tx *storage.Tx) (err error) {
		unsent, err = tx.Unsent()
		return err
	})
	return err == nil && unsent == 0
}
