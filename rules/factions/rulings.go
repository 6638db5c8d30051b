package factions

import (
	"fmt"
	"strings"

	"umpire/rules"
)

// rulings is what /rules shows: the tables first, then how open questions of the
// rules are settled.
func rulings() []rules.Rule {
	return append(tables(), []rules.Rule{
		{ID: "WF-1", Title: "Whose challenge deck", Text: "The attacker's team draws both cards of an attack from its own deck. House rules: shared_challenge_deck, challenge_source."},
		{ID: "WF-2", Title: "Beyond the card", Text: "A difference below -6 or above +6, modifiers included, is read on the last row."},
		{ID: "WF-3", Title: "Never below no wound", Text: "A Squeak or a Fail takes wounds off down to none, and never heals."},
		{ID: "WF-4", Title: "Amaze with a Wound rating of 0", Text: "It causes 1 wound. House rule: amaze_needs_rating."},
		{ID: "WF-5", Title: "Equal Wits", Text: "All heroes of the active team go before the others. Inside a team its player names the order."},
		{ID: "WF-6", Title: "Clusters", Text: "Enemies joined by adjacency are one cluster. Wits count inside a cluster only. The active team's call gives the order of the clusters."},
		{ID: "WF-7", Title: "One attack, and no must", Text: "A hero may attack once in the Melee step. Target and weapon are chosen when its turn comes."},
		{ID: "WF-8", Title: "An empty deck", Text: "The discards are shuffled into a new one, even between the hit and the damage card, the card just drawn among them."},
		{ID: "WF-9", Title: "What a card replaces", Text: "To hit, the hero's own Melee counts, or Aim or Point. A card's Power and Wound take the place of the natural ones, or are added to them where the card has a plus."},
		{ID: "WF-10", Title: "Face-down weapons", Text: "A weapon is turned up before the hit card is drawn and stays up, even after a miss."},
		{ID: "WF-11", Title: "The skull", Text: "Only the attack that defeats a hero costs the card. It is kept when it defeats a minion."},
		{ID: "WF-12", Title: "Loot and gold", Text: "A fallen hero with any card leaves everything with the hero card, and a marker in the space. Of gold alone its team says whether it is stacked in the space. House rule: gold_default."},
		{ID: "WF-13", Title: "Pit or Underpit", Text: "A defeat sends a hero to the Underpit. Moving between the two is outside a combat."},
		{ID: "WF-14", Title: "Abilities of the fallen", Text: "They are gone at once, for later attacks of the same step too."},
		{ID: "WF-15", Title: "Minions", Text: "They can be attacked, and are removed when defeated. House rule: minions_attack, for those with Wits and a Power."},
		{ID: "WF-16", Title: "Wounds beyond Health", Text: "They are lost."},
		{ID: "WF-17", Title: "The active team", Text: "It is the team whose half of the round it is."},
		{ID: "WF-18", Title: "Limits of cards", Text: "A hero needs a card's Strength and Intellect to use it, or the card's symbol. House rule: enforce_card_limits."},
		{ID: "WF-19", Title: "Hit bar and face", Text: "They are two markings of a card. A good face does not hit by itself."},
		{ID: "WF-20", Title: "Too slow", Text: "A hero defeated before its turn does not attack."},
		{ID: "WF-21", Title: "Loot on the ground", Text: "A hero in that space may take it, all of it or one thing. Who is there is called; the other team agrees where its hero is looted. The marker goes when nothing is left."},
		{ID: "WF-22", Title: "Renewal", Text: "A hero who has visited Death's Edge, as its team calls it, is back without wounds and with its abilities. What was left behind stays there."},
		{ID: "WF-23", Title: "Trackers", Text: "A tracker placed because of a hero goes when that hero is defeated, wherever it lies, unless it was placed to stay."},
		{ID: "WF-24", Title: "Modifiers", Text: "Hit and damage modifiers move the row of their own challenge, never the wounds. One for melee does not help a ranged attack."},
		{ID: "WF-25", Title: "Cards face down", Text: "What a face-down card is, its team seals when the card is taken, from the cards that it knows. It stays sealed until the card is used, or the fight ends."},
		{ID: "WF-26", Title: "Sealed intentions", Text: "When the Melee step is called, each team seals for each of its heroes: a weapon and its targets in order, hold, or ask me. An intention may be changed until the hero's turn comes. House rule: intentions."},
		{ID: "WF-27", Title: "Nothing before agreement", Text: "Who stands next to whom, a range and a line of fire are called. No card is drawn until the other team has agreed; a word that lapses is agreement."},
		{ID: "WF-28", Title: "One Melee step a half", Text: "It may be called in parts, cluster by cluster, and a hero still has one turn in it."},
		{ID: "WF-29", Title: "Modifiers of one name", Text: "An ability that several heroes share helps once, not once for each."},
		{ID: "WF-30", Title: "Ranged attacks", Text: "The weapon says whether Aim or Point is used. Its range in spaces is held against the distance that the attacker calls."},
		{ID: "WF-31", Title: "Ended in its middle", Text: "When a fight is ended while something is asked, what has been told stands, and what is still asked has not happened. Gold whose place is asked lies where it does when the decision lapses, and a card that was taken face down lies there."},
	}...)
}

// tables are the rulebook's lists, made from what the rules really use.
func tables() []rules.Rule {
	var faces, cards []string
	for _, f := range []Face{Amaze, Pass, Squeak, Fail, Fopp} {
		faces = append(faces, fmt.Sprintf("%s: %s", f, f.Change()))
	}
	s := &S{}
	for _, w := range poolOf(s) {
		cards = append(cards, w.String())
	}
	deck := DefaultDeck()
	var hits []string
	for row := lowest; row <= highest; row += 2 {
		n := 0
		for _, c := range deck {
			if c.Hits(row) {
				n++
			}
		}
		hits = append(hits, fmt.Sprintf("%s: %d", signed(row), n))
	}
	return []rules.Rule{
		{Title: "The hit challenge", Text: fmt.Sprintf("Melee against Agility, or Aim or Point against Stealth. A card is drawn; its Hit bar must cover the difference. Of the %d cards so many hit at %s.", len(deck), strings.Join(hits, ", "))},
		{Title: "The damage challenge", Text: "Power against Armor. A second card shows a face at the difference, which changes the weapon's Wound rating. " + strings.Join(faces, "; ") + "."},
		{Title: "Treasure cards", Text: "The demo teams know " + strings.Join(cards, "; ") + "."},
	}
}

// poolOf gives the cards that the demo teams know.
func poolOf(s *S) []Weapon {
	team, err := s.newTeam(1, demoTeams()[0])
	if err != nil {
		panic("factions: " + err.Error())
	}
	return team.Pool
}
