package campaign

import (
	"cmp"
	"slices"

	"umpire/rules"
)

// RoundRobin pairs those who are in now, each system by itself, so that those meet
// who have met least. In a field that stays as it is, everybody meets everybody
// once before anybody meets twice: it goes round a circle. Where the field has
// changed, or players have several rosters, a round is as good as one can be: see
// costTable. Somebody is left over in a system of an odd number.
func RoundRobin(entrants []Entrant, past Past) (pairs [][2]string, byes []string) {
	for _, f := range fields(entrants) {
		t := newCostTable(f, past)
		r, found := t.circle()
		if !found {
			r = t.best()
		}
		pairs, byes = f.named(r, pairs, byes)
	}
	return pairs, byes
}

// ByStanding pairs from the top of a table by roster down, each system by itself:
// each meets the next below, in a round that is as good as one can be: see
// costTable. The bye goes to the lowest of those who had the fewest.
func ByStanding(rows []Row, past Past) (pairs [][2]string, byes []string) {
	entrants := make([]Entrant, len(rows))
	for i, row := range rows {
		entrants[i] = Entrant{Roster: row.Key, Name: row.Name, Player: row.Player, System: row.System, Withdrawn: row.Withdrawn}
	}
	for _, f := range fields(entrants) {
		pairs, byes = f.named(newCostTable(f, past).best(), pairs, byes)
	}
	return pairs, byes
}

// field is those of one system who are to be paired.
type field []Entrant

// fields sorts those who are in by system, in the order in which the systems come.
func fields(entrants []Entrant) []field {
	var all []field
	for _, e := range entrants {
		i := slices.IndexFunc(all, func(f field) bool { return f[0].System == e.System })
		switch {
		case e.Withdrawn:
		case i < 0:
			all = append(all, field{e})
		default:
			all[i] = append(all[i], e)
		}
	}
	return all
}

// named adds a round to pairs and byes by the ids of rosters.
func (f field) named(r round, pairs [][2]string, byes []string) ([][2]string, []string) {
	for _, p := range r {
		if p[1] == len(f) {
			byes = append(byes, f[p[0]].Roster)
		} else {
			pairs = append(pairs, [2]string{f[p[0]].Roster, f[p[1]].Roster})
		}
	}
	return pairs, byes
}

// Faults says what is wrong with a round that was paired by hand, a sentence each:
// somebody is in it twice, not in the campaign, withdrawn, or meets another system.
// A pair whose second is "" is a bye.
func Faults(pairs [][2]string, entrants []Entrant) []string {
	known := make(map[string]Entrant, len(entrants))
	for _, e := range entrants {
		known[e.Roster] = e
	}
	name := func(roster string) string { return rules.Escape(cmp.Or(known[roster].Name, roster)) }
	var faults []string
	seen := make(map[string]int)
	for _, p := range pairs {
		for i, roster := range p {
			if roster == "" && i == 1 {
				continue
			}
			e, there := known[roster]
			if seen[roster]++; seen[roster] > 1 {
				if seen[roster] == 2 {
					faults = append(faults, name(roster)+" is in the round twice.")
				}
				continue
			}
			if !there {
				faults = append(faults, name(roster)+" is not in the campaign.")
			} else if e.Withdrawn {
				faults = append(faults, name(roster)+" has withdrawn.")
			}
		}
		a, b := known[p[0]], known[p[1]]
		if a.Roster != "" && b.Roster != "" && a.System != b.System {
			faults = append(faults, name(p[0])+" and "+name(p[1])+" are of different systems.")
		}
	}
	return faults
}
