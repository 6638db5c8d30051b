package kit

import (
	"strings"
	"testing"
)

func TestTheShippedFieldsAreFiveWithCoverOfBothKinds(t *testing.T) {
	fields, err := Fields()
	if err != nil || len(fields) != 5 || fields[0].Key != "open" {
		t.Fatalf("%d fields, %v", len(fields), err)
	}
	for _, f := range fields[1:] {
		seen := map[Cover]bool{}
		for _, p := range f.Terrain {
			seen[p.Cover] = true
		}
		if !seen[Soft] || !seen[Hard] || f.Size != (Point{4800, 4800}) {
			t.Errorf("%s measures %s by %s and has cover %v", f.Name, f.Size.X, f.Size.Y, seen)
		}
	}
}

func TestCoverComesFromTheLineBetweenTheCentres(t *testing.T) {
	f := Field{Size: Point{4800, 4800}, Terrain: []Piece{
		{Name: "hedge", Cover: Soft, Corner: Point{1000, 1000}, Size: Point{1000, 100}},
		{Name: "tower", Cover: Hard, Corner: Point{3000, 3000}, Radius: 200},
	}}
	for _, c := range []struct {
		a, b  Point
		cover Cover
	}{
		{Point{1500, 500}, Point{1500, 2000}, Soft},
		{Point{500, 500}, Point{500, 2000}, Open},
		{Point{1500, 1050}, Point{1500, 2000}, Soft}, // stands in it
		{Point{0, 1000}, Point{1000, 1000}, Soft},    // meets its corner
		{Point{2700, 3000}, Point{3300, 3000}, Hard},
		{Point{2700, 3200}, Point{3300, 3200}, Hard}, // grazes it
		{Point{2700, 3202}, Point{3300, 3202}, Open},
		{Point{1500, 500}, Point{3000, 3400}, Hard}, // the better of two
	} {
		if got, from := f.CoverFrom(c.a, c.b); got != c.cover {
			t.Errorf("from %s to %s: %s of %q, want %s", c.a, c.b, got, from, c.cover)
		}
		if got, _ := f.CoverFrom(c.b, c.a); got != c.cover {
			t.Errorf("from %s to %s: %s, want %s as from the other side", c.b, c.a, got, c.cover)
		}
	}
}

func TestGridSquaresAreNamedFromTheSouthWest(t *testing.T) {
	f := OpenField(48 * Inch)
	if f.Square(Point{0, 0}) != "A1" || f.Square(Point{4800, 4800}) != "H8" || f.Square(Point{1500, 2000}) != "C4" || len(f.Squares()) != 64 {
		t.Error(f.Square(Point{1500, 2000}), f.Squares())
	}
	for _, name := range f.Squares() {
		at, err := f.ParsePlace(strings.ToLower(name))
		if err != nil || f.Square(at) != name {
			t.Errorf("%s is read as %s, %v", name, at, err)
		}
	}
	if at, err := f.ParsePlace("24, 10.5"); err != nil || at != (Point{2400, 1050}) {
		t.Errorf("%s, %v", at, err)
	}
	for _, text := range []string{"I1", "A9", "A0", "C", "4C", "NaN,3", "1e9,3", "-1,3", "50,3", ""} {
		if at, err := f.ParsePlace(text); err == nil {
			t.Errorf("%q is the place %s", text, at)
		}
	}
}

func TestMovesStopAtTheTablesEdge(t *testing.T) {
	f := OpenField(48 * Inch)
	for _, c := range Directions() {
		b := infantry(2400, 2400)
		end := b.Moved(f.Advance(b, c.From(b.At), 60*Inch, nil))
		if !f.Holds(end) || f.Edge(end, North) > 1 && f.Edge(end, South) > 1 && f.Edge(end, East) > 1 && f.Edge(end, West) > 1 {
			t.Errorf("toward the %s it ends at %s", c, end.At)
		}
	}
}

func TestFreePlacesAreTheNearestThatNobodyStandsOn(t *testing.T) {
	f := OpenField(48 * Inch)
	var crowd []Base
	for range 40 {
		at, found := f.Free(infantry(100, 100), crowd, nil)
		if !found {
			t.Fatal("there is no room")
		}
		crowd = append(crowd, Base{at, Inch / 2})
	}
	for i, b := range crowd {
		for _, o := range crowd[:i] {
			if b.Overlaps(o) || !f.Holds(b) {
				t.Fatalf("%s and %s overlap", b.At, o.At)
			}
		}
	}
	if _, found := f.Free(infantry(100, 100), nil, func(Base) bool { return false }); found {
		t.Error("a base stands where none may")
	}
}

func TestFieldFaultsNameFileAndLineAllAtOnce(t *testing.T) {
	_, err := ReadField("f.yaml", []byte("key: f\nname: F\nsize: [48, 48]\nterrain:\n- {name: wall, cover: hard, rect: [40, 40, 10, 1]}\n- {name: hill, cover: open, round: [1, 1, 1]}\n- {name: pit, cover: soft}\n"))
	if err == nil {
		t.Fatal("a broken field is read")
	}
	for _, want := range []string{"f.yaml:5: wall lies off the table", "f.yaml:6: a piece of terrain needs", "f.yaml:7: pit is either"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v, without %s", err, want)
		}
	}
	for text, want := range map[string]string{
		"key: f\nname: F\nsize: [48, NaN]\n":               "f.yaml:3:",
		"key: f\nname: F\nsize: [48, 4]\n":                 "lengths from",
		"name: F\nsize: [48, 48]\n":                        "needs a key",
		"key: f\nname: F\nsize: [48, 48]\nterain: []\n":    "f.yaml:4:",
		"key: f\nname: F\nsize: [48, 48]\nterrain:\n- 3\n": "f.yaml:5:",
	} {
		if _, err := ReadField("f.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
