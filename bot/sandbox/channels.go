package sandbox

import (
	"fmt"
	"slices"
	"time"
)

func (s *Server) addChannelRoutes() {
	s.discord("GET", "/channels/{channel}", false, s.getChannel)
	s.discord("PATCH", "/channels/{channel}", false, s.editChannel)
	s.discord("POST", "/channels/{channel}/typing", false, s.typing)
	s.discord("GET", "/channels/{channel}/messages", false, s.listMessages)
	s.discord("POST", "/channels/{channel}/messages", false, s.postMessage)
	s.discord("GET", "/channels/{channel}/messages/{message}", false, s.getMessage)
	s.discord("PATCH", "/channels/{channel}/messages/{message}", false, s.editMessage)
	s.discord("DELETE", "/channels/{channel}/messages/{message}", false, s.deleteMessage)
	s.discord("GET", "/channels/{channel}/pins", false, s.listPins)
	s.discord("PUT", "/channels/{channel}/pins/{message}", false, s.pin)
	s.discord("DELETE", "/channels/{channel}/pins/{message}", false, s.unpin)
}

// channel finds the channel that a route names, if the bot may see it and do
// there what it wants to.
func (s *Server) channel(c *call, want uint64) (*channel, error) {
	ch := s.world.channels[c.arg("channel")]
	if ch == nil {
		return nil, unknownChannel()
	}
	c.about(ch, nil)
	return ch, s.world.needs(ch, want)
}

// message finds the message that a route names.
func (s *Server) message(c *call, want uint64) (*message, error) {
	ch, err := s.channel(c, want)
	if err != nil {
		return nil, err
	}
	m := ch.message(c.arg("message"))
	if m == nil {
		return nil, unknownMessage()
	}
	return m, nil
}

func (s *Server) getChannel(c *call) (any, error) {
	ch, err := s.channel(c, 0)
	if err != nil {
		return nil, err
	}
	return s.world.channelJSON(ch), nil
}

// editChannel changes a thread: its name, its archive, its lock. Other
// channels ask for MANAGE_CHANNELS, which the bot has not.
func (s *Server) editChannel(c *call) (any, error) {
	ch, err := s.channel(c, 0)
	if err != nil {
		return nil, err
	}
	if !ch.thread {
		return nil, missingPermissions()
	}
	f := c.body
	f.known("name", "archived", "locked", "auto_archive_duration", "invitable", "rate_limit_per_user", "flags",
		"applied_tags")
	f.unsupported("applied_tags")
	after := *ch
	readThread(f, &after)
	after.archived = pick(f, "archived", ch.archived)
	after.locked = pick(f, "locked", ch.locked)
	if err := f.err(); err != nil {
		return nil, err
	}
	for name := range f.fields {
		if ch.archived && after.archived && name != "archived" && name != "locked" {
			return nil, archivedThread()
		}
	}
	if rights(s.world.bot, ch)&manageThreads == 0 && (ch.owner != s.world.bot || ch.locked || after.locked) {
		return nil, missingPermissions()
	}
	if after.archived != ch.archived {
		after.archivedAt, after.active = s.world.now(), s.world.now()
	}
	*ch = after
	s.world.channelChanged("THREAD_UPDATE", ch)
	return s.world.channelJSON(ch), nil
}

// pick is the field's flag, or what it was when absent.
func pick(f form, name string, was bool) bool {
	if f.has(name) {
		return f.flag(name)
	}
	return was
}

func (s *Server) typing(c *call) (any, error) {
	_, err := s.channel(c, sendMessages)
	return nil, err
}

// listMessages gives up to limit messages, newest first.
func (s *Server) listMessages(c *call) (any, error) {
	ch, err := s.channel(c, 0)
	if err != nil {
		return nil, err
	}
	limit, err := c.queryInt("limit", 1, 100, 50)
	if err != nil {
		return nil, err
	}
	if rights(s.world.bot, ch)&readHistory == 0 {
		return []any{}, nil
	}
	q := c.r.URL.Query()
	all := slices.DeleteFunc(slices.Clone(ch.messages), func(m *message) bool { return m.only != nil })
	page := choosePage(all, q.Get("before"), q.Get("after"), q.Get("around"), limit)
	out := []any{}
	for _, m := range slices.Backward(page) {
		out = append(out, s.world.messageJSON(m))
	}
	return out, nil
}

// choosePage takes at most limit messages, oldest first, from all in order.
func choosePage(all []*message, before, after, around string, limit int) []*message {
	older := func(id string) int { // how many messages are older than id
		n, _ := slices.BinarySearchFunc(all, id, func(m *message, id string) int { return compareIDs(m.id, id) })
		return n
	}
	low, high := max(0, len(all)-limit), len(all)
	switch {
	case around != "":
		low = max(0, older(around)-limit/2)
		high = min(len(all), low+limit)
	case before != "":
		high = older(before)
		low = max(0, high-limit)
	case after != "":
		low = older(after)
		if low < len(all) && all[low].id == after {
			low++
		}
		high = min(len(all), low+limit)
	}
	return all[low:high]
}

