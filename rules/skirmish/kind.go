package skirmish

import (
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// Type is what sort of model a kind is.
type Type string

// The types of models. Only infantry rides in a transport (SK-17).
const (
	Infantry Type = "infantry"
	Mounted  Type = "mounted"
	Vehicle  Type = "vehicle"
	Dinosaur Type = "dinosaur"
)

// known tells whether there is such a type.
func (t Type) known() bool { return slices.Contains([]Type{Infantry, Mounted, Vehicle, Dinosaur}, t) }

// base is how wide a base is that a model of this type has when nothing else is
// said.
func (t Type) base() kit.Length {
	switch t {
	case Mounted:
		return 160
	case Vehicle:
		return 300
	case Dinosaur:
		return 240
	}
	return 100
}

// Kind is a line of an army list: what all its models have. Range is in inches,
// Base the width of the round base.
type Kind struct {
	Key    string     `json:"key" yaml:"key"`
	Name   string     `json:"name" yaml:"name"`
	Type   Type       `json:"type,omitempty" yaml:"type"`
	Points int        `json:"points" yaml:"points"`
	BV     int        `json:"bv" yaml:"bv"`
	Range  int        `json:"rng" yaml:"rng"`
	RAF    int        `json:"raf" yaml:"raf"`
	MAF    int        `json:"maf" yaml:"maf"`
	DF     int        `json:"df" yaml:"df"`
	LV     int        `json:"lv" yaml:"lv"`
	Rules  []string   `json:"rules,omitempty" yaml:"rules,flow"`
	Base   kit.Length `json:"base,omitempty" yaml:"base"`
}

// dice is the attack factor in a mode.
func (k *Kind) dice(mode Mode) int {
	if mode == Melee {
		return k.MAF
	}
	return k.RAF
}

// reach is the range as a length.
func (k *Kind) reach() kit.Length { return kit.Length(k.Range) * kit.Inch }

const (
	mostOfAStat = 30
	mostRange   = 96
	mostPoints  = 9999
	mostRules   = 8
	mostModels  = 50 // of a side, so that a list of both has 100
	mostLetters = 60 // of a name, so that a label stays under 80
	mostOfAnID  = 24 // so that "toward.ID" fits a menu
	idLetters   = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
)

// faults lists what keeps a kind from being played, all at once, and fills in
// what its type says. Known tells which special rules there are.
func (k *Kind) faults(known func(string) bool) []string {
	var faults []string
	add := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if strings.TrimSpace(k.Name) == "" || len([]rune(k.Name)) > mostLetters || strings.ContainsAny(k.Name, "\n\r,;\"") {
		add("a model needs a name of at most %d letters, without commas and quotes", mostLetters)
	}
	if !shortID(k.Key) {
		add("%s needs a key of at most %d plain letters", k.Name, mostOfAnID)
	}
	if k.Type == "" {
		k.Type = Infantry
	}
	if !k.Type.known() {
		add("%s has the type %q: it is infantry, mounted, vehicle or dinosaur", k.Name, k.Type)
	}
	if k.Base == 0 {
		k.Base = k.Type.base()
	}
	if k.Base < kit.Inch/4 || k.Base > 6*kit.Inch {
		add("%s has a base of %s: it is from 0.25\" to 6\" wide", k.Name, k.Base)
	}
	for _, n := range []struct {
		name            string
		value, from, to int
	}{
		{"points", k.Points, 0, mostPoints},
		{"bv", k.BV, 0, mostPoints},
		{"rng", k.Range, 0, mostRange},
		{"raf", k.RAF, 0, mostOfAStat},
		{"maf", k.MAF, 0, mostOfAStat},
		{"df", k.DF, 0, mostOfAStat},
		{"lv", k.LV, 1, mostOfAStat},
	} {
		if n.value < n.from || n.value > n.to {
			add("%s has %s %d: it is a number from %d to %d", k.Name, n.name, n.value, n.from, n.to)
		}
	}
	if len(k.Rules) > mostRules {
		add("%s has %d special rules, more than %d", k.Name, len(k.Rules), mostRules)
	}
	for _, rule := range k.Rules {
		if !known(rule) {
			add("%s has the special rule %q, which there is not", k.Name, rule)
		}
	}
	return faults
}

// shortID tells whether an id can be an option's, with what is put before it.
func shortID(id string) bool {
	return id != "" && len(id) <= mostOfAnID && strings.Trim(id, idLetters) == ""
}

// stats is the kind's line as the lists print it: RNG 12", RAF 3, MAF 5, DF 4, LV 5.
func (k *Kind) stats() string {
	return fmt.Sprintf("RNG %d\", RAF %d, MAF %d, DF %d, LV %d", k.Range, k.RAF, k.MAF, k.DF, k.LV)
}

// shown is the kind's name where markdown is read.
func (k *Kind) shown() string { return rules.Escape(k.Name) }
