package kit

import "fmt"

// pool reads what follows the d of count dice, which began at a place.
func (r *notationReader) pool(at, count int) (*pool, error) {
	r.space()
	sides, given := r.number()
	switch {
	case !given:
		return nil, r.refuse(r.at, "after d comes a number of sides, as in d6 or d100.")
	case count < 1 || count > poolLimit:
		return nil, r.refuse(at, "a pool has 1 to %d dice, not %s.", poolLimit, many(count))
	case sides < leastSides || sides > mostSides:
		return nil, r.refuse(at, "a die has %d to %d sides, not %s.", leastSides, mostSides, many(sides))
	}
	p := &pool{count: count, sides: sides}
	for {
		found, err := r.modifier(p)
		if err != nil {
			return nil, err
		}
		if !found {
			break
		}
	}
	if r.notation.reserved += p.dice(); r.notation.reserved > diceLimit {
		return nil, r.refuse(at, "a command rolls at most %d dice, and a reroll counts for every die that it might roll again; these come to %d or more.", diceLimit, r.notation.reserved)
	}
	return p, nil
}

// many tells a number that a player wrote; one that was cut short as beyond all
// limits.
func many(n int) string {
	if n >= 1_000_000_000 {
		return "a thousand million or more"
	}
	return fmt.Sprint(n)
}

// modifier reads one thing that is done to a pool's dice, if one follows.
func (r *notationReader) modifier(p *pool) (found bool, err error) {
	before := r.at
	r.space()
	at := r.at
	for _, way := range []string{"kh", "kl", "dh", "dl"} {
		if r.take(way) {
			return true, r.keep(at, way, p)
		}
	}
	switch {
	case r.take("r"):
		return true, r.condition(at, "r", &p.reroll, p)
	case r.take("!"):
		return true, r.condition(at, "!", &p.explode, p)
	case r.ahead("<>="):
		return true, r.condition(at, "", &p.hits, p)
	}
	r.at = before
	return false, nil
}

// keep reads how many dice to keep or to drop; one, if nothing is said.
func (r *notationReader) keep(at int, way string, p *pool) error {
	n, given := r.number()
	if !given {
		n = 1
	}
	most := p.count
	if way[0] == 'd' {
		most-- // one must be left
	}
	switch {
	case p.keep != nil:
		return r.refuse(at, "a pool keeps or drops dice once.")
	case most == 0:
		return r.refuse(at, "%s needs at least 2 dice.", way)
	case n < 1 || n > most:
		return r.refuse(at, "%s of %d dice takes 1 to %d, not %s.", way, p.count, most, many(n))
	}
	p.keep = &keep{way, n}
	return nil
}

// condition reads which faces are rerolled (r), explode (!) or are successes
// (nothing before it), and refuses what could go on for ever or never happens.
func (r *notationReader) condition(at int, what string, into **condition, p *pool) error {
	c := condition{how: "=", n: p.sides}
	if what != "!" || r.ahead("<>=0123456789") {
		for _, how := range []string{"<=", ">=", "<", ">", "="} {
			if r.take(how) {
				c.how = how
				break
			}
		}
		n, given := r.number()
		if !given {
			return r.refuse(r.at, "here a face is missing, as in r1, r<3, !>5 or >=4.")
		}
		c.n = n
	}
	text := what + c.String()
	if what != "" {
		text = what + c.short()
	}
	switch faces := c.faces(p.sides); {
	case *into != nil:
		return r.refuse(at, "%s comes after another of its kind; a pool takes one.", text)
	case faces == 0:
		return r.refuse(at, "%s means no face of a d%d.", text, p.sides)
	case faces == p.sides && what == "r":
		return r.refuse(at, "%s would reroll every face of a d%d. Leave one to stand.", text, p.sides)
	case faces == p.sides && what == "!":
		return r.refuse(at, "%s would let every face of a d%d explode, without end. Leave one out.", text, p.sides)
	}
	*into = &c
	return nil
}

// ahead tells whether one of some characters stands here.
func (r *notationReader) ahead(characters string) bool {
	for _, c := range characters {
		if r.at < len(r.text) && r.text[r.at] == c {
			return true
		}
	}
	return false
}
