package forbidden

import (
	"fmt"

	"umpire/rules"
	"umpire/rules/kit"
)

// Facts of a combat. Units, forces and areas are told in words.
type (
	// Advanced: an attack is ordered. Against is what is known to stand there,
	// "" when the defender has to state it.
	Advanced struct {
		Seat, Foe      rules.Seat
		From           []string
		Area           string
		Force, Against string
		Orbital        bool
		Known          bool // the umpire knew what stands there
	}
	// Stated: a side says what it has there.
	Stated struct {
		Seat  rules.Seat
		Area  string
		Force string
	}
	// CalledOff: the attack is taken back before a die is rolled.
	CalledOff struct {
		Seat rules.Seat
		Area string
	}
	// PoolRolled: a side's dice at the start, with the units that bring them.
	PoolRolled struct {
		Seat rules.Seat
		Sum  kit.Sum
		Dice Icons
	}
	// Dealt: both sides have drawn their combat cards.
	Dealt struct{ Cards int }
	// Reinforced: a side laid reinforcement tokens, or none.
	Reinforced struct {
		Seat  rules.Seat
		N     int
		Token string
	}
	// RoundBegun: both sides choose a card.
	RoundBegun struct{ Round int }
	// Blind: a lapsed choice fell to a hand card by a numbered roll (FS-24).
	Blind struct{ Seat rules.Seat }
	// NoCard: a side has no card left to play (FS-19).
	NoCard struct{ Seat rules.Seat }
	// CardTurned: a side's card is turned up and is resolved now.
	CardTurned struct {
		Seat  rules.Seat
		Card  string
		Icons Icons
		Foe   rules.Seat
		Waits bool // the enemy's card lies face down meanwhile
	}
	// UnitBox: a card's unit box is reached, and counts when it is Met.
	UnitBox struct {
		Seat  rules.Seat
		Units string
		Met   bool
	}
	// Nothing: an ability changes nothing.
	Nothing struct {
		Seat    rules.Seat
		Ability string
	}
	// Declined: a side leaves an ability.
	Declined struct {
		Seat    rules.Seat
		Ability string
	}
	// Gained: dice or tokens from the supply; no dice when there was no room.
	Gained struct {
		Seat   rules.Seat
		Face   Face
		N      int
		Tokens bool
	}
	// Lost: dice or tokens back to the supply.
	Lost struct {
		Seat   rules.Seat
		Face   Face
		N      int
		Tokens bool
	}
	// Spent: dice given up for something.
	Spent struct {
		Seat rules.Seat
		Face Face
		N    int
	}
	// Extra: dice rolled from the supply.
	Extra struct {
		Seat rules.Seat
		Dice Icons
	}
	// Rerolled: dice rolled again.
	Rerolled struct {
		Seat     rules.Seat
		From, To Icons
	}
	// TurnedDice: dice set to an icon.
	TurnedDice struct {
		Seat rules.Seat
		From Icons
		To   Face
	}
	// Peeked: a side looks at the enemy's face-down card; Looked tells it which.
	Peeked struct{ Seat, Foe rules.Seat }
	// Looked: the card that a lapsed choice fell to, for the hearer alone.
	Looked struct {
		Foe  rules.Seat
		Card string
	}
	// StandsFast: a side's units cannot be routed this round.
	StandsFast struct{ Seat rules.Seat }
	// Hunts: the enemy's units that are routed this round are destroyed.
	Hunts struct{ Seat, Foe rules.Seat }
	// Rallied: a routed unit stands again.
	Rallied struct {
		Seat rules.Seat
		Unit string
	}
)

