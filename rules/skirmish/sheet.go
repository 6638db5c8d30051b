package skirmish

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// Sheet is one model's roster sheet: its kind in full, so that a changed army
// list never changes a fight, and what it has left. Without left it has all.
type Sheet struct {
	Kind
	Left *int `json:"left,omitempty"`
}

// armySheet is what an army has as a whole.
type armySheet struct {
	Faction  string    `json:"faction"`
	Title    string    `json:"title"`
	Rules    []string  `json:"rules,omitempty"`
	Limits   []Limit   `json:"limits,omitempty"`
	Specials []Special `json:"specials,omitempty"`
}

// readSheet reads a sheet strictly; known tells which special rules there are.
func readSheet(data json.RawMessage, known func(string) bool) (Sheet, error) {
	sheet, err := kit.ReadSheet[Sheet](data)
	if err != nil {
		return sheet, err
	}
	faults := sheet.faults(known)
	if left := sheet.left(); left < 0 || left > sheet.LV {
		faults = append(faults, fmt.Sprintf("it has %d lives left of %d", left, sheet.LV))
	}
	if len(faults) > 0 {
		return sheet, rules.Refuse("The sheet cannot fight: %s.", strings.Join(faults, "; "))
	}
	return sheet, nil
}

func (s *Sheet) left() int {
	if s.Left == nil {
		return s.LV
	}
	return *s.Left
}

// readArmy reads what an army has as a whole, strictly. It may come from a file, of
// a list that nobody else has. The error is a Refusal.
func readArmy(roster rules.Roster) (armySheet, error) {
	army, err := kit.ReadSheet[armySheet](roster.Sheet)
	if len(roster.Sheet) == 0 || err == nil && army.Faction == "" {
		return army, rules.Refuse("%s have no faction.", rules.Escape(roster.Name))
	}
	if err != nil {
		return army, rules.Refuse("What the army %s has as a whole cannot be read: %v", rules.Escape(roster.Name), err)
	}
	if fault := army.fault(); fault != "" {
		return army, rules.Refuse("%s: %s.", rules.Escape(roster.Name), fault)
	}
	return army, nil
}

const (
	mostOfAList = 20 // limits, or rules, of an army
	mostKinds   = 50 // that a limit counts together
)

// fault tells the first thing that is wrong with an army's sheet, or "".
func (a *armySheet) fault() string {
	switch {
	case !shortID(a.Faction):
		return fmt.Sprintf("the faction has a key of at most %d plain letters", mostOfAnID)
	case len([]rune(a.Title)) > mostLetters || strings.ContainsAny(a.Title, "\n\r"):
		return fmt.Sprintf("the title of an army list has at most %d letters", mostLetters)
	case len(a.Rules) > mostOfAList || len(a.Limits) > mostOfAList || len(a.Specials) > mostOfAList:
		return fmt.Sprintf("an army has at most %d rules, %d limits and %d special rules of its own", mostOfAList, mostOfAList, mostOfAList)
	}
	var f Faction
	for _, r := range a.Specials {
		if fault := r.fault(f.knows); fault != "" {
			return fault
		}
		f.Specials = append(f.Specials, r)
	}
	for _, rule := range a.Rules {
		if !f.knows(rule) {
			return fmt.Sprintf("they have the special rule %s, which there is not", rules.Escape(kit.Clip(rule, mostLetters)))
		}
	}
	for _, l := range a.Limits {
		if fault := l.faultAlone(); fault != "" {
			return fault
		}
	}
	return ""
}

// showSheet is the sheet as people read it. A rule that an army brings itself is
// known by its key alone.
func showSheet(data json.RawMessage) (rules.View, error) {
	sheet, err := readSheet(data, shortID)
	if err != nil {
		return rules.View{}, err
	}
	fields := []rules.Field{
		{Name: "Points", Value: fmt.Sprintf("%d, battle value %d", sheet.Points, sheet.BV)},
		{Name: "Stats", Value: sheet.stats()},
		{Name: "Lives", Value: kit.Taken(sheet.LV-sheet.left(), sheet.LV)},
	}
	book := specials()
	for _, key := range sheet.Rules {
		name, text := key, "a rule of its army's own"
		if i := slices.IndexFunc(book, func(r Special) bool { return r.Key == key }); i >= 0 {
			name, text = book[i].Name, book[i].Text
		}
		fields = append(fields, rules.Field{Name: rules.Escape(name), Value: text})
	}
	return rules.View{Title: sheet.shown(), Fields: fields}, nil
}

// count is a small number in words.
func count(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n >= 0 && n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}
