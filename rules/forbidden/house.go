package forbidden

import "umpire/rules"

// houseRules are the choices that a table makes before a session.
type houseRules struct {
	AutoWin           bool `json:"auto_win"`
	Sequential        bool `json:"sequential,omitempty"`
	EliminatedByCards bool `json:"eliminated_by_cards,omitempty"`
	BastionKeeps      bool `json:"bastion_keeps,omitempty"`
	TokensHoldNothing bool `json:"tokens_hold_nothing,omitempty"`
	Printed           bool `json:"printed,omitempty"`
}

func houseOf(set map[string]string) houseRules {
	return houseRules{
		AutoWin:           set["auto_win_vs_all_routed"] != "false",
		Sequential:        set["sequential_damage"] == "true",
		EliminatedByCards: set["check_elimination_after_cards"] == "true",
		BastionKeeps:      set["bastion_keeps_damage"] == "true",
		TokensHoldNothing: set["tokens_hold_nothing"] == "true",
		Printed:           set["decks"] == "printed",
	}
}

func houseOptions() []rules.HouseRule {
	off := []string{"false", "true"}
	return []rules.HouseRule{
		{Key: "auto_win_vs_all_routed", Values: []string{"true", "false"}, Text: "Whether the attacker wins at once over a defender whose units are all routed and who has no bastion."},
		{Key: "sequential_damage", Values: off, Text: "Whether an attacker who loses everything to this round's damage deals none."},
		{Key: "check_elimination_after_cards", Values: off, Text: "Whether a combat ends as soon as a card takes a side's last unit, before damage."},
		{Key: "bastion_keeps_damage", Values: off, Text: "Whether a bastion keeps damage below its health until the combat is over."},
		{Key: "tokens_hold_nothing", Values: off, Text: "Whether an attacker who wins with reinforcement tokens alone captures nothing."},
		{Key: "decks", Values: []string{"neutral", "printed"}, Text: "The neutral decks, or the icons of the printed ones (with abilities for the Ultramarines only)."},
	}
}
