package forbidden

import (
	"encoding/json"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// keeping is what a campaign needs of a faction's sheet. It has no wounds: its
// losses are in what it holds, which outlives a session.
func keeping() rules.Keeping {
	return rules.Keeping{Home: sheetHome, Recruits: recruits, Gear: gear, Give: give, Take: take}
}

// sheetHome is a sheet between two sessions: what it holds is counted, area by area
// in the order of their names.
func sheetHome(data json.RawMessage, taken int) (json.RawMessage, error) {
	sheet, err := readSheet(data)
	if err != nil {
		return nil, err
	}
	if taken != 0 {
		return nil, rules.Refuse("A faction's sheet counts no wounds: its losses are in what it holds.")
	}
	s := &S{}
	s.Sides = []*Side{s.newSide(rules.Fighter{}, sheet)}
	if err := s.station([]Sheet{sheet}); err != nil {
		return nil, err
	}
	kept := s.sheet(1)
	for i := range kept.Held {
		at := &kept.Held[i]
		f, _ := s.readForce(1, at.Force) // the words are ours
		at.Force, at.Pieces = "", f.counted()
	}
	slices.SortFunc(kept.Held, func(a, b Station) int { return strings.Compare(plain(a.Area), plain(b.Area)) })
	return kit.Encode(kept), nil
}

// recruits are the factions, for a side that is none yet.
func recruits(r rules.Roster) []rules.Recruit {
	if len(r.Fighters) > 0 {
		return nil
	}
	var list []rules.Recruit
	for _, faction := range defaultFactions() {
		f := faction.Fighters[0]
		sheet, err := sheetHome(f.Sheet, 0)
		if err != nil {
			panic("forbidden: " + err.Error())
		}
		list = append(list, rules.Recruit{Key: f.ID, Name: f.Name, Group: faction.Name, Sheet: sheet})
	}
	return list
}

// printed is put before the keys of the printed deck's designs, for both decks
// may have one of a kind.
const printed = "printed."

// inDecks calls see for both decks of a sheet, with what is put before the keys
// of its designs and behind their names.
func (s *Sheet) inDecks(see func(d *Deck, before, behind string)) {
	see(&s.Deck, "", "")
	if s.Printed != nil {
		see(s.Printed, printed, " (printed deck)")
	}
}

// gear is the designs of the combat decks, which a side has a pair of, and the
// upgrades that it may yet put in.
func gear(_ rules.Roster, f rules.Fighter) []rules.Gear {
	sheet, err := readSheet(f.Sheet)
	if err != nil {
		return nil
	}
	var list []rules.Gear
	sheet.inDecks(func(d *Deck, before, behind string) {
		for _, c := range d.Designs {
			list = append(list, rules.Gear{Key: before + c.Key, Name: c.Name + behind, Has: 1})
		}
		for _, c := range d.Upgrades {
			list = append(list, rules.Gear{Key: before + c.Key, Name: c.Name + behind})
		}
	})
	return list
}

// give puts an upgrade into a deck that has room for it.
func give(r rules.Roster, f rules.Fighter, key string) (json.RawMessage, error) {
	sheet, err := readSheet(f.Sheet)
	if err != nil {
		return nil, err
	}
	g, err := kit.FindGear(key, gear(r, f))
	if err != nil {
		return nil, err
	}
	if g.Has > 0 {
		return nil, rules.Refuse("%s is in the deck of %s already.", rules.Escape(g.Name), rules.Escape(f.Name))
	}
	full := false
	sheet.inDecks(func(d *Deck, before, _ string) {
		i := slices.IndexFunc(d.Upgrades, func(c Card) bool { return before+c.Key == g.Key })
		switch {
		case i < 0:
		case len(d.Designs) >= designsInDeck:
			full = true
		default:
			d.put(i, len(d.Designs))
		}
	})
	if full {
		return nil, rules.Refuse("The deck of %s has its %d designs. Take one out before %s goes in.", rules.Escape(f.Name), designsInDeck, rules.Escape(g.Name))
	}
	return kit.Encode(sheet), nil
}

// take takes a design out of a deck, for good as in a session.
func take(r rules.Roster, f rules.Fighter, key string) (json.RawMessage, error) {
	sheet, err := readSheet(f.Sheet)
	if err != nil {
		return nil, err
	}
	g, err := kit.FindCarried(f.Name, key, gear(r, f))
	if err != nil {
		return nil, err
	}
	sheet.inDecks(func(d *Deck, before, _ string) {
		if i := slices.IndexFunc(d.Designs, func(c Card) bool { return before+c.Key == g.Key }); i >= 0 {
			d.remove(i)
		}
	})
	return kit.Encode(sheet), nil
}
