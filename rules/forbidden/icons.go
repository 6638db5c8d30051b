package forbidden

import (
	"fmt"
	"strings"
)

// Face is a combat icon: what a die, a token or a card shows.
type Face string

// The three icons. Tokens never show morale.
const (
	Offence Face = "offence"
	Defence Face = "defence"
	Morale  Face = "morale"
)

func faces() []Face { return []Face{Offence, Defence, Morale} }

// FaceOf is the icon on a side of the combat die: three of offence, two of
// defence, one of morale.
func FaceOf(d6 int) Face {
	switch {
	case d6 <= 3:
		return Offence
	case d6 <= 5:
		return Defence
	}
	return Morale
}

// sidesOf is how many of the die's six sides show an icon.
func sidesOf(f Face) int {
	switch f {
	case Offence:
		return 3
	case Defence:
		return 2
	}
	return 1
}

func (f Face) glyph() string {
	switch f {
	case Offence:
		return "⚔"
	case Defence:
		return "⛨"
	}
	return "★"
}

// Icons counts combat icons: of dice, of tokens or of a card.
type Icons struct {
	Offence int `json:"o,omitempty"`
	Defence int `json:"d,omitempty"`
	Morale  int `json:"m,omitempty"`
}

// Of is how many there are of one icon.
func (i Icons) Of(f Face) int { return *i.at(f) }

func (i *Icons) at(f Face) *int {
	switch f {
	case Offence:
		return &i.Offence
	case Defence:
		return &i.Defence
	}
	return &i.Morale
}

// Add changes the count of one icon by n, never below none. It gives by how
// much it changed.
func (i *Icons) Add(f Face, n int) int {
	at := i.at(f)
	n = max(n, -*at)
	*at += n
	return n
}

// Total is how many icons there are.
func (i Icons) Total() int { return i.Offence + i.Defence + i.Morale }

// String tells the icons in words and glyphs: "2 offence ⚔, 1 morale ★".
func (i Icons) String() string {
	var words []string
	for _, f := range faces() {
		if n := i.Of(f); n > 0 {
			words = append(words, fmt.Sprintf("%d %s %s", n, f, f.glyph()))
		}
	}
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, ", ")
}

// Letters is how a card's icons are written in a deck file: "OOD", or "-".
func (i Icons) Letters() string {
	text := strings.Repeat("O", i.Offence) + strings.Repeat("D", i.Defence) + strings.Repeat("M", i.Morale)
	if text == "" {
		return "-"
	}
	return text
}

// parseIcons reads what Letters writes.
func parseIcons(text string) (Icons, error) {
	var i Icons
	if text == "-" {
		return i, nil
	}
	for _, r := range text {
		switch r {
		case 'O':
			i.Offence++
		case 'D':
			i.Defence++
		case 'M':
			i.Morale++
		default:
			return i, fmt.Errorf("%q are not icons: write O, D and M, or - for none", text)
		}
	}
	if text == "" || len(text) > 8 {
		return i, fmt.Errorf("a card has up to 8 icons, or - for none")
	}
	return i, nil
}

// count tells a number of things: "one die", "two dice".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
