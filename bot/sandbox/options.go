package sandbox

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Option types as Discord numbers them.
const (
	subcommand       = 1
	subcommandGroup  = 2
	stringOption     = 3
	integerOption    = 4
	booleanOption    = 5
	userOption       = 6
	channelOption    = 7
	roleOption       = 8
	mentionOption    = 9
	numberOption     = 10
	attachmentOption = 11
)

func commandFields() []string {
	return []string{
		"id", "application_id", "guild_id", "version", "type", "name", "name_localizations",
		"description", "description_localizations", "options", "default_member_permissions", "default_permission",
		"dm_permission", "contexts", "integration_types", "nsfw",
	}
}

// readCommand checks one command's registration.
func readCommand(f form, scope string) *command {
	f.known(commandFields()...)
	f.required("name")
	cmd := &command{server: scope, kind: chatCommand}
	if f.has("type") {
		cmd.kind = int(f.integer("type", 1, 3))
	}
	cmd.name = f.text("name", 1, 32)
	about := f.text("description", 0, 100)
	if cmd.kind == chatCommand {
		checkName(f, "name", cmd.name)
		f.required("description")
		f.text("description", 1, 100)
		cmd.options = readOptions(f, 0)
	} else if about != "" || len(f.array("options", 0, 25)) > 0 {
		f.fault("", "APPLICATION_COMMANDS_CONTEXT_MENU_FIELDS", "Context menu commands have no description and no options")
	}
	if size := commandSize(f.fields); size > 8000 {
		f.fault("", "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
	}
	if f.has("default_member_permissions") {
		cmd.permissions = f.id("default_member_permissions")
	}
	cmd.readContexts(f, scope)
	locales(f, "name_localizations", 32)
	locales(f, "description_localizations", 100)
	cmd.shape = cmd.json(f, about)
	return cmd
}

// readContexts reads where the command may be used: 0 servers, 1 direct
// messages with the bot, 2 other private channels.
func (cmd *command) readContexts(f form, scope string) {
	if scope != "" {
		for _, name := range []string{"contexts", "integration_types"} {
			if f.has(name) {
				f.fault(name, "APPLICATION_COMMAND_CONTEXTS_GLOBAL_ONLY", "Only global commands have %s", name)
			}
		}
		cmd.contexts = []int{0}
		return
	}
	cmd.contexts = []int{0, 1, 2}
	if f.has("dm_permission") && !f.flag("dm_permission") {
		cmd.contexts = []int{0}
	}
	if f.has("contexts") {
		cmd.contexts = nil
		for _, value := range f.array("contexts", 1, 3) {
			cmd.contexts = append(cmd.contexts, int(asInt(value)))
		}
	}
}

func (cmd *command) json(f form, about string) object {
	out := object{
		"type": cmd.kind, "name": cmd.name, "description": about, "default_permission": true,
		"default_member_permissions": cmd.permissions, "nsfw": f.flag("nsfw"),
		"name_localizations": f.fields["name_localizations"], "description_localizations": f.fields["description_localizations"],
	}
	if cmd.server != "" {
		out["guild_id"] = cmd.server
	} else {
		out["dm_permission"] = len(cmd.contexts) > 1
		out["contexts"], out["integration_types"] = nil, []any{0}
		if f.has("contexts") {
			out["contexts"] = f.fields["contexts"]
		}
		if f.has("integration_types") {
			out["integration_types"] = f.fields["integration_types"]
		}
	}
	if len(cmd.options) > 0 {
		out["options"] = cmd.options
	}
	return out
}

// checkName holds names of chat commands and options to Discord's pattern.
func checkName(f form, field, name string) {
	ok := regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`).MatchString(name)
	if name != "" && (!ok || name != strings.ToLower(name)) {
		f.fault(field, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
}

func locales(f form, name string, high int) {
	if !f.has(name) {
		return
	}
	sub := f.one(name)
	for locale := range sub.fields {
		if !regexp.MustCompile(`^[a-z]{2}(-[A-Z0-9]{2,3})?$`).MatchString(locale) {
			sub.fault(locale, "BASE_TYPE_CHOICES", "Not a locale of Discord's list")
		}
		sub.text(locale, 1, high)
	}
}

// readOptions checks the options of a command (depth 0), group or subcommand.
func readOptions(f form, depth int) []object {
	var out []object
	seen := map[string]bool{}
	optional, nested, flat := false, false, false
	for _, o := range f.list("options", 25) {
		one := readOption(o, depth)
		kind := int(asInt(one["type"]))
		name := asText(one["name"])
		if seen[name] {
			o.fault("name", "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED", "Option names must be unique")
		}
		seen[name] = true
		required := one["required"] == true
		if required && optional {
			o.fault("", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
				"Required options must be placed before non-required options")
		}
		if kind <= subcommandGroup {
			nested = true
		} else {
			flat = true
			optional = optional || !required
		}
		out = append(out, one)
	}
	if nested && flat {
		f.fault("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
	return out
}

func readOption(f form, depth int) object {
	f.known("type", "name", "name_localizations", "description", "description_localizations", "required", "choices",
		"options", "channel_types", "min_value", "max_value", "min_length", "max_length", "autocomplete")
	f.required("type", "name", "description")
	kind := int(f.integer("type", 1, 11))
	out := object{"type": kind, "name": f.text("name", 1, 32), "description": f.text("description", 1, 100)}
	checkName(f, "name", asText(out["name"]))
	locales(f, "name_localizations", 32)
	locales(f, "description_localizations", 100)
	for _, name := range []string{"name_localizations", "description_localizations"} {
		if f.has(name) {
			out[name] = f.fields[name]
		}
	}
	switch kind {
	case subcommand, subcommandGroup:
		if kind == subcommandGroup && depth > 0 || depth > 1 {
			f.fault("type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Groups hold subcommands only, and only one level of them")
			return out
		}
		if options := readNested(f, kind, depth); len(options) > 0 {
			out["options"] = options
		}
		return out
	}
	if len(f.array("options", 0, 25)) > 0 {
		f.fault("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only subcommands and groups have options")
	}
	readValueRules(f, out, kind)
	return out
}

func readNested(f form, kind, depth int) []object {
	inner := depth + 1
	if kind == subcommand {
		inner = 2
	}
	options := readOptions(f, inner)
	for _, o := range options {
		// A group holds subcommands, a subcommand only values.
		if (asInt(o["type"]) == subcommand) != (kind == subcommandGroup) {
			f.fault("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "This nesting is not possible")
			break
		}
	}
	return options
}

// readValueRules reads what an option says about its values.
func readValueRules(f form, out object, kind int) {
	if f.flag("required") {
		out["required"] = true
	}
	auto := f.flag("autocomplete")
	choices := readChoices(f, kind)
	valued := kind == stringOption || kind == integerOption || kind == numberOption
	if auto && len(choices) > 0 || (auto || len(choices) > 0) && !valued {
		f.fault("autocomplete", "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", "Choices and autocomplete exclude each other, and need a string or a number")
	}
	if auto {
		out["autocomplete"] = true
	}
	if len(choices) > 0 {
		out["choices"] = choices
	}
	if f.has("channel_types") && len(f.array("channel_types", 0, 25)) > 0 {
		out["channel_types"] = f.fields["channel_types"]
	}
	for _, name := range []string{"min_value", "max_value"} {
		if !f.has(name) {
			continue
		}
		if x := f.number(name); kind != integerOption && kind != numberOption || x < -(1<<53) || x > 1<<53 {
			f.fault(name, "NUMBER_TYPE_RANGE", "Only numbers have it, and within 2^53")
		}
		out[name] = f.fields[name]
	}
	for _, name := range []string{"min_length", "max_length"} {
		if !f.has(name) {
			continue
		}
		if kind != stringOption {
			f.fault(name, "APPLICATION_COMMAND_OPTIONS_LENGTH_INVALID", "Only strings have it")
		}
		out[name] = f.integer(name, 0, 6000)
	}
}

func readChoices(f form, kind int) []object {
	var out []object
	for _, choice := range f.list("choices", 25) {
		choice.known("name", "name_localizations", "value")
		out = append(out, readChoice(choice, kind))
	}
	return out
}

// readChoice checks one choice of an option or an autocomplete answer.
func readChoice(f form, kind int) object {
	f.required("name", "value")
	out := object{"name": f.text("name", 1, 100), "value": f.fields["value"]}
	locales(f, "name_localizations", 100)
	switch kind {
	case stringOption:
		f.text("value", 1, 100)
	case integerOption:
		f.integer("value", -(1 << 53), 1<<53)
	default:
		f.number("value")
	}
	return out
}

// commandSize counts the characters of names, descriptions and values; of
// localizations only the longest counts.
func commandSize(fields object) int {
	size := 0
	for _, name := range []string{"name", "description"} {
		longest := utf8.RuneCountInString(asText(fields[name]))
		others, _ := fields[name+"_localizations"].(object)
		for _, text := range others {
			longest = max(longest, utf8.RuneCountInString(asText(text)))
		}
		size += longest
	}
	if text, ok := fields["value"].(string); ok {
		size += utf8.RuneCountInString(text)
	}
	for _, name := range []string{"options", "choices"} {
		list, _ := fields[name].([]any)
		for _, inner := range list {
			if sub, ok := inner.(object); ok {
				size += commandSize(sub)
			}
		}
	}
	return size
}

// plain turns a checked value back into what reading JSON gives.
func plain(value any) any {
	raw, err := json.Marshal(value)
	if err != nil {
		return value
	}
	again, _ := parseJSON(raw) // just encoded
	return again
}
