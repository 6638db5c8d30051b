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

// Drawer draws scenes, at most as many at once as there are processors. It is
// safe for many goroutines.
type Drawer struct{ fonts chan *fonts }

// fonts are the faces of one drawing; a face is not for two at once.
type fonts struct{ small, large font.Face }

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
		small, err1 := opentype.NewFace(regular, &opentype.FaceOptions{Size: 15, DPI: 72, Hinting: font.HintingFull})
		large, err2 := opentype.NewFace(bold, &opentype.FaceOptions{Size: 18, DPI: 72, Hinting: font.HintingFull})
		if err := errors.Join(err1, err2); err != nil {
			return nil, fmt.Errorf("make a face of the embedded font: %w", err)
		}
		d.fonts <- &fonts{small, large}
	}
	return d, nil
}

// mostArea is how large a table may be, in square inches: 12 by 8 feet.
const mostArea = 144 * 96

// Draw gives a scene as a PNG of about 1000 pixels' width, with a ring about a
// point if one is given. It waits for its turn until ctx ends.
func (d *Drawer) Draw(ctx context.Context, s *rules.Scene, ring *Ring) ([]byte, error) {
	if s.Width <= 0 || s.Height <= 0 || s.Width/100*(s.Height/100) > mostArea {
		return nil, fmt.Errorf("draw %q: a table of %d by %d hundredths of an inch cannot be drawn", s.Title, s.Width, s.Height)
	}
	var f *fonts
	select {
	case f = <-d.fonts:
	case <-ctx.Done():
		return nil, fmt.Errorf("draw %q: %w", s.Title, ctx.Err())
	}
	defer func() { d.fonts <- f }()
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
func Alt(s *rules.Scene) string {
	text := s.Title
	for _, line := range s.Text {
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
