package sandbox

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// entry is the filling-in of a command's options, checked as Discord's client
// checks them before it sends anything.
type entry struct {
	world    *world
	channel  *channel
	resolved object
	files    []*attachment

	focused     string // the option being typed into; "" for a finished command
	typed       any
	focusedKind int
}

// fill gives the options in the order of the command's definition.
func (e *entry) fill(of object, given map[string]any) ([]any, error) {
	out := []any{}
	for name := range given {
		if optionNamed(of, name) == nil {
			return nil, deny(http.StatusBadRequest, "unknown option", "there is no option %q", name)
		}
	}
	if e.focused != "" && optionNamed(of, e.focused) == nil {
		return nil, deny(http.StatusBadRequest, "unknown option", "there is no option %q", e.focused)
	}
	for _, option := range optionsOf(of) {
		name, kind := asText(option["name"]), int(asInt(option["type"]))
		if name == e.focused {
			if option["autocomplete"] != true {
				return nil, deny(http.StatusBadRequest, "not completed", "the option %q has no autocomplete", name)
			}
			e.focusedKind = kind
			// What is being typed goes as text, whatever the option's type.
			out = append(out, object{"name": name, "type": kind, "value": asText(e.typed), "focused": true})
			continue
		}
		value := given[name]
		if value == nil {
			if option["required"] == true && e.focused == "" {
				return nil, deny(http.StatusBadRequest, "required", "the option %q is required", name)
			}
			continue
		}
		sent, err := e.value(option, kind, value)
		if err != nil {
			return nil, err
		}
		out = append(out, object{"name": name, "type": kind, "value": sent})
	}
	return out, nil
}

// value turns what was given for an option into what Discord sends.
func (e *entry) value(option object, kind int, given any) (any, error) {
	name := asText(option["name"])
	wrong := func(want string) error {
		return deny(http.StatusBadRequest, "bad value", "the option %q takes %s, not %v", name, want, given)
	}
	switch kind {
	case stringOption:
		text, ok := given.(string)
		if !ok {
			return nil, wrong("text")
		}
		return text, checkText(option, text)
	case integerOption:
		n, err := strconv.ParseInt(fmt.Sprint(given), 10, 64)
		if err != nil || n > 1<<53 || n < -(1<<53) {
			return nil, wrong("a whole number")
		}
		return n, checkNumber(option, float64(n))
	case numberOption:
		x, err := strconv.ParseFloat(fmt.Sprint(given), 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, wrong("a number")
		}
		return x, checkNumber(option, x)
	case booleanOption:
		on, err := strconv.ParseBool(fmt.Sprint(given))
		if err != nil {
			return nil, wrong("true or false")
		}
		return on, nil
	case attachmentOption:
		return e.file(name, given)
	}
	return e.mention(option, kind, given)
}

// mention resolves a person, channel or role.
func (e *entry) mention(option object, kind int, given any) (any, error) {
	ref := strings.TrimPrefix(strings.Trim(asText(given), "<#>!"), "@")
	if kind == userOption || kind == mentionOption {
		if p := e.world.person(ref); p != nil {
			e.world.resolveUser(e.resolved, e.channel, p)
			return p.id, nil
		}
	}
	if kind == channelOption && e.channel.server != nil {
		for _, c := range e.world.channels {
			if c.server == e.channel.server && (c.id == ref || c.name == ref) && takesChannel(option, c) {
				put(e.resolved, "channels", c.id, e.world.channelJSON(c))
				return c.id, nil
			}
		}
	}
	if kind == roleOption && e.channel.server != nil {
		for _, role := range e.channel.server.rolesJSON() {
			if r := role.(object); r["id"] == ref || r["name"] == ref {
				put(e.resolved, "roles", asText(r["id"]), r)
				return r["id"], nil
			}
		}
	}
	return nil, deny(http.StatusBadRequest, "bad value", "nothing here is called %q, for the option %q", ref, option["name"])
}

func takesChannel(option object, c *channel) bool {
	types, _ := option["channel_types"].([]any)
	return len(types) == 0 || slices.ContainsFunc(types, func(t any) bool { return int(asInt(t)) == c.kind })
}

// resolveUser adds a person, and its place in the server, to resolved data.
func (w *world) resolveUser(resolved object, c *channel, p *person) {
	put(resolved, "users", p.id, userJSON(p))
	if c.server == nil {
		return
	}
	if place := c.server.member(p); place != nil {
		m := memberJSON(place)
		m["permissions"] = bits(rights(p, c))
		put(resolved, "members", p.id, m)
	}
}

func put(resolved object, kind, id string, value object) {
	of, ok := resolved[kind].(object)
	if !ok {
		of = object{}
		resolved[kind] = of
	}
	of[id] = value
}

// file takes {"filename", "base64"} as an uploaded file.
func (e *entry) file(name string, given any) (any, error) {
	fields, _ := given.(object)
	data, err := base64.StdEncoding.DecodeString(asText(fields["base64"]))
	if err != nil || asText(fields["filename"]) == "" {
		return nil, deny(http.StatusBadRequest, "bad value", "the option %q takes {\"filename\", \"base64\"}", name)
	}
	if len(data) > fileLimit {
		return nil, deny(http.StatusRequestEntityTooLarge, "too large", "a file has at most %d bytes", fileLimit)
	}
	a := &attachment{id: e.world.newID(), name: fileName(asText(fields["filename"])), kind: http.DetectContentType(data), data: data}
	e.files = append(e.files, a)
	shape := e.world.attachmentJSON(&message{channel: e.channel}, a)
	shape["ephemeral"] = true
	if e.world.botHost != "" { // where the bot reaches the API it reaches its files
		shape["url"] = e.world.link(e.world.botHost, e.channel, a)
		shape["proxy_url"] = shape["url"]
	}
	if e.world.faults.understate > 0 {
		e.world.faults.understate--
		shape["size"] = min(1, len(data))
	}
	put(e.resolved, "attachments", a.id, shape)
	return a.id, nil
}

// checkText holds a string to its choices and lengths.
func checkText(option object, text string) error {
	n := int64(utf8.RuneCountInString(text))
	name := option["name"]
	if low := option["min_length"]; low != nil && n < asInt(low) || n == 0 {
		return deny(http.StatusBadRequest, "bad length", "the option %q is too short", name)
	}
	if high := option["max_length"]; high != nil && n > asInt(high) || n > 6000 {
		return deny(http.StatusBadRequest, "bad length", "the option %q is too long", name)
	}
	return checkChoice(option, text)
}

func checkNumber(option object, x float64) error {
	for _, bound := range []struct {
		name string
		sign float64
	}{{"min_value", 1}, {"max_value", -1}} {
		if limit := option[bound.name]; limit != nil {
			at, _ := json.Number(fmt.Sprint(limit)).Float64() // checked at registration
			if (x-at)*bound.sign < 0 {
				return deny(http.StatusBadRequest, "out of range", "the option %q breaks its %s %v", option["name"], bound.name, limit)
			}
		}
	}
	return checkChoice(option, strconv.FormatFloat(x, 'f', -1, 64))
}

func checkChoice(option object, value string) error {
	choices, _ := option["choices"].([]object)
	if len(choices) == 0 || slices.ContainsFunc(choices, func(c object) bool { return fmt.Sprint(c["value"]) == value }) {
		return nil
	}
	return deny(http.StatusBadRequest, "not a choice", "%q is none of the choices of %q", value, option["name"])
}
