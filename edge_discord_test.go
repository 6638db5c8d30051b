package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"umpire/bot"
)

// edge is the least Discord that a bot can be served by: it holds nothing against
// anybody, keeps nothing and locks nothing, so that what is measured is the bot.
// A press goes out by the gateway, and its presser is told when the response to it
// is in. The sandbox is the true one.
type edge struct {
	*httptest.Server
	frames     chan string   // to the gateway connection
	identified chan struct{} // one for each READY
	registered chan struct{} // one for each list of commands
	sent       atomic.Int64  // presses
	hands      [64]chan []byte
	pause      time.Duration // of a hand between its presses
}

func newEdge(b *testing.B) *edge {
	e := &edge{frames: make(chan string, 1024), identified: make(chan struct{}, 8), registered: make(chan struct{}, 8)}
	e.sent.Store(time.Now().UnixNano()) // another edge's presses, in the same store, are other presses
	for i := range e.hands {
		e.hands[i] = make(chan []byte, 1)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/v9/interactions/{id}/{token}/callback", e.callback)
	mux.HandleFunc("GET /api/v9/gateway", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"url":"ws%s/gateway"}`, strings.TrimPrefix(e.URL, "http"))
	})
	mux.HandleFunc("PUT /api/v9/applications/{id}/commands", func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "[]")
		e.registered <- struct{}{}
	})
	mux.HandleFunc("/gateway", e.gateway) // discordgo adds /?encoding=json&v=9
	mux.HandleFunc("/gateway/", e.gateway)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"id":"%d","channel_id":"1"}`, e.sent.Add(1))
	})
	e.Server = httptest.NewServer(mux)
	b.Cleanup(e.Close)
	return e
}

func (e *edge) callback(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	hand := 0
	if _, scanned := fmt.Sscanf(r.PathValue("token"), "hand-%d-", &hand); err != nil || scanned != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	w.WriteHeader(http.StatusNoContent)
	e.hands[hand] <- body
}

func (e *edge) gateway(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	over := make(chan struct{})
	e.frames <- `{"op":10,"d":{"heartbeat_interval":41250}}`
	go func() {
		defer close(over)
		for {
			_, raw, err := conn.ReadMessage()
			switch {
			case err != nil:
				return
			case bytes.Contains(raw, []byte(`"op":2,`)):
				e.frames <- `{"op":0,"s":1,"t":"READY","d":{"v":9,"user":{"id":"900","username":"bot","bot":true},"application":{"id":"900"},"session_id":"s","guilds":[]}}`
				e.identified <- struct{}{}
			default:
				e.frames <- `{"op":11}`
			}
		}
	}()
	for {
		select {
		case <-over:
			return
		case frame := <-e.frames:
			if conn.WriteMessage(websocket.TextMessage, []byte(frame)) != nil {
				return
			}
		}
	}
}

// edgeHand is somebody who presses one thing and then another, in turn: a menu's
// two choices, or two buttons.
type edgeHand struct {
	user, channel string
	paths, values [2]string // a value "": a button
	pressed       int
}

// edgePress is Discord's event of a press, as long as Discord's own is: 1.8 KB.
const edgePress = `{"op":0,"s":%[1]d,"t":"INTERACTION_CREATE","d":{"version":1,"type":3,"token":"hand-%[2]d-%[3]s","message":{"type":20,"tts":false,"timestamp":"2026-11-29T12:00:00.000000+00:00","pinned":false,"mentions":[],"mention_roles":[],"mention_everyone":false,"id":"1400000000000000001","flags":64,"embeds":[],"edited_timestamp":null,"content":"**Attack**\nWho attacks?","components":[{"type":1,"id":1,"components":[{"type":3,"id":2,"custom_id":"%[4]s","placeholder":"Choose","min_values":1,"max_values":1,"options":[{"label":"Pike","value":"pike"},{"label":"Tully","value":"tully"}]}]}],"channel_id":"%[5]s","author":{"username":"bot","public_flags":0,"id":"900","global_name":null,"discriminator":"0000","bot":true,"avatar":null},"attachments":[],"application_id":"900"},"member":{"user":{"username":"%[6]s","public_flags":0,"id":"%[6]s","global_name":"%[6]s","discriminator":"0","avatar":null},"unusual_dm_activity_until":null,"roles":["1400000000000000002"],"premium_since":null,"permissions":"4503599627370495","pending":false,"nick":null,"mute":false,"joined_at":"2025-01-01T12:00:00.000000+00:00","flags":0,"deaf":false,"communication_disabled_until":null,"avatar":null},"locale":"en-GB","id":"%[1]d","guild_locale":"en-US","guild_id":"g","guild":{"locale":"en-US","id":"g","features":[]},"entitlements":[],"data":{"id":2,"custom_id":"%[4]s",%[7]s},"channel_id":"%[5]s","channel":{"type":11,"permissions":"4503599627370495","parent_id":"1","name":"fight","id":"%[5]s","guild_id":"g","flags":0},"authorizing_integration_owners":{"0":"g"},"attachment_size_limit":10485760,"application_id":"900","app_permissions":"4503599627370495","context":0}}`

