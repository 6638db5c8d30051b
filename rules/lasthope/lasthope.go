package lasthope

import (
	_ "embed"

	"umpire/rules"
)

//go:embed lines.tmpl
var lines string

// System is Last Hope Frontier for the catalog.
func System() *rules.System {
	return rules.Define(rules.Spec[S]{
		Key:     "lasthope",
		Title:   "Last Hope Frontier",
		Version: 2,
		Sample:  sample,
		Rosters: defaultGangs,
		Sheet:   showSheet,
		New:     newS,
		Opening: []rules.Step[S]{{Name: "deal", Run: deal}},
		Steps:   []rules.Step[S]{{Name: "turn", Asks: turnAsks, Run: passTurn}},
		Orders:  orders(),
		View:    view,
		Roster:  roster,
		Options: houseRules(),
		Rules:   rulings(),
		Lines:   lines,
		Keeping: keeping(),
	})
}
