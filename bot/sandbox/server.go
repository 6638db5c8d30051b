// Package sandbox is a Discord on this machine: its REST interface, its
// gateway and a control interface through which scripts and a web page play
// the people. The world (people, servers, channels, messages, interactions)
// is plain structs in memory behind one mutex; a REST request or a player's
// act changes the world, and each change goes out as a gateway event to the
// bot and as a newer version to those people who can see it. It refuses what
// Discord refuses, and loudly what it does not know.
package sandbox

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Options says how a Server tells the time and what surrounds it.
type Options struct {
	// Now is the clock under the sandbox; nil is the wall clock. The sandbox
	// adds its own offset (POST /sandbox/clock), so Advance must not move it.
	Now func() time.Time
	// Log receives what a developer should know, such as unknown routes and
	// fields; nil is slog's default.
	Log *slog.Logger
	// Settled tells whether the bot has nothing left to do; nil when the
	// sandbox stands alone and can judge only by silence.
	Settled func() bool
	// Advance is told when the sandbox's clock is moved; may be nil.
	Advance func(time.Duration)
	// Page holds the web page's files, served at /; nil serves a plain line.
	Page fs.FS
	// AllowRemote lets in requests from other machines and foreign pages.
	AllowRemote bool
}

// Server is one Discord with its world; make it with New.
type Server struct {
	opts   Options
	log    *slog.Logger
	token  string
	routes *http.ServeMux
	page   http.Handler
	done   chan struct{}
	once   sync.Once

	mu    sync.Mutex // guards the world, and all that it points to
	world *world
}

// New makes a Server whose world holds "The Gaming Table" and its people.
func New(opts Options) *Server {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Log == nil {
		opts.Log = slog.Default()
	}
	s := &Server{opts: opts, log: opts.Log, done: make(chan struct{})}
	s.world = newWorld(opts.Now, opts.Log)
	s.token = botToken(s.world.bot.id)
	s.page = http.HandlerFunc(plainLine)
	if opts.Page != nil {
		s.page = http.FileServerFS(opts.Page)
	}
	s.routes = http.NewServeMux()
	s.addDiscordRoutes()
	s.addControlRoutes()
	s.routes.HandleFunc("GET /gateway", s.serveGateway)
	s.routes.HandleFunc("GET /gateway/{$}", s.serveGateway)
	s.routes.HandleFunc(cdnRoute, s.serveAttachment)
	s.routes.Handle("/", s.page)
	return s
}

// ServeHTTP answers /api/v9/…, /api/v10/…, /gateway, /sandbox/…, /cdn/… and
// the page; what does not come from this machine gets 403.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.opts.AllowRemote && !fromHere(r) {
		s.log.Warn("sandbox: refused a request from elsewhere", "host", r.Host, "origin", r.Header.Get("Origin"))
		http.Error(w, "this sandbox answers only its own machine", http.StatusForbidden)
		return
	}
	s.mu.Lock()
	s.world.host = baseURL(r)
	if strings.HasPrefix(r.URL.Path, "/api/") {
		s.world.botHost = s.world.host
	}
	s.mu.Unlock()
	s.routes.ServeHTTP(w, r)
}

// Token is the bot's secret in Discord's form: base64(application id), two
// more parts, joined by dots.
func (s *Server) Token() string { return s.token }

// Close ends all gateway connections and waiting requests.
func (s *Server) Close() {
	s.once.Do(func() { close(s.done) })
	s.mu.Lock()
	defer s.mu.Unlock()
	s.world.releaseHolds()
	for _, g := range s.world.sessions {
		g.hangUp(closeGoingAway, "the sandbox is closing")
	}
	s.world.touchAll()
}

// await returns true as soon as ready, called under the lock, says so; false
// when limit or ctx runs out. It looks anew at every change of the world.
func (s *Server) await(ctx context.Context, limit time.Duration, ready func() bool) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		s.mu.Lock()
		ok, changed := ready(), s.world.changed
		s.mu.Unlock()
		if ok {
			return true
		}
		select {
		case <-changed:
		case <-timer.C:
			return false
		case <-ctx.Done():
			return false
		case <-s.done:
			return false
		}
	}
}

// botToken gives a fresh token for the application id.
func botToken(id string) string {
	return base64.RawStdEncoding.EncodeToString([]byte(id)) + "." + secret(3) + "." + secret(20)
}

// secret gives n unguessable bytes as hex digits.
func secret(n int) string {
	raw := make([]byte, n)
	rand.Read(raw) // never fails since Go 1.24
	return hex.EncodeToString(raw)
}

func plainLine(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Write([]byte("The sandbox is running: Discord under /api/v10, the control interface under /sandbox.\n"))
}

func baseURL(r *http.Request) string {
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

func gatewayURL(r *http.Request) string {
	return "ws" + strings.TrimPrefix(baseURL(r), "http") + "/gateway"
}
