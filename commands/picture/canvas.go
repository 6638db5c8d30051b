package picture

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"umpire/rules"
)

// The colours: few, so that a picture is small; the sides' are from the set of
// Okabe and Ito, which colour-blind eyes tell apart.
var (
	ground = color.RGBA{0xf6, 0xf2, 0xe6, 0xff}
	grid   = color.RGBA{0xd8, 0xd0, 0xbc, 0xff}
	ink    = color.RGBA{0x20, 0x20, 0x20, 0xff}
	paper  = color.RGBA{0xff, 0xff, 0xff, 0xff}
	soft   = color.RGBA{0xb9, 0xd8, 0xb0, 0xff}
	hard   = color.RGBA{0xbd, 0xb8, 0xb0, 0xff}
	blue   = color.RGBA{0x00, 0x72, 0xb2, 0xff}
	orange = color.RGBA{0xe6, 0x9f, 0x00, 0xff}
	green  = color.RGBA{0x00, 0x9e, 0x73, 0xff}
	purple = color.RGBA{0xcc, 0x79, 0xa7, 0xff}
	red    = color.RGBA{0xc0, 0x30, 0x20, 0xff}
)

// shades are the steps between two colours where an edge is smoothed.
const shades = 4

// palette holds the colours and, for smooth edges, the steps between each and
// the ground, ink and paper.
func palette() color.Palette {
	flat := []color.RGBA{ground, grid, ink, paper, soft, hard, blue, orange, green, purple, red}
	var p color.Palette
	for _, c := range flat {
		p = append(p, c)
	}
	for _, under := range []color.RGBA{ground, soft, hard, paper, ink, blue, orange} {
		for _, over := range flat {
			if over == under {
				continue
			}
			for i := 1; i < shades && len(p) < 255; i++ {
				p = append(p, mix(under, over, float64(i)/shades))
			}
		}
	}
	return p[:min(len(p), 256)]
}

func mix(a, b color.RGBA, t float64) color.RGBA {
	at := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + (float64(y)-float64(x))*t)) }
	return color.RGBA{at(a.R, b.R), at(a.G, b.G), at(a.B, b.B), 0xff}
}

// canvas is one drawing: it turns hundredths of an inch into pixels.
type canvas struct {
	image   *image.Paletted
	fonts   *fonts
	perInch float64
	height  int // of the table, in hundredths
	nearest map[color.RGBA]uint8
	raster  *vector.Rasterizer
}

const (
	tableWidth = 960 // pixels of the longer side
	margin     = 34
)

func newCanvas(s *rules.Scene, f *fonts) *canvas {
	perInch := tableWidth / (float64(max(s.Width, s.Height)) / 100)
	w := int(float64(s.Width)/100*perInch) + 2*margin
	h := int(float64(s.Height)/100*perInch) + 2*margin
	c := blank(w, h, f)
	c.perInch, c.height = perInch, s.Height
	return c
}

// blank is an empty sheet of paper, in pixels.
func blank(w, h int, f *fonts) *canvas {
	c := &canvas{
		image: image.NewPaletted(image.Rect(0, 0, w, h), palette()), fonts: f,
		nearest: make(map[color.RGBA]uint8), raster: vector.NewRasterizer(w, h),
	}
	fill := c.index(paper)
	for i := range c.image.Pix {
		c.image.Pix[i] = fill
	}
	return c
}

// at gives the pixel of a place on the table.
func (c *canvas) at(x, y int) (px, py float64) {
	return margin + float64(x)/100*c.perInch, margin + float64(c.height-y)/100*c.perInch
}

// long gives a length in pixels.
func (c *canvas) long(hundredths int) float64 { return float64(hundredths) / 100 * c.perInch }

func (c *canvas) index(col color.RGBA) uint8 {
	if i, ok := c.nearest[col]; ok {
		return i
	}
	i := uint8(c.image.Palette.Index(col))
	c.nearest[col] = i
	return i
}

// dot is a point of an outline, in pixels.
type dot struct{ x, y float64 }

// fill paints the inside of an outline.
func (c *canvas) fill(col color.RGBA, outline ...dot) { c.paint(col, outline) }

