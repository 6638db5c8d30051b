package campaign

import "slices"

// matching looks for the cheapest way to put an even number of places in couples,
// any two of which can be one (Edmonds 1965). Every place has a price; an edge is
// tight when it costs as much as its two places pay, and only tight edges are used.
// Trees of tight edges grow from the free places, every other edge of them a
// couple; where two trees touch, there is one couple more. An odd ring of tight
// edges is taken as one place. Where no tree can grow, prices change until one can.
type matching struct {
	cost  [][]int // of an edge, twice, so that halves stay whole
	price []int
	mate  []int   // -1 for none
	top   []*knot // the outermost knot that a place is in
	leaf  []*knot
	queue []int // places in outer knots whose edges are to be looked at
}

// knot is a place or an odd ring of knots: joints[i] is the edge from members[i]
// to the next. Base is the place whose mate is not inside: it is in members[0].
type knot struct {
	base    int
	members []*knot
	joints  [][2]int
	around  *knot
	price   int
	tree    mark
	entry   [2]int // the edge by which its tree reached it, from outside; -1 at a root
}

type mark int

const (
	untouched mark = iota
	outer          // an even number of edges from the root
	inner
)

// leastCost is what the cheapest couples of all places cost.
func leastCost(cost [][]int) int {
	m := newMatching(cost)
	for slices.Contains(m.mate, -1) {
		m.grow()
	}
	sum := 0
	for a, b := range m.mate {
		if a < b {
			sum += cost[a][b]
		}
	}
	return sum
}

func newMatching(cost [][]int) *matching {
	m := &matching{cost: make([][]int, len(cost))}
	for a := range cost {
		m.cost[a] = make([]int, len(cost))
		for b := range cost {
			m.cost[a][b] = 2 * cost[a][b]
		}
		k := &knot{base: a}
		m.mate, m.price = append(m.mate, -1), append(m.price, 0)
		m.top, m.leaf = append(m.top, k), append(m.leaf, k)
	}
	return m // no edge costs less than nothing, which is what all pay at first
}

// slack is what an edge costs more than its places pay.
func (m *matching) slack(a, b int) int { return m.cost[a][b] - m.price[a] - m.price[b] }

// grow makes one couple more.
func (m *matching) grow() {
	for _, k := range m.top {
		k.tree = untouched
	}
	m.queue = m.queue[:0]
	for a, k := range m.top {
		if m.mate[k.base] < 0 && k.tree == untouched {
			m.reach(k, outer, [2]int{-1, a})
		}
	}
	for !m.spread() {
		m.reprice()
	}
}

// reach puts a knot into a tree.
func (m *matching) reach(k *knot, as mark, entry [2]int) {
	k.tree, k.entry = as, entry
	if as == outer {
		m.queue = k.places(m.queue)
	}
}

// places adds the places in a knot to a list.
func (k *knot) places(list []int) []int {
	if k.members == nil {
		return append(list, k.base)
	}
	for _, c := range k.members {
		list = c.places(list)
	}
	return list
}

// spread grows the trees along tight edges; true if two have touched.
func (m *matching) spread() bool {
	for len(m.queue) > 0 {
		a := m.queue[len(m.queue)-1]
		m.queue = m.queue[:len(m.queue)-1]
		for b, to := range m.top {
			if m.top[a] == to || m.slack(a, b) > 0 {
				continue
			}
			switch to.tree {
			case untouched:
				m.reach(to, inner, [2]int{a, b})
				next := m.mate[to.base]
				m.reach(m.top[next], outer, [2]int{to.base, next})
			case outer:
				stem := m.stem(a, b)
				if stem == nil {
					m.turn(a, b)
					m.turn(b, a)
					return true
				}
				m.contract(stem, a, b)
			}
		}
	}
	return false
}

// way lists the knots from a place's knot to the root of its tree.
func (m *matching) way(a int) []*knot {
	way := []*knot{m.top[a]}
	for k := m.top[a]; k.entry[0] >= 0; {
		k = m.top[k.entry[0]]
		way = append(way, k)
	}
	return way
}

// stem is the knot where the ways from two places to one root meet; nil if they
// are of two trees.
func (m *matching) stem(a, b int) *knot {
	way := m.way(a)
	for _, k := range m.way(b) {
		if slices.Contains(way, k) {
			return k
		}
	}
	return nil
}

