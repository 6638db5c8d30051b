package forbidden

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

//go:embed decks.yaml
var decksFile []byte

// Faction is a faction's sheet: its units, and the reinforcement tokens that it
// owns when a session begins.
type Faction struct {
	Key, Name string
	Tokens    int
	Units     []Kind
}

type factionFile struct {
	Key    string            `yaml:"key"`
	Name   string            `yaml:"name"`
	Tokens int               `yaml:"tokens"`
	Units  []kit.Lined[Kind] `yaml:"units"`
}

// ReadFactions reads a file of factions. An error names the file and the line
// of every fault.
func ReadFactions(file string, data []byte) ([]Faction, error) {
	read, err := kit.ReadYAML[[]kit.Lined[factionFile]](file, data)
	if err != nil {
		return nil, err
	}
	var faults []error
	var list []Faction
	for _, one := range read {
		f := one.Value
		faction := Faction{Key: f.Key, Name: f.Name, Tokens: f.Tokens}
		for _, unit := range f.Units {
			if err := unit.Value.check(); err != nil {
				faults = append(faults, kit.AtLine(file, unit.Line, "%v", err))
			}
			faction.Units = append(faction.Units, unit.Value)
		}
		if err := checkKinds(f.Name, faction.Units, f.Tokens); err != nil || !plainKey(f.Key) {
			faults = append(faults, kit.AtLine(file, one.Line, "a faction needs a key of a-z and a name, 0 to %d tokens, and units: %v", mostTokens, err))
		}
		list = append(list, faction)
	}
	return list, errors.Join(faults...)
}

// DeckFile is a deck as a file has it: for one faction, or for any.
type DeckFile struct {
	Key, Faction       string
	starters, upgrades []linedCard
}

type linedCard struct {
	line int
	card Card
}

type deckFile struct {
	Key      string                `yaml:"key"`
	Faction  string                `yaml:"faction"`
	Starters []kit.Lined[cardFile] `yaml:"starters"`
	Upgrades []kit.Lined[cardFile] `yaml:"upgrades"`
}

type cardFile struct {
	Name    string              `yaml:"name"`
	Icons   string              `yaml:"icons"`
	General []kit.Lined[string] `yaml:"general"`
	Needs   []kit.Lined[string] `yaml:"needs"`
	Unit    []kit.Lined[string] `yaml:"unit"`
}

// ReadDecks reads a file of decks strictly, for these factions. An unknown
// effect, unit, icon or faction is an error with its line, all of them at once.
func ReadDecks(file string, data []byte, factions []Faction) ([]DeckFile, error) {
	read, err := kit.ReadYAML[[]kit.Lined[deckFile]](file, data)
	if err != nil {
		return nil, err
	}
	var faults []error
	var decks []DeckFile
	for _, one := range read {
		d := one.Value
		kinds, err := kindsFor(d.Faction, factions)
		if err != nil {
			faults = append(faults, kit.AtLine(file, one.Line, "%v", err))
		}
		if len(d.Starters) != designsInDeck || len(d.Upgrades) > mostUpgrades {
			faults = append(faults, kit.AtLine(file, one.Line, "a deck has %d starters and at most %d upgrades", designsInDeck, mostUpgrades))
		}
		deck := DeckFile{Key: d.Key, Faction: d.Faction}
		for _, c := range d.Starters {
			deck.starters = append(deck.starters, linedCard{c.Line, c.Value.card()})
			faults = append(faults, c.Value.faults(file, c.Line, kinds)...)
		}
		for _, c := range d.Upgrades {
			deck.upgrades = append(deck.upgrades, linedCard{c.Line, c.Value.card()})
			faults = append(faults, c.Value.faults(file, c.Line, kinds)...)
		}
		decks = append(decks, deck)
	}
	return decks, errors.Join(faults...)
}

// kindsFor gives the units that a faction's cards may name, nil for any faction:
// then they name levels.
func kindsFor(faction string, factions []Faction) ([]Kind, error) {
	if faction == "" {
		return nil, nil
	}
	for _, f := range factions {
		if f.Key == faction {
			return f.Units, nil
		}
	}
	return nil, fmt.Errorf("unknown faction %q", faction)
}

