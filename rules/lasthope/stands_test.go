package lasthope

import (
	"fmt"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

func TestWoundsThatWereToldStandHoweverTheFightEnds(t *testing.T) { // LH-22
	s, err := newS(sample())
	if err != nil {
		t.Fatal(err)
	}
	models := append(s.Sides[0].Models, s.Sides[1].Models...)
	rulestest.Stands(t, System(), func(told []any, left []rules.Fighter) error {
		want := make(map[string]int)
		for _, m := range models {
			want[m.Name] = m.Life.Left
		}
		for _, fact := range told {
			switch f := fact.(type) {
			case Wounded:
				want[f.Target] = f.Left
			case Felled:
				want[f.Target] = 0
			case WoundsSet:
				want[f.Model] = f.To
			}
		}
		for i, f := range left {
			sheet, err := readSheet(f.Sheet)
			if err != nil {
				return err
			}
			if name := models[i].Name; sheet.left() != want[name] {
				return fmt.Errorf("%s has %d wounds left, and was told to have %d", name, sheet.left(), want[name])
			}
		}
		return nil
	})
}
