package campaign

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"umpire/rules"
)

// mostDeep is how many values may stand in one another.
const mostDeep = 24

// structure finds what no roster has in a file: references, tags, deep nesting,
// a key twice. A file that says the same thing many times over by reference would
// be larger than it looks.
func (r *reading) structure(n *yaml.Node, deep int) {
	if n.Anchor != "" {
		r.fault(n.Line, "A roster has no references such as &%s. Write it out.", rules.Escape(clipped(n.Anchor)))
	}
	if n.Kind == yaml.AliasNode {
		r.fault(n.Line, "A roster has no references such as \\*%s. Write it out.", rules.Escape(clipped(n.Value)))
	}
	if n.Style&yaml.TaggedStyle != 0 {
		r.fault(n.Line, "A roster has no tags such as %s.", rules.Escape(clipped(n.Tag)))
	}
	if deep > mostDeep {
		r.fault(n.Line, "Values stand in one another more than %d deep.", mostDeep)
		n.Content = nil
		return
	}
	for i, one := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 {
			r.key(n, i)
		}
		r.structure(one, deep+1)
	}
}

// key looks at one key of a mapping.
func (r *reading) key(n *yaml.Node, i int) {
	key := n.Content[i]
	if key.Kind != yaml.ScalarNode {
		if key.Kind != yaml.AliasNode {
			r.fault(key.Line, "A key is one word.")
		}
		return
	}
	if i > 2*mostKeys {
		if i == 2*mostKeys+2 {
			r.fault(key.Line, "There are more than %d keys.", mostKeys)
		}
		return
	}
	for j := 0; j < i; j += 2 {
		if n.Content[j].Value == key.Value {
			r.fault(key.Line, "%s stands here twice, also in line %d.", rules.Escape(clipped(key.Value)), n.Content[j].Line)
			return
		}
	}
}

const mostKeys = 200 // of one mapping

// each calls the function of every key of a mapping; of one that stands there twice,
// which is a fault, for the first.
func (r *reading) each(n *yaml.Node, what string, keys map[string]func(*yaml.Node)) bool {
	if n.Kind != yaml.MappingNode {
		if n.Kind != yaml.AliasNode {
			r.fault(n.Line, "%s is no list of keys and values, and should be.", what)
		}
		return false
	}
	seen := make(map[string]bool)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if read, known := keys[key.Value]; known {
			if !seen[key.Value] {
				read(n.Content[i+1])
			}
			seen[key.Value] = true
		} else if key.Kind == yaml.ScalarNode {
			r.fault(key.Line, "%s has no key %s. There are %s.", what, rules.Escape(clipped(key.Value)), rules.List(keysIn(keys)))
		}
	}
	return true
}

func keysIn(keys map[string]func(*yaml.Node)) []string {
	var list []string
	for key := range keys {
		list = append(list, key)
	}
	slices.Sort(list)
	return list
}

func quoted(n *yaml.Node) bool {
	return n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0
}

var (
	jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)
	plainWord  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_' -]*[A-Za-z0-9]$`)
	oddWord    = regexp.MustCompile(`(?i)^(y|n|yes|no|on|off|true|false|null)$`)
)

// jsonOf makes JSON of a value, its keys in the order of the file.
func jsonOf(n *yaml.Node) (json.RawMessage, FileFaults) {
	var b bytes.Buffer
	var faults FileFaults
	writeJSON(&b, n, &faults)
	return b.Bytes(), faults
}

func writeJSON(b *bytes.Buffer, n *yaml.Node, faults *FileFaults) {
	switch n.Kind {
	case yaml.MappingNode:
		b.WriteByte('{')
		for i := 0; i+1 < len(n.Content); i += 2 {
			if i > 0 {
				b.WriteByte(',')
			}
			b.Write(encode(n.Content[i].Value))
			b.WriteByte(':')
			writeJSON(b, n.Content[i+1], faults)
		}
		b.WriteByte('}')
	case yaml.SequenceNode:
		b.WriteByte('[')
		for i, one := range n.Content {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, one, faults)
		}
		b.WriteByte(']')
	case yaml.ScalarNode:
		b.Write(scalar(n, faults))
	default:
		b.WriteString("null")
	}
}

// scalar makes JSON of one value. What YAML would read as another number than is
// written, such as 007, is a fault.
func scalar(n *yaml.Node, faults *FileFaults) json.RawMessage {
	switch tag := n.ShortTag(); {
	case quoted(n):
		return encode(n.Value)
	case jsonNumber.MatchString(n.Value):
		return json.RawMessage(n.Value)
	case tag == "!!null":
		return json.RawMessage("null")
	case tag == "!!bool":
		return encode(strings.EqualFold(n.Value, "true"))
	case tag == "!!int" || tag == "!!float":
		faults.add(n.Line, "%s is written as no plain number is. Put it in quotes if it is a text.", rules.Escape(clipped(n.Value)))
		return json.RawMessage("null")
	}
	return encode(n.Value)
}

// nodeOf makes YAML of JSON, its keys in their order.
func nodeOf(raw json.RawMessage) (*yaml.Node, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	return nextNode(dec)
}

func nextNode(dec *json.Decoder) (*yaml.Node, error) {
	token, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch v := token.(type) {
	case json.Delim:
		n := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
		if v == '[' {
			n = &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
		}
		simple := true
		for dec.More() {
			one, err := nextNode(dec)
			if err != nil {
				return nil, err
			}
			simple = simple && one.Kind == yaml.ScalarNode
			n.Content = append(n.Content, one)
		}
		if simple && (v == '[' || len(n.Content) == 0) {
			n.Style = yaml.FlowStyle
		}
		_, err := dec.Token()
		return n, err
	case json.Number:
		return plain(v.String()), nil
	case string:
		return word(v), nil
	case bool:
		return plain(strconv.FormatBool(v)), nil
	}
	return plain("null"), nil
}

func plain(text string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: text} }

// word is a text: in quotes, unless it can only be a text.
func word(text string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
	if !plainWord.MatchString(text) || oddWord.MatchString(text) {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}
