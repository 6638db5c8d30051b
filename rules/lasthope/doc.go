// Package lasthope is Last Hope Frontier: two gangs, one attack at a time, and
// one card from each side, face down until both are in.
//
// A turn belongs to one side. It orders attacks until it is done: a model, a
// target, a weapon. An attack is one function that reads like the flow chart:
// nominate, one card each, reveal, test, tie-break, damage, toughness, wounds.
// The arithmetic (melee.go) knows nothing of turns; the facts carry every
// number with its reason, and lines.tmpl says how they sound.
package lasthope
