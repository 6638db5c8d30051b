package sandbox

import (
	"net/http"
	"slices"
)

// wantedDisturbance is what the gateway is asked to do wrong.
type wantedDisturbance struct {
	// To the connections that are open, at once.
	DropGateway    bool  `json:"drop_gateway"`
	CloseGateway   int   `json:"close_gateway"`
	Reconnect      bool  `json:"reconnect"`
	InvalidSession *bool `json:"invalid_session"`
	Mute           bool  `json:"mute"`
	// To those that are yet to come.
	Connections *oneOrMore[*badStart] `json:"connections"`
	Heartbeat   *seconds              `json:"heartbeat"`
	// To all.
	Deaf *bool `json:"deaf"`
}

// badStart is how the next Count connections start.
type badStart struct {
	Do    string `json:"do"`
	Code  int    `json:"code,omitempty"`
	Count int    `json:"count"`
}

// What a connection may do in place of a good start.
const (
	startSilent    = "no_hello"        // it is taken, and that is all
	startNoReady   = "no_ready"        // Hello, then nothing
	startReconnect = "reconnect_first" // op 7 in place of READY
	startAck       = "ack_first"       // op 11 before READY
	startInvalid   = "invalid_session" // op 9 in place of READY
	startClose     = "close"           // closed with a code in place of READY
)

// disturbGateway does at once what is asked for, and notes what is to come.
func (w *world) disturbGateway(want *wantedDisturbance) error {
	if want.Connections != nil {
		for _, b := range *want.Connections {
			known := []string{startSilent, startNoReady, startReconnect, startAck, startInvalid, startClose}
			if !slices.Contains(known, b.Do) || b.Do == startClose && b.Code == 0 {
				return deny(http.StatusBadRequest, "bad request", "a connection does one of %q, close with a code; not %q", known, b.Do)
			}
			b.Count = max(b.Count, 1)
		}
		w.faults.connections = *want.Connections
	}
	if want.Heartbeat != nil {
		w.faults.beat = *want.Heartbeat
	}
	if want.Deaf != nil {
		w.faults.deaf = *want.Deaf
	}
	for _, g := range slices.Clone(w.sessions) {
		if g.link != nil {
			w.disturb(g, want)
		}
	}
	return nil
}

// disturb does something to one open connection.
func (w *world) disturb(g *session, want *wantedDisturbance) {
	switch {
	case want.Reconnect:
		g.link.send(object{"op": opReconnect, "d": nil})
	case want.InvalidSession != nil:
		w.invalidate(g, *want.InvalidSession)
	case want.CloseGateway != 0:
		g.link.hangUp(want.CloseGateway, "asked for by a fault")
	case want.DropGateway:
		g.link.cut()
	case want.Mute:
		g.link.mute()
	}
}

// speakStrangely sends an opcode and an event that no client knows yet; both may
// be passed over.
func (w *world) speakStrangely() {
	for _, g := range w.sessions {
		if g.link != nil {
			g.link.send(object{"op": 42, "d": object{"of": "the future"}})
			g.push("TABLE_TURNED", object{"id": w.newID(), "legs": []any{4, "wood", nil}})
		}
	}
}

// invalidate tells the bot that its session is over. The connection stays, and
// waits for a resume, where that is allowed, or for a new login.
func (w *world) invalidate(g *session, resumable bool) {
	g.link.send(object{"op": opInvalidSession, "d": resumable})
	g.link, g.left = nil, w.now()
	if !resumable {
		w.sessions = slices.DeleteFunc(w.sessions, func(x *session) bool { return x == g })
	}
	w.touchAll()
}

// badStart takes how the connection now made starts; nil: as it should.
func (f *faults) badStart() *badStart {
	if len(f.connections) == 0 {
		return nil
	}
	b := *f.connections[0]
	if f.connections[0].Count--; f.connections[0].Count <= 0 {
		f.connections = f.connections[1:]
	}
	return &b
}

// spoils does to a login what the connection's bad start says, and tells
// whether that is all it gets.
func (b *badStart) spoils(l *link) bool {
	if b == nil {
		return false
	}
	switch b.Do {
	case startNoReady:
	case startReconnect:
		l.send(object{"op": opReconnect, "d": nil})
	case startInvalid:
		l.send(object{"op": opInvalidSession, "d": false})
	case startClose:
		l.hangUp(b.Code, "asked for by a fault")
	case startAck:
		l.send(object{"op": opHeartbeatAck, "d": nil})
		return false
	}
	return true
}

// strangely adds to an interaction parts that no client knows yet, if a fault
// says so: fields, and a component in the message that was pressed.
func (w *world) strangely(payload object) object {
	if w.faults.strange == 0 {
		return payload
	}
	w.faults.strange--
	out := object{"of_the_future": object{"type": 99}}
	for key, value := range payload {
		out[key] = value
	}
	if m, ok := payload["message"].(object); ok {
		changed := object{}
		for key, value := range m {
			changed[key] = value
		}
		parts, _ := m["components"].([]any)
		changed["components"] = append([]any{object{"type": 99, "id": 99, "spin": "left"}}, parts...)
		out["message"] = changed
	}
	return out
}