// Facts of damage and of the end.
type (
	// Assessed: both sides' icons this round, and the damage that each suffers.
	Assessed struct {
		Round int
		Sides [2]Tally // attacker, defender
	}
	// LossOrder: a side's private loss order is opened and counts from now on.
	LossOrder struct {
		Seat  rules.Seat
		Label string
		Asked bool // the side wants to be asked
	}
	// LossKept: a side is asked for a loss order, which it may give face down.
	LossKept struct{ Seat rules.Seat }
	// Grazed: a unit takes damage below its health.
	Grazed struct {
		Seat           rules.Seat
		Unit           string
		Damage, Health int
	}
	// RoutedUnit: a unit is laid on its side.
	RoutedUnit struct {
		Seat rules.Seat
		Unit string
	}
	// Destroyed: a unit is gone: by Damage, by a card, or Hunted when routed.
	Destroyed struct {
		Seat           rules.Seat
		Unit           string
		Damage, Health int
		By             string
		Hunted         bool
	}
	// Withstood: damage below its health leaves a unit as it was.
	Withstood struct {
		Seat           rules.Seat
		Unit           string
		Damage, Health int
		Kept, Fast     bool
	}
	// NobodyLeft: damage that found no target is lost.
	NobodyLeft struct {
		Seat rules.Seat
		Lost int
	}
	// MoraleCounted: both sides' morale after the last round.
	MoraleCounted struct {
		Attacker, Defender rules.Seat
		Attack, Defence    kit.Sum
	}
	// Won: a combat is over. Winner is Everyone when nobody won.
	Won struct {
		Winner, Loser rules.Seat
		Attacker      bool // the winner is
		Reason        Reason
		Area          string
	}
	// RetreatNamed: the loser names where its units may go.
	RetreatNamed struct {
		Seat  rules.Seat
		Areas string
	}
	// Disputed: the other side does not agree with what was named.
	Disputed struct{ Seat rules.Seat }
	// FellBack: units retreat and are routed. Card: in the middle of the combat.
	FellBack struct {
		Seat  rules.Seat
		Units string
		To    string // "" when the umpire does not know where
		Void  bool
		Home  bool // to where they came from
		Card  bool
	}
	// NoRetreat: units without a legal retreat are destroyed (FS-9).
	NoRetreat struct {
		Seat  rules.Seat
		Units string
		Card  bool
	}
	// Captured: the structures of the world change hands.
	Captured struct {
		Seat       rules.Seat
		Structures string
		Area       string
	}
	// CleanedUp: cards, tokens and dice go back.
	CleanedUp struct {
		Tokens int
		Cards  bool // there were cards and dice
	}
)

// Tally is one side's arithmetic in a round.
type Tally struct {
	Seat             rules.Seat
	Offence, Defence kit.Sum
	Damage           int
}

// Dice tells the pool: "3 + 1 = 4 dice".
func (p PoolRolled) Pool() string {
	n := p.Sum.Total()
	text := ""
	for i, part := range p.Sum {
		if i > 0 {
			text += " + "
		}
		text += fmt.Sprint(part.N)
	}
	switch {
	case n == 0:
		return "no dice"
	case len(p.Sum) > 1:
		text += fmt.Sprintf(" = %d", n)
	}
	if n > mostDice {
		text += fmt.Sprintf(", at most %d", mostDice)
	}
	if n == 1 {
		return text + " die"
	}
	return text + " dice"
}

// Facts between the combats of a session.
type (
	// SessionBegun: what every side brings.
	SessionBegun struct{ Decks string }
	// Mustered: a side tells what it has in an area, without a combat.
	Mustered struct {
		Seat  rules.Seat
		Area  string
		Force string
	}
	// Refreshed: every routed unit of the session is rallied (FS-21).
	Refreshed struct {
		Seat rules.Seat
		N    int
	}
	// Reserved: a side tells how many reinforcement tokens it owns.
	Reserved struct {
		Seat rules.Seat
		N    int
	}
	// PairReplaced: a pair of cards takes the place of another.
	PairReplaced struct {
		Seat       rules.Seat
		Card, Gone string
	}
	// Corrected: the umpire set a unit right.
	Corrected struct {
		Unit, Area, State, Reason string
	}
	// Stopped: the umpire ended a combat without a result.
	Stopped struct{ Area, Reason string }
)

// Facts of an orbital strike.
type (
	// Struck: the ships' offence is the damage.
	Struck struct {
		Seat, Foe rules.Seat
		Area      string
		Damage    int
	}
	// StrikeOver: what is left on the world.
	StrikeOver struct {
		Seat rules.Seat
		Area string
		Left string
	}
)
