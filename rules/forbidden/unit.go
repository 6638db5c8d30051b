package forbidden

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is one kind of unit, or the bastion, as a faction's sheet has it. Levels
// are the command levels that it answers to when a card names one; Pieces is how
// many of it there are.
type Kind struct {
	Key     string `json:"key" yaml:"key"`
	Name    string `json:"name" yaml:"name"`
	Plural  string `json:"plural" yaml:"plural"`
	Levels  []int  `json:"levels,omitempty" yaml:"levels"`
	Ship    bool   `json:"ship,omitempty" yaml:"ship"`
	Dice    int    `json:"dice" yaml:"dice"`
	Health  int    `json:"health" yaml:"health"`
	Morale  int    `json:"morale" yaml:"morale"`
	Pieces  int    `json:"pieces" yaml:"pieces"`
	Bastion bool   `json:"bastion,omitempty" yaml:"-"`
}

// Structures beside the bastion have no combat values.
const (
	bastionKey = "bastion"
	factoryKey = "factory"
	cityKey    = "city"
	// mostStructures is how many of each a side has.
	mostStructures = 3
)

func bastion() Kind {
	return Kind{Key: bastionKey, Name: "bastion", Plural: "bastions", Dice: 2, Health: 3, Morale: 2, Pieces: mostStructures, Bastion: true}
}

// Unit is one piece in a combat or in an area: a unit, a reinforcement token
// that stands for one, or a bastion. Taken is the damage that a bastion keeps
// where the house has it so.
type Unit struct {
	ID     string `json:"id"`
	Kind   Kind   `json:"kind"`
	Token  bool   `json:"token,omitempty"`
	Routed bool   `json:"routed,omitempty"`
	Taken  int    `json:"taken,omitempty"`
}

// alike tells whether two units are one option: of the same kind and state.
func (u *Unit) alike(o *Unit) bool {
	return u.Kind.Key == o.Kind.Key && u.Token == o.Token && u.Routed == o.Routed && u.Taken == o.Taken
}

// name is the unit as it is told: "routed Scout", "Boyz token".
func (u *Unit) name() string {
	name := u.Kind.Name
	if u.Token {
		name += " token"
	}
	if u.Routed {
		name = "routed " + name
	}
	return name
}

// names is how n such units are told: "2 routed Scouts", "Land Raider".
func (u *Unit) names(n int) string {
	if n == 1 {
		return u.name()
	}
	name := u.Kind.Plural
	if u.Token {
		name = u.Kind.Name + " tokens"
	}
	if u.Routed {
		name = "routed " + name
	}
	return fmt.Sprintf("%d %s", n, name)
}

// group is units that are alike.
type group []*Unit

// groups puts units that are alike together, in the order in which they come.
func groups(units []*Unit) []group {
	var all []group
	for _, u := range units {
		i := slices.IndexFunc(all, func(g group) bool { return g[0].alike(u) })
		if i < 0 {
			all = append(all, group{u})
			continue
		}
		all[i] = append(all[i], u)
	}
	return all
}

// listed tells units in words: "2 Scouts, routed Land Raider, bastion".
func listed(units []*Unit, structures ...string) string {
	var words []string
	for _, g := range groups(units) {
		words = append(words, g[0].names(len(g)))
	}
	words = append(words, structureWords(structures)...)
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, ", ")
}

func structureWords(structures []string) []string {
	var words []string
	for _, s := range []struct{ key, many string }{{factoryKey, "factories"}, {cityKey, "cities"}} {
		n := 0
		for _, key := range structures {
			if key == s.key {
				n++
			}
		}
		switch {
		case n == 1:
			words = append(words, s.key)
		case n > 1:
			words = append(words, fmt.Sprintf("%d %s", n, s.many))
		}
	}
	return words
}

func cloneUnits(units []*Unit) []*Unit {
	copies := make([]*Unit, len(units))
	for i, u := range units {
		c := *u
		copies[i] = &c
	}
	return copies
}
