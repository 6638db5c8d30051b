package factions

import (
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"umpire/rules/kit"
)

// Challenges are read on a row from lowest to highest; a threshold that no row
// reaches is never.
const (
	lowest  = -6
	highest = 6
	never   = 7
)

// Row is the row of a challenge that a difference of ratings is read on: beyond
// the card it is the last one (WF-2).
func Row(difference int) int { return min(max(difference, lowest), highest) }

// Challenge is one challenge card. Each number is the smallest row that reaches
// it, 7 for none: the Hit bar, and the face that is at least so good. Below Fail
// the face is Fopp. As text it is HIT/FAIL/SQUEAK/PASS/AMAZE.
type Challenge struct{ Hit, Fail, Squeak, Pass, Amaze int }

// Hits tells whether the Hit bar covers a row.
func (c Challenge) Hits(row int) bool { return row >= c.Hit }

// Face is what the card shows on a row.
func (c Challenge) Face(row int) Face {
	switch {
	case row >= c.Amaze:
		return Amaze
	case row >= c.Pass:
		return Pass
	case row >= c.Squeak:
		return Squeak
	case row >= c.Fail:
		return Fail
	}
	return Fopp
}

// MarshalText writes the card's thresholds: "-6/-6/-6/-6/-4".
func (c Challenge) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%d/%d/%d/%d/%d", c.Hit, c.Fail, c.Squeak, c.Pass, c.Amaze), nil
}

// UnmarshalText reads what MarshalText wrote. A card whose face would get worse
// on a better row is refused.
func (c *Challenge) UnmarshalText(text []byte) error {
	parts := strings.Split(string(text), "/")
	if len(parts) != 5 {
		return fmt.Errorf("the challenge card %q is not hit/fail/squeak/pass/amaze", text)
	}
	var rows [5]int
	for i, part := range parts {
		row, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || row < lowest || row > never {
			return fmt.Errorf("the challenge card %q has %q, which is no row from %d to %d, nor 7 for never", text, part, lowest, highest)
		}
		rows[i] = row
	}
	for i := 2; i < 5; i++ {
		if rows[i] < rows[i-1] {
			return fmt.Errorf("the challenge card %q gets worse on a better row: its %s begins at %+d, before its %s at %+d", text, Face(i), rows[i], Face(i-1), rows[i-1])
		}
	}
	*c = Challenge{rows[0], rows[1], rows[2], rows[3], rows[4]}
	return nil
}

const (
	fewestCards = 2
	mostCards   = 200 // of a challenge deck
)

//go:embed deck.yaml
var deckFile []byte

type deckData struct {
	Cards []kit.Lined[string] `yaml:"cards"`
}

// ReadDeck reads a file of challenge cards, each as hit/fail/squeak/pass/amaze.
// An error names the file and the line of every fault.
func ReadDeck(file string, data []byte) ([]Challenge, error) {
	read, err := kit.ReadYAML[deckData](file, data)
	if err != nil {
		return nil, err
	}
	return deckOf(file, read.Cards)
}

func deckOf(file string, lines []kit.Lined[string]) ([]Challenge, error) {
	var faults []error
	cards := make([]Challenge, len(lines))
	for i, line := range lines {
		if err := cards[i].UnmarshalText([]byte(line.Value)); err != nil {
			faults = append(faults, kit.AtLine(file, line.Line, "%v", err))
		}
	}
	if n := len(cards); n < fewestCards || n > mostCards {
		faults = append(faults, fmt.Errorf("%s: a challenge deck has %d to %d cards, not %d", file, fewestCards, mostCards, n))
	}
	return cards, errors.Join(faults...)
}

// DefaultDeck is the deck of 50 that every team without its own draws from.
func DefaultDeck() []Challenge {
	cards, err := ReadDeck("deck.yaml", deckFile)
	if err != nil {
		panic("factions: " + err.Error())
	}
	return cards
}
