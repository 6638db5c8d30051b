package factions

import (
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// Why a figure has no turn in the Melee step.
const (
	whyDefeated = "defeated"
	whyNobody   = "nobody"
	whyHolds    = "holds"
)

// Facts that Worldspanner Factions tells. Names are as the roster writes them.
type (
	// Shuffled: the challenge decks are shuffled, or there is none to shuffle.
	Shuffled struct {
		Cards               int
		Shared, Independent bool
	}
	// CardsLaid: so many treasure cards lie face down before a figure.
	CardsLaid struct {
		Seat   rules.Seat
		Figure string
		Down   int
	}
	// HalfBegun: a team's half of a round begins.
	HalfBegun struct {
		Round int
		Seat  rules.Seat
		Team  string
	}
	// MeleeOpened: the active team is about to say who stands next to whom.
	MeleeOpened struct{ Seat rules.Seat }
	// NobodyMet: nobody stands next to an enemy, so there is no melee.
	NobodyMet struct{ Seat rules.Seat }
	// MeleeCalled: the active team opens the Melee step.
	MeleeCalled struct {
		Seat     rules.Seat
		Team     string
		Clusters int
	}
	// ClusterCalled: one cluster, by Wits.
	ClusterCalled struct {
		N, Of int
		Order []Turned
	}
	// NextTo: who stands next to whom, as called by Seat.
	NextTo struct {
		Seat   rules.Seat
		Figure string
		Next   []string
	}
	// ClusterBegun: one cluster of several is resolved.
	ClusterBegun struct{ N, Of int }
	// TurnCome: a figure may strike, and its team is asked in secret.
	TurnCome struct {
		Seat   rules.Seat
		Figure string
		Wits   int
	}
	// Passed: a figure does not attack. Why is whyDefeated, whyNobody or whyHolds.
	Passed struct{ Figure, Why string }
	// MeleeOver: every cluster is done. Fallen are those who fell in it.
	MeleeOver struct{ Fallen []string }
	// Called: one attack outside the Melee step, with all that was called.
	Called struct {
		Seat             rules.Seat
		Attacker, Target string
		Ranged           bool
		Spaces           int
		Weapon           string // "" when it is chosen in secret
		Hit, Damage      int    // modifiers that were called
	}
	// CalledOff: the attack is not made after all.
	CalledOff struct{ Attacker string }
	// TurnedUp: a face-down card is turned up for good.
	TurnedUp struct{ Figure, Card, Terms string }
	// Struck: an attack is made.
	Struck struct {
		Attacker, Target, Weapon string
		Natural, Ranged          bool
	}
	// HitDrawn: the hit challenge.
	HitDrawn struct {
		Compared
		Drawn
		Hit bool
	}
	// Missed: the attack is over.
	Missed struct {
		Attacker, Target string
		Ranged           bool
	}
	// DamageDrawn: the damage challenge.
	DamageDrawn struct {
		Compared
		Drawn
		Face Face
	}
	// Wounded: the target has wounds, and stands.
	Wounded struct {
		Attacker, Target string
		Reckoned
		Has, Health int
	}
	// Unhurt: the attack hits and wounds nobody.
	Unhurt struct {
		Attacker, Target string
		Reckoned
	}
	// Felled: the target is defeated. Had is its wounds before.
	Felled struct {
		Attacker, Target string
		Minion           bool
		Reckoned
		Had, Health int
	}
	// Fallen: a figure is defeated by the umpire's correction.
	Fallen struct {
		Figure string
		Minion bool
	}
	// CardGone: a card is discarded, by its skull or because it serves once.
	CardGone struct {
		Figure, Card string
		Use          Use
	}
	// CardKept: a skull card stays, for it felled a minion.
	CardKept struct{ Figure, Card string }
	// LootLeft: what a fallen hero had stays with the hero card, and a marker lies
	// in the space.
	LootLeft struct {
		Figure, Space string
		Cards, Gold   int
	}
	// GoldStacked: a fallen hero had gold alone, and it lies in the space.
	GoldStacked struct {
		Figure, Space string
		Gold          int
	}
	// TrackersGone: what was placed because of a fallen hero.
	TrackersGone struct {
		Figure   string
		Trackers []string
	}
	// Reshuffled: the discards became a new deck; Everyone's when it is shared.
	Reshuffled struct{ Team string }
	// Treasure: a hero takes a treasure card, open or face down, or gold.
	Treasure struct {
		Seat         rules.Seat
		Figure, Card string
		Terms        string // of a card that is a weapon
		Down         bool
		Gold         int
	}
	// LootCalled: a hero is about to take what a hero of the other team left.
	LootCalled struct {
		Seat         rules.Seat
		Figure, From string
	}
	// Looted: a hero takes what lies in its space, as called by Seat.
	Looted struct {
		Seat         rules.Seat
		Figure, From string
		Cards        []string
		Down, Gold   int
		Emptied      bool
	}
	// Renewed: a hero is back, as called by Seat.
	Renewed struct {
		Seat   rules.Seat
		Figure string
	}
	// Tracked: a tracker is placed, as called by Seat.
	Tracked struct {
		Seat                       rules.Seat
		Name, Because, Place, Gain string
		Stays                      bool
	}
	// Untracked: a tracker is taken away.
	Untracked struct {
		Seat        rules.Seat
		Name, Place string
	}
	// WoundsSet: the umpire corrected a figure's wounds.
	WoundsSet struct {
		Figure           string
		From, To, Health int
		Reason           string
	}
	// GoldSet: the umpire corrected a hero's gold.
	GoldSet struct {
		Figure   string
		From, To int
		Reason   string
	}
	// CardTaken: the umpire took a card from a hero.
	CardTaken struct{ Figure, Card, Reason string }
)

// Turned is one figure in the order of Wits.
type Turned struct {
	Figure, Team string
	Wits         int
}

// Compared is two ratings, and what they make.
type Compared struct {
	Rating  kit.Sum
	Against kit.Part
}

// Difference is the attacker's rating less the target's.
func (c Compared) Difference() int { return c.Rating.Total() - c.Against.N }

// Row is the row that the challenge is read on.
func (c Compared) Row() int { return Row(c.Difference()) }

// RowText is the row as it is told: "−2", "+1".
func (c Compared) RowText() string { return signed(c.Row()) }

// Sum tells the comparison: "Melee 6 against Agility 8 = −2".
func (c Compared) Sum() string {
	text := fmt.Sprintf("%s against %s = %s", c.Rating, c.Against, signed(c.Difference()))
	if c.Row() != c.Difference() {
		text += fmt.Sprintf(", read at %s", signed(c.Row()))
	}
	return text
}

// Drawn is a challenge card that was drawn, by its number in the deck, and what it
// shows.
type Drawn struct {
	Team  string
	Card  int
	Shows Challenge
}

// Bar tells where the card's Hit bar is.
func (h HitDrawn) Bar() string {
	switch {
	case h.Shows.Hit == never:
		return "which has no Hit bar"
	case h.Hit:
		return "whose Hit bar covers " + signed(h.Row())
	}
	return "whose Hit bar starts at " + signed(h.Shows.Hit)
}

// Reckoned is how an attack's wounds come out.
type Reckoned struct {
	Rating kit.Sum // the weapon's Wound rating
	Face   Face
	Wounds int
}

// Sum tells the reckoning: "Wound rating 2, less 1".
func (r Reckoned) Sum() string {
	text := kit.Capital(r.Rating.String())
	switch r.Face {
	case Amaze:
		return text + ", and 1 more"
	case Pass:
		return text
	case Squeak:
		return text + ", less 1"
	case Fail:
		return text + ", less 2"
	}
	return "A Fopp"
}

// Sequence tells the order of Wits: "**Rizzik 7** (Black), Blackbeard 5 (White)".
func (c ClusterCalled) Sequence() string {
	var words []string
	for i, o := range c.Order {
		name := fmt.Sprintf("%s %d", rules.Escape(o.Figure), o.Wits)
		if i == 0 {
			name = "**" + name + "**"
		}
		words = append(words, fmt.Sprintf("%s (%s)", name, rules.Escape(o.Team)))
	}
	return strings.Join(words, ", ")
}

// Modifiers tells those that were called: "+1 to hit", or nothing.
func (c Called) Modifiers() string {
	var words []string
	if c.Hit != 0 {
		words = append(words, signed(c.Hit)+" to hit")
	}
	if c.Damage != 0 {
		words = append(words, signed(c.Damage)+" to damage")
	}
	return rules.List(words)
}

// What tells the loot: "Broadaxe, 1 card face down and 3 gold".
func (l Looted) What() string {
	var words []string
	for _, c := range l.Cards {
		words = append(words, rules.Escape(c))
	}
	return rules.List(append(words, hoard(l.Down, l.Gold)...))
}

// What tells what is left behind: "2 cards and 3 gold".
func (l LootLeft) What() string {
	var words []string
	if l.Cards == 1 {
		words = append(words, "1 card")
	} else if l.Cards > 1 {
		words = append(words, fmt.Sprintf("%d cards", l.Cards))
	}
	return rules.List(append(words, hoard(0, l.Gold)...))
}

func hoard(down, gold int) []string {
	var words []string
	if down > 0 {
		words = append(words, faceDown(down))
	}
	if gold > 0 {
		words = append(words, fmt.Sprintf("%d gold", gold))
	}
	return words
}

// signed is a row or a difference as it is told: "−2", "0", "+1".
func signed(n int) string {
	switch {
	case n < 0:
		return fmt.Sprintf("−%d", -n)
	case n > 0:
		return fmt.Sprintf("+%d", n)
	}
	return "0"
}
