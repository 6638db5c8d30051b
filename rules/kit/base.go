package kit

// Base is a round base that stands on a table. A point is a base of no size.
type Base struct {
	At     Point
	Radius Length
}

// touch is how near two bases must be to count as touching: what rounding to
// hundredths leaves between them, and less than any hand can place.
const touch Length = 3

// Gap is the distance from edge to edge, rounded up; never below none. Ranges
// and radii are measured by it, and their edge is within them.
func (b Base) Gap(o Base) Length {
	return max(0, b.At.To(o.At)-b.Radius-o.Radius)
}

// Within tells whether two bases are so far apart or nearer: whether Gap is no
// more.
func (b Base) Within(o Base, far Length) bool {
	reach := int64(b.Radius + o.Radius + far)
	return b.At.square(o.At) <= reach*reach
}

// Touches tells whether two bases are in contact.
func (b Base) Touches(o Base) bool { return b.Within(o, touch) }

// Overlaps tells whether two bases lie on each other; touching is no overlap.
func (b Base) Overlaps(o Base) bool {
	apart := int64(b.Radius + o.Radius)
	return b.At.square(o.At) < apart*apart
}

// Moved is the base at another place.
func (b Base) Moved(to Point) Base { return Base{to, b.Radius} }

// Crosses tells whether the base, on the straight way to a point, lies on
// another for any part of the way.
func (b Base) Crosses(to Point, o Base) bool {
	apart := int64(b.Radius + o.Radius)
	return nearer(b.At, to, o.At, apart)
}

// nearer tells whether c is nearer than so far to any part of the line from p
// to q.
func nearer(p, q, c Point, far int64) bool {
	dx, dy := int64(q.X-p.X), int64(q.Y-p.Y)
	fx, fy := int64(c.X-p.X), int64(c.Y-p.Y)
	along, length := fx*dx+fy*dy, dx*dx+dy*dy
	switch {
	case along <= 0 || length == 0:
		return fx*fx+fy*fy < far*far
	case along >= length:
		return c.square(q) < far*far
	}
	across := fx*dy - fy*dx
	return across*across < far*far*length
}

// Advance is how far the base gets on the straight line toward a point, at most
// so far, before it would lie on one of those that stop it: it ends in contact.
func (b Base) Advance(to Point, most Length, stops []Base) Point {
	end := b.At.Toward(to, most)
	for _, stop := range stops {
		if b.Crosses(end, stop) {
			end = b.before(end, stop)
		}
	}
	return end
}

// before is the last point on the line to end where the base does not lie on
// the one in its way.
func (b Base) before(end Point, stop Base) Point {
	way := b.At.To(end)
	free, struck := Length(0), way
	for free+1 < struck { // where it first lies on the other, for it lies there until it has passed its middle
		half := (free + struck) / 2
		if b.Crosses(b.At.Toward(end, half), stop) {
			struck = half
		} else {
			free = half
		}
	}
	return b.At.Toward(end, free)
}
