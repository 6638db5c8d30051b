package chronicle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Tally counts the faces of open dice, by their number of sides.
type Tally map[int][]int // by sides: how often each face from 1 came

// Add counts the open dice of one log line's public JSON. What was taken back was
// rolled all the same, and counts.
func (t Tally) Add(public []byte) error {
	if !bytes.Contains(public, []byte(`"rolls":`)) {
		return nil
	}
	var line struct {
		Rolls []struct {
			Sides  int   `json:"sides"`
			Faces  []int `json:"faces"`
			Hidden bool  `json:"hidden"`
		} `json:"rolls"`
	}
	if err := json.Unmarshal(public, &line); err != nil {
		return fmt.Errorf("count the dice of a log line: %w", err)
	}
	for _, r := range line.Rolls {
		if r.Hidden || r.Sides < 1 {
			continue
		}
		if t[r.Sides] == nil {
			t[r.Sides] = make([]int, r.Sides)
		}
		for _, face := range r.Faces {
			if face >= 1 && face <= r.Sides {
				t[r.Sides][face-1]++
			}
		}
	}
	return nil
}

// mostFaces is how many faces are listed one by one.
const mostFaces = 20

// Say tells the counts in words: how many dice, how often each face came, how
// often fair dice would give it, and between what bounds in 95 of 100 cases.
func (t Tally) Say() []string {
	var said []string
	faces, out := 0, 0
	for _, sides := range slices.Sorted(maps.Keys(t)) {
		counts := t[sides]
		n := 0
		for _, c := range counts {
			n += c
		}
		if n == 0 {
			continue
		}
		low, high := Band(n, sides)
		text := fmt.Sprintf("d%d: %d rolled. Fair dice show each face about %s times; in 95 of 100 cases from %d to %d times.", sides, n, about(float64(n)/float64(sides)), low, high)
		if sides <= mostFaces {
			var list []string
			for i, c := range counts {
				list = append(list, fmt.Sprintf("%d came %d", i+1, c))
			}
			text += " Here " + strings.Join(list, ", ") + "."
		}
		outside := 0
		for _, c := range counts {
			if c < low || c > high {
				outside++
			}
		}
		faces, out = faces+len(counts), out+outside
		said = append(said, text+fmt.Sprintf(" Outside these bounds: %d of %d faces.", outside, sides))
	}
	if len(said) == 0 {
		return []string{"No dice have been rolled in the open."}
	}
	return append(said, fmt.Sprintf("In all %d of %d counts lie outside; of fair dice about one in twenty does.", out, faces))
}

func about(x float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0")
}

// Band gives the bounds within which the count of one face of n fair dice lies in
// at least 95 of 100 cases: at most 2.5 % lie below low, and above high.
func Band(n, sides int) (low, high int) {
	if sides < 2 {
		return n, n
	}
	p := 1 / float64(sides)
	chance := func(k int) float64 {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(k + 1))
		c, _ := math.Lgamma(float64(n - k + 1))
		return math.Exp(a - b - c + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
	}
	const tail = 0.025
	sum := 0.0
	for low = 0; low < n; low++ {
		if sum += chance(low); sum > tail {
			break
		}
	}
	sum = 0
	for high = n; high > low; high-- {
		if sum += chance(high); sum > tail {
			break
		}
	}
	return low, high
}
