package kit

import (
	"fmt"
	"strings"
)

// What a command may ask of the dice.
const (
	notationLimit = 300 // characters
	rollLimit     = 10  // rolls
	termLimit     = 40  // pools and numbers, all rolls together
	poolLimit     = 100 // dice, before any of them explodes
	diceLimit     = 300 // dice, all rolls together, with rerolls and explosions
	leastSides    = 2
	mostSides     = 1000
	constantLimit = 100_000
	labelLimit    = 100 // characters
)

// Notation is dice as players write them, "4d6kh3 + 2; 5d6>=4 # arrows", read
// and found within the limits: a few rolls, each a sum of pools and numbers.
type Notation struct {
	rolls    []noted
	reserved int // dice that are rolled whatever falls, and every possible reroll
}

// noted is one roll: what is added up, and what it is called.
type noted struct {
	terms []term
	label string
}

// term is a pool or, without one, a number; minus: it is taken off.
type term struct {
	minus  bool
	pool   *pool
	number int
}

// pool is dice of one kind. Reroll, explode and hits are nil where the notation
// has none of it.
type pool struct {
	count, sides int
	reroll       *condition // rolled once more; the second face counts
	explode      *condition // another die is added, and may explode too
	keep         *keep
	hits         *condition // successes are counted, instead of adding the faces up
}

// keep is which dice of a pool count: way is kh, kl, dh or dl.
type keep struct {
	way string
	n   int
}

// condition is what a face must fulfil: how is one of = < > <= >=.
type condition struct {
	how string
	n   int
}

func (c condition) holds(face int) bool {
	switch c.how {
	case "<":
		return face < c.n
	case ">":
		return face > c.n
	case "<=":
		return face <= c.n
	case ">=":
		return face >= c.n
	}
	return face == c.n
}

// faces counts the faces of a die for which the condition holds.
func (c condition) faces(sides int) int {
	n := 0
	for face := 1; face <= sides; face++ {
		if c.holds(face) {
			n++
		}
	}
	return n
}

// short writes the condition as it follows r and !: a bare number means equal.
func (c condition) short() string {
	return strings.TrimPrefix(c.String(), "=")
}

func (c condition) String() string { return fmt.Sprintf("%s%d", c.how, c.n) }

// dice is how many dice the pool may take, its explosions aside.
func (p pool) dice() int {
	if p.reroll != nil {
		return 2 * p.count
	}
	return p.count
}

// String writes the pool in the one form of its notation: "4d6kh3".
func (p pool) String() string {
	text := fmt.Sprintf("%dd%d", p.count, p.sides)
	if p.reroll != nil {
		text += "r" + p.reroll.short()
	}
	if p.explode != nil {
		text += "!" + p.explode.short()
	}
	if p.keep != nil {
		text += fmt.Sprintf("%s%d", p.keep.way, p.keep.n)
	}
	if p.hits != nil {
		text += p.hits.String()
	}
	return text
}

// String writes the roll without its label: "4d6kh3 + 2".
func (n noted) String() string {
	var b strings.Builder
	for i, t := range n.terms {
		b.WriteString(t.sign(i))
		if t.pool != nil {
			b.WriteString(t.pool.String())
		} else {
			fmt.Fprint(&b, t.number)
		}
	}
	return b.String()
}

// sign is what stands before the i-th term of a sum.
func (t term) sign(i int) string {
	switch {
	case i == 0 && t.minus:
		return "−"
	case i == 0:
		return ""
	case t.minus:
		return " − "
	}
	return " + "
}

// counts tells whether the roll counts successes.
func (n noted) counts() bool {
	for _, t := range n.terms {
		if t.pool != nil && t.pool.hits != nil {
			return true
		}
	}
	return false
}
