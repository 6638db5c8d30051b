// Umpire umpires tabletop combat by post on Discord. This file only wires the
// house together: it reads flags and .env, opens the store, and runs the bot, or
// a Discord on this machine with the bot in it, until a signal.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	"umpire/commands/chronicle"
	"umpire/rules"
	"umpire/rules/catalog"
	"umpire/storage"
)

// Exit codes besides 0 (docs/hosting.md): it went wrong, it cannot be done as it
// was asked, and Discord will not have the bot.
const (
	exitFault   = 1
	exitUsage   = 2
	exitRefused = 3
)

// envFile is where settings may stand, in the working directory.
const envFile = ".env"

type program struct {
	Serve   serve        `cmd:"" default:"withargs" help:"Serve Discord (what happens without a command)."`
	Sandbox sandboxServe `cmd:"" help:"Serve a Discord on this machine, with a web page, and the bot in it."`
	Backup  backup       `cmd:"" help:"Copy the database, also while the bot serves."`
	Verify  verify       `cmd:"" help:"Check a fight's record, as /log gives it: no token, no network, no database."`
	Check   check        `cmd:"" help:"Check that rosters, ledgers, battles and logs in the database hold, also while the bot serves."`
	Doctor  doctor       `cmd:"" help:"Check token, Discord, database and clock, and say what to do."`
	Version version      `cmd:"" help:"Print the version."`
}

// account is which Discord to talk to, and as whom.
type account struct {
	Token string `env:"DISCORD_TOKEN" help:"The bot's token." placeholder:"TOKEN"`
	API   string `env:"DISCORD_API" name:"api" help:"Base address of another Discord-like server." placeholder:"URL"`
}

// book is which database to use.
type book struct {
	DB string `env:"UMPIRE_DB" name:"db" default:"umpire.db" help:"The database file." placeholder:"FILE"`
}

type serve struct {
	account
	book
	Metrics string `env:"UMPIRE_METRICS" help:"Serve /metrics and /health on this address, which must be of this machine." placeholder:"127.0.0.1:9464"`
}

type backup struct {
	book
	To string `arg:"" name:"file" help:"Where to put the copy; nothing may be there yet."`
}

type check struct {
	book
	Fights bool `help:"Check the logs of all fights too, which takes longer."`
}

type doctor struct {
	account
	book
}

type sandboxServe struct {
	Addr        string `default:"127.0.0.1:8750" help:"Where to listen."`
	DB          string `name:"db" help:"The bot's database file; left out, a fresh one that is thrown away." placeholder:"FILE"`
	Alone       bool   `help:"Serve only the Discord, without the bot."`
	AllowRemote bool   `help:"Listen on other addresses than loopback. Whoever reaches it can act as anybody."`
}

type version struct{}

func main() {
	if err := godotenv.Load(envFile); err != nil && !errors.Is(err, os.ErrNotExist) {
		fmt.Fprintf(os.Stderr, "umpire: .env cannot be read: %v\n", err)
		os.Exit(exitUsage)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	cli := kong.Parse(&program{}, kong.Name("umpire"),
		kong.Description("Umpires tabletop combat by post on Discord."),
		kong.BindTo(ctx, (*context.Context)(nil)), kong.UsageOnError(), kong.Exit(func(code int) {
			os.Exit(min(code, exitUsage)) // kong's own is 80
		}))
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
	case errors.Is(err, storage.ErrInUse):
		fmt.Fprintf(os.Stderr, "umpire: %v. Another umpire serves it: stop that one first, or give this one a file of its own with --db.\n", err)
		return exitUsage
	case errors.Is(err, storage.ErrNewer):
		fmt.Fprintf(os.Stderr, "umpire: %v. Install the newer release again, or restore a backup of before.\n", err)
		return exitUsage
	}
	fmt.Fprintf(os.Stderr, "umpire: %v\n", err)
	return exitFault
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
	_, err := fmt.Println("umpire", name)
	return err
}

// Run serves Discord.
func (s serve) Run(ctx context.Context) error {
	if s.Token == "" {
		return usageError("no DISCORD_TOKEN: put one into .env (see README.md, Discord set-up), or try everything without Discord: go run . sandbox")
	}
	if s.Metrics != "" {
		local, err := loopback("--metrics", s.Metrics)
		if err != nil {
			return err
		}
		if !local {
			return usageError(fmt.Sprintf("--metrics %s can be reached from other machines, and asks nobody for a password: take a loopback address, as 127.0.0.1:9464", s.Metrics))
		}
	}
	h := house{db: s.DB, token: s.Token, api: s.API, metrics: s.Metrics, now: time.Now, log: slog.Default()}
	return h.run(ctx, func(*bot.Bot) {})
}

// Run copies the database.
func (b backup) Run(ctx context.Context) error {
	if _, err := os.Stat(b.DB); errors.Is(err, fs.ErrNotExist) {
		return usageError(fmt.Sprintf("there is no database at %s; name it with --db or UMPIRE_DB", b.DB))
	}
	err := storage.Backup(ctx, b.DB, b.To)
	switch {
	case errors.Is(err, fs.ErrExist):
		return usageError(fmt.Sprintf("%s is there already, and a backup overwrites nothing: give another name", b.To))
	case errors.Is(err, fs.ErrNotExist):
		return usageError(err.Error())
	case err != nil:
		return err
	}
	fmt.Printf("Copied %s to %s. It holds what players still keep secret: keep it to yourself.\n", b.DB, b.To)
	return nil
}

