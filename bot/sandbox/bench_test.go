package sandbox_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"umpire/bot/sandbox"
	"umpire/bot/sandbox/contract"
)

type object = map[string]any

// bench is a sandbox served over loopback, with hands to play the people.
type bench struct {
	t      testing.TB
	server *sandbox.Server
	url    string
	logged *logbook
}

// logbook keeps what the sandbox logs.
type logbook struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logbook) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func newBench(t *testing.T, opts sandbox.Options) *bench {
	t.Helper()
	logged := &logbook{}
	opts.Log = logTo(logged)
	server := sandbox.New(opts)
	web := httptest.NewServer(discordContract.Watch(t, contract.Provoker, server))
	t.Cleanup(func() {
		server.Close()
		web.Close()
	})
	return &bench{t: t, server: server, url: web.URL, logged: logged}
}

func logTo(l *logbook) *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }

// toSandbox sends discordgo's requests to the sandbox instead of discord.com.
type toSandbox struct{ base *url.URL }

func (r toSandbox) RoundTrip(q *http.Request) (*http.Response, error) {
	q = q.Clone(q.Context())
	q.URL.Scheme, q.URL.Host, q.Host = r.base.Scheme, r.base.Host, r.base.Host
	return http.DefaultTransport.RoundTrip(q)
}

// session is a real discordgo session that is not open yet.
func (b *bench) session() *discordgo.Session {
	b.t.Helper()
	s, err := discordgo.New("Bot " + b.server.Token())
	if err != nil {
		b.t.Fatal(err)
	}
	base, err := url.Parse(b.url)
	if err != nil {
		b.t.Fatal(err)
	}
	s.Client = &http.Client{Transport: toSandbox{base}, Timeout: 10 * time.Second}
	s.Identify.Intents = discordgo.IntentsGuilds
	s.ShouldReconnectOnError = false
	s.LogLevel = discordgo.LogError
	return s
}

// login opens the session; onInteraction answers what people do.
func (b *bench) login(onInteraction func(*discordgo.Session, *discordgo.InteractionCreate)) *discordgo.Session {
	b.t.Helper()
	s := b.session()
	if onInteraction != nil {
		s.AddHandler(onInteraction)
	}
	if err := s.Open(); err != nil {
		b.t.Fatalf("logging in: %v", err)
	}
	b.t.Cleanup(func() { s.Close() })
	return s
}

// do makes one request and decodes the answer.
func (b *bench) do(method, path string, body any, header ...string) (int, object) {
	b.t.Helper()
	status, raw := b.raw(method, path, body, header...)
	var answer object
	if err := json.Unmarshal(raw, &answer); err != nil && len(raw) > 0 {
		b.t.Fatalf("%s %s answered %q: %v", method, path, raw, err)
	}
	return status, answer
}

func (b *bench) raw(method, path string, body any, header ...string) (int, []byte) {
	b.t.Helper()
	var reader io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			b.t.Fatal(err)
		}
		reader = bytes.NewReader(raw)
	}
	q, err := http.NewRequest(method, b.url+path, reader)
	if err != nil {
		b.t.Fatal(err)
	}
	if body != nil {
		q.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		q.Header.Set(header[i], header[i+1])
		if header[i] == "Host" {
			q.Host = header[i+1]
		}
	}
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		b.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatalf("%s %s: %v", method, path, err)
	}
	return answer.StatusCode, raw
}

// api makes a request as the bot.
func (b *bench) api(method, path string, body any) (int, object) {
	b.t.Helper()
	return b.do(method, "/api/v10"+path, body, "Authorization", "Bot "+b.server.Token())
}

// act plays a person and expects it to be let through.
func (b *bench) act(route string, body object) object {
	b.t.Helper()
	status, answer := b.do("POST", "/sandbox/"+route, body)
	if status != http.StatusOK {
		b.t.Fatalf("%s %v: %d %v", route, body, status, answer)
	}
	return answer
}

// denied plays a person and expects this denial.
func (b *bench) denied(route string, body object, status int, code string) {
	b.t.Helper()
	got, answer := b.do("POST", "/sandbox/"+route, body)
	if no, _ := answer["error"].(object); got != status || no["code"] != code {
		b.t.Errorf("%s %v: %d %v, want %d %q", route, body, got, answer, status, code)
	}
}

// view is what a person sees.
type view struct {
	Version int64
	Servers []struct {
		ID, Name string
		Channels []channelView
	}
	DMs []struct {
		ID, With string
		Messages []*discordgo.Message
	} `json:"dms"`
	Modal    object
	Commands []object
	People   []object
	Bot      struct {
		ID        string
		Connected bool
	}
}

type channelView struct {
	ID, Name, Parent string
	Type             int
	Archived         bool
	Messages         []*discordgo.Message
}

func (b *bench) state(as string) view {
	b.t.Helper()
	return b.stateAfter(as, -1)
}

// stateAfter waits for something newer than a version.
func (b *bench) stateAfter(as string, after int64) view {
	b.t.Helper()
	status, raw := b.raw("GET", fmt.Sprintf("/sandbox/state?as=%s&after=%d", as, after), nil)
	var v view
	if err := json.Unmarshal(raw, &v); err != nil || status != http.StatusOK {
		b.t.Fatalf("state of %s: %d %v", as, status, err)
	}
	return v
}

// channel finds a channel or thread by name; nil if the person sees none.
func (v view) channel(name string) *channelView {
	for _, g := range v.Servers {
		for i := range g.Channels {
			if g.Channels[i].Name == name {
				return &g.Channels[i]
			}
		}
	}
	return nil
}

func (b *bench) channelID(name string) string {
	b.t.Helper()
	c := b.state("alice").channel(name)
	if c == nil {
		b.t.Fatalf("there is no channel %s", name)
	}
	return c.ID
}

func (b *bench) personID(name string) string {
	b.t.Helper()
	for _, p := range b.state("alice").People {
		if p["name"] == name {
			return p["id"].(string)
		}
	}
	b.t.Fatalf("there is no %s", name)
	return ""
}

// settle waits until the bot has nothing left to do.
func (b *bench) settle() {
	b.t.Helper()
	if _, answer := b.do("GET", "/sandbox/settled", nil); answer["settled"] != true {
		b.t.Fatalf("the bot does not come to rest")
	}
}

// must ends the test on an error of the bot's.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// contents are the texts of messages, in order.
func contents(messages []*discordgo.Message) string {
	var out []string
	for _, m := range messages {
		out = append(out, m.Content)
	}
	return strings.Join(out, "|")
}
