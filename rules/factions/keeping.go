package factions

import (
	"encoding/json"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// keeping is what a campaign needs of teams.
func keeping() rules.Keeping {
	return rules.Keeping{Health: health, Home: home, Recruits: recruits, Gear: gear, Give: give, Take: take}
}

func health(data json.RawMessage) (rules.Health, error) {
	sheet, err := readSheet(data)
	return rules.Health{Taken: sheet.taken(), Most: sheet.Health}, err
}

// taken counts the wounds; one in the Underpit has taken all.
func (s *Sheet) taken() int {
	if s.Defeated {
		return s.Health
	}
	return s.Wounds
}

// home is a sheet between two fights: it stands in no space, and its cards in
// the order of their keys. Cards that lie face down stay with it.
func home(data json.RawMessage, taken int) (json.RawMessage, error) {
	sheet, err := readSheet(data)
	if err != nil {
		return nil, err
	}
	if err := kit.CheckTaken(taken, sheet.Health); err != nil {
		return nil, err
	}
	sheet.Wounds, sheet.Defeated, sheet.Space = taken, false, ""
	if taken == sheet.Health {
		sheet.Wounds, sheet.Defeated = 0, true
	}
	slices.SortStableFunc(sheet.Cards, func(a, b Weapon) int { return strings.Compare(a.Key, b.Key) })
	return kit.Encode(sheet), nil
}

// recruits are the heroes and minions of the demo teams: a team may take on
// anybody.
func recruits(rules.Roster) []rules.Recruit {
	var list []rules.Recruit
	for _, team := range demoTeams() {
		for _, f := range team.Fighters {
			sheet, err := home(f.Sheet, 0)
			if err != nil {
				panic("factions: " + err.Error())
			}
			list = append(list, rules.Recruit{Key: f.ID, Name: f.Name, Group: team.Name, Sheet: sheet})
		}
	}
	return list
}

// gear is the treasure cards that the team knows and any that a hero carries
// open besides. A minion carries nothing.
func gear(r rules.Roster, f rules.Fighter) []rules.Gear {
	sheet, err := readSheet(f.Sheet)
	if err != nil || sheet.Minion {
		return nil
	}
	var list []rules.Gear
	for _, w := range slices.Concat(knownCards(r), sheet.Cards) {
		same := func(c Weapon) bool { return c.Key == w.Key }
		if slices.ContainsFunc(list, func(g rules.Gear) bool { return g.Key == w.Key }) {
			continue
		}
		has := len(slices.DeleteFunc(slices.Clone(sheet.Cards), func(c Weapon) bool { return !same(c) }))
		list = append(list, rules.Gear{Key: w.Key, Name: kit.Capital(w.Name), Has: has})
	}
	return list
}

// knownCards are the treasure cards of the team's pool, and one that is no
// weapon.
func knownCards(r rules.Roster) []Weapon {
	var team teamSheet
	if json.Unmarshal(r.Sheet, &team) != nil {
		return []Weapon{otherCard()}
	}
	return append(team.Cards, otherCard())
}

func give(r rules.Roster, f rules.Fighter, key string) (json.RawMessage, error) {
	sheet, err := readSheet(f.Sheet)
	switch {
	case err != nil:
		return nil, err
	case sheet.Minion:
		return nil, rules.Refuse("%s is a minion and carries nothing.", rules.Escape(f.Name))
	}
	g, err := kit.FindGear(key, gear(r, f))
	if err != nil {
		return nil, err
	}
	if len(sheet.Cards)+sheet.FaceDown >= mostCarried {
		return nil, rules.Refuse("%s carries %d cards already, and no more fit.", rules.Escape(f.Name), mostCarried)
	}
	cards := slices.Concat(knownCards(r), sheet.Cards)
	i := slices.IndexFunc(cards, func(c Weapon) bool { return c.Key == g.Key })
	sheet.Cards = append(sheet.Cards, cards[i])
	return kit.Encode(sheet), nil
}

func take(r rules.Roster, f rules.Fighter, key string) (json.RawMessage, error) {
	sheet, err := readSheet(f.Sheet)
	if err != nil {
		return nil, err
	}
	g, err := kit.FindCarried(f.Name, key, gear(r, f))
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(sheet.Cards, func(c Weapon) bool { return c.Key == g.Key })
	sheet.Cards = slices.Delete(sheet.Cards, i, i+1)
	return kit.Encode(sheet), nil
}
