package rules_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"slices"
	"testing"

	"umpire/rules"
)

// The vector of the published recipe: the same in Go, Python and openssl.
const (
	vectorSecret = "e83a328a241ab772ca5dfc5afb325ce0e071c966d267059b24292cbd45f8328b"
	vectorSeal   = "7d32731a96ad45ec759dd3eaf6fe61c3952c92843bac2b9f6627c15523636672"
	vectorMix    = "157c79a7997ececc"
	vectorPick   = "3ced64885f3636352f7f7acab30dd5011940c99dc6fb17733a133c3769176c58"
)

func TestDiceGiveThePublishedVector(t *testing.T) {
	if got := rules.SealOf(vectorSecret, "K7Q2"); got != vectorSeal {
		t.Errorf("the seal is %s", got)
	}
	if got := rules.Mix([]string{"green tide", "hold the bridge"}); got != vectorMix {
		t.Errorf("the words mix to %s", got)
	}
	dice := rules.NewSealed(vectorSecret, "K7Q2", vectorMix)
	if got := dice.Roll(17, "attack", 5, 6); !slices.Equal(got, []int{1, 3, 5, 6, 4}) {
		t.Errorf("the attack rolls %v", got)
	}
	if got := dice.Roll(17, "defence", 4, 6); !slices.Equal(got, []int{4, 4, 1, 2}) {
		t.Errorf("the defence rolls %v", got)
	}
	if got := rules.PickSeal("K7Q2", 3, "123456789012345678", []string{"KH"}, "00112233445566778899aabbccddeeff"); got != vectorPick {
		t.Errorf("the pick seals to %s", got)
	}
}

// stream is the recipe worked a second time: the draws of one roll, in order.
func stream(n int, kind string, sides, width, blocks int) []int {
	var draws []int
	for i := range blocks {
		mac := hmac.New(sha256.New, []byte(vectorSecret))
		fmt.Fprintf(mac, "roll-v1|K7Q2|%d|%s|%d|%s|%d", n, kind, sides, vectorMix, i)
		for block := mac.Sum(nil); len(block) > 0; block = block[width:] {
			draw := int(block[0])
			if width == 2 {
				draw = draw*256 + int(block[1])
			}
			draws = append(draws, draw)
		}
	}
	return draws
}

func TestDrawsThatWouldFavourAFaceAreSkipped(t *testing.T) {
	for _, c := range []struct{ sides, width, limit int }{
		{6, 1, 252}, {10, 1, 250}, {52, 1, 208}, {256, 1, 256}, {1, 1, 256}, {257, 2, 65535}, {300, 2, 65400}, {40000, 2, 40000},
	} {
		var want []int
		skipped := 0
		for _, draw := range stream(3, "test", c.sides, c.width, 80) {
			if draw >= c.limit {
				skipped++
				continue
			}
			want = append(want, draw%c.sides+1)
		}
		if c.limit < 1<<(8*c.width)-1 && skipped == 0 {
			t.Fatalf("%d sides: the stream has nothing to skip, so this proves nothing", c.sides)
		}
		got := rules.NewSealed(vectorSecret, "K7Q2", vectorMix).Roll(3, "test", min(1000, len(want)), c.sides)
		if !slices.Equal(got, want[:len(got)]) {
			t.Errorf("%d sides: %v, not %v", c.sides, got[:10], want[:10])
		}
	}
}

// shuffler deals one deck of three and tells how it lies.
func shuffler() *rules.System {
	return define(rules.Step[pad]{Name: "Deal", Run: func(_ *pad, t *rules.Turn) error {
		t.Say(Note{fmt.Sprint(t.Shuffle("deck:1:1", 3))})
		t.End(rules.Outcome{})
		return nil
	}})
}

func TestEveryOrderOfADeckComesEquallyOften(t *testing.T) {
	const fights = 600
	orders := make(map[string]int)
	for i := range fights {
		b := begin(t, shuffler(), fmt.Sprint("secret ", i))
		orders[notes(b.Told[len(b.Told)-1])[0]]++
	}
	if len(orders) != 6 {
		t.Fatalf("the orders are %v", orders)
	}
	for order, n := range orders {
		if n < fights/6-50 || n > fights/6+50 { // about five standard deviations
			t.Errorf("the order %s comes %d times of %d", order, n, fights)
		}
	}
}

func TestHiddenShuffleIsSealedInItsLine(t *testing.T) {
	b := begin(t, shuffler(), "secret")
	line := b.Log[len(b.Log)-1]
	if len(line.Rolls) != 1 || line.Rolls[0].Faces != nil || line.RollSeal == "" {
		t.Errorf("the public part holds %+v, sealed %q", line.Rolls, line.RollSeal)
	}
	if len(line.Secret.Rolls) != 1 || len(line.Secret.Rolls[0].Faces) != 3 || line.Secret.RollNonce == "" {
		t.Errorf("the secret part holds %+v", line.Secret)
	}
}

func TestImpossiblePoolsAreFaults(t *testing.T) {
	for name, roll := range map[string]func(*rules.Turn){
		"less than none":      func(t *rules.Turn) { t.Roll("x", -1, 6) },
		"too many":            func(t *rules.Turn) { t.Roll("x", 1001, 6) },
		"no sides":            func(t *rules.Turn) { t.Roll("x", 1, 0) },
		"too many sides":      func(t *rules.Turn) { t.Roll("x", 1, 65537) },
		"a deck rolled":       func(t *rules.Turn) { t.Roll("deck:1:1", 1, 6) },
		"dice shuffled":       func(t *rules.Turn) { t.Shuffle("attack", 6) },
		"a deck of less":      func(t *rules.Turn) { t.Shuffle("deck:1:1", -1) },
		"a deck of thousands": func(t *rules.Turn) { t.Shuffle("deck:1:1", 1001) },
	} {
		sys := define(rules.Step[pad]{Name: "Roll", Run: func(_ *pad, t *rules.Turn) error {
			roll(t)
			return nil
		}})
		isFault(t, name, fails(t, sys))
	}
}
