// Package catalog is the one list of systems. A further system is one line
// here: commands, menus, storage and tests read this list and know no system
// by name. The list's order is the menu's, its first system the one that is
// offered first. A key is stored with every fight and never renamed. Nothing
// else in the house imports a system's folder.
package catalog

import (
	"strings"

	"umpire/rules"
	"umpire/rules/factions"
	"umpire/rules/forbidden"
	"umpire/rules/kit"
	"umpire/rules/lasthope"
	"umpire/rules/skirmish"
)

// All lists the systems, in menu order.
func All() []*rules.System {
	return []*rules.System{
		lasthope.System(),
		factions.System(),
		forbidden.System(),
		skirmish.System(),
	}
}

// Find gives the system of a key; a title or the one that begins so will do,
// for a key may be typed. The Refusal names the nearest.
func Find(key string) (*rules.System, error) {
	all := All()
	var options []rules.Option
	for _, sys := range all {
		if sys.Key == key {
			return sys, nil
		}
		options = append(options, rules.Option{ID: sys.Key, Label: sys.Title})
	}
	found, err := kit.Find("system", strings.TrimSpace(key), options)
	if err != nil {
		return nil, err
	}
	for _, sys := range all {
		if sys.Key == found {
			return sys, nil
		}
	}
	return nil, err
}
