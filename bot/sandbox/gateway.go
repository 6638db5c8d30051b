package sandbox

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// Gateway opcodes, close codes and intents as Discord documents them.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opVoice          = 4
	opResume         = 6
	opReconnect      = 7
	opMembers        = 8
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11

	closeGoingAway       = 1001
	closeUnknownOpcode   = 4001
	closeDecode          = 4002
	closeNotIdentified   = 4003
	closeAuthentication  = 4004
	closeAlready         = 4005
	closeBadSequence     = 4007
	closeTooFast         = 4008
	closeTimedOut        = 4009
	closeShard           = 4010
	closeVersion         = 4012
	closeBadIntents      = 4013
	closeNotAllowed      = 4014
	guildsIntent         = 1 << 0
	membersIntent        = 1 << 1
	presencesIntent      = 1 << 8
	guildMessagesIntent  = 1 << 9
	directMessagesIntent = 1 << 12
	contentIntent        = 1 << 15
	knownIntents         = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25

	beat = 41250 * time.Millisecond
)

// frame is one packet from the bot.
type frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
}

// serveGateway speaks with one connection of the bot until it ends.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	if how := r.FormValue("compress"); how != "" {
		s.log.Error("sandbox: the gateway does not compress", "asked", how)
		http.Error(w, "the sandbox's gateway does not compress; leave out compress=", http.StatusBadRequest)
		return
	}
	// Before the handshake: whoever dials next gets the next start.
	s.mu.Lock()
	bad := s.world.faults.badStart()
	pause := time.Duration(s.world.faults.beat)
	s.mu.Unlock()
	// Who may connect has been checked for all requests alike.
	up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	ws, err := up.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	l := newLink(ws)
	l.bad = bad
	go l.write()
	defer l.stop()
	if l.bad != nil && l.bad.Do == startSilent {
		l.drain()
		return
	}
	if v := r.FormValue("v"); v != "9" && v != "10" {
		l.hangUp(closeVersion, "Invalid API version")
		l.drain()
		return
	}
	if pause == 0 {
		pause = beat
	}
	l.send(object{"op": opHello, "d": object{"heartbeat_interval": pause.Milliseconds(), "_trace": []any{}}})
	s.converse(l, gatewayURL(r))
}

// converse reads packets until the connection ends, then lets go of its session.
func (s *Server) converse(l *link, address string) {
	var g *session
	times := []time.Time{}
	for {
		if !l.closing() {
			_ = l.ws.SetReadDeadline(time.Now().Add(beat * 2))
		}
		kind, raw, err := l.ws.ReadMessage()
		if err != nil {
			s.leave(g, l, err)
			return
		}
		now := time.Now()
		times = slices.DeleteFunc(append(times, now), func(t time.Time) bool { return now.Sub(t) > time.Minute })
		var f frame
		switch {
		case len(times) > 120:
			l.hangUp(closeTooFast, "Rate limited.")
		case len(raw) > 4096, kind != websocket.TextMessage, json.Unmarshal(raw, &f) != nil:
			l.hangUp(closeDecode, "Error while decoding payload.")
		default:
			g = s.hear(g, l, f, address)
		}
	}
}

// hear acts on one packet and gives the session the connection now carries.
func (s *Server) hear(g *session, l *link, f frame, address string) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g != nil && g.link != l {
		g = nil // it was told that the session is over
	}
	if g == nil && !slices.Contains([]int{opHeartbeat, opIdentify, opResume}, f.Op) {
		l.hangUp(closeNotIdentified, "Not authenticated.")
		return nil
	}
	switch f.Op {
	case opHeartbeat:
		if !s.world.faults.deaf {
			l.send(object{"op": opHeartbeatAck, "d": nil})
		}
	case opIdentify:
		if g != nil {
			l.hangUp(closeAlready, "Already authenticated.")
			return g
		}
		if l.bad.spoils(l) {
			l.bad = nil
			return nil
		}
		return s.identify(l, f.Data, address)
	case opResume:
		if g != nil {
			l.hangUp(closeAlready, "Already authenticated.")
			return g
		}
		if l.bad.spoils(l) {
			l.bad = nil
			return nil
		}
		return s.resume(l, f.Data)
	case opPresence:
		// Nobody here looks at what the bot is playing.
	case opVoice, opMembers:
		s.log.Error("sandbox: the gateway does not serve this opcode", "op", f.Op)
	default:
		l.hangUp(closeUnknownOpcode, "Unknown opcode.")
	}
	return g
}

// identify starts a session: READY, then every server.
func (s *Server) identify(l *link, raw json.RawMessage, address string) *session {
	var want struct {
		Token   string `json:"token"`
		Intents *int   `json:"intents"`
		Shard   *[2]int
	}
	switch err := json.Unmarshal(raw, &want); {
	case err != nil:
		l.hangUp(closeDecode, "Error while decoding payload.")
	case strings.TrimPrefix(want.Token, "Bot ") != s.token:
		l.hangUp(closeAuthentication, "Authentication failed.")
	case want.Intents == nil || *want.Intents&^knownIntents != 0:
		l.hangUp(closeBadIntents, "Invalid intent(s).")
	case *want.Intents&(membersIntent|presencesIntent|contentIntent) != 0:
		l.hangUp(closeNotAllowed, "Disallowed intent(s).")
	case want.Shard != nil && (want.Shard[0] < 0 || want.Shard[0] >= want.Shard[1]):
		l.hangUp(closeShard, "Invalid shard.")
	default:
		return s.world.welcome(l, *want.Intents, want.Shard, address)
	}
	return nil
}

// resume takes a session up again and replays what it has missed.
func (s *Server) resume(l *link, raw json.RawMessage) *session {
	var want struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int    `json:"seq"`
	}
	if json.Unmarshal(raw, &want) != nil {
		l.hangUp(closeDecode, "Error while decoding payload.")
		return nil
	}
	if strings.TrimPrefix(want.Token, "Bot ") != s.token {
		l.hangUp(closeAuthentication, "Authentication failed.")
		return nil
	}
	s.world.forgetSessions()
	i := slices.IndexFunc(s.world.sessions, func(g *session) bool { return g.id == want.Session })
	if i < 0 || !s.world.sessions[i].holds(want.Seq) {
		l.send(object{"op": opInvalidSession, "d": false})
		return nil
	}
	g := s.world.sessions[i]
	if want.Seq > g.seq {
		l.hangUp(closeBadSequence, "Invalid seq.")
		return nil
	}
	if g.link != nil {
		g.link.hangUp(closeTimedOut, "Session taken up elsewhere.")
	}
	g.link = l
	for _, past := range g.past {
		if past.seq > want.Seq {
			l.sendRaw(past.raw)
		}
	}
	g.push("RESUMED", object{"_trace": []any{}})
	return g
}

// leave lets go of a session whose connection has ended. Closing with 1000
// or 1001 ends it; after anything else it may be resumed for some minutes.
func (s *Server) leave(g *session, l *link, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g == nil || g.link != l {
		return
	}
	g.link, g.left = nil, s.world.now()
	if !l.closing() && websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway) {
		s.world.sessions = slices.DeleteFunc(s.world.sessions, func(x *session) bool { return x == g })
	}
	s.world.touchAll()
}
