package lasthope

import (
	"fmt"
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// orders are what a side may order in its turn, and the umpire's corrections.
func orders() []rules.OrderSpec[S] {
	return []rules.OrderSpec[S]{
		{
			Verb: "attack", Label: "Attack", Text: "Attack an enemy model with one of yours.", Run: attack,
			Args: []rules.Arg[S]{
				{Name: "attacker", Text: "Your model that attacks.", Kind: "text", Required: true, Legal: legalAttackers},
				{Name: "target", Text: "The enemy model it goes for. Unless you throw, you call that they are in base contact.", Kind: "text", Required: true, Legal: legalTargets},
				{Name: "weapon", Text: "What it attacks with; the only one it carries when left out.", Kind: "text", Legal: legalWeapons},
				{Name: "cover", Text: "The target's cover against a thrown knife, 0 to 3.", Kind: "text", Legal: legalCover},
			},
		},
		{Verb: "done", Label: "End turn", Text: "End your turn.", Run: done},
		{
			Verb: "set-wounds", Label: "Set wounds", Text: "Correct how many wounds a model has left.", Umpire: true, Run: setWounds,
			Args: []rules.Arg[S]{
				{Name: "model", Text: "The model to correct.", Kind: "text", Required: true, Legal: legalModels},
				{Name: "wounds", Text: "How many wounds it has left.", Kind: "number", Required: true, Legal: legalWounds},
				{Name: "reason", Text: "Why, for the record.", Kind: "text", Required: true},
			},
		},
		{
			Verb: "end", Label: "End fight", Text: "End the fight with a winner or without one.", Umpire: true, Run: end,
			Args: []rules.Arg[S]{
				{Name: "reason", Text: "Why, for the record.", Kind: "text", Required: true},
				{Name: "winner", Text: "The gang that wins; nobody when left out.", Kind: "text", Legal: legalWinners},
			},
		},
	}
}

func legalAttackers(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	if seat != s.Active {
		return nil
	}
	return modelOptions(s.ready(seat))
}

func legalTargets(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	if seat != s.Active {
		return nil
	}
	var targets []*Model
	for _, m := range s.side(other(seat)).Models {
		if !m.Life.Out() {
			targets = append(targets, m)
		}
	}
	return modelOptions(targets)
}

func legalWeapons(s *S, seat rules.Seat, args map[string]string) []rules.Option {
	if seat != s.Active {
		return nil
	}
	m, err := s.named(seat, args["attacker"])
	if err != nil {
		return nil
	}
	return weaponOptions(m, s.House, !s.House.WeaponAfterReveal, true)
}

func legalCover(_ *S, _ rules.Seat, args map[string]string) []rules.Option {
	if !wantsThrow(args["weapon"]) {
		return nil
	}
	return numbers(0, 3)
}

func legalModels(s *S, _ rules.Seat, _ map[string]string) []rules.Option {
	return append(modelOptions(s.Sides[0].Models), modelOptions(s.Sides[1].Models)...)
}

func legalWounds(s *S, _ rules.Seat, args map[string]string) []rules.Option {
	m, err := s.anyone(args["model"])
	if err != nil {
		return nil
	}
	return numbers(0, m.Life.Max)
}

func legalWinners(s *S, _ rules.Seat, _ map[string]string) []rules.Option {
	var options []rules.Option
	for i, side := range s.Sides {
		options = append(options, rules.Option{ID: strconv.Itoa(i + 1), Label: side.Name})
	}
	return options
}

// modelOptions lists models as menus and autocomplete offer them.
func modelOptions(models []*Model) []rules.Option {
	var options []rules.Option
	for _, m := range models {
		detail := []string{m.Sheet.Role, fmt.Sprintf("%d of %d wounds left", m.Life.Left, m.Life.Max), m.arms(), m.clothes()}
		options = append(options, rules.Option{ID: m.ID, Label: m.Name, Detail: kit.Clip(strings.Join(detail, ", "), 100)})
	}
	return options
}

func numbers(from, to int) []rules.Option {
	var options []rules.Option
	for n := from; n <= to; n++ {
		options = append(options, rules.Option{ID: strconv.Itoa(n), Label: strconv.Itoa(n)})
	}
	return options
}

// anyone finds a model of either side.
func (s *S) anyone(text string) (*Model, error) {
	id, err := kit.Find("model", text, legalModels(s, rules.Umpire, nil))
	if err != nil {
		return nil, err
	}
	return s.model(id), nil
}
