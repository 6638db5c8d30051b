package commands

import (
	"context"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// umpirePrefix is the command under which the human umpire's corrections stand.
const umpirePrefix = "umpire "

// verb finds an order by the path of its slash command.
func (d *Desk) verb(path string) (rules.Verb, bool) {
	name, umpire := strings.CutPrefix(path, umpirePrefix)
	for _, sys := range d.systems {
		for _, v := range sys.Verbs {
			if v.Name == name && v.Umpire == umpire {
				return v, true
			}
		}
	}
	return rules.Verb{}, false
}

// giver finds the seat that the presser gives an order for, and refuses one that
// cannot be given now.
func (t *Table) giver(verb rules.Verb) (rules.Seat, error) {
	can := func(s rules.Seat) bool {
		return slices.ContainsFunc(t.fight.Verbs(s), func(v rules.Verb) bool { return v.Name == verb.Name })
	}
	if verb.Umpire {
		if !t.umpires() {
			return 0, errNoUmpire
		}
		if !can(rules.Umpire) {
			return 0, rules.Refuse("%s has no correction called %s.", t.fight.System().Title, verb.Name)
		}
		return rules.Umpire, nil
	}
	seat, err := t.seat(can)
	if err != nil {
		return 0, err
	}
	switch {
	case !slices.ContainsFunc(t.fight.System().Verbs, func(v rules.Verb) bool { return v.Name == verb.Name && !v.Umpire }):
		return 0, rules.Refuse("%s has no /%s.", t.fight.System().Title, typed(verb.Name))
	case t.fight.Held() != nil:
		return 0, t.errHeld()
	case !can(seat):
		return 0, rules.Refuse("You cannot give /%s now. %s", verb.Name, t.waiting())
	}
	return seat, nil
}

// spec is the verb as this fight's system defines it.
func (t *Table) spec(name string, umpire bool) rules.Verb {
	for _, v := range t.fight.System().Verbs {
		if v.Name == name && v.Umpire == umpire {
			return v
		}
	}
	return rules.Verb{Name: name, Umpire: umpire}
}

// order is a verb's slash command. With what it needs it is given; without, it
// opens the menus.
func (d *Desk) order(ctx context.Context, r Request, verb rules.Verb) (Reply, error) {
	t, err := d.here(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	seat, err := t.giver(verb)
	if err != nil {
		return Reply{}, err
	}
	spec := t.spec(verb.Name, verb.Umpire)
	if err := tooLong(spec, r.Options); err != nil {
		return Reply{}, err
	}
	for _, arg := range spec.Args {
		if arg.Required && r.Options[arg.Name] == "" {
			return t.draftNew(ctx, draft{Verb: verb.Name, Seat: seat, Asked: t.fight.Asked(), Args: r.Options})
		}
	}
	_, ride, err := d.move(ctx, r, t.session.ID, func(t *Table) error {
		seat, err := t.giver(verb)
		if err != nil {
			return err
		}
		return t.answer(seat, rules.Reply{Asked: t.fight.Asked(), Order: &rules.Order{Verb: verb.Name, Args: r.Options}})
	})
	if err != nil {
		return Reply{}, err
	}
	return posted(ride, "Given. It stands below in a moment."), nil
}

// tooLong refuses a free argument that nobody needs so many letters for; of what
// is picked from a list the rules say themselves what it may be.
func tooLong(spec rules.Verb, args map[string]string) error {
	for _, arg := range spec.Args {
		if !arg.Lists && runes(args[arg.Name]) > typedLimit {
			return rules.Refuse("That is too long for %s: it takes at most %d letters.", words(arg.Name), typedLimit)
		}
	}
	return nil
}

// completeOrder offers what the focused argument may be now.
func (d *Desk) completeOrder(ctx context.Context, r Request, verb rules.Verb) (Reply, error) {
	t, err := d.here(ctx, r)
	if err != nil {
		return Reply{Act: Offer}, nil // autocomplete has no way to say why
	}
	seat, err := t.giver(verb)
	if err != nil {
		return Reply{Act: Offer}, nil
	}
	args := make(map[string]string)
	for name, value := range r.Options {
		if name != r.Focused && value != "" {
			args[name] = value
		}
	}
	legal := t.fight.Legal(seat, verb.Name, r.Focused, args)
	for _, arg := range t.spec(verb.Name, verb.Umpire).Args {
		if arg.Name == r.Focused && arg.Kind == kindSeveral {
			return offerLast(legal, r.Options[r.Focused]), nil
		}
	}
	return offer(legal, r.Options[r.Focused]), nil
}

// longestChoice is how long a choice of autocomplete may be.
const longestChoice = 100

// offerLast offers what the last of a list may be that is typed with commas.
func offerLast(options []rules.Option, typed string) Reply {
	at := strings.LastIndexByte(typed, ',')
	if at < 0 {
		return offer(options, typed)
	}
	head := strings.TrimSpace(typed[:at]) + ", "
	reply := Reply{Act: Offer}
	for _, c := range offer(options, typed[at+1:]).Choices {
		if c.Value != everyID && runes(head+c.Value) <= longestChoice {
			reply.Choices = append(reply.Choices, Choice{Label: clip(head+c.Label, longestChoice), Value: head + c.Value})
		}
	}
	return reply
}

// questionRows are the components under public questions: the options of each,
// the orders that may be given, each once, and the board.
func (t *Table) questionRows(questions ...rules.Question) []Row {
	var rows []Row
	var buttons []Button
	for _, q := range questions {
		if len(q.Options) > 0 {
			rows = append(rows, t.choiceRows(q)...)
		}
		for _, name := range q.Orders {
			b := Button{Path: path("order", t.session.ID, q.Asked, name), Label: label(t.spec(name, false))}
			if !slices.Contains(buttons, b) {
				buttons = append(buttons, b)
			}
		}
	}
	if len(buttons) > 0 {
		buttons[0].Style = Main
		buttons = append(buttons, Button{Path: path("board", t.session.ID), Label: "Board"})
		if t.fight.Scene(rules.Everyone) != nil {
			buttons = append(buttons, Button{Path: path("map", t.session.ID, 0), Label: "Map"})
		}
	}
	for len(buttons) > 0 {
		n := min(buttonLimit, len(buttons))
		rows = append(rows, Row{Buttons: buttons[:n]})
		buttons = buttons[n:]
	}
	return rows
}

// label is what a verb's button says.
func label(v rules.Verb) string {
	if v.Label != "" {
		return v.Label
	}
	return kit.Capital(words(v.Name))
}

// orderButton opens a draft of an order.
func orderButton(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, err := d.table(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	if len(t.mine()) == 0 {
		return Reply{}, errSpectator
	}
	if t.fight.Asked() != number(vars[1]) || t.fight.Over() != nil {
		return Reply{}, t.closed(number(vars[1]))
	}
	seat, err := t.giver(t.spec(vars[2], false))
	if err != nil {
		return Reply{}, err
	}
	return t.draftNew(ctx, draft{Verb: vars[2], Seat: seat, Asked: t.fight.Asked()})
}
