package lasthope

import (
	_ "embed"
	"errors"
	"fmt"

	"umpire/rules"
	"umpire/rules/kit"
)

//go:embed gangs.yaml
var gangsFile []byte

// gangSheet is what a gang has as a whole.
type gangSheet struct {
	Favoured kit.Suit `json:"favoured"`
}

type gangData struct {
	Roles map[string]Sheet      `yaml:"roles"`
	Gangs []kit.Lined[gangFile] `yaml:"gangs"`
}

type gangFile struct {
	Key      string                 `yaml:"key"`
	Name     string                 `yaml:"name"`
	Favoured kit.Suit               `yaml:"favoured"`
	Models   []kit.Lined[modelFile] `yaml:"models"`
}

type modelFile struct {
	Name     string   `yaml:"name"`
	Role     string   `yaml:"role"`
	Weapons  []string `yaml:"weapons"`
	Clothing []string `yaml:"clothing"`
}

// ReadGangs reads a file of gangs: the roles with their numbers, then each gang
// with its models. An error names the file and the line of every fault.
func ReadGangs(file string, data []byte) ([]rules.Roster, error) {
	read, err := kit.ReadYAML[gangData](file, data)
	if err != nil {
		return nil, err
	}
	var faults []error
	rosters := make([]rules.Roster, 0, len(read.Gangs))
	seen := make(map[string]bool)
	for _, gang := range read.Gangs {
		g := gang.Value
		if g.Key == "" || g.Name == "" || g.Favoured == kit.NoSuit || len(g.Models) == 0 || seen[g.Key] {
			faults = append(faults, kit.AtLine(file, gang.Line, "a gang needs a key of its own, a name, a favoured suit and models"))
			continue
		}
		seen[g.Key] = true
		roster := rules.Roster{Key: g.Key, Name: g.Name, Sheet: kit.Encode(gangSheet{g.Favoured})}
		for _, model := range g.Models {
			fighter, err := read.fighter(model.Value)
			if err != nil {
				faults = append(faults, kit.AtLine(file, model.Line, "%v", err))
				continue
			}
			roster.Fighters = append(roster.Fighters, fighter)
		}
		rosters = append(rosters, roster)
	}
	return rosters, errors.Join(faults...)
}

// fighter gives a model the numbers of its role.
func (d gangData) fighter(m modelFile) (rules.Fighter, error) {
	sheet, known := d.Roles[m.Role]
	if !known {
		return rules.Fighter{}, fmt.Errorf("%s has the role %q, which has no numbers", m.Name, m.Role)
	}
	if m.Name == "" {
		return rules.Fighter{}, errors.New("a model needs a name")
	}
	sheet.Role, sheet.Weapons, sheet.Clothing = m.Role, m.Weapons, m.Clothing
	if err := sheet.check(); err != nil {
		return rules.Fighter{}, fmt.Errorf("%s: %w", m.Name, err)
	}
	return rules.Fighter{ID: kit.IDOf(m.Name), Name: m.Name, Sheet: kit.Encode(sheet)}, nil
}

// defaultGangs are the four that every lobby offers.
func defaultGangs() []rules.Roster {
	gangs, err := ReadGangs("gangs.yaml", gangsFile)
	if err != nil {
		panic("lasthope: " + err.Error())
	}
	return gangs
}

// sample is the Sheriffs against the Outlawmen under the default house rules.
func sample() rules.Setup { return rules.Setup{Sides: defaultGangs()[:2]} }
