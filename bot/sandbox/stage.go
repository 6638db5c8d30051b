package sandbox

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
)

// addPerson makes another user, a member of every server (or of the named
// one), perhaps with a display name and the right to manage.
func (s *Server) addPerson(_ *http.Request, a act) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.world
	if !regexp.MustCompile(`^[a-z0-9._]{2,32}$`).MatchString(a.Name) || w.person(a.Name) != nil {
		return nil, deny(http.StatusBadRequest, "bad name", "a name has 2 to 32 of a-z 0-9 . _ and is not taken")
	}
	if len([]rune(a.Display)) > 32 {
		return nil, deny(http.StatusBadRequest, "bad name", "a display name has up to 32 characters")
	}
	joins := w.servers
	if a.Server != "" {
		g, err := w.serverNamed(a.Server)
		if err != nil {
			return nil, err
		}
		joins = []*server{g}
	}
	p := &person{id: w.newID(), name: a.Name, display: a.Display}
	w.people = append(w.people, p)
	for _, g := range joins {
		m := &member{person: p, joined: w.now()}
		if a.Manager {
			m.roles = []string{g.managers}
		}
		g.members = append(g.members, m)
	}
	w.touchAll()
	return object{"person": userJSON(p)}, nil
}

func (w *world) serverNamed(ref string) (*server, error) {
	for _, g := range w.servers {
		if g.id == ref || g.name == ref {
			return g, nil
		}
	}
	return nil, deny(http.StatusNotFound, "unknown server", "there is no server %q", ref)
}

// addChannel makes a text channel in the named server, or in the first.
func (s *Server) addChannel(_ *http.Request, a act) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.world
	if !regexp.MustCompile(`^[\p{Ll}\p{Lo}\p{N}_-]{1,100}$`).MatchString(a.Name) {
		return nil, deny(http.StatusBadRequest, "bad name", "a channel's name has up to 100 lower-case letters, digits, - and _")
	}
	g := w.servers[0]
	if a.Server != "" {
		var err error
		if g, err = w.serverNamed(a.Server); err != nil {
			return nil, err
		}
	}
	c := w.addTextChannel(g, a.Name)
	w.channelChanged("CHANNEL_CREATE", c)
	return object{"channel": w.channelJSON(c)}, nil
}

// addServer makes a server with the bot, all people and a channel "table".
func (s *Server) addServer(_ *http.Request, a act) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.world
	if n := len([]rune(a.Name)); n < 2 || n > 100 {
		return nil, deny(http.StatusBadRequest, "bad name", "a server's name has 2 to 100 characters")
	}
	g := w.addServer(a.Name, w.person("gail"), w.people, "table")
	w.dispatch(event{name: "GUILD_CREATE", server: g, intent: guildsIntent, data: w.guildCreate(g)})
	w.touchAll()
	return object{"server": object{"id": g.id, "name": g.name, "channels": []any{w.channelJSON(g.channels[0])}}}, nil
}

// wantedFaults is the body of POST /sandbox/fault; what is absent stays.
type wantedFaults struct {
	DMsClosed *[]string `json:"dms_closed"`
	Rights    *struct {
		Channel string   `json:"channel"`
		Deny    []string `json:"deny"`
	} `json:"rights"`
	Lose           *oneOrMore[*routeFault] `json:"lose_answers"`
	Slow           *oneOrMore[*routeFault] `json:"slow"`
	Fail           *oneOrMore[*routeFault] `json:"fail"`
	Hold           *[]string               `json:"hold"`
	Doubled        *json.RawMessage        `json:"doubled"`
	DropGateway    bool                    `json:"drop_gateway"`
	CloseGateway   int                     `json:"close_gateway"`
	Reconnect      bool                    `json:"reconnect"`
	InvalidSession *bool                   `json:"invalid_session"`
}

// setFaults switches misbehaviour on and off.
func (s *Server) setFaults(w http.ResponseWriter, r *http.Request) {
	var want wantedFaults
	raw, err := readStrictly(r, &want)
	if err == nil {
		s.mu.Lock()
		err = s.world.setFaults(&want)
		s.world.keepRecord(&record{Kind: "act", Route: "fault", Body: brief(raw)})
		s.mu.Unlock()
	}
	if err != nil {
		writeDenial(w, err)
		return
	}
	s.getFaults(w, r)
}