func messageFields() []string {
	return []string{
		"content", "nonce", "tts", "embeds", "allowed_mentions", "message_reference", "components",
		"sticker_ids", "attachments", "flags", "enforce_nonce", "poll", "shared_client_theme",
	}
}

// postMessage sends a message as the bot. With enforce_nonce a nonce of the
// last minutes gives the earlier message instead of a second one.
func (s *Server) postMessage(c *call) (any, error) {
	ch, err := s.channel(c, 0)
	if err != nil {
		return nil, err
	}
	f := c.body
	f.known(messageFields()...)
	d, err := readDraft(c, f, false, mentionRule{users: true, everyone: true, replied: true})
	if err != nil {
		return nil, err
	}
	d.readNonce(f)
	d.readReply(f)
	d.allowFlags(f, suppressEmbeds|silent|componentsV2)
	if err := f.err(); err != nil {
		return nil, err
	}
	if earlier := s.world.withNonce(d); earlier != nil {
		return s.world.withItsNonce(earlier), nil
	}
	if err := s.world.mayPost(ch, d); err != nil {
		return nil, err
	}
	m := &message{channel: ch, author: s.world.bot, nonce: d.nonce, flags: d.flags}
	if err := s.world.replyTo(d, m); err != nil {
		return nil, err
	}
	if err := s.world.apply(d, m); err != nil {
		return nil, err
	}
	s.world.post(m)
	return s.world.withItsNonce(m), nil
}

// readNonce takes a nonce of up to 25 characters, or a number.
func (d *draft) readNonce(f form) {
	if f.has("nonce") {
		if text, ok := f.fields["nonce"].(string); ok {
			f.length("nonce", text, 0, 25)
		} else {
			f.integer("nonce", -1<<63, 1<<63-1)
		}
		d.nonce = f.fields["nonce"]
	}
	d.enforceNonce = f.flag("enforce_nonce")
}

func (d *draft) readReply(f form) {
	if !f.has("message_reference") {
		return
	}
	ref := f.one("message_reference")
	ref.known("type", "message_id", "channel_id", "guild_id", "fail_if_not_exists")
	ref.integer("type", 0, 0)
	ref.required("message_id")
	d.replyTo = ref.id("message_id")
	d.replyMayFail = ref.given("fail_if_not_exists") && !ref.flag("fail_if_not_exists")
}

// allowFlags refuses flags that this request may not set.
func (d *draft) allowFlags(f form, allowed int) {
	if d.flags&^allowed != 0 {
		f.fault("flags", "MESSAGE_FLAGS_INVALID", "Only the flags %d may be set here.", allowed)
	}
}

// withNonce finds the bot's message of the last minutes with the draft's nonce.
func (w *world) withNonce(d *draft) *message {
	if !d.enforceNonce || d.nonce == nil {
		return nil
	}
	for _, c := range w.channels {
		for _, m := range slices.Backward(c.messages) {
			if w.now().Sub(m.sent) > 5*time.Minute {
				break
			}
			if m.author == w.bot && m.nonce != nil && fmt.Sprint(m.nonce) == fmt.Sprint(d.nonce) {
				return m
			}
		}
	}
	return nil
}

// withItsNonce is the message as the request that sent it sees it.
func (w *world) withItsNonce(m *message) object {
	out := w.messageJSON(m)
	if m.nonce != nil {
		out["nonce"] = m.nonce
	}
	return out
}

// mayPost refuses what the bot may not send to ch.
func (w *world) mayPost(ch *channel, d *draft) error {
	want := sendMessages
	if ch.thread {
		want = sendInThreads
	}
	if len(d.files) > 0 {
		want |= attachFiles
	}
	if d.embeds != nil && len(*d.embeds) > 0 {
		want |= embedLinks
	}
	if err := w.needs(ch, want); err != nil {
		return err
	}
	if ch.server == nil && ch.with.dmsClosed {
		return closedDMs()
	}
	if ch.server == nil && !slices.ContainsFunc(w.servers, func(g *server) bool { return g.member(ch.with) != nil && w.serves(g) }) {
		return refuse(403, 50278, "Cannot send messages to this user due to having no mutual guilds")
	}
	if ch.archived && ch.locked {
		return archivedThread()
	}
	return nil
}

// replyTo makes m a reply to the message that the draft names.
func (w *world) replyTo(d *draft, m *message) error {
	if d.replyTo == "" {
		return nil
	}
	earlier := m.channel.message(d.replyTo)
	if earlier == nil {
		if d.replyMayFail {
			return nil
		}
		return invalidForm("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
	}
	m.kind, m.reference = replyMessage, reference(earlier)
	return nil
}

// reference points at a message.
func reference(m *message) object {
	return withGuild(m.channel, object{"type": 0, "message_id": m.id, "channel_id": m.channel.id})
}
