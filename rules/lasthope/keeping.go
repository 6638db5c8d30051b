package lasthope

import (
	"cmp"
	"encoding/json"
	"slices"

	"umpire/rules"
	"umpire/rules/kit"
)

// keeping is what a campaign needs of gangs.
func keeping() rules.Keeping {
	return rules.Keeping{Health: health, Home: home, Recruits: recruits, Gear: gear, Give: give, Take: take}
}

func health(data json.RawMessage) (rules.Health, error) {
	sheet, err := readSheet(data)
	return rules.Health{Taken: sheet.Wounds - sheet.left(), Most: sheet.Wounds}, err
}

// home is a model's sheet between two fights: left is written when a wound is
// taken, and gear stands in the order of the tables.
func home(data json.RawMessage, taken int) (json.RawMessage, error) {
	sheet, err := readSheet(data)
	if err != nil {
		return nil, err
	}
	if err := kit.CheckTaken(taken, sheet.Wounds); err != nil {
		return nil, err
	}
	sheet.Left = nil
	if left := sheet.Wounds - taken; taken > 0 {
		sheet.Left = &left
	}
	slices.SortFunc(sheet.Weapons, inOrder(weaponKeys()))
	slices.SortFunc(sheet.Clothing, inOrder(paddingKeys()))
	return kit.Encode(sheet), nil
}

func inOrder(keys []string) func(a, b string) int {
	return func(a, b string) int { return cmp.Compare(slices.Index(keys, a), slices.Index(keys, b)) }
}

func weaponKeys() []string {
	var keys []string
	for _, w := range Weapons()[1:] {
		keys = append(keys, w.Key)
	}
	return keys
}

func paddingKeys() []string {
	var keys []string
	for _, c := range Padding() {
		keys = append(keys, c.Key)
	}
	return keys
}

// recruits are the roles, the strongest first, with the gear that is usual.
func recruits(rules.Roster) []rules.Recruit {
	read, err := kit.ReadYAML[gangData]("gangs.yaml", gangsFile)
	if err != nil {
		panic("lasthope: " + err.Error())
	}
	var list []rules.Recruit
	for key, sheet := range read.Roles {
		sheet.Role = key
		data, err := home(kit.Encode(sheet), 0)
		if err != nil {
			panic("lasthope: " + err.Error())
		}
		list = append(list, rules.Recruit{Key: key, Name: kit.Capital(key), Sheet: data})
	}
	slices.SortFunc(list, func(a, b rules.Recruit) int {
		one, two := read.Roles[a.Key], read.Roles[b.Key]
		return cmp.Or(cmp.Compare(two.Wounds, one.Wounds), cmp.Compare(a.Key, b.Key))
	})
	return list
}

// gear is both tables, with what a model carries of each line.
func gear(_ rules.Roster, f rules.Fighter) []rules.Gear {
	sheet, err := readSheet(f.Sheet)
	if err != nil {
		return nil
	}
	count := func(of []string, key string) int {
		n := 0
		for _, has := range of {
			if has == key {
				n++
			}
		}
		return n
	}
	var list []rules.Gear
	for _, w := range Weapons()[1:] {
		list = append(list, rules.Gear{Key: w.Key, Name: kit.Capital(w.Name), Has: count(sheet.Weapons, w.Key)})
	}
	for _, c := range Padding() {
		list = append(list, rules.Gear{Key: c.Key, Name: kit.Capital(c.Name), Has: count(sheet.Clothing, c.Key)})
	}
	return list
}

func give(r rules.Roster, f rules.Fighter, key string) (json.RawMessage, error) {
	sheet, err := readSheet(f.Sheet)
	if err != nil {
		return nil, err
	}
	g, err := kit.FindGear(key, gear(r, f))
	if err != nil {
		return nil, err
	}
	items, what := &sheet.Weapons, "weapons"
	if _, worn := ClothingOf(g.Key); worn {
		items, what = &sheet.Clothing, "padded items"
	}
	if len(*items) >= mostItems {
		return nil, rules.Refuse("%s has %d %s already, and no more fit.", rules.Escape(f.Name), mostItems, what)
	}
	*items = append(*items, g.Key)
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
	items := &sheet.Weapons
	if _, worn := ClothingOf(g.Key); worn {
		items = &sheet.Clothing
	}
	i := slices.Index(*items, g.Key)
	*items = slices.Delete(*items, i, i+1)
	return kit.Encode(sheet), nil
}
