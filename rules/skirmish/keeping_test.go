package skirmish

import (
	"slices"
	"strings"
	"testing"

	"umpire/rules"
)

func TestAnArmyRecruitsFromItsOwnListAlone(t *testing.T) {
	names := func(list []rules.Recruit) (names []string) {
		for _, r := range list {
			names = append(names, r.Name)
		}
		return names
	}
	crew := Armies()[0]
	if got := names(recruits(crew)); len(got) != 7 || got[0] != "Captain" {
		t.Errorf("pirates recruit %v", got)
	}
	if got := recruits(rules.Roster{}); len(got) != 26 || got[7].Group != "Sci-Corps" {
		t.Errorf("anybody recruits %d kinds: %+v", len(got), got)
	}
	own := homemade(t, Faction{}, Kind{Name: "Ogre", LV: 4}, Kind{Name: "Imp"})
	if got := names(recruits(own)); !slices.Equal(got, []string{"Ogre", "Imp"}) {
		t.Errorf("an army with a list of its own recruits %v", got)
	}
}

func TestAnArmyIsWorthItsPointsAndItsBattleValue(t *testing.T) {
	want := []rules.Worth{{Name: "points", N: 148}, {Name: "battle value", N: 31}}
	if got, err := worth(Armies()[0]); err != nil || !slices.Equal(got, want) {
		t.Errorf("the crew is worth %v (%v), not %v", got, err, want)
	}
}

func TestASideIsToldWhichLimitOfItsListItBreaks(t *testing.T) {
	crew := Armies()[0]
	second := crew.Fighters[0]
	second.ID, second.Name = "captain_2", "Mad Meg"
	crew.Fighters = append(crew.Fighters, second)
	if err := System().CheckRoster(crew); err == nil || !strings.Contains(err.Error(), "one Captain is allowed per army, not 2") {
		t.Errorf("two captains are told %v", err)
	}
}
