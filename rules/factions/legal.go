package factions

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// seated tells whether a seat plays: the umpire and spectators name nobody of
// their own.
func (s *S) seated(seat rules.Seat) bool { return seat >= 1 && int(seat) <= len(s.Teams) }

// some lists the figures of a seat that are wanted.
func (s *S) some(seat rules.Seat, want func(*Figure) bool) []rules.Option {
	if !s.seated(seat) {
		return nil
	}
	return figureOptions(slices.DeleteFunc(slices.Clone(s.team(seat).Figures), func(f *Figure) bool { return !want(f) }))
}

func legalAttackers(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	return s.some(seat, func(f *Figure) bool { return !f.Defeated && s.strikes(f) })
}

func legalTargets(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	return s.some(other(seat), func(f *Figure) bool { return !f.Defeated })
}

// legalShooters are those who can shoot as far as the table can see: with what is
// natural, lies open, or lies face down.
func legalShooters(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	return s.some(seat, func(f *Figure) bool { return !f.Defeated && s.strikes(f) && len(s.distances(f)) > 0 })
}

// distances lists how many spaces away a target can be.
func (s *S) distances(f *Figure) []int {
	var list []int
	for away := 1; away <= mostSpaces; away++ {
		if f.down() > 0 || len(s.weapons(f, Ranged, away, false)) > 0 {
			list = append(list, away)
		}
	}
	return list
}

func legalSpaces(s *S, seat rules.Seat, args map[string]string) []rules.Option {
	if !s.seated(seat) {
		return nil
	}
	f, err := s.one(seat, args["attacker"])
	if err != nil {
		return nil
	}
	var options []rules.Option
	for _, away := range s.distances(f) {
		options = append(options, rules.Option{ID: strconv.Itoa(away), Label: strconv.Itoa(away)})
	}
	return options
}

// legalWeapons lists what lies open before an attacker: for a ranged attack what
// reaches as far as is given. What lies face down is never listed.
func legalWeapons(kind Kind) func(*S, rules.Seat, map[string]string) []rules.Option {
	return func(s *S, seat rules.Seat, args map[string]string) []rules.Option {
		if !s.seated(seat) {
			return nil
		}
		f, err := s.one(seat, args["attacker"])
		if err != nil {
			return nil
		}
		reach, err := strconv.Atoi(strings.TrimSpace(args["spaces"]))
		if err != nil && kind == Ranged {
			return nil
		}
		return weaponOptions(s.weapons(f, kind, reach, false))
	}
}

func legalGains(*S, rules.Seat, map[string]string) []rules.Option {
	var options []rules.Option
	for n := -mostGain; n <= mostGain; n++ {
		if n != 0 {
			options = append(options, rules.Option{ID: strconv.Itoa(n), Label: signed(n)})
		}
	}
	return options
}

func legalCarriers(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	return s.some(seat, func(f *Figure) bool { return !f.Defeated && !f.Sheet.Minion && len(f.Cards) < mostCarried })
}

func legalPool(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	if !s.seated(seat) {
		return nil
	}
	return poolOptions(s, seat)
}

func poolOptions(s *S, seat rules.Seat) []rules.Option {
	var options []rules.Option
	for _, w := range append(slices.Clone(s.team(seat).Pool), otherCard()) {
		options = append(options, rules.Option{ID: w.Key, Label: kit.Capital(w.Name), Detail: kit.Clip(w.String(), 100)})
	}
	return options
}

func legalLooters(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	return s.some(seat, func(f *Figure) bool { return !f.Defeated && !f.Sheet.Minion })
}

func legalMarkers(s *S, seat rules.Seat, args map[string]string) []rules.Option {
	if !s.seated(seat) {
		return nil
	}
	f, err := s.one(seat, args["hero"])
	if err != nil {
		return nil
	}
	return markerOptions(slices.DeleteFunc(slices.Clone(s.Markers), func(m Marker) bool { return len(f.Cards)+len(m.Cards) > mostCarried }))
}

func legalLoot(s *S, _ rules.Seat, args map[string]string) []rules.Option {
	for i := range s.Markers {
		if s.Markers[i].ID == args["from"] {
			return s.Markers[i].contents()
		}
	}
	return nil
}

func legalDefeated(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	return s.some(seat, func(f *Figure) bool { return f.Defeated && !f.Sheet.Minion })
}

func legalStanding(s *S, _ rules.Seat, _ map[string]string) []rules.Option {
	return figureOptions(append(s.Teams[0].standing(), s.Teams[1].standing()...))
}

func legalTrackers(s *S, _ rules.Seat, _ map[string]string) []rules.Option {
	return trackerOptions(s.Trackers)
}

func legalWounds(s *S, _ rules.Seat, args map[string]string) []rules.Option {
	f, err := s.named(s.everyone(), args["model"])
	if err != nil {
		return nil
	}
	var options []rules.Option
	for n := 0; n <= f.Sheet.Health; n++ {
		options = append(options, rules.Option{ID: strconv.Itoa(n), Label: strconv.Itoa(n)})
	}
	return options
}

func legalHeroes(s *S, _ rules.Seat, _ map[string]string) []rules.Option {
	return append(legalLooters(s, 1, nil), legalLooters(s, 2, nil)...)
}

func legalHolders(s *S, _ rules.Seat, _ map[string]string) []rules.Option {
	holds := func(f *Figure) bool { return len(f.Cards) > 0 }
	return append(s.some(1, holds), s.some(2, holds)...)
}

func legalHeld(s *S, _ rules.Seat, args map[string]string) []rules.Option {
	f, err := s.named(s.everyone(), args["hero"])
	if err != nil {
		return nil
	}
	return f.held()
}

// held lists a hero's cards as everybody may name them.
func (f *Figure) held() []rules.Option {
	var options []rules.Option
	for _, h := range f.Cards {
		options = append(options, rules.Option{ID: h.ID, Label: h.label()})
	}
	return options
}

func legalWinners(s *S, _ rules.Seat, _ map[string]string) []rules.Option {
	var options []rules.Option
	for i, team := range s.Teams {
		options = append(options, rules.Option{ID: strconv.Itoa(i + 1), Label: team.Name})
	}
	return options
}

// figureOptions lists figures as menus and autocomplete offer them.
func figureOptions(figures []*Figure) []rules.Option {
	var options []rules.Option
	for _, f := range figures {
		detail := fmt.Sprintf("%d of %d wounds taken", f.Wounds, f.Sheet.Health)
		if f.Defeated {
			detail = "defeated"
		}
		options = append(options, rules.Option{ID: f.ID, Label: f.Name, Detail: detail})
	}
	return options
}

func weaponOptions(list []wielded) []rules.Option {
	var options []rules.Option
	for _, w := range list {
		id := w.Holding
		if w.bare() {
			id = natural
		}
		options = append(options, rules.Option{ID: id, Label: kit.Capital(w.Name), Detail: kit.Clip(w.numbers(), 100)})
	}
	return options
}

func markerOptions(markers []Marker) []rules.Option {
	var options []rules.Option
	for _, m := range markers {
		options = append(options, rules.Option{ID: m.ID, Label: m.Of, Detail: kit.Clip(m.what(), 100)})
	}
	return options
}

// what tells what lies with a marker: "2 cards and 3 gold".
func (m Marker) what() string { return LootLeft{Cards: len(m.Cards), Gold: m.Gold}.What() }

func trackerOptions(trackers []Tracker) []rules.Option {
	var options []rules.Option
	for _, tr := range trackers {
		options = append(options, rules.Option{ID: tr.ID, Label: kit.Clip(tr.Name+" on "+tr.Place, 80)})
	}
	return options
}
