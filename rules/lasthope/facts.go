package lasthope

import (
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// Where a card comes from that nobody chose.
const (
	FromDeck    = "deck"
	FromRoll    = "roll"
	FromNothing = "nothing"
)

// Why a test that is level stays a draw.
const (
	BothFavoured   = "both"
	NobodyFavoured = "nobody"
	FaceCancels    = "face"
)

// Facts that Last Hope Frontier tells. Names are as the roster writes them.
type (
	// Dealt: the decks are shuffled and the hands are full, or the players call
	// the cards of their own table.
	Dealt struct {
		Size           int
		Called, Shared bool
		Jokers         Jokers
	}
	// TurnBegun: a side's turn begins with so many models that may attack.
	TurnBegun struct {
		Turn  int
		Seat  rules.Seat
		Gang  string
		Ready int
	}
	// TurnEnded: a side is done. Spent: it has no attack left.
	TurnEnded struct {
		Seat  rules.Seat
		Spent bool
	}
	// Declared: a model goes for another, with all that the attacker called.
	Declared struct {
		Seat             rules.Seat
		Attacker, Target string
		Weapon           string
		Unarmed          bool
		Thrown           bool // from a distance, as a shot
		Unnamed          bool // the weapon is named after the reveal
		Stat             kit.Part
		Defence          int
		Padding          kit.Sum
		Cover            int
		CardsCalled      bool
	}
	// Blind: a card is played that the seat did not choose. Empty: its hand was.
	Blind struct {
		Seat  rules.Seat
		Empty bool
		From  string
	}
	// Revealed: both cards are turned up and both sides are added up.
	Revealed struct {
		Attack, Defence       kit.Card
		AttackSum, DefenceSum kit.Sum
	}
	// TieBroken: a favoured card gives one point to the attack or the defence.
	TieBroken struct {
		Level int
		For   string
		Card  kit.Card
	}
	// Drawn: the test is level and stays so.
	Drawn struct {
		Attacker, Target string
		Level            int
		Why              string
	}
	// Missed: the defence is higher. Tie: by the tie-break.
	Missed struct {
		Attacker, Target string
		Attack, Defence  int
		Tie, Thrown      bool
	}
	// KnifeLost: the thrown knife is gone, hit or miss.
	KnifeLost struct{ Attacker string }
	// WeaponNamed: the attacker names the weapon after the reveal.
	WeaponNamed struct{ Attacker, Weapon string }
	// Damaged: the sums of the damage step.
	Damaged struct {
		Lead              int
		Damage, Toughness kit.Sum
	}
	// Winged: the attack succeeds and no wound gets through (LH-21).
	Winged struct {
		Attacker, Target  string
		Damage, Toughness int
	}
	// Wounded: the target has wounds left.
	Wounded struct {
		Attacker, Target string
		Wounds, Left, Of int
	}
	// Felled: the target is out of action.
	Felled struct {
		Attacker, Target string
		Wounds, Had      int
		Thrown           bool
	}
	// Reshuffled: discards became a new deck; Everyone's when it is shared.
	Reshuffled struct{ Seat rules.Seat }
	// WoundsSet: the umpire corrected what a model has left.
	WoundsSet struct {
		Model         string
		From, To, Max int
		Reason        string
	}
)

// Draw is what the dealt hands hold, in words.
func (d Dealt) Draw() string {
	if d.Size == 1 {
		return "One card"
	}
	return kit.Capital(count(d.Size)) + " cards"
}

// Joker tells what Jokers are in this fight, "" when there are none.
func (d Dealt) Joker() string {
	switch d.Jokers {
	case JokersAreZero:
		return "The two Jokers are in and count 0."
	case JokersAre14:
		return "The two Jokers are in and count 14, of no suit."
	}
	return ""
}

// Models tells how many models may attack: "Six models may attack".
func (b TurnBegun) Models() string {
	if b.Ready == 1 {
		return "One model may attack"
	}
	return kit.Capital(count(b.Ready)) + " models may attack"
}

// With is the weapon as it is swung: "with a hatchet", "with bare hands".
func (d Declared) With() string {
	switch {
	case d.Unnamed:
		return ""
	case d.Unarmed:
		return "with " + d.Weapon
	}
	return "with a " + d.Weapon
}

// Guard is what stands against the attack: "defence 2, light padding +1".
func (d Declared) Guard() string {
	words := []string{fmt.Sprintf("defence %d", d.Defence)}
	for _, item := range d.Padding {
		words = append(words, fmt.Sprintf("%s +%d", item.Why, item.N))
	}
	if len(d.Padding) == 0 {
		words = append(words, "no padding")
	}
	if d.Cover > 0 {
		words = append(words, fmt.Sprintf("cover +%d", d.Cover))
	}
	return strings.Join(words, ", ")
}

// Stats is what the attack stands on: "Strength 3".
func (d Declared) Stats() string { return kit.Capital(d.Stat.String()) }

// Call is what only the players can see at the table.
func (d Declared) Call() string {
	switch {
	case d.Thrown && d.Cover == 0:
		return "Range of one card length, no base contact and no cover"
	case d.Thrown:
		return fmt.Sprintf("Range of one card length, no base contact and cover %d", d.Cover)
	}
	return "Base contact"
}

// Cards is both cards turned up, the attack's first.
func (r Revealed) Cards() string {
	return kit.Capital(fmt.Sprintf("%s against %s", r.Attack, r.Defence))
}

// Sum tells the sums of the damage step: "Ahead by 7 (6 to 10): 2 damage. Hunting knife
// +1 makes 3. Toughness takes off 1."
func (d Damaged) Sum() string {
	text := fmt.Sprintf("Ahead by %d (%s): %d damage.", d.Lead, band(d.Lead), d.Damage[0].N)
	if extra := added(d.Damage[1:]); extra != "" {
		makes := "makes"
		if len(d.Damage) > 2 {
			makes = "make"
		}
		text += fmt.Sprintf(" %s %s %d.", kit.Capital(extra), makes, d.Damage.Total())
	}
	switch {
	case d.Toughness.Total() == 0:
		return text + " There is no toughness to take off."
	case len(d.Toughness) == 1:
		return text + fmt.Sprintf(" Toughness takes off %d.", d.Toughness.Total())
	}
	return text + fmt.Sprintf(" %s take off %d.", kit.Capital(d.Toughness.String()), d.Toughness.Total())
}

// band names the leads that give as much damage as this one.
func band(lead int) string {
	switch {
	case lead <= 5:
		return "1 to 5"
	case lead <= 10:
		return "6 to 10"
	}
	return "11 or more"
}

// added tells what comes on top: "hunting knife +1 and favoured Ace +2".
func added(parts []kit.Part) string {
	var words []string
	for _, p := range parts {
		words = append(words, fmt.Sprintf("%s +%d", p.Why, p.N))
	}
	return rules.List(words)
}

// count is a small number in words.
func count(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n >= 0 && n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}
