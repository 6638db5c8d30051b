package lasthope

import (
	"fmt"
	"strconv"

	"umpire/rules"
)

// House is the house rules in force, read once from the setup.
type House struct {
	QueenBreaksTies     bool   `json:"queen_breaks_ties,omitempty"`
	FaceCancelsTieBreak bool   `json:"face_cancels_tiebreak,omitempty"`
	WeaponAfterReveal   bool   `json:"weapon_after_reveal,omitempty"`
	Jokers              Jokers `json:"jokers"`
	HandSize            int    `json:"hand_size"`
	SharedDeck          bool   `json:"shared_deck,omitempty"`
	RefillEachTurn      bool   `json:"refill_each_turn,omitempty"`
	EmptyHandIsZero     bool   `json:"empty_hand_is_zero,omitempty"`
	ThrownKnife         bool   `json:"thrown_knife,omitempty"`
	AttacksAreFree      bool   `json:"attacks_are_free,omitempty"`
	Called              bool   `json:"called,omitempty"` // cards are drawn at the players' own tables
}

// Jokers says what the two Jokers are (LH-10).
type Jokers string

// What a Joker may be: not in the deck, worth nothing, or a 14 of no suit.
const (
	JokersRemoved Jokers = "removed"
	JokersAreZero Jokers = "value_0"
	JokersAre14   Jokers = "value_14_no_suit"
)

// houseRules lists the choices that a table makes before a fight.
func houseRules() []rules.HouseRule {
	off := []string{"false", "true"}
	return []rules.HouseRule{
		{Key: "queen_breaks_ties", Values: off, Text: "A favoured Queen breaks a tie as a favoured number card does."},
		{Key: "face_cancels_tiebreak", Values: off, Text: "In a tie, a favoured face card cancels the other side's favoured number card."},
		{Key: "declare_weapon", Values: []string{"before", "after_reveal"}, Text: "The attacker names the weapon before the cards are chosen, or after a successful attack."},
		{Key: "jokers", Values: []string{string(JokersRemoved), string(JokersAreZero), string(JokersAre14)}, Text: "The two Jokers stay out of the decks, count nothing, or count 14 without a suit."},
		{Key: "hand_size", Values: []string{"5", "1", "2", "3", "4", "6", "7", "8", "9", "10"}, Text: "How many cards a hand holds when it is full."},
		{Key: "shared_deck", Values: off, Text: "Both sides draw from one deck instead of one each."},
		{Key: "refill", Values: []string{"after_combat", "turn"}, Text: "Hands are filled up again after each combat, or only when the turn passes."},
		{Key: "empty_hand", Values: []string{"blind", "zero"}, Text: "A side without a card plays the top card of the deck unseen, or plays no card and adds nothing."},
		{Key: "allow_thrown_knife", Values: []string{"true", "false"}, Text: "A hunting knife may be thrown, and is lost by it."},
		{Key: "attacks_per_model", Values: []string{"1", "free"}, Text: "A model attacks once in its own side's turn, or as often as its side likes."},
		{Key: "cards", Values: []string{"dealt", "called"}, Text: "The umpire deals the hands, or the players draw at their own table and call the card they play."},
	}
}

// houseOf reads the options of a setup; one that is left out has its default.
func houseOf(options map[string]string) (House, error) {
	set := make(map[string]string)
	for _, rule := range houseRules() {
		set[rule.Key] = rule.Values[0]
		if value, given := options[rule.Key]; given {
			set[rule.Key] = value
		}
	}
	size, err := strconv.Atoi(set["hand_size"])
	if err != nil || size < 1 || size > 10 {
		return House{}, fmt.Errorf("hand_size is a number from 1 to 10, not %q", set["hand_size"])
	}
	return House{
		QueenBreaksTies:     set["queen_breaks_ties"] == "true",
		FaceCancelsTieBreak: set["face_cancels_tiebreak"] == "true",
		WeaponAfterReveal:   set["declare_weapon"] == "after_reveal",
		Jokers:              Jokers(set["jokers"]),
		HandSize:            size,
		SharedDeck:          set["shared_deck"] == "true",
		RefillEachTurn:      set["refill"] == "turn",
		EmptyHandIsZero:     set["empty_hand"] == "zero",
		ThrownKnife:         set["allow_thrown_knife"] == "true",
		AttacksAreFree:      set["attacks_per_model"] == "free",
		Called:              set["cards"] == "called",
	}, nil
}
