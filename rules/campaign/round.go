package campaign

import "slices"

// round is a pairing: places in a field, the upper first. The place after the last,
// in an odd field, is a bye.
type round [][2]int

// costTable is a field with what speaks against each pair. One round is better than
// another if it has fewer pairs of one player's own rosters; else, if its bye goes
// to one who had fewer; else, if fewer of its pairs have met as often as any can
// have; else, if fewer have met the next often; and so on.
type costTable struct {
	field field
	cost  [][]int // of two places; byes, if any, are the last place
	least int     // what the best round costs
}

// newCostTable weighs all pairs of a field so that the best round costs least: one pair
// that has met more often weighs more than a round of those that have met less.
func newCostTable(f field, past Past) *costTable {
	n := len(f) + len(f)%2
	t := &costTable{field: f, cost: make([][]int, n)}
	for a := range t.cost {
		t.cost[a] = make([]int, n)
	}
	var met, byes []int
	for a := range f {
		byes = append(byes, past.Byes(f[a].Roster))
		for b := range a {
			met = append(met, past.Met(f[a].Roster, f[b].Roster))
		}
	}
	meeting, dear := weights(met, n/2+1)
	bye := make(map[int]int)
	slices.Sort(byes)
	for i, b := range slices.Compact(byes) {
		bye[b] = i * dear
	}
	own := dear * (len(bye) + 1)
	for a := range n {
		for b := range a {
			cost := 0
			if a == len(f) {
				cost = bye[past.Byes(f[b].Roster)]
			} else {
				cost = meeting[past.Met(f[a].Roster, f[b].Roster)]
				if f[a].Player != "" && f[a].Player == f[b].Player {
					cost += own
				}
			}
			t.cost[a][b], t.cost[b][a] = cost, cost
		}
	}
	t.least = leastCost(t.cost)
	return t
}

// mostWeight keeps sums of weights far from where integers end.
const mostWeight = 1 << 40

// weights gives each count a weight that base-1 of the next lower one do not reach,
// and a weight that no round of them reaches. The lowest weigh nothing.
func weights(counts []int, base int) (of map[int]int, above int) {
	slices.Sort(counts)
	counts = slices.Compact(counts)
	slices.Reverse(counts)
	levels := 0
	for w := 1; levels < len(counts) && w < mostWeight; w *= base {
		levels++
	}
	of, above = make(map[int]int), 1
	for i := levels - 1; i >= 0; i-- {
		if i < levels-1 {
			of[counts[i]] = above
			above *= base
		}
	}
	return of, above
}

// best is the best round. Where several are, the bye goes to the lowest, and then
// each from the top down meets the next who leaves the others as good a round.
func (t *costTable) best() round {
	n := len(t.cost)
	free := make([]int, n)
	for i := range free {
		free[i] = i
	}
	var r round
	left := t.least
	take := func(a, b int) bool {
		rest := without(free, a, b)
		if cost := t.cost[a][b]; cost > left || cost+t.leastOf(rest) > left {
			return false
		}
		free, left = rest, left-t.cost[a][b]
		r = append(r, [2]int{a, b})
		return true
	}
	if len(t.field) < n {
		for a := n - 2; a >= 0 && !take(a, n-1); a-- {
		}
	}
	for len(free) > 0 {
		for _, b := range free[1:] {
			if take(free[0], b) {
				break
			}
		}
	}
	return r
}

func without(list []int, a, b int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(x int) bool { return x == a || x == b })
}

// leastOf is what the best round of some places costs.
func (t *costTable) leastOf(places []int) int {
	cost := make([][]int, len(places))
	for i, a := range places {
		cost[i] = make([]int, len(places))
		for j, b := range places {
			cost[i][j] = t.cost[a][b]
		}
	}
	return leastCost(cost)
}

// circle is the first round of the circle that is as good as the best: one stays in
// its place, the others go round, and those meet who stand opposite.
func (t *costTable) circle() (round, bool) {
	n := len(t.cost)
	for turn := range n - 1 {
		var r round
		sum := 0
		for i := range n / 2 {
			a, b := seat(i, turn, n), seat(n-1-i, turn, n)
			r = append(r, [2]int{min(a, b), max(a, b)})
			sum += t.cost[a][b]
		}
		if sum == t.least {
			slices.SortFunc(r, func(a, b [2]int) int { return a[0] - b[0] })
			return r, true
		}
	}
	return nil, false
}

// seat is who is in a place of the circle: the last of n stays, the others move on
// by one each turn.
func seat(place, turn, n int) int {
	if place == n-1 {
		return place
	}
	return (place + turn) % (n - 1)
}
