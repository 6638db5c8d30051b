package skirmish

import (
	"fmt"
	"strings"

	"umpire/rules"
)

// rulings is what /rules shows: the special rules, the missions and the army
// lists, then how open questions of the rules are settled.
func rulings() []rules.Rule {
	var list []rules.Rule
	for _, r := range specials() {
		list = append(list, rules.Rule{Title: r.Name, Text: r.Text})
	}
	for _, m := range missions() {
		list = append(list, rules.Rule{Title: "Mission: " + m.Name, Text: m.Text})
	}
	for _, f := range Factions() {
		var kinds []string
		for _, k := range f.Kinds {
			kinds = append(kinds, fmt.Sprintf("%s %d", k.Name, k.Points))
		}
		list = append(list, rules.Rule{Title: "Army: " + f.Name, Text: "Points: " + strings.Join(kinds, ", ") + "."})
	}
	return append(append(list, tables()...), settled()...)
}

func tables() []rules.Rule {
	return []rules.Rule{
		{Title: "To hit", Text: "4 or more in melee and against a target in the open, 5 or more in soft cover, 6 in hard cover. A natural 1 misses, a natural 6 hits."},
		{Title: "Attack and defence", Text: "After a hit the attacker rolls a die for each point of RAF or MAF, the target one for each of DF. A number that a defence die shows blocks every attack die that shows it. Each other attack die is 1 damage."},
		{Title: "The round", Text: "A Moves/Melees, B Moves/Melees, A Shoots/Runs, B Shoots/Runs, A End, B End. A model moves up to 6\", then may strike an enemy in contact. Later it may shoot once or run D6\"."},
	}
}

