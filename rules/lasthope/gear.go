package lasthope

import (
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// Weapon is one line of the weapons table. Key is how sheets and orders name
// it, Name how it is told.
type Weapon struct {
	Key, Name string
	Damage    int
	Throws    bool // may be thrown as a shot, and is lost by it (LH-9)
}

// Weapons is the weapons table, unarmed first.
func Weapons() []Weapon {
	return []Weapon{
		{Key: unarmed, Name: "bare hands"},
		{Key: "switchblade", Name: "switchblade"},
		{Key: "hunting_knife", Name: "hunting knife", Damage: 1, Throws: true},
		{Key: "hatchet", Name: "hatchet", Damage: 2},
		{Key: "machete", Name: "machete", Damage: 3},
	}
}

const (
	unarmed = "none"
	thrown  = "thrown_knife" // the order's word for a hunting knife that is thrown
)

// WeaponOf finds a weapon by its key or name ("hunting knife").
func WeaponOf(name string) (Weapon, bool) {
	key := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), " ", "_")
	all := Weapons()
	i := slices.IndexFunc(all, func(w Weapon) bool { return w.Key == key })
	if i < 0 {
		return Weapon{}, false
	}
	return all[i], true
}

// Clothing is one padded item and what it adds to the defence in a test.
type Clothing struct {
	Key, Name string
	Defence   int
}

// Padding is the clothing table.
func Padding() []Clothing {
	return []Clothing{
		{"light", "light padding", 1},
		{"medium", "medium padding", 2},
		{"heavy", "heavy padding", 3},
	}
}

// ClothingOf finds a padded item by its key.
func ClothingOf(key string) (Clothing, bool) {
	all := Padding()
	i := slices.IndexFunc(all, func(c Clothing) bool { return c.Key == key })
	if i < 0 {
		return Clothing{}, false
	}
	return all[i], true
}

// weaponOptions is what a model may strike with now; with throws, what it may
// throw too. Unarmed is always possible.
func weaponOptions(m *Model, h House, strikes, throws bool) []rules.Option {
	var options []rules.Option
	if strikes {
		for _, w := range m.weapons() {
			options = append(options, rules.Option{ID: w.Key, Label: kit.Capital(w.Name), Detail: plus(w.Damage, "damage")})
		}
	}
	for _, w := range m.weapons() {
		if throws && h.ThrownKnife && w.Throws {
			options = append(options, rules.Option{
				ID: thrown, Label: kit.Capital(w.Name) + ", thrown",
				Detail: m.stat(true).String() + ", " + plus(w.Damage, "damage") + ", the knife is lost",
			})
		}
	}
	if strikes {
		options = append(options, rules.Option{ID: unarmed, Label: "No weapon", Detail: "no damage added"})
	}
	return options
}
