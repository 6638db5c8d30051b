package commands

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"umpire/rules"
)

// redaction takes a person's number and names out of texts: a name where it stands
// as a word of its own, in any way in which a text may have it.
type redaction struct {
	user  string
	forms []string // that a name takes, the longest first
	hints [][]byte // what bytes hold that may name the person
}

func redact(user string, names []string) redaction {
	x := redaction{user: user, hints: [][]byte{[]byte(user)}}
	for _, name := range names {
		for _, form := range []string{rules.Escape(name), name, rules.Escape(plain(name)), plain(name)} {
			if strings.TrimSpace(form) != "" && !slices.Contains(x.forms, form) {
				x.forms = append(x.forms, form)
			}
		}
		x.hints = append(x.hints, []byte(longestWord(name)))
	}
	slices.SortStableFunc(x.forms, func(a, b string) int { return len(b) - len(a) })
	return x
}

// longestWord is the part of a name that looks alike however it is escaped.
func longestWord(name string) string {
	longest := ""
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return !wordly(r) }) {
		if len(word) > len(longest) {
			longest = word
		}
	}
	if longest == "" {
		return name
	}
	return longest
}

func wordly(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// named tells whether bytes may name the person; it errs on the side of yes.
func (x redaction) named(body []byte) bool {
	return slices.ContainsFunc(x.hints, func(hint []byte) bool { return len(hint) > 0 && bytes.Contains(body, hint) })
}

// text takes the person out of a text.
func (x redaction) text(text string) string {
	text = strings.NewReplacer("<@"+x.user+">", nobody, "<@!"+x.user+">", nobody).Replace(text)
	for _, form := range x.forms {
		text = replaceWord(text, form, nobody)
	}
	return replaceWord(text, x.user, "0")
}

// replaceWord puts other in the place of a word wherever no letter or digit stands
// beside it.
func replaceWord(text, word, other string) string {
	first, _ := utf8.DecodeRuneInString(word)
	last, _ := utf8.DecodeLastRuneInString(word)
	var b strings.Builder
	done := 0
	for {
		at := strings.Index(text[done:], word)
		if at < 0 {
			b.WriteString(text[done:])
			return b.String()
		}
		at += done
		end := at + len(word)
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[end:])
		b.WriteString(text[done:at])
		if wordly(first) && wordly(before) || wordly(last) && wordly(after) {
			b.WriteString(word)
		} else {
			b.WriteString(other)
		}
		done = end
	}
}

// body takes the person out of the body of an outbox row.
func (x redaction) body(body []byte) ([]byte, error) {
	if len(body) == 0 {
		return body, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	return json.Marshal(x.value(value))
}

// value goes through what JSON gave. A list loses the person's number; a file is
// text within its base64.
func (x redaction) value(value any) any {
	switch v := value.(type) {
	case string:
		return x.text(v)
	case []any:
		v = slices.DeleteFunc(v, func(item any) bool { return item == x.user })
		for i := range v {
			v[i] = x.value(v[i])
		}
		return v
	case map[string]any:
		for key := range v {
			v[key] = x.value(v[key])
		}
		if body, ok := v["body"].(string); ok {
			if raw, err := base64.StdEncoding.DecodeString(body); err == nil && utf8.Valid(raw) {
				v["body"] = base64.StdEncoding.EncodeToString([]byte(x.text(string(raw))))
			}
		}
		return v
	}
	return value
}
