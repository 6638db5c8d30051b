package sandbox

import (
	"slices"
	"time"
)

// Channel types as Discord numbers them.
const (
	textChannel   = 0
	dmChannel     = 1
	publicThread  = 11
	privateThread = 12
)

// channel is a text channel, a thread or a direct message channel.
type channel struct {
	id, name, topic string
	kind, position  int
	server          *server  // nil in a direct message channel
	parent          *channel // of a thread
	with            *person  // whom the bot talks with in a direct message channel
	messages        []*message
	denied          uint64 // rights taken from the bot here by a fault
	gone            bool   // deleted

	thread      bool
	owner       *person
	members     []*threadMember
	autoArchive int // minutes
	archived    bool
	locked      bool
	invitable   bool
	archivedAt  time.Time // when archived last changed
	active      time.Time
	begun       time.Time
	sent        int
	pause       int // seconds between messages, told but not enforced
}

type threadMember struct {
	person *person
	joined time.Time
}

// sees tells whether p can read the channel.
func (c *channel) sees(p *person) bool {
	if c.server == nil {
		return p == c.with
	}
	if c.server.member(p) == nil {
		return false
	}
	if c.kind != privateThread {
		return true
	}
	return c.joined(p) || rights(p, c)&manageThreads != 0
}

// joined tells whether p is a member of the thread.
func (c *channel) joined(p *person) bool {
	return slices.ContainsFunc(c.members, func(m *threadMember) bool { return m.person == p })
}

// message finds one by id; nil if there is none, or only an ephemeral one,
// which no channel route reaches.
func (c *channel) message(id string) *message {
	for _, m := range c.messages {
		if m.id == id && m.only == nil {
			return m
		}
	}
	return nil
}

// threads are the server's threads, oldest first.
func (w *world) threads(g *server) []*channel {
	var found []*channel
	for _, c := range w.channels {
		if c.thread && c.server == g {
			found = append(found, c)
		}
	}
	slices.SortFunc(found, func(a, b *channel) int { return compareIDs(a.id, b.id) })
	return found
}

// compareIDs orders snowflakes by age; all have the same length in practice,
// but not by contract.
func compareIDs(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// channelChanged tells the bot and the people about a channel or thread.
func (w *world) channelChanged(name string, c *channel) {
	intent := guildsIntent
	if c.server == nil {
		intent = 0 // no intent is asked for a direct message channel
	}
	w.dispatch(event{name: name, channel: c, intent: intent, data: w.channelJSON(c)})
	w.touch(c.sees)
}

// channelJSON is a channel in Discord's shape.
func (w *world) channelJSON(c *channel) object {
	out := object{"id": c.id, "type": c.kind, "flags": 0, "last_message_id": c.lastMessage()}
	if c.server == nil {
		out["recipients"] = []any{userJSON(c.with)}
		return out
	}
	out["guild_id"] = c.server.id
	out["name"] = c.name
	out["rate_limit_per_user"] = c.pause
	if c.thread {
		return w.threadJSON(c, out)
	}
	out["position"] = c.position
	out["parent_id"] = nil
	out["nsfw"] = false
	out["topic"] = nil
	if c.topic != "" {
		out["topic"] = c.topic
	}
	out["permission_overwrites"] = []any{}
	if c.denied != 0 {
		out["permission_overwrites"] = []any{object{"id": w.bot.id, "type": 1, "allow": "0", "deny": bits(c.denied)}}
	}
	return out
}

func (w *world) threadJSON(c *channel, out object) object {
	out["parent_id"] = c.parent.id
	out["owner_id"] = c.owner.id
	out["message_count"] = min(c.sent, 50)
	out["member_count"] = min(len(c.members), 50)
	out["total_message_sent"] = c.sent
	meta := object{
		"archived": c.archived, "locked": c.locked, "auto_archive_duration": c.autoArchive,
		"archive_timestamp": stamp(c.archivedAt), "create_timestamp": stamp(c.begun),
	}
	if c.kind == privateThread {
		meta["invitable"] = c.invitable
	}
	out["thread_metadata"] = meta
	for _, m := range c.members {
		if m.person == w.bot {
			out["member"] = m.json(c)
		}
	}
	return out
}

func (c *channel) lastMessage() any {
	for _, m := range slices.Backward(c.messages) {
		if m.only == nil {
			return m.id
		}
	}
	return nil
}

func (m *threadMember) json(c *channel) object {
	return object{"id": c.id, "user_id": m.person.id, "join_timestamp": stamp(m.joined), "flags": 0}
}

// withGuild adds the server's id to an event of the channel.
func withGuild(c *channel, data object) object {
	if c.server != nil {
		data["guild_id"] = c.server.id
	}
	return data
}

// stamp is a time as Discord writes it.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }
