package rules

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Dice gives the faces, from 1 to sides, of roll number n: count dice of one
// kind. The same n, kind and sides always give the same faces, and no number is
// ever asked for twice in a fight but by a re-run of the same unit.
type Dice interface {
	Roll(n int, kind string, count, sides int) []int
}

// Rolled is one numbered pool of dice or, when Hidden, one shuffle: its Faces
// are then the permutation of 0..Sides-1, top of the pile first.
type Rolled struct {
	N      int    `json:"n"`
	Kind   string `json:"kind"`
	Sides  int    `json:"sides"`
	Faces  []int  `json:"faces,omitempty"`
	Hidden bool   `json:"hidden,omitempty"`
}

// Sealed is the only live dice: a stream drawn from a secret of 64 hex digits
// that was sealed before the players gave their words, mixed with those words.
// Roll n reads HMAC-SHA-256(secret, "roll-v1|FIGHT|n|KIND|SIDES|MIX|i") for
// i = 0, 1, … from left to right, one byte a draw (two, big-endian, above 256
// sides), skipping draws at or above the largest multiple of sides.
type Sealed struct{ secret, fight, mix string }

// NewSealed returns the dice of a fight whose words have been mixed.
func NewSealed(secret, fight, mix string) Sealed { return Sealed{secret, fight, mix} }

// SealOf is what the channel sees before the words are given: SHA-256 over
// "seal-v1|FIGHT|SECRET", in hex.
func SealOf(secret, fight string) string { return digest("seal-v1|" + fight + "|" + secret) }

// Mix joins the sides' words, in seat order, into the 16 hex digits that every
// roll is mixed with.
func Mix(words []string) string { return digest(strings.Join(words, "\n"))[:16] }

// PickSeal is the seal of one secret pick: SHA-256 over
// "pick-v1|FIGHT|ASKED|KEY|PICKS|NONCE" with the picks joined by commas.
func PickSeal(fight string, asked int, key string, picks []string, nonce string) string {
	return digest(fmt.Sprintf("pick-v1|%s|%d|%s|%s|%s", fight, asked, key, strings.Join(picks, ","), nonce))
}

// WordSum is what a wary player hands in first: SHA-256 of a word, in hex.
func WordSum(word string) string { return digest(word) }

// isDigest tells whether a text has the form of a digest.
func isDigest(text string) bool {
	sum, err := hex.DecodeString(text)
	return err == nil && len(sum) == sha256.Size && strings.ToLower(text) == text
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Roll draws count faces of roll n.
func (s Sealed) Roll(n int, kind string, count, sides int) []int {
	width, span := 1, 256
	if sides > 256 {
		width, span = 2, 65536
	}
	limit := sides * (span / sides)
	faces := make([]int, 0, count)
	for i := 0; len(faces) < count; i++ {
		mac := hmac.New(sha256.New, []byte(s.secret))
		fmt.Fprintf(mac, "roll-v1|%s|%d|%s|%d|%s|%d", s.fight, n, kind, sides, s.mix, i)
		block := mac.Sum(nil)
		for at := 0; at+width <= len(block) && len(faces) < count; at += width {
			draw := int(block[at])
			if width == 2 {
				draw = draw<<8 | int(block[at+1])
			}
			if draw < limit {
				faces = append(faces, draw%sides+1)
			}
		}
	}
	return faces
}

// shuffle is Fisher-Yates from the top: for m = size … 2 the card at place m-1
// changes with the one at place face-1 of a die with m sides, all under the
// same roll number and kind.
func shuffle(d Dice, n int, kind string, size int) []int {
	order := make([]int, size)
	for i := range order {
		order[i] = i
	}
	for m := size; m > 1; m-- {
		j := d.Roll(n, kind, 1, m)[0] - 1
		order[m-1], order[j] = order[j], order[m-1]
	}
	return order
}

// recorded gives back the rolls of one log line, in order, and panics with a
// fault when the rules ask for another. It stands in the place of Dice.
type recorded struct{ rolls []Rolled }

func (r *recorded) Roll(_ int, kind string, count, sides int) []int {
	return r.next(kind, count, sides, false).Faces
}

func (r *recorded) next(kind string, count, sides int, hidden bool) Rolled {
	if len(r.rolls) == 0 {
		panic(&Fault{fmt.Sprintf("the record holds no roll for %s %dd%d", kind, count, sides)})
	}
	roll := r.rolls[0]
	if roll.Kind != kind || roll.Sides != sides || len(roll.Faces) != count || roll.Hidden != hidden {
		panic(&Fault{fmt.Sprintf("roll %d of the record is %s of %d sides, not %s %dd%d", roll.N, roll.Kind, roll.Sides, kind, count, sides)})
	}
	r.rolls = r.rolls[1:]
	return roll
}
