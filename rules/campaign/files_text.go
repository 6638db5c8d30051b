package campaign

import (
	"bytes"
	"encoding/binary"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// decodedText makes text of the bytes of a file, with lines that end in a line
// feed; odd says what was strange about them, or is empty.
func decodedText(data []byte) (text, odd string) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		text = wide(data[2:], binary.LittleEndian)
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		text = wide(data[2:], binary.BigEndian)
	case utf8.Valid(data):
		text = string(data)
	default:
		text = western(data)
		odd = "The file is not in UTF-8; it was read as Windows text. Look at its accented letters."
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), odd
}

func wide(data []byte, order binary.ByteOrder) string {
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	return string(utf16.Decode(units))
}

// western reads Windows-1252.
func western(data []byte) string {
	upper := []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")
	var b strings.Builder
	for _, c := range data {
		if c >= 0x80 && c < 0xa0 {
			b.WriteRune(upper[c-0x80])
		} else {
			b.WriteRune(rune(c))
		}
	}
	return b.String()
}

var fence = regexp.MustCompile("(?s)^\\s*```[a-z]*\n(.*?)\n?```\\s*$")

// unfenced takes the code block away that a pasted text may stand in.
func unfenced(text string) string {
	if found := fence.FindStringSubmatch(text); found != nil {
		return "\n" + found[1] // lines keep their numbers
	}
	return text
}

// cleanLine is a text of one line without what does not show or harms the line
// that it stands in; odd says what was taken away, or is empty. Words are parted
// by single spaces.
func cleanLine(text string) (clean, odd string) {
	clean, odd = cleanText(text)
	if strings.Contains(clean, "\n") && odd == "" {
		odd = "a break of the line"
	}
	return strings.Join(strings.Fields(clean), " "), odd
}

// cleanText is a text of many lines without what does not show.
func cleanText(text string) (clean, odd string) {
	letters := []rune(strings.ToValidUTF8(text, "\ufffd"))
	var b strings.Builder
	for i, l := range letters {
		switch {
		case unicode.Is(unicode.Bidi_Control, l):
			odd = "a mark that turns text round"
		case l == '\u200d' && i > 0 && i+1 < len(letters) && joins(letters[i-1]) && joins(letters[i+1]):
			b.WriteRune(l) // one picture of two
		case unseen(l):
			if odd == "" {
				odd = "a mark that does not show"
			}
		case l == '\u2028' || l == '\u2029' || l == '\u0085' || l == '\r' || l == '\v' || l == '\f':
			b.WriteByte('\n')
		case l == '\n' || l == '\t':
			b.WriteRune(l)
		case unicode.IsControl(l) || l == '\ufffe' || l == '\uffff':
			if odd == "" {
				odd = "a control character"
			}
		default:
			b.WriteRune(l)
		}
	}
	return b.String(), odd
}

// unseen tells letters that take no room: zero-width ones, tags, fillers.
func unseen(l rune) bool {
	return l == '\u00ad' || l == '\u034f' || l == '\u115f' || l == '\u1160' || l == '\u3164' || l == '\uffa0' ||
		l >= 0xfff9 && l <= 0xfffb || unicode.Is(unicode.Cf, l)
}

// joins tells letters that a zero-width joiner makes one picture of.
func joins(l rune) bool {
	return l >= 0x1f000 && l < 0x20000 || l >= 0x2190 && l < 0x2c00 || l == 0xfe0f
}
