package skirmish

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

//go:embed factions.yaml
var factionsFile []byte

//go:embed armies.yaml
var armiesFile []byte

// Faction is an army list: the rules that all its models have, how many of a
// kind it may have, and the kinds. Specials are rules that it brings itself.
type Faction struct {
	Key      string
	Name     string
	Rules    []string
	Limits   []Limit
	Specials []Special
	Kinds    []Kind
}

// Limit is a limit of an army list: at most so many of some kinds together, or
// of each kind of a type.
type Limit struct {
	Most int      `json:"most" yaml:"most"`
	Of   []string `json:"of,omitempty" yaml:"of,flow"`
	Each Type     `json:"each,omitempty" yaml:"each"`
}

// Lists is what a file of army lists holds: factions, and armies made of them.
type Lists struct {
	Factions []Faction
	Armies   []rules.Roster
}

type listsFile struct {
	Factions []kit.Lined[factionFile] `yaml:"factions"`
	Armies   []kit.Lined[armyFile]    `yaml:"armies"`
}

type factionFile struct {
	Key      string               `yaml:"key"`
	Name     string               `yaml:"name"`
	Rules    []string             `yaml:"rules,flow"`
	Limits   []kit.Lined[Limit]   `yaml:"limits"`
	Specials []kit.Lined[Special] `yaml:"specials"`
	Models   []kit.Lined[Kind]    `yaml:"models"`
}

type armyFile struct {
	Key     string       `yaml:"key"`
	Name    string       `yaml:"name"`
	Faction string       `yaml:"faction"`
	Points  int          `yaml:"points"`
	Models  []modelsFile `yaml:"models"`
}

// modelsFile is so many of a kind, by its key; without a count one, or as many as have
// a name. Those without a name are numbered.
type modelsFile struct {
	Kind  string   `yaml:"kind"`
	Count int      `yaml:"count"`
	Names []string `yaml:"names,flow"`
}

// ReadLists reads a file of factions and armies strictly. Its armies may be of
// the factions given besides. The error names the file and line of every fault.
func ReadLists(file string, data []byte, besides []Faction) (Lists, error) {
	read, err := kit.ReadYAML[listsFile](file, data)
	if err != nil {
		return Lists{}, err
	}
	var lists Lists
	var faults []error
	for _, f := range read.Factions {
		faction, wrong := f.Value.read(file, f.Line)
		taken := func(o Faction) bool { return o.Key == faction.Key }
		if slices.ContainsFunc(lists.Factions, taken) || slices.ContainsFunc(besides, taken) {
			wrong = append(wrong, kit.AtLine(file, f.Line, "two factions have the key %s", faction.Key))
		}
		faults = append(faults, wrong...)
		lists.Factions = append(lists.Factions, faction)
	}
	if len(faults) > 0 { // an army of a broken faction would repeat its faults
		return Lists{}, errors.Join(faults...)
	}
	for _, a := range read.Armies {
		army, err := a.Value.read(append(lists.Factions, besides...))
		if err != nil {
			faults = append(faults, kit.AtLine(file, a.Line, "%v", err))
		}
		if slices.ContainsFunc(lists.Armies, func(o rules.Roster) bool { return o.Key == army.Key }) {
			faults = append(faults, kit.AtLine(file, a.Line, "two armies have the key %s", army.Key))
		}
		lists.Armies = append(lists.Armies, army)
	}
	return lists, errors.Join(faults...)
}

// read checks a faction; each fault has its line.
func (f factionFile) read(file string, line int) (Faction, []error) {
	made := Faction{Key: f.Key, Name: f.Name, Rules: f.Rules}
	var faults []error
	add := func(at int, format string, args ...any) {
		faults = append(faults, kit.AtLine(file, at, format, args...))
	}
	if !shortID(f.Key) || strings.TrimSpace(f.Name) == "" || len([]rune(f.Name)) > mostLetters || len(f.Models) == 0 {
		add(line, "a faction needs a key of plain letters, a name of at most %d and models", mostLetters)
	}
	for _, r := range f.Specials {
		if fault := r.Value.fault(made.knows); fault != "" {
			add(r.Line, "%s", fault)
		}
		made.Specials = append(made.Specials, r.Value)
	}
	for _, m := range f.Models {
		for _, fault := range m.Value.faults(made.knows) {
			add(m.Line, "%s", fault)
		}
		if slices.ContainsFunc(made.Kinds, func(k Kind) bool { return k.Key == m.Value.Key || strings.EqualFold(k.Name, m.Value.Name) }) {
			add(m.Line, "two models of %s are called %s", f.Name, m.Value.Name)
		}
		made.Kinds = append(made.Kinds, m.Value)
	}
	for _, rule := range f.Rules {
		if !made.knows(rule) {
			add(line, "%s has the special rule %q, which there is not", f.Name, rule)
		}
	}
	for _, l := range f.Limits {
		if fault := l.Value.fault(made.Kinds); fault != "" {
			add(l.Line, "%s", fault)
		}
		made.Limits = append(made.Limits, l.Value)
	}
	return made, faults
}

