package sandbox

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Component types as Discord numbers them.
const (
	actionRow         = 1
	button            = 2
	stringSelect      = 3
	textInput         = 4
	userSelect        = 5
	roleSelect        = 6
	mentionableSelect = 7
	channelSelect     = 8
	section           = 9
	textDisplay       = 10
	thumbnail         = 11
	mediaGallery      = 12
	fileComponent     = 13
	separator         = 14
	container         = 17
	labelComponent    = 18

	linkButton    = 5
	premiumButton = 6
)

// layout checks all components of one message or modal together: what must be
// unique or counted over the whole.
type layout struct {
	v2, modal bool
	custom    map[string]bool
	numbers   map[int64]bool
	count     int
	text      int
	media     []mediaUse
}

// mediaUse is a place that names a file of the message.
type mediaUse struct {
	form form
	name string
}

// readComponents checks the components of a message and gives them as Discord
// would answer them: numbered, nulls and blanks left out.
func readComponents(f form, v2 bool) ([]object, *layout) {
	l := &layout{v2: v2, custom: map[string]bool{}, numbers: map[int64]bool{}}
	limit := 5
	allowed := []int{actionRow}
	if v2 {
		limit = 40
		allowed = []int{actionRow, section, textDisplay, mediaGallery, fileComponent, separator, container}
	}
	out := l.readAll(f, 0, limit, allowed)
	if v2 && l.count > 40 {
		f.fault("components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 40 in length.")
	}
	if l.text > 4000 {
		f.fault("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
			"The total displayable text size exceeds the maximum size of 4000.")
	}
	l.number(out)
	return out, l
}

