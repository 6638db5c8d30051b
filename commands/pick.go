package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
)

// pickRoutes are the ways to answer a question. Choosing is not locking: a
// secret pick, and one from a menu, is shown first and counts when it is locked.
var pickRoutes = []route{
	{Press, "choose", 2, choose}, // session, asked: the presser's secret questions
	{Press, "ask", 3, showAsk},   // session, asked, ask: the question anew
	{Press, "group", 3, showGroup},
	{Press, "page", 4, showPage},
	{Press, "pick", 3, pick},
	{Press, "take", 4, take}, // …, pick: a button that answers at once
	{Press, "lock", 4, lock}, // …, picks: locks what was shown
}

// menuLimit is how many choices one menu holds.
const menuLimit = 25

func path(parts ...any) string {
	words := make([]string, len(parts))
	for i, p := range parts {
		words[i] = fmt.Sprint(p)
	}
	return strings.Join(words, "/")
}

// choose opens the presser's secret questions for him alone.
func choose(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, err := d.table(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	var mine, open []rules.Question
	for _, p := range t.people {
		if p.User != r.User.ID {
			continue
		}
		for _, q := range t.fight.Asks(rules.Seat(p.Seat)) {
			if q.Secret && strconv.Itoa(q.Asked) == vars[1] {
				mine = append(mine, q)
				if !q.Answered {
					open = append(open, q)
				}
			}
		}
	}
	switch {
	case t.key() == "u":
		return Reply{}, errSpectator
	case len(open) > 0:
		return Reply{Message: t.menu(open[0], "")}, nil
	case len(mine) > 0:
		return Reply{Message: t.menu(mine[0], "")}, nil
	case strconv.Itoa(t.fight.Asked()) == vars[1]:
		return Private("The others choose now. You have nothing to choose in secret."), nil
	}
	return Reply{}, rules.ErrClosed
}

// asking loads the table and the question that a path names.
func (d *Desk) asking(ctx context.Context, r Request, vars []string) (*Table, rules.Question, error) {
	t, err := d.table(ctx, r, vars[0])
	if err != nil {
		return nil, rules.Question{}, err
	}
	asked, err := strconv.Atoi(vars[1])
	if err != nil {
		return nil, rules.Question{}, errOld
	}
	q, _, err := t.question(asked, vars[2])
	return t, q, err
}

func showAsk(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, q, err := d.asking(ctx, r, vars)
	if err != nil {
		return Reply{}, err
	}
	q.Answered = false
	return t.shown(t.menu(q, t.place())), nil
}

func showGroup(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, q, err := d.asking(ctx, r, vars)
	if err != nil {
		return Reply{}, err
	}
	if len(r.Values) != 1 {
		return Reply{}, rules.ErrPicks
	}
	inside := slices.DeleteFunc(slices.Clone(q.Options), func(o rules.Option) bool { return o.Group != r.Values[0] })
	if len(inside) == 0 || len(inside) > menuLimit {
		return Reply{}, rules.ErrPicks
	}
	back := Row{Buttons: []Button{{Path: t.to("ask", q), Label: "Back"}}}
	m := Message{Text: q.Prompt + t.place(), Rows: []Row{t.menuRow(q, "pick", inside, r.Values[0]), back}}
	return t.shown(m), nil
}

func showPage(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, q, err := d.asking(ctx, r, vars)
	if err != nil {
		return Reply{}, err
	}
	page, err := strconv.Atoi(vars[3])
	if err != nil || page < 0 || page*menuLimit >= len(q.Options) {
		return Reply{}, errOld
	}
	return t.shown(Message{Text: q.Prompt + t.place(), Rows: t.pageRows(q, page)}), nil
}

// shown changes the presser's own message, or answers under a public one with a
// private message.
func (t *Table) shown(m Message) Reply {
	if t.r.Private || t.r.Guild == "" {
		return Reply{Act: Change, Message: m}
	}
	return Reply{Message: m}
}

// place is where the fight is, for a reader in his direct messages.
func (t *Table) place() string {
	if t.r.Guild != "" {
		return ""
	}
	return "\n" + t.where()
}

func (t *Table) to(verb string, q rules.Question, more ...any) string {
	return path(append([]any{verb, t.session.ID, q.Asked, q.ID}, more...)...)
}

// menu asks a question in a message of its own. One that has an answer shows it,
// with a way to change it.
func (t *Table) menu(q rules.Question, below string) Message {
	if below != "" && !strings.HasPrefix(below, "\n") {
		below = "\n" + below
	}
	if q.Answered {
		text := fmt.Sprintf("Locked: **%s**. It stays shut until the others have chosen too.", listed(q.Labels))
		if by := t.person(q.By); by != "" && q.By != t.key() {
			text = fmt.Sprintf("Already answered by %s. ", by) + text
		}
		return Message{Text: text + below, Rows: []Row{{Buttons: []Button{{Path: t.to("ask", q), Label: "Change it"}}}}}
	}
	return Message{Text: q.Prompt + below, Rows: t.choiceRows(q)}
}

// person gives the name of somebody in a seat by his key.
func (t *Table) person(key string) string {
	for _, p := range t.people {
		if p.Key == key {
			return rules.Escape(p.Name)
		}
	}
	return ""
}

// choiceRows lays out the options: up to five short ones as buttons, up to 25 as
// a menu, more as a menu of their groups, or as pages.
func (t *Table) choiceRows(q rules.Question) []Row {
	detailed := slices.ContainsFunc(q.Options, func(o rules.Option) bool { return o.Detail != "" })
	switch groups := groupsOf(q.Options); {
	case len(q.Options) <= 5 && !detailed && q.Max <= 1:
		return []Row{t.buttonRow(q)}
	case len(q.Options) <= menuLimit:
		return []Row{t.menuRow(q, "pick", q.Options, "Choose")}
	case len(groups) > 1 && len(groups) <= menuLimit && q.Max <= 1:
		return []Row{t.menuRow(q, "group", groups, "Choose")}
	}
	return t.pageRows(q, 0)
}

// groupsOf lists the groups of options as options of their own; none when an
// option has no group or a group holds too many.
func groupsOf(options []rules.Option) []rules.Option {
	var groups []rules.Option
	count := make(map[string]int)
	for _, o := range options {
		if count[o.Group]++; count[o.Group] == 1 {
			groups = append(groups, rules.Option{ID: o.Group, Label: o.Group})
		}
		if o.Group == "" || count[o.Group] > menuLimit {
			return nil
		}
	}
	return groups
}

func (t *Table) buttonRow(q rules.Question) Row {
	verb := "take"
	var row Row
	for _, o := range q.Options {
		to := t.to(verb, q, o.ID)
		row.Buttons = append(row.Buttons, Button{Path: to, Label: o.Label})
	}
	return row
}

func (t *Table) menuRow(q rules.Question, verb string, options []rules.Option, hint string) Row {
	menu := &Menu{Path: t.to(verb, q), Hint: hint}
	if verb == "pick" && q.Max > 1 {
		menu.Min, menu.Max = q.Min, min(q.Max, len(options))
	}
	for _, o := range options {
		menu.Choices = append(menu.Choices, Choice{Label: o.Label, Value: o.ID, Detail: o.Detail, Chosen: slices.Contains(q.Picks, o.ID)})
	}
	return Row{Menu: menu}
}

func (t *Table) pageRows(q rules.Question, page int) []Row {
	last := (len(q.Options) - 1) / menuLimit
	part := q.Options[page*menuLimit : min(len(q.Options), (page+1)*menuLimit)]
	rows := []Row{t.menuRow(q, "pick", part, fmt.Sprintf("Choose (page %d of %d)", page+1, last+1))}
	var turn Row
	if page > 0 {
		turn.Buttons = append(turn.Buttons, Button{Path: t.to("page", q, page-1), Label: "Page before"})
	}
	if page < last {
		turn.Buttons = append(turn.Buttons, Button{Path: t.to("page", q, page+1), Label: "Next page"})
	}
	if len(turn.Buttons) > 0 {
		rows = append(rows, turn)
	}
	return rows
}

// pick shows what a choice gives; nothing is locked yet.
func pick(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, q, err := d.asking(ctx, r, vars)
	if err != nil {
		return Reply{}, err
	}
	return t.preview(q, r.Values)
}

func (t *Table) preview(q rules.Question, picks []string) (Reply, error) {
	if err := q.Check(picks); err != nil {
		return Reply{}, err
	}
	var lines []string
	for _, p := range picks {
		i := slices.IndexFunc(q.Options, func(o rules.Option) bool { return o.ID == p })
		text := "**" + rules.Escape(q.Options[i].Label) + "**"
		if detail := q.Options[i].Detail; detail != "" {
			text += ": " + detail
		}
		lines = append(lines, text)
	}
	if len(lines) == 0 {
		lines = append(lines, "**None.**")
	}
	m := Message{
		Text: strings.Join(lines, "\n") + "\nNot locked yet." + t.place(),
		Rows: []Row{{Buttons: []Button{
			{Path: t.to("lock", q, strings.Join(picks, ",")), Label: "Lock it in", Style: Main},
			{Path: t.to("ask", q), Label: "Choose another"},
		}}},
	}
	return t.shown(m), nil
}

// take answers an open question at once, and shows a secret one first.
func take(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, q, err := d.asking(ctx, r, vars)
	if err != nil {
		return Reply{}, err
	}
	if q.Secret {
		return t.preview(q, vars[3:])
	}
	return d.reply(ctx, r, vars, vars[3:])
}

// lock answers with the picks that were shown.
func lock(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	var picks []string
	if vars[3] != "" {
		picks = strings.Split(vars[3], ",")
	}
	return d.reply(ctx, r, vars, picks)
}

// reply answers a question and gives the presser his receipt.
func (d *Desk) reply(ctx context.Context, r Request, vars, picks []string) (Reply, error) {
	var q rules.Question
	t, _, err := d.move(ctx, r, vars[0], func(t *Table) error {
		asked, err := strconv.Atoi(vars[1])
		if err != nil {
			return errOld
		}
		var seat rules.Seat
		if q, seat, err = t.question(asked, vars[2]); err != nil {
			return err
		}
		if q.Answered && slices.Equal(q.Picks, picks) {
			return rules.Refuse("%s is locked already.", listed(q.Labels))
		}
		return t.answer(seat, rules.Reply{Asked: asked, Ask: q.ID, Picks: picks})
	})
	if err != nil {
		return Reply{}, err
	}
	return t.shown(t.receipt(q, picks)), nil
}

// listed names labels in a text.
func listed(labels []string) string {
	if len(labels) == 0 {
		return "none"
	}
	escaped := make([]string, len(labels))
	for i, l := range labels {
		escaped[i] = rules.Escape(l)
	}
	return rules.List(escaped)
}

// receipt tells the presser what he locked, with all that proves it later.
func (t *Table) receipt(q rules.Question, picks []string) Message {
	what := "Your choice: **" + listed(q.LabelsOf(picks)) + "**."
	if !q.Secret {
		return Message{Text: what + t.place()}
	}
	if t.fight.Asked() != q.Asked || t.fight.Over() != nil {
		return Message{Text: fmt.Sprintf("%s The result stands in <#%s>.", what, t.session.Place)}
	}
	e := t.lines[len(t.lines)-1].entry
	text := fmt.Sprintf("Locked. %s It stays shut until the others have chosen too.\n-# Receipt: seal %s, nonce %s, as %s at step %d.%s",
		what, e.PickSeal, e.Secret.PickNonce, e.By, q.Asked, t.place())
	return Message{Text: text, Rows: []Row{{Buttons: []Button{{Path: t.to("ask", q), Label: "Change it"}}}}}
}
