package campaign

import (
	"fmt"
	"regexp"
	"strconv"
	"unicode"

	"go.yaml.in/yaml/v4"

	"umpire/rules"
)

// WriteYAML writes a roster in the project's own format. Read gives the same
// roster back: nothing but the ids of those who left it is lost. Sheets are
// written whole, with what they hide; own tells to write secret notes too, and is
// for the owner alone.
func WriteYAML(sys *rules.System, r Roster, own bool) ([]byte, error) {
	root := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	put(root, "umpire", plain(yamlFormat))
	put(root, "system", word(sys.Key))
	put(root, "name", word(r.Name))
	if len(r.Side) > 0 {
		side, err := nodeOf(r.Side)
		if err != nil {
			return nil, fmt.Errorf("write the side of %s: %w", r.Name, err)
		}
		put(root, "side", side)
	}
	if r.Members != nil {
		list := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
		for _, m := range r.Members {
			one, err := m.node(own)
			if err != nil {
				return nil, fmt.Errorf("write the sheet of %s: %w", m.ID, err)
			}
			list.Content = append(list.Content, one)
		}
		put(root, "members", list)
	}
	data, err := yaml.Dump(root, yaml.WithLineWidth(-1), yaml.WithIndent(2), yaml.WithUnicode(true))
	if err != nil {
		return nil, fmt.Errorf("write %s as YAML: %w", r.Name, err)
	}
	return legible(data), nil
}

// legible writes letters beyond the first plane as they are, such as 🐉, of which the
// library writes the number. What it writes has backslashes within double quotes alone.
func legible(data []byte) []byte {
	return escape.ReplaceAllFunc(data, func(found []byte) []byte {
		if n, err := strconv.ParseUint(string(found[2:]), 16, 32); err == nil && unicode.IsPrint(rune(n)) {
			return []byte(string(rune(n)))
		}
		return found
	})
}

// escape is a letter by its number, or two backslashes, which begin none.
var escape = regexp.MustCompile(`\\\\|\\U[0-9A-Fa-f]{8}`)

func (m Member) node(own bool) (*yaml.Node, error) {
	n := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	put(n, "id", word(m.ID))
	put(n, "name", word(m.Name))
	if m.Wounds != 0 {
		put(n, "wounds", plain(strconv.Itoa(m.Wounds)))
	}
	if m.Set != "" {
		put(n, "standing", word(string(m.Set)))
	}
	if m.Notes != "" {
		put(n, "notes", word(m.Notes))
	}
	if m.Secret != "" && own {
		put(n, "secret", word(m.Secret))
	}
	sheet, err := nodeOf(m.Sheet)
	if err != nil {
		return nil, err
	}
	put(n, "sheet", sheet)
	return n, nil
}

func put(n *yaml.Node, key string, value *yaml.Node) { n.Content = append(n.Content, word(key), value) }
