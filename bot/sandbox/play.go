package sandbox

import (
	"net/http"
	"strings"
	"time"
)

// begin makes an interaction by p in c; nothing is delivered yet.
func (w *world) beginInteraction(kind int, p *person, c *channel, id string) *interaction {
	if id == "" {
		id = w.newID()
	}
	i := &interaction{id: id, token: "aW50ZXJhY3Rpb246" + secret(40), kind: kind, by: p, channel: c, born: w.now()}
	w.interactions[id] = i
	return i
}

// again delivers an interaction with this id a second time, if there was one.
func (w *world) again(id string, p *person) (*interaction, error) {
	if id == "" {
		return nil, nil
	}
	if strings.Trim(id, "0123456789") != "" || len(id) > 20 {
		return nil, deny(http.StatusBadRequest, "bad id", "an interaction's id is a number of up to 20 digits")
	}
	i := w.interactions[id]
	if i == nil {
		return nil, nil
	}
	if i.by != p {
		return nil, deny(http.StatusConflict, "bad id", "the interaction %s is somebody else's", id)
	}
	w.deliver(i)
	return i, nil
}

// outcomeOf waits for the bot's first answer and tells what became of it.
func (s *Server) outcomeOf(r *http.Request, i *interaction) (any, error) {
	s.await(r.Context(), firstAnswerWithin, func() bool {
		return i.outcome != "" || i.late(s.world.now())
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	out := object{"outcome": i.outcome, "interaction_id": i.id}
	if i.outcome == "" {
		out["outcome"] = "no answer"
	}
	if i.shown != nil && i.original.seenBy(i.by) {
		out["message"] = i.shown // as it was answered: the bot may have edited it since
	}
	if i.choices != nil {
		out["choices"] = i.choices
	}
	if i.modal != nil {
		out["modal"] = i.modal.shape
	}
	if i.refused != nil {
		out["error"] = i.refused.json()
	}
	return out, nil
}

// begun runs start under the lock and then waits for the interaction's answer.
func (s *Server) begun(r *http.Request, a act, start func(*world, *person) (*interaction, error)) (any, error) {
	i, err := func() (*interaction, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		w := s.world
		w.tick()
		p, err := w.player(a.As)
		if err != nil {
			return nil, err
		}
		if i, err := w.again(a.InteractionID, p); i != nil || err != nil {
			return i, err
		}
		return start(w, p)
	}()
	if err != nil {
		return nil, err
	}
	return s.outcomeOf(r, i)
}

// useCommand gives a slash command, as Discord's client would let it be given, or
// with a message the command of that message's menu.
func (s *Server) useCommand(r *http.Request, a act) (any, error) {
	return s.begun(r, a, func(w *world, p *person) (*interaction, error) {
		if a.Message != "" {
			return w.startOnto(p, a)
		}
		return w.startCommand(p, a, commandInteraction)
	})
}

// startOnto gives a command from a message's menu, which has no options.
func (w *world) startOnto(p *person, a act) (*interaction, error) {
	seen, err := w.seenMessages(p, a.Message)
	if err != nil {
		return nil, err
	}
	m := seen[0]
	if err := w.answers(m.channel); err != nil {
		return nil, err
	}
	if len(a.Options) > 0 || a.Channel != "" {
		return nil, deny(http.StatusBadRequest, "unknown option", "a message's command takes the message alone")
	}
	for _, cmd := range w.commands {
		if cmd.kind != messageCommand || cmd.name != a.Name || cmd.server != "" && (m.channel.server == nil || cmd.server != m.channel.server.id) {
			continue
		}
		if err := cmd.mayUse(p, m.channel); err != nil {
			return nil, err
		}
		i := w.beginInteraction(commandInteraction, p, m.channel, a.InteractionID)
		i.name = cmd.name
		resolved := object{"messages": object{m.id: w.messageJSON(m)}}
		data := commandData(cmd, []object{{}}, nil, resolved)
		delete(data, "options")
		data["target_id"] = m.id
		i.payload = w.interactionJSON(i, data)
		w.deliver(i)
		return i, nil
	}
	return nil, deny(http.StatusNotFound, "unknown command", "no message has a command %q here", a.Name)
}

// autocomplete types into one option of a command.
func (s *Server) autocomplete(r *http.Request, a act) (any, error) {
	return s.begun(r, a, func(w *world, p *person) (*interaction, error) {
		return w.startCommand(p, a, autocompleteInteraction)
	})
}

func (w *world) startCommand(p *person, a act, kind int) (*interaction, error) {
	c, err := w.place(p, a.Channel)
	if err != nil {
		return nil, err
	}
	if err := w.answers(c); err != nil {
		return nil, err
	}
	cmd, path, err := w.findCommand(p, c, a.Name)
	if err != nil {
		return nil, err
	}
	e := &entry{world: w, channel: c, resolved: object{}}
	if kind == autocompleteInteraction {
		e.focused, e.typed = a.Focused, a.Value
	}
	given, err := e.fill(path[len(path)-1], a.Options)
	if err != nil {
		return nil, err
	}
	i := w.beginInteraction(kind, p, c, a.InteractionID)
	i.name, i.files, i.focused = strings.Join(strings.Fields(strings.TrimPrefix(a.Name, "/")), " "), e.files, e.focusedKind
	i.payload = w.interactionJSON(i, commandData(cmd, path, given, e.resolved))
	w.deliver(i)
	return i, nil
}

// commandData nests the given options in their subcommands.
func commandData(cmd *command, path []object, given []any, resolved object) object {
	options := given
	for n := len(path) - 1; n > 0; n-- {
		options = []any{object{"type": path[n]["type"], "name": path[n]["name"], "options": options}}
	}
	data := object{"id": cmd.id, "name": cmd.name, "type": cmd.kind, "options": options}
	if cmd.server != "" {
		data["guild_id"] = cmd.server
	}
	if len(resolved) > 0 {
		data["resolved"] = resolved
	}
	return data
}

// findCommand finds "/name group sub" where p may use it in c: the command
// and the path of options down to what is invoked.
func (w *world) findCommand(p *person, c *channel, name string) (*command, []object, error) {
	words := strings.Fields(strings.TrimPrefix(name, "/"))
	if len(words) == 0 {
		return nil, nil, deny(http.StatusBadRequest, "which command", "name a command")
	}
	var cmd *command
	for _, one := range w.commands {
		here := one.server == "" || c.server != nil && one.server == c.server.id
		if one.kind == chatCommand && one.name == words[0] && here && (cmd == nil || one.server != "") {
			cmd = one
		}
	}
	if cmd == nil {
		return nil, nil, deny(http.StatusNotFound, "unknown command", "there is no command /%s here", words[0])
	}
	if err := cmd.mayUse(p, c); err != nil {
		return nil, nil, err
	}
	path := []object{{"options": cmd.options}}
	for _, word := range words[1:] {
		next := optionNamed(path[len(path)-1], word)
		if next == nil || asInt(next["type"]) > subcommandGroup {
			return nil, nil, deny(http.StatusNotFound, "unknown command", "/%s has no subcommand %q", cmd.name, word)
		}
		path = append(path, next)
	}
	for _, o := range optionsOf(path[len(path)-1]) {
		if asInt(o["type"]) <= subcommandGroup {
			return nil, nil, deny(http.StatusBadRequest, "which command", "/%s needs a subcommand", strings.Join(words, " "))
		}
	}
	return cmd, path, nil
}

// mayUse holds to the command's contexts and default permissions.
func (cmd *command) mayUse(p *person, c *channel) error {
	context := 0
	if c.server == nil {
		context = 1
	}
	for _, allowed := range cmd.contexts {
		if allowed != context {
			continue
		}
		if context == 1 || cmd.allows(rights(p, c)) {
			return nil
		}
		return deny(http.StatusForbidden, "not allowed", "%s may not use /%s here", p.name, cmd.name)
	}
	return deny(http.StatusNotFound, "unknown command", "/%s is not offered in this kind of channel", cmd.name)
}

func optionsOf(o object) []object {
	options, _ := o["options"].([]object)
	return options
}

func optionNamed(o object, name string) object {
	for _, option := range optionsOf(o) {
		if option["name"] == name {
			return option
		}
	}
	return nil
}

// say writes a message as a person.
func (s *Server) say(_ *http.Request, a act) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.world
	w.tick()
	p, err := w.player(a.As)
	if err != nil {
		return nil, err
	}
	c, err := w.place(p, a.Channel)
	if err != nil {
		return nil, err
	}
	text := strings.TrimSpace(a.Text)
	if n := len([]rune(text)); n == 0 || n > 2000 {
		return nil, deny(http.StatusBadRequest, "bad length", "a message has 1 to 2000 characters, not %d", n)
	}
	if c.locked && rights(p, c)&manageThreads == 0 {
		return nil, deny(http.StatusForbidden, "locked", "the thread is locked")
	}
	m := &message{channel: c, author: p, content: text}
	w.notify(m, mentionRule{users: true, everyone: true})
	w.post(m)
	return object{"message": w.messageJSON(m)}, nil
}

// moveClock advances the sandbox's time, and through Advance the bot's.
func (s *Server) moveClock(_ *http.Request, a act) (any, error) {
	d, err := time.ParseDuration(a.Advance)
	if err != nil || d < 0 {
		return nil, deny(http.StatusBadRequest, "bad duration", "advance is a duration such as 15m, not %q", a.Advance)
	}
	s.mu.Lock()
	s.world.offset += d
	s.world.tick()
	s.world.wake()
	now := s.world.now()
	s.mu.Unlock()
	if s.opts.Advance != nil {
		s.opts.Advance(d)
	}
	return object{"now": stamp(now)}, nil
}
