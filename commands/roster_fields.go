package commands

import (
	"encoding/json"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/kit"
)

// sheetField is one number, text or yes-or-no of a sheet. Path has "/" between its
// keys; has tells whether the sheet at hand has it, and value is then its own, else
// that of another sheet.
type sheetField struct {
	path  string
	value any // json.Number, string or bool
	has   bool
}

// label is the path in words.
func (f sheetField) label() string { return strings.ReplaceAll(words(f.path), "/", " ") }

// sheetFields lists what a member's sheet has, and what others of its system have
// besides, in the order of their paths. Lists are left out: gear goes by itself.
func (k *kept) sheetFields(m campaign.Member) []sheetField {
	fields := leaves(m.Sheet)
	for i := range fields {
		fields[i].has = true
	}
	add := func(sheet json.RawMessage) {
		home, err := k.sys.Keeping.Home(sheet, 0)
		if err != nil {
			return
		}
		for _, f := range leaves(home) {
			if !slices.ContainsFunc(fields, func(o sheetField) bool { return o.path == f.path }) {
				fields = append(fields, f)
			}
		}
	}
	for _, side := range k.sys.Rosters() {
		for _, f := range side.Fighters {
			add(f.Sheet)
		}
	}
	slices.SortFunc(fields, func(a, b sheetField) int { return strings.Compare(a.path, b.path) })
	return fields
}

// leaves are the fields of a sheet; of one that cannot be read there are none.
func leaves(sheet json.RawMessage) []sheetField {
	v, err := campaign.Decoded(sheet)
	if err != nil {
		return nil
	}
	return flat("", v, nil)
}

func flat(path string, v any, fields []sheetField) []sheetField {
	switch v := v.(type) {
	case map[string]any:
		for key, inner := range v {
			fields = flat(strings.TrimPrefix(path+"/"+key, "/"), inner, fields)
		}
	case json.Number, string, bool:
		fields = append(fields, sheetField{path: path, value: v})
	}
	return fields
}

// to is the change that gives a field of a member a typed value.
func (f sheetField) to(member, text string) (campaign.Change, error) {
	c := campaign.Change{What: campaign.Put, Member: member, Path: f.path}
	switch f.value.(type) {
	case json.Number:
		n, err := countOf(text, -mostNumber, mostNumber)
		if err != nil || strings.TrimSpace(text) == "" {
			return c, rules.Refuse("%s is a whole number.", kit.Capital(f.label()))
		}
		now := 0
		if f.has {
			now = number(f.value.(json.Number).String())
		}
		c.What, c.N = campaign.Number, n-now
	case bool:
		switch strings.ToLower(strings.TrimSpace(text)) {
		case "yes", "true":
			c.Value = json.RawMessage("true")
		case "no", "false":
			c.Value = json.RawMessage("false")
		default:
			return c, rules.Refuse("%s is yes or no.", kit.Capital(f.label()))
		}
	default:
		value, err := json.Marshal(plain(clip(text, typedLimit)))
		if err != nil {
			return c, err
		}
		if c.Value = value; plain(text) == "" {
			c.Value = json.RawMessage("null")
		}
	}
	return c, nil
}

const mostNumber = 1_000_000
