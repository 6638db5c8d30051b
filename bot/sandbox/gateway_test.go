package sandbox_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"umpire/bot/sandbox"
)

// wire is a gateway connection spoken by hand.
type wire struct {
	t    testing.TB
	conn *websocket.Conn
}

type packet struct {
	Op   int
	Type string `json:"t"`
	Seq  int    `json:"s"`
	Data object `json:"d"`
}

func (b *bench) dial(query string) *wire {
	b.t.Helper()
	conn, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(b.url, "http")+"/gateway"+query, nil)
	if err != nil {
		b.t.Fatalf("dialling the gateway: %v", err)
	}
	b.t.Cleanup(func() { conn.Close() })
	return &wire{b.t, conn}
}

func (w *wire) send(op int, data any) {
	w.t.Helper()
	if err := w.conn.WriteJSON(object{"op": op, "d": data}); err != nil {
		w.t.Fatalf("sending op %d: %v", op, err)
	}
}

func (w *wire) read() (packet, error) {
	w.conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	var p packet
	err := w.conn.ReadJSON(&p)
	return p, err
}

// next reads the next packet and expects its event.
func (w *wire) next(event string) packet {
	w.t.Helper()
	p, err := w.read()
	if err != nil || p.Type != event {
		w.t.Fatalf("got %q (op %d, %v), want %s", p.Type, p.Op, err, event)
	}
	return p
}

// closed reads to the end and gives the close code.
func (w *wire) closed() int {
	for {
		_, err := w.read()
		var gone *websocket.CloseError
		if errors.As(err, &gone) {
			return gone.Code
		}
		if err != nil {
			return 0
		}
	}
}

func identify(token string, intents int) object {
	return object{"token": token, "intents": intents, "compress": true, "properties": object{"$os": "linux"}}
}

func TestTheGatewayClosesWithDiscordsCodes(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	token := "Bot " + b.server.Token()
	v := "?v=9&encoding=json"
	for name, c := range map[string]struct {
		query string
		op    int
		data  any
		code  int
	}{
		"a wrong token":        {v, 2, identify("Bot MQ.a.b", 1), 4004},
		"an unknown intent":    {v, 2, identify(token, 1<<30), 4013},
		"a privileged intent":  {v, 2, identify(token, 1<<15), 4014},
		"a shard out of range": {v, 2, object{"token": token, "intents": 1, "shard": []int{2, 2}}, 4010},
		"talk before identify": {v, 3, object{}, 4003},
		"too long a packet":    {v, 2, strings.Repeat("x", 5000), 4002},
		"an old version":       {"?v=6", 1, nil, 4012},
	} {
		w := b.dial(c.query)
		w.send(c.op, c.data)
		if code := w.closed(); code != c.code {
			t.Errorf("%s: closed with %d, want %d", name, code, c.code)
		}
	}
	w := b.dial(v)
	w.send(2, identify(token, 1))
	w.send(99, nil)
	if code := w.closed(); code != 4001 {
		t.Errorf("an unknown opcode: closed with %d, want 4001", code)
	}
	w = b.dial(v)
	for range 121 {
		w.send(1, nil)
	}
	if code := w.closed(); code != 4008 {
		t.Errorf("121 packets: closed with %d, want 4008", code)
	}
	w = b.dial(v)
	w.send(2, identify(token, 1))
	w.send(2, identify(token, 1))
	if code := w.closed(); code != 4005 {
		t.Errorf("a second identify: closed with %d, want 4005", code)
	}
}

