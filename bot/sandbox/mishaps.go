package sandbox

import (
	"net/http"
	"slices"
)

// setLeft takes these people, and no others, out of all servers; who is no
// longer named comes back.
func (w *world) setLeft(names []string) error {
	gone, err := w.named(names)
	if err != nil {
		return err
	}
	for _, g := range w.servers {
		if slices.Contains(gone, g.owner) {
			return deny(http.StatusConflict, "owner", "%s owns %q and cannot leave it", g.owner.name, g.name)
		}
	}
	for _, p := range w.people {
		switch leaves := slices.Contains(gone, p); {
		case leaves && len(p.left) == 0:
			w.leaveServers(p)
		case !leaves && len(p.left) > 0:
			w.comeBack(p)
		}
	}
	w.touchAll()
	return nil
}

func (w *world) leaveServers(p *person) {
	for _, g := range w.servers {
		place := g.member(p)
		if place == nil {
			continue
		}
		p.left = append(p.left, leftServer{g, place})
		g.members = slices.DeleteFunc(g.members, func(m *member) bool { return m == place })
		for _, t := range w.threads(g) {
			t.members = slices.DeleteFunc(t.members, func(m *threadMember) bool { return m.person == p })
		}
		w.dispatch(event{
			name: "GUILD_MEMBER_REMOVE", server: g, intent: membersIntent,
			data: object{"guild_id": g.id, "user": userJSON(p)},
		})
	}
}

func (w *world) comeBack(p *person) {
	for _, left := range p.left {
		left.place.joined = w.now()
		left.server.members = append(left.server.members, left.place)
		data := fullMember(left.place)
		data["guild_id"] = left.server.id
		w.dispatch(event{name: "GUILD_MEMBER_ADD", server: left.server, intent: membersIntent, data: data})
	}
	p.left = nil
}

// placeNamed finds a channel or thread of a server by id or name.
func (w *world) placeNamed(ref string) (*channel, error) {
	var found []*channel
	for _, c := range w.channels {
		if c.server != nil && (c.id == ref || c.name == ref) {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		return nil, deny(http.StatusNotFound, "unknown channel", "%d channels are called %q", len(found), ref)
	}
	return found[0], nil
}

// deleteChannel removes a channel with its threads, or a thread, and all that
// was said there.
func (w *world) deleteChannel(c *channel) {
	for _, t := range w.threads(c.server) {
		if t.parent == c {
			w.deleteChannel(t)
		}
	}
	delete(w.channels, c.id)
	c.server.channels = slices.DeleteFunc(c.server.channels, func(x *channel) bool { return x == c })
	name, data := "CHANNEL_DELETE", w.channelJSON(c)
	if c.thread {
		name = "THREAD_DELETE"
		data = object{"id": c.id, "guild_id": c.server.id, "parent_id": c.parent.id, "type": c.kind}
	}
	c.messages, c.gone = nil, true
	w.dispatch(event{name: name, server: c.server, intent: guildsIntent, data: data})
	w.touchAll()
}

// denyRights takes rights from the bot in a channel; an empty list gives all
// back.
func (w *world) denyRights(ref string, names []string) error {
	c, err := w.placeNamed(ref)
	if err != nil {
		return err
	}
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
