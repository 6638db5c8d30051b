package lasthope

import (
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// rulings is what /rules shows: the tables first, then how open questions of
// the rules are settled.
func rulings() []rules.Rule {
	return append(tables(), []rules.Rule{
		{ID: "LH-1", Title: "Toughness counts once", Text: "Toughness is taken off the whole damage, one time. The rulebook's third example so gives 5 wounds by its own flow chart (2 for a lead of 6, 2 for the hatchet, 2 for the Ace, less 1), though its last line prints 4."},
		{ID: "LH-2", Title: "No rounding in between", Text: "Damage is added up first, then toughness comes off, and only the result stops at 0. A blow of 1 with a knife's +1 does nothing to toughness 2."},
		{ID: "LH-3", Title: "Face cards break no tie", Text: "Jack, Queen, King and Ace are all face cards, and none of them breaks a tie. House rule: queen_breaks_ties."},
		{ID: "LH-4", Title: "A number card against a face card", Text: "When a tie has a favoured number card on one side and a favoured face card on the other, the number card wins it: the face card has had its bonus. House rule: face_cancels_tiebreak."},
		{ID: "LH-5", Title: "A tie without favoured cards", Text: "It is a draw, and nobody takes damage."},
		{ID: "LH-6", Title: "The lead after a tie-break", Text: "A broken tie is a lead of 1, so it starts at 1 damage."},
		{ID: "LH-7", Title: "Padding always counts", Text: "What a model wears is added to its defence in every test, ties included."},
		{ID: "LH-8", Title: "One weapon, named first", Text: "An attack uses one weapon, named before the cards are chosen, or bare hands for no bonus. House rule: declare_weapon."},
		{ID: "LH-9", Title: "Throwing a hunting knife", Text: "A throw is the model's attack of the turn, against a target within one card length and not in base contact. It uses the shot value in the place of strength (strength, where a sheet has none), cover of 0 to 3 helps the target, it adds 1 damage, and the knife is lost, hit or miss. Distance and cover are called by the attacker. House rule: allow_thrown_knife."},
		{ID: "LH-10", Title: "Jokers", Text: "Both Jokers are left out of the decks. House rule: jokers."},
		{ID: "LH-11", Title: "Decks and hands", Text: "Each side has its own deck of 52 and a hand of 5, filled up after every combat. Discards are reshuffled when the deck is empty. House rules: shared_deck, hand_size, refill."},
		{ID: "LH-12", Title: "Winning a defence", Text: "A defender who wins the test is safe, and that is all: the attacker is not hurt."},
		{ID: "LH-13", Title: "An empty hand", Text: "A side without a card plays the top card of its deck unseen. House rule: empty_hand."},
		{ID: "LH-14", Title: "Out of action", Text: "A model that has no wound left is out of action. A gang with every model out has lost."},
		{ID: "LH-15", Title: "Two gangs of one kind", Text: "They may fight each other. Each is judged by its own suit, even when it is the same."},
		{ID: "LH-16", Title: "Not choosing in time", Text: "The decision lapses to a card that nobody picked: the top of the deck, or with called cards any of the deck by a numbered roll."},
		{ID: "LH-17", Title: "Playing a card is a must", Text: "Both sides play exactly one card in every combat."},
		{ID: "LH-18", Title: "One attack a turn", Text: "A model attacks once in each of its own side's turns. House rule: attacks_per_model."},
		{ID: "LH-19", Title: "Padding adds up", Text: "A model that wears several padded items adds all of them."},
		{ID: "LH-20", Title: "Base contact", Text: "The umpire has no table to measure on. The attacker calls the contact, it is told as called, and the other side may object until the cards are turned."},
		{ID: "LH-21", Title: "Winging", Text: "A successful attack that wounds nobody has winged its target: a graze, and no more."},
		{ID: "LH-22", Title: "Ended in its middle", Text: "When a fight is ended while something is asked, what has been told stands, and what is still asked has not happened."},
	}...)
}

// tables are the rulebook's lists, made from what the rules really use.
func tables() []rules.Rule {
	var suits, arms, clothes []string
	for _, gang := range defaultGangs() {
		side, err := newSide(1, gang)
		if err != nil {
			panic("lasthope: " + err.Error())
		}
		suits = append(suits, fmt.Sprintf("%s favour %s %s", gang.Name, side.Favoured.Name(), side.Favoured.Glyph()))
	}
	for _, w := range Weapons() {
		arms = append(arms, fmt.Sprintf("%s +%d", w.Name, w.Damage))
	}
	for _, c := range Padding() {
		clothes = append(clothes, fmt.Sprintf("%s +%d", c.Name, c.Defence))
	}
	const faces = "A card of your own favoured suit does more. Jack: +1 in the test. Queen: +1 damage, or toughness when you defend. King: +1 in both. Ace: +2 in both. A number card wins a tie."
	return []rules.Rule{
		{Title: "Favoured suits", Text: faces + " " + strings.Join(suits, "; ") + "."},
		{Title: "The test", Text: fmt.Sprintf("Strength and a card against defence, a card and padding. 2 to 10 count as printed, Jack 11, Queen 12, King 13, Ace %d. Ahead by 1 to 5 is 1 damage, by 6 to 10 is 2, by 11 or more is 3.", Value(kit.Card{Rank: kit.Ace, Suit: kit.Spades}, JokersRemoved))},
		{Title: "Weapons", Text: "Damage that a weapon adds: " + strings.Join(arms, ", ") + "."},
		{Title: "Clothing", Text: "Defence that padded clothing adds in the test: " + strings.Join(clothes, ", ") + "."},
	}
}
