package forbidden

import (
	"fmt"

	"umpire/rules"
)

// expected is what a card is expected to deal and take this round, as "2.3".
type expected struct{ dealt, taken string }

// odds weighs each card of a hand by what its side may know: every card that the
// enemy may still hold is as likely as the next, and every die is enumerated.
// Both sides take the first way of a choice. The rules are the ones that the
// round is played by.
func (s *S) odds(c *Combat, a *Army, hand []Card) []expected {
	foe := c.foe(a)
	list := make([]expected, 0, len(hand))
	for _, card := range hand {
		var weight, dealt, taken int64
		for _, answer := range s.side(foe.Seat).deck().Designs {
			left := int64(copies)
			for _, key := range foe.Faceup {
				if key == answer.Key {
					left--
				}
			}
			if left <= 0 {
				continue
			}
			w, d, x := s.enumerate(c, a, card, answer)
			weight, dealt, taken = weight+left*w, dealt+left*d, taken+left*x
		}
		list = append(list, expected{tenths(dealt, weight), tenths(taken, weight)})
	}
	return list
}

// fullWeight is what all ways that dice may fall weigh together, whatever their
// number: enough for so many dice in one round.
const (
	mostDiceRolled = 6
	fullWeight     = 6 * 6 * 6 * 6 * 6 * 6
)

// tenths is a mean with one digit, rounded.
func tenths(sum, weight int64) string {
	if weight == 0 {
		return "0.0"
	}
	n := (sum*20 + weight) / (2 * weight)
	return fmt.Sprintf("%d.%d", n/10, n%10)
}

// enumerate plays a round with two cards once for every way the dice may fall.
func (s *S) enumerate(c *Combat, a *Army, mine, answer Card) (weight, dealt, taken int64) {
	var path []int // which face each die of the round shows
	for {
		run := c.clone()
		at, w := 0, int64(fullWeight)
		h := forecast(func() Face {
			if at == mostDiceRolled {
				return Offence // the likeliest, for what is beyond counting
			}
			if at == len(path) {
				path = append(path, 0)
			}
			f := faces()[path[at]]
			at++
			w = w / 6 * int64(sidesOf(f))
			return f
		})
		me, foe := run.Armies[a.Role], run.foe(run.Armies[a.Role])
		order := []*Army{me, foe}
		if me.Role == Defender {
			order = []*Army{foe, me}
		}
		for _, army := range order {
			card := mine
			if army == foe {
				card = answer
			}
			run.Resolve(h, army, card, nil)
			run.Turned[army.Role] = true
		}
		weight, dealt, taken = weight+w, dealt+w*int64(run.Damage(foe)), taken+w*int64(run.Damage(me))
		path = path[:at]
		for len(path) > 0 && path[len(path)-1] == len(faces())-1 {
			path = path[:len(path)-1]
		}
		if len(path) == 0 {
			return weight, dealt, taken
		}
		path[len(path)-1]++
	}
}

// forecast are hands that tell nobody and take the first way of everything.
func forecast(die func() Face) hands {
	return hands{
		roll: func(_ *Army, _ string, n int) []Face {
			list := make([]Face, n)
			for i := range list {
				list[i] = die()
			}
			return list
		},
		ask:     func(a rules.Ask) []string { return []string{a.Options[0].ID} },
		say:     func(any) {},
		look:    func(*Army) {},
		retreat: func(*Army, *Unit) {},
		unit:    func(_ rules.Ask, from []group) *Unit { return from[0][0] },
		target:  func(_ *Army, from []group, _ int) *Unit { return from[0][0] },
	}
}