// readAll reads a list of components, low to high long, of the allowed types.
func (l *layout) readAll(f form, low, high int, allowed []int) []object {
	forms := f.list("components", high)
	if len(forms) < low {
		f.fault("components", "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	}
	out := make([]object, 0, len(forms))
	for _, sub := range forms {
		if c := l.read(sub, allowed); c != nil {
			out = append(out, c)
		}
	}
	return out
}

// read checks one component; nil when its type may not stand here.
func (l *layout) read(f form, allowed []int) object {
	f.required("type")
	kind := int(f.integer("type", 1, 99))
	if !slices.Contains(allowed, kind) {
		f.fault("type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of %v.", allowed)
		return nil
	}
	l.count++
	out := object{"type": kind}
	if id := f.integer("id", 0, 1<<31-1); id != 0 {
		if l.numbers[id] {
			f.fault("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
		}
		l.numbers[id] = true
		out["id"] = id
	}
	switch kind {
	case actionRow:
		l.row(f, out)
	case button:
		l.button(f, out)
	case stringSelect, userSelect, roleSelect, mentionableSelect, channelSelect:
		l.choice(f, out, kind)
	case textInput:
		l.input(f, out)
	case labelComponent:
		l.label(f, out)
	default:
		l.display(f, out, kind)
	}
	return out
}

func (l *layout) row(f form, out object) {
	f.known("type", "id", "components")
	allowed := []int{button, stringSelect, userSelect, roleSelect, mentionableSelect, channelSelect}
	if l.modal {
		allowed = []int{textInput}
	}
	parts := l.readAll(f, 1, 5, allowed)
	for _, part := range parts {
		if part["type"] != button && len(parts) > 1 {
			f.fault("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
			break
		}
	}
	out["components"] = parts
}

// customID reads a required id of 1 to 100 characters, unique in the whole.
func (l *layout) customID(f form, out object) {
	f.required("custom_id")
	id := f.text("custom_id", 1, 100)
	if id != "" && l.custom[id] {
		f.fault("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	l.custom[id] = true
	out["custom_id"] = id
}

func (l *layout) button(f form, out object) {
	f.known("type", "id", "style", "label", "emoji", "custom_id", "sku_id", "url", "disabled")
	f.required("style")
	style := f.integer("style", 1, 6)
	out["style"] = style
	keep(out, "label", f.text("label", 0, 80))
	emoji(f, out)
	if f.flag("disabled") {
		out["disabled"] = true
	}
	switch style {
	case linkButton:
		f.required("url")
		f.text("url", 1, 512)
		checkLink(f, "url", "http", "https", "discord")
		out["url"] = f.fields["url"]
		only(f, "url", "custom_id", "sku_id")
	case premiumButton:
		f.required("sku_id")
		out["sku_id"] = f.id("sku_id")
		only(f, "sku_id", "custom_id", "url", "label", "emoji")
	default:
		l.customID(f, out)
		only(f, "custom_id", "url", "sku_id")
	}
	if style != premiumButton && f.text("label", 0, 80) == "" && !f.has("emoji") {
		f.fault("", "BUTTON_COMPONENT_MISSING_LABEL_OR_EMOJI", "A button needs a label or an emoji")
	}
}

// only refuses the other fields beside the one that the button's style takes.
func only(f form, field string, others ...string) {
	for _, name := range others {
		if text, blank := f.fields[name].(string); f.has(name) && (!blank || text != "") {
			f.fault("", "COMPONENT_EXCLUSIVE_FIELD", "A %s and a %s cannot both be specified", field, name)
		}
	}
}

func (l *layout) choice(f form, out object, kind int) {
	f.known("type", "id", "custom_id", "options", "channel_types", "placeholder", "default_values",
		"min_values", "max_values", "disabled", "required")
	l.customID(f, out)
	keep(out, "placeholder", f.text("placeholder", 0, 150))
	low, high := int64(1), int64(1)
	if f.has("min_values") {
		low = f.integer("min_values", 0, 25)
	}
	if f.has("max_values") {
		high = f.integer("max_values", 1, 25)
	}
	if low > high {
		f.fault("min_values", "BASE_TYPE_BAD_INTEGER", "min_values must not be above max_values")
	}
	out["min_values"], out["max_values"] = low, high
	out["disabled"] = f.flag("disabled")
	if l.modal {
		out["required"] = !f.given("required") || f.flag("required")
	}
	if kind == channelSelect && f.has("channel_types") {
		out["channel_types"] = f.array("channel_types", 0, 25)
	}
	if kind == stringSelect {
		out["options"] = selectOptions(f, low, high)
		return
	}
	if n := int64(len(f.list("default_values", 25))); n > 0 {
		if n < low || n > high {
			f.fault("default_values", "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
		}
		out["default_values"] = f.fields["default_values"]
	}
}

func selectOptions(f form, low, high int64) []object {
	forms := f.list("options", 25)
	if len(forms) == 0 {
		f.fault("options", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 25 in length.")
	}
	if low > int64(len(forms)) {
		f.fault("min_values", "NUMBER_TYPE_MAX", "min_values is above the number of options")
	}
	seen, chosen := map[string]bool{}, int64(0)
	out := make([]object, 0, len(forms))
	for _, o := range forms {
		o.known("label", "value", "description", "emoji", "default")
		o.required("label", "value")
		value := o.text("value", 1, 100)
		if seen[value] {
			o.fault("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		seen[value] = true
		option := object{"label": o.text("label", 1, 100), "value": value}
		keep(option, "description", o.text("description", 0, 100))
		emoji(o, option)
		if o.flag("default") {
			option["default"] = true
			chosen++
		}
		out = append(out, option)
	}
	if chosen > high {
		f.fault("options", "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More options are default than max_values allows")
	}
	return out
}

// number gives each component without an id the next free one, in order.
func (l *layout) number(parts []object) {
	next := int64(1)
	var walk func([]object)
	walk = func(parts []object) {
		for _, c := range parts {
			if _, ok := c["id"]; !ok {
				for l.numbers[next] {
					next++
				}
				l.numbers[next] = true
				c["id"] = next
			}
			walk(inside(c))
		}
	}
	walk(parts)
}

// inside gives the components directly within c.
func inside(c object) []object {
	parts, _ := c["components"].([]object)
	for _, name := range []string{"accessory", "component"} {
		if one, ok := c[name].(object); ok {
			parts = append(slices.Clip(parts), one)
		}
	}
	return parts
}

// everyComponent calls visit for each component of the tree, in order.
func everyComponent(parts []object, visit func(object)) {
	for _, c := range parts {
		visit(c)
		everyComponent(inside(c), visit)
	}
}

// keep sets a field that is left out when blank.
func keep(out object, name, text string) {
	if text != "" {
		out[name] = text
	}
}

func emoji(f form, out object) {
	if !f.has("emoji") {
		return
	}
	e := f.one("emoji")
	e.known("id", "name", "animated")
	name := e.text("name", 0, 64)
	if !e.has("id") && utf8.RuneCountInString(name) == len(name) {
		e.fault("name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
	glyph := object{"name": name}
	if id := e.id("id"); id != "" {
		glyph["id"] = id
	}
	out["emoji"] = glyph
}

// checkLink refuses an address whose scheme is not one of these.
func checkLink(f form, name string, schemes ...string) {
	address, _ := f.fields[name].(string)
	if address == "" {
		return
	}
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok || rest == "" || !slices.Contains(schemes, scheme) {
		f.fault(name, "URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of %v.", scheme, schemes)
	}
}

// asInt reads a number of a checked component, however it was written.
func asInt(v any) int64 {
	switch n := v.(type) {
	case int:
		return int64(n)
	case int64:
		return n
	case json.Number:
		i, _ := n.Int64()
		return i
	}
	return 0
}

func asText(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}
