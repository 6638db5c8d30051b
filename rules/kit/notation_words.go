package kit

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"umpire/rules"
)

// How many dice of a pool are told one by one; of more, or where that makes too
// long a text, the faces are counted, and at last left out.
const (
	listLimit      = 30
	shortListLimit = 10
)

// textLimit is how long Text is at most, in characters: a post has room for a
// headline besides.
const textLimit = 1600

// Text tells the throw, a line for each roll: every face, which dice were
// rerolled, added or dropped, and the sum or the successes in bold. Labels are
// escaped. It is at most 1,600 characters long.
func (t Throw) Text() string {
	for _, list := range []int{listLimit, shortListLimit} {
		if text := t.lines(list); utf8.RuneCountInString(text) <= textLimit {
			return text
		}
	}
	return t.lines(0) + "\nThe faces are too many to list here."
}

// lines tells the throw. Pools of more dice than list are counted by face; list
// 0 leaves the faces out.
func (t Throw) lines(list int) string {
	var lines []string
	for _, roll := range t.rolls {
		line := roll.String() + " gives " + roll.line(list)
		if roll.label != "" {
			line = rules.Escape(roll.label) + ": " + line
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func (t thrown) line(list int) string {
	var parts []string
	if list > 0 {
		for _, p := range t.pools {
			text := p.faces(list)
			switch {
			case len(t.pools) > 1:
				text = p.String() + ": " + text
			case len(t.terms) == 1 && len(p.dice) == 1 && p.dice[0] == die{face: t.total} && p.hits == nil:
				continue // the total says it
			}
			parts = append(parts, text)
		}
	}
	stopped := 0
	for _, p := range t.pools {
		stopped += p.stopped
	}
	parts = append(parts, t.sum())
	text := strings.Join(parts, "; ")
	if stopped > 0 {
		text += fmt.Sprintf(" (stopped at %d dice a command; %d more would have exploded)", diceLimit, stopped)
	}
	return text
}

// sum tells what was added up, and the result in bold.
func (t thrown) sum() string {
	total := strings.Replace(fmt.Sprint(t.total), "-", "−", 1)
	if t.counts() {
		switch t.total {
		case 0:
			total = "no success"
		case 1, -1:
			total += " success"
		default:
			total += " successes"
		}
	}
	total = "**" + total + "**"
	if len(t.terms) == 1 && !t.terms[0].minus {
		return total
	}
	var b strings.Builder
	pools := t.pools
	for i, term := range t.terms {
		n := term.number
		if term.pool != nil {
			n, pools = pools[0].value, pools[1:]
		}
		fmt.Fprintf(&b, "%s%d", term.sign(i), n)
	}
	return b.String() + " = " + total
}

// faces tells the dice of a pool, the kept ones first if any were dropped.
func (p thrownPool) faces(list int) string {
	tell := listed
	if len(p.dice) > list {
		tell = p.counted
	}
	var kept, dropped []die
	for _, d := range p.dice {
		if d.dropped {
			dropped = append(dropped, d)
		} else {
			kept = append(kept, d)
		}
	}
	if len(dropped) == 0 {
		return tell(kept)
	}
	return tell(kept) + " kept, " + tell(dropped) + " dropped"
}

// listed tells dice one by one.
func listed(dice []die) string {
	var faces []string
	for _, d := range dice {
		text := fmt.Sprint(d.face)
		if d.exploded {
			text += " (exploded)"
		}
		if d.was > 0 {
			text += fmt.Sprintf(" (rerolled %d)", d.was)
		}
		faces = append(faces, text)
	}
	return strings.Join(faces, ", ")
}

// counted tells dice by their faces: "1×3 2×0" is three ones and no two.
func (p thrownPool) counted(dice []die) string {
	var faces, before []int
	exploded := 0
	for _, d := range dice {
		faces = append(faces, d.face)
		if d.was > 0 {
			before = append(before, d.was)
		}
		if d.exploded {
			exploded++
		}
	}
	text := tally(faces, p.sides)
	if len(before) > 0 {
		text += fmt.Sprintf(" (%d rerolled: %s)", len(before), tally(before, 0))
	}
	if exploded > 0 {
		text += fmt.Sprintf(" (%d of them exploded)", exploded)
	}
	return text
}

// tally counts faces. Of dice with up to 20 sides it tells those that nobody
// rolled as well.
func tally(faces []int, sides int) string {
	count := make(map[int]int)
	top := 0
	for _, face := range faces {
		count[face]++
		top = max(top, face)
	}
	all := sides > 0 && sides <= 20
	if all {
		top = sides
	}
	var parts []string
	for face := 1; face <= top; face++ {
		if all || count[face] > 0 {
			parts = append(parts, fmt.Sprintf("%d×%d", face, count[face]))
		}
	}
	return strings.Join(parts, " ")
}
