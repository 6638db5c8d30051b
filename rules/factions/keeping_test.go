package factions

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"umpire/rules"
)

// left is what a fight leaves of a fighter, at home.
func (tb *table) left(name string) Sheet {
	tb.t.Helper()
	list := tb.fight.Roster()
	i := slices.IndexFunc(list, func(f rules.Fighter) bool { return f.Name == name })
	sheet, err := readSheet(list[i].Sheet)
	if err != nil {
		tb.t.Fatal(err)
	}
	return sheet
}

func TestADefeatedHeroComesHomeFromTheUnderpit(t *testing.T) {
	sheet := json.RawMessage(`{"wits":1,"health":4,"defeated":true,"space":"F4"}`)
	if got, err := health(sheet); err != nil || got != (rules.Health{Taken: 4, Most: 4}) {
		t.Errorf("it has %+v, %v", got, err)
	}
	for taken, want := range map[int]string{4: `"health":4,"defeated":true}`, 3: `"health":4,"wounds":3}`, 0: `"health":4}`} {
		if got, err := home(sheet, taken); err != nil || !strings.HasSuffix(string(got), want) {
			t.Errorf("with %d wounds it comes home as %s, %v", taken, got, err)
		}
	}
}

func TestCardsThatLieFaceDownStayWithTheirHero(t *testing.T) {
	tb := demo(t)
	if got := tb.left("Blackbeard"); got.FaceDown != 1 || len(got.Cards) != 0 {
		t.Errorf("laid down, he has %d and %v", got.FaceDown, got.Cards)
	}
	s := tb.state()
	s.turnedUp("Blackbeard")
	for _, f := range roster(s) {
		if sheet, err := readSheet(f.Sheet); f.Name == "Blackbeard" && (err != nil || sheet.FaceDown != 0 || len(sheet.Cards) != 1) {
			t.Errorf("turned up, he has %s", f.Sheet)
		}
	}
	before, err := newS(rules.Setup{Sides: demoTeams()})
	if err != nil {
		t.Fatal(err)
	}
	if sheet, err := readSheet(roster(before)[0].Sheet); err != nil || sheet.FaceDown != 1 {
		t.Errorf("not laid down yet, he has %d: %v", sheet.FaceDown, err)
	}
}

// turnedUp turns a figure's cards up as turnUp does.
func (s *S) turnedUp(name string) {
	for _, f := range s.everyone() {
		for i := range f.Cards {
			if f.Name == name {
				f.Cards[i].Down, f.Cards[i].Ask = false, ""
			}
		}
	}
}

func TestAHeroIsGivenWhatItsTeamKnowsAndAMinionNothing(t *testing.T) {
	team := demoTeams()[0]
	agnes, rat := team.Fighters[1], team.Fighters[2]
	sheet, err := give(team, agnes, "star rod")
	if err != nil {
		t.Fatal(err)
	}
	agnes.Sheet = sheet
	got, err := readSheet(sheet)
	if err != nil || len(got.Cards) != 2 || got.Cards[1].Power != 6 {
		t.Errorf("she has %+v, %v", got.Cards, err)
	}
	if back, err := take(team, agnes, "star_rod"); err != nil || strings.Contains(string(back), "star_rod") {
		t.Errorf("it is taken again: %s, %v", back, err)
	}
	for want, err := range map[string]error{
		"Bilge Rat is a minion and carries nothing.":                  second(give(team, rat, "star_rod")),
		"Iron Agnes has no Deck Gun. There is Broadaxe and Star Rod.": second(take(team, agnes, "deck gun")),
		"No gear is called broadsword. Did you mean Broadaxe":         second(give(team, agnes, "broadsword")),
		"Bilge Rat carries nothing that can be taken.":                second(take(team, rat, "broadaxe")),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("told %v, not %s", err, want)
		}
	}
}

func second(_ json.RawMessage, err error) error { return err }