// settled are the rulings, numbered as in docs/rulings.md.
func settled() []rules.Rule {
	return []rules.Rule{
		{ID: "SK-1", Title: "Roll-off", Text: "The higher roll is A for the whole battle; equal rolls are rolled again. House rule: roll_off."},
		{ID: "SK-2", Title: "Who goes first", Text: "A, in every phase of every round. House rule: reroll_sides_each_round."},
		{ID: "SK-3", Title: "Melee attacks", Text: "One for each model in its own Moves/Melees phase, against any enemy in contact at that moment."},
		{ID: "SK-4", Title: "One hit roll", Text: "An attack makes one roll to hit, then the opposed roll."},
		{ID: "SK-5", Title: "Startillery's roll", Text: "It hits on 5 and on 6; neither cover nor anything else changes it. House rule: startillery_target."},
		{ID: "SK-6", Title: "When Startillery shoots", Text: "Once in the A End and once in the B End of every round; in the opponent's End after his abilities and before the mission's check. House rule: startillery."},
		{ID: "SK-7", Title: "Startillery's target", Text: "Any enemy in play, in contact too, but no passenger and nobody who lies down."},
		{ID: "SK-8", Title: "Boom and Sweep", Text: "All within 3\" are hit, friends and with Boom the shooter too, whatever the cover, with dice of their own: the target first, then the nearest first. A blast causes no further one. House rule: blast_hits_friends."},
		{ID: "SK-9", Title: "Boom in melee", Text: "Boom counts for ranged attacks only. House rule: boom_in_melee."},
		{ID: "SK-10", Title: "Full Auto's target", Text: "It stays the same, and its death ends the attack. House rule: full_auto_retarget."},
		{ID: "SK-11", Title: "Grapple", Text: "Any hit lets the attacker move the surviving target up to 3\" in a straight line. It may break or make contact, and no attack follows."},
		{ID: "SK-12", Title: "Runs", Text: "A run is the die in inches for everybody, fast or slow. House rule: fast_doubles_run."},
		{ID: "SK-13", Title: "Inspiring", Text: "Not from a leader who lies down, is dead or inside a transport. Different rules add up, the same one counts once."},
		{ID: "SK-14", Title: "Natural 1 and 6", Text: "The face of the die itself, before anything is added."},
		{ID: "SK-15", Title: "Blade Master", Text: "One set of dice is rolled again, named after both rolls; rerolled dice stay."},
		{ID: "SK-16", Title: "Head Crest", Text: "The ally moves as far as there are successes and cannot leave contact. A dinosaur that it brings into contact stampedes."},
		{ID: "SK-17", Title: "Transport", Text: "Room is checked on boarding only. Infantry is every model on foot. House rule: eject_over_capacity."},
		{ID: "SK-18", Title: "All Pirates lying", Text: "An army that lies down to the last model is not beaten before the battle ends. House rule: all_lying_loses_at_round_end."},
		{ID: "SK-19", Title: "Lying models", Text: "They block nobody, cannot be hit and do not count for missions. If somebody stands there, they get up as near as possible."},
		{ID: "SK-20", Title: "Killed in an End Phase", Text: "A Pirate rolls from its next own End Phase that begins later."},
		{ID: "SK-21", Title: "Stampede in the own phase", Text: "It gives no second attack there. House rule: stampede_extra_attack."},
		{ID: "SK-22", Title: "Five markers", Text: "B may place up to five, at least 12\" apart and more than 6\" from the own edge. With fewer than three the umpire asks once more."},
		{ID: "SK-23", Title: "Demolition's check", Text: "After each of the two End Phases."},
		{ID: "SK-24", Title: "Passengers and markers", Text: "Passengers do not count: they are not on the table."},
		{ID: "SK-25", Title: "Edges", Text: "Ranges and radii are measured from base to base, and their edge is within."},
		{ID: "SK-26", Title: "Cover", Text: "On the map it is measured along the line between the centres; with called positions the attacker states it, and the better cover counts until both agree."},
		{ID: "SK-27", Title: "Attack factor 0", Text: "There is no such attack."},
		{ID: "SK-28", Title: "Moving in contact", Text: "A model may move if it touches every enemy at the end that it touched at the beginning. House rule: engaged_models_stay."},
		{ID: "SK-29", Title: "Order of models", Text: "The owner's choice, one at a time; results apply at once."},
		{ID: "SK-30", Title: "Dragged into contact", Text: "A dinosaur that an enemy drags into contact does not stampede."},
		{ID: "SK-31", Title: "Stampede into several", Text: "One attack for a move, on one enemy that it made contact with."},
		{ID: "SK-32", Title: "Getting in and out", Text: "A passenger ends its move touching the transport; getting out it is placed touching it and then moves. Neither in a phase in which the transport moves. It may start aboard. When the transport dies each passenger is placed where it stood, or as near as there is room, and may move 3\"."},
		{ID: "SK-33", Title: "Sight", Text: "Nothing blocks it: terrain gives cover, models do not."},
		{ID: "SK-34", Title: "Mission", Text: "It is picked in the lobby, and pressing Ready agrees to it."},
		{ID: "SK-35", Title: "Moving, then striking", Text: "A model that has struck does not move any more in that phase. A move may be made anew until a die is rolled or the phase ends."},
		{ID: "SK-36", Title: "Through friends", Text: "A move may pass through friends and ends on nobody; it does not pass through an enemy. A dragged model passes through nobody."},
		{ID: "SK-37", Title: "Both armies stand", Text: "A battle to kill everything in which both armies stand after the last round is a draw. House rule: kill_all_tie."},
		{ID: "SK-38", Title: "Wiped out", Text: "An army with nobody left in play, standing, lying or inside, has lost at once, whatever the mission; Break Through is decided by its points then."},
		{ID: "SK-39", Title: "Leaving over the edge", Text: "In Break Through a model of A leaves when it touches B's edge and no enemy. Passengers go along and score nothing."},
		{ID: "SK-40", Title: "Grapple with several hits", Text: "However often one attack hits, it drags its target once, when all is resolved."},
		{ID: "SK-41", Title: "Deployment zone", Text: "A model is within 6\" of its edge when the near side of its base is."},
		{ID: "SK-42", Title: "Agreed cover", Text: "Either side may propose other cover than the map gives, for a shot or for a model until it moves; it counts when the other side agrees."},
		{ID: "SK-43", Title: "Called tables", Text: "Contact, distance and cover are called by the attacker. The other side lets it stand, calls better cover, or says that it is not so: then nothing is rolled and the attack is not made. Who stands near a blast, how a mission's markers stand and who leaves over the edge needs the other side's word, too: what is not so is called again."},
		{ID: "SK-44", Title: "Ended in its middle", Text: "When a battle is ended while something is asked, what has been told stands, and what is still asked has not happened. Attack dice that could be rolled again count as they lie."},
	}
}
