package lasthope

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"umpire/rules"
)

func TestAModelComesHomeWithoutAWordOfItsWoundsWhenItIsWhole(t *testing.T) {
	for _, c := range []struct {
		sheet, want string
		taken       int
	}{
		{`{"role":"deputy","strength":2,"defence":2,"toughness":2,"wounds":2,"left":2}`, `{"role":"deputy","strength":2,"defence":2,"toughness":2,"wounds":2}`, 0},
		{`{"role":"deputy","strength":2,"defence":2,"toughness":2,"wounds":2}`, `{"role":"deputy","strength":2,"defence":2,"toughness":2,"wounds":2,"left":0}`, 2},
		{
			`{"role":"x","wounds":1,"left":0,"weapons":["Machete","hunting knife"],"clothing":["heavy","light"]}`,
			`{"role":"x","strength":0,"defence":0,"toughness":0,"wounds":1,"weapons":["hunting_knife","machete"],"clothing":["light","heavy"]}`, 0,
		},
	} {
		if got, err := home(json.RawMessage(c.sheet), c.taken); err != nil || string(got) != c.want {
			t.Errorf("home of %s: %v\n%s, not\n%s", c.sheet, err, got, c.want)
		}
	}
}

func TestGearIsGivenAndTakenByItsName(t *testing.T) {
	gang := defaultGangs()[0]
	pike := gang.Fighters[3]
	was, err := home(pike.Sheet, 1)
	if err != nil {
		t.Fatal(err)
	}
	pike.Sheet = was
	for _, step := range []struct {
		do   func(rules.Roster, rules.Fighter, string) (json.RawMessage, error)
		what string
		want string // in the sheet, or in the refusal
	}{
		{give, "Hunting Knife", `"left":0,"shot":1,"weapons":["switchblade","hunting_knife"]`},
		{give, "heavy", `"clothing":["heavy"]`},
		{take, "hatchet", "Pike has no Hatchet. There is Switchblade, Hunting knife and Heavy padding."},
		{take, "knife", `"weapons":["switchblade"]`},
		{take, "padding", `"weapons":["switchblade"]}`},
		{give, "hatched", "No gear is called hatched. Did you mean Hatchet"},
		{give, "none", "No gear is called none."},
	} {
		sheet, err := step.do(gang, pike, step.what)
		if err != nil {
			if !strings.Contains(err.Error(), step.want) {
				t.Errorf("%s: %v, not %s", step.what, err, step.want)
			}
			continue
		}
		if !strings.Contains(string(sheet), step.want) {
			t.Errorf("%s: %s, not %s", step.what, sheet, step.want)
		}
		pike.Sheet = sheet
	}
	if string(pike.Sheet) != string(was) {
		t.Errorf("what was given and taken again leaves %s, not %s", pike.Sheet, was)
	}
}

func TestAGangThatIsTooBigIsToldHowManyItFields(t *testing.T) {
	gang := defaultGangs()[0]
	for i := len(gang.Fighters); i < 51; i++ {
		f := gang.Fighters[5]
		f.ID, f.Name = fmt.Sprint("m", i), fmt.Sprint("Model ", i)
		gang.Fighters = append(gang.Fighters, f)
	}
	const want = "Sheriffs have 51 models, and a gang fields at most 50."
	if err := System().CheckRoster(gang); err == nil || err.Error() != want {
		t.Errorf("it is told %v, not %s", err, want)
	}
	gang.Fighters = gang.Fighters[:50]
	if err := System().CheckRoster(gang); err != nil {
		t.Errorf("fifty are refused: %v", err)
	}
}
