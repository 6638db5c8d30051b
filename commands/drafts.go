package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/storage"
)

// orderRoutes are the ways to give an order without typing: a button opens a
// draft, menus fill it in, and it counts when it is given.
var orderRoutes = []route{
	{Press, "order", 3, orderButton}, // session, asked, verb
	{Press, "arg", 3, draftArg},      // draft, argument, part of its menu
	{Press, "write", 1, draftForm},
	{Submit, "fill", 1, draftFill},
	{Press, "anew", 1, draftAnew},
	{Press, "give", 1, giveDraft},
}

// mostMenus is how many menus stand above the buttons of a message.
const mostMenus = 4

// draft is an order that its giver has seen but not given yet.
type draft struct {
	Verb  string            `json:"verb"`
	Seat  rules.Seat        `json:"seat"`
	Asked int               `json:"asked"`
	Args  map[string]string `json:"args"`
}

// order is the draft as it is given.
func (dr draft) order() *rules.Order {
	return &rules.Order{Verb: dr.Verb, Args: dr.Args}
}

func (t *Table) draftNew(ctx context.Context, dr draft) (Reply, error) {
	if dr.Args == nil {
		dr.Args = make(map[string]string)
	}
	return t.draftSave(ctx, t.d.name(8), dr)
}

// draftSave keeps a draft and shows it as it stands.
func (t *Table) draftSave(ctx context.Context, id string, dr draft) (Reply, error) {
	if err := tooLong(t.specOf(dr), dr.Args); err != nil {
		return Reply{}, err
	}
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

func (t *Table) specOf(dr draft) rules.Verb { return t.spec(dr.Verb, dr.Seat == rules.Umpire) }

// draftMessage asks for the next thing that the order lacks, or shows it whole.
func (t *Table) draftMessage(id string, dr *draft) (Message, error) {
	spec := t.specOf(*dr)
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
				return Message{Text: text + "\n" + arg.Text, Rows: argRows(id, arg, options, dr)}, nil
			}
			dr.Args[arg.Name] = options[0].ID
		}
		if value := dr.Args[arg.Name]; value != "" {
			text += fmt.Sprintf("\n%s: %s", words(arg.Name), optionLabel(options, value))
		}
		if rows := argRows(id, arg, options, dr); !arg.Required && len(rows) > 0 && len(optional) < mostMenus {
			optional = append(optional, rows[0])
		}
		blank = blank || arg.Required && !arg.Lists && dr.Args[arg.Name] == ""
	}
	buttons := []Button{{Path: path("give", id), Label: label(spec), Style: Main}}
	if blank {
		buttons = []Button{{Path: path("write", id), Label: "Write", Style: Main}}
	}
	if len(spec.Args) > 0 {
		buttons = append(buttons, Button{Path: path("anew", id), Label: "Start over"})
	}
	if q := t.fight.Asks(dr.Seat); len(spec.Args) == 0 && len(q) > 0 {
		text += "\n" + q[0].Prompt
	}
	return Message{Text: clip(text, 2000), Rows: append(optional, Row{Buttons: buttons})}, nil
}

func optionLabel(options []rules.Option, id string) string {
	for _, o := range options {
		if o.ID == id {
			return rules.Escape(o.Label)
		}
	}
	return typed(id)
}

// argRows are menus of what an argument may be, as many as its options fill.
func argRows(id string, arg rules.VerbArg, options []rules.Option, dr *draft) []Row {
	var rows []Row
	for part := range slices.Chunk(options, menuLimit) {
		menu := &Menu{Path: path("arg", id, arg.Name, len(rows)), Hint: clip(arg.Text, 100)}
		switch {
		case len(rows) > 0:
			menu.Hint = clip(fmt.Sprintf("From %s on", part[0].Label), 100)
		case arg.Required:
			menu.Hint = "Choose" // the text above says what
		}
		for _, o := range part {
			menu.Choices = append(menu.Choices, Choice{
				Label: clip(o.Label, 100), Value: o.ID, Detail: clip(o.Detail, 100), Chosen: dr.Args[arg.Name] == o.ID,
			})
		}
		if rows = append(rows, Row{Menu: menu}); len(rows) == mostMenus {
			break
		}
	}
	return rows
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
		return nil, draft{}, t.closed(dr.Asked)
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
	args := t.specOf(dr).Args
	at := slices.IndexFunc(args, func(a rules.VerbArg) bool { return a.Name == vars[1] })
	if at < 0 || len(r.Values) != 1 {
		return Reply{}, rules.ErrPicks
	}
	for _, arg := range args[at+1:] {
		delete(dr.Args, arg.Name)
	}
	legal := t.fight.Legal(dr.Seat, dr.Verb, vars[1], dr.Args)
	if !slices.ContainsFunc(legal, func(o rules.Option) bool { return o.ID == r.Values[0] }) {
		return Reply{}, rules.ErrPicks
	}
	dr.Args[vars[1]] = r.Values[0]
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
	spec := t.specOf(dr)
	form := &Form{Path: path("fill", vars[0]), Title: clip(label(spec), 45)}
	for _, arg := range spec.Args {
		if !arg.Lists && len(form.Inputs) < 5 {
			form.Inputs = append(form.Inputs, Input{
				ID: arg.Name, Label: clip(words(arg.Name), 45), Hint: clip(arg.Text, 100),
				Value: dr.Args[arg.Name], Required: arg.Required, Max: typedLimit,
			})
		}
	}
	if len(form.Inputs) == 0 {
		return Reply{}, errOld
	}
	return Reply{Act: Fill, Form: form}, nil
}

func draftFill(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, dr, err := d.draft(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	for _, arg := range t.specOf(dr).Args {
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
		if dr.Asked != t.fight.Asked() {
			return t.closed(dr.Asked)
		}
		if _, err := t.giver(t.specOf(dr)); err != nil {
			return err
		}
		return t.answer(dr.Seat, rules.Reply{Asked: dr.Asked, Order: dr.order()})
	})
	if err != nil {
		return Reply{}, err
	}
	return t.shown(Message{Text: "Given. It stands in <#" + t.session.Place + ">."}), nil
}
