package kit

import (
	"encoding/json"
	"fmt"
	"slices"

	"umpire/rules"
)

// Encode writes plain data, such as a sheet, which always becomes JSON.
func Encode(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("kit: %T does not become JSON: %v", v, err))
	}
	return text
}

// CheckTaken refuses wounds that a model with so many cannot have taken.
func CheckTaken(taken, most int) error {
	if taken < 0 || taken > most {
		return rules.Refuse("From 0 to %d wounds can be taken here, not %d.", most, taken)
	}
	return nil
}

// FindGear finds what a player means among what a member may carry, by its key
// or name. The Refusal names the nearest.
func FindGear(text string, list []rules.Gear) (rules.Gear, error) {
	options := make([]rules.Option, 0, len(list))
	for _, g := range list {
		options = append(options, rules.Option{ID: g.Key, Label: g.Name})
	}
	key, err := Find("gear", text, options)
	if err != nil {
		return rules.Gear{}, err
	}
	return list[slices.IndexFunc(list, func(g rules.Gear) bool { return g.Key == key })], nil
}

// FindCarried is FindGear among what the member carries now: it refuses what it
// has none of, and names what it has.
func FindCarried(who, text string, list []rules.Gear) (rules.Gear, error) {
	var carried []rules.Gear
	for _, g := range list {
		if g.Has > 0 {
			carried = append(carried, g)
		}
	}
	if len(carried) == 0 {
		return rules.Gear{}, rules.Refuse("%s carries nothing that can be taken.", rules.Escape(who))
	}
	exact := slices.ContainsFunc(list, func(g rules.Gear) bool { return g.Key == text })
	if g, err := FindGear(text, carried); err == nil && (!exact || g.Key == text) {
		return g, nil
	}
	g, err := FindGear(text, list)
	if err != nil {
		return rules.Gear{}, err
	}
	var names []string
	for _, has := range carried {
		names = append(names, has.Name)
	}
	return rules.Gear{}, rules.Refuse("%s has no %s. There is %s.", rules.Escape(who), rules.Escape(g.Name), rules.Escape(rules.List(names)))
}