// contract makes one knot of the ring that the edge from a to b closes.
func (m *matching) contract(stem *knot, a, b int) {
	ring := &knot{base: stem.base, tree: outer, entry: stem.entry}
	for k := m.top[a]; k != stem; k = m.top[k.entry[0]] {
		ring.members, ring.joints = append(ring.members, k), append(ring.joints, k.entry)
	}
	ring.members = append(ring.members, stem)
	slices.Reverse(ring.members)
	slices.Reverse(ring.joints)
	ring.joints = append(ring.joints, [2]int{a, b})
	for k := m.top[b]; k != stem; k = m.top[k.entry[0]] {
		ring.members, ring.joints = append(ring.members, k), append(ring.joints, [2]int{k.entry[1], k.entry[0]})
	}
	for _, k := range ring.members {
		k.around = ring
	}
	for _, place := range ring.places(nil) {
		m.top[place] = ring
		m.queue = append(m.queue, place)
	}
}

// turn makes couples of what were none, and the other way round, from a place that
// gets a new mate to its root.
func (m *matching) turn(a, with int) {
	for {
		k := m.top[a]
		up := k.entry[0]
		m.rebase(k, a)
		m.mate[a] = with
		if up < 0 {
			return
		}
		t := m.top[up]
		m.rebase(t, t.entry[1])
		m.mate[t.entry[1]] = t.entry[0]
		a, with = t.entry[0], t.entry[1]
	}
}

// rebase makes a place the base of a knot.
func (m *matching) rebase(k *knot, place int) {
	if k.base = place; k.members == nil {
		return
	}
	i := slices.Index(k.members, m.within(k, place))
	m.rebase(k.members[i], place)
	n := len(k.members)
	for at, step := i, k.step(i); at%n != 0; at += 2 * step {
		joint := k.joint(at+step, step)
		for side, end := range joint {
			m.rebase(m.within(k, end), end)
			m.mate[end] = joint[1-side]
		}
	}
	k.members = append(k.members[i:n:n], k.members[:i]...)
	k.joints = append(k.joints[i:n:n], k.joints[:i]...)
}

// within is the member of a ring that a place is in.
func (m *matching) within(k *knot, place int) *knot {
	c := m.leaf[place]
	for c.around != k {
		c = c.around
	}
	return c
}

// step is the direction in which it is an even number of joints from member i of a
// ring to its first.
func (k *knot) step(i int) int {
	if i%2 == 0 {
		return -1
	}
	return 1
}

// joint is the edge from member i of a ring to the next in a direction.
func (k *knot) joint(i, step int) [2]int {
	if step > 0 {
		return k.joints[i%len(k.joints)]
	}
	j := k.joints[i-1]
	return [2]int{j[1], j[0]}
}

// reprice changes prices, so that a tree can grow or an inner ring is open.
func (m *matching) reprice() {
	by := m.margin()
	var rings []*knot
	for a, k := range m.top {
		if k.tree == untouched {
			continue
		}
		sign := 1
		if k.tree == inner {
			sign = -1
		}
		m.price[a] += sign * by
		if k.members != nil && a == k.base {
			k.price += sign * 2 * by
			rings = append(rings, k)
		}
	}
	for a, k := range m.top {
		if k.tree == outer {
			m.queue = append(m.queue, a)
		}
	}
	for _, k := range rings {
		if k.tree == inner && k.price == 0 {
			m.open(k)
		}
	}
}

// margin is by how much prices can change until something happens.
func (m *matching) margin() int {
	by := -1
	least := func(n int) {
		if by < 0 || n < by {
			by = n
		}
	}
	for a, k := range m.top {
		if k.tree == inner && k.members != nil {
			least(k.price / 2)
		}
		if k.tree != outer {
			continue
		}
		for b, to := range m.top {
			switch {
			case to.tree == untouched:
				least(m.slack(a, b))
			case to.tree == outer && to != k:
				least(m.slack(a, b) / 2)
			}
		}
	}
	return by
}

// open takes an inner ring apart: its tree goes on through as many members as lie
// on the way to its base.
func (m *matching) open(k *knot) {
	for _, c := range k.members {
		c.around, c.tree = nil, untouched
		for _, place := range c.places(nil) {
			m.top[place] = c
		}
	}
	n := len(k.members)
	at := slices.Index(k.members, m.top[k.entry[1]])
	step := k.step(at)
	m.reach(k.members[at], inner, k.entry)
	for ; at%n != 0; at += 2 * step {
		m.reach(k.members[(at+step)%n], outer, k.joint(at, step))
		m.reach(k.members[(at+2*step)%n], inner, k.joint(at+step, step))
	}
}
