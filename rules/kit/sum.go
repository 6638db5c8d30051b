package kit

import (
	"fmt"
	"strings"
)

// Part is one number of a sum and its reason ("strength", "favoured Jack").
type Part struct {
	Why string `json:"why"`
	N   int    `json:"n"`
}

// Sum is numbers that are added up, in the order in which they are told.
type Sum []Part

// With adds a number with its reason; a zero is left out, for it changes nothing.
func (s Sum) With(why string, n int) Sum {
	if n == 0 {
		return s
	}
	return append(s[:len(s):len(s)], Part{why, n})
}

// Total is what the numbers make.
func (s Sum) Total() int {
	total := 0
	for _, part := range s {
		total += part.N
	}
	return total
}

// String tells the sum, "strength 3 + Jack 11 = 14"; one number alone is told
// without a total.
func (s Sum) String() string {
	var b strings.Builder
	for i, part := range s {
		switch {
		case i == 0:
			fmt.Fprintf(&b, "%s %d", part.Why, part.N)
		case part.N < 0:
			fmt.Fprintf(&b, " − %s %d", part.Why, -part.N)
		default:
			fmt.Fprintf(&b, " + %s %d", part.Why, part.N)
		}
	}
	return b.String()
}

// String tells the number with its reason: "strength 3".
func (p Part) String() string { return fmt.Sprintf("%s %d", p.Why, p.N) }
