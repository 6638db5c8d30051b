// Umpire umpires tabletop combat by post on Discord. This file only wires the
// house together: it reads flags and .env, opens the store, and runs the bot, or
// a Discord on this machine with the bot in it, until a signal.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
	"github.com/joho/godotenv"

	"umpire/bot"
	"umpire/bot/sandbox"
	"umpire/commands"
	"umpire/rules/catalog"
	"umpire/storage"
)

// Exit codes: what was asked cannot be done as it was asked, and Discord will
// not have the bot.
const (
	exitUsage   = 2
	exitRefused = 3
)

type program struct {
	Serve   serve        `cmd:"" default:"withargs" help:"Serve Discord (what happens without a command)."`
	Sandbox sandboxServe `cmd:"" help:"Serve a Discord on this machine, with a web page, and the bot in it."`
	Version version      `cmd:"" help:"Print the version."`
}

type serve struct {
	Token string `env:"DISCORD_TOKEN" help:"The bot's token." placeholder:"TOKEN"`
	API   string `env:"DISCORD_API" name:"api" help:"Base address of another Discord-like server." placeholder:"URL"`
	DB    string `env:"UMPIRE_DB" name:"db" default:"umpire.db" help:"The database file." placeholder:"FILE"`
}

type sandboxServe struct {
	Addr        string `default:"127.0.0.1:8750" help:"Where to listen."`
	DB          string `name:"db" help:"The bot's database file; left out, a fresh one that is thrown away." placeholder:"FILE"`
	Alone       bool   `help:"Serve only the Discord, without the bot."`
	AllowRemote bool   `help:"Listen on other addresses than loopback. Whoever reaches it can act as anybody."`
}

type version struct{}

func main() {
	if err := godotenv.Load(); err != nil && !errors.Is(err, os.ErrNotExist) {
		fmt.Fprintf(os.Stderr, "umpire: .env cannot be read: %v\n", err)
		os.Exit(exitUsage)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	cli := kong.Parse(&program{}, kong.Name("umpire"),
		kong.Description("Umpires tabletop combat by post on Discord."),
		kong.BindTo(ctx, (*context.Context)(nil)), kong.UsageOnError())
	os.Exit(report(cli.Run()))
}

// report prints what ended the program and gives its exit code.
func report(err error) int {
	var refused *bot.FatalError
	var usage usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &refused):
		fmt.Fprintf(os.Stderr, "umpire: %v\n", refused)
		return exitRefused
	case errors.As(err, &usage):
		fmt.Fprintf(os.Stderr, "umpire: %v\n", err)
		return exitUsage
	}
	fmt.Fprintf(os.Stderr, "umpire: %v\n", err)
	return 1
}

// usageError is something that whoever starts the program can put right.
type usageError string

func (e usageError) Error() string { return string(e) }

func (version) Run() error {
	info, _ := debug.ReadBuildInfo()
	name := "(devel)"
	if info != nil && info.Main.Version != "" {
		name = info.Main.Version
	}
	fmt.Println("umpire", name)
	return nil
}

// Run serves Discord.
func (s serve) Run(ctx context.Context) error {
	if s.Token == "" {
		return usageError("no DISCORD_TOKEN: put one into .env (see README.md, Discord set-up), or try everything without Discord: go run . sandbox")
	}
	h := house{db: s.DB, token: s.Token, api: s.API, now: time.Now, log: slog.Default()}
	return h.run(ctx, func(*bot.Bot) {})
}

// house is the bot with all that it stands on.
type house struct {
	db, token, api string
	now            func() time.Time
	log            *slog.Logger
}

