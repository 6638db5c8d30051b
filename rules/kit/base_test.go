package kit

import (
	"math"
	"testing"
)

func infantry(x, y Length) Base { return Base{Point{x, y}, Inch / 2} }

func TestLengthsAreReadAsPlayersTypeThem(t *testing.T) {
	for typed, want := range map[string]Length{"6": 600, "4.5": 450, `9.25"`: 925, "3 inches": 300, "0,5": 50, "6.01": 601} {
		if got, err := ParseLength(typed); err != nil || got != want {
			t.Errorf("%q is %d, %v", typed, got, err)
		}
	}
	for _, typed := range []string{"", "NaN", "1e9", "-1", "+2", "99999", "1001", "6.001", "six", "Inf", "0x10"} {
		if got, err := ParseLength(typed); err == nil {
			t.Errorf("%q is read as %s", typed, got)
		}
	}
	for l, want := range map[Length]string{600: `6"`, 940: `9.4"`, 601: `6.01"`, 0: `0"`, 50: `0.5"`} {
		if l.String() != want {
			t.Errorf("%d is told as %s", int(l), l)
		}
	}
}

func TestDistancesAreRoundedUpSoThatNothingJustOutOfRangeIsWithinIt(t *testing.T) {
	for n := range int64(200_000) {
		want := int64(math.Ceil(math.Sqrt(float64(n))))
		if got := rootUp(n); got != want {
			t.Fatalf("the root of %d is %d, want %d", n, got, want)
		}
	}
	for _, root := range []int64{9999, 12345678, 3_000_000_000} {
		if rootUp(root*root) != root || rootUp(root*root+1) != root+1 {
			t.Errorf("the root of the square of %d is off", root)
		}
	}
	if got := (Point{0, 0}).To(Point{100, 100}); got != 142 {
		t.Errorf("the diagonal of an inch is %s", got)
	}
}

func TestGapsAreMeasuredFromEdgeToEdge(t *testing.T) {
	if gap := infantry(0, 0).Gap(infantry(700, 0)); gap != 600 {
		t.Errorf("7 inches between centres are %s", gap)
	}
	if !infantry(0, 0).Touches(infantry(100, 0)) || infantry(0, 0).Overlaps(infantry(100, 0)) || !infantry(0, 0).Overlaps(infantry(99, 0)) {
		t.Error("bases an inch apart touch and do not overlap")
	}
}

func TestAMoveNeverGoesFurtherThanItMay(t *testing.T) {
	for x := Length(-500); x <= 500; x += 37 {
		for y := Length(-500); y <= 500; y += 41 {
			p := Point{1000, 1000}
			end := p.Toward(Point{1000 + x, 1000 + y}, 600)
			if p.To(end) > 600 {
				t.Fatalf("toward %d,%d it goes %s", x, y, p.To(end))
			}
		}
	}
}

func TestAChargeStopsInContactFromEverySide(t *testing.T) {
	enemy := Base{Point{2000, 2000}, 120}
	for x := Length(1300); x <= 2700; x += 57 {
		for y := Length(1300); y <= 2700; y += 61 {
			b := infantry(x, y)
			if b.Overlaps(enemy) {
				continue
			}
			end := b.Moved(b.Advance(enemy.At, 9999, []Base{enemy}))
			if end.Overlaps(enemy) || !end.Touches(enemy) {
				t.Fatalf("from %s it stops at %s, %s away", b.At, end.At, end.Gap(enemy))
			}
		}
	}
}

func TestAWayAcrossABaseIsCrossedAndOnePastItIsNot(t *testing.T) {
	b, enemy := infantry(0, 0), infantry(300, 0)
	for to, want := range map[Point]bool{{600, 0}: true, {600, 100}: true, {200, 0}: false, {201, 0}: true, {-600, 0}: false, {0, 600}: false, {300, 900}: false} {
		if b.Crosses(to, enemy) != want {
			t.Errorf("the way to %s: crossed is %v", to, !want)
		}
	}
	if infantry(200, 0).Crosses(Point{0, 0}, enemy) {
		t.Error("a model in contact cannot step back")
	}
}

func TestBearingsAreTheNearestOfEight(t *testing.T) {
	p := Point{1000, 1000}
	for q, want := range map[Point]Compass{{1000, 2000}: North, {1300, 2000}: North, {1900, 2000}: NorthEast, {2000, 1000}: East, {1900, 100}: SouthEast, {1000, 0}: South, {100, 100}: SouthWest, {0, 1200}: West, {100, 1900}: NorthWest} {
		if got := p.Bearing(q); got != want {
			t.Errorf("%s lies %s, want %s", q, got, want)
		}
	}
	for _, c := range Directions() {
		if p.Bearing(c.From(p)) != c || c.Opposite().Opposite() != c {
			t.Errorf("%s is not where it points", c)
		}
		for _, typed := range []string{c.String(), c.Short()} {
			if read, known := ParseCompass(typed); !known || read != c {
				t.Errorf("%q is read as %s", typed, read)
			}
		}
	}
	if _, known := ParseCompass("upward"); known {
		t.Error("upward is a direction")
	}
}

func TestWithinIsWhatTheGapSays(t *testing.T) {
	b := infantry(1000, 1000)
	for x := Length(0); x < 2000; x += 13 {
		for y := Length(0); y < 2000; y += 17 {
			if o := infantry(x, y); b.Within(o, 600) != (b.Gap(o) <= 600) {
				t.Fatalf("%s is %s away; within 6 is %v", o.At, b.Gap(o), b.Within(o, 600))
			}
		}
	}
}
