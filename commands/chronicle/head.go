package chronicle

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"umpire/rules"
)

// head is what stands above the steps: the title first, then who fights, by which
// rules, and what the dice come from.
func (f *Fight) head() []string {
	o := f.opening()
	var sides []string
	for i, side := range o.Setup.Sides {
		name := ""
		if i < len(f.Names) && f.Names[i] != "" {
			name = " (" + f.Names[i] + ")"
		}
		sides = append(sides, side.Name+name)
	}
	lines := []string{
		fmt.Sprintf("%s: %s", f.System.Title, strings.Join(sides, " against ")),
		fmt.Sprintf("Fight %s, rules version %d, %d steps.", o.Fight, o.Version, len(f.Log)),
	}
	var house []string
	for _, key := range slices.Sorted(maps.Keys(o.Setup.Options)) {
		house = append(house, key+" "+o.Setup.Options[key])
	}
	if len(house) > 0 {
		lines = append(lines, "House rules: "+strings.Join(house, ", ")+".")
	}
	words := make([]string, len(o.Setup.Sides))
	secret := ""
	for _, e := range f.Log {
		if e.Word != "" {
			words[e.Seat-1] = e.Word
		}
		if e.End != "" {
			secret = e.End
		}
	}
	lines = append(lines, "The dice are sealed as "+o.Seal+".", "The words are “"+strings.Join(words, "” and “")+"”, mixed to "+rules.Mix(words)+".")
	if secret != "" {
		lines = append(lines, "The secret of the dice was "+secret+".")
	}
	if !f.Whole {
		lines = append(lines, "The fight goes on. What others still hide is left out; its seals are here.")
	}
	return append(lines, "The last chain is "+f.Log[len(f.Log)-1].Chain+". Compare its first eight digits with the last post in the fight's thread.")
}