// run opens the store and serves until ctx ends. It hands the bot over before
// the bot runs.
func (h house) run(ctx context.Context, serving func(*bot.Bot)) error {
	store, err := storage.Open(ctx, h.db, storage.Options{Now: h.now})
	if err != nil {
		return err
	}
	defer store.Close()
	desk := commands.NewDesk(commands.Options{Store: store, Systems: catalog.All()})
	b := bot.New(bot.Options{
		Token: h.token, API: h.api, Store: store, Log: h.log, Now: h.now,
		Handlers: bot.Handlers{Definitions: desk.Definitions, Answer: desk.Answer, Undelivered: desk.Undelivered},
	})
	serving(b)
	return b.Run(ctx)
}

// Run serves the sandbox, and the bot in it unless it is to stand alone.
func (s sandboxServe) Run(ctx context.Context) error {
	slog.SetLogLoggerLevel(slog.LevelWarn)
	return s.serve(ctx, slog.Default(), func(address string, world *sandbox.Server) {
		fmt.Printf("The sandbox is open: %s\n", address)
		if s.Alone {
			fmt.Printf("It has no bot. Bring one: DISCORD_TOKEN=%s go run . --api %s/api\n", world.Token(), address)
		}
	})
}

// serve serves until ctx ends, and says so when the sandbox can be reached.
func (s sandboxServe) serve(ctx context.Context, log *slog.Logger, opened func(address string, world *sandbox.Server)) error {
	listener, err := s.listen()
	if err != nil {
		return err
	}
	var clock offsetClock
	var serving atomic.Pointer[bot.Bot]
	options := sandbox.Options{Page: sandbox.Page(), AllowRemote: s.AllowRemote, Log: log}
	if !s.Alone {
		options.Advance = clock.advance
		options.Settled = func() bool { b := serving.Load(); return b != nil && b.Settled() }
	}
	world := sandbox.New(options)
	defer world.Close()
	server := &http.Server{Handler: world, ReadHeaderTimeout: 5 * time.Second}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	defer server.Close()
	address := "http://" + listener.Addr().String()
	opened(address, world)
	if s.Alone {
		select {
		case <-ctx.Done():
			return nil
		case err := <-failed:
			return err
		}
	}
	db, clean, err := s.database()
	if err != nil {
		return err
	}
	defer clean()
	h := house{db: db, token: world.Token(), api: address + "/api", now: clock.now, log: log}
	return h.run(ctx, serving.Store)
}

// listen opens the sandbox's address, and refuses one that others can reach
// unless it was asked for.
func (s sandboxServe) listen() (net.Listener, error) {
	host, _, err := net.SplitHostPort(s.Addr)
	if err != nil {
		return nil, usageError(fmt.Sprintf("--addr takes HOST:PORT, as 127.0.0.1:8750, not %q", s.Addr))
	}
	ip := net.ParseIP(host)
	if loopback := host == "localhost" || ip != nil && ip.IsLoopback(); !loopback && !s.AllowRemote {
		return nil, usageError(fmt.Sprintf("%s can be reached from other machines, and whoever reaches the sandbox can act as anybody; --allow-remote if that is meant", s.Addr))
	}
	listener, err := net.Listen("tcp", s.Addr)
	if err != nil {
		return nil, fmt.Errorf("open the sandbox: %w", err)
	}
	return listener, nil
}

// database gives the bot's file: the one that was named, or one to throw away.
func (s sandboxServe) database() (path string, clean func(), err error) {
	if s.DB != "" {
		return s.DB, func() {}, nil
	}
	dir, err := os.MkdirTemp("", "umpire-sandbox-")
	if err != nil {
		return "", nil, fmt.Errorf("make a folder for the sandbox's database: %w", err)
	}
	return filepath.Join(dir, "umpire.db"), func() { os.RemoveAll(dir) }, nil
}

// offsetClock is the wall clock, moved forward with the sandbox's.
type offsetClock struct{ ahead atomic.Int64 }

func (c *offsetClock) now() time.Time           { return time.Now().Add(time.Duration(c.ahead.Load())) }
func (c *offsetClock) advance(by time.Duration) { c.ahead.Add(int64(by)) }
