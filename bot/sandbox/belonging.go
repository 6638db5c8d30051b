package sandbox

import (
	"net/http"
	"slices"
)

// serves tells whether the bot is a member of the server.
func (w *world) serves(g *server) bool { return g.member(w.bot) != nil }

// served are the servers that the bot is a member of.
func (w *world) served() []*server {
	return slices.DeleteFunc(slices.Clone(w.servers), func(g *server) bool { return !w.serves(g) })
}

// answers denies an act on the bot where it is not there to take it.
func (w *world) answers(c *channel) error {
	switch {
	case c.server == nil:
		return nil
	case !w.serves(c.server):
		return deny(http.StatusForbidden, "no bot", "%s is not a member of %q", w.bot.name, c.server.name)
	case c.server.away:
		return deny(http.StatusServiceUnavailable, "outage", "%q is unavailable", c.server.name)
	}
	return nil
}

// expel lets somebody who manages a server take the bot out of it. What the bot
// has said stays.
func (s *Server) expel(_ *http.Request, a act) (any, error) {
	return s.managed(a, func(w *world, g *server) error {
		if !w.serves(g) {
			return deny(http.StatusConflict, "no bot", "%s is not a member of %q", w.bot.name, g.name)
		}
		// The bot hears it before it no longer hears anything from there.
		w.dispatch(event{name: "GUILD_DELETE", server: g, intent: guildsIntent, data: object{"id": g.id}})
		g.away = false
		g.members = slices.DeleteFunc(g.members, func(m *member) bool { return m.person == w.bot })
		for _, t := range w.threads(g) {
			t.members = slices.DeleteFunc(t.members, func(m *threadMember) bool { return m.person == w.bot })
		}
		w.commands = slices.DeleteFunc(w.commands, func(c *command) bool { return c.server == g.id })
		return nil
	})
}

// invite lets somebody who manages a server bring the bot into it.
func (s *Server) invite(_ *http.Request, a act) (any, error) {
	return s.managed(a, func(w *world, g *server) error {
		if w.serves(g) {
			return deny(http.StatusConflict, "already there", "%s is a member of %q", w.bot.name, g.name)
		}
		g.members = append(g.members, &member{person: w.bot, roles: []string{g.umpires}, joined: w.now()})
		w.arrive(g)
		return nil
	})
}

// arrive tells the bot of a server that it can now serve.
func (w *world) arrive(g *server) {
	w.dispatch(event{name: "GUILD_CREATE", server: g, intent: guildsIntent, data: w.guildCreate(g)})
}

// managed does something to a server, for one who manages it.
func (s *Server) managed(a act, do func(*world, *server) error) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.world
	p, err := w.player(a.As)
	if err != nil {
		return nil, err
	}
	g := w.servers[0]
	if a.Server != "" {
		if g, err = w.serverNamed(a.Server); err != nil {
			return nil, err
		}
	}
	if !g.managedBy(p) {
		return nil, deny(http.StatusForbidden, "not allowed", "%s does not manage %q", p.name, g.name)
	}
	if err := do(w, g); err != nil {
		return nil, err
	}
	w.touchAll()
	return object{"server": object{"id": g.id, "name": g.name, "bot": w.serves(g)}}, nil
}

// managedBy tells whether p may manage the server.
func (g *server) managedBy(p *person) bool {
	m := g.member(p)
	return p == g.owner || m != nil && slices.Contains(m.roles, g.managers)
}

// setAway makes these servers, and no others, unavailable, as in an outage of
// Discord's.
func (w *world) setAway(names []string) error {
	var away []*server
	for _, name := range names {
		g, err := w.serverNamed(name)
		if err != nil {
			return err
		}
		away = append(away, g)
	}
	for _, g := range w.served() {
		switch goes := slices.Contains(away, g); {
		case goes && !g.away:
			g.away = true
			w.dispatch(event{name: "GUILD_DELETE", server: g, intent: guildsIntent, data: object{"id": g.id, "unavailable": true}})
		case !goes && g.away:
			g.away = false
			w.arrive(g)
		}
	}
	w.touchAll()
	return nil
}
