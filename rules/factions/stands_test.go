package factions

import (
	"fmt"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

// condition is what a table was told of a figure.
type condition struct {
	wounds   int
	defeated bool
	gold     int
	down     int
}

func TestWoundsDefeatsAndTreasureThatWereToldStandHoweverTheFightEnds(t *testing.T) { // WF-31
	sys := System()
	sys.Sample = func() rules.Setup { return crowd(4) }
	s, err := newS(sys.Sample())
	if err != nil {
		t.Fatal(err)
	}
	rulestest.Stands(t, sys, func(told []any, left []rules.Fighter) error {
		want := make(map[string]*condition)
		for _, f := range s.everyone() {
			want[f.Name] = &condition{gold: f.Gold, down: f.Sheet.FaceDown}
		}
		for _, fact := range told {
			hear(want, fact)
		}
		for i, f := range left {
			sheet, err := readSheet(f.Sheet)
			if err != nil {
				return err
			}
			name := s.everyone()[i].Name
			if is := (condition{sheet.Wounds, sheet.Defeated, sheet.Gold, sheet.FaceDown}); is != *want[name] {
				return fmt.Errorf("%s is %+v, and was told to be %+v", name, is, *want[name])
			}
		}
		return nil
	})
}

func hear(want map[string]*condition, fact any) {
	switch f := fact.(type) {
	case Wounded:
		want[f.Target].wounds = f.Has
	case Felled:
		*want[f.Target] = condition{defeated: true}
	case Fallen:
		*want[f.Figure] = condition{defeated: true}
	case WoundsSet:
		want[f.Figure].wounds = f.To
	case Renewed:
		want[f.Figure].defeated = false
	case GoldSet:
		want[f.Figure].gold = f.To
	case TurnedUp:
		want[f.Figure].down--
	case CardTaken:
		if f.Card == "" {
			want[f.Figure].down--
		}
	case Treasure:
		want[f.Figure].gold += f.Gold
		if f.Down {
			want[f.Figure].down++
		}
	case Looted:
		want[f.Figure].gold += f.Gold
		want[f.Figure].down += f.Down
	}
}

func TestCardsThatAreNotLaidYetStayThoughTheUmpireTakesAnotherOrTheFightEnds(t *testing.T) {
	sys := System()
	b, err := rulestest.Sit(sys, sys.Sample(), "cards", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range append(b.Start(), correction("take-card", map[string]string{"hero": "Iron Agnes", "card": "Broadaxe", "reason": "not hers"})) {
		if err := b.Make(m); err != nil {
			t.Fatal(err)
		}
	}
	for i, f := range b.Fight.Roster() {
		was, err := readSheet(append(sys.Sample().Sides[0].Fighters, sys.Sample().Sides[1].Fighters...)[i].Sheet)
		if err != nil {
			t.Fatal(err)
		}
		is, err := readSheet(f.Sheet)
		if err != nil {
			t.Fatal(err)
		}
		if is.FaceDown != was.FaceDown {
			t.Errorf("%s came with %d cards face down and leaves with %d", f.Name, was.FaceDown, is.FaceDown)
		}
	}
}

func correction(verb string, args map[string]string) rulestest.Move {
	return rulestest.Move{Seat: rules.Umpire, Reply: &rules.Reply{Order: &rules.Order{Verb: verb, Args: args}}}
}