// press presses once as a hand and waits for the response's whole body to be in.
func (e *edge) press(hand int, h *edgeHand) ([]byte, time.Duration) {
	turn := h.pressed % 2
	h.pressed++
	data := `"component_type":2`
	if h.values[turn] != "" {
		data = `"component_type":3,"values":["` + h.values[turn] + `"]`
	}
	frame := fmt.Sprintf(edgePress, e.sent.Add(1), hand, strings.Repeat("k", 160), h.paths[turn], h.channel, h.user, data)
	at := time.Now()
	e.frames <- frame
	select {
	case body := <-e.hands[hand]:
		return body, time.Since(at)
	case <-time.After(patience):
		return []byte("nothing"), patience
	}
}

// edgeRun is what many presses came to.
type edgeRun struct{ rate, p50, p99 float64 } // a second; milliseconds

// run has all hands press at once, b.N presses in all, and reports it. Want is
// what every response holds.
func (e *edge) run(b *testing.B, hands []*edgeHand, want string) edgeRun {
	var all sync.WaitGroup
	took := make([][]time.Duration, len(hands))
	b.ResetTimer()
	for i, h := range hands {
		share := b.N / len(hands)
		if i < b.N%len(hands) {
			share++
		}
		all.Go(func() {
			time.Sleep(e.pause * time.Duration(i) / time.Duration(len(hands)))
			for n := range share {
				if n > 0 {
					time.Sleep(e.pause)
				}
				body, t := e.press(i, h)
				took[i] = append(took[i], t)
				if !bytes.Contains(body, []byte(want)) {
					b.Errorf("a press is answered with %s", body)
					return
				}
			}
		})
	}
	all.Wait()
	b.StopTimer()
	times := slices.Sorted(slices.Values(slices.Concat(took...)))
	ms := func(part int) float64 { return float64(times[(len(times)-1)*part/100].Microseconds()) / 1000 }
	r := edgeRun{rate: float64(b.N) / b.Elapsed().Seconds(), p50: ms(50), p99: ms(99)}
	b.ReportMetric(r.rate, "presses/s")
	b.ReportMetric(r.p50, "p50-ms")
	b.ReportMetric(r.p99, "p99-ms")
	return r
}

// await waits for a sign of life.
func (e *edge) await(b *testing.B, sign chan struct{}) {
	b.Helper()
	select {
	case <-sign:
	case <-time.After(patience):
		b.Fatal("the bot does not come")
	}
}

// toEdge sends every request to the edge that was made out to discord.com.
type toEdge struct {
	host string
	http http.RoundTripper
}

func (t toEdge) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = "http", t.host, t.host
	return t.http.RoundTrip(r)
}

// bare is a bot of the library alone, as it comes, that says the same to every
// press. Idle is how many connections it keeps; 0: as many as come by themselves.
func bare(b *testing.B, idle int) *edge {
	b.Helper()
	e := newEdge(b)
	s, err := discordgo.New("Bot token")
	if err != nil {
		b.Fatal(err)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = idle
	s.Client.Transport = toEdge{host: strings.TrimPrefix(e.URL, "http://"), http: transport}
	s.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		err := s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "Taken.", Flags: discordgo.MessageFlagsEphemeral},
		})
		if err != nil {
			b.Errorf("the bare bot does not answer: %v", err)
		}
	})
	if err := s.Open(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	return e
}

// served is the bot over a store, with its commands registered.
func served(b *testing.B, d *benchDesk) *edge {
	b.Helper()
	d.deliver(b)
	e := newEdge(b)
	umpire := bot.New(bot.Options{
		Token: "token", API: e.URL + "/api", Store: d.store, Log: slog.New(slog.DiscardHandler),
		Handlers: bot.Handlers{Definitions: d.Definitions, Answer: d.Answer, Undelivered: d.Undelivered},
	})
	ctx, stop := context.WithCancel(b.Context())
	ended := make(chan error, 1)
	go func() { ended <- umpire.Run(ctx) }()
	b.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			b.Error(err)
		}
	})
	e.await(b, e.registered)
	return e
}
