package kit

import (
	"cmp"
	"slices"
)

// Throw is a Notation with the dice as they fell.
type Throw struct{ rolls []thrown }

// thrown is one roll: its pools in their order, and what it came to.
type thrown struct {
	noted
	pools []thrownPool
	total int
}

// thrownPool is one pool's dice. Value is the sum of those that were kept, or
// the successes among them. Stopped counts the explosions that the limit cut off.
type thrownPool struct {
	pool
	dice    []die
	value   int
	stopped int
}

// die is one die: was is its face before it was rerolled, or 0.
type die struct {
	face, was         int
	exploded, dropped bool // exploded: another die's explosion added it
}

// Throw rolls the notation. Roll gives the faces, 1 to sides, of count dice that
// are rolled together; it is asked for 300 dice at most in all.
func (n Notation) Throw(roll func(count, sides int) []int) Throw {
	left := diceLimit - n.reserved // for explosions
	var t Throw
	for _, noted := range n.rolls {
		one := thrown{noted: noted}
		for _, term := range noted.terms {
			value := term.number
			if term.pool != nil {
				p := thrownPool{pool: *term.pool}
				left -= p.throw(roll, left)
				value = p.value
				one.pools = append(one.pools, p)
			}
			if term.minus {
				value = -value
			}
			one.total += value
		}
		t.rolls = append(t.rolls, one)
	}
	return t
}

// throw rolls the pool's dice: it rerolls, lets explode what is left to, drops
// and counts, in that order. It gives how many explosions it rolled.
func (p *thrownPool) throw(roll func(count, sides int) []int, left int) (exploded int) {
	for _, face := range roll(p.count, p.sides) {
		p.dice = append(p.dice, die{face: face})
	}
	p.again(roll)
	for from := 0; p.explode != nil && from < len(p.dice); {
		due := 0
		for _, d := range p.dice[from:] {
			if p.explode.holds(d.face) {
				due++
			}
		}
		from = len(p.dice)
		more := min(due, left-exploded)
		p.stopped += due - more
		if more == 0 {
			break
		}
		for _, face := range roll(more, p.sides) {
			p.dice = append(p.dice, die{face: face, exploded: true})
		}
		exploded += more
	}
	p.drop()
	for _, d := range p.dice {
		switch {
		case d.dropped:
		case p.hits == nil:
			p.value += d.face
		case p.hits.holds(d.face):
			p.value++
		}
	}
	return exploded
}

// again rerolls once, all dice together.
func (p *thrownPool) again(roll func(count, sides int) []int) {
	var bad []int
	for i, d := range p.dice {
		if p.reroll != nil && p.reroll.holds(d.face) {
			bad = append(bad, i)
		}
	}
	if len(bad) == 0 {
		return
	}
	for i, face := range roll(len(bad), p.sides) {
		d := &p.dice[bad[i]]
		d.face, d.was = face, d.face
	}
}

// drop marks the dice that do not count. Of equal ones the first are the lower.
func (p *thrownPool) drop() {
	if p.keep == nil {
		return
	}
	order := make([]int, len(p.dice))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p.dice[a].face, p.dice[b].face) })
	n := p.keep.n
	switch p.keep.way {
	case "kh":
		order = order[:len(order)-n]
	case "kl":
		order = order[n:]
	case "dh":
		order = order[len(order)-n:]
	case "dl":
		order = order[:n]
	}
	for _, i := range order {
		p.dice[i].dropped = true
	}
}