// knows tells whether a special rule is the text's or the faction's own.
func (f *Faction) knows(key string) bool {
	is := func(r Special) bool { return r.Key == key }
	return slices.ContainsFunc(specials(), is) || slices.ContainsFunc(f.Specials, is)
}

// fault tells what is wrong with a rule that an army brings, or "".
func (r *Special) fault(taken func(string) bool) string {
	switch {
	case !shortID(r.Key) || r.Name == "" || r.Text == "" || len([]rune(r.Name)) > mostLetters || len([]rune(r.Text)) > 500:
		return "a special rule needs a key, a name and its sentence"
	case taken(r.Key):
		return fmt.Sprintf("two special rules have the key %s", r.Key)
	case r.When != "" && r.When != Melee && r.When != Ranged:
		return fmt.Sprintf("%s counts when %q: it is melee or ranged", r.Name, r.When)
	case r.ToHit < -5 || r.ToHit > 5 || r.PerDie < 0 || r.PerDie > 10:
		return fmt.Sprintf("%s adds -5 to 5 to hit, and a die deals 0 to 10", r.Name)
	case r.Move > 48*kit.Inch || r.Aura > 48*kit.Inch || r.Blast > 12*kit.Inch || r.Drag > 12*kit.Inch:
		return fmt.Sprintf("%s reaches at most 48\" to move or help, 12\" to blast or drag", r.Name)
	case r.Rises < 0 || r.Rises > 6 || r.Urge < 0 || r.Urge > 6:
		return fmt.Sprintf("%s needs a die from 1 to 6", r.Name)
	case r.Bombard != nil && (r.Bombard.RAF < 1 || r.Bombard.RAF > mostOfAStat || r.Bombard.Rule != "" && !taken(r.Bombard.Rule)):
		return fmt.Sprintf("%s bombards with 1 to %d dice and a rule that there is", r.Name, mostOfAStat)
	}
	return ""
}

// fault tells what is wrong with a limit of a list that has these kinds, or "".
func (l *Limit) fault(kinds []Kind) string {
	if fault := l.faultAlone(); fault != "" {
		return fault
	}
	for _, key := range l.Of {
		if !slices.ContainsFunc(kinds, func(k Kind) bool { return k.Key == key }) {
			return fmt.Sprintf("a limit names the kind %q, which there is not", key)
		}
	}
	return ""
}

// faultAlone tells what is wrong with a limit whatever kinds there are, or "".
func (l *Limit) faultAlone() string {
	switch {
	case l.Most < 1 || len(l.Of) == 0 == (l.Each == ""):
		return "a limit needs most, and of (kinds) or each (a type)"
	case l.Most > mostModels || len(l.Of) > mostKinds || slices.ContainsFunc(l.Of, func(key string) bool { return !shortID(key) }):
		return fmt.Sprintf("a limit is of at most %d, and names at most %d kinds by their keys", mostModels, mostKinds)
	case l.Each != "" && !l.Each.known():
		return fmt.Sprintf("a limit is of each %q: it is infantry, mounted, vehicle or dinosaur", kit.Clip(string(l.Each), mostOfAnID))
	}
	return ""
}

// read makes an army of its models.
func (a armyFile) read(factions []Faction) (rules.Roster, error) {
	i := slices.IndexFunc(factions, func(f Faction) bool { return f.Key == a.Faction })
	if i < 0 || !shortID(a.Key) {
		return rules.Roster{}, fmt.Errorf("the army %s needs a key, and a faction that there is, not %q", a.Key, a.Faction)
	}
	return factions[i].muster(a)
}

// Factions gives the four army lists of the text.
func Factions() []Faction {
	lists, err := ReadLists("factions.yaml", factionsFile, nil)
	if err != nil {
		panic("skirmish: " + err.Error())
	}
	return lists.Factions
}

// Armies gives the armies that every lobby offers: one of 150 and one of 300
// points for each faction.
func Armies() []rules.Roster {
	lists, err := ReadLists("armies.yaml", armiesFile, Factions())
	if err != nil {
		panic("skirmish: " + err.Error())
	}
	return lists.Armies
}
