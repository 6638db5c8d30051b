package factions

import (
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// Use says what becomes of a card that is used.
type Use string

// The use symbols of a card: it stays, it is gone after one use, or the skull:
// gone after the attack with it that defeats a hero.
const (
	Permanent Use = "permanent"
	Once      Use = "once"
	Skull     Use = "skull"
)

// Weapon is a treasure card, or what a hero can do without one. Power and Wound
// take the place of the natural ones, or come on top of them with Plus (WF-9).
// Skill is what a ranged one is aimed with, "aim" or "point"; Min and Max are its
// range in spaces. Strength and Intellect are what a hero must have to use it,
// unless it has the card's Symbol.
type Weapon struct {
	Key       string `json:"key" yaml:"key"`
	Name      string `json:"name" yaml:"name"`
	Kind      Kind   `json:"kind,omitempty" yaml:"kind"` // empty: no weapon
	Power     int    `json:"power,omitempty" yaml:"power"`
	Wound     int    `json:"wound,omitempty" yaml:"wound"`
	Plus      bool   `json:"plus,omitempty" yaml:"plus"`
	Skill     string `json:"skill,omitempty" yaml:"skill"`
	Min       int    `json:"min,omitempty" yaml:"min"`
	Max       int    `json:"max,omitempty" yaml:"max"`
	Strength  int    `json:"strength,omitempty" yaml:"strength"`
	Intellect int    `json:"intellect,omitempty" yaml:"intellect"`
	Symbol    string `json:"symbol,omitempty" yaml:"symbol"`
	Use       Use    `json:"use,omitempty" yaml:"use"`
}

// What ranged attacks are aimed with.
const (
	skillAim   = "aim"
	skillPoint = "point"
)

// otherCard is a treasure that is no weapon: what a face-down card may be too.
func otherCard() Weapon { return Weapon{Key: "other", Name: "another treasure", Use: Permanent} }

// check refuses a card that cannot be used at all.
func (w *Weapon) check() error {
	if !kit.IsID(w.Key) || strings.TrimSpace(w.Name) == "" || len([]rune(w.Name)) > mostLetters {
		return fmt.Errorf("a card needs a key of plain letters and a name of at most %d", mostLetters)
	}
	for _, r := range []rating{{"power", w.Power, 0}, {"wound", w.Wound, 0}, {"strength", w.Strength, 0}, {"intellect", w.Intellect, 0}} {
		if err := r.check(); err != nil {
			return fmt.Errorf("%s: %w", w.Name, err)
		}
	}
	if w.Use == "" {
		w.Use = Permanent
	}
	switch {
	case w.Use != Permanent && w.Use != Once && w.Use != Skull:
		return fmt.Errorf("%s: its use is permanent, once or skull, not %q", w.Name, w.Use)
	case w.Kind != "" && w.Kind != Melee && w.Kind != Ranged:
		return fmt.Errorf("%s: its kind is melee or ranged, not %q", w.Name, w.Kind)
	case w.Kind == Ranged:
		return checkRange(w.Name, w.Skill, w.Min, w.Max)
	case w.Skill != "" || w.Min != 0 || w.Max != 0:
		return fmt.Errorf("%s: only a ranged card has a skill and a range", w.Name)
	}
	return nil
}

func checkRange(name, skill string, from, to int) error {
	if skill != skillAim && skill != skillPoint {
		return fmt.Errorf("%s: its skill is aim or point, not %q", name, skill)
	}
	if from < 1 || to < from || to > mostSpaces {
		return fmt.Errorf("%s: its range is from 1 to %d spaces, min first, not %d to %d", name, mostSpaces, from, to)
	}
	return nil
}

// String is the card in words: "Broadaxe (Power 6, Wound 3)".
func (w Weapon) String() string { return w.describe(w.Name) }

// shown is the card in words where markdown is read.
func (w Weapon) shown() string { return w.describe(rules.Escape(w.Name)) }

func (w Weapon) describe(name string) string {
	if w.Kind == "" {
		return name
	}
	return fmt.Sprintf("%s (%s)", name, w.terms())
}

// terms is what a card gives and what becomes of it.
func (w Weapon) terms() string {
	switch w.Use {
	case Skull:
		return w.numbers() + ", lost if it defeats a hero"
	case Once:
		return w.numbers() + ", used once"
	}
	return w.numbers()
}

// numbers is what a weapon hits with: "Power 5, Wound 3".
func (w Weapon) numbers() string {
	sign := ""
	if w.Plus {
		sign = "+"
	}
	text := fmt.Sprintf("Power %s%d, Wound %s%d", sign, w.Power, sign, w.Wound)
	if w.Kind == Ranged {
		text += fmt.Sprintf(", %s, range %d to %d", kit.Capital(w.Skill), w.Min, w.Max)
	}
	return text
}

// Shot is a natural ranged attack, which few heroes have.
type Shot struct {
	Name  string `json:"name" yaml:"name"` // "thrown sparks"
	Skill string `json:"skill" yaml:"skill"`
	Power int    `json:"power" yaml:"power"`
	Wound int    `json:"wound" yaml:"wound"`
	Min   int    `json:"min" yaml:"min"`
	Max   int    `json:"max" yaml:"max"`
}

func (s Shot) weapon() Weapon {
	return Weapon{Key: natural, Name: s.Name, Kind: Ranged, Power: s.Power, Wound: s.Wound, Skill: s.Skill, Min: s.Min, Max: s.Max, Use: Permanent}
}
