package skirmish

import (
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
	System string       `yaml:"system"`
	Cases  []workedCase `yaml:"cases"`
}

type workedCase struct {
	ID     string         `yaml:"id"`
	Type   string         `yaml:"type"`
	Title  string         `yaml:"title"`
	Given  given          `yaml:"given"`
	Rolls  yaml.Node      `yaml:"rolls"`
	Expect map[string]any `yaml:"expect"`
}

// given is all that a case of any type gives.
type given struct {
	Mode             Mode        `yaml:"mode"`
	AF               int         `yaml:"af"`
	Range            int         `yaml:"range"`
	Distance         float64     `yaml:"distance"`
	Cover            kit.Cover   `yaml:"cover"`
	Bonus            int         `yaml:"bonus"`
	PerDie           int         `yaml:"per_die"`
	Contact          *bool       `yaml:"contact"`
	ShooterInContact bool        `yaml:"shooter_in_contact"`
	TargetInContact  bool        `yaml:"target_in_contact"`
	TargetEmbarked   bool        `yaml:"target_embarked"`
	TargetLying      bool        `yaml:"target_lying"`
	Target           caseModel   `yaml:"target"`
	Rule             string      `yaml:"rule"`
	Needed           int         `yaml:"needed"`
	Shooter          string      `yaml:"shooter"`
	Models           []caseModel `yaml:"-"`
	WantedMove       float64     `yaml:"wanted_move"`
	TargetSide       string      `yaml:"target_side"`
	InContact        bool        `yaml:"in_contact"`
	Lying            []struct {
		ID       string `yaml:"id"`
		MaxLives int    `yaml:"max_lives"`
	} `yaml:"lying"`
	PiratePlayer string `yaml:"pirate_player"`
	KilledIn     struct {
		Round int    `yaml:"round"`
		Phase string `yaml:"phase"`
	} `yaml:"killed_in"`
	Kind   string   `yaml:"kind"`
	Traits []string `yaml:"traits"`
	Roll   int      `yaml:"roll"`
	Mover  struct {
		Dinosaur bool `yaml:"dinosaur"`
	} `yaml:"mover"`
	Cause   string   `yaml:"cause"`
	Players []string `yaml:"players"`
	Markers []struct {
		ID          string `yaml:"id"`
		A           int    `yaml:"a_within_3"`
		B           int    `yaml:"b_within_3"`
		ALying      int    `yaml:"a_lying_within_3"`
		BLying      int    `yaml:"b_lying_within_3"`
		APassengers int    `yaml:"a_embarked_within_3"`
		BPassengers int    `yaml:"b_embarked_within_3"`
	} `yaml:"markers"`
	MarkersLeft   int       `yaml:"markers_left"`
	Faction       string    `yaml:"faction"`
	Lives         int       `yaml:"lives"`
	Aboard        int       `yaml:"aboard"`
	Boarding      int       `yaml:"boarding"`
	MovedThis     bool      `yaml:"moved_this_phase"`
	Damage        []int     `yaml:"damage"`
	Round         int       `yaml:"round"`
	Phase         string    `yaml:"phase"`
	LastRound     int       `yaml:"last_round"`
	First         string    `yaml:"first"`
	RawModels     yaml.Node `yaml:"models"`
	AttackerLying bool      `yaml:"attacker_lying"`
}

type caseModel struct {
	ID         string  `yaml:"id"`
	DF         int     `yaml:"df"`
	Lives      int     `yaml:"lives"`
	FromTarget float64 `yaml:"from_target"`
}

type caseRolls struct {
	Hit      int   `yaml:"hit"`
	Attack   []int `yaml:"attack"`
	Defence  []int `yaml:"defence"`
	Reroll   []int `yaml:"reroll"`
	Rerolled []int `yaml:"rerolled"`
	Each     []struct {
		ID      string `yaml:"id"`
		Attack  []int  `yaml:"attack"`
		Defence []int  `yaml:"defence"`
	} `yaml:"each"`
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
		for _, c := range readCases(t, file) {
			t.Run(c.ID, func(t *testing.T) {
				work, known := workers()[c.Type]
				if !known {
					t.Fatalf("%s: no case is of the type %q", file, c.Type)
				}
				got := work(t, &c)
				for what, want := range c.Expect {
					if diff := cmp.Diff(plainValue(want), plainValue(got[what])); diff != "" {
						t.Errorf("%s: %s: %s (-expected +worked)\n%s", file, c.Title, what, diff)
					}
				}
			})
		}
	}
}

func readCases(t *testing.T, file string) []workedCase {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), "system: skirmish") {
		return nil
	}
	var read caseFile
	if err := yaml.Unmarshal(data, &read); err != nil {
		t.Fatal(err)
	}
	if len(read.Cases) == 0 {
		t.Fatalf("%s holds no case", file)
	}
	return read.Cases
}

// plainValue writes a value so that numbers compare whatever their type.
func plainValue(v any) string {
	data, err := yaml.Marshal(v)
	if err != nil {
		return err.Error()
	}
	text := strings.TrimSpace(string(data))
	if text == "[]" || text == "{}" || text == "null" {
		return ""
	}
	return text
}

type worker func(*testing.T, *workedCase) map[string]any

func workers() map[string]worker {
	return map[string]worker{
		"attack": workAttack, "blast": workBlast, "startillery": workStartillery, "full_auto": workFullAuto,
		"grapple": workGrapple, "blade_master": workBladeMaster, "head_crest": workHeadCrest,
		"curses": workCurses, "curses_timing": workCursesTiming, "move": workMove, "contact": workContact,
		"order": workOrder, "roll_off": workRollOff, "demolition": workDemolition, "demolition_end": workDemolitionEnd,
		"army": workArmy, "transport": workTransport, "next_phase": workNextPhase,
	}
}

func (c *workedCase) rolls(t *testing.T) caseRolls {
	t.Helper()
	var rolls caseRolls
	if c.Rolls.Kind != 0 {
		if err := c.Rolls.Decode(&rolls); err != nil {
			t.Fatal(err)
		}
	}
	return rolls
}
