package sandbox

import "time"

// hook finds the interaction behind a webhook token. Before the first answer
// there is no webhook yet; after fifteen minutes its token is void.
func (s *Server) hook(c *call) (*interaction, error) {
	for _, i := range s.world.interactions {
		if i.token != c.arg("token") || c.arg("application") != s.world.bot.id {
			continue
		}
		c.about(i.channel, i.by)
		switch {
		case s.world.now().Sub(i.born) > interactionTokenFor:
			return nil, invalidToken()
		case i.channel.gone:
			return nil, unknownChannel()
		case i.outcome == "" || i.outcome == "choices":
			return nil, unknownWebhook()
		}
		return i, nil
	}
	return nil, unknownWebhook()
}

// reply finds the message that a webhook route names: @original, or one that
// the interaction has sent or updated.
func (s *Server) reply(c *call) (*interaction, *message, error) {
	i, err := s.hook(c)
	if err != nil {
		return nil, nil, err
	}
	for _, m := range i.channel.messages {
		original := m == i.original && (c.arg("message") == "@original" || c.arg("message") == m.id)
		if original || m.cause == i && c.arg("message") == m.id {
			c.about(i.channel, m.only)
			return i, m, nil
		}
	}
	return nil, nil, unknownMessage()
}

func (s *Server) getReply(c *call) (any, error) {
	_, m, err := s.reply(c)
	if err != nil {
		return nil, err
	}
	return s.world.messageJSON(m), nil
}

// editReply changes an answer; an edit of the loading message is the answer.
func (s *Server) editReply(c *call) (any, error) {
	i, m, err := s.reply(c)
	if err != nil {
		return nil, err
	}
	c.body.known(editFields()...)
	if err := s.editAnswer(c, i, m); err != nil {
		return nil, err
	}
	return s.world.messageJSON(m), nil
}

// editAnswer edits m; what was loading is so no longer, and does not count as
// edited.
func (s *Server) editAnswer(c *call, i *interaction, m *message) error {
	was := m.flags
	m.flags &^= loading
	if err := s.edit(c, m, mentionRule{users: true}); err != nil {
		m.flags = was
		return err
	}
	if was&loading != 0 {
		m.edited, i.waiting = time.Time{}, false
	}
	return nil
}

func (s *Server) deleteReply(c *call) (any, error) {
	_, m, err := s.reply(c)
	if err != nil {
		return nil, err
	}
	s.world.drop(m)
	return nil, nil
}

// followUp sends a further message. The first one after a deferral takes the
// loading message's place, whatever its own flags say.
func (s *Server) followUp(c *call) (any, error) {
	i, err := s.hook(c)
	if err != nil {
		return nil, err
	}
	f := c.body
	f.known(append(editFields(), "username", "avatar_url", "thread_name", "applied_tags")...)
	f.unsupported("thread_name", "applied_tags")
	if i.waiting {
		if err := s.editAnswer(c, i, i.original); err != nil {
			return nil, err
		}
		c.about(i.channel, i.original.only)
		return s.world.messageJSON(i.original), nil
	}
	d, err := readDraft(c, f, false, mentionRule{users: true})
	if err != nil {
		return nil, err
	}
	d.allowFlags(f, suppressEmbeds|ephemeral|silent|componentsV2)
	if err := f.err(); err != nil {
		return nil, err
	}
	m := s.world.newReply(i, d.flags)
	if err := s.world.apply(d, m); err != nil {
		return nil, err
	}
	c.about(i.channel, m.only)
	s.world.post(m)
	return s.world.messageJSON(m), nil
}
