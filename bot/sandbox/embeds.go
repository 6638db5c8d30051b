package sandbox

import (
	"strings"
	"time"
	"unicode/utf8"
)

// embedSheet reads a message's embeds and counts their characters together.
type embedSheet struct {
	total int
	media []mediaUse
}

// readEmbeds checks a message's embeds and gives them as Discord would answer
// them: trimmed, of type rich.
func readEmbeds(f form) ([]object, *embedSheet) {
	s := &embedSheet{}
	forms := f.list("embeds", 10)
	out := make([]object, 0, len(forms))
	for _, e := range forms {
		out = append(out, s.read(e))
	}
	if s.total > 6000 {
		f.fault("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
	return out, s
}

func (s *embedSheet) read(f form) object {
	f.known("title", "type", "description", "url", "timestamp", "color", "footer", "image", "thumbnail",
		"video", "provider", "author", "fields")
	out := object{"type": "rich"}
	s.put(f, out, "title", 256)
	s.put(f, out, "description", 4096)
	checkLink(f, "url", "http", "https")
	keep(out, "url", f.text("url", 0, 2048))
	if at := f.text("timestamp", 0, 40); at != "" {
		if _, err := time.Parse(time.RFC3339, at); err != nil {
			f.fault("timestamp", "DATE_TIME_TYPE_PARSE", "Could not parse %s. Should be ISO8601.", at)
		}
		out["timestamp"] = at
	}
	if f.has("color") {
		out["color"] = f.integer("color", 0, 0xffffff)
	}
	for _, name := range []string{"image", "thumbnail"} {
		if f.has(name) {
			out[name] = s.picture(f.one(name))
		}
	}
	if f.has("footer") {
		out["footer"] = s.signed(f.one("footer"), "text", 2048)
	}
	if f.has("author") {
		out["author"] = s.signed(f.one("author"), "name", 256)
	}
	if fields := s.fields(f); len(fields) > 0 {
		out["fields"] = fields
	}
	return out
}

// put reads one text of an embed: trimmed, then counted.
func (s *embedSheet) put(f form, out object, name string, high int) {
	text := strings.TrimSpace(f.text(name, 0, 1<<20))
	f.length(name, text, 0, high)
	s.total += utf8.RuneCountInString(text)
	keep(out, name, text)
}

func (s *embedSheet) fields(f form) []object {
	var out []object
	for _, field := range f.list("fields", 25) {
		field.known("name", "value", "inline")
		field.required("name", "value")
		one := object{"inline": field.flag("inline")}
		s.put(field, one, "name", 256)
		s.put(field, one, "value", 1024)
		for _, name := range []string{"name", "value"} {
			if one[name] == nil && field.has(name) {
				field.fault(name, "BASE_TYPE_REQUIRED", "This field is required")
			}
		}
		out = append(out, one)
	}
	return out
}

func (s *embedSheet) picture(f form) object {
	f.known("url", "proxy_url", "width", "height", "description")
	f.required("url")
	checkLink(f, "url", "http", "https", "attachment")
	s.media = append(s.media, mediaUse{f, "url"})
	return object{"url": f.text("url", 1, 2048)}
}

// signed reads a footer or an author: a text and a small picture.
func (s *embedSheet) signed(f form, name string, high int) object {
	f.known(name, "url", "icon_url", "proxy_icon_url")
	f.required(name)
	out := object{}
	s.put(f, out, name, high)
	checkLink(f, "url", "http", "https")
	keep(out, "url", f.text("url", 0, 2048))
	checkLink(f, "icon_url", "http", "https", "attachment")
	if f.has("icon_url") {
		s.media = append(s.media, mediaUse{f, "icon_url"})
		keep(out, "icon_url", f.text("icon_url", 0, 2048))
	}
	return out
}
