package sandbox

import (
	"fmt"
	"net/http"
	"slices"
	"unicode/utf8"
)

// press presses a button that the person sees, by custom id or label.
func (s *Server) press(r *http.Request, a act) (any, error) {
	return s.begun(r, a, func(w *world, p *person) (*interaction, error) {
		m, c, err := w.pointAt(p, a, []int{button})
		if err == nil {
			err = w.answers(m.channel)
		}
		if err != nil {
			return nil, err
		}
		return w.use(p, m, a, object{"custom_id": c["custom_id"], "component_type": button, "id": c["id"]}), nil
	})
}

// choose picks values in a select menu.
func (s *Server) choose(r *http.Request, a act) (any, error) {
	return s.begun(r, a, func(w *world, p *person) (*interaction, error) {
		m, c, err := w.pointAt(p, a, []int{stringSelect, userSelect, roleSelect, mentionableSelect, channelSelect})
		if err == nil {
			err = w.answers(m.channel)
		}
		if err != nil {
			return nil, err
		}
		data := object{"custom_id": c["custom_id"], "component_type": c["type"], "id": c["id"]}
		if err := w.chooseValues(m.channel, c, a, data); err != nil {
			return nil, err
		}
		return w.use(p, m, a, data), nil
	})
}

// use delivers a component interaction.
func (w *world) use(p *person, m *message, a act, data object) *interaction {
	i := w.beginInteraction(componentInteraction, p, m.channel, a.InteractionID)
	i.source = m
	i.payload = w.interactionJSON(i, data)
	w.deliver(i)
	return i
}

// chooseValues checks the values as the client does, and resolves them.
func (w *world) chooseValues(c *channel, menu object, a act, data object) error {
	kind := int(asInt(menu["type"]))
	values := []any{}
	options, _ := menu["options"].([]object)
	resolved := object{}
	e := &entry{world: w, channel: c, resolved: resolved}
	for n, value := range a.Values {
		if slices.Contains(a.Values[:n], value) {
			return deny(http.StatusBadRequest, "bad value", "%q is chosen twice", value)
		}
		if kind == stringSelect {
			known := slices.ContainsFunc(options, func(o object) bool { return o["value"] == value })
			if !known && !a.Late {
				return deny(http.StatusConflict, "not offered", "the menu has no option %q", value)
			}
			values = append(values, value)
			continue
		}
		as := map[int]int{userSelect: userOption, roleSelect: roleOption, mentionableSelect: mentionOption, channelSelect: channelOption}[kind]
		id, err := e.mention(object{"name": "values", "channel_types": menu["channel_types"]}, as, value)
		if err != nil {
			return err
		}
		values = append(values, id)
	}
	low, high := asInt(menu["min_values"]), asInt(menu["max_values"])
	if n := int64(len(values)); !a.Late && (n < low || n > high) {
		return deny(http.StatusBadRequest, "how many", "the menu takes %d to %d values, not %d", low, high, n)
	}
	data["values"] = values
	if len(resolved) > 0 {
		data["resolved"] = resolved
	}
	return nil
}

// pointAt finds the component that a person means. A late act takes the
// custom id as given: the person's screen still shows what has been edited
// since.
func (w *world) pointAt(p *person, a act, kinds []int) (*message, object, error) {
	if a.CustomID == "" && a.Label == "" {
		return nil, nil, deny(http.StatusBadRequest, "which", "say which component: custom_id or label")
	}
	seen, err := w.seenMessages(p, a.Message)
	if err != nil {
		return nil, nil, err
	}
	var at []*message
	var found []object
	for _, m := range seen {
		everyComponent(m.components, func(c object) {
			named := a.CustomID != "" && c["custom_id"] == a.CustomID || a.CustomID == "" && c["label"] == a.Label
			if named && slices.Contains(kinds, int(asInt(c["type"]))) {
				at, found = append(at, m), append(found, c)
			}
		})
	}
	what := a.CustomID + a.Label
	switch {
	case a.Late && len(seen) == 1 && a.CustomID != "":
		return seen[0], lateComponent(seen[0], a.CustomID, kinds[0]), nil
	case len(found) == 0:
		return nil, nil, deny(http.StatusNotFound, "not there", "%s sees no such component: %q", p.name, what)
	case len(found) > 1:
		return nil, nil, deny(http.StatusConflict, "which", "%s sees %d components %q; name the message", p.name, len(found), what)
	case found[0]["disabled"] == true:
		return nil, nil, deny(http.StatusConflict, "disabled", "%q is disabled", what)
	case found[0]["custom_id"] == nil:
		return nil, nil, deny(http.StatusBadRequest, "a link", "%q opens a page, it is not sent to the bot", what)
	case at[0].flags&loading != 0:
		return nil, nil, deny(http.StatusConflict, "loading", "the message is still loading")
	}
	return at[0], found[0], nil
}

