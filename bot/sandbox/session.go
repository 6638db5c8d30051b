package sandbox

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"
)

const (
	sessionLife = 5 * time.Minute // how long a lost session may be resumed
	pastLimit   = 2000            // events kept for a resume
)

// session is the bot's login at the gateway; it outlives its connection.
type session struct {
	id      string
	intents int
	shard   [2]int
	seq     int
	past    []pastEvent
	link    *link // nil while the connection is lost
	left    time.Time
}

type pastEvent struct {
	seq int
	raw []byte
}

// event is one dispatch to the bot.
type event struct {
	name    string
	channel *channel // where it happened; nil: everywhere
	server  *server  // when there is no channel
	intent  int      // the intent that asks for it; 0: always sent
	data    object
	message *message // blanked without the content intent
	only    *person  // whom the record concerns alone
}

// push sends an event with the next sequence number and keeps it for a resume.
func (g *session) push(name string, data object) {
	g.seq++
	raw, err := json.Marshal(object{"op": opDispatch, "t": name, "s": g.seq, "d": data})
	if err != nil {
		panic("sandbox: an event that is not JSON: " + err.Error()) // ours, and found by any test
	}
	g.past = append(g.past, pastEvent{g.seq, raw})
	if len(g.past) > pastLimit {
		g.past = slices.Clone(g.past[len(g.past)-pastLimit:])
	}
	if g.link != nil {
		g.link.sendRaw(raw)
	}
}

// holds tells whether all events after seq are still kept.
func (g *session) holds(seq int) bool {
	return len(g.past) > 0 && seq >= g.past[0].seq-1
}

func (g *session) hangUp(code int, text string) {
	if g.link != nil {
		g.link.hangUp(code, text)
	}
}

// takes tells whether an event of the server (nil: direct messages) belongs
// to the session's shard.
func (g *session) takes(server *server) bool {
	if server == nil {
		return g.shard[0] == 0
	}
	id, _ := strconv.ParseUint(server.id, 10, 64) // made by newID
	return int(id>>22)%g.shard[1] == g.shard[0]
}

// welcome starts a session on the link: READY with all servers unavailable,
// then each of them.
func (w *world) welcome(l *link, intents int, shard *[2]int, address string) *session {
	w.forgetSessions()
	g := &session{id: secret(16), intents: intents, shard: [2]int{0, 1}, link: l}
	if shard != nil {
		g.shard = *shard
	}
	mine := slices.DeleteFunc(w.served(), func(s *server) bool { return !g.takes(s) })
	away := []any{}
	for _, s := range mine {
		away = append(away, object{"id": s.id, "unavailable": true})
	}
	g.push("READY", object{
		"v": 10, "user": w.selfJSON(), "guilds": away, "session_id": g.id, "session_type": "normal",
		"resume_gateway_url": address, "shard": g.shard, "application": object{"id": w.bot.id, "flags": 0},
		"private_channels": []any{}, "relationships": []any{}, "presences": []any{},
		"user_settings": object{}, "geo_ordered_rtc_regions": []any{}, "_trace": []any{},
	})
	w.keepRecord(&record{Kind: "event", Event: "READY"})
	if intents&guildsIntent != 0 {
		for _, s := range mine {
			if s.away {
				continue
			}
			g.push("GUILD_CREATE", w.guildCreate(s))
			w.keepRecord(&record{Kind: "event", Event: "GUILD_CREATE"})
		}
	}
	w.sessions = append(w.sessions, g)
	w.touchAll()
	return g
}

// forgetSessions drops those that were lost too long ago to be resumed.
func (w *world) forgetSessions() {
	w.sessions = slices.DeleteFunc(w.sessions, func(g *session) bool {
		return g.link == nil && w.now().After(g.left.Add(sessionLife))
	})
}

// connected tells whether the bot is at the gateway now.
func (w *world) connected() bool {
	return slices.ContainsFunc(w.sessions, func(g *session) bool { return g.link != nil })
}

// dispatch sends an event to every session that asked for its kind.
func (w *world) dispatch(e event) {
	w.lastAct = time.Now()
	server := e.server
	if e.channel != nil {
		server = e.channel.server
	}
	if server != nil && !w.serves(server) {
		return
	}
	for _, g := range w.sessions {
		if !g.takes(server) || e.intent != 0 && g.intents&e.intent == 0 {
			continue
		}
		data := e.data
		if e.message != nil && !w.readable(g, e.message) {
			data = blanked(data)
		}
		g.push(e.name, data)
	}
	w.recordEvent(e)
}

// recordEvent writes the event into the log, without an interaction's token.
func (w *world) recordEvent(e event) {
	r := &record{Kind: "event", Event: e.name, channel: e.channel, only: e.only}
	shown := object{}
	for key, value := range e.data {
		if key != "token" {
			shown[key] = value
		}
	}
	raw, _ := json.Marshal(shown) // it has just been sent, so it encodes
	r.Body = brief(raw)
	w.keepRecord(r)
}

// messageIntent is the intent that asks for messages of the channel.
func messageIntent(c *channel) int {
	if c.server == nil {
		return directMessagesIntent
	}
	return guildMessagesIntent
}

// readable tells whether the session may read what the message says.
func (w *world) readable(g *session, m *message) bool {
	return g.intents&contentIntent != 0 || m.channel.server == nil || m.author == w.bot ||
		slices.Contains(m.mentions, w.bot)
}

func blanked(data object) object {
	out := object{}
	for key, value := range data {
		out[key] = value
	}
	out["content"] = ""
	for _, key := range []string{"embeds", "attachments", "components"} {
		out[key] = []any{}
	}
	return out
}
