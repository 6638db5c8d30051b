package sandbox

import (
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const (
	fileLimit = 10 << 20 // bytes of one file
	bodyLimit = 25 << 20 // bytes of one request
)

// draft is what a request says a message shall be; what it does not say is
// kept in an edit.
type draft struct {
	content      *string
	embeds       *[]object
	components   *[]object
	files        []*attachment
	kept         *[]string // ids of files that an edit keeps; nil keeps all
	flags        int
	flagsGiven   bool
	mentions     mentionRule
	nonce        any
	enforceNonce bool
	replyTo      string
	replyMayFail bool
	media        []mediaUse
	faults       *faultTree
}

// mentionRule says who may be notified.
type mentionRule struct {
	users, everyone bool
	listed          []string
	replied         bool
}

// upload is one file of a multipart request.
type upload struct {
	name, kind string
	data       []byte
}

// readDraft reads the fields that all message bodies share. v2 tells whether
// the message has been made of display components before.
func readDraft(c *call, f form, v2 bool, byDefault mentionRule) (*draft, error) {
	d := &draft{mentions: byDefault, faults: f.faults}
	f.unsupported("poll", "sticker_ids", "shared_client_theme")
	f.flag("tts")
	if f.given("content") {
		text := strings.TrimSpace(f.text("content", 0, 1<<20))
		f.length("content", text, 0, 2000)
		d.content = &text
	}
	if f.given("flags") {
		d.flags, d.flagsGiven = int(f.integer("flags", 0, 1<<31-1)), true
	}
	v2 = v2 || d.flags&componentsV2 != 0
	if f.given("embeds") {
		list, sheet := readEmbeds(f)
		d.embeds, d.media = &list, append(d.media, sheet.media...)
	}
	if f.has("components") {
		list, layout := readComponents(f, v2)
		d.components, d.media = &list, append(d.media, layout.media...)
	}
	if v2 && (d.content != nil && *d.content != "" || d.embeds != nil && len(*d.embeds) > 0) {
		f.fault("", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The content and embeds fields cannot be used with the IS_COMPONENTS_V2 flag")
	}
	if f.has("allowed_mentions") {
		d.mentions = readMentions(f.one("allowed_mentions"))
	}
	err := d.readFiles(c, f)
	return d, err
}

func readMentions(f form) mentionRule {
	f.known("parse", "users", "roles", "replied_user")
	parse, users := f.strings("parse", 3), f.strings("users", 100)
	roles := f.strings("roles", 100)
	for i, kind := range parse {
		if !slices.Contains([]string{"users", "roles", "everyone"}, kind) {
			f.faults.add(append(f.at("parse"), strconv.Itoa(i)), "BASE_TYPE_CHOICES",
				"Value must be one of ('roles', 'users', 'everyone').")
		}
	}
	all := slices.Contains(parse, "users")
	if all && len(users) > 0 || slices.Contains(parse, "roles") && len(roles) > 0 {
		f.fault("", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
			"parse and the list of the same kind are mutually exclusive.")
	}
	return mentionRule{
		users: all, listed: users, everyone: slices.Contains(parse, "everyone"),
		replied: f.flag("replied_user"),
	}
}

// readFiles matches the uploads with the entries of the attachments field.
func (d *draft) readFiles(c *call, f form) error {
	if len(c.uploads) > 10 {
		return refuse(http.StatusBadRequest, 30015, "Maximum number of attachments in a message reached (10)")
	}
	about := map[int]form{}
	if f.has("attachments") {
		kept := []string{}
		for _, a := range f.list("attachments", 10) {
			a.known("id", "filename", "description", "title", "spoiler", "is_spoiler", "url", "proxy_url", "content_type", "width",
				"height", "size", "ephemeral", "duration_secs", "waveform", "flags")
			a.required("id")
			a.text("description", 0, 1024)
			id := a.id("id")
			if n, err := strconv.Atoi(id); err == nil && n < 10 {
				about[n] = a
				if _, ok := c.uploads[n]; !ok {
					a.fault("id", "ATTACHMENT_NOT_FOUND", "No file files[%d] is in the request", n)
				}
				continue
			}
			kept = append(kept, id)
		}
		d.kept = &kept
	}
	for n := range 10 {
		up, ok := c.uploads[n]
		entry, listed := about[n]
		if !ok || (d.kept != nil && !listed && c.version >= 10) {
			continue
		}
		if len(up.data) > fileLimit {
			return tooLarge()
		}
		a := &attachment{name: fileName(up.name), kind: up.kind, data: up.data}
		if listed {
			a.description = entry.text("description", 0, 1024)
			if name := entry.text("filename", 0, 260); name != "" {
				a.name = fileName(name)
			}
		}
		d.files = append(d.files, a)
	}
	return nil
}

// fileName keeps what Discord keeps of a file's name.
func fileName(name string) string {
	return regexp.MustCompile(`[^A-Za-z0-9._-]+`).ReplaceAllString(name, "_")
}

// apply puts the draft onto m, a new message or one that is edited, and
// refuses it as a whole if the result may not be.
func (w *world) apply(d *draft, m *message) error {
	after := *m
	if d.content != nil {
		after.content = *d.content
	}
	if d.embeds != nil {
		after.embeds = *d.embeds
	}
	if d.components != nil {
		after.components = *d.components
	}
	if d.kept != nil {
		after.files = nil
		for _, a := range m.files {
			if slices.Contains(*d.kept, a.id) {
				after.files = append(after.files, a)
			}
		}
	}
	for _, a := range d.files {
		a.id = w.newID()
		after.files = append(slices.Clip(after.files), a)
	}
	if len(after.files) > 10 {
		return refuse(http.StatusBadRequest, 30015, "Maximum number of attachments in a message reached (10)")
	}
	if after.flags&componentsV2 != 0 && (after.content != "" || len(after.embeds) > 0) {
		d.faults.add(nil, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The content and embeds fields cannot be used with the IS_COMPONENTS_V2 flag")
	}
	d.checkMedia(&after)
	if err := d.faults.err(); err != nil {
		return err
	}
	if after.empty() {
		return emptyMessage()
	}
	w.notify(&after, d.mentions)
	*m = after
	return nil
}

// checkMedia refuses attachment:// addresses of files the message has not.
func (d *draft) checkMedia(m *message) {
	for _, use := range d.media {
		name, ok := strings.CutPrefix(asText(use.form.fields[use.name]), "attachment://")
		if ok && !slices.ContainsFunc(m.files, func(a *attachment) bool { return a.name == name }) {
			use.form.fault(use.name, "ATTACHMENT_NOT_FOUND", "The message has no attachment named %q", name)
		}
	}
}

// notify finds whom the message's text names, as far as the rule allows.
func (w *world) notify(m *message, rule mentionRule) {
	text := m.content
	everyComponent(m.components, func(c object) {
		if c["type"] == textDisplay {
			text += "\n" + asText(c["content"])
		}
	})
	m.mentions = nil
	for _, found := range regexp.MustCompile(`<@!?(\d+)>`).FindAllStringSubmatch(text, -1) {
		p := w.userByID(found[1])
		if p == nil || slices.Contains(m.mentions, p) {
			continue
		}
		if rule.users || slices.Contains(rule.listed, p.id) {
			m.mentions = append(m.mentions, p)
		}
	}
	everyone := strings.Contains(text, "@everyone") || strings.Contains(text, "@here")
	m.everyone = everyone && rule.everyone && rights(m.author, m.channel)&mentionEveryone != 0
}

// keyToIndex reads n of a form field "files[n]".
func keyToIndex(key string) (int, bool) {
	digits, ok := strings.CutPrefix(key, "files[")
	digits, closed := strings.CutSuffix(digits, "]")
	n, err := strconv.Atoi(digits)
	return n, ok && closed && err == nil && n >= 0 && n < 10_000
}
