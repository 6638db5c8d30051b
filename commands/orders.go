package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/storage"
)

// orderRoutes are the ways to give an order without typing: a button opens a
// draft, menus fill it in, and it counts when it is given.
var orderRoutes = []route{
	{Press, "order", 3, orderButton}, // session, asked, verb
	{Press, "arg", 2, draftArg},      // draft, argument
	{Press, "write", 1, draftForm},
	{Submit, "fill", 1, draftFill},
	{Press, "anew", 1, draftAnew},
	{Press, "give", 1, giveDraft},
}

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

// draft is an order that its giver has seen but not given yet.
type draft struct {
	Verb  string            `json:"verb"`
	Seat  rules.Seat        `json:"seat"`
	Asked int               `json:"asked"`
	Args  map[string]string `json:"args"`
}

// giver finds the seat that the presser gives an order for, and refuses one that
// cannot be given now.
func (t *Table) giver(verb rules.Verb) (rules.Seat, error) {
	can := func(s rules.Seat) bool {
		return slices.ContainsFunc(t.fight.Verbs(s), func(v rules.Verb) bool { return v.Name == verb.Name })
	}
	if verb.Umpire {
		if !t.r.Manager {
			return 0, rules.Refusal("Corrections are for somebody who manages the server.")
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
	if !slices.ContainsFunc(t.fight.System().Verbs, func(v rules.Verb) bool { return v.Name == verb.Name && !v.Umpire }) {
		return 0, rules.Refuse("%s has no /%s.", t.fight.System().Title, verb.Name)
	}
	if !can(seat) {
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
	return offer(t.fight.Legal(seat, verb.Name, r.Focused, args), r.Options[r.Focused]), nil
}

// questionRows are the components under a public question: its options, the
// orders that may be given, and the board.
func (t *Table) questionRows(q rules.Question) []Row {
	var rows []Row
	var buttons []Button
	if len(q.Options) > 0 {
		rows = t.choiceRows(q)
	}
	for _, name := range q.Orders {
		spec := t.spec(name, false)
		buttons = append(buttons, Button{Path: path("order", t.session.ID, q.Asked, name), Label: label(spec)})
	}
	if len(buttons) > 0 {
		buttons[0].Style = Main
		buttons = append(buttons, Button{Path: path("board", t.session.ID), Label: "Board"})
	}
	for len(buttons) > 0 {
		n := min(5, len(buttons))
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
	return strings.ToUpper(v.Name[:1]) + words(v.Name[1:])
}

// orderButton opens a draft of an order.
func orderButton(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, err := d.table(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	if strconv.Itoa(t.fight.Asked()) != vars[1] {
		if _, err := t.seat(func(rules.Seat) bool { return true }); err != nil {
			return Reply{}, err
		}
		return Reply{}, rules.ErrClosed
	}
	seat, err := t.giver(t.spec(vars[2], false))
	if err != nil {
		return Reply{}, err
	}
	return t.draftNew(ctx, draft{Verb: vars[2], Seat: seat, Asked: t.fight.Asked()})
}

func (t *Table) draftNew(ctx context.Context, dr draft) (Reply, error) {
	if dr.Args == nil {
		dr.Args = make(map[string]string)
	}
	return t.draftSave(ctx, t.d.name(8), dr)
}

// draftSave keeps a draft and shows it as it stands.
func (t *Table) draftSave(ctx context.Context, id string, dr draft) (Reply, error) {
	m, err := t.draftMessage(id, &dr)
	if err != nil {
		return Reply{}, err
	}
	body, err := json.Marshal(dr)
	if err != nil {
		return Reply{}, fmt.Errorf("keep a draft: %w", err)
	}
	err = t.d.write(ctx, t.r, func(tx *storage.Tx) error {
		return tx.SaveDraft(storage.Draft{ID: id, Session: t.session.ID, User: t.r.User.ID, Body: body})
	})
	return t.shown(m), err
}

// draftMessage asks for the next thing that the order lacks, or shows it whole.
func (t *Table) draftMessage(id string, dr *draft) (Message, error) {
	spec := t.spec(dr.Verb, dr.Seat == rules.Umpire)
	text := "**" + label(spec) + "**"
	var optional []Row
	blank := false
	for _, arg := range spec.Args {
		options := t.fight.Legal(dr.Seat, dr.Verb, arg.Name, dr.Args)
		if arg.Required && arg.Lists && dr.Args[arg.Name] == "" {
			if len(options) == 0 {
				return Message{}, rules.Refuse("There is no %s to name for /%s now.", words(arg.Name), dr.Verb)
			}
			if len(options) > 1 {
				return Message{Text: text + "\n" + arg.Text, Rows: []Row{t.argRow(id, arg, options, dr)}}, nil
			}
			dr.Args[arg.Name] = options[0].ID
		}
		if value := dr.Args[arg.Name]; value != "" {
			text += fmt.Sprintf("\n%s: %s", words(arg.Name), optionLabel(options, value))
		}
		if !arg.Required && len(options) > 0 && len(optional) < 3 {
			optional = append(optional, t.argRow(id, arg, options, dr))
		}
		blank = blank || arg.Required && !arg.Lists && dr.Args[arg.Name] == ""
	}
	var buttons []Button
	if blank {
		buttons = append(buttons, Button{Path: path("write", id), Label: "Write", Style: Main})
	} else {
		buttons = append(buttons, Button{Path: path("give", id), Label: label(spec), Style: Main})
	}
	if len(spec.Args) > 0 {
		buttons = append(buttons, Button{Path: path("anew", id), Label: "Start over"})
	}
	if q := t.fight.Asks(dr.Seat); len(spec.Args) == 0 && len(q) > 0 {
		text += "\n" + q[0].Prompt
	}
	return Message{Text: text, Rows: append(optional, Row{Buttons: buttons})}, nil
}

func optionLabel(options []rules.Option, id string) string {
	for _, o := range options {
		if o.ID == id {
			return rules.Escape(o.Label)
		}
	}
	return rules.Escape(id)
}

func (t *Table) argRow(id string, arg rules.VerbArg, options []rules.Option, dr *draft) Row {
	menu := &Menu{Path: path("arg", id, arg.Name), Hint: clip(arg.Text, 100)}
	for _, o := range options[:min(menuLimit, len(options))] {
		menu.Choices = append(menu.Choices, Choice{Label: o.Label, Value: o.ID, Detail: o.Detail, Chosen: dr.Args[arg.Name] == o.ID})
	}
	return Row{Menu: menu}
}

// draft loads a draft of the presser's and its table.
func (d *Desk) draft(ctx context.Context, r Request, id string) (*Table, draft, error) {
	var kept storage.Draft
	err := d.store.Read(ctx, func(tx *storage.Tx) (err error) {
		kept, err = tx.Draft(id)
		return err
	})
	if errors.Is(err, storage.ErrNotFound) || err == nil && kept.User != r.User.ID {
		return nil, draft{}, errOld
	}
	if err != nil {
		return nil, draft{}, err
	}
	var dr draft
	if err := json.Unmarshal(kept.Body, &dr); err != nil {
		return nil, draft{}, fmt.Errorf("read draft %s: %w", id, err)
	}
	t, err := d.table(ctx, r, kept.Session)
	if err != nil {
		return nil, draft{}, err
	}
	if dr.Asked != t.fight.Asked() {
		return nil, draft{}, rules.ErrClosed
	}
	return t, dr, nil
}

// draftArg takes one argument from a menu. Those that come after it in the
// order are asked anew, since they may hang on it.
func draftArg(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, dr, err := d.draft(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	if len(r.Values) != 1 {
		return Reply{}, rules.ErrPicks
	}
	after := false
	for _, arg := range t.spec(dr.Verb, dr.Seat == rules.Umpire).Args {
		if after {
			delete(dr.Args, arg.Name)
		}
		if arg.Name == vars[1] {
			dr.Args[arg.Name] = r.Values[0]
			after = true
		}
	}
	return t.draftSave(ctx, vars[0], dr)
}

func draftAnew(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, dr, err := d.draft(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	dr.Args = make(map[string]string)
	return t.draftSave(ctx, vars[0], dr)
}

// draftForm asks for what has to be typed.
func draftForm(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, dr, err := d.draft(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	spec := t.spec(dr.Verb, dr.Seat == rules.Umpire)
	form := &Form{Path: path("fill", vars[0]), Title: clip(label(spec), 45)}
	for _, arg := range spec.Args {
		if !arg.Lists && len(form.Inputs) < 5 {
			form.Inputs = append(form.Inputs, Input{
				ID: arg.Name, Label: clip(words(arg.Name), 45), Hint: clip(arg.Text, 100),
				Value: dr.Args[arg.Name], Required: arg.Required, Max: 200,
			})
		}
	}
	return Reply{Act: Fill, Form: form}, nil
}

func draftFill(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, dr, err := d.draft(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	for _, arg := range t.spec(dr.Verb, dr.Seat == rules.Umpire).Args {
		if v, ok := r.Fields[arg.Name]; ok && !arg.Lists {
			dr.Args[arg.Name] = strings.TrimSpace(v)
		}
	}
	return t.draftSave(ctx, vars[0], dr)
}

// giveDraft gives the order that a draft holds.
func giveDraft(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, dr, err := d.draft(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	_, _, err = d.move(ctx, r, t.session.ID, func(t *Table) error {
		if _, err := t.giver(t.spec(dr.Verb, dr.Seat == rules.Umpire)); err != nil {
			return err
		}
		return t.answer(dr.Seat, rules.Reply{Asked: dr.Asked, Order: &rules.Order{Verb: dr.Verb, Args: dr.Args}})
	})
	if err != nil {
		return Reply{}, err
	}
	return t.shown(Message{Text: "Given. It stands in <#" + t.session.Place + ">."}), nil
}
