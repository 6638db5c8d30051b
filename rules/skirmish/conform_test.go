package skirmish

import (
	"fmt"
	"testing"

	"umpire/rules"
	"umpire/rules/rulestest"
)

// TestEveryPairingConforms plays each army list against each at random, the
// missions, fields and ways to play in turn: one short battle of each pairing in
// the ordinary run, and with more seeds as many as they say of three a pairing.
func TestEveryPairingConforms(t *testing.T) {
	armies, missions, fields := Armies(), missionKeys(), fieldKeys()
	most := max(1, rulestest.Seeds()/3)
	for i := range 16 {
		one, two := armies[i/4*2], armies[i%4*2]
		if i%3 == 0 && most > 1 { // the larger armies take longer
			one, two = armies[i/4*2+1], armies[i%4*2+1]
		}
		t.Run(one.Key+" against "+two.Key, func(t *testing.T) {
			for seed := range most {
				n := i + seed*7
				setup := rules.Setup{Sides: []rules.Roster{one, two}, Options: map[string]string{
					"mission": missions[(i+i/4+seed)%len(missions)], "field": fields[n%len(fields)], "rounds": "3",
				}}
				if n%5 == 4 {
					setup.Options["positions"] = "called"
				}
				for j, rule := range houseRules()[5:] { // those that change how it is fought
					if (n+j)%4 == 3 {
						setup.Options[rule.Key] = rule.Values[1]
					}
				}
				rulestest.Fight(t, System(), setup, 100*i+seed, 70+30*min(most-1, 5))
			}
		})
	}
}

func TestAllMissionsArePlayedInThePairings(t *testing.T) {
	seen := map[string]bool{}
	for i := range 16 {
		seen[fmt.Sprint(missionKeys()[(i+i/4)%4])] = true
	}
	if len(seen) != len(missions()) {
		t.Errorf("%v", seen)
	}
}

func FuzzBattles(f *testing.F) { rulestest.Fuzz(f, System()) }
