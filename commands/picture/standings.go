package picture

import (
	"context"
	"fmt"
	"image/color"
	"strconv"

	"golang.org/x/image/font"

	"umpire/rules/campaign"
)

// MostRows is how many rows of a table are drawn; the others are counted.
const MostRows = 20

// Standings is a table to be drawn: its rows in order.
type Standings struct {
	Title string         `json:"title"`
	Rows  []campaign.Row `json:"rows"`
}

// Alt is the table in words, cut to what a picture's description may hold.
func (s *Standings) Alt() string {
	var lines []string
	for _, row := range s.Rows {
		lines = append(lines, row.Plain())
	}
	return described(s.Title, lines)
}

// The places of a table, in pixels. A telephone shows it at half its size, so no
// type is smaller than 24.
const (
	standingsWidth = 760
	rowHeight      = 44
	headHeight     = 112
	edge           = 16
	barLeft        = 372
	barRight       = 568
	barHeight      = 28
	columnWidth    = 62
)

// outcome is a way to end a fight: how it is called and painted, and how many.
type outcome struct {
	name  string
	of    func(campaign.Row) int
	shade color.RGBA
	lines bool // hatched
}

func outcomes() []outcome {
	return []outcome{
		{"won", func(r campaign.Row) int { return r.Wins }, blue, false},
		{"drawn", func(r campaign.Row) int { return r.Draws }, orange, true},
		{"lost", func(r campaign.Row) int { return r.Losses }, paper, false},
	}
}

// DrawStandings gives a table as a PNG of 760 pixels' width: a row each with its
// name, a bar of fights won (full), drawn (hatched) and lost (empty), and their
// numbers. It waits for its turn until ctx ends.
func (d *Drawer) DrawStandings(ctx context.Context, s *Standings) ([]byte, error) {
	f, back, err := d.turn(ctx, s.Title)
	if err != nil {
		return nil, err
	}
	defer back()
	rows := s.Rows[:min(len(s.Rows), MostRows)]
	more := len(s.Rows) - len(rows)
	high := headHeight + len(rows)*rowHeight + edge
	if more > 0 {
		high += rowHeight
	}
	c := blank(standingsWidth, high, f)
	c.head(s.Title)
	most := 1
	for _, row := range rows {
		most = max(most, row.Fights)
	}
	for i, row := range rows {
		c.standing(row, i, most)
	}
	if more > 0 {
		c.left(f.wide, fmt.Sprintf("and %d more", more), edge, headHeight+(float64(len(rows))+0.5)*rowHeight, standingsWidth-2*edge)
	}
	return encode(c.image)
}

// head writes the title and above each column of numbers what it counts, with a
// piece of the bar that stands for it.
func (c *canvas) head(title string) {
	c.left(c.fonts.title, title, edge, 30, standingsWidth-2*edge)
	for i, o := range outcomes() {
		x := numberAt(i)
		c.piece(o, x-18, 54, x+18, 74)
		c.write(c.fonts.wide, o.name, x, 92, ink, false)
	}
	c.stroke(ink, dot{edge, headHeight - 2}, dot{standingsWidth - edge, headHeight - 2}, 2)
}

// numberAt is the middle of a column of numbers.
func numberAt(i int) float64 { return barRight + (float64(i)+0.5)*columnWidth }

// standing paints one row; most is how many fights a whole bar stands for.
func (c *canvas) standing(row campaign.Row, i, most int) {
	top := headHeight + float64(i)*rowHeight
	y := top + rowHeight/2
	if i%2 == 1 {
		c.fill(ground, dot{0, top}, dot{standingsWidth, top}, dot{standingsWidth, top + rowHeight}, dot{0, top + rowHeight})
	}
	end := ""
	if row.Withdrawn {
		end = " (out)"
	}
	room := barLeft - 12 - edge - width(c.fonts.wide, end)
	name := cut(c.fonts.wide, row.Place()+" "+row.Name, room) + end
	c.left(c.fonts.wide, name, edge, y, barLeft-edge)
	x := float64(barLeft)
	for col, o := range outcomes() {
		n := o.of(row)
		c.write(c.fonts.wide, strconv.Itoa(n), numberAt(col), y, ink, false)
		if n > 0 {
			long := float64(n) / float64(most) * (barRight - barLeft - 8)
			c.piece(o, x, y-barHeight/2, x+long, y+barHeight/2)
			x += long
		}
	}
}

// piece paints a part of a bar.
func (c *canvas) piece(o outcome, x0, y0, x1, y1 float64) {
	c.fill(o.shade, dot{x0, y0}, dot{x1, y0}, dot{x1, y1}, dot{x0, y1})
	high := y1 - y0
	for x := x0 - high + 5; o.lines && x < x1; x += 9 {
		a, b := dot{x, y1}, dot{x + high, y0} // a slanting line, cut off at both ends
		if a.x < x0 {
			a = dot{x0, y1 - (x0 - x)}
		}
		if b.x > x1 {
			b = dot{x1, y1 - (x1 - x)}
		}
		c.stroke(ink, a, b, 2)
	}
	corners := []dot{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}
	for i, d := range corners {
		c.stroke(ink, d, corners[(i+1)%len(corners)], 2)
	}
}

// left writes text from a place to the right, cut to a width.
func (c *canvas) left(face font.Face, text string, x, y, room float64) {
	text = cut(face, plain(face, text), room)
	c.write(face, text, x+width(face, text)/2, y, ink, false)
}

func width(face font.Face, text string) float64 {
	return float64(font.MeasureString(face, plain(face, text))) / 64
}

// cut shortens text to a width, with dots where something is left out.
func cut(face font.Face, text string, room float64) string {
	if width(face, text) <= room {
		return text
	}
	r := []rune(text)
	for len(r) > 0 && width(face, string(r)+"…") > room {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}
