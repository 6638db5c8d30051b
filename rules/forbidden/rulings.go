package forbidden

import (
	"fmt"
	"strings"

	"umpire/rules"
)

// rulings is what /rules shows: the tables first, then how open questions of
// the rules are settled.
func rulings() []rules.Rule {
	return append(tables(), []rules.Rule{
		{ID: "FS-1", Title: "Bastions roll", Text: "A bastion brings its dice and its morale, as a unit does."},
		{ID: "FS-2", Title: "Eight dice", Text: "A side whose units bring more than eight dice rolls eight. It does not roll more and choose."},
		{ID: "FS-3", Title: "Damage is fixed first", Text: "Both sides' icons are added up before anybody suffers, so what is destroyed this round has still hit. House rule: sequential_damage."},
		{ID: "FS-4", Title: "Who may take damage", Text: "While a side has an unrouted unit or a bastion, no routed unit of it can take damage."},
		{ID: "FS-5", Title: "All routed", Text: "A defender with only routed units and no bastion loses at once: no dice, no cards. House rule: auto_win_vs_all_routed."},
		{ID: "FS-6", Title: "Both destroyed", Text: "When both sides lose everything in one round, nobody wins and structures keep their owner."},
		{ID: "FS-7", Title: "Cards that remove the last unit", Text: "Who is left is looked at only after damage; until then that side's icons still count. House rule: check_elimination_after_cards."},
		{ID: "FS-8", Title: "A winning defender", Text: "It captures nothing: it only holds."},
		{ID: "FS-9", Title: "No legal retreat", Text: "Units that have nowhere to go are destroyed."},
		{ID: "FS-10", Title: "Bastions and small damage", Text: "A bastion may be given damage below its health again and again, and nothing happens to it. House rule: bastion_keeps_damage."},
		{ID: "FS-11", Title: "How many tokens", Text: "One reinforcement token for each unit in the combat, routed or not. Bastions do not count."},
		{ID: "FS-12", Title: "Tokens alone", Text: "An attacker left with tokens only wins and captures. House rule: tokens_hold_nothing."},
		{ID: "FS-13", Title: "Dice and tokens gained", Text: "A die gained is set to its icon; a die rolled is rolled. Tokens show offence or defence."},
		{ID: "FS-14", Title: "The unit box", Text: "Whether a unit that it names stands is looked at when the box is reached: after the own general box, and for the defender after the attacker's whole card."},
		{ID: "FS-15", Title: "The defender's card", Text: "It lies face down and cannot be changed while the attacker's card is resolved."},
		{ID: "FS-16", Title: "Taking damage", Text: "Who takes it is decided in the open, the attacker first. A side may give a loss order in private beforehand; nobody waits for it, and it may be changed until it first counts."},
		{ID: "FS-17", Title: "Retreat in mid-combat", Text: "A unit that a card makes retreat leaves routed. Its dice stay."},
		{ID: "FS-18", Title: "Tokens stand and fall", Text: "A reinforcement token is unrouted or routed like the unit it stands for."},
		{ID: "FS-19", Title: "No card left", Text: "A side without a card plays none that round."},
		{ID: "FS-20", Title: "Icons of cards", Text: "Only cards that lie faceup count."},
		{ID: "FS-21", Title: "Routed until refreshed", Text: "Routed units stay so from combat to combat, until somebody gives /refresh."},
		{ID: "FS-22", Title: "Structures alone", Text: "A world with structures but no unit and no bastion falls to the attacker at once."},
		{ID: "FS-23", Title: "Agreeing on forces", Text: "Both sides must have agreed to both forces before a die is rolled. Whoever states last has agreed to what is stated; the other says Agreed, or states again."},
		{ID: "FS-24", Title: "Not choosing in time", Text: "A card of the hand is played by a numbered roll. No token is laid, an optional ability is left, of a forced choice the first is taken, and damage goes to the smallest health unless there is a loss order."},
		{ID: "FS-25", Title: "Ships and command levels", Text: "Where a neutral card names a command level, the small ship answers to 0 and 1 and the big one to 2 and 3."},
		{ID: "FS-26", Title: "Tokens in the void", Text: "A reinforcement token stands for the unit of command level 0; in a void that is the small ship."},
		{ID: "FS-27", Title: "Who attacks", Text: "Routed units do not advance, and structures stay where they are: the attacker's force is unrouted units."},
		{ID: "FS-28", Title: "Standing fast", Text: "A unit that cannot be routed is unchanged by damage below its health, and that damage is spent."},
		{ID: "FS-29", Title: "Retreats are called", Text: "The umpire sees no map. The attacker falls back to where it came from; a defender names areas and what they are, and the other side agrees."},
		{ID: "FS-30", Title: "Destroyed instead of routed", Text: "Where a card has an enemy unit destroyed that is routed this round, it is so from then on, by cards and by damage, and not for a unit that retreats."},
		{ID: "FS-31", Title: "A combat broken off", Text: "When a combat or its session is ended in its middle, nobody has won and what is lost stays lost: who is destroyed or routed is so, laid tokens are gone, the attacker is back where it came from, the defender holds the area. What has been told stands, and what is still asked has not happened: who retreats is where it was, and who would be destroyed for being routed is routed. A combat that waits only for the loser's retreat is won."},
		{ID: "FS-32", Title: "Where the attack came from", Text: "A defender may retreat to the area that the attack came from if the attacker left it uncontrolled. An attacker cannot go back to an area that another side holds by then."},
	}...)
}

// tables are the sheets' numbers, made from what the rules really use.
func tables() []rules.Rule {
	factions, err := ReadFactions("factions.yaml", factionsFile)
	if err != nil {
		panic("forbidden: " + err.Error())
	}
	list := []rules.Rule{
		{Title: "The die", Text: "Three sides show offence ⚔, two defence ⛨, one morale ★. Nobody has more than eight dice in a combat."},
		{Title: "A combat", Text: "Roll the dice of unrouted units and bastions, draw five cards, lay tokens. Up to three rounds: a card each, the attacker's first; offence less defence is damage. Then morale decides, and the defender wins a tie."},
	}
	b := bastion()
	for _, f := range factions {
		var units []string
		for _, k := range f.Units {
			units = append(units, fmt.Sprintf("%s %d/%d/%d", k.Name, k.Dice, k.Health, k.Morale))
		}
		list = append(list, rules.Rule{Title: f.Name, Text: fmt.Sprintf("Dice, health, morale: %s; bastion %d/%d/%d.", strings.Join(units, ", "), b.Dice, b.Health, b.Morale)})
	}
	return list
}
