package factions

import (
	_ "embed"

	"umpire/rules"
)

//go:embed lines.tmpl
var lines string

// System is Worldspanner Factions for the catalog.
func System() *rules.System {
	return rules.Define(rules.Spec[S]{
		Key:     "factions",
		Title:   "Worldspanner Factions",
		Version: 4,
		Sample:  sample,
		Rosters: demoTeams,
		Sheet:   showSheet,
		New:     newS,
		Opening: []rules.Step[S]{
			{Name: "challenge decks", Run: shuffle},
			{Name: "face-down cards", Asks: cardAsks, Run: layCards},
		},
		Steps:   []rules.Step[S]{{Name: "half", Asks: halfAsks, Run: passHalf}},
		Orders:  orders(),
		View:    view,
		Card:    drawnCard,
		Roster:  roster,
		Options: houseRules(),
		Rules:   rulings(),
		Lines:   lines,
		Keeping: keeping(),
	})
}