func (w *world) setFaults(want *wantedFaults) error {
	if want.DMsClosed != nil {
		if err := w.closeDMs(*want.DMsClosed); err != nil {
			return err
		}
	}
	if want.Rights != nil {
		if err := w.denyRights(want.Rights.Channel, want.Rights.Deny); err != nil {
			return err
		}
	}
	if want.Doubled != nil {
		switch text := string(*want.Doubled); text {
		case "true":
			w.faults.doubled = 1
		case "false", "[]":
			w.faults.doubled = 0
		default:
			if json.Unmarshal(*want.Doubled, &w.faults.doubled) != nil {
				return deny(http.StatusBadRequest, "bad request", "doubled is how many interactions, not %s", text)
			}
		}
	}
	for _, pair := range []struct {
		want *oneOrMore[*routeFault]
		have *[]*routeFault
	}{{want.Lose, &w.faults.lose}, {want.Slow, &w.faults.slow}, {want.Fail, &w.faults.fail}} {
		if pair.want == nil {
			continue
		}
		for _, f := range *pair.want {
			f.Count = max(f.Count, 1)
		}
		*pair.have = *pair.want
	}
	if want.Hold != nil {
		w.setHolds(*want.Hold)
	}
	w.disturbGateway(want)
	return nil
}

func (w *world) closeDMs(names []string) error {
	for _, name := range names {
		if _, err := w.player(name); err != nil {
			return err
		}
	}
	for _, p := range w.people {
		p.dmsClosed = slices.Contains(names, p.name) || slices.Contains(names, p.id)
	}
	return nil
}

// denyRights takes rights from the bot in a channel; an empty list gives all
// back.
func (w *world) denyRights(ref string, names []string) error {
	var found []*channel
	for _, c := range w.channels {
		if c.server != nil && (c.id == ref || c.name == ref) {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		return deny(http.StatusNotFound, "unknown channel", "%d channels are called %q", len(found), ref)
	}
	c := found[0]
	if c.parent != nil {
		c = c.parent
	}
	var set uint64
	for _, name := range names {
		bit := rightNamed(name)
		if bit == 0 {
			return deny(http.StatusBadRequest, "unknown right", "the sandbox knows no right %q", name)
		}
		set |= bit
	}
	c.denied = set
	w.channelChanged("CHANNEL_UPDATE", c)
	return nil
}

// disturbGateway does at once what the request asks for.
func (w *world) disturbGateway(want *wantedFaults) {
	for _, g := range slices.Clone(w.sessions) {
		if g.link == nil {
			continue
		}
		if want.Reconnect {
			g.link.send(object{"op": opReconnect, "d": nil})
		}
		if want.InvalidSession != nil {
			w.invalidate(g, *want.InvalidSession)
			continue
		}
		if want.CloseGateway != 0 {
			g.link.hangUp(want.CloseGateway, "asked for by a fault")
		}
		if want.DropGateway {
			g.link.cut()
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

// getFaults tells which faults are set.
func (s *Server) getFaults(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	closed, denied, held := []string{}, map[string]string{}, []string{}
	for _, p := range s.world.people {
		if p.dmsClosed {
			closed = append(closed, p.name)
		}
	}
	for _, c := range s.world.channels {
		if c.denied != 0 {
			denied[c.id] = bits(c.denied)
		}
	}
	f := s.world.faults
	for _, h := range f.hold {
		held = append(held, h.route)
	}
	answer := object{
		"dms_closed": closed, "rights": maps.Clone(denied), "hold": held, "doubled": f.doubled, "in_flight": s.world.inFlight,
		"lose_answers": listOf(copies(f.lose)), "slow": listOf(copies(f.slow)), "fail": listOf(copies(f.fail)),
	}
	s.mu.Unlock()
	writeJSON(w, http.StatusOK, answer)
}

// copies gives values that may be read without the lock.
func copies(list []*routeFault) []routeFault {
	out := make([]routeFault, 0, len(list))
	for _, f := range list {
		out = append(out, *f)
	}
	return out
}
