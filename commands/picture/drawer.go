package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"runtime"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"

	"umpire/rules"
)

// Ring is a range about a point, or about the edge of a round base on it, in
// hundredths of an inch.
type Ring struct{ X, Y, Radius, Base int }

// Drawer draws scenes and standings, at most as many at once as there are processors. It is
// safe for many goroutines.
type Drawer struct{ fonts chan *fonts }

// fonts are the faces of one drawing; a face is not for two at once.
type fonts struct{ small, large, wide, title font.Face }

// NewDrawer makes a Drawer. It fails only when the embedded fonts cannot be read.
func NewDrawer() (*Drawer, error) {
	regular, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("read the embedded font: %w", err)
	}
	bold, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return nil, fmt.Errorf("read the embedded font: %w", err)
	}
	d := &Drawer{fonts: make(chan *fonts, runtime.NumCPU())}
	for range cap(d.fonts) {
		f, err := newFonts(regular, bold)
		if err != nil {
			return nil, err
		}
		d.fonts <- f
	}
	return d, nil
}

func newFonts(regular, bold *opentype.Font) (*fonts, error) {
	var errs []error
	face := func(of *opentype.Font, size float64) font.Face {
		f, err := opentype.NewFace(of, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
		errs = append(errs, err)
		return f
	}
	f := &fonts{small: face(regular, 15), large: face(bold, 18), wide: face(regular, 24), title: face(bold, 26)}
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("make a face of the embedded font: %w", err)
	}
	return f, nil
}

// turn waits until a drawing may begin; back gives its fonts back.
func (d *Drawer) turn(ctx context.Context, title string) (f *fonts, back func(), err error) {
	select {
	case f = <-d.fonts:
		return f, func() { d.fonts <- f }, nil
	case <-ctx.Done():
		return nil, nil, fmt.Errorf("draw %q: %w", title, ctx.Err())
	}
}

// mostArea is how large a table may be, in square inches: 12 by 8 feet.
const mostArea = 144 * 96

// Draw gives a scene as a PNG of about 1000 pixels' width, with a ring about a
// point if one is given; one of cards is 388 or 760 pixels wide. It waits for its turn until ctx ends.
func (d *Drawer) Draw(ctx context.Context, s *rules.Scene, ring *Ring) ([]byte, error) {
	if len(s.Cards) > 0 {
		return d.cards(ctx, s)
	}
	if s.Width <= 0 || s.Height <= 0 || s.Width/100*(s.Height/100) > mostArea {
		return nil, fmt.Errorf("draw %q: a table of %d by %d hundredths of an inch cannot be drawn", s.Title, s.Width, s.Height)
	}
	f, back, err := d.turn(ctx, s.Title)
	if err != nil {
		return nil, err
	}
	defer back()
	c := newCanvas(s, f)
	c.table(s)
	for _, t := range s.Terrain {
		c.terrain(t)
	}
	for _, m := range s.Markers {
		c.marker(m)
	}
	if ring != nil {
		c.ring(*ring)
	}
	for _, l := range s.Lines {
		c.line(l)
	}
	for _, m := range s.Models {
		c.model(m)
	}
	return encode(c.image)
}

// encode writes a PNG of few colours: far smaller than a true-colour one, and
// quicker to write.
func encode(img *image.Paletted) ([]byte, error) {
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&b, img); err != nil {
		return nil, fmt.Errorf("write a picture: %w", err)
	}
	return b.Bytes(), nil
}

// altLimit is how long Discord lets a picture's description be.
const altLimit = 1024

// Alt is a scene in words, cut to what a picture's description may hold.
func Alt(s *rules.Scene) string { return described(s.Title, s.Text) }

// described is a title with as many lines as a picture's description may hold.
func described(title string, lines []string) string {
	text := title
	for _, line := range lines {
		if len([]rune(text))+len([]rune(line))+2 > altLimit {
			break
		}
		text += "\n" + line
	}
	if r := []rune(text); len(r) > altLimit {
		text = string(r[:altLimit])
	}
	return strings.TrimSpace(text)
}
