package sandbox_test

import (
	"net/http"
	"testing"

	"github.com/gorilla/websocket"

	"umpire/bot/sandbox"
)

// hello dials and expects a greeting.
func (b *bench) hello() *wire {
	b.t.Helper()
	w := b.dial("?v=10")
	if p, err := w.read(); err != nil || p.Op != 10 {
		b.t.Fatalf("instead of Hello: %+v, %v", p, err)
	}
	return w
}

// op reads the next packet and expects its opcode.
func (w *wire) op(want int) {
	w.t.Helper()
	var p struct{ Op int }
	if err := w.conn.ReadJSON(&p); err != nil || p.Op != want {
		w.t.Errorf("got op %d (%v), want %d", p.Op, err, want)
	}
}

// login logs in by hand and passes over READY and the servers.
func (b *bench) loginByHand() (w *wire, session string) {
	b.t.Helper()
	w = b.hello()
	w.send(2, identify(b.server.Token(), 1))
	session, _ = w.next("READY").Data["session_id"].(string)
	w.next("GUILD_CREATE")
	return w, session
}

func TestAConnectionStartsBadlyAsOftenAsItIsToldTo(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	login := identify(b.server.Token(), 1)
	b.fault(object{"connections": []object{
		{"do": "no_hello"},
		{"do": "no_ready"},
		{"do": "reconnect_first"},
		{"do": "ack_first"},
		{"do": "invalid_session"},
		{"do": "close", "code": 4014, "count": 2},
	}})

	silent := b.dial("?v=10")
	silent.send(2, login)
	mute := b.hello()
	mute.send(2, login)
	mute.send(1, 0)
	mute.op(11) // in place of READY, and of all else

	w := b.hello()
	w.send(2, login)
	w.op(7)
	w = b.hello()
	w.send(2, login)
	w.op(11)
	w.next("READY")
	w = b.hello()
	w.send(2, login)
	w.op(9)
	w.send(2, login) // the same connection takes a second login
	w.next("READY")
	for range 2 {
		w = b.hello()
		w.send(2, login)
		if code := w.closed(); code != 4014 {
			t.Errorf("closed with %d", code)
		}
	}
	b.loginByHand()
	for _, bad := range []object{{"do": "dance"}, {"do": "close"}} {
		if status, _ := b.do("POST", "/sandbox/fault", object{"connections": bad}); status != http.StatusBadRequest {
			t.Errorf("%v is taken", bad)
		}
	}
	silent.conn.Close()
}

func TestHeartbeatsGoUnacknowledgedWhileTheGatewayIsDeaf(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	b.fault(object{"deaf": true, "heartbeat": "250ms"})
	w := b.dial("?v=10")
	if p, err := w.read(); err != nil || p.Data["heartbeat_interval"] != 250.0 {
		t.Errorf("Hello says %v, %v", p.Data, err)
	}
	w.send(1, nil)
	w.send(2, identify(b.server.Token(), 1))
	w.next("READY") // and no acknowledgement before
	w.next("GUILD_CREATE")
	b.fault(object{"deaf": false, "heartbeat": 0})
	w.send(1, nil)
	w.op(11)
	if p, err := b.dial("?v=10").read(); err != nil || p.Data["heartbeat_interval"] != 41250.0 {
		t.Errorf("Hello says %v, %v", p.Data, err)
	}
}

func TestAMutedConnectionSaysNothingAndTheNextOneDoes(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	w, session := b.loginByHand()
	b.fault(object{"mute": true})
	w.send(1, nil)
	b.act("channels", object{"name": "unheard"})
	b.fault(object{"close_gateway": 4000})
	if p, err := w.read(); !websocket.IsCloseError(err, 4000) {
		t.Errorf("the muted connection says %+v, %v", p, err)
	}
	again := b.hello()
	again.send(6, object{"token": b.server.Token(), "session_id": session, "seq": 2})
	if p := again.next("CHANNEL_CREATE"); p.Data["name"] != "unheard" {
		t.Errorf("what was missed is %v", p.Data)
	}
	again.next("RESUMED")
}

func TestAnInvalidSessionIsResumedOrBegunAnewOnTheSameConnection(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	w, session := b.loginByHand()
	resume := object{"token": b.server.Token(), "session_id": session, "seq": 2}
	b.fault(object{"invalid_session": true})
	w.op(9)
	w.send(6, resume)
	w.next("RESUMED")
	b.fault(object{"invalid_session": false})
	w.op(9)
	w.send(6, resume)
	w.op(9)
	w.send(2, identify(b.server.Token(), 1))
	w.next("READY")
}

func TestTheStreamHoldsPartsThatNoClientKnows(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	table := b.channelID("table")
	b.api("POST", "/channels/"+table+"/messages", object{"content": "x", "components": buttons(1, numbered)})
	w, _ := b.loginByHand()
	b.fault(object{"strange": 1})
	w.op(42)
	w.next("TABLE_TURNED")
	for _, parts := range []int{2, 1} { // once, and then no more
		done := make(chan bool)
		go func() { b.do("POST", "/sandbox/press", object{"as": "alice", "custom_id": numbered(0)}); close(done) }()
		i := w.next("INTERACTION_CREATE")
		if got := i.Data["message"].(object)["components"].([]any); len(got) != parts {
			t.Errorf("the pressed message has %v", got)
		}
		b.do("POST", "/api/v10/interactions/"+i.Data["id"].(string)+"/"+i.Data["token"].(string)+"/callback", object{"type": 6})
		<-done
	}
}
