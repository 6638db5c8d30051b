// Package forbidden is Forbidden Stars combat: dice rolled once, then up to
// three rounds of one card from each side, then damage, and morale at the end.
//
// A session has two to four seats and idles on a step where each may order an
// attack. The forces are stated in words and agreed, and what survives is the
// starting line of the next combat there. A Combat knows two Armies and nothing
// of seats, areas or logs: cards are read ability by ability (effect.go), and
// the same code plays a round, works a test case and weighs a card's odds.
package forbidden
