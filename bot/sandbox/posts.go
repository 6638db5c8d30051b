package sandbox

import (
	"fmt"
	"slices"
)

// post puts a finished message into its channel and tells everyone. A thread
// wakes from its archive; its author joins it.
func (w *world) post(m *message) {
	c := m.channel
	m.id, m.sent = w.newID(), w.now()
	c.messages = append(c.messages, m)
	if c.thread && m.only == nil {
		w.stir(c, m.author)
	}
	if m.only == nil {
		data := w.withItsNonce(m)
		if c.server != nil {
			data["guild_id"] = c.server.id
			if place := c.server.member(m.author); place != nil {
				data["member"] = memberJSON(place)
			}
		}
		w.dispatch(event{name: "MESSAGE_CREATE", channel: c, intent: messageIntent(c), data: data, message: m})
	}
	w.touch(m.seenBy)
}

// stir notes that someone has written in a thread.
func (w *world) stir(c *channel, by *person) {
	c.active = w.now()
	if c.archived {
		c.archived, c.archivedAt = false, w.now()
		w.channelChanged("THREAD_UPDATE", c)
	}
	if !c.joined(by) {
		c.members = append(c.members, &threadMember{by, w.now()})
	}
	c.sent++
}

// changed tells everyone about an edited message.
func (w *world) messageChanged(m *message) {
	if m.only == nil {
		w.dispatch(event{
			name: "MESSAGE_UPDATE", channel: m.channel, intent: messageIntent(m.channel),
			data: withGuild(m.channel, w.messageJSON(m)), message: m,
		})
	}
	w.touch(m.seenBy)
}

func (s *Server) getMessage(c *call) (any, error) {
	m, err := s.message(c, readHistory)
	if err != nil {
		return nil, err
	}
	return s.world.messageJSON(m), nil
}

// editFields are the fields of edits and of interactions' answers. Nonces mean
// nothing there, but discord.js sends enforce_nonce with every body.
func editFields() []string {
	return []string{
		"content", "embeds", "flags", "allowed_mentions", "components", "attachments", "poll",
		"sticker_ids", "tts", "nonce", "enforce_nonce",
	}
}

// editMessage changes a message of the bot's own; of others' only whether
// their embeds show, for which it has no use here.
func (s *Server) editMessage(c *call) (any, error) {
	m, err := s.message(c, 0)
	if err != nil {
		return nil, err
	}
	if m.author != s.world.bot {
		return nil, notTheAuthor()
	}
	if m.channel.archived {
		return nil, archivedThread()
	}
	// discordgo sends ID and Channel along; Discord passes over them.
	c.body.known(append(editFields(), "ID", "Channel")...)
	if err := s.edit(c, m, mentionRule{users: true, everyone: true}); err != nil {
		return nil, err
	}
	return s.world.messageJSON(m), nil
}

// edit applies the body of a call to m.
func (s *Server) edit(c *call, m *message, byDefault mentionRule) error {
	d, err := readDraft(c, c.body, m.flags&componentsV2 != 0, byDefault)
	if err != nil {
		return err
	}
	d.allowFlags(c.body, suppressEmbeds|componentsV2|ephemeral|hasThread|silent)
	if err := c.body.err(); err != nil {
		return err
	}
	after := *m
	after.flags = m.flags&^suppressEmbeds | d.flags&(suppressEmbeds|componentsV2)
	if !d.flagsGiven {
		after.flags = m.flags
	}
	after.edited = s.world.now()
	if err := s.world.apply(d, &after); err != nil {
		return err
	}
	*m = after
	s.world.messageChanged(m)
	return nil
}

func (s *Server) deleteMessage(c *call) (any, error) {
	m, err := s.message(c, 0)
	if err != nil {
		return nil, err
	}
	if m.author != s.world.bot {
		if m.channel.server == nil {
			return nil, wrongChannelType()
		}
		if err := s.world.needs(m.channel, manageMessages); err != nil {
			return nil, err
		}
	}
	if m.channel.archived {
		return nil, archivedThread()
	}
	s.world.drop(m)
	return nil, nil
}

func (s *Server) listPins(c *call) (any, error) {
	ch, err := s.channel(c, 0)
	if err != nil {
		return nil, err
	}
	out := []any{}
	for _, m := range slices.Backward(ch.messages) {
		if m.pinned {
			out = append(out, s.world.messageJSON(m))
		}
	}
	return out, nil
}

func (s *Server) pin(c *call) (any, error)   { return nil, s.setPin(c, true) }
func (s *Server) unpin(c *call) (any, error) { return nil, s.setPin(c, false) }

func (s *Server) setPin(c *call, on bool) error {
	m, err := s.message(c, pinMessages)
	if err != nil {
		return err
	}
	pinned := 0
	for _, other := range m.channel.messages {
		if other.pinned {
			pinned++
		}
	}
	if on && !m.pinned && pinned >= 250 {
		return refuse(400, 30003, fmt.Sprintf("Maximum number of pins reached for the channel (%d)", 250))
	}
	if m.pinned == on {
		return nil
	}
	m.pinned = on
	s.world.messageChanged(m)
	if on {
		s.world.post(&message{channel: m.channel, author: s.world.bot, kind: pinNotice, reference: reference(m)})
	}
	return nil
}
