package forbidden

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

const (
	mostTokens = 3
	mostKinds  = 12
	mostPieces = 12
	mostOfStat = 12
)

// Sheet is what a side brings: its faction's units, its deck with the upgrades
// that it may buy, the printed deck for the house rule that wants it, the
// reinforcement tokens it owns, and what it holds.
type Sheet struct {
	Faction string    `json:"faction"`
	Units   []Kind    `json:"units"`
	Deck    Deck      `json:"deck"`
	Printed *Deck     `json:"printed,omitempty"`
	Tokens  int       `json:"tokens"`
	Held    []Station `json:"held,omitempty"`
}

func (k Kind) check() error {
	name := strings.TrimSpace(k.Name)
	switch {
	case !plainKey(k.Key) || k.Key == bastionKey || k.Key == factoryKey || k.Key == cityKey:
		return fmt.Errorf("the unit key %q is not 1 to 32 of a-z, 0-9 and -, or means a structure", k.Key)
	case name == "" || k.Plural == "" || len([]rune(k.Name)) > mostLetters || len([]rune(k.Plural)) > mostLetters || strings.ContainsAny(k.Name+k.Plural, "\r\n,;.+"):
		return fmt.Errorf("%s: a unit needs a name and a plural of at most %d letters, without , ; . or +", k.Key, mostLetters)
	case min(k.Dice, k.Morale) < 0 || k.Health < 1 || max(k.Dice, k.Health, k.Morale) > mostOfStat:
		return fmt.Errorf("%s: dice and morale are 0 to %d, health 1 to %d", k.Key, mostOfStat, mostOfStat)
	case k.Pieces < 1 || k.Pieces > mostPieces:
		return fmt.Errorf("%s: there are 1 to %d pieces of a unit", k.Key, mostPieces)
	case slices.ContainsFunc(k.Levels, func(l int) bool { return l < 0 || l > 3 }):
		return fmt.Errorf("%s: command levels are 0 to 3", k.Key)
	}
	return nil
}

// checkKinds finds what is wrong with a faction as a whole.
func checkKinds(name string, kinds []Kind, tokens int) error {
	if strings.TrimSpace(name) == "" || len([]rune(name)) > mostLetters || strings.ContainsAny(name, "\r\n") {
		return fmt.Errorf("a faction has a name of 1 to %d letters", mostLetters)
	}
	if len(kinds) == 0 || len(kinds) > mostKinds || tokens < 0 || tokens > mostTokens {
		return fmt.Errorf("%s has 1 to %d kinds of unit and 0 to %d tokens", name, mostKinds, mostTokens)
	}
	for i, k := range kinds {
		if err := k.check(); err != nil {
			return err
		}
		if slices.ContainsFunc(kinds[:i], func(o Kind) bool { return o.Key == k.Key || strings.EqualFold(o.Name, k.Name) }) {
			return fmt.Errorf("two units are called %s", k.Name)
		}
	}
	for _, ship := range []bool{false, true} {
		if !slices.ContainsFunc(kinds, func(k Kind) bool { return k.Ship == ship && slices.Contains(k.Levels, 0) }) {
			return fmt.Errorf("%s lacks a unit of command level 0 on the ground or in the void", name)
		}
	}
	return nil
}

// readSheet reads a sheet strictly; the Refusal names what is wrong with it.
func readSheet(data json.RawMessage) (Sheet, error) {
	sheet, err := kit.ReadSheet[Sheet](data)
	if err != nil {
		return sheet, err
	}
	err = checkKinds(sheet.Faction, sheet.Units, sheet.Tokens)
	if err == nil {
		err = sheet.Deck.check(sheet.Units)
	}
	if err == nil && sheet.Printed != nil {
		err = sheet.Printed.check(sheet.Units)
	}
	if err == nil && len(sheet.Held) > mostAreas {
		err = fmt.Errorf("a side holds at most %d areas", mostAreas)
	}
	if err != nil {
		return sheet, rules.Refuse("%s.", kit.Capital(rules.Escape(err.Error())))
	}
	return sheet, nil
}

// showSheet is the sheet as people read it.
func showSheet(data json.RawMessage) (rules.View, error) {
	sheet, err := readSheet(data)
	if err != nil {
		return rules.View{}, err
	}
	var units []string
	for _, k := range sheet.Units {
		units = append(units, fmt.Sprintf("%s: %s, health %d, morale %d; %d pieces", rules.Escape(k.Name), count(k.Dice, "die", "dice"), k.Health, k.Morale, k.Pieces))
	}
	v := rules.View{Title: rules.Escape(sheet.Faction), Fields: []rules.Field{
		{Name: "Units", Value: strings.Join(units, "\n")},
		{Name: "Combat deck, two of each", Value: deckText(sheet.Deck.Designs, named(sheet.Units)), Hidden: true},
		{Name: "Reinforcement tokens", Value: fmt.Sprint(sheet.Tokens)},
	}}
	table := &S{}
	table.Sides = []*Side{table.newSide(rules.Fighter{}, sheet)}
	for _, at := range sheet.Held {
		f, faults := table.forceAt(1, at)
		if len(faults) > 0 {
			return rules.View{}, rules.Refuse("At %s: %s", rules.Escape(at.Area), strings.Join(faults, " "))
		}
		if text := f.String(); text != "" {
			v.Fields = append(v.Fields, rules.Field{Name: "At " + rules.Escape(at.Area), Value: rules.Escape(text)})
		}
	}
	return v, nil
}

func deckText(cards []Card, kinds []Kind) string {
	var lines []string
	for _, c := range cards {
		lines = append(lines, fmt.Sprintf("**%s**. %s", rules.Escape(c.Name), c.text(kinds)))
	}
	return strings.Join(lines, "\n")
}
