package skirmish

import (
	_ "embed"

	"umpire/rules"
)

//go:embed lines.tmpl
var lines string

// System is the Deathzap skirmish for the catalog.
func System() *rules.System { return rules.Define(spec()) }

func spec() rules.Spec[S] {
	return rules.Spec[S]{
		Key:     "skirmish",
		Title:   "Deathzap skirmish",
		Version: 3,
		Sample:  sample,
		Rosters: Armies,
		Sheet:   showSheet,
		Brings:  brings,
		Fill:    fill,
		New:     newS,
		Opening: opening(),
		Steps:   round(),
		Orders:  orders(),
		View:    view,
		Scene:   scene,
		Roster:  roster,
		Options: houseRules(),
		Rules:   rulings(),
		Lines:   lines,
		Keeping: keeping(),
	}
}
