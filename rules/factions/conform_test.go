package factions

import (
	"fmt"
	"testing"

	"umpire/rules"
	"umpire/rules/kit"
	"umpire/rules/rulestest"
)

// TestCombatsOfAnySizeConform plays teams of two to eight heroes a side, another
// size with each seed. The demo teams conform through the catalog.
func TestCombatsOfAnySizeConform(t *testing.T) {
	sys, size := System(), 0
	sys.Sample = func() rules.Setup {
		size = (size + 3) % 7
		return crowd(2 + size)
	}
	rulestest.Conform(t, sys)
}

// crowd is two teams of n heroes each, who often tie on Wits and bring abilities
// and cards of every kind, up to two of them face down. Their decks are small and
// run out.
func crowd(n int) rules.Setup {
	var setup rules.Setup
	for seat, demo := range demoTeams() {
		demo.Fighters = nil
		sheet := teamSheet{Cards: poolOf(&S{})}
		for i := 0; i < 50; i += 4 {
			sheet.Deck = append(sheet.Deck, DefaultDeck()[i])
		}
		demo.Sheet = kit.Encode(sheet)
		for i := range n {
			sheet := Sheet{
				Wits: 3 + i/2, Melee: 4 + i%4, Agility: 4 + (i+seat)%4, Aim: 5, Point: 4, Stealth: 4 + i%3, Strength: 2 + i, Intellect: 3 + i%4,
				Power: 3 + i%3, Wound: i % 4, Armor: 2 + i%3, Health: 2 + i%4, Gold: i % 3, FaceDown: i % 2 * (1 - i/4),
			}
			whom := []string{"", toTeam, toFoes}[i%3]
			sheet.Abilities = []Ability{{Name: fmt.Sprintf("Trick %d", i%3), Gives: Gain{N: 1 - i%2*2, On: []string{ofHit, ofDamage}[i%2]}, To: whom}}
			if i%3 == 0 {
				sheet.Ranged = &Shot{Name: "a stone", Skill: skillAim, Power: 3, Wound: 1, Min: 1, Max: 4}
			}
			sheet.Minion = i == 3
			if sheet.Minion {
				sheet.Gold, sheet.FaceDown = 0, 0
			}
			name := fmt.Sprintf("%s %d", demo.Name, i+1)
			demo.Fighters = append(demo.Fighters, rules.Fighter{ID: kit.IDOf(name), Name: name, Sheet: kit.Encode(sheet)})
		}
		setup.Sides = append(setup.Sides, demo)
	}
	return setup
}

func FuzzCombats(f *testing.F) { rulestest.Fuzz(f, System()) }
