package skirmish

import (
	"fmt"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

func TestLivesThatWereToldAsLostStandHoweverTheBattleEnds(t *testing.T) { // SK-44
	s, err := newS(System().Sample())
	if err != nil {
		t.Fatal(err)
	}
	rulestest.Stands(t, System(), func(told []any, left []rules.Fighter) error {
		want, rolled := make(map[string]int), ""
		for _, m := range s.Models {
			want[m.Name] = m.Lives
		}
		for _, fact := range told {
			rolled = ""
			switch f := fact.(type) {
			case Hurt:
				want[f.Target] = f.Left
			case Slain:
				want[f.Target] = 0
			case LaidLow:
				want[f.Target] = 0
			case LivesSet:
				want[f.Model] = f.To
			case Rose:
				for _, m := range f.Models {
					if m.Up {
						want[m.Name] = m.Lives
					}
				}
			case Clashed:
				rolled = f.Target
			}
		}
		for i, f := range left {
			sheet, err := readSheet(f.Sheet, shortID)
			if err != nil {
				return err
			}
			name := s.Models[i].Name
			if sheet.left() > want[name] || name != rolled && sheet.left() < want[name] { // dice that are still asked about count as they lie
				return fmt.Errorf("%s has %d lives left, and was told to have %d", name, sheet.left(), want[name])
			}
		}
		return nil
	})
}
