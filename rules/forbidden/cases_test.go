package forbidden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"umpire/rules/kit"
)

// caseFile is a file of worked cases; system tells whose.
type caseFile struct {
	System  string              `yaml:"system"`
	Version int                 `yaml:"version"`
	Kinds   map[string]caseKind `yaml:"kinds"`
	Cases   []workedCase        `yaml:"cases"`
}

type caseKind struct {
	Dice   int `yaml:"dice"`
	Health int `yaml:"health"`
	Morale int `yaml:"morale"`
}

type caseUnit struct {
	ID     string `yaml:"id"`
	Kind   string `yaml:"kind"`
	Routed bool   `yaml:"routed"`
	Token  bool   `yaml:"token"`
}

type workedCase struct {
	ID    string `yaml:"id"`
	Type  string `yaml:"type"`
	Title string `yaml:"title"`
	Given struct {
		Options  map[string]string   `yaml:"options"`
		Units    []caseUnit          `yaml:"units"`
		D6       []int               `yaml:"d6"`
		Wanted   int                 `yaml:"tokens_wanted"`
		Owned    int                 `yaml:"tokens_owned"`
		Damage   int                 `yaml:"damage"`
		Assign   []string            `yaml:"assign"`
		Orbital  bool                `yaml:"orbital"`
		Role     string              `yaml:"role"`
		Areas    []caseArea          `yaml:"areas"`
		Attacker []caseUnit          `yaml:"attacker"`
		Defender []caseUnit          `yaml:"defender"`
		Rolls    map[string][]string `yaml:"rolls"`
		Rounds   []caseRound         `yaml:"rounds"`
	} `yaml:"given"`
	Expect worked `yaml:"expect"`
}

type caseArea struct {
	ID     string `yaml:"id"`
	Status string `yaml:"status"`
	Origin bool   `yaml:"origin"`
}

type caseRound struct {
	AttackerCard caseCard            `yaml:"attacker_card"`
	DefenderCard caseCard            `yaml:"defender_card"`
	Rolls        []string            `yaml:"rolls"`
	Assign       map[string][]string `yaml:"assign"`
}

// caseCard is a card of a case: "blank", or icons and abilities.
type caseCard struct {
	Icons    map[string]int `yaml:"icons"`
	General  []string       `yaml:"general"`
	Requires []string       `yaml:"requires"`
	Unit     []string       `yaml:"unit"`
}

func (c *caseCard) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		return nil
	}
	type plainCard caseCard
	return node.Load((*plainCard)(c), yaml.WithKnownFields())
}

// worked is what a case expects, and what the rules give.
type worked struct {
	Dice        *int          `yaml:"dice"`
	Faces       []string      `yaml:"faces"`
	Placed      *int          `yaml:"placed"`
	Destroyed   any           `yaml:"destroyed"` // ids, or whether all are
	Routed      []string      `yaml:"routed"`
	Lost        *int          `yaml:"lost_damage"`
	Error       string        `yaml:"error"`
	Legal       []string      `yaml:"legal"`
	RoutedAfter bool          `yaml:"routed_after"`
	Rounds      []workedRound `yaml:"rounds"`
	Morale      []int         `yaml:"morale"`
	Winner      string        `yaml:"winner"`
	Reason      string        `yaml:"reason"`
	Captures    bool          `yaml:"captures"`
}

type workedRound struct {
	Offence   []int      `yaml:"offence"`
	Defence   []int      `yaml:"defence"`
	Damage    []int      `yaml:"damage"`
	Destroyed [][]string `yaml:"destroyed"`
	Routed    [][]string `yaml:"routed"`
}

// TestCases works through the cases of testdata and, when UMPIRE_CASES names a
// directory, those of its files that are of this system.
func TestCases(t *testing.T) {
	files := []string{filepath.Join("testdata", "cases.yaml")}
	if dir := os.Getenv("UMPIRE_CASES"); dir != "" {
		more, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(data), "system: forbidden") {
			continue
		}
		read, err := kit.ReadYAML[caseFile](file, data)
		if err != nil {
			t.Fatal(err)
		}
		if len(read.Cases) == 0 {
			t.Fatalf("%s holds no case", file)
		}
		for _, c := range read.Cases {
			t.Run(c.ID, func(t *testing.T) {
				w := worker{t: t, kinds: read.Kinds, c: c}
				if diff := cmp.Diff(flat(c.Expect), flat(w.work())); diff != "" {
					t.Errorf("%s: %s (-expected +worked)\n%s", file, c.Title, diff)
				}
			})
		}
	}
}

// flat makes lists comparable: none and empty are the same.
func flat(w worked) string {
	list := func(ids []string) string { return strings.Join(ids, " ") }
	number := func(n *int) string {
		if n == nil {
			return "-"
		}
		return fmt.Sprint(*n)
	}
	text := fmt.Sprintf("dice %s, faces %s, placed %s\n", number(w.Dice), list(w.Faces), number(w.Placed))
	text += fmt.Sprintf("destroyed %v, routed %s, lost %s, error %s\n", w.Destroyed, list(w.Routed), number(w.Lost), w.Error)
	text += fmt.Sprintf("legal %s, routed after %v\n", list(w.Legal), w.RoutedAfter)
	for i, r := range w.Rounds {
		text += fmt.Sprintf("round %d: offence %v, defence %v, damage %v", i+1, r.Offence, r.Defence, r.Damage)
		for side := range 2 {
			text += fmt.Sprintf("; destroyed %s, routed %s", list(r.Destroyed[side]), list(r.Routed[side]))
		}
		text += "\n"
	}
	return text + fmt.Sprintf("morale %v, winner %s, reason %s, captures %v", w.Morale, w.Winner, w.Reason, w.Captures)
}
