package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
)

// getState answers what one person sees; with after it waits for news.
func (s *Server) getState(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	p, err := s.viewer(r)
	if err != nil {
		writeDenial(w, err)
		return
	}
	if text := q.Get("after"); text != "" {
		after, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			writeDenial(w, deny(http.StatusBadRequest, "bad request", "after is a version number"))
			return
		}
		s.await(r.Context(), stateWait, func() bool { return p.version > after })
	}
	s.mu.Lock()
	s.world.tick()
	state := s.world.stateFor(p)
	s.mu.Unlock()
	writeJSON(w, http.StatusOK, state)
}

// viewer is the person whose view a request asks for.
func (s *Server) viewer(r *http.Request) (*person, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.world.player(r.URL.Query().Get("as"))
}

// stateFor is all that p sees. It is built from what p may see, never cut
// down from more.
func (w *world) stateFor(p *person) object {
	servers, dms := []any{}, []any{}
	for _, g := range w.servers {
		if g.member(p) == nil {
			continue
		}
		channels := []any{}
		for _, c := range append(slices.Clone(g.channels), w.threads(g)...) {
			if c.sees(p) {
				channels = append(channels, w.viewOf(c, p))
			}
		}
		servers = append(servers, object{
			"id": g.id, "name": g.name, "channels": channels, "bot": w.serves(g), "manager": g.managedBy(p),
		})
	}
	for _, c := range w.channels {
		if c.with == p {
			dms = append(dms, object{"id": c.id, "with": w.bot.name, "messages": w.messagesFor(c, p)})
		}
	}
	people := []any{}
	for _, q := range w.people {
		people = append(people, object{"id": q.id, "name": q.name, "display": q.display, "manager": w.manages(q)})
	}
	state := object{
		"version": p.version, "me": userJSON(p), "servers": servers, "dms": dms, "modal": nil, "people": people,
		"bot":      object{"id": w.bot.id, "name": w.bot.name, "connected": w.connected()},
		"commands": w.commandsFor(p), "now": stamp(w.now()),
	}
	if p.modal != nil {
		shape := object{"interaction": p.modal.from.id}
		for key, value := range p.modal.shape {
			shape[key] = value
		}
		state["modal"] = shape
	}
	return state
}

func (w *world) viewOf(c *channel, p *person) object {
	out := object{"id": c.id, "name": c.name, "type": c.kind, "parent": nil, "messages": w.messagesFor(c, p)}
	if c.thread {
		out["parent"], out["archived"], out["locked"] = c.parent.id, c.archived, c.locked
		out["joined"] = c.joined(p)
	}
	return out
}

func (w *world) messagesFor(c *channel, p *person) []any {
	out := []any{}
	for _, m := range c.messages {
		if m.seenBy(p) {
			out = append(out, w.messageJSON(m))
		}
	}
	return out
}

// manages tells whether p manages a server.
func (w *world) manages(p *person) bool {
	return slices.ContainsFunc(w.servers, func(g *server) bool {
		return len(g.channels) > 0 && rights(p, g.channels[0])&manageGuild != 0
	})
}

// commandsFor lists the commands that p may use in some server, and those for
// direct messages only, for a composer to offer.
func (w *world) commandsFor(p *person) []any {
	out := []any{}
	for _, cmd := range w.commands {
		g := w.server(cmd.server)
		if g != nil && g.member(p) == nil {
			continue
		}
		usable := slices.ContainsFunc(w.servers, func(g *server) bool {
			return (cmd.server == "" || cmd.server == g.id) && len(g.channels) > 0 && g.member(p) != nil && w.serves(g) &&
				cmd.allows(rights(p, g.channels[0]))
		})
		if usable || !slices.Contains(cmd.contexts, 0) && slices.Contains(cmd.contexts, 1) {
			out = append(out, cmd.shape)
		}
	}
	return out
}

// allows tells whether somebody with these rights may use the command in a
// server.
func (cmd *command) allows(have uint64) bool {
	if cmd.permissions == nil || have == allRights {
		return true
	}
	want, _ := strconv.ParseUint(asText(cmd.permissions), 10, 64) // checked at registration
	return want != 0 && have&want == want
}

// streamEvents announces each newer version of what a person sees, as
// server-sent events, until the reader goes.
func (s *Server) streamEvents(w http.ResponseWriter, r *http.Request) {
	p, err := s.viewer(r)
	if err != nil {
		writeDenial(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	out := http.NewResponseController(w)
	told := int64(-1)
	for {
		var now int64
		fresh := s.await(r.Context(), stateWait, func() bool { now = p.version; return now > told })
		line := ": still here\n\n"
		if fresh {
			raw, _ := json.Marshal(object{"version": now}) // a number encodes
			line, told = fmt.Sprintf("data: %s\n\n", raw), now
		}
		if _, err := w.Write([]byte(line)); err != nil || out.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-s.done:
			return
		default:
		}
	}
}

// getLog gives the records that a person may read, oldest first.
func (s *Server) getLog(w http.ResponseWriter, r *http.Request) {
	p, err := s.viewer(r)
	if err != nil {
		writeDenial(w, err)
		return
	}
	s.mu.Lock()
	records := []*record{}
	for _, one := range s.world.records {
		if one.readBy(p) {
			records = append(records, one)
		}
	}
	s.mu.Unlock()
	writeJSON(w, http.StatusOK, object{"records": records})
}
