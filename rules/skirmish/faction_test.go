package skirmish

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFurtherArmyIsAFileAndNoCode(t *testing.T) {
	file := filepath.Join("testdata", "martians.yaml")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lists, err := ReadLists(file, data, Factions())
	if err != nil || len(lists.Factions) != 1 || len(lists.Armies) != 2 {
		t.Fatalf("%+v, %v", lists, err)
	}
	tb := layOut(t, lists.Armies[0], lists.Armies[1])
	tb.at("Old Ulla", 20, 20).at("Drone 1", 10, 20).at("Fighter 1", 20, 31).at("Fighter 2", 10, 21)
	tb.move(1, "Old Ulla", "toward Fighter 1")
	tb.says(`**Old Ulla** moves 8.5" (Long Stride) toward Fighter 1 (D5), in contact with Fighter 1`)
	tb.rolls(3, 1, 1, 2, 3)
	tb.attack(1, "Drone 1", "Fighter 2")
	tb.says("+1 Dread. The die shows 3, which makes 4. **A hit.**")
}

func TestABrokenArmyFileIsRefusedWithEveryFaultAndItsLine(t *testing.T) {
	_, err := ReadLists("a.yaml", []byte(`factions:
- key: bad
  name: Bad
  rules: [no_such]
  specials:
  - {key: boom, name: Boom, text: Again.}
  - {key: odd, name: Odd, text: Odd., when: sometimes}
  limits:
  - {most: 0, of: [a]}
  - {most: 1, of: [ghost]}
  models:
  - {key: a, name: A, lv: 0, rules: [nothing]}
  - {key: a, name: B, lv: 1, type: ship, raf: 99}
`), nil)
	if err == nil {
		t.Fatal("it is taken")
	}
	for _, want := range []string{
		`a.yaml:2: Bad has the special rule "no_such"`, "a.yaml:6: two special rules have the key boom", `a.yaml:7: Odd counts when "sometimes"`,
		"a.yaml:9: a limit needs most", `a.yaml:10: a limit names the kind "ghost"`, "a.yaml:12: A has lv 0", `a.yaml:12: A has the special rule "nothing"`,
		"a.yaml:13: two models of Bad are called B", `a.yaml:13: B has the type "ship"`, "a.yaml:13: B has raf 99",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nwithout %s", err, want)
		}
	}
}

func TestAnArmyFileIsReadStrictly(t *testing.T) {
	const good = "factions:\n- key: g\n  name: G\n  models:\n  - {key: a, name: A, lv: 1}\n"
	for text, want := range map[string]string{
		strings.Replace(good, "lv: 1", "lv: 1, speed: 4", 1): "a.yaml:5:",
		strings.Replace(good, "lv: 1", "lv: one", 1):         "a.yaml:5:",
		"factions: 3\n": "a.yaml:1:",
		good + "armies:\n- {key: x, faction: ghost, models: [{kind: a}]}\n":                           `a.yaml:7: the army x needs a key, and a faction that there is, not "ghost"`,
		good + "armies:\n- {key: x, faction: g, models: [{kind: b}]}\n":                               `a.yaml:7: G cannot fight like this: 1 models of the kind "b": there are from 1 to 50 of a kind that the list has`,
		good + "armies:\n- {key: x, faction: g, models: [{kind: a, count: 51}]}\n":                    `51 models of the kind "a"`,
		good + "armies:\n- {key: x, faction: g, models: []}\n":                                        "it has no models",
		good + "armies:\n- {key: x, faction: g, models: [{kind: a, names: [A, a]}]}\n":                "two models are called a",
		good + "armies:\n- {key: x, faction: g, points: 3, models: [{kind: a, count: 4}], list: A}\n": "a.yaml:7:",
		good + "armies:\n- {key: x, faction: g, models: [{kind: a, count: 2}], points: x}\n":          "a.yaml:7:",
		good + strings.TrimPrefix(good, "factions:\n"):                                                "two factions have the key g",
	} {
		if _, err := ReadLists("a.yaml", []byte(text), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
