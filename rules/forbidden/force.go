package forbidden

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// force is what a side states to have in an area.
type force struct {
	units      []*Unit
	structures []string
}

// readForce reads a force in words: "2 Land Raider, 1 Scout routed, bastion,
// factory", or the id of a listed one, "2-land-raider.1-scout". It gives every
// fault at once, each a sentence.
func (s *S) readForce(seat rules.Seat, text string) (f force, faults []string) {
	side := s.side(seat)
	parts := strings.FieldsFunc(strings.NewReplacer(" and ", ",", " & ", ",").Replace(text), func(r rune) bool {
		return strings.ContainsRune(",;.+\n", r)
	})
	unknown := false
	for _, part := range parts {
		if strings.TrimSpace(part) == "" {
			continue
		}
		n, name, down := side.readPart(part)
		key, err := side.kindNamed(name)
		switch {
		case err != nil:
			faults, unknown = append(faults, err.Error()), true
		case n < 1 || n > 99:
			faults = append(faults, fmt.Sprintf("%s: write a number from 1.", rules.Escape(strings.TrimSpace(part))))
		case key == factoryKey || key == cityKey:
			f.structures = append(f.structures, slices.Repeat([]string{key}, n)...)
		default:
			kind := side.kind(key)
			for range min(n, 99) {
				f.units = append(f.units, &Unit{ID: fmt.Sprintf("u%d", len(f.units)+1), Kind: kind, Routed: down})
			}
		}
		if down && err == nil && slices.Contains([]string{bastionKey, factoryKey, cityKey}, key) {
			faults = append(faults, fmt.Sprintf("A %s cannot be routed.", key))
		}
	}
	if unknown {
		faults = append(faults, side.has())
	}
	if len(f.units)+len(f.structures) == 0 && len(faults) == 0 {
		faults = append(faults, fmt.Sprintf("Write what stands there, such as “2 %s, 1 %s routed, bastion”.", rules.Escape(side.units()[0].Plural), rules.Escape(side.units()[0].Name)))
	}
	return f, faults
}

// has names what may stand in an area: "Orks has: Boyz, Nob, bastion, factory, city."
func (side *Side) has() string {
	var names []string
	for _, k := range side.units() {
		names = append(names, rules.Escape(k.Name))
	}
	return fmt.Sprintf("%s has: %s.", rules.Escape(side.Name), strings.Join(append(names, bastionKey, factoryKey, cityKey), ", "))
}

// readPart cuts "2 Scouts routed" into its number, name and state.
func (side *Side) readPart(part string) (n int, name string, down bool) {
	n = 1
	var rest []string
	for i, word := range strings.Fields(strings.ReplaceAll(strings.ToLower(part), "-", " ")) {
		number, err := strconv.Atoi(strings.Trim(word, "x×"))
		if numeral := slices.Index([]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}, word); numeral >= 0 {
			number, err = numeral, nil
		}
		switch {
		case i == 0 && err == nil:
			n = number
		case i == 0 && (word == "a" || word == "an" || word == "the"), word == "x", word == "unrouted", word == "standing":
		case word == "routed" || word == "(routed)":
			down = true
		default:
			rest = append(rest, word)
		}
	}
	return n, strings.Join(rest, " "), down
}

// kind gives a unit of the side, or the bastion, by its key.
func (side *Side) kind(key string) Kind {
	for _, k := range side.units() {
		if k.Key == key {
			return k
		}
	}
	return bastion()
}

// kindNamed finds the key of what a player means by a name.
func (side *Side) kindNamed(name string) (string, error) {
	options := []rules.Option{{ID: bastionKey, Label: "bastion"}, {ID: factoryKey, Label: "factory"}, {ID: cityKey, Label: "city"}}
	many := []rules.Option{{ID: bastionKey, Label: "bastions"}, {ID: factoryKey, Label: "factories"}, {ID: cityKey, Label: "cities"}}
	for _, k := range side.units() {
		options = append(options, rules.Option{ID: k.Key, Label: k.Name})
		many = append(many, rules.Option{ID: k.Key, Label: k.Plural}, rules.Option{ID: k.Key, Label: k.Name + "s"})
	}
	for _, o := range many {
		if plain(strings.ReplaceAll(o.Label, "-", " ")) == plain(name) {
			return o.ID, nil
		}
	}
	return kit.Find("unit of "+rules.Escape(side.Name), name, options)
}

// checkForce finds what is wrong with a force of a side in an area: units that do
// not go there, and more pieces than there are. What is known to stand in the
// areas named by except does not count.
func (s *S) checkForce(seat rules.Seat, f force, a *Area, except ...string) (faults []string) {
	name := rules.Escape(a.Name)
	for _, g := range groups(f.units) {
		k := g[0].Kind
		switch {
		case k.Bastion && a.Void:
			faults = append(faults, fmt.Sprintf("A bastion stands on a world, and %s is a void.", name))
		case !k.Bastion && k.Ship != a.Void:
			faults = append(faults, fmt.Sprintf("%s cannot be there: %s is a %s.", kit.Capital(rules.Escape(g[0].names(len(g)))), name, a.kind()))
		}
	}
	if len(f.structures) > 0 && a.Void {
		faults = append(faults, fmt.Sprintf("Structures stand on worlds, and %s is a void.", name))
	}
	side := s.side(seat)
	for _, k := range append(slices.Clone(side.units()), bastion(), Kind{Key: factoryKey, Name: "factory", Pieces: mostStructures}, Kind{Key: cityKey, Name: "city", Pieces: mostStructures}) {
		n := len(slices.DeleteFunc(slices.Clone(f.structures), func(key string) bool { return key != k.Key }))
		for _, u := range f.units {
			if u.Kind.Key == k.Key {
				n++
			}
		}
		other, where := s.elsewhere(seat, k.Key, except...)
		if n > 0 && n+other > k.Pieces {
			text := fmt.Sprintf("There are %s of %s, not %d", count(k.Pieces, "piece", "pieces"), rules.Escape(k.Name), n+other)
			if other > 0 {
				text += fmt.Sprintf(" (%s; `/muster` tells what is there now)", strings.Join(where, ", "))
			}
			faults = append(faults, text+".")
		}
	}
	return faults
}

// infer tells which kind of area a force fights in, when that is not known.
func (f force) infer(a *Area) (faults []string) {
	if a.Sure {
		return nil
	}
	ships, ground := 0, len(f.structures)
	for _, u := range f.units {
		if u.Kind.Ship {
			ships++
		} else {
			ground++
		}
	}
	if ships > 0 && ground > 0 {
		return []string{"Ships are in voids and ground units on worlds: one force has one or the other."}
	}
	a.Void, a.Sure = ships > 0, true
	return nil
}

func (f force) String() string { return listed(f.units, f.structures...) }
