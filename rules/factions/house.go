package factions

import "umpire/rules"

// House is the house rules in force, read once from the setup.
type House struct {
	SharedDeck       bool `json:"shared_deck,omitempty"`
	Independent      bool `json:"independent,omitempty"` // every challenge card is drawn from the whole deck
	AmazeNeedsRating bool `json:"amaze_needs_rating,omitempty"`
	MinionsAttack    bool `json:"minions_attack,omitempty"`
	NoCardLimits     bool `json:"no_card_limits,omitempty"`
	GoldStays        bool `json:"gold_stays,omitempty"` // with the hero card, when its team lets the choice lapse
	AskEachTurn      bool `json:"ask_each_turn,omitempty"`
}

// What becomes of the gold of a hero who had nothing else.
const (
	goldStack = "stack"
	goldKeep  = "keep"
)

// houseRules lists the choices that a table makes before a fight.
func houseRules() []rules.HouseRule {
	off, on := []string{"false", "true"}, []string{"true", "false"}
	return []rules.HouseRule{
		{Key: "shared_challenge_deck", Values: off, Text: "Both teams draw from one challenge deck, the first team's, instead of one each."},
		{Key: "challenge_source", Values: []string{"deck", "independent"}, Text: "Challenge cards come off a shuffled deck, or each is drawn afresh from the whole deck."},
		{Key: "amaze_needs_rating", Values: off, Text: "Amaze adds no wound to a weapon whose Wound rating is 0."},
		{Key: "minions_attack", Values: off, Text: "Minions with Wits and a Power attack in the Melee step as heroes do."},
		{Key: "enforce_card_limits", Values: on, Text: "A hero can use only cards whose Strength and Intellect it has, or whose symbol."},
		{Key: "gold_default", Values: []string{goldStack, goldKeep}, Text: "Gold of a fallen hero without cards, when its team does not choose: stacked in the space, or left with the hero card."},
		{Key: "intentions", Values: []string{"sealed", "at_turn"}, Text: "Each team seals beforehand what its heroes will do in the Melee step, or is asked at every hero's turn."},
	}
}

// houseOf reads the options of a setup; one that is left out has its default.
func houseOf(options map[string]string) House {
	return House{
		SharedDeck:       options["shared_challenge_deck"] == "true",
		Independent:      options["challenge_source"] == "independent",
		AmazeNeedsRating: options["amaze_needs_rating"] == "true",
		MinionsAttack:    options["minions_attack"] == "true",
		NoCardLimits:     options["enforce_card_limits"] == "false",
		GoldStays:        options["gold_default"] == goldKeep,
		AskEachTurn:      options["intentions"] == "at_turn",
	}
}
