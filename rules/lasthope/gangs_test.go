package lasthope

import (
	"encoding/json"
	"strings"
	"testing"

	"umpire/rules"
)

func TestDefaultGangsAreFourWithNamesOfTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, gang := range defaultGangs() {
		if len(gang.Fighters) != 6 {
			t.Errorf("%s are %d", gang.Name, len(gang.Fighters))
		}
		for _, f := range gang.Fighters {
			if seen[f.Name] || seen[f.ID] {
				t.Errorf("two models are called %s", f.Name)
			}
			seen[f.Name], seen[f.ID] = true, true
			if _, err := showSheet(f.Sheet); err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
		}
	}
	if len(seen) < 24 {
		t.Errorf("%d names, want 24", len(seen))
	}
}

func TestGangFileFaultsNameTheirLine(t *testing.T) {
	const head = "roles:\n  ganger: {strength: 1, defence: 1, toughness: 1, wounds: 1}\ngangs:\n- key: a\n  name: A\n  favoured: spades\n  models:\n"
	for text, want := range map[string]string{
		head + "  - {name: X, role: boss}\n":                      `g.yaml:8: X has the role "boss"`,
		head + "  - {name: X, role: ganger, weapons: [spoon]}\n":  "g.yaml:8: X: No weapon is called spoon. There are switchblade, hunting knife",
		head + "  - {name: X, role: ganger, clothing: [silk]}\n":  "g.yaml:8: X: No padding is called silk",
		head + "  - {name: X, rank: ganger}\n":                    "g.yaml:8: ",
		strings.Replace(head, "spades", "swords", 1) + "  - {}\n": `no suit is called "swords"`,
		"gangs:\n- key: a\n":                                      "g.yaml:2: a gang needs",
	} {
		_, err := ReadGangs("g.yaml", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestSheetsThatCannotFightAreRefused(t *testing.T) {
	for sheet, want := range map[string]string{
		`{"strength":21,"wounds":1}`:      "Strength is a number from 0 to 20, not 21.",
		`{"strength":1}`:                  "Wounds is a number from 1 to 20, not 0.",
		`{"wounds":1,"left":2}`:           "A model with 1 wounds cannot have 2 left.",
		`{"wounds":1,"speed":4}`:          "There is no field called “speed”",
		`{"wounds":1,"weapons":["none"]}`: "No weapon is called none.",
		`{"wounds":1,"shot":-1}`:          "Shot is a number from 0 to 20, not -1.",
		`[]`:                              "A sheet is a set of named fields, not a list.",
		`{"wounds":1,"clothing":["light","waistcoat"]}`: "No padding is called waistcoat.",
	} {
		_, err := showSheet(json.RawMessage(sheet))
		if _, refused := rules.IsRefusal(err); !refused || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", sheet, err, want)
		}
	}
}

func TestSheetIsShownWhole(t *testing.T) {
	view, err := showSheet(json.RawMessage(`{"role":"deputy","strength":2,"defence":2,"toughness":2,"wounds":2,"left":1,"weapons":["hunting knife"],"clothing":["light"]}`))
	if err != nil {
		t.Fatal(err)
	}
	var text []string
	for _, f := range view.Fields {
		text = append(text, f.Name+" "+f.Value)
	}
	want := "Strength 2; Defence 2; Toughness 2; Shot 2; Wounds 2, 1 taken; Weapons Hunting knife; Clothing Light padding +1"
	if got := strings.Join(text, "; "); view.Title != "Deputy" || got != want {
		t.Errorf("%s: %s", view.Title, got)
	}
}

func TestSetupsThatCannotBeFoughtAreRefused(t *testing.T) {
	gang := func() rules.Roster { return defaultGangs()[0] }
	fallen := gang()
	fallen.Fighters = []rules.Fighter{{ID: "x", Name: "X", Sheet: json.RawMessage(`{"wounds":1,"left":0}`)}}
	suitless := gang()
	suitless.Sheet = nil
	doubled := gang()
	doubled.Fighters = append(doubled.Fighters, doubled.Fighters[0])
	long := gang()
	long.Fighters[0].Name = strings.Repeat("a", 61)
	for want, sides := range map[string][]rules.Roster{
		"fought by two gangs, not 1": {gang()},
		"no model that can fight":    {gang(), fallen},
		"have no favoured suit":      {gang(), suitless},
		"are called Marshal Hale":    {gang(), doubled},
		"and a name of at most 60":   {gang(), long},
	} {
		_, err := newS(rules.Setup{Sides: sides})
		if _, refused := rules.IsRefusal(err); !refused || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestWoundsOfACampaignAreBroughtAlong(t *testing.T) {
	sides := gangs(t, "sheriffs", "outlawmen")
	sides[1].Fighters[0].Sheet = json.RawMessage(`{"role":"leader","strength":3,"defence":3,"toughness":3,"wounds":3,"left":1}`)
	sides[1].Fighters[1].Sheet = json.RawMessage(`{"role":"deputy","strength":2,"defence":2,"toughness":2,"wounds":2,"left":0}`)
	tb := sit(t, sides, map[string]string{"cards": "called"})
	if !strings.Contains(tb.sees(0), "leader: 1 of 3 wounds left") {
		t.Error(tb.sees(0))
	}
	tb.refused("Cole is out of action already", 1, "attack", "attacker", "Pike", "target", "Cole")
	for _, f := range tb.fight.Roster() {
		if f.Name == "Cole" && !strings.Contains(string(f.Sheet), `"left":0`) {
			t.Errorf("%s", f.Sheet)
		}
	}
}

func TestTypedNamesLoseTheirMarkdown(t *testing.T) {
	sides := gangs(t, "sheriffs", "outlawmen")
	sides[1].Fighters[3].Name = "**@here**"
	tb := sit(t, sides, map[string]string{"cards": "called"})
	tb.attack(1, "Pike", "**@here**")
	for _, text := range []string{tb.told, tb.question(2).Prompt, tb.sees(0)} {
		if strings.Contains(text, "**@here") || strings.Contains(text, "@here") {
			t.Errorf("shown as typed:\n%s", text)
		}
	}
	tb.cards("2S", "AD")
	tb.refused(`No model is called \*\*x. Did you mean`, 1, "attack", "attacker", "Nan", "target", "**x")
}

func TestASheetSaysNothingOfWhatAModelDoesNotHave(t *testing.T) {
	view, err := showSheet(json.RawMessage(`{"role":"ganger","strength":1,"wounds":1}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range view.Fields {
		if f.Name == "Weapons" || f.Name == "Clothing" || f.Name == "Wounds" && f.Value != "1" {
			t.Errorf("%s: %s", f.Name, f.Value)
		}
	}
}
