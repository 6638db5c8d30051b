package picture_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"os"
	"strings"
	"testing"

	"umpire/commands/picture"
	"umpire/rules/campaign"
)

func table(n int) *picture.Standings {
	s := &picture.Standings{Title: "Winter campaign: standings"}
	for i := range n {
		r := campaign.Row{Key: fmt.Sprint(i), Name: fmt.Sprintf("The %dth Foot", i+1), Rank: i + 1, Wins: max(0, 9-i), Draws: i % 4, Losses: i / 2, Lost: i}
		r.Fights = r.Wins + r.Draws + r.Losses
		s.Rows = append(s.Rows, r)
	}
	return s
}

func drawn(t *testing.T, s *picture.Standings) image.Image {
	t.Helper()
	body, err := newDrawer(t).DrawStandings(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	if path := os.Getenv("PICTURE_OUT"); path != "" {
		if err := os.WriteFile(path, body, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if len(body) > 100<<10 {
		t.Errorf("the picture has %d KB", len(body)>>10)
	}
	img, err := png.Decode(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestStandingsShowTwentyRowsAndCountTheOthers(t *testing.T) {
	high := func(n int) int { return drawn(t, table(n)).Bounds().Dy() }
	if twenty, more, many := high(20), high(21), high(500); more <= twenty || many != more || high(19) >= twenty {
		t.Errorf("20 rows are %d high, 21 %d and 500 %d", twenty, more, many)
	}
}

// greys is a picture's row of pixels without its colours.
func greys(img image.Image, x0, x1, y int) string {
	var b strings.Builder
	for x := x0; x < x1; x++ {
		r, g, blue, _ := img.At(x, y).RGBA()
		b.WriteByte("#+-. "[min(4, (r*3+g*6+blue)/10*5/0x10000)])
	}
	return b.String()
}

func TestWonDrawnAndLostDifferWithoutColour(t *testing.T) {
	seen := make(map[string]string)
	for name, row := range map[string]campaign.Row{"won": {Wins: 1}, "drawn": {Draws: 1}, "lost": {Losses: 1}, "none": {}} {
		row.Fights = row.Wins + row.Draws + row.Losses
		bar := greys(drawn(t, &picture.Standings{Rows: []campaign.Row{row}}), 380, 550, 112+22)
		if other, ok := seen[bar]; ok && name != "none" && other != "none" {
			t.Errorf("%s looks like %s: %s", name, other, bar)
		}
		seen[bar] = name
		if hatched := strings.Count(bar, "#") > 5 && strings.Trim(bar, "#") != ""; hatched != (name == "drawn") {
			t.Errorf("%s: %s", name, bar)
		}
	}
}

func TestALongNameStaysOffTheBarAndEmptyStandingsAreDrawn(t *testing.T) {
	row := campaign.Row{Name: strings.Repeat("WÄlter ", 40), Rank: 1, Withdrawn: true}
	img := drawn(t, &picture.Standings{Title: strings.Repeat("W", 200), Rows: []campaign.Row{row}})
	for y := 112; y < 112+44; y++ {
		if bar := greys(img, 364, 560, y); strings.Trim(bar, " ") != "" {
			t.Fatalf("the name is in the bar's place: %s", bar)
		}
	}
	drawn(t, &picture.Standings{})
}

func TestStandingsSayInWordsWhatTheyShow(t *testing.T) {
	s := table(100)
	s.Rows[1].Name = "*The* Foot"
	alt := s.Alt()
	if !strings.Contains(alt, "1. The 1th Foot: 9 fights, 9 won") || !strings.Contains(alt, "*The* Foot") || len([]rune(alt)) > 1024 {
		t.Errorf("%d runes: %s", len([]rune(alt)), alt)
	}
}
