package skirmish

import "slices"

// Price is what a home-made model of a kind costs, in points and battle value.
// The text prints its prices without a formula; this one fits 24 of the 26
// printed ones. An army's own rules, Inspiring and Head Crest cost nothing.
func Price(k Kind, book []Special) (points, bv int) {
	melee, ranged, speed, hold := 4, 4, 4, 0 // in quarters
	for _, r := range book {
		if !slices.Contains(k.Rules, r.Key) {
			continue
		}
		if r.Reroll || (r.PerDie > 1 || r.Blast > 0) && r.When != Ranged {
			melee = 8
		}
		switch {
		case r.Drag > 0 || (r.PerDie > 1 || r.Blast > 0) && r.When != Melee:
			ranged = max(ranged, 8)
		case r.Repeat:
			ranged = max(ranged, 6)
		}
		switch {
		case r.Move > 600:
			speed = 6
		case r.Move > 0:
			speed = 2
		}
		if r.Carries {
			hold = 2 * k.LV
		}
	}
	quarters := melee*k.MAF + ranged*stretch(k.Range)*k.RAF + 4*(2*k.DF+2*k.LV+hold)
	points = (2*quarters*speed + 16) / 32 // sixteenths, half up
	return points, (2*points + 5) / 10
}

// stretch is what range costs: 1 up to 6", 2 up to 12", 4 up to 24", 6 beyond.
func stretch(rng int) int {
	switch {
	case rng <= 6:
		return 1
	case rng <= 12:
		return 2
	case rng <= 24:
		return 4
	}
	return 6
}
