package sandbox

import (
	"net/http"
	"slices"
)

func (s *Server) addThreadRoutes() {
	s.discord("POST", "/channels/{channel}/messages/{message}/threads", false, s.threadOnMessage)
	s.discord("POST", "/channels/{channel}/threads", false, s.threadAlone)
	s.discord("GET", "/channels/{channel}/thread-members", false, s.listThreadMembers)
	s.discord("GET", "/channels/{channel}/thread-members/{user}", false, s.getThreadMember)
	s.discord("PUT", "/channels/{channel}/thread-members/{user}", false, s.addThreadMember)
	s.discord("DELETE", "/channels/{channel}/thread-members/{user}", false, s.removeThreadMember)
	s.discord("GET", "/channels/{channel}/threads/archived/public", false, s.listArchived)
}

// readThread reads a thread's own fields onto c.
func readThread(f form, c *channel) {
	if f.has("name") {
		c.name = f.text("name", 1, 100)
	}
	if f.has("auto_archive_duration") {
		c.autoArchive = int(f.integer("auto_archive_duration", 0, 10080))
		if !slices.Contains([]int{60, 1440, 4320, 10080}, c.autoArchive) {
			f.fault("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).")
		}
	}
	if f.has("rate_limit_per_user") {
		c.pause = int(f.integer("rate_limit_per_user", 0, 21600))
	}
	c.invitable = pick(f, "invitable", c.invitable)
}

// threadOnMessage opens the one thread that may hang on a message; it has the
// message's id.
func (s *Server) threadOnMessage(c *call) (any, error) {
	m, err := s.message(c, createPublicThread)
	if err != nil {
		return nil, err
	}
	if m.channel.kind != textChannel {
		return nil, refuse(http.StatusBadRequest, 50024, "Cannot execute action on this channel type")
	}
	f := c.body
	f.known("name", "auto_archive_duration", "rate_limit_per_user", "type", "invitable")
	f.required("name")
	t := s.world.newThread(m.channel, publicThread)
	readThread(f, t)
	if err := f.err(); err != nil {
		return nil, err
	}
	if m.thread != nil {
		return nil, refuse(http.StatusBadRequest, 160004, "A thread has already been created for this message")
	}
	t.id = m.id
	m.thread, m.flags = t, m.flags|hasThread
	s.world.openThread(t)
	s.world.messageChanged(m)
	s.world.post(&message{channel: t, author: s.world.bot, kind: threadStarter, reference: reference(m)})
	c.status = http.StatusCreated
	return s.world.channelJSON(t), nil
}

// threadAlone opens a thread without a message: private unless type says public.
func (s *Server) threadAlone(c *call) (any, error) {
	parent, err := s.channel(c, 0)
	if err != nil {
		return nil, err
	}
	if parent.kind != textChannel {
		return nil, refuse(http.StatusBadRequest, 50024, "Cannot execute action on this channel type")
	}
	f := c.body
	f.known("name", "auto_archive_duration", "rate_limit_per_user", "type", "invitable", "applied_tags")
	f.unsupported("applied_tags")
	f.required("name")
	kind := privateThread
	if f.has("type") {
		kind = int(f.integer("type", publicThread, privateThread))
	}
	t := s.world.newThread(parent, kind)
	c.about(t, nil) // of a private one nobody learns even the name
	readThread(f, t)
	if err := f.err(); err != nil {
		return nil, err
	}
	want := createPublicThread
	if kind == privateThread {
		want = createPrivateThread
	}
	if err := s.world.needs(parent, want); err != nil {
		return nil, err
	}
	t.id = s.world.newID()
	s.world.openThread(t)
	if kind == publicThread {
		s.world.post(&message{
			channel: parent, author: s.world.bot, kind: threadNotice, content: t.name,
			reference: withGuild(parent, object{"type": 0, "channel_id": t.id}),
		})
	}
	c.status = http.StatusCreated
	return s.world.channelJSON(t), nil
}

// newThread makes a thread of the bot's that nobody knows of yet.
func (w *world) newThread(parent *channel, kind int) *channel {
	return &channel{
		kind: kind, thread: true, server: parent.server, parent: parent, owner: w.bot, invitable: true,
		autoArchive: 1440, members: []*threadMember{{w.bot, w.now()}},
		begun: w.now(), active: w.now(), archivedAt: w.now(),
	}
}

