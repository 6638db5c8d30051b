package kit

import "fmt"

// Cover is what stands between a shot and its target.
type Cover string

// The covers, the worse for the target first.
const (
	Open Cover = "open"
	Soft Cover = "soft"
	Hard Cover = "hard"
)

// Covers lists the covers, the worse for the target first.
func Covers() []Cover { return []Cover{Open, Soft, Hard} }

// Better tells whether a cover shelters more than another.
func (c Cover) Better(o Cover) bool { return c.rank() > o.rank() }

func (c Cover) rank() int {
	switch c {
	case Hard:
		return 2
	case Soft:
		return 1
	}
	return 0
}

// UnmarshalText reads one of the covers.
func (c *Cover) UnmarshalText(text []byte) error {
	for _, cover := range Covers() {
		if string(text) == string(cover) {
			*c = cover
			return nil
		}
	}
	return fmt.Errorf("no cover is called %q: it is open, soft or hard", text)
}

// Piece is a piece of terrain that gives cover: a rectangle with sides along
// the table's (Corner is its south-west corner, Size its width and height) or,
// when Radius is set, a round one about Corner.
type Piece struct {
	Name   string `json:"name"`
	Cover  Cover  `json:"cover"`
	Corner Point  `json:"corner"`
	Size   Point  `json:"size,omitzero"`
	Radius Length `json:"radius,omitzero"`
}

// Crossed tells whether the straight line between two points meets the piece.
func (p Piece) Crossed(a, b Point) bool {
	if p.Radius > 0 {
		return nearer(a, b, p.Corner, int64(p.Radius)+1)
	}
	far := Point{p.Corner.X + p.Size.X, p.Corner.Y + p.Size.Y}
	if p.holds(a) || p.holds(b) {
		return true
	}
	corners := [4]Point{p.Corner, {far.X, p.Corner.Y}, far, {p.Corner.X, far.Y}}
	for i := range corners {
		if meet(a, b, corners[i], corners[(i+1)%4]) {
			return true
		}
	}
	return false
}

func (p Piece) holds(a Point) bool {
	return a.X >= p.Corner.X && a.X <= p.Corner.X+p.Size.X && a.Y >= p.Corner.Y && a.Y <= p.Corner.Y+p.Size.Y
}

// meet tells whether two lines have a point in common.
func meet(a, b, c, d Point) bool {
	one, two := turn(a, b, c), turn(a, b, d)
	three, four := turn(c, d, a), turn(c, d, b)
	return one*two < 0 && three*four < 0 ||
		one == 0 && between(a, b, c) || two == 0 && between(a, b, d) ||
		three == 0 && between(c, d, a) || four == 0 && between(c, d, b)
}

// turn is on which side of the line from a to b the point c lies: 1 to the
// left, -1 to the right, 0 on it.
func turn(a, b, c Point) int {
	area := int64(b.X-a.X)*int64(c.Y-a.Y) - int64(b.Y-a.Y)*int64(c.X-a.X)
	switch {
	case area > 0:
		return 1
	case area < 0:
		return -1
	}
	return 0
}

// between tells whether c, on the line through a and b, lies between them.
func between(a, b, c Point) bool {
	return min(a.X, b.X) <= c.X && c.X <= max(a.X, b.X) && min(a.Y, b.Y) <= c.Y && c.Y <= max(a.Y, b.Y)
}
