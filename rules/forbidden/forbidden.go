package forbidden

import (
	_ "embed"

	"umpire/rules"
)

//go:embed lines.tmpl
var lines string

// System is Forbidden Stars combat for the catalog.
func System() *rules.System {
	return rules.Define(rules.Spec[S]{
		Key:     "forbidden",
		Title:   "Forbidden Stars",
		Version: 3,
		Sample:  sample,
		Rosters: defaultFactions,
		Seats:   [2]int{2, 4},
		Sheet:   showSheet,
		New:     newS,
		Opening: []rules.Step[S]{{Name: "session", Run: begin}},
		Steps: []rules.Step[S]{
			{Name: "orders", Asks: idleAsks, Run: idle},
			{Name: "forces", Asks: forceAsks, Run: agree},
			{Name: "preparation", Run: prepare},
			reinforceStep(Attacker),
			reinforceStep(Defender),
			{Name: "combat cards", Asks: chooseAsks},
			cardStep(Attacker),
			cardStep(Defender),
			{Name: "damage", Run: damage},
			{Name: "resolution", Run: resolution},
		},
		Orders:  orders(),
		View:    view,
		Roster:  roster,
		Options: houseOptions(),
		Rules:   rulings(),
		Lines:   lines,
		Keeping: keeping(),
	})
}
