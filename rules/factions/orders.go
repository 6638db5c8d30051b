package factions

import (
	"slices"

	"umpire/rules"
)

// orders are what a team may order between combats, and the umpire's corrections.
func orders() []rules.OrderSpec[S] {
	return slices.Concat(attacks(), spoils(), []rules.OrderSpec[S]{{Verb: "done", Label: "End half", Text: "End your turn.", Run: done}}, corrections())
}

// attacks are the Melee step and the single attacks.
func attacks() []rules.OrderSpec[S] {
	attacker := rules.Arg[S]{Name: "attacker", Text: "Your hero who attacks.", Kind: "text", Required: true, Legal: legalAttackers}
	target := rules.Arg[S]{Name: "target", Text: "The enemy who is attacked.", Kind: "text", Required: true, Legal: legalTargets}
	weapon := rules.Arg[S]{Name: "weapon", Text: "What lies open; leave it out to choose in secret.", Kind: "text", Legal: legalWeapons(Melee)}
	hit := rules.Arg[S]{Name: "hit", Text: "A modifier to hit that you call, -6 to 6.", Kind: "number", Legal: legalGains}
	damage := rules.Arg[S]{Name: "damage", Text: "A modifier to damage that you call, -6 to 6.", Kind: "number", Legal: legalGains}
	spaces := rules.Arg[S]{Name: "spaces", Text: "How many spaces away the target is, with a clear line of fire.", Kind: "number", Required: true, Legal: legalSpaces}
	shooter, ranged := attacker, weapon
	shooter.Legal, ranged.Legal = legalShooters, legalWeapons(Ranged)
	return []rules.OrderSpec[S]{
		{
			Verb: "melee", Label: "Melee step", Text: "Open the Melee step: say who stands next to whom.", Run: callMelee,
			Args: []rules.Arg[S]{{Name: "contacts", Text: "Blackbeard: Rizzik, Pip; Iron Agnes: Pip. Leave it out to pick from a menu.", Kind: "text"}},
		},
		{Verb: "attack", Label: "Attack", Text: "Attack an enemy model with one of yours.", Run: attack, Args: []rules.Arg[S]{attacker, target, weapon, hit, damage}},
		{Verb: "shoot", Label: "Shoot", Text: "Shoot at an enemy some spaces away.", Run: shoot, Args: []rules.Arg[S]{shooter, target, spaces, ranged, hit, damage}},
	}
}

// spoils are what happens to a team's heroes between attacks, as it calls it.
func spoils() []rules.OrderSpec[S] {
	return []rules.OrderSpec[S]{
		{
			Verb: "treasure", Label: "Treasure", Text: "A hero takes a treasure card, face down unless you name it, or gold.", Run: treasure,
			Args: []rules.Arg[S]{
				{Name: "hero", Text: "Your hero who takes it.", Kind: "text", Required: true, Legal: legalCarriers},
				{Name: "card", Text: "The card, when it lies open. Never name a face-down card here.", Kind: "text", Legal: legalPool},
				{Name: "gold", Text: "How much gold, when it is gold.", Kind: "number"},
			},
		},
		{
			Verb: "loot", Label: "Loot", Text: "A hero takes what a fallen hero left in its space.", Run: loot,
			Args: []rules.Arg[S]{
				{Name: "hero", Text: "Your hero who is there.", Kind: "text", Required: true, Legal: legalLooters},
				{Name: "from", Text: "Whose loot it is.", Kind: "text", Required: true, Legal: legalMarkers},
				{Name: "what", Text: "One thing of it; all when left out.", Kind: "text", Legal: legalLoot},
			},
		},
		{
			Verb: "renew", Label: "Renew", Text: "A defeated hero comes back: Death's Edge was visited.", Run: renew,
			Args: []rules.Arg[S]{{Name: "hero", Text: "Your hero who comes back.", Kind: "text", Required: true, Legal: legalDefeated}},
		},
		{
			Verb: "track", Label: "Place tracker", Text: "Place a tracker because of a hero.", Run: track,
			Args: []rules.Arg[S]{
				{Name: "name", Text: "What it is called.", Kind: "text", Required: true},
				{Name: "because", Text: "The hero because of whom it lies there.", Kind: "text", Required: true, Legal: legalStanding},
				{Name: "on", Text: "The hero or the space that it lies on.", Kind: "text", Required: true, Legal: legalStanding},
				{Name: "gives", Text: "What it gives to that hero's attacks, as +1 melee hit or -1 damage.", Kind: "text"},
				{Name: "stays", Text: "Whether it stays when the hero is defeated.", Kind: "flag"},
			},
		},
		{
			Verb: "untrack", Label: "Take tracker away", Text: "Take a tracker away.", Run: untrack,
			Args: []rules.Arg[S]{{Name: "tracker", Text: "The tracker.", Kind: "text", Required: true, Legal: legalTrackers}},
		},
	}
}

// corrections are the human umpire's orders.
func corrections() []rules.OrderSpec[S] {
	reason := rules.Arg[S]{Name: "reason", Text: "Why, for the record.", Kind: "text", Required: true}
	return []rules.OrderSpec[S]{
		{
			Verb: "set-wounds", Label: "Set wounds", Text: "Correct how many wounds a model has.", Umpire: true, Run: setWounds,
			Args: []rules.Arg[S]{
				{Name: "model", Text: "The hero or minion to correct.", Kind: "text", Required: true, Legal: legalStanding},
				{Name: "wounds", Text: "How many wounds it has; as many as its Health defeats it.", Kind: "number", Required: true, Legal: legalWounds},
				reason,
			},
		},
		{
			Verb: "set-gold", Label: "Set gold", Text: "Correct how much gold a hero has.", Umpire: true, Run: setGold,
			Args: []rules.Arg[S]{
				{Name: "hero", Text: "The hero to correct.", Kind: "text", Required: true, Legal: legalHeroes},
				{Name: "gold", Text: "How much gold it has.", Kind: "number", Required: true},
				reason,
			},
		},
		{
			Verb: "take-card", Label: "Take card", Text: "Take a card from a hero who does not have it at the table.", Umpire: true, Run: takeCard,
			Args: []rules.Arg[S]{
				{Name: "hero", Text: "The hero to correct.", Kind: "text", Required: true, Legal: legalHolders},
				{Name: "card", Text: "The card that goes.", Kind: "text", Required: true, Legal: legalHeld},
				reason,
			},
		},
		{
			Verb: "end", Label: "End fight", Text: "End the fight with a winner or without one.", Umpire: true, Run: end,
			Args: []rules.Arg[S]{
				reason,
				{Name: "winner", Text: "The team that wins; nobody when left out.", Kind: "text", Legal: legalWinners},
			},
		},
	}
}
