package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"umpire/bot/sandbox"
	"umpire/bot/sandbox/contract"
	"umpire/commands"
	"umpire/storage"
)

// soon is how long a test waits for what other goroutines do.
const soon = 10 * time.Second

// table is a Discord, a store and a bot that plays between them.
type table struct {
	*testing.T
	discord *sandbox.Server
	server  *httptest.Server
	file    string
	store   *storage.Store
	bot     *Bot
	log     *scroll
	stop    context.CancelFunc
	ended   chan error

	acts        sync.WaitGroup // that people do meanwhile
	mu          sync.Mutex
	answer      func(context.Context, commands.Request) (commands.Reply, error)
	undelivered []string // "dest why"
}

// scroll is a log to be read while it is written.
type scroll struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (s *scroll) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.Write(p)
}

func (s *scroll) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.String()
}

// newTable makes a table whose bot is not yet sitting at it.
func newTable(t *testing.T) *table {
	t.Helper()
	tab := &table{T: t, log: &scroll{}, file: filepath.Join(t.TempDir(), "umpire.db")}
	quietly := slog.New(slog.NewTextHandler(io.Discard, nil))
	tab.discord = sandbox.New(sandbox.Options{Log: quietly, Settled: func() bool { return tab.bot.Settled() }})
	tab.server = httptest.NewServer(discordContract.Watch(t, contract.Bot, tab.discord))
	tab.open()
	t.Cleanup(func() {
		tab.leave()
		tab.discord.Close()
		tab.acts.Wait()
		tab.server.Close()
		if err := tab.store.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Log(tab.log.String())
		}
	})
	return tab
}

// open opens the store, as a new process does.
func (t *table) open() {
	t.Helper()
	store, err := storage.Open(context.Background(), t.file, storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.store = store
	t.bot = t.newBot()
}

func (t *table) newBot() *Bot {
	b := New(Options{
		Token: t.discord.Token(), API: t.server.URL + "/api", Store: t.store,
		Log: slog.New(slog.NewTextHandler(t.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Handlers: Handlers{
			Definitions: definitions,
			Answer: func(ctx context.Context, r commands.Request) (commands.Reply, error) {
				t.mu.Lock()
				answer := t.answer
				t.mu.Unlock()
				return answer(ctx, r)
			},
			Undelivered: func(_ context.Context, row storage.Row, why string) error {
				t.mu.Lock()
				defer t.mu.Unlock()
				t.undelivered = append(t.undelivered, row.Dest+" "+why)
				return nil
			},
		},
	})
	b.gateway.pause = func(int) time.Duration { return time.Millisecond }
	b.outbox.pause = func(int) time.Duration { return time.Millisecond }
	return b
}

func definitions() []*discordgo.ApplicationCommand {
	who := &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionUser, Name: "who", Description: "somebody",
	}
	what := &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionString, Name: "what", Description: "something", Autocomplete: true,
	}
	count := &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionInteger, Name: "count", Description: "how many",
	}
	file := &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionAttachment, Name: "file", Description: "a list of something",
	}
	return []*discordgo.ApplicationCommand{
		{Name: "try", Description: "Try something", Options: []*discordgo.ApplicationCommandOption{what, who, count, file}},
		{Name: "session", Description: "Sessions", Options: []*discordgo.ApplicationCommandOption{{
			Type: discordgo.ApplicationCommandOptionSubCommand, Name: "new", Description: "A new one",
			Options: []*discordgo.ApplicationCommandOption{who},
		}}},
	}
}

// answers sets what the handler does.
func (t *table) answers(fn func(context.Context, commands.Request) (commands.Reply, error)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.answer = fn
}

// replies makes the handler give this reply to everything.
func (t *table) replies(r commands.Reply) {
	t.answers(func(context.Context, commands.Request) (commands.Reply, error) { return r, nil })
}

// sit runs the bot and waits until people can use its commands.
func (t *table) sit() {
	t.Helper()
	t.run()
	t.until("the commands are there", func() bool {
		return len(t.state("alice").Commands) == 2 && t.state("alice").Bot.Connected
	})
}

func (t *table) run() {
	ctx, stop := context.WithCancel(context.Background())
	t.stop, t.ended = stop, make(chan error, 1)
	ended, bot := t.ended, t.bot
	go func() { ended <- bot.Run(ctx) }()
}

// leave ends the bot and gives what Run returned.
func (t *table) leave() error {
	t.Helper()
	if t.stop == nil {
		return nil
	}
	t.stop()
	t.stop = nil
	return t.gone()
}

// gone waits for Run to end.
func (t *table) gone() error {
	t.Helper()
	select {
	case err := <-t.ended:
		t.ended <- err
		return err
	case <-time.After(soon):
		t.Fatal("the bot does not end")
	}
	return nil
}

// restart ends the bot and its store and starts both anew.
func (t *table) restart() {
	t.Helper()
	t.reopen()
	t.sit()
}

// reopen ends the bot and its store and makes both anew.
func (t *table) reopen() {
	t.Helper()
	if err := t.leave(); err != nil {
		t.Fatal(err)
	}
	if err := t.store.Close(); err != nil {
		t.Fatal(err)
	}
	t.open()
}

// until waits for a condition.
func (t *table) until(what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(soon); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatalf("never came: %s", what)
}

// settled waits until nothing is left to do.
func (t *table) settled() {
	t.Helper()
	var s struct{ Settled bool }
	if t.get("/sandbox/settled", &s); !s.Settled {
		t.Fatal("it does not settle")
	}
}

// post puts messages into the outbox.
func (t *table) post(rows ...storage.Row) (ids []int64) {
	t.Helper()
	err := t.store.Write(context.Background(), func(tx *storage.Tx) error {
		for _, r := range rows {
			id, err := tx.Post(r)
			if err != nil {
				return err
			}
			ids = append(ids, id)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func (t *table) row(id int64) (r storage.Row) {
	t.Helper()
	err := t.store.Read(context.Background(), func(tx *storage.Tx) (err error) {
		r, err = tx.Row(id)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// body is an outbox body that says something.
func body(text string, rows ...commands.Row) []byte {
	raw, err := json.Marshal(commands.Post{Message: commands.Message{Text: text, Rows: rows}})
	if err != nil {
		panic(err)
	}
	return raw
}

func button(path, label string) commands.Row {
	return commands.Row{Buttons: []commands.Button{{Path: path, Label: label}}}
}

var errOurs = errors.New("the book is upside down")
