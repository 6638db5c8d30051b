package skirmish

import (
	"slices"

	"umpire/rules/kit"
)

// Needed is what a hit roll must make: 4 in melee and against a target in the
// open, 5 in soft cover, 6 in hard cover.
func Needed(mode Mode, cover kit.Cover) int {
	switch {
	case mode == Melee:
		return 4
	case cover == kit.Hard:
		return 6
	case cover == kit.Soft:
		return 5
	}
	return 4
}

// Hits tells whether a hit roll hits, and what it makes with its bonus. The die
// itself decides first: a 1 never hits, a 6 always does (SK-14).
func Hits(die, bonus, needed int) (makes int, hit bool) {
	makes = die + bonus
	switch die {
	case 1:
		return makes, false
	case 6:
		return makes, true
	}
	return makes, makes >= needed
}

// Through lists the attack dice that get through: each number that a defence
// die shows blocks all attack dice with that number.
func Through(attack, defence []int) []int {
	var through []int
	for _, die := range attack {
		if !slices.Contains(defence, die) {
			through = append(through, die)
		}
	}
	return through
}

// Again gives the attack dice after those at some places were rolled again.
func Again(attack []int, places, rolled []int) []int {
	again := slices.Clone(attack)
	for i, place := range places {
		again[place] = rolled[i]
	}
	return again
}

// Suffer is what is left of lives after damage: never below none, for what is
// beyond is lost.
func Suffer(lives, damage int) int { return max(0, lives-damage) }

// Successes counts the dice that show so much or more.
func Successes(dice []int, least int) int {
	n := 0
	for _, die := range dice {
		if die >= least {
			n++
		}
	}
	return n
}