// Run prints what does not hold, a line for each thing, and what was checked.
func (c check) Run(ctx context.Context) error {
	found := commands.Check{Systems: catalog.All(), Tell: func(fault string) { fmt.Println(fault) }}
	switch err := found.File(ctx, c.DB, c.Fights); {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, storage.ErrOlder):
		return usageError(err.Error())
	case err != nil:
		return err
	}
	fmt.Println(found.Summary())
	return found.Err()
}

// Run prints what a doctor finds, a line for each.
func (d doctor) Run(ctx context.Context) error {
	examined := bot.Doctor{Token: d.Token, API: d.API, DB: d.DB, EnvFile: envFile}
	if !examined.Examine(ctx, func(f bot.Finding) { fmt.Println(f) }) {
		return errors.New("the bot cannot serve before what FAILs is put right")
	}
	return nil
}

// verify is the offline check of a record.
type verify struct {
	File string `arg:"" help:"The record: what /log gives in the format “record”; - reads it from the input."`
}

// mostInRecord is how long a record may be, in bytes.
const mostInRecord = 256 << 20

// Run prints what was checked. What does not hold is its error.
func (v verify) Run() error {
	text, err := v.read()
	if err != nil {
		return usageError(err.Error())
	}
	log, err := rules.ReadRecord(text)
	if err != nil {
		return fmt.Errorf("%s: %w", v.File, err)
	}
	found, err := chronicle.Check(catalog.All(), log)
	for _, line := range found {
		fmt.Println(line)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", v.File, err)
	}
	_, err = fmt.Println("The record holds.")
	return err
}

func (v verify) read() ([]byte, error) {
	in := io.ReadCloser(os.Stdin)
	if v.File != "-" {
		file, err := os.Open(v.File)
		if err != nil {
			return nil, err
		}
		in = file
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, mostInRecord+1))
	if err == nil && len(text) > mostInRecord {
		err = fmt.Errorf("%s is too long for a record", v.File)
	}
	return text, err
}

// house is the bot with all that it stands on.
type house struct {
	db, token, api string
	metrics        string // address; "": none
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
	defer func() {
		if err := store.Close(); err != nil {
			h.log.Error("the store did not close well", "err", err)
		}
	}()
	desk := commands.NewDesk(commands.Options{Store: store, Systems: catalog.All()})
	b := bot.New(bot.Options{
		Token: h.token, API: h.api, Store: store, Log: h.log, Now: h.now,
		Handlers: bot.Handlers{
			Definitions: desk.Definitions, Answer: desk.Answer, Undelivered: desk.Undelivered,
			Present: desk.Present, Removed: desk.Removed, Sweep: desk.Sweep,
		},
	})
	if h.metrics != "" {
		page, err := h.watch(b)
		if err != nil {
			return err
		}
		defer page.Close()
	}
	serving(b)
	return b.Run(ctx)
}

// watch serves the bot's metrics and health until it is closed.
func (h house) watch(b *bot.Bot) (*http.Server, error) {
	listener, err := net.Listen("tcp", h.metrics)
	if err != nil {
		return nil, fmt.Errorf("open the address for metrics: %w", err)
	}
	h.log.Info("metrics and health are served", "address", "http://"+listener.Addr().String())
	server := &http.Server{Handler: b.Watch(), ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = server.Serve(listener) }() // until it is closed
	return server, nil
}

// Run serves the sandbox, and the bot in it unless it is to stand alone.
func (s sandboxServe) Run(ctx context.Context) error {
	slog.SetLogLoggerLevel(slog.LevelWarn)
	return s.serve(ctx, slog.Default(), func(world *sandbox.Server) http.Handler { return world }, func(address string, world *sandbox.Server) {
		fmt.Printf("The sandbox is open: %s\n", address)
		if s.Alone {
			fmt.Printf("It has no bot. Bring one: DISCORD_TOKEN=%s go run . --api %s/api\n", world.Token(), address)
		}
	})
}

// serve serves until ctx ends, and says so when the sandbox can be reached. Front
// gives what stands before the sandbox.
func (s sandboxServe) serve(ctx context.Context, log *slog.Logger, front func(*sandbox.Server) http.Handler, opened func(address string, world *sandbox.Server)) error {
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
	server := &http.Server{Handler: front(world), ReadHeaderTimeout: 5 * time.Second}
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
	local, err := loopback("--addr", s.Addr)
	if err != nil {
		return nil, err
	}
	if !local && !s.AllowRemote {
		return nil, usageError(fmt.Sprintf("%s can be reached from other machines, and whoever reaches the sandbox can act as anybody; --allow-remote if that is meant", s.Addr))
	}
	listener, err := net.Listen("tcp", s.Addr)
	if err != nil {
		return nil, fmt.Errorf("open the sandbox: %w", err)
	}
	return listener, nil
}

// loopback tells whether only this machine can reach an address given by a flag.
func loopback(flag, address string) (bool, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false, usageError(fmt.Sprintf("%s takes HOST:PORT, as 127.0.0.1:8750, not %q", flag, address))
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback(), nil
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
