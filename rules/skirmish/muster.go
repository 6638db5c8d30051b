package skirmish

import (
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// muster makes a roster of an army, with at most its points; 0 sets no limit. The
// Refusal names every fault at once.
func (f *Faction) muster(a armyFile) (rules.Roster, error) {
	roster := rules.Roster{Key: a.Key, Name: strings.TrimSpace(a.Name), Sheet: kit.Encode(armySheet{
		Faction: f.Key, Title: f.Name, Rules: f.Rules, Limits: f.Limits, Specials: f.Specials,
	})}
	if roster.Name == "" {
		roster.Name = f.Name
	}
	var faults []string
	counts := make(map[string]int, len(f.Kinds))
	for i, m := range a.Models {
		m.Count = max(1, m.Count, len(m.Names))
		a.Models[i] = m
		counts[m.Kind] += m.Count
	}
	numbered := make(map[string]int, len(f.Kinds))
	var kinds []Kind
	for _, m := range a.Models {
		at := slices.IndexFunc(f.Kinds, func(k Kind) bool { return k.Key == m.Kind })
		if at < 0 || counts[m.Kind] > mostModels {
			faults = append(faults, fmt.Sprintf("%d models of the kind %q: there are from 1 to %d of a kind that the list has", counts[m.Kind], m.Kind, mostModels))
			continue
		}
		for i := range m.Count {
			numbered[m.Kind]++
			fighter := f.Kinds[at].fighter(numbered[m.Kind], counts[m.Kind])
			if i < len(m.Names) {
				fighter.Name = m.Names[i]
			}
			roster.Fighters = append(roster.Fighters, fighter)
			kinds = append(kinds, f.Kinds[at])
		}
	}
	for _, fault := range musterFaults(f.Limits, kinds, a.Points) {
		faults = append(faults, fault.Text)
	}
	faults = append(faults, nameFaults(roster.Fighters)...)
	if len(kinds) == 0 {
		faults = append(faults, "it has no models")
	}
	if len(faults) > 0 {
		return roster, rules.Refuse("%s cannot fight like this: %s.", rules.Escape(roster.Name), strings.Join(faults, "; "))
	}
	return roster, nil
}

// fighter is one model of a kind, the n-th of so many.
func (k Kind) fighter(n, of int) rules.Fighter {
	name := k.Name
	if of > 1 {
		name = fmt.Sprintf("%s %d", k.Name, n)
	}
	return rules.Fighter{ID: fmt.Sprintf("%s_%d", k.Key, n), Name: name, Sheet: kit.Encode(Sheet{Kind: k})}
}

// MusterFault is one thing that an army may not be. Why is its short name.
type MusterFault struct{ Why, Text string }

// musterFaults lists all that limits and points say against an army's models.
func musterFaults(limits []Limit, kinds []Kind, points int) []MusterFault {
	var faults []MusterFault
	if len(kinds) > mostModels {
		faults = append(faults, MusterFault{"too_many_models", fmt.Sprintf("it has %d models, more than %d", len(kinds), mostModels)})
	}
	for _, l := range limits {
		faults = append(faults, l.faults(kinds)...)
	}
	if total, _ := cost(kinds); points > 0 && total > points {
		faults = append(faults, MusterFault{"over_points", fmt.Sprintf("it costs %d points, %d over the limit of %d", total, total-points, points)})
	}
	return faults
}

func (l Limit) faults(kinds []Kind) []MusterFault {
	var faults []MusterFault
	counts := make(map[string]int, len(kinds))
	together := 0
	for _, k := range kinds {
		counts[k.Key]++
		if slices.Contains(l.Of, k.Key) {
			together++
		}
	}
	if together > l.Most {
		i := slices.IndexFunc(kinds, func(k Kind) bool { return slices.Contains(l.Of, k.Key) })
		faults = append(faults, MusterFault{
			fmt.Sprintf("%s_%s", count(l.Most), l.Of[0]),
			fmt.Sprintf("%s %s is allowed per army, not %d", count(l.Most), kinds[i].shown(), together),
		})
	}
	for i, k := range kinds {
		first := slices.IndexFunc(kinds, func(o Kind) bool { return o.Key == k.Key }) == i
		if l.Each != "" && first && k.Type == l.Each && counts[k.Key] > l.Most {
			faults = append(faults, MusterFault{
				fmt.Sprintf("%s_of_each_%s", count(l.Most), l.Each),
				fmt.Sprintf("%s of each %s are allowed per army, not %d %s", count(l.Most), l.Each, counts[k.Key], k.shown()),
			})
		}
	}
	return faults
}

// cost adds up an army's points and battle value.
func cost(kinds []Kind) (points, bv int) {
	for _, k := range kinds {
		points += k.Points
		bv += k.BV
	}
	return points, bv
}

// nameFaults lists names that models of one army share, or that are none.
func nameFaults(fighters []rules.Fighter) []string {
	var faults []string
	for i, f := range fighters {
		if strings.TrimSpace(f.Name) == "" || len([]rune(f.Name)) > mostLetters || strings.ContainsAny(f.Name, "\n\r,") {
			faults = append(faults, fmt.Sprintf("a name has at most %d letters and no comma: %q has not", mostLetters, rules.Escape(kit.Clip(f.Name, 70))))
		}
		if slices.ContainsFunc(fighters[:i], func(o rules.Fighter) bool { return strings.EqualFold(o.Name, f.Name) }) {
			faults = append(faults, fmt.Sprintf("two models are called %s", rules.Escape(kit.Clip(f.Name, 60))))
		}
		if !shortID(f.ID) || slices.ContainsFunc(fighters[:i], func(o rules.Fighter) bool { return o.ID == f.ID }) {
			faults = append(faults, fmt.Sprintf("%s has no id of its own, of at most %d plain letters", rules.Escape(kit.Clip(f.Name, 60)), mostOfAnID))
		}
	}
	return faults
}
