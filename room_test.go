package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"umpire/bot/sandbox"
	"umpire/bot/sandbox/contract"
	"umpire/storage"
)

// patience is how long a test waits for what must come.
const patience = 30 * time.Second

// room is the program's own sandbox with the bot in it, and hands to play the
// people: what `sandbox` serves, on a port of its own.
type room struct {
	t       testing.TB
	url     string
	db      string
	log     *logbook
	answers *logbook // every answer that anybody got, as JSON
	stop    func()
	client  *http.Client
	faulty  bool // faults of ours are expected in the log
}

// logbook is a buffer that many goroutines write to.
type logbook struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logbook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// openRoom serves the sandbox, with the bot in it, until the test ends. At the
// end nobody may have read a machine's words, and nothing may be left half done.
func openRoom(t testing.TB) *room {
	t.Helper()
	r, _ := serveRoom(t, false)
	r.ready()
	return r
}

// serveRoom serves the sandbox, alone or with the bot in it, and gives the bot's
// token.
func serveRoom(t testing.TB, alone bool) (*room, string) {
	t.Helper()
	r := &room{t: t, log: &logbook{}, answers: &logbook{}, db: filepath.Join(t.TempDir(), "umpire.db")}
	wires := http.DefaultTransport.(*http.Transport).Clone()
	wires.MaxIdleConnsPerHost = 100 // so that many hands do not dial anew
	r.client = &http.Client{Transport: wires}
	t.Cleanup(wires.CloseIdleConnections)
	log := slog.New(slog.NewTextHandler(r.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	ctx, cancel := context.WithCancel(context.Background())
	opened, ended := make(chan string, 1), make(chan error, 1)
	var token string
	go func() {
		s := sandboxServe{Addr: "127.0.0.1:0", DB: r.db, Alone: alone}
		front := func(world *sandbox.Server) http.Handler { return discordContract.Watch(t, contract.Bot, world) }
		ended <- s.serve(ctx, log, front, func(address string, world *sandbox.Server) {
			token = world.Token()
			opened <- address
		})
	}()
	select {
	case r.url = <-opened:
	case err := <-ended:
		cancel()
		t.Fatalf("the sandbox does not open: %v", err)
	}
	r.stop = sync.OnceFunc(func() {
		r.inspect()
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the program ended with: %v", err)
		}
		if !alone {
			r.checkStore()
		}
	})
	t.Cleanup(r.stop)
	return r, token
}

// ready waits until the bot can be played with.
func (r *room) ready() {
	r.t.Helper()
	r.until("alice", "the bot's commands", func(v view) bool { return v.Bot.Connected && len(v.Commands) > 0 })
}

// machineWords are what no player may ever read.
var machineWords = regexp.MustCompile(`%!|\bnil\b|panic|goroutine|SQL|sqlite|unmarshal|\b(json|sql|storage|commands|bot|strconv|context): |: rules: |context (deadline|canceled)|undefined|0x[0-9a-f]{6}|Something went wrong`)

// asked5xx is how the sandbox logs a failure that a test has asked it for.
var asked5xx = regexp.MustCompile(`msg="sandbox: a request could not be answered" .* error="0: (Internal Server Error|Bad Gateway|Service Unavailable)"`)

// inspect looks through all that people have read, and through the log.
func (r *room) inspect() {
	r.t.Helper()
	texts := []string{r.answers.String()}
	for _, who := range people {
		for _, m := range r.state(who).messages() {
			texts = append(texts, m.Content)
		}
	}
	for _, text := range texts {
		if at := machineWords.FindStringIndex(text); at != nil && !r.faulty {
			r.t.Errorf("somebody read a machine's words: …%s…", text[max(0, at[0]-80):min(len(text), at[1]+80)])
		}
	}
	for line := range strings.Lines(r.log.String()) {
		if strings.Contains(line, "level=ERROR") && !r.faulty && !asked5xx.MatchString(line) {
			r.t.Errorf("the log holds a fault of ours: %s", line)
		}
	}
}

// checkStore looks into the stopped program's file: no row of the outbox may be
// left between two states.
func (r *room) checkStore() {
	r.t.Helper()
	store, err := storage.Open(context.Background(), r.db, storage.Options{})
	if err != nil {
		r.t.Errorf("the stopped program's file: %v", err)
		return
	}
	defer store.Close()
	err = store.Read(context.Background(), func(tx *storage.Tx) error {
		rows, err := tx.Doubtful()
		for _, row := range rows {
			r.t.Errorf("the message %s to %s is neither sent nor waiting: %s", row.Slot, row.Dest, row.Why)
		}
		return err
	})
	if err != nil {
		r.t.Error(err)
	}
}

// people are the sandbox's, without the bot.
var people = []string{"alice", "bob", "carol", "gail", "sam"}

// act is what a person does; which fields count depends on the kind.
type act struct {
	As            string         `json:"as,omitempty"`
	Channel       string         `json:"channel,omitempty"`
	Name          string         `json:"name,omitempty"`
	Options       map[string]any `json:"options,omitempty"`
	Focused       string         `json:"focused,omitempty"`
	Value         any            `json:"value,omitempty"`
	Message       string         `json:"message,omitempty"`
	CustomID      string         `json:"custom_id,omitempty"`
	Label         string         `json:"label,omitempty"`
	Values        []string       `json:"values,omitempty"`
	Fields        map[string]any `json:"fields,omitempty"`
	Late          bool           `json:"late,omitempty"`
	InteractionID string         `json:"interaction_id,omitempty"`
}

// by is the same act by somebody.
func (a act) by(who string) act {
	a.As = who
	return a
}

// answer is what became of it.
type answer struct {
	Outcome       string
	InteractionID string `json:"interaction_id"`
	Message       *message
	Choices       []struct{ Name, Value string }
	Modal         struct{ Title string }
	Error         *struct {
		Code    any
		Message string
	}
}

// text is what the presser reads.
func (a answer) text() string {
	if a.Message == nil {
		return ""
	}
	return a.Message.Content
}

// try lets somebody act and tells what came of it; an error if Discord's client
// would not let him.
func (r *room) try(kind string, a act) (answer, error) {
	var out answer
	status, raw := r.call(http.MethodPost, kind, a)
	if err := json.Unmarshal(raw, &out); err != nil {
		return out, fmt.Errorf("%s answers %s: %w", kind, raw, err)
	}
	if status != http.StatusOK {
		return out, fmt.Errorf("%s may not %s %+v: %s", a.As, kind, a, raw)
	}
	fmt.Fprintf(r.answers, "%s\n", raw)
	return out, nil
}

// act lets somebody act, who must get an answer.
func (r *room) act(kind string, a act) answer {
	r.t.Helper()
	out, err := r.try(kind, a)
	if err != nil {
		r.t.Fatal(err)
	}
	if out.Outcome == "no answer" || out.Error != nil {
		r.t.Fatalf("%s: %s %+v got %q %+v", a.As, kind, a, out.Outcome, out.Error)
	}
	return out
}

// command types a slash command.
func (r *room) command(as, in, name string, options map[string]any) answer {
	r.t.Helper()
	return r.act("command", act{As: as, Channel: in, Name: name, Options: options})
}

// press presses a button of a message.
func (r *room) press(as string, on message, label string) answer {
	r.t.Helper()
	return r.act("press", act{As: as, Message: on.ID, Label: label})
}

// choose picks from a menu of a message.
func (r *room) choose(as string, on message, menu string, values ...string) answer {
	r.t.Helper()
	c, ok := on.part(menu)
	if !ok {
		r.t.Fatalf("there is no menu %s on %q %+v", menu, on.Content, on.parts())
	}
	return r.act("choose", act{As: as, Message: on.ID, CustomID: c.CustomID, Values: values})
}

func (r *room) call(method, path string, body any) (int, []byte) {
	var reader io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			panic(err) // the test's own mistake
		}
		reader = bytes.NewReader(raw)
	}
	q, err := http.NewRequest(method, r.url+"/sandbox/"+path, reader)
	if err != nil {
		panic(err)
	}
	q.Header.Set("Content-Type", "application/json")
	res, err := r.client.Do(q)
	if err != nil {
		return 0, fmt.Appendf(nil, "%q", err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, fmt.Appendf(nil, "%q", err)
	}
	return res.StatusCode, raw
}

