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
	{Press, "every", 3, draftEvery},  // draft, argument, group
	{Press, "leaf", 3, draftLeaf},    // draft, argument, leaf of its menus
	{Press, "open", 2, draftOpen},    // draft, argument
	{Press, "steer", 3, draftSteer},  // draft, argument, direction
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
	Open  string            `json:"open,omitempty"` // the argument that is chosen anew
	Leaf  int               `json:"leaf,omitempty"` // of its menus
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

// argument is one argument of a draft's order.
func (t *Table) argument(dr draft, name string) (rules.VerbArg, bool) {
	for _, arg := range t.specOf(dr).Args {
		if arg.Name == name {
			return arg, true
		}
	}
	return rules.VerbArg{}, false
}

// until gives the arguments that come before one: it does not hang on others.
func (t *Table) until(dr draft, name string) map[string]string {
	before := make(map[string]string)
	for _, arg := range t.specOf(dr).Args {
		if arg.Name == name {
			break
		}
		if value := dr.Args[arg.Name]; value != "" {
			before[arg.Name] = value
		}
	}
	return before
}

// draftMessage asks for the next thing that the order lacks, or shows it whole.
func (t *Table) draftMessage(id string, dr *draft) (Message, error) {
	spec := t.specOf(*dr)
	s := &sheet{t: t, id: id, dr: dr, text: "**" + label(spec) + "**"}
	for _, arg := range spec.Args {
		ask, err := s.take(arg)
		if err != nil || ask != nil {
			return Message{Text: s.text + "\n" + arg.Text, Rows: ask}, err
		}
	}
	return s.whole(spec)
}

// draftArg takes an argument from a menu. Those that come after it in the order
// are asked anew, since they may hang on it.
func draftArg(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, dr, err := d.draft(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	arg, ok := t.argument(dr, vars[1])
	if !ok {
		return Reply{}, rules.ErrPicks
	}
	legal := t.fight.Legal(dr.Seat, dr.Verb, arg.Name, t.until(dr, arg.Name))
	if arg.Kind == kindSeveral {
		value, err := newSeveral(vars[0], arg, legal).tick(dr.Args[arg.Name], number(vars[2]), r.Values)
		if err != nil {
			return Reply{}, err
		}
		return t.draftTake(ctx, vars[0], dr, arg.Name, value)
	}
	if len(r.Values) != 1 || !slices.ContainsFunc(legal, func(o rules.Option) bool { return o.ID == r.Values[0] }) {
		return Reply{}, rules.ErrPicks
	}
	return t.draftTake(ctx, vars[0], dr, arg.Name, r.Values[0])
}

// draftTake gives an argument its value, and forgets what hangs on it.
func (t *Table) draftTake(ctx context.Context, id string, dr draft, name, value string) (Reply, error) {
	args := t.specOf(dr).Args
	at := slices.IndexFunc(args, func(a rules.VerbArg) bool { return a.Name == name })
	for _, arg := range args[at+1:] {
		delete(dr.Args, arg.Name)
	}
	dr.Args[name], dr.Open, dr.Leaf = value, "", 0
	return t.draftSave(ctx, id, dr)
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
	if !t.holds(dr.Seat) {
		return nil, draft{}, errOld
	}
	if dr.Asked != t.fight.Asked() {
		return nil, draft{}, t.closed(dr.Asked)
	}
	return t, dr, nil
}

// holds tells whether the presser still acts for the side that a draft is of: a
// seat may have changed hands since, and with it what the draft's menus show.
func (t *Table) holds(seat rules.Seat) bool {
	if seat == rules.Umpire {
		return t.umpires()
	}
	return slices.Contains(t.mine(), seat)
}

func draftAnew(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, dr, err := d.draft(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	return t.draftSave(ctx, vars[0], draft{Verb: dr.Verb, Seat: dr.Seat, Asked: dr.Asked, Args: make(map[string]string)})
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
		if written(arg) && len(form.Inputs) < 5 {
			form.Inputs = append(form.Inputs, Input{
				ID: arg.Name, Label: clip(words(arg.Name), 45), Hint: clip(arg.Text, 100),
				Value: clip(dr.Args[arg.Name], typedLimit), Required: arg.Required, Max: typedLimit,
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
		if v, ok := r.Fields[arg.Name]; ok && written(arg) {
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
	t, _, err = d.move(ctx, r, t.session.ID, func(t *Table) error {
		if dr.Asked != t.fight.Asked() {
			return t.closed(dr.Asked)
		}
		if !t.holds(dr.Seat) {
			return errOld
		}
		if _, err := t.giver(t.specOf(dr)); err != nil {
			return err
		}
		return t.answer(dr.Seat, rules.Reply{Asked: dr.Asked, Order: dr.order()})
	})
	if err != nil {
		return Reply{}, err
	}
	m := Message{Text: "Given. It stands in <#" + t.session.Place + ">."}
	if t.fight.Over() == nil && !t.fight.Middle() {
		m.Rows = t.ownRows()
	}
	return t.shown(m), nil
}
