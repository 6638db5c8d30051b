package sandbox

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// Message types and flags as Discord numbers them.
const (
	plainMessage  = 0
	pinNotice     = 6
	threadNotice  = 18
	replyMessage  = 19
	commandReply  = 20
	threadStarter = 21

	suppressEmbeds = 1 << 2
	hasThread      = 1 << 5
	ephemeral      = 1 << 6
	loading        = 1 << 7
	silent         = 1 << 12
	componentsV2   = 1 << 15
)

// message is one post in a channel.
type message struct {
	id         string
	nonce      any // as sent: a string or a number; nil without
	channel    *channel
	author     *person
	kind       int
	content    string
	embeds     []object
	components []object
	files      []*attachment
	flags      int
	mentions   []*person // who is notified
	everyone   bool
	pinned     bool
	sent       time.Time
	edited     time.Time    // zero: never
	only       *person      // the one who sees an ephemeral message
	cause      *interaction // what it answers
	reference  object       // the message it replies to or stands for
	thread     *channel     // the thread that hangs on it
}

// attachment is a file of a message.
type attachment struct {
	id, name, description, kind string
	data                        []byte
}

// seenBy tells whether p can see the message.
func (m *message) seenBy(p *person) bool {
	return m.channel.sees(p) && (m.only == nil || m.only == p)
}

// empty tells whether the message would show nothing.
func (m *message) empty() bool {
	return m.content == "" && len(m.embeds) == 0 && len(m.components) == 0 && len(m.files) == 0
}

// component finds the button, select or input with this custom id.
func (m *message) component(customID string) object {
	var found object
	everyComponent(m.components, func(c object) {
		if found == nil && asText(c["custom_id"]) == customID {
			found = c
		}
	})
	return found
}

// userJSON is a user in Discord's shape.
func userJSON(p *person) object {
	out := object{
		"id": p.id, "username": p.name, "discriminator": "0", "global_name": nil, "avatar": nil,
		"public_flags": 0, "flags": 0, "primary_guild": nil, "bot": p.bot,
	}
	if p.display != "" {
		out["global_name"] = p.display
	}
	return out
}

// memberJSON is a person's place in a server, without the user.
func memberJSON(m *member) object {
	roles := m.roles
	if roles == nil {
		roles = []string{}
	}
	return object{
		"avatar": nil, "banner": nil, "nick": nil, "roles": roles, "joined_at": stamp(m.joined),
		"premium_since": nil, "communication_disabled_until": nil, "pending": false,
		"deaf": false, "mute": false, "flags": 0,
	}
}

// fullMember is a member with its user.
func fullMember(m *member) object {
	out := memberJSON(m)
	out["user"] = userJSON(m.person)
	return out
}

// messageJSON is a message in Discord's shape, as REST and the control
// interface hand it out. Its nonce is told only to the request that made it.
func (w *world) messageJSON(m *message) object {
	shown, files := w.withLinks(m)
	out := object{
		"id": m.id, "channel_id": m.channel.id, "type": m.kind, "author": userJSON(m.author),
		"content": m.content, "timestamp": stamp(m.sent), "edited_timestamp": nil,
		"tts": false, "mention_everyone": m.everyone, "mentions": []any{}, "mention_roles": []any{},
		"attachments": files, "embeds": shown, "components": w.linked(m, listOf(m.components)),
		"pinned": m.pinned, "flags": m.flags,
	}
	if !m.edited.IsZero() {
		out["edited_timestamp"] = stamp(m.edited)
	}
	named := []any{}
	for _, p := range m.mentions {
		named = append(named, userJSON(p))
	}
	out["mentions"] = named
	if m.cause != nil {
		out["application_id"], out["webhook_id"] = w.bot.id, w.bot.id
		out["interaction_metadata"] = m.cause.metadata(m)
		if m.cause.kind == commandInteraction && m.cause.original == m {
			out["interaction"] = object{
				"id": m.cause.id, "type": m.cause.kind, "name": m.cause.name,
				"user": userJSON(m.cause.by),
			}
		}
	}
	if m.reference != nil {
		out["message_reference"] = m.reference
	}
	if m.thread != nil {
		out["thread"] = w.channelJSON(m.thread)
	}
	return out
}

// listOf makes a JSON array that is never null.
func listOf[T any](items []T) []any {
	out := make([]any, 0, len(items))
	for _, item := range items {
		out = append(out, item)
	}
	return out
}

// withLinks gives the embeds with attachment:// turned into addresses, and
// the files that no embed shows.
func (w *world) withLinks(m *message) (embeds, files []any) {
	shown := w.linked(m, listOf(m.embeds))
	used := map[string]bool{}
	for _, name := range attachmentNames(m.embeds) {
		used[name] = true
	}
	files = []any{}
	for _, a := range m.files {
		if !used[a.name] {
			files = append(files, w.attachmentJSON(m, a))
		}
	}
	return shown, files
}

// linked copies part of a message with each attachment:// replaced.
func (w *world) linked(m *message, part []any) []any {
	var turn func(any) any
	turn = func(v any) any {
		switch v := v.(type) {
		case object:
			out := object{}
			for key, inner := range v {
				out[key] = turn(inner)
			}
			return out
		case []object:
			return turn(listOf(v))
		case []any:
			out := make([]any, len(v))
			for i, inner := range v {
				out[i] = turn(inner)
			}
			return out
		case string:
			if name, ok := strings.CutPrefix(v, "attachment://"); ok {
				for _, a := range m.files {
					if a.name == name {
						return w.link(w.host, m.channel, a)
					}
				}
			}
		}
		return v
	}
	return turn(part).([]any)
}

// attachmentNames lists the files that the embeds show.
func attachmentNames(embeds []object) []string {
	var names []string
	for _, e := range embeds {
		for _, part := range []string{"image", "thumbnail", "footer", "author"} {
			inner, _ := e[part].(object)
			for _, field := range []string{"url", "icon_url"} {
				if name, ok := strings.CutPrefix(asText(inner[field]), "attachment://"); ok {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

func (w *world) attachmentJSON(m *message, a *attachment) object {
	out := object{"id": a.id, "filename": a.name, "size": len(a.data), "content_type": a.kind}
	out["url"] = w.link(w.host, m.channel, a)
	out["proxy_url"] = out["url"]
	keep(out, "description", a.description)
	if m.only != nil {
		out["ephemeral"] = true
	}
	if wide, high, ok := pictureSize(a.data); ok {
		out["width"], out["height"] = wide, high
	}
	return out
}

// link is the address of a file, good for one day of the sandbox's time.
func (w *world) link(host string, c *channel, a *attachment) string {
	until := fmt.Sprintf("%x", w.now().Add(24*time.Hour).Unix())
	since := fmt.Sprintf("%x", w.now().Unix())
	path := c.id + "/" + a.id + "/" + a.name
	return fmt.Sprintf("%s/cdn/attachments/%s/%s/%s?ex=%s&is=%s&hm=%s", host,
		c.id, a.id, url.PathEscape(a.name), until, since, w.linkSeal(path, until))
}

// linkSeal is what makes an address of a file unguessable.
func (w *world) linkSeal(path, until string) string {
	mac := hmac.New(sha256.New, []byte(w.linkKey))
	mac.Write([]byte(path + "?" + until))
	return hex.EncodeToString(mac.Sum(nil))
}
