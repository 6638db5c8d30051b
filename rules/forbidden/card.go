package forbidden

import (
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

const (
	designsInDeck = 5
	copies        = 2 // of each design in a deck
	mostAbilities = 6 // in one box
	mostUpgrades  = 15
	mostLetters   = 40 // of a name
)

// Card is one design of combat card. General and Unit are the abilities of its
// two boxes, top to bottom, as sentences (see ParseEffect). Needs names the units
// of the unit box by key ("scout", "bastion").
type Card struct {
	Key     string   `json:"key"`
	Name    string   `json:"name"`
	Icons   string   `json:"icons"` // "OOD", or "-"
	General []string `json:"general,omitempty"`
	Needs   []string `json:"needs,omitempty"`
	Unit    []string `json:"unit,omitempty"`
}

// Deck is a side's combat deck: five designs, two cards of each, and between two
// sessions maybe fewer. Upgrades are the designs that may take the place of a pair.
type Deck struct {
	Designs  []Card `json:"designs"`
	Upgrades []Card `json:"upgrades,omitempty"`
}

func (c Card) icons() Icons {
	i, _ := parseIcons(c.Icons) // checked when the card was read
	return i
}

func (c Card) effects(box []string) []Effect {
	list := make([]Effect, 0, len(box))
	for _, text := range box {
		e, _ := ParseEffect(text) // checked when the card was read
		list = append(list, e)
	}
	return list
}

// check finds what is wrong with a card of a faction with these kinds.
func (c Card) check(kinds []Kind) error {
	switch {
	case !plainKey(c.Key):
		return fmt.Errorf("the card key %q is not 1 to 32 of a-z, 0-9 and -", c.Key)
	case strings.TrimSpace(c.Name) == "" || len([]rune(c.Name)) > mostLetters || strings.ContainsAny(c.Name, "\r\n"):
		return fmt.Errorf("a card needs a name of 1 to %d letters", mostLetters)
	case len(c.General) > mostAbilities || len(c.Unit) > mostAbilities:
		return fmt.Errorf("a box has at most %d abilities", mostAbilities)
	case (len(c.Needs) == 0) != (len(c.Unit) == 0):
		return fmt.Errorf("a unit box needs both the units it names and an ability")
	}
	if _, err := parseIcons(c.Icons); err != nil {
		return err
	}
	for _, text := range slices.Concat(c.General, c.Unit) {
		if _, err := ParseEffect(text); err != nil {
			return err
		}
	}
	for _, key := range c.Needs {
		if key != bastionKey && !slices.ContainsFunc(kinds, func(k Kind) bool { return k.Key == key }) {
			return fmt.Errorf("unknown unit %q", key)
		}
	}
	return nil
}

func plainKey(key string) bool {
	return key != "" && len(key) <= 32 && strings.Trim(key, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// check finds what is wrong with a deck.
func (d Deck) check(kinds []Kind) error {
	if len(d.Designs) > designsInDeck || len(d.Upgrades) > mostUpgrades {
		return fmt.Errorf("a deck has %d designs, not %d, and at most %d upgrades", designsInDeck, len(d.Designs), mostUpgrades)
	}
	var seen []string
	for _, c := range slices.Concat(d.Designs, d.Upgrades) {
		if err := c.check(kinds); err != nil {
			return fmt.Errorf("the card %s: %w", c.Name, err)
		}
		if slices.Contains(seen, c.Key) {
			return fmt.Errorf("the card key %s stands twice", c.Key)
		}
		seen = append(seen, c.Key)
	}
	return nil
}

// remove takes a pair out of the deck, by its design's place, for good.
func (d *Deck) remove(design int) {
	d.Designs = append(d.Designs[:design:design], d.Designs[design+1:]...)
}

// put makes an upgrade, by its place among them, a design of the deck.
func (d *Deck) put(upgrade, design int) {
	d.Designs = slices.Insert(d.Designs, design, d.Upgrades[upgrade])
	d.Upgrades = append(d.Upgrades[:upgrade:upgrade], d.Upgrades[upgrade+1:]...)
}

// cards lists the deck's ten cards by key.
func (d Deck) cards() []string {
	var keys []string
	for _, c := range d.Designs {
		for range copies {
			keys = append(keys, c.Key)
		}
	}
	return keys
}

// card finds a design of the deck.
func (d Deck) card(key string) Card {
	for _, c := range d.Designs {
		if c.Key == key {
			return c
		}
	}
	return Card{Key: key, Name: key, Icons: "-"}
}

// needs tells the units of the unit box, of these kinds: "Scout or bastion".
func (c Card) needs(kinds []Kind) string {
	var names []string
	for _, key := range c.Needs {
		for _, k := range kinds {
			if k.Key == key {
				names = append(names, k.Name)
			}
		}
	}
	if len(names) == 0 {
		return "no unit of this battlefield"
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// text is the card as a player reads it, without its name: "2 offence ⚔. Gain
// 2 offence tokens. Scout: enemy rerolls 1 defence die."
func (c Card) text(kinds []Kind) string {
	words := []string{"Icons: " + c.icons().String()}
	for _, ability := range c.General {
		words = append(words, kit.Capital(ability))
	}
	if len(c.Unit) > 0 {
		words = append(words, kit.Capital(c.needs(kinds))+": "+strings.Join(c.Unit, "; "))
	}
	return strings.Join(words, ". ") + "."
}

// glyphs are the card's icons in short: "⚔⚔⛨", "no icon".
func (c Card) glyphs() string {
	icons, text := c.icons(), ""
	for _, f := range faces() {
		text += strings.Repeat(f.glyph(), icons.Of(f))
	}
	if text == "" {
		return "no icon"
	}
	return text
}

func (c Card) option(detail string) rules.Option {
	return rules.Option{ID: c.Key, Label: c.Name, Detail: kit.Clip(detail, 100)}
}
