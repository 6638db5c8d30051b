package kit

import (
	"strings"

	"umpire/rules"
)

// Point is a place on a table, from its south-west corner: X to the east, Y to
// the north.
type Point struct {
	X Length `json:"x"`
	Y Length `json:"y"`
}

// ParsePoint reads a point as players type it: "24,10" or "(24.5, 10)".
func ParsePoint(text string) (Point, error) {
	typed := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(text), "("), ")")
	left, right, found := strings.Cut(typed, ",")
	if !found {
		left, right, found = strings.Cut(typed, ";")
	}
	if found {
		x, wrongX := ParseLength(left)
		y, wrongY := ParseLength(right)
		if wrongX == nil && wrongY == nil {
			return Point{x, y}, nil
		}
	}
	return Point{}, rules.Refuse("%s is no point: it is two lengths from the south-west corner, east then north, as in 24,10.", rules.Escape(short(text)))
}

// String is the point as ParsePoint reads it: "24,10.5".
func (p Point) String() string { return p.X.Inches() + "," + p.Y.Inches() }

// To is the distance to another point, rounded up.
func (p Point) To(q Point) Length { return Length(rootUp(p.square(q))) }

// square is the square of the distance to another point.
func (p Point) square(q Point) int64 {
	dx, dy := int64(q.X-p.X), int64(q.Y-p.Y)
	return dx*dx + dy*dy
}

// Toward is the point at most so far on the straight line to q, which may lie
// beyond it: never further, whatever is rounded.
func (p Point) Toward(q Point, far Length) Point {
	way := rootUp(p.square(q))
	if way == 0 || far <= 0 {
		return p
	}
	dx, dy := int64(q.X-p.X)*int64(far)/way, int64(q.Y-p.Y)*int64(far)/way
	return Point{p.X + Length(dx), p.Y + Length(dy)}
}

// Compass is one of the eight directions.
type Compass int

// The eight directions, clockwise from the north.
const (
	North Compass = iota
	NorthEast
	East
	SouthEast
	South
	SouthWest
	West
	NorthWest
)

// Directions lists the eight directions, clockwise from the north.
func Directions() []Compass {
	return []Compass{North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest}
}

// String is the direction in words: "north-east".
func (c Compass) String() string {
	return []string{"north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"}[c]
}

// Short is the direction in letters: "NE".
func (c Compass) Short() string {
	return []string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"}[c]
}

// Opposite is the direction that looks back.
func (c Compass) Opposite() Compass { return (c + 4) % 8 }

// From is a point far off in that direction, to move toward.
func (c Compass) From(p Point) Point {
	const far = mostInches * Inch
	steps := [8][2]Length{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
	return Point{p.X + far*steps[c][0], p.Y + far*steps[c][1]}
}

// ParseCompass reads a direction in words or letters, in any case.
func ParseCompass(text string) (Compass, bool) {
	typed := strings.ReplaceAll(plain(text), " ", "")
	for _, c := range Directions() {
		if typed == strings.ReplaceAll(c.String(), "-", "") || typed == strings.ToLower(c.Short()) {
			return c, true
		}
	}
	return North, false
}

// Bearing is the direction, of the eight, in which q lies.
func (p Point) Bearing(q Point) Compass {
	dx, dy := int64(q.X-p.X), int64(q.Y-p.Y)
	wide, high := max(dx, -dx), max(dy, -dy)
	switch { // 0.41421 is the tangent of half of 45 degrees
	case high*100000 <= wide*41421 && dx > 0:
		return East
	case high*100000 <= wide*41421 && dx < 0:
		return West
	case wide*100000 <= high*41421 && dy > 0:
		return North
	case wide*100000 <= high*41421 && dy < 0:
		return South
	case dx > 0 && dy > 0:
		return NorthEast
	case dx > 0 && dy < 0:
		return SouthEast
	case dx < 0 && dy < 0:
		return SouthWest
	case dx < 0 && dy > 0:
		return NorthWest
	}
	return North // the same point
}