func (w *world) openThread(t *channel) {
	w.channels[t.id] = t
	data := w.channelJSON(t)
	data["newly_created"] = true
	w.dispatch(event{name: "THREAD_CREATE", channel: t, intent: guildsIntent, data: data})
	w.touch(t.sees)
}

// thread finds the thread that a route names.
func (s *Server) thread(c *call, want uint64) (*channel, error) {
	t, err := s.channel(c, want)
	if err == nil && !t.thread {
		err = refuse(http.StatusBadRequest, 50024, "Cannot execute action on this channel type")
	}
	return t, err
}

func (s *Server) listThreadMembers(c *call) (any, error) {
	t, err := s.thread(c, 0)
	if err != nil {
		return nil, err
	}
	out := []any{}
	for _, m := range t.members {
		out = append(out, threadMemberJSON(c, t, m))
	}
	return out, nil
}

func threadMemberJSON(c *call, t *channel, m *threadMember) object {
	out := m.json(t)
	if place := t.server.member(m.person); place != nil && c.r.FormValue("with_member") == "true" {
		out["member"] = fullMember(place)
	}
	return out
}

// threadUser is the person that a thread-members route names.
func (s *Server) threadUser(c *call) (*person, error) {
	if c.arg("user") == "@me" {
		return s.world.bot, nil
	}
	if p := s.world.userByID(c.arg("user")); p != nil {
		return p, nil
	}
	return nil, unknownUser()
}

func (s *Server) getThreadMember(c *call) (any, error) {
	t, err := s.thread(c, 0)
	if err != nil {
		return nil, err
	}
	p, err := s.threadUser(c)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(t.members, func(m *threadMember) bool { return m.person == p })
	if i < 0 {
		return nil, unknownMember()
	}
	return threadMemberJSON(c, t, t.members[i]), nil
}

// addThreadMember brings a person into a thread that is not archived.
func (s *Server) addThreadMember(c *call) (any, error) {
	t, err := s.thread(c, sendInThreads)
	if err != nil {
		return nil, err
	}
	p, err := s.threadUser(c)
	if err != nil {
		return nil, err
	}
	switch {
	case t.archived:
		return nil, archivedThread()
	case t.server.member(p) == nil:
		return nil, missingAccess()
	case t.joined(p):
		return nil, nil
	}
	m := &threadMember{p, s.world.now()}
	t.members = append(t.members, m)
	s.world.membersChanged(t, []any{m.json(t)}, []string{})
	return nil, nil
}

func (s *Server) removeThreadMember(c *call) (any, error) {
	t, err := s.thread(c, 0)
	if err != nil {
		return nil, err
	}
	p, err := s.threadUser(c)
	if err != nil {
		return nil, err
	}
	if t.archived {
		return nil, archivedThread()
	}
	if p != s.world.bot && rights(s.world.bot, t)&manageThreads == 0 {
		return nil, missingPermissions()
	}
	t.members = slices.DeleteFunc(t.members, func(m *threadMember) bool { return m.person == p })
	s.world.membersChanged(t, []any{}, []string{p.id})
	return nil, nil
}

func (w *world) membersChanged(t *channel, added []any, removed []string) {
	w.dispatch(event{name: "THREAD_MEMBERS_UPDATE", channel: t, intent: guildsIntent, data: object{
		"id": t.id, "guild_id": t.server.id, "member_count": min(len(t.members), 50),
		"added_members": added, "removed_member_ids": removed,
	}})
	w.touchAll() // whoever has left must see it too
}

// listArchived gives a channel's archived public threads, latest first.
func (s *Server) listArchived(c *call) (any, error) {
	parent, err := s.channel(c, readHistory)
	if err != nil {
		return nil, err
	}
	limit, err := c.queryInt("limit", 2, 100, 50)
	if err != nil {
		return nil, err
	}
	var found []*channel
	for _, t := range s.world.threads(parent.server) {
		if t.parent == parent && t.archived && t.kind == publicThread {
			found = append(found, t)
		}
	}
	slices.SortFunc(found, func(a, b *channel) int { return b.archivedAt.Compare(a.archivedAt) })
	out := s.world.threadList(found[:min(limit, len(found))])
	out["has_more"] = len(found) > limit
	return out, nil
}
