package commands

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/bwmarrin/discordgo"

	"umpire/rules"
	"umpire/storage"
)

// Desk is where everything that people do arrives. It is safe for many
// goroutines; requests of one session are dealt with one after another.
type Desk struct {
	store   *storage.Store
	systems []*rules.System
	random  io.Reader
	queues  [64]sync.Mutex // by session: see queue
	routes  []route
}

// Options is what a Desk works with.
type Options struct {
	Store   *storage.Store
	Systems []*rules.System
	Random  io.Reader // nil: the operating system's; secrets and nonces come from it
}

// NewDesk sets the desk up.
func NewDesk(o Options) *Desk {
	d := &Desk{store: o.Store, systems: o.Systems, random: o.Random}
	if d.random == nil {
		d.random = rand.Reader
	}
	d.routes = slices.Concat(sessionRoutes, lobbyRoutes, orderRoutes, pickRoutes, viewRoutes, helpRoutes,
		endRoutes, callRoutes, patienceRoutes, tasteRoutes, replaceRoutes, rollRoutes, logRoutes, undoRoutes, rulingRoutes, diceRoutes, noteRoutes, rosterRoutes, battleRoutes, campaignRoutes, privacyRoutes)
	return d
}

// handler answers one kind of request. The words of Path after the route's own
// come as vars.
type handler func(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error)

// route is one place that requests can be for: a slash command ("session new")
// or the first part of a custom id ("pick").
type route struct {
	kind Kind
	path string
	vars int // how many parts follow the path of a custom id
	run  handler
}

// errOld answers a button that this desk does not know, as one from an older
// release may be.
const errOld = rules.Refusal("That button is from another time. Press one on a newer message, or ask for `/board`.")

// Answer answers one request. A rules.Refusal is the player's: its sentence can
// be shown to whoever asked, in private. Any other error is ours or the world's.
// On an error no fight has moved.
func (d *Desk) Answer(ctx context.Context, r Request) (Reply, error) {
	if r.Kind == Command || r.Kind == Complete || r.Kind == Onto {
		return d.command(ctx, r)
	}
	parts := strings.Split(r.Path, "/")
	for _, route := range d.routes {
		if route.kind == r.Kind && route.path == parts[0] && len(parts) == route.vars+1 {
			return route.run(d, ctx, r, parts[1:])
		}
	}
	return Reply{}, errOld
}

func (d *Desk) command(ctx context.Context, r Request) (Reply, error) {
	for _, route := range d.routes {
		if route.kind == r.Kind && route.path == r.Path {
			return route.run(d, ctx, r, nil)
		}
	}
	if verb, ok := d.verb(r.Path); ok {
		if r.Kind == Complete {
			return d.completeOrder(ctx, r, verb)
		}
		return d.order(ctx, r, verb)
	}
	if r.Kind == Complete {
		return Reply{Act: Offer}, nil
	}
	return Reply{}, rules.Refuse("There is no command /%s here.", r.Path)
}

// Definitions lists every slash command, to be registered as a whole.
func (d *Desk) Definitions() []*discordgo.ApplicationCommand {
	return slices.Concat(ownDefinitions(d.systems), logDefinitions(), rosterDefinitions(d.systems), campaignDefinitions(d.systems), verbDefinitions(d.systems))
}

// system finds a system by its key.
func (d *Desk) system(key string) (*rules.System, error) {
	for _, sys := range d.systems {
		if sys.Key == key {
			return sys, nil
		}
	}
	return nil, fmt.Errorf("session of an unknown system %q", key)
}

// queue lets one request of a session in at a time.
func (d *Desk) queue(session string) (leave func()) {
	h := fnv.New32a()
	h.Write([]byte(session))
	m := &d.queues[h.Sum32()%uint32(len(d.queues))]
	m.Lock()
	return m.Unlock
}

// hex gives n fresh random bytes in hex.
func (d *Desk) hex(n int) string {
	b := make([]byte, n)
	if _, err := io.ReadFull(d.random, b); err != nil {
		panic(fmt.Sprintf("commands: no randomness: %v", err)) // the edge recovers; nothing has changed
	}
	return hex.EncodeToString(b)
}

// idLetters leaves out what people misread.
const idLetters = "23456789ABCDEFGHJKMNPQRSTVWXYZ"

// name gives a fresh short id: a session's, or a draft's.
func (d *Desk) name(length int) string {
	b := make([]byte, length)
	if _, err := io.ReadFull(d.random, b); err != nil {
		panic(fmt.Sprintf("commands: no randomness: %v", err))
	}
	for i := range b {
		b[i] = idLetters[int(b[i])%len(idLetters)]
	}
	return string(b)
}

// write stores what a request changes, once for its interaction; the edge's own
// requests have none. The channel that the request came from is tried again if
// it was out of reach.
func (d *Desk) write(ctx context.Context, r Request, fn func(*storage.Tx) error) error {
	err := d.store.Write(ctx, func(tx *storage.Tx) error {
		if r.ID != "" {
			if err := tx.Once(r.ID); err != nil {
				return err
			}
			if err := tx.Unpark(ToChannel + r.Channel); err != nil {
				return err
			}
		}
		return fn(tx)
	})
	if errors.Is(err, storage.ErrStale) {
		return rules.Refusal("Something moved while you pressed. Look again, then press again.")
	}
	return err
}
