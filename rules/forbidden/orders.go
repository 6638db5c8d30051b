package forbidden

import (
	"slices"

	"umpire/rules"
)

// orders are what a side may order, and the umpire's corrections.
func orders() []rules.OrderSpec[S] {
	return slices.Concat(combatOrders(), sideOrders(), umpireOrders())
}

// combatOrders begin a combat, and lead to its first die.
func combatOrders() []rules.OrderSpec[S] {
	return []rules.OrderSpec[S]{
		{
			Verb: "attack", Label: "Attack", Text: "Advance upon an area and fight for it.", Run: attack,
			Args: []rules.Arg[S]{
				{Name: "to", Text: "The area you advance upon; one that is listed or any name.", Kind: "text", Required: true, Legal: legalTargets},
				{Name: "force", Text: "Your units by their names: 2 of one, 1 of another.", Kind: "text", Required: true, Legal: legalForces},
				{Name: "from", Text: "The areas they come from, where they fall back to.", Kind: "text", Legal: legalOrigins},
				{Name: "defender", Text: "Who defends, when there is more than one other side.", Kind: "text", Legal: legalFoes},
				{Name: "against", Text: "What you believe stands there; the defender agrees or says better.", Kind: "text"},
			},
		},
		{
			Verb: "orbital", Label: "Orbital strike", Text: "Strike a world from orbit, dice alone.", Run: orbital,
			Args: []rules.Arg[S]{
				{Name: "to", Text: "The world you strike; one that is listed or any name.", Kind: "text", Required: true, Legal: legalWorlds},
				{Name: "force", Text: "Your ships that strike, by their names: 2 of one, 1 of another.", Kind: "text", Required: true, Legal: legalShips},
				{Name: "from", Text: "The void they strike from.", Kind: "text"},
				{Name: "defender", Text: "Whose units are struck, when there is more than one other side.", Kind: "text", Legal: legalFoes},
				{Name: "against", Text: "What you believe stands there; the defender agrees or says better.", Kind: "text"},
			},
		},
		{Verb: "force", Label: "State my force", Text: "Say what you have in the area that is fought for.", Run: stateForce, Args: []rules.Arg[S]{
			{Name: "force", Text: "Your units there, such as 2 of one, 1 of another routed, bastion, factory.", Kind: "text", Required: true, Legal: legalStated},
		}},
		{Verb: "call-off", Label: "Call off", Text: "Call the attack off before a die is rolled.", Run: callOff},
		{Verb: "retreat", Label: "Name areas", Text: "Name the areas that your units may retreat to.", Run: retreatOrder, Args: []rules.Arg[S]{
			{Name: "areas", Text: "Areas and what they are: Brae friendly, Tor uncontrolled.", Kind: "text", Required: true},
		}},
	}
}

// sideOrders are what a side may do between combats.
func sideOrders() []rules.OrderSpec[S] {
	return []rules.OrderSpec[S]{
		{Verb: "muster", Label: "Muster", Text: "Say what you have in an area now, without a combat.", Run: muster, Args: []rules.Arg[S]{
			{Name: "to", Text: "The area; one that is listed or any name.", Kind: "text", Required: true, Legal: legalMuster},
			{Name: "force", Text: "Your units and structures there, or nothing.", Kind: "text", Required: true, Legal: legalMustered},
		}},
		{Verb: "losses", Label: "Loss order", Text: "Choose in private which of your units takes damage.", Run: lossOrder},
		{Verb: "refresh", Label: "Refresh", Text: "Rally every routed unit of the session.", Run: refresh},
		{Verb: "reserve", Label: "Tokens", Text: "Say how many reinforcement tokens you own.", Run: reserve, Args: []rules.Arg[S]{
			{Name: "tokens", Text: "How many are in your play area.", Kind: "number", Required: true, Legal: func(*S, rules.Seat, map[string]string) []rules.Option {
				return numbers(0, mostTokens)
			}},
		}},
		{Verb: "upgrade", Label: "Upgrade", Text: "Put a pair of upgrade cards into your deck for another.", Run: upgrade, Args: []rules.Arg[S]{
			{Name: "card", Text: "The upgrade.", Kind: "text", Required: true, Legal: legalUpgrades},
			{Name: "replaces", Text: "The pair that it takes the place of.", Kind: "text", Required: true, Legal: legalReplaced},
		}},
	}
}

// umpireOrders are the human umpire's corrections.
func umpireOrders() []rules.OrderSpec[S] {
	reason := rules.Arg[S]{Name: "reason", Text: "Why, for the record.", Kind: "text", Required: true}
	return []rules.OrderSpec[S]{
		{Verb: "set-unit", Label: "Set unit", Text: "Correct the state of a unit.", Umpire: true, Run: setUnit, Args: []rules.Arg[S]{
			{Name: "unit", Text: "The unit to correct.", Kind: "text", Required: true, Legal: legalUnits},
			{Name: "state", Text: "What it is now.", Kind: "text", Required: true, Legal: legalStates},
			reason,
		}},
		{Verb: "stop-combat", Label: "Stop combat", Text: "End the combat without a winner.", Umpire: true, Run: stopCombat, Args: []rules.Arg[S]{reason}},
		{Verb: "end", Label: "End session", Text: "End the session with a winner or without one.", Umpire: true, Run: end, Args: []rules.Arg[S]{
			reason,
			{Name: "winner", Text: "The seat that wins; nobody when left out.", Kind: "text", Legal: func(s *S, _ rules.Seat, _ map[string]string) []rules.Option {
				return s.sideOptions(0)
			}},
		}},
	}
}
