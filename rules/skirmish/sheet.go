package skirmish

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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

// readArmy reads what an army has as a whole.
func readArmy(roster rules.Roster) (armySheet, error) {
	var army armySheet
	dec := json.NewDecoder(bytes.NewReader(roster.Sheet))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&army); err != nil || army.Faction == "" {
		return army, rules.Refuse("%s have no faction.", rules.Escape(roster.Name))
	}
	f := Faction{Specials: nil}
	for _, r := range army.Specials {
		if fault := r.fault(f.knows); fault != "" {
			return army, rules.Refuse("%s: %s.", rules.Escape(roster.Name), fault)
		}
		f.Specials = append(f.Specials, r)
	}
	for _, rule := range army.Rules {
		if !f.knows(rule) {
			return army, rules.Refuse("%s have the special rule %s, which there is not.", rules.Escape(roster.Name), rules.Escape(rule))
		}
	}
	return army, nil
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

// clip cuts a text to so many letters.
func clip(text string, most int) string {
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	return string(letters[:most-1]) + "…"
}

// capital puts the first letter in upper case.
func capital(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// count is a small number in words.
func count(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n >= 0 && n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}
