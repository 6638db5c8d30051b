package kit

import (
	"unicode"
	"unicode/utf8"
)

// Capital writes a text's first letter large.
func Capital(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
