package lasthope

import "umpire/rules/kit"

// Attacker is what the active side brings into one combat.
type Attacker struct {
	Stat     kit.Part // strength, or the shot value of a throw
	Weapon   Weapon
	Card     kit.Card // none when no card was left
	Favoured kit.Suit
}

// Defender is what the target brings into one combat.
type Defender struct {
	Defence, Toughness int
	Clothing           []Clothing
	Cover              int // against a throw only
	Card               kit.Card
	Favoured           kit.Suit
}

// Edge says whom a test or a tie-break favours.
type Edge string

// The ways a test and a tie-break go.
const (
	ToAttacker Edge = "attacker"
	ToDefender Edge = "defender"
	ToNobody   Edge = "none"
)

// Value is what a card counts in a test before any bonus: 2 to 10 as printed,
// Jack 11, Queen 12, King 13, Ace 14, a Joker as the house has it (LH-10).
func Value(c kit.Card, jokers Jokers) int {
	switch {
	case !c.Rank.Joker():
		return int(c.Rank)
	case jokers == JokersAre14:
		return 14
	}
	return 0
}

// TestBonus is what a card of the own favoured suit adds in a test: Jack and
// King 1, Ace 2.
func TestBonus(c kit.Card, favoured kit.Suit) int {
	if !Favours(c, favoured) {
		return 0
	}
	switch c.Rank {
	case kit.Jack, kit.King:
		return 1
	case kit.Ace:
		return 2
	}
	return 0
}

// DamageBonus is what a card of the own favoured suit adds to damage or
// toughness: Queen and King 1, Ace 2.
func DamageBonus(c kit.Card, favoured kit.Suit) int {
	if !Favours(c, favoured) {
		return 0
	}
	switch c.Rank {
	case kit.Queen, kit.King:
		return 1
	case kit.Ace:
		return 2
	}
	return 0
}

// Favours tells whether a card is of a gang's favoured suit.
func Favours(c kit.Card, favoured kit.Suit) bool {
	return !c.None() && c.Suit != kit.NoSuit && c.Suit == favoured
}

// Test adds up both sides: attack and defence, before any tie-break. Clothing
// always counts (LH-7), terrain only as the cover against a throw.
func Test(a Attacker, d Defender, h House) (attack, defence kit.Sum) {
	attack = withCard(kit.Sum{a.Stat}, a.Card, a.Favoured, h)
	defence = withCard(kit.Sum{{Why: "defence", N: d.Defence}}, d.Card, d.Favoured, h)
	defence = append(defence, d.Worn()...)
	return attack, defence.With("cover", d.Cover)
}

// Worn is what the target's padded items add; several add up (LH-19).
func (d Defender) Worn() kit.Sum {
	var worn kit.Sum
	for _, item := range d.Clothing {
		worn = worn.With(item.Name, item.Defence)
	}
	return worn
}

func withCard(s kit.Sum, c kit.Card, favoured kit.Suit, h House) kit.Sum {
	if c.None() {
		return s
	}
	s = append(s, kit.Part{Why: c.Rank.Word(), N: Value(c, h.Jokers)})
	return s.With("favoured "+c.Rank.Word(), TestBonus(c, favoured))
}

// TieBreak says to whom a favoured card gives a test that is level, ToNobody
// for a draw. Only number cards count (LH-3, LH-4), and only when one side
// alone has used one.
func TieBreak(a Attacker, d Defender, h House) Edge {
	attack, defence := breaks(a.Card, a.Favoured, h), breaks(d.Card, d.Favoured, h)
	switch {
	case attack == defence:
		return ToNobody
	case h.FaceCancelsTieBreak && (attack && cancels(d.Card, d.Favoured) || defence && cancels(a.Card, a.Favoured)):
		return ToNobody
	case attack:
		return ToAttacker
	}
	return ToDefender
}

func breaks(c kit.Card, favoured kit.Suit, h House) bool {
	return Favours(c, favoured) && (!c.Rank.Face() || h.QueenBreaksTies && c.Rank == kit.Queen)
}

func cancels(c kit.Card, favoured kit.Suit) bool { return Favours(c, favoured) && c.Rank.Face() }

// Base is the damage that a difference in the test gives: 1 to 5 one, 6 to 10
// two, 11 or more three, none without a lead.
func Base(difference int) int {
	switch {
	case difference <= 0:
		return 0
	case difference <= 5:
		return 1
	case difference <= 10:
		return 2
	}
	return 3
}

// Damage adds up both sides of the damage step: the damage and the toughness
// that is taken off it once, from the whole (LH-1, LH-2).
func Damage(difference int, a Attacker, d Defender) (damage, toughness kit.Sum) {
	damage = kit.Sum{{Why: "difference", N: Base(difference)}}.
		With("favoured "+a.Card.Rank.Word(), DamageBonus(a.Card, a.Favoured)).
		With(a.Weapon.Name, a.Weapon.Damage)
	toughness = kit.Sum{{Why: "toughness", N: d.Toughness}}.
		With("favoured "+d.Card.Rank.Word(), DamageBonus(d.Card, d.Favoured))
	return damage, toughness
}

// Wounds is what gets through: damage less toughness, never below none.
func Wounds(damage, toughness kit.Sum) int { return max(0, damage.Total()-toughness.Total()) }

// Settle gives the final difference of a test, attack less defence, with the
// one point of a tie-break in it (LH-6), and who broke the tie: "" when the
// test was not level.
func Settle(attack, defence kit.Sum, a Attacker, d Defender, h House) (difference int, tie Edge) {
	difference = attack.Total() - defence.Total()
	if difference != 0 {
		return difference, ""
	}
	switch tie = TieBreak(a, d, h); tie {
	case ToAttacker:
		difference = 1
	case ToDefender:
		difference = -1
	}
	return difference, tie
}