// raw gives one of the sandbox's own readings for a person, as JSON.
func (r *room) raw(path, as string) []byte {
	r.t.Helper()
	status, raw := r.call(http.MethodGet, path+"?as="+url.QueryEscape(as), nil)
	if status != http.StatusOK {
		r.t.Fatalf("%s of %s: %d %s", path, as, status, raw)
	}
	return raw
}

// state is what a person sees now.
func (r *room) state(as string) view {
	r.t.Helper()
	return r.view(r.raw("state", as))
}

func (r *room) view(raw []byte) view {
	r.t.Helper()
	var v view
	if err := json.Unmarshal(raw, &v); err != nil {
		r.t.Fatal(err)
	}
	return v
}

// until waits until a person sees something, and gives what he sees then.
func (r *room) until(as, what string, seen func(view) bool) view {
	r.t.Helper()
	v := r.state(as)
	for limit := time.Now().Add(patience); !seen(v); {
		if time.Now().After(limit) {
			r.t.Fatalf("%s waits in vain for %s", as, what)
		}
		status, raw := r.call(http.MethodGet, fmt.Sprintf("state?as=%s&after=%d", as, v.Version), nil)
		if status != http.StatusOK {
			r.t.Fatalf("%s waits for %s: %d %s", as, what, status, raw)
		}
		v = r.view(raw)
	}
	return v
}

// settled waits until the bot has nothing left to do.
func (r *room) settled() {
	r.t.Helper()
	for limit := time.Now().Add(patience); ; {
		_, raw := r.call(http.MethodGet, "settled", nil)
		if bytes.Contains(raw, []byte("true")) {
			return
		}
		if time.Now().After(limit) {
			r.t.Fatal("the bot does not come to rest")
		}
	}
}

// fault makes this Discord misbehave.
func (r *room) fault(body any) {
	r.t.Helper()
	if status, raw := r.call(http.MethodPost, "fault", body); status != http.StatusOK {
		r.t.Fatalf("fault %v: %d %s", body, status, raw)
	}
}
