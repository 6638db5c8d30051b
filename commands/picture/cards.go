package picture

import (
	"context"
	"fmt"
	"image/color"
	"math"
	"strings"

	"golang.org/x/image/font"

	"umpire/rules"
)

// The places of a card, in pixels. As with standings, a telephone shows two side by
// side at half their size.
const (
	cardWidth  = 356
	cardRow    = 34
	cardHead   = 188 // its title, three lines above the rows and the names of their columns
	cardFoot   = 76  // two lines below
	rowName    = 66  // middles of the columns, from the card's left
	rowBar     = 134
	rowFace    = 190 // where the text begins
	mostOfRows = 40
	mostDrawn  = 12
)

// cards draws cards, two beside each other: the bar as filled boxes, the row that
// was read in bold type, framed, and with an arrow before it.
func (d *Drawer) cards(ctx context.Context, s *rules.Scene) ([]byte, error) {
	rows := 0
	for _, card := range s.Cards {
		rows = max(rows, len(card.Rows))
	}
	if rows > mostOfRows || len(s.Cards) > mostDrawn {
		return nil, fmt.Errorf("draw %q: %d cards of %d rows cannot be drawn", s.Title, len(s.Cards), rows)
	}
	f, back, err := d.turn(ctx, s.Title)
	if err != nil {
		return nil, err
	}
	defer back()
	high := cardHead + rows*cardRow + cardFoot
	across := min(len(s.Cards), 2)
	down := (len(s.Cards) + 1) / 2
	c := blank(edge+across*(cardWidth+edge), edge+down*(high+edge), f)
	for i, card := range s.Cards {
		c.card(card, float64(edge+i%2*(cardWidth+edge)), float64(edge+i/2*(high+edge)), float64(high))
	}
	return encode(c.image)
}

// card paints one card from its upper left corner.
func (c *canvas) card(card rules.SceneCard, x, y, high float64) {
	const inset, line = 12, 30
	c.box(dot{x, y}, dot{x + cardWidth, y + high}, 3)
	room := float64(cardWidth - 2*inset)
	c.left(c.fonts.title, card.Title, x+inset, y+26, room)
	for i, text := range wrapped(c.fonts.wide, card.Above, room, 3) {
		c.left(c.fonts.wide, text, x+inset, y+62+float64(i)*line, room)
	}
	top := y + cardHead
	c.write(c.fonts.wide, card.Bars, x+rowBar, top-18, ink, false)
	c.left(c.fonts.wide, card.Faces, x+rowFace, top-18, cardWidth-rowFace-inset)
	for i, row := range card.Rows {
		c.cardRow(row, x, top+float64(i)*cardRow, i == card.Read, card.ByBar)
	}
	for i, text := range wrapped(c.fonts.wide, card.Below, room, 2) {
		c.left(c.fonts.wide, text, x+inset, y+high-cardFoot+22+float64(i)*line, room)
	}
}

// cardRow paints one row of a card; the one that was read stands out by its frame,
// its arrow and its type, and says whether the bar covers it when that is why.
func (c *canvas) cardRow(row rules.CardRow, x, y float64, read, byBar bool) {
	middle := y + cardRow/2
	name, face := c.fonts.wide, c.fonts.wide
	if read {
		name = c.fonts.title
		c.area(ground, dot{x + 6, y}, dot{x + cardWidth - 6, y + cardRow})
	}
	if read && !byBar {
		face = c.fonts.title
	}
	said, on := "no", ink
	if row.Bar {
		said, on = "yes", paper
		c.area(blue, dot{x + rowBar - 26, y}, dot{x + rowBar + 26, y + cardRow})
	}
	c.write(name, row.Name, x+rowName, middle, ink, false)
	c.left(face, row.Face, x+rowFace, middle, cardWidth-rowFace-16)
	if !read {
		return
	}
	if byBar {
		c.write(c.fonts.title, said, x+rowBar, middle, on, false)
	}
	c.fill(ink, polygon(x+24, middle, 13, 3, 0)...)
	c.box(dot{x + 6, y}, dot{x + cardWidth - 6, y + cardRow}, 4)
}

// area paints a rectangle between two corners.
func (c *canvas) area(col color.RGBA, a, b dot) {
	c.fill(col, a, dot{b.x, a.y}, b, dot{a.x, b.y})
}

// box paints a frame.
func (c *canvas) box(a, b dot, thick float64) {
	corners := []dot{a, {b.x, a.y}, b, {a.x, b.y}}
	for i, d := range corners {
		e := corners[(i+1)%len(corners)]
		long := math.Hypot(e.x-d.x, e.y-d.y)
		c.stroke(ink, along(d, e, -thick/2/long), along(d, e, 1+thick/2/long), thick)
	}
}

// wrapped breaks a text between words into lines of a width, at most so many; the
// last takes what is left.
func wrapped(face font.Face, text string, room float64, most int) []string {
	var lines []string
	for word := range strings.FieldsSeq(text) {
		last := len(lines) - 1
		if last >= 0 && (width(face, lines[last]+" "+word) <= room || len(lines) == most) {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}