// paint fills outlines, one after another, with smooth edges.
func (c *canvas) paint(col color.RGBA, outlines ...[]dot) {
	box := image.Rectangle{}
	for _, o := range outlines {
		for _, d := range o {
			box = box.Union(image.Rect(int(d.x)-2, int(d.y)-2, int(d.x)+3, int(d.y)+3))
		}
	}
	box = box.Intersect(c.image.Bounds())
	if box.Empty() {
		return
	}
	c.raster.Reset(box.Dx(), box.Dy())
	for _, o := range outlines {
		for i, d := range o {
			x, y := float32(d.x-float64(box.Min.X)), float32(d.y-float64(box.Min.Y))
			if i == 0 {
				c.raster.MoveTo(x, y)
			} else {
				c.raster.LineTo(x, y)
			}
		}
		c.raster.ClosePath()
	}
	mask := image.NewAlpha(image.Rect(0, 0, box.Dx(), box.Dy()))
	c.raster.DrawOp = draw.Src
	c.raster.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	c.blend(mask, box.Min, col)
}

// blend puts a colour on the picture as strongly as a mask says.
func (c *canvas) blend(mask *image.Alpha, at image.Point, col color.RGBA) {
	b := mask.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			a := mask.AlphaAt(x, y).A
			px, py := at.X+x-b.Min.X, at.Y+y-b.Min.Y
			if a < 32 || !(image.Point{px, py}).In(c.image.Bounds()) {
				continue
			}
			if a > 223 {
				c.image.SetColorIndex(px, py, c.index(col))
				continue
			}
			under, _ := c.image.Palette[c.image.ColorIndexAt(px, py)].(color.RGBA)
			step := math.Round(float64(a)/255*shades) / shades
			c.image.SetColorIndex(px, py, c.index(mix(under, col, step)))
		}
	}
}

// stroke paints a straight line of a width.
func (c *canvas) stroke(col color.RGBA, a, b dot, width float64) {
	dx, dy := b.x-a.x, b.y-a.y
	long := math.Hypot(dx, dy)
	if long == 0 {
		return
	}
	nx, ny := -dy/long*width/2, dx/long*width/2
	c.fill(col, dot{a.x + nx, a.y + ny}, dot{b.x + nx, b.y + ny}, dot{b.x - nx, b.y - ny}, dot{a.x - nx, a.y - ny})
}

// dashes paints a broken line.
func (c *canvas) dashes(col color.RGBA, a, b dot, width, dash float64) {
	long := math.Hypot(b.x-a.x, b.y-a.y)
	for at := 0.0; at < long; at += 2 * dash {
		to := math.Min(at+dash, long)
		c.stroke(col, along(a, b, at/long), along(a, b, to/long), width)
	}
}

func along(a, b dot, t float64) dot { return dot{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t} }

// polygon gives the corners of a regular figure, the first at an angle.
func polygon(x, y, radius float64, corners int, angle float64) []dot {
	out := make([]dot, corners)
	for i := range out {
		a := angle + 2*math.Pi*float64(i)/float64(corners)
		out[i] = dot{x + radius*math.Cos(a), y + radius*math.Sin(a)}
	}
	return out
}

// circle is round enough at its size.
func circle(x, y, radius float64) []dot {
	return polygon(x, y, radius, max(16, int(radius)*2), 0)
}

// write puts text with its middle at a place, on a plate of paper if asked.
func (c *canvas) write(face font.Face, text string, x, y float64, col color.RGBA, plate bool) {
	text = plain(face, text)
	wide := float64(font.MeasureString(face, text)) / 64
	metrics := face.Metrics()
	ascent, high := float64(metrics.CapHeight)/64, float64(metrics.Height)/64
	x = math.Max(2+wide/2, math.Min(x, float64(c.image.Bounds().Dx())-2-wide/2))
	if plate {
		c.fill(paper, dot{x - wide/2 - 2, y - high/2}, dot{x + wide/2 + 2, y - high/2}, dot{x + wide/2 + 2, y + high/2}, dot{x - wide/2 - 2, y + high/2})
	}
	box := image.Rect(0, 0, int(wide)+6, int(high)*2)
	mask := image.NewAlpha(box)
	d := font.Drawer{Dst: mask, Src: image.Opaque, Face: face, Dot: fixed.P(2, int(high))}
	d.DrawString(text)
	c.blend(mask, image.Pt(int(math.Round(x-wide/2))-2, int(math.Round(y+ascent/2-high))), col)
}

// plain replaces what the font lacks.
func plain(face font.Face, text string) string {
	out := make([]rune, 0, len(text))
	for _, r := range text {
		if _, ok := face.GlyphAdvance(r); !ok {
			r = '?'
		}
		out = append(out, r)
	}
	return string(out)
}
