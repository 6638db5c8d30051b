package kit

import (
	"fmt"
	"strconv"
	"strings"

	"umpire/rules"
)

// Field is a table to fight on: its size, from the south-west corner to the
// north-east one, and the terrain on it.
type Field struct {
	Key     string  `json:"key"`
	Name    string  `json:"name"`
	Size    Point   `json:"size"`
	Terrain []Piece `json:"terrain,omitempty"`
}

// square is a grid square's side. Columns are letters from the west, rows
// numbers from the south, so that A1 is the south-west corner.
const square = 6 * Inch

// Holds tells whether a base stands on the table as a whole.
func (f Field) Holds(b Base) bool {
	return b.At.X >= b.Radius && b.At.Y >= b.Radius && b.At.X <= f.Size.X-b.Radius && b.At.Y <= f.Size.Y-b.Radius
}

// Within is the point on the table nearest to where a base would stand.
func (f Field) Within(b Base) Point {
	return Point{
		min(max(b.At.X, b.Radius), f.Size.X-b.Radius),
		min(max(b.At.Y, b.Radius), f.Size.Y-b.Radius),
	}
}

// Advance is Base.Advance, stopped by the table's edge too.
func (f Field) Advance(b Base, to Point, most Length, stops []Base) Point {
	end := b.Advance(to, most, stops)
	if f.Holds(b.Moved(end)) {
		return end
	}
	inside, outside := Length(0), b.At.To(end)
	for inside+1 < outside {
		half := (inside + outside) / 2
		if f.Holds(b.Moved(b.At.Toward(end, half))) {
			inside = half
		} else {
			outside = half
		}
	}
	return b.At.Toward(end, inside)
}

// Free is the place nearest to where a base wants to stand, on the table, where
// it lies on none of the others and may stand. It gives false when there is
// none.
func (f Field) Free(b Base, others []Base, may func(Base) bool) (Point, bool) {
	const step = Inch / 4
	b.At = f.Within(b)
	for ring := Length(0); ring <= max(f.Size.X, f.Size.Y); ring += step {
		best, found := Point{}, false
		for _, at := range around(b.At, ring, step) {
			if f.stands(b.Moved(at), others, may) && (!found || at.square(b.At) < best.square(b.At)) {
				best, found = at, true
			}
		}
		if found {
			return best, true
		}
	}
	return b.At, false
}

func (f Field) stands(b Base, others []Base, may func(Base) bool) bool {
	if !f.Holds(b) || may != nil && !may(b) {
		return false
	}
	for _, o := range others {
		if b.Overlaps(o) {
			return false
		}
	}
	return true
}

// around lists the points of a square ring about a point, in a fixed order.
func around(at Point, ring, step Length) []Point {
	if ring == 0 {
		return []Point{at}
	}
	var points []Point
	for d := -ring; d < ring; d += step {
		points = append(points,
			Point{at.X + d, at.Y + ring}, Point{at.X + ring, at.Y - d},
			Point{at.X - d, at.Y - ring}, Point{at.X - ring, at.Y + d})
	}
	return points
}

// CoverFrom is the best cover that the terrain gives a target against a shot,
// from the straight line between the two centres, and the piece that gives it.
func (f Field) CoverFrom(shooter, target Point) (Cover, string) {
	cover, from := Open, ""
	for _, p := range f.Terrain {
		if p.Cover.Better(cover) && p.Crossed(shooter, target) {
			cover, from = p.Cover, p.Name
		}
	}
	return cover, from
}

// Square names the grid square of a point: "C4".
func (f Field) Square(p Point) string {
	columns, rows := f.grid()
	column := min(max(0, int(p.X/square)), columns-1)
	row := min(max(0, int(p.Y/square)), rows-1)
	return fmt.Sprintf("%c%d", 'A'+column, row+1)
}

// Squares names all grid squares, row by row from the south.
func (f Field) Squares() []string {
	columns, rows := f.grid()
	var names []string
	for row := range rows {
		for column := range columns {
			names = append(names, fmt.Sprintf("%c%d", 'A'+column, row+1))
		}
	}
	return names
}

// Middle is the middle of a grid square, by its name in any case.
func (f Field) Middle(name string) (Point, bool) {
	typed := strings.ToUpper(strings.TrimSpace(name))
	columns, rows := f.grid()
	if len(typed) < 2 || typed[0] < 'A' || int(typed[0]-'A') >= columns {
		return Point{}, false
	}
	row, err := strconv.Atoi(typed[1:])
	if err != nil || row < 1 || row > rows {
		return Point{}, false
	}
	corner := Point{Length(typed[0]-'A') * square, Length(row-1) * square}
	return Point{min(corner.X+square/2, f.Size.X), min(corner.Y+square/2, f.Size.Y)}, true
}

func (f Field) grid() (columns, rows int) {
	return int((f.Size.X + square - 1) / square), int((f.Size.Y + square - 1) / square)
}

// Edge is how far a base stands from one of the four edges, from its near side;
// none when it stands over it.
func (f Field) Edge(b Base, edge Compass) Length {
	var far Length
	switch edge {
	case North:
		far = f.Size.Y - b.At.Y
	case South:
		far = b.At.Y
	case East:
		far = f.Size.X - b.At.X
	default:
		far = b.At.X
	}
	return max(0, far-b.Radius)
}

// ParsePlace reads a point or a grid square on the table.
func (f Field) ParsePlace(text string) (Point, error) {
	if at, known := f.Middle(text); known {
		return at, nil
	}
	at, err := ParsePoint(text)
	switch {
	case err != nil:
		return at, rules.Refuse("%s is no place on the table: a place is a point as in 24,10 or a square as in C4.", rules.Escape(short(text)))
	case at.X > f.Size.X || at.Y > f.Size.Y:
		return at, rules.Refuse("%s is off the table, which measures %s by %s.", at, f.Size.X, f.Size.Y)
	}
	return at, nil
}
