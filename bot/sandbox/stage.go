package sandbox

import (
	"net/http"
	"regexp"
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
