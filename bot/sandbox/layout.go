package sandbox

import "unicode/utf8"

// display reads the components that only show something (Components V2).
func (l *layout) display(f form, out object, kind int) {
	switch kind {
	case section:
		f.known("type", "id", "components", "accessory")
		out["components"] = l.readAll(f, 1, 3, []int{textDisplay})
		f.required("accessory")
		if f.has("accessory") {
			out["accessory"] = l.read(f.one("accessory"), []int{button, thumbnail})
		}
	case textDisplay:
		f.known("type", "id", "content")
		f.required("content")
		content := f.text("content", 1, 4000)
		l.text += utf8.RuneCountInString(content)
		out["content"] = content
	case thumbnail:
		f.known("type", "id", "media", "description", "spoiler")
		l.mediaItem(f, out, "media")
	case mediaGallery:
		f.known("type", "id", "items")
		items := f.list("items", 10)
		if len(items) == 0 {
			f.fault("items", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 10 in length.")
		}
		shown := []object{}
		for _, item := range items {
			item.known("media", "description", "spoiler")
			one := object{}
			l.mediaItem(item, one, "media")
			shown = append(shown, one)
		}
		out["items"] = shown
	case fileComponent:
		f.known("type", "id", "file", "spoiler")
		l.mediaItem(f, out, "file")
	case separator:
		f.known("type", "id", "divider", "spacing")
		out["divider"] = !f.has("divider") || f.flag("divider")
		out["spacing"] = max(1, f.integer("spacing", 0, 2))
	case container:
		f.known("type", "id", "components", "accent_color", "spoiler")
		out["components"] = l.readAll(f, 1, 40,
			[]int{actionRow, section, textDisplay, mediaGallery, fileComponent, separator})
		out["accent_color"] = nil
		if f.has("accent_color") {
			out["accent_color"] = f.integer("accent_color", 0, 0xffffff)
		}
		out["spoiler"] = f.flag("spoiler")
	}
}

// mediaItem reads a picture or file: an address, alt text, a spoiler.
func (l *layout) mediaItem(f form, out object, name string) {
	f.required(name)
	item := f.one(name)
	item.known("url", "proxy_url", "height", "width", "content_type", "attachment_id")
	item.required("url")
	checkLink(item, "url", "http", "https", "attachment")
	if name == "file" {
		checkLink(item, "url", "attachment")
	}
	l.media = append(l.media, mediaUse{item, "url"})
	out[name] = object{"url": item.text("url", 1, 2048)}
	keep(out, "description", f.text("description", 0, 1024))
	out["spoiler"] = f.flag("spoiler")
}

// readModal checks a modal's title, id and components.
func readModal(f form) object {
	f.required("title", "custom_id", "components")
	out := object{"title": f.text("title", 1, 45), "custom_id": f.text("custom_id", 1, 100)}
	l := &layout{modal: true, custom: map[string]bool{}, numbers: map[int64]bool{}}
	parts := l.readAll(f, 1, 5, []int{actionRow, textDisplay, labelComponent})
	l.number(parts)
	out["components"] = parts
	return out
}

func (l *layout) label(f form, out object) {
	f.known("type", "id", "label", "description", "component")
	f.required("label", "component")
	out["label"] = f.text("label", 1, 45)
	keep(out, "description", f.text("description", 0, 100))
	if f.has("component") {
		out["component"] = l.read(f.one("component"),
			[]int{textInput, stringSelect, userSelect, roleSelect, mentionableSelect, channelSelect})
	}
}

func (l *layout) input(f form, out object) {
	f.known("type", "id", "custom_id", "style", "label", "min_length", "max_length", "required", "value", "placeholder")
	l.customID(f, out)
	f.required("style")
	out["style"] = f.integer("style", 1, 2)
	keep(out, "label", f.text("label", 0, 45))
	keep(out, "placeholder", f.text("placeholder", 0, 100))
	keep(out, "value", f.text("value", 0, 4000))
	low, high := f.integer("min_length", 0, 4000), int64(4000)
	if f.has("max_length") {
		high = f.integer("max_length", 1, 4000)
	}
	if low > high {
		f.fault("min_length", "BASE_TYPE_BAD_INTEGER", "min_length must not be above max_length")
	}
	out["min_length"], out["max_length"] = low, high
	out["required"] = !f.has("required") || f.flag("required")
}
