package skirmish

import (
	"encoding/json"
	"slices"

	"umpire/rules"
	"umpire/rules/kit"
)

// keeping is what a campaign needs of armies. Models carry nothing that is not
// in their kind.
func keeping() rules.Keeping {
	return rules.Keeping{Health: health, Home: home, Recruits: recruits, Worth: worth}
}

func health(data json.RawMessage) (rules.Health, error) {
	sheet, err := readSheet(data, shortID)
	return rules.Health{Taken: sheet.LV - sheet.left(), Most: sheet.LV}, err
}

// home is a model's sheet between two fights: left is written when a life is
// lost.
func home(data json.RawMessage, taken int) (json.RawMessage, error) {
	sheet, err := readSheet(data, shortID)
	if err != nil {
		return nil, err
	}
	if err := kit.CheckTaken(taken, sheet.LV); err != nil {
		return nil, err
	}
	sheet.Left = nil
	if left := sheet.LV - taken; taken > 0 {
		sheet.Left = &left
	}
	return kit.Encode(sheet), nil
}

// recruits are the kinds of the army's list. An army whose list is its own may
// take on more of the kinds that it has.
func recruits(r rules.Roster) []rules.Recruit {
	var list []rules.Recruit
	lists := Factions()
	if army, err := readArmy(r); err == nil {
		lists = slices.DeleteFunc(lists, func(f Faction) bool { return f.Key != army.Faction })
		if len(lists) == 0 {
			lists = []Faction{{Name: army.Title, Kinds: kindsOf(r)}}
		}
	}
	for _, f := range lists {
		for _, k := range f.Kinds {
			list = append(list, rules.Recruit{Key: k.Key, Name: k.Name, Group: f.Name, Sheet: kit.Encode(Sheet{Kind: k})})
		}
	}
	return list
}

// kindsOf lists the kinds of a roster's models, each once.
func kindsOf(r rules.Roster) []Kind {
	var kinds []Kind
	for _, f := range r.Fighters {
		sheet, err := readSheet(f.Sheet, shortID)
		if err == nil && !slices.ContainsFunc(kinds, func(k Kind) bool { return k.Key == sheet.Key }) {
			kinds = append(kinds, sheet.Kind)
		}
	}
	return kinds
}

// worth adds up what an army list counts.
func worth(r rules.Roster) ([]rules.Worth, error) {
	var kinds []Kind
	for _, f := range r.Fighters {
		sheet, err := readSheet(f.Sheet, shortID)
		if err != nil {
			return nil, rules.Refuse("%s: %v", rules.Escape(f.Name), err)
		}
		kinds = append(kinds, sheet.Kind)
	}
	points, bv := cost(kinds)
	return []rules.Worth{{Name: "points", N: points}, {Name: "battle value", N: bv}}, nil
}
