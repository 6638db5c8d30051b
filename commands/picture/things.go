package picture

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"umpire/rules"
)

// table paints the ground, the six-inch grid with its letters and numbers, and
// the scale.
func (c *canvas) table(s *rules.Scene) {
	x0, y0 := c.at(0, s.Height)
	x1, y1 := c.at(s.Width, 0)
	c.fill(ground, dot{x0, y0}, dot{x1, y0}, dot{x1, y1}, dot{x0, y1})
	for i := 0; i*600 <= s.Width; i++ {
		x, _ := c.at(i*600, 0)
		c.stroke(grid, dot{x, y0}, dot{x, y1}, 1)
		if i*600 < s.Width {
			c.write(c.fonts.small, column(i), x+c.long(300), y0-margin/2, ink, false)
		}
	}
	for i := 0; i*600 <= s.Height; i++ {
		_, y := c.at(0, i*600)
		c.stroke(grid, dot{x0, y}, dot{x1, y}, 1)
		if i*600 < s.Height {
			c.write(c.fonts.small, strconv.Itoa(i+1), x0-margin/2, y-c.long(300), ink, false)
		}
	}
	for _, edge := range [][2]dot{{{x0, y0}, {x1, y0}}, {{x1, y0}, {x1, y1}}, {{x1, y1}, {x0, y1}}, {{x0, y1}, {x0, y0}}} {
		c.stroke(ink, edge[0], edge[1], 2)
	}
	y := y1 + margin*0.6
	c.stroke(ink, dot{x0, y}, dot{x0 + c.long(600), y}, 3)
	c.write(c.fonts.small, `6"`, x0+c.long(600)+16, y, ink, false)
	c.write(c.fonts.small, s.Title, (x0+x1)/2, y, ink, false)
}

// column names a grid column: A to Z, then AA.
func column(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return column(i/26-1) + column(i%26)
}

// terrain paints a piece: soft cover dotted, hard cover hatched, with its name.
func (c *canvas) terrain(t rules.SceneShape) {
	shade := soft
	if t.Cover == "hard" {
		shade = hard
	}
	x, y := c.at(t.X, t.Y)
	w, h := c.long(t.Width), c.long(t.Height)
	middle := dot{x + w/2, y - h/2}
	inside := func(d dot) bool { return d.x > x && d.x < x+w && d.y < y && d.y > y-h }
	outline := []dot{{x, y}, {x + w, y}, {x + w, y - h}, {x, y - h}}
	if t.Radius > 0 {
		r := c.long(t.Radius)
		middle, outline = dot{x, y}, circle(x, y, r)
		inside = func(d dot) bool { return math.Hypot(d.x-x, d.y-y) < r }
		x, y, w, h = x-r, y+r, 2*r, 2*r
	}
	c.fill(shade, outline...)
	c.hatch(t.Cover, x, y-h, w, h, inside)
	for i, d := range outline {
		c.stroke(ink, d, outline[(i+1)%len(outline)], 1.5)
	}
	label := t.Name
	if t.Cover != "" {
		label += ", " + t.Cover
	}
	c.write(c.fonts.small, label, middle.x, middle.y, ink, true)
}

// hatch tells the kinds of cover apart without colour.
func (c *canvas) hatch(cover string, x, y, w, h float64, inside func(dot) bool) {
	const step = 12
	for py := y; py < y+h; py += step {
		for px := x; px < x+w; px += step {
			d := dot{px + step/2, py + step/2}
			if !inside(d) {
				continue
			}
			if cover == "hard" {
				c.stroke(grid, dot{d.x - 3, d.y + 3}, dot{d.x + 3, d.y - 3}, 1.2)
			} else {
				c.fill(ground, polygon(d.x, d.y, 1.6, 6, 0)...)
			}
		}
	}
}

// marker paints an objective: a flag on a foot.
func (c *canvas) marker(m rules.SceneMarker) {
	x, y := c.at(m.X, m.Y)
	c.stroke(ink, dot{x, y + 10}, dot{x, y - 16}, 2.5)
	c.fill(red, dot{x, y - 16}, dot{x + 18, y - 10}, dot{x, y - 3})
	c.fill(ink, circle(x, y+10, 3)...)
	c.write(c.fonts.small, m.Name, x, y+24, ink, true)
}

// ring paints a range about a point.
func (c *canvas) ring(r Ring) {
	x, y := c.at(r.X, r.Y)
	wide := c.long(r.Radius + r.Base)
	edge := circle(x, y, wide)
	for i := 0; i < len(edge); i += 4 {
		c.stroke(ink, edge[i], edge[(i+2)%len(edge)], 1.5)
	}
	label := y - wide - 8
	if label < 10 { // above the picture
		label = y + wide + 14
	}
	c.write(c.fonts.small, fmt.Sprintf(`%.4g"`, float64(r.Radius)/100), x, label, ink, true)
}

// line paints what happened last: a move as a broken arrow, a shot as a thin
// line with a burst, a blow as a thick one.
func (c *canvas) line(l rules.SceneLine) {
	ax, ay := c.at(l.X1, l.Y1)
	bx, by := c.at(l.X2, l.Y2)
	a, b := dot{ax, ay}, dot{bx, by}
	switch l.Kind {
	case "move":
		c.dashes(hue(l.Seat), a, b, 3, 7)
		c.arrow(hue(l.Seat), a, b, 11)
	case "shot":
		c.stroke(ink, a, b, 1.2)
		c.fill(red, polygon(bx, by, 6, 4, 0)...)
	default:
		c.stroke(red, a, b, 5)
	}
}

func (c *canvas) arrow(col color.RGBA, a, b dot, size float64) {
	angle := math.Atan2(b.y-a.y, b.x-a.x)
	c.fill(col, polygon(b.x, b.y, size, 3, angle)...)
}

// hue is a side's colour, and shape its figure.
func hue(seat rules.Seat) color.RGBA {
	return []color.RGBA{blue, orange, green, purple}[(int(seat)-1+4)%4]
}

func shape(seat rules.Seat, x, y, radius float64) []dot {
	switch (int(seat) - 1 + 4) % 4 {
	case 1:
		return polygon(x, y, radius*1.2, 4, math.Pi/4)
	case 2:
		return polygon(x, y, radius*1.3, 3, -math.Pi/2)
	case 3:
		return polygon(x, y, radius*1.1, 6, 0)
	}
	return circle(x, y, radius)
}

// leastRadius keeps a model large enough for its number.
const leastRadius = 10

// model paints a base with its side's figure, number and lives. One that lies is
// an empty figure with a stroke through it.
func (c *canvas) model(m rules.SceneModel) {
	x, y := c.at(m.X, m.Y)
	radius := math.Max(leastRadius, c.long(m.Radius))
	c.fill(ink, shape(m.Seat, x, y, radius+1.5)...)
	inner, text := hue(m.Seat), ink
	if inner == blue {
		text = paper
	}
	if m.Lying {
		inner, text = paper, ink
	}
	c.fill(inner, shape(m.Seat, x, y, radius-1)...)
	face := c.fonts.large
	if m.Number > 9 && radius < 14 {
		face = c.fonts.small
	}
	c.write(face, strconv.Itoa(m.Number), x, y, text, false)
	if m.Lying {
		c.stroke(ink, dot{x - radius, y + radius}, dot{x + radius, y - radius}, 2)
		return
	}
	lives := fmt.Sprintf("%d/%d", m.Left, m.Max)
	if m.Load > 0 {
		lives += fmt.Sprintf(" +%d", m.Load)
	}
	c.write(c.fonts.small, lives, x, y+radius+9, ink, false)
}
