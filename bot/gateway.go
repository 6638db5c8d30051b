package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

const (
	openLimit    = 30 * time.Second // from dialling to READY
	healthyAfter = time.Minute      // a connection this old was a good one
	goodbyeTime  = 200 * time.Millisecond
)

// gateway keeps one connection to Discord's gateway. A discordgo Session serves
// for a single connection: left to connect again by itself, it can lock up, go on
// for ever with a bad token, or come back after it was closed.
type gateway struct {
	token   string
	network *network
	log     *slog.Logger
	heard   func(*discordgo.Event)
	pause   func(lost int) time.Duration
	limit   time.Duration
	silence time.Duration

	ready chan struct{} // closed at the first READY
	up    atomic.Bool   // while there is a connection
	lost  atomic.Int64  // connections that did not last, or were never made
	mu    sync.Mutex
	who   self
}

func newGateway(token string, n *network, log *slog.Logger) *gateway {
	return &gateway{
		token: token, network: n, log: log,
		pause: reconnectPause, limit: openLimit, silence: silence,
		ready: make(chan struct{}),
	}
}

// self is who the bot is.
type self struct {
	user, application string
}

// reconnectPause is how long to wait after a number of connections lost on end:
// about 1, 2, 4 … 60 seconds. Discord allows 1,000 a day.
func reconnectPause(lost int) time.Duration {
	full := min(time.Second<<min(lost, 6), time.Minute)
	return full/2 + rand.N(full/2)
}

// run connects again and again until ctx ends, or until Discord's refusal is
// final, which it returns as a *FatalError.
func (g *gateway) run(ctx context.Context) error {
	for lost := 0; ; lost++ {
		began := time.Now()
		err := g.serve(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if fatal := final(err); fatal != nil {
			return fatal
		}
		if time.Since(began) > healthyAfter {
			lost = 0
		}
		g.lost.Add(1)
		pause := g.pause(lost)
		g.log.Warn("gateway connection lost; connecting again", "why", explain("connect", err), "in", pause)
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil
		case <-timer.C:
		}
	}
}

// serve makes one connection and returns when it is over.
func (g *gateway) serve(ctx context.Context) error {
	line := newLine(g.silence)
	session, err := g.session(line)
	if err != nil {
		return err
	}
	defer line.cut()
	opened := make(chan error, 1)
	go func() { opened <- session.Open() }()
	limit := time.NewTimer(g.limit)
	defer limit.Stop()
	select {
	case err := <-opened:
		if err != nil {
			return err
		}
	case <-limit.C:
		return errors.New("the gateway did not get ready in time")
	case <-ctx.Done():
		return ctx.Err()
	}
	g.log.Info("connected to the gateway")
	g.up.Store(true)
	defer g.up.Store(false)
	select {
	case <-line.ended:
		return line.cause()
	case <-ctx.Done():
	}
	go func() { _ = session.Close() }() // sleeps for a second after its goodbye
	select {
	case <-line.ended:
	case <-time.After(goodbyeTime):
	}
	return ctx.Err()
}

// session makes a Session for one connection over line.
func (g *gateway) session(line *line) (*discordgo.Session, error) {
	s, err := discordgo.New("Bot " + g.token)
	if err != nil {
		return nil, fmt.Errorf("make a session: %w", err)
	}
	quiet(s)
	s.Client = g.network.client()
	s.Dialer = &websocket.Dialer{
		Proxy: http.ProxyFromEnvironment, NetDialContext: line.dial, HandshakeTimeout: g.limit,
	}
	s.StateEnabled, s.Compress, s.ShouldReconnectOnError = false, false, false
	s.SyncEvents = true // else they come in any order, and a removal could come after a return
	s.ShouldRetryOnRateLimit, s.MaxRestRetries = false, 0
	s.Identify.Intents = discordgo.IntentsGuilds // interactions come whatever the intents
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { g.heard(e) })
	return s, nil
}

// quiet keeps the library from writing to the log: its lines hold tokens and
// whole events.
func quiet(s *discordgo.Session) { s.LogLevel = discordgo.LogError - 1 }

// learn reads who the bot is from READY.
func (g *gateway) learn(ready []byte) {
	var r struct {
		User        struct{ ID string }
		Application struct{ ID string }
	}
	if err := json.Unmarshal(ready, &r); err != nil || r.User.ID == "" {
		g.log.Error("the gateway's READY does not say who the bot is")
		return
	}
	if r.Application.ID == "" {
		r.Application.ID = r.User.ID
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.who == (self{}) {
		g.who = self{user: r.User.ID, application: r.Application.ID}
		close(g.ready)
	}
}

func (g *gateway) isReady() bool { return g.self() != self{} }

// self is the zero value until ready.
func (g *gateway) self() self {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.who
}

// final gives the error to end with when no other connection would fare better.
func final(err error) *FatalError {
	var closed *websocket.CloseError
	var answer *discordgo.RESTError
	switch {
	case errors.As(err, &answer) && answer.Response.StatusCode == http.StatusUnauthorized:
		return badToken(err)
	case !errors.As(err, &closed):
		return nil
	}
	switch closed.Code {
	case 4004:
		return badToken(err)
	case 4010, 4011:
		return &FatalError{"Discord wants this bot's servers shared out over several connections (sharding), which this program does not do. Use a bot of your own in fewer servers.", err}
	case 4012:
		return &FatalError{"Discord no longer speaks the version of the gateway that this program uses. Get a newer release.", err}
	case 4013, 4014:
		return &FatalError{fmt.Sprintf("Discord refuses the events that this program asks for (close code %d). It asks for servers only; check the bot in Discord's developer portal, or get a newer release.", closed.Code), err}
	}
	return nil
}

func badToken(err error) *FatalError {
	return &FatalError{"Discord does not know this bot token. Copy it anew from the Bot page of your application in Discord's developer portal (Reset Token) and set it.", err}
}