func TestALostConnectionIsResumedWithWhatItMissed(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	token := b.server.Token()
	const guildsAndMessages = 1 | 1<<9
	w := b.dial("?v=10")
	if hello, err := w.read(); err != nil || hello.Op != 10 {
		t.Fatalf("instead of Hello: %+v, %v", hello, err)
	}
	w.send(2, identify(token, guildsAndMessages))
	ready := w.next("READY")
	guild := w.next("GUILD_CREATE")
	if away := ready.Data["guilds"].([]any)[0].(object); away["unavailable"] != true || away["id"] != guild.Data["id"] {
		t.Errorf("READY tells of %v", away)
	}
	w.send(1, guild.Seq)
	if ack, err := w.read(); err != nil || ack.Op != 11 {
		t.Errorf("instead of an acknowledged heartbeat: %+v, %v", ack, err)
	}
	b.do("POST", "/sandbox/fault", object{"drop_gateway": true})
	if code := w.closed(); code != 0 && code != websocket.CloseAbnormalClosure {
		t.Errorf("a dropped connection closes with %d", code)
	}
	b.act("say", object{"as": "alice", "channel": "table", "text": "missed"})

	again := b.dial("?v=10")
	again.read() // Hello
	again.send(6, object{"token": token, "session_id": ready.Data["session_id"], "seq": guild.Seq})
	missed := again.next("MESSAGE_CREATE")
	if missed.Data["content"] != "" || missed.Data["author"] == nil {
		t.Errorf("without the content intent the bot reads %v", missed.Data["content"])
	}
	again.next("RESUMED")

	unknown := b.dial("?v=10")
	unknown.read() // Hello
	unknown.send(6, object{"token": token, "session_id": "nothing", "seq": 1})
	var no struct {
		Op   int
		Data bool `json:"d"`
	}
	if err := unknown.conn.ReadJSON(&no); err != nil || no.Op != 9 || no.Data {
		t.Errorf("resuming an unknown session: %+v, %v", no, err)
	}
}

func TestOnlyThisMachineIsServed(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	for name, header := range map[string][]string{
		"a rebound name":  {"Host", "evil.example"},
		"a foreign page":  {"Origin", "https://evil.example"},
		"another port":    {"Origin", "http://127.0.0.1:1"},
		"an opaque page":  {"Origin", "null"},
		"a similar name":  {"Host", "127.0.0.1.evil.example"},
		"a private range": {"Host", "192.168.0.1"},
	} {
		if status, _ := b.raw("GET", "/sandbox/state?as=alice", nil, header...); status != http.StatusForbidden {
			t.Errorf("%s gets %d", name, status)
		}
	}
	for name, header := range map[string][]string{
		"its own page": {"Origin", b.url},
		"localhost":    {"Host", "localhost:8750"},
		"IPv6":         {"Host", "[::1]:8750"},
	} {
		if status, _ := b.raw("GET", "/sandbox/state?as=alice", nil, header...); status != http.StatusOK {
			t.Errorf("%s gets %d", name, status)
		}
	}
	open := newBench(t, sandbox.Options{AllowRemote: true})
	if status, _ := open.raw("GET", "/", nil, "Host", "table.example"); status != http.StatusOK {
		t.Errorf("a remote guest that is allowed gets %d", status)
	}
}

func TestNewServersChannelsAndPeopleReachTheBotAndTheScreens(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	guilds := make(chan string, 10)
	s := b.session()
	s.AddHandler(func(_ *discordgo.Session, g *discordgo.GuildCreate) { guilds <- g.Name })
	must(t, s.Open())
	t.Cleanup(func() { s.Close() })
	if name := <-guilds; name != "The Gaming Table" {
		t.Errorf("first comes %q", name)
	}
	b.act("servers", object{"name": "Another Club"})
	if name := <-guilds; name != "Another Club" {
		t.Errorf("then comes %q", name)
	}
	b.act("channels", object{"name": "terrace"})
	b.act("people", object{"name": "dora", "display": "Dora *the* Bold", "manager": true})
	v := b.state("dora")
	if v.channel("terrace") == nil || len(v.Servers) != 2 || !v.Bot.Connected {
		t.Errorf("dora sees %+v", v)
	}
	b.denied("command", object{"as": "alice", "channel": "table", "name": "x"}, 409, "which channel")
}

func TestAWaitingStateEndsWithTheChangeAndNotBefore(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	_, before := b.do("GET", "/sandbox/state?as=alice", nil)
	version := before["version"].(float64)
	got := make(chan view, 1)
	go func() { got <- b.stateAfter("alice", int64(version)) }()
	_, dm := b.api("POST", "/users/@me/channels", object{"recipient_id": b.personID("bob")})
	b.api("POST", "/channels/"+dm["id"].(string)+"/messages", object{"content": "for bob alone"})
	select {
	case v := <-got:
		t.Fatalf("bob's message has woken alice: %+v", v)
	default:
	}
	b.act("say", object{"as": "bob", "channel": "table", "text": "hello"})
	if v := <-got; v.Version <= int64(version) || contents(v.channel("table").Messages) != "hello" {
		t.Errorf("alice wakes to %+v", v)
	}
	if v := b.state("alice"); v.Version <= int64(version) {
		t.Errorf("the version stays %d", v.Version)
	}
}
