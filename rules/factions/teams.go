package factions

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"

	"umpire/rules"
	"umpire/rules/kit"
)

//go:embed teams.yaml
var teamsFile []byte

// teamSheet is what a team has as a whole: its challenge deck, and the treasure
// cards that its heroes may come to hold, all in full.
type teamSheet struct {
	Deck  []Challenge `json:"deck"`
	Cards []Weapon    `json:"cards"`
}

type teamsData struct {
	Cards []kit.Lined[Weapon]   `yaml:"cards"`
	Teams []kit.Lined[teamFile] `yaml:"teams"`
}

type teamFile struct {
	Key    string                `yaml:"key"`
	Name   string                `yaml:"name"`
	Deck   []kit.Lined[string]   `yaml:"deck"`
	Heroes []kit.Lined[heroFile] `yaml:"heroes"`
}

type heroFile struct {
	Name  string `yaml:"name"`
	Sheet `yaml:",inline"`
	Cards []string `yaml:"cards"` // by key
}

// ReadTeams reads a file of teams: the treasure cards, then each team with its
// heroes and minions and, where it has its own, its challenge deck. An error
// names the file and the line of every fault.
func ReadTeams(file string, data []byte) ([]rules.Roster, error) {
	read, err := kit.ReadYAML[teamsData](file, data)
	if err != nil {
		return nil, err
	}
	var faults []error
	var cards []Weapon
	for _, card := range read.Cards {
		w := card.Value
		if err := w.check(); err != nil {
			faults = append(faults, kit.AtLine(file, card.Line, "%v", err))
		} else if w.Key == otherCard().Key || w.Key == natural || slices.ContainsFunc(cards, func(c Weapon) bool { return c.Key == w.Key }) {
			faults = append(faults, kit.AtLine(file, card.Line, "two cards have the key %s", w.Key))
		}
		cards = append(cards, w)
	}
	if len(cards) > mostPool {
		faults = append(faults, fmt.Errorf("%s: there are %d treasure cards, more than %d", file, len(cards), mostPool))
	}
	rosters := make([]rules.Roster, 0, len(read.Teams))
	for _, team := range read.Teams {
		taken := slices.ContainsFunc(rosters, func(r rules.Roster) bool { return r.Key == team.Value.Key })
		if team.Value.Key == "" || team.Value.Name == "" || len(team.Value.Heroes) == 0 || taken {
			faults = append(faults, kit.AtLine(file, team.Line, "a team needs a key of its own, a name and heroes"))
			continue
		}
		roster, err := team.Value.roster(file, cards)
		faults = append(faults, err)
		rosters = append(rosters, roster)
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return rosters, nil
}

// mostPool is how many cards a team may know, so that a menu of them holds 25.
const mostPool = 24

func (f teamFile) roster(file string, cards []Weapon) (rules.Roster, error) {
	var faults []error
	sheet := teamSheet{DefaultDeck(), cards}
	if len(f.Deck) > 0 {
		deck, err := deckOf(file, f.Deck)
		faults = append(faults, err)
		sheet.Deck = deck
	}
	roster := rules.Roster{Key: f.Key, Name: f.Name, Sheet: kit.Encode(sheet)}
	for _, hero := range f.Heroes {
		fighter, err := hero.Value.fighter(cards)
		if err != nil {
			faults = append(faults, kit.AtLine(file, hero.Line, "%v", err))
		}
		roster.Fighters = append(roster.Fighters, fighter)
	}
	return roster, errors.Join(faults...)
}

// fighter gives a hero its cards in full.
func (h heroFile) fighter(cards []Weapon) (rules.Fighter, error) {
	if h.Name == "" {
		return rules.Fighter{}, errors.New("a hero needs a name")
	}
	sheet := h.Sheet
	for _, key := range h.Cards {
		i := slices.IndexFunc(cards, func(c Weapon) bool { return c.Key == key })
		if i < 0 {
			return rules.Fighter{}, fmt.Errorf("%s carries %q, and no card has that key", h.Name, key)
		}
		sheet.Cards = append(sheet.Cards, cards[i])
	}
	if err := sheet.check(); err != nil {
		return rules.Fighter{}, fmt.Errorf("%s: %w", h.Name, err)
	}
	return rules.Fighter{ID: kit.IDOf(h.Name), Name: h.Name, Sheet: kit.Encode(sheet)}, nil
}

// demoTeams are the two that every lobby offers.
func demoTeams() []rules.Roster {
	teams, err := ReadTeams("teams.yaml", teamsFile)
	if err != nil {
		panic("factions: " + err.Error())
	}
	return teams
}

// sample is White against Black under the default house rules.
func sample() rules.Setup { return rules.Setup{Sides: demoTeams()} }
