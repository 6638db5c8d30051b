package factions

import (
	"fmt"
	"strconv"
	"strings"

	"umpire/rules"
)

// Kind is melee or ranged; empty for either, or for a treasure that is no weapon.
type Kind string

// The two kinds of attack and of weapon.
const (
	Melee  Kind = "melee"
	Ranged Kind = "ranged"
)

// What a modifier changes: the row of the Hit challenge or of the damage one.
const (
	ofHit    = "hit"
	ofDamage = "damage"
)

// Gain is a modifier of its bearer's attacks: of the Hit challenge or of the
// damage challenge, never of the wounds themselves. With is the kind of attack
// that it helps, empty for both (WF-24). As text it is "+1 melee hit".
type Gain struct {
	N    int
	With Kind
	On   string
}

// helps tells whether the gain counts for a challenge of an attack.
func (g Gain) helps(kind Kind, on string) bool {
	return g.On == on && (g.With == "" || g.With == kind)
}

// String is the gain in words: "+1 melee hit".
func (g Gain) String() string {
	words := []string{fmt.Sprintf("%+d", g.N)}
	if g.With != "" {
		words = append(words, string(g.With))
	}
	return strings.Join(append(words, g.On), " ")
}

// MarshalText writes the gain in words.
func (g Gain) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText reads "+1 melee hit", "-1 damage" and the like.
func (g *Gain) UnmarshalText(text []byte) error {
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(string(text), "−", "-")))
	wrong := fmt.Errorf("the modifier %q is not one like “+1 melee hit” or “-1 damage”, from -%d to +%[2]d", text, mostGain)
	if len(words) < 2 || len(words) > 3 {
		return wrong
	}
	n, err := strconv.Atoi(words[0])
	if err != nil || n == 0 || n < -mostGain || n > mostGain {
		return wrong
	}
	read := Gain{N: n, On: words[len(words)-1]}
	if len(words) == 3 {
		read.With = Kind(words[1])
	}
	if read.On != ofHit && read.On != ofDamage || read.With != "" && read.With != Melee && read.With != Ranged {
		return wrong
	}
	*g = read
	return nil
}

const mostGain = 6

// Whom an ability helps, or hinders.
const (
	toSelf = "self"
	toTeam = "team" // its bearer too
	toFoes = "foes"
)

// Ability is a hero's special ability: what it gives, and to whom. It is gone the
// moment its hero is defeated (WF-14).
type Ability struct {
	Name  string `json:"name" yaml:"name"`
	Gives Gain   `json:"gives" yaml:"gives"`
	To    string `json:"to,omitempty" yaml:"to"` // self when empty
}

// whom is whom the ability helps or hinders.
func (a Ability) whom() string {
	if a.To == "" {
		return toSelf
	}
	return a.To
}

func (a Ability) check() error {
	if a.Name == "" || len([]rune(a.Name)) > mostLetters || a.Gives.N == 0 {
		return fmt.Errorf("an ability needs a name of at most %d letters and a modifier like “+1 melee hit”", mostLetters)
	}
	switch a.To {
	case "", toSelf, toTeam, toFoes:
		return nil
	}
	return fmt.Errorf("the ability %s helps %q, which is not self, team or foes", a.Name, a.To)
}

// shown is the ability where markdown is read: "Sea Legs: +1 melee hit".
func (a Ability) shown() string {
	whom := map[string]string{toTeam: " for the whole team", toFoes: " for its enemies"}[a.To]
	return fmt.Sprintf("%s: %s%s", rules.Escape(a.Name), a.Gives, whom)
}
