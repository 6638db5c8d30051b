package picture_test

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"os"
	"strings"
	"sync"
	"testing"

	"umpire/commands/picture"
	"umpire/rules"
)

// crowd is a table of four feet with forty models a side.
func crowd() *rules.Scene {
	s := &rules.Scene{
		Title: "Round 3, B shoots", Width: 4800, Height: 4800,
		Terrain: []rules.SceneShape{
			{Name: "Wood", Cover: "soft", X: 600, Y: 1800, Width: 900, Height: 700},
			{Name: "Ruin", Cover: "hard", X: 2800, Y: 2600, Width: 800, Height: 600},
			{Name: "Rocks", Cover: "hard", X: 2400, Y: 1200, Radius: 300},
		},
		Markers: []rules.SceneMarker{{Name: "Ford", X: 2400, Y: 2400}},
		Lines: []rules.SceneLine{
			{Kind: "move", Seat: 1, X1: 700, Y1: 500, X2: 900, Y2: 1500},
			{Kind: "shot", Seat: 2, X1: 3000, Y1: 4000, X2: 1000, Y2: 700},
			{Kind: "blow", Seat: 2, X1: 2000, Y1: 2000, X2: 2060, Y2: 2100},
		},
		Text: []string{"1 Captain: 12.4\" north of the Ford, in the open, 6 of 6 lives."},
	}
	for seat := rules.Seat(1); seat <= 2; seat++ {
		for i := range 40 {
			s.Models = append(s.Models, rules.SceneModel{
				ID: "m", Seat: seat, Name: "Fighter", Number: i + 1, X: 300 + i%10*450, Y: 300 + i/10*250 + (int(seat)-1)*3300,
				Radius: []int{50, 50, 100, 150}[i%4], Left: 1 + i%3, Max: 3, Lying: i%11 == 10, Load: i % 3,
			})
		}
	}
	return s
}

func newDrawer(t testing.TB) *picture.Drawer {
	t.Helper()
	d, err := picture.NewDrawer()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestACrowdIsDrawnWithinDiscordsMeans(t *testing.T) {
	body, err := newDrawer(t).Draw(context.Background(), crowd(), &picture.Ring{X: 1000, Y: 700, Radius: 1200})
	if err != nil {
		t.Fatal(err)
	}
	if path := os.Getenv("PICTURE_OUT"); path != "" {
		if err := os.WriteFile(path, body, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	img, err := png.Decode(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() < 900 || b.Dx() > 1100 || b.Dy() > 1100 {
		t.Errorf("the picture is %v large", b)
	}
	if len(body) > 300<<10 {
		t.Errorf("the picture has %d KB", len(body)>>10)
	}
}

func TestSidesDifferByShapeAndNotOnlyByColour(t *testing.T) {
	d := newDrawer(t)
	one := func(seat rules.Seat) (corner bool) {
		s := &rules.Scene{Width: 600, Height: 600, Models: []rules.SceneModel{{Seat: seat, Number: 1, X: 300, Y: 300, Radius: 100, Left: 1, Max: 1}}}
		body, err := d.Draw(context.Background(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		// 160 pixels an inch: at 115 pixels along both axes a square still is and
		// a circle is no more.
		x, y := 34+480+130, 34+480-130
		r, g, b, _ := img.At(x, y).RGBA()
		gr, gg, gb, _ := img.At(40, 40).RGBA()
		return r != gr || g != gg || b != gb
	}
	if one(1) || !one(2) {
		t.Error("a corner of the base is painted alike for both sides")
	}
}

func TestATableThatCannotBeIsAnErrorAndNoPanic(t *testing.T) {
	d := newDrawer(t)
	for _, s := range []*rules.Scene{{}, {Width: -1, Height: 5}, {Width: 1 << 30, Height: 1 << 30}} {
		if _, err := d.Draw(context.Background(), s, nil); err == nil {
			t.Errorf("%+v is drawn", s)
		}
	}
	far := &rules.Scene{Width: 600, Height: 600, Models: []rules.SceneModel{{Seat: 9, X: 1 << 20, Y: -1 << 20, Radius: 1 << 20, Number: 1}}}
	if _, err := d.Draw(context.Background(), far, nil); err != nil {
		t.Errorf("a model beyond the edge: %v", err)
	}
}

func TestManyDrawAtOnceAndWaitNoLongerThanTheyMay(t *testing.T) {
	d := newDrawer(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := d.Draw(context.Background(), crowd(), nil); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	for range 50 {
		if _, err := d.Draw(gone, crowd(), nil); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
}

func TestAltHoldsTheWordsThatFit(t *testing.T) {
	s := crowd()
	for range 40 {
		s.Text = append(s.Text, strings.Repeat("x", 60))
	}
	alt := picture.Alt(s)
	if !strings.Contains(alt, "12.4\" north of the Ford") || len([]rune(alt)) > 1024 {
		t.Errorf("alt text of %d runes: %.80s", len([]rune(alt)), alt)
	}
}

func BenchmarkDraw(b *testing.B) {
	d := newDrawer(b)
	s := crowd()
	for b.Loop() {
		if _, err := d.Draw(context.Background(), s, nil); err != nil {
			b.Fatal(err)
		}
	}
}
