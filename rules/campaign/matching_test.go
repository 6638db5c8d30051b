package campaign

import (
	"math/rand/v2"
	"testing"
)

// leastByTrying is the cost of the cheapest couples, found by trying all.
func leastByTrying(cost [][]int, used int) int {
	first := 0
	for used>>first&1 == 1 {
		first++
	}
	if first == len(cost) {
		return 0
	}
	least := -1
	for b := first + 1; b < len(cost); b++ {
		if used>>b&1 == 1 {
			continue
		}
		if sum := cost[first][b] + leastByTrying(cost, used|1<<first|1<<b); least < 0 || sum < least {
			least = sum
		}
	}
	return least
}

func TestNoCouplesAreCheaperThanTheCheapest(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 1))
		n, dear := 2*r.IntN(7), 1+r.IntN(12)
		cost := make([][]int, n)
		for a := range cost {
			cost[a] = make([]int, n)
			for b := range a {
				cost[a][b] = r.IntN(dear)
				cost[b][a] = cost[a][b]
			}
		}
		if got, want := leastCost(cost), leastByTrying(cost, 0); got != want {
			t.Fatalf("seed %d: %d places for %d, and %d is possible: %v", seed, n, got, want, cost)
		}
	}
}
