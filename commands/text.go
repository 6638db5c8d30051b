package commands

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"umpire/rules"
)

// textLimit is how long one post may be, in runes: under Discord's 2,000, so
// that a footer and a mention always fit.
const textLimit = 1800

// typedLimit is how long anything may be that a person types, in runes.
const typedLimit = 200

// path makes the custom id of a component: words with slashes between.
func path(parts ...any) string {
	words := make([]string, len(parts))
	for i, p := range parts {
		words[i] = fmt.Sprint(p)
	}
	return strings.Join(words, "/")
}

// number reads a whole number that a path carries; 0, which no log line has, for
// what is none.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

// words makes a key readable: "hand_size" becomes "hand size".
func words(key string) string { return strings.ReplaceAll(key, "_", " ") }

// spoken is the value of a house rule as people say it.
func spoken(value string) string {
	switch value {
	case "true":
		return "yes"
	case "false":
		return "no"
	}
	return words(value)
}

// clip cuts a text to a number of runes.
func clip(text string, limit int) string {
	if r := []rune(text); len(r) > limit {
		return string(r[:max(0, limit-1)]) + "…"
	}
	return text
}

// clipWords cuts a text to whole words of at most so many runes.
func clipWords(text string, limit int) string {
	if runes(text) <= limit {
		return text
	}
	head := string([]rune(text)[:max(0, limit-1)])
	if at := strings.LastIndexByte(head, ' '); at > 0 {
		head = head[:at]
	}
	return strings.TrimRight(head, " ,;:") + "…"
}

// cutLines cuts a text to whole lines of at most so many runes.
func cutLines(text string, limit int) string {
	if runes(text) <= limit {
		return text
	}
	head := string([]rune(text)[:max(0, limit)])
	if at := strings.LastIndexByte(head, '\n'); at > 0 {
		return head[:at]
	}
	return clip(text, limit)
}

// plain writes a name where no markdown is read, as in a thread's title or a text
// file: it stays on its line, and does not turn the direction of what follows.
func plain(name string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		case unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp):
			return ' '
		}
		return r
	}, name))
}

// typed shows what somebody typed, without power over the text around it.
func typed(text string) string { return rules.Escape(clip(text, 60)) }

// listed names labels in a text.
func listed(labels []string) string {
	if len(labels) == 0 {
		return "none"
	}
	escaped := make([]string, len(labels))
	for i, l := range labels {
		escaped[i] = rules.Escape(l)
	}
	return rules.List(escaped)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSuffix(line, ".")
}

// pack joins texts by line breaks into as few as possible of at most limit
// runes, cutting between texts, else between lines, else between words.
func pack(texts []string, limit int) []string {
	var out []string
	for _, text := range texts {
		for _, piece := range split(text, limit) {
			last := len(out) - 1
			if last >= 0 && runes(out[last])+1+runes(piece) <= limit {
				out[last] += "\n" + piece
			} else {
				out = append(out, piece)
			}
		}
	}
	return out
}

func split(text string, limit int) []string {
	var out []string
	for runes(text) > limit {
		head := string([]rune(text)[:limit])
		at := strings.LastIndexByte(head, '\n')
		if at <= 0 {
			at = strings.LastIndexByte(head, ' ')
		}
		if at <= 0 {
			at = len(head)
		}
		out = append(out, text[:at])
		text = strings.TrimLeft(text[at:], "\n ")
	}
	return append(out, text)
}

func runes(text string) int { return len([]rune(text)) }