func (c cardFile) card() Card {
	card := Card{Key: keyOf(c.Name), Name: c.Name, Icons: c.Icons}
	for _, text := range c.General {
		card.General = append(card.General, text.Value)
	}
	for _, key := range c.Needs {
		card.Needs = append(card.Needs, key.Value)
	}
	for _, text := range c.Unit {
		card.Unit = append(card.Unit, text.Value)
	}
	return card
}

// faults finds what is wrong with a card, each fault at its own line.
func (c cardFile) faults(file string, line int, kinds []Kind) []error {
	var faults []error
	for _, text := range slices.Concat(c.General, c.Unit) {
		if _, err := ParseEffect(text.Value); err != nil {
			faults = append(faults, kit.AtLine(file, text.Line, "%s: %v", c.Name, err))
		}
	}
	for _, key := range c.Needs {
		known := key.Value == bastionKey || slices.ContainsFunc(kinds, func(k Kind) bool { return k.Key == key.Value })
		if _, level := levelOf(key.Value); kinds == nil && level {
			known = true
		}
		if !known {
			faults = append(faults, kit.AtLine(file, key.Line, "%s: unknown unit %q", c.Name, key.Value))
		}
	}
	rest := c.card()
	rest.General, rest.Unit, rest.Needs = nil, nil, nil
	if err := rest.check(kinds); err != nil {
		faults = append(faults, kit.AtLine(file, line, "%s: %v", c.Name, err))
	}
	if (len(c.Needs) == 0) != (len(c.Unit) == 0) {
		faults = append(faults, kit.AtLine(file, line, "%s: a unit box needs both the units it names and an ability", c.Name))
	}
	return faults
}

func levelOf(text string) (level int, ok bool) {
	if len(text) == 2 && text[0] == 'L' && text[1] >= '0' && text[1] <= '3' {
		return int(text[1] - '0'), true
	}
	return 0, false
}

// For gives the deck for a faction: levels become the units that answer to them.
func (d DeckFile) For(f Faction) Deck {
	fit := func(cards []linedCard) []Card {
		var list []Card
		for _, c := range cards {
			card := c.card
			card.Needs = nil
			for _, key := range c.card.Needs {
				level, isLevel := levelOf(key)
				if !isLevel {
					card.Needs = append(card.Needs, key)
				}
				for _, k := range f.Units {
					if isLevel && slices.Contains(k.Levels, level) && !slices.Contains(card.Needs, k.Key) {
						card.Needs = append(card.Needs, k.Key)
					}
				}
			}
			list = append(list, card)
		}
		return list
	}
	return Deck{Designs: fit(d.starters), Upgrades: fit(d.upgrades)}
}

// keyOf is a card's key: its name in small letters, "hold-fast".
func keyOf(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case r == ' ' || r == '-':
			b.WriteByte('-')
		}
	}
	return b.String()
}

// defaultFactions are the four of factions.yaml with the decks of decks.yaml,
// read each time: nothing is shared between sessions.
func defaultFactions() []rules.Roster {
	factions, err := ReadFactions("factions.yaml", factionsFile)
	if err != nil {
		panic("forbidden: " + err.Error())
	}
	decks, err := ReadDecks("decks.yaml", decksFile, factions)
	if err != nil {
		panic("forbidden: " + err.Error())
	}
	rosters := make([]rules.Roster, 0, len(factions))
	for _, f := range factions {
		sheet := Sheet{Faction: f.Name, Units: f.Units, Tokens: f.Tokens}
		for _, d := range decks {
			switch {
			case d.Key == "neutral" && d.Faction == "":
				sheet.Deck = d.For(f)
			case d.Key == "printed" && d.Faction == f.Key:
				printed := d.For(f)
				sheet.Printed = &printed
			}
		}
		rosters = append(rosters, rules.Roster{Key: f.Key, Name: f.Name, Fighters: []rules.Fighter{
			{ID: f.Key, Name: f.Name, Sheet: kit.Encode(sheet)},
		}})
	}
	return rosters
}

// sample is the Ultramarines against the Orks.
func sample() rules.Setup {
	all := defaultFactions()
	return rules.Setup{Sides: []rules.Roster{all[0], all[3]}}
}