// lateComponent is the component as a stale screen shows it.
func lateComponent(m *message, customID string, kind int) object {
	if c := m.component(customID); c != nil {
		return c
	}
	return object{"type": kind, "custom_id": customID, "id": 1}
}

// seenMessages gives the one message named, or all that p sees.
func (w *world) seenMessages(p *person, id string) ([]*message, error) {
	var seen []*message
	hidden := false
	for _, c := range w.channels {
		for _, m := range c.messages {
			switch {
			case id != "" && m.id != id:
			case m.seenBy(p):
				seen = append(seen, m)
			default:
				hidden = true
			}
		}
	}
	if id != "" && hidden {
		return nil, deny(http.StatusForbidden, "not seen", "%s cannot see the message %s", p.name, id)
	}
	if id != "" && len(seen) == 0 {
		return nil, deny(http.StatusNotFound, "unknown message", "there is no message %s", id)
	}
	return seen, nil
}

// submit sends the modal that is open on the person's screen. It closes when
// the bot has taken it, as in Discord's client.
func (s *Server) submit(r *http.Request, a act) (any, error) {
	answer, err := s.begun(r, a, func(w *world, p *person) (*interaction, error) {
		open := p.modal
		if open == nil || a.CustomID != "" && open.shape["custom_id"] != a.CustomID {
			return nil, deny(http.StatusConflict, "no modal", "%s has no such modal open", p.name)
		}
		if err := w.answers(open.from.channel); err != nil {
			return nil, err
		}
		parts, err := w.fillModal(open, a)
		if err != nil {
			return nil, err
		}
		i := w.beginInteraction(modalInteraction, p, open.from.channel, a.InteractionID)
		i.source = open.from.source
		i.payload = w.interactionJSON(i, object{"custom_id": open.shape["custom_id"], "components": parts})
		w.deliver(i)
		return i, nil
	})
	if out, ok := answer.(object); ok && out["outcome"] != "no answer" {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.world.closeModal(s.world.person(a.As))
	}
	return answer, err
}

func (w *world) closeModal(p *person) {
	p.modal = nil
	w.touchOne(p)
}

// dismiss closes the open modal without sending it; the bot is not told.
func (s *Server) dismiss(_ *http.Request, a act) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.world.player(a.As)
	if err == nil && p.modal != nil {
		s.world.closeModal(p)
	}
	return object{}, err
}

// fillModal puts the given fields into the modal's inputs.
func (w *world) fillModal(open *modal, a act) ([]any, error) {
	left := map[string]any{}
	for name, value := range a.Fields {
		left[name] = value
	}
	out := []any{}
	parts, _ := open.shape["components"].([]object)
	for _, row := range parts {
		filled := object{"type": row["type"], "id": row["id"]}
		inner := []any{}
		for _, c := range inside(row) {
			one, err := w.fillInput(open, c, left)
			if err != nil {
				return nil, err
			}
			inner = append(inner, one)
		}
		if asInt(row["type"]) == labelComponent {
			filled["component"] = inner[0]
		} else if asInt(row["type"]) == actionRow {
			filled["components"] = inner
		}
		out = append(out, filled)
	}
	for name := range left {
		return nil, deny(http.StatusBadRequest, "unknown field", "the modal has no field %q", name)
	}
	return out, nil
}

// fillInput fills one text input or menu, and takes its value off left.
func (w *world) fillInput(open *modal, c object, left map[string]any) (object, error) {
	name := asText(c["custom_id"])
	given, ok := left[name]
	delete(left, name)
	out := object{"type": c["type"], "id": c["id"], "custom_id": name}
	if asInt(c["type"]) != textInput {
		values := []string{}
		list, _ := given.([]any)
		for _, v := range list {
			values = append(values, fmt.Sprint(v))
		}
		return out, w.chooseValues(open.from.channel, c, act{Values: values}, out)
	}
	text := asText(c["value"]) // what the modal was opened with
	if ok {
		text = asText(given)
	}
	n := int64(utf8.RuneCountInString(text))
	if c["required"] == true && n == 0 {
		return nil, deny(http.StatusBadRequest, "required", "the field %q is required", name)
	}
	if n > 0 && (n < asInt(c["min_length"]) || n > asInt(c["max_length"])) {
		return nil, deny(http.StatusBadRequest, "bad length", "the field %q takes %v to %v characters", name, c["min_length"], c["max_length"])
	}
	out["value"] = text
	return out, nil
}
