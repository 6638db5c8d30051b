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
	{Press, "none", 3, pickNone},
	{Press, "take", 4, take}, // …, place: a button that answers an open question at once
	{Press, "lock", 4, lock}, // …, picks: locks what was shown
}

// choose opens the presser's secret questions for the presser alone.
func choose(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
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
	secret := t.secrets()
	unlocked := slices.DeleteFunc(slices.Clone(secret), func(q rules.Question) bool { return q.Answered })
	switch {
	case len(secret) == 0:
		return Private("The others choose now. You have nothing to choose in secret."), nil
	case len(unlocked) == 1:
		return Reply{Message: t.menu(unlocked[0], "")}, nil
	case len(secret) == 1:
		return Reply{Message: t.menu(secret[0], "")}, nil
	}
	return Reply{Message: t.secretList(secret)}, nil
}

// secrets are the secret questions that are open for the presser.
func (t *Table) secrets() []rules.Question {
	var secret []rules.Question
	for _, seat := range t.mine() {
		for _, q := range t.fight.Asks(seat) {
			if q.Secret && !forced(q) {
				secret = append(secret, q)
			}
		}
	}
	return secret
}

// secretList names several secret questions, with a button for each.
func (t *Table) secretList(secret []rules.Question) Message {
	m := Message{Text: "You have several choices to make in secret:"}
	for i, q := range secret[:min(len(secret), 5*buttonLimit)] {
		state := ""
		if q.Answered {
			state = " (locked)"
		}
		m.Text += fmt.Sprintf("\n%d. %s%s", i+1, clip(firstLine(q.Prompt), 150), state)
		if i%buttonLimit == 0 {
			m.Rows = append(m.Rows, Row{})
		}
		row := &m.Rows[len(m.Rows)-1]
		row.Buttons = append(row.Buttons, Button{Path: t.to("ask", q), Label: secretLabel(secret, i)})
	}
	m.Text = clip(m.Text, 2000)
	return m
}

// mostInLabel is how long the name of a question is on its button, in runes.
const mostInLabel = 40

// secretLabel names a question by the first words of its prompt, and by its place
// in the list where another begins alike.
func secretLabel(secret []rules.Question, at int) string {
	name := func(q rules.Question) string {
		return strings.NewReplacer("**", "", "`", "", "\\", "").Replace(firstLine(q.Prompt))
	}
	label := clipWords(name(secret[at]), mostInLabel)
	for i, other := range secret {
		if i != at && clipWords(name(other), mostInLabel) == label || label == "" {
			number := fmt.Sprintf("%d. ", at+1)
			return number + clipWords(name(secret[at]), mostInLabel-len(number))
		}
	}
	return label
}

// asking loads the table and the question that a path names. Where somebody else
// of the presser's seat has answered since the component was made, answered is
// the message that says so.
func (d *Desk) asking(ctx context.Context, r Request, vars []string) (t *Table, q rules.Question, answered *Message, err error) {
	if t, err = d.table(ctx, r, vars[0]); err != nil {
		return nil, q, nil, err
	}
	asked, over, _ := strings.Cut(vars[1], ".")
	if q, _, err = t.question(number(asked), vars[2]); err != nil {
		return nil, q, nil, err
	}
	if t.beaten(q, over) {
		m := t.menu(q, t.place())
		answered = &m
	}
	return t, q, answered, nil
}

// beaten tells whether somebody else of the seat has answered a question, and the
// presser, who meant to change the answer of the person over, has not seen it.
func (t *Table) beaten(q rules.Question, over string) bool {
	return q.Answered && q.By != t.key() && q.By != over
}

func showAsk(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, q, answered, err := d.asking(ctx, r, vars)
	if err != nil {
		return Reply{}, err
	}
	if answered != nil {
		return t.shown(*answered), nil
	}
	q.Answered = false
	return t.shown(t.menu(q, t.place())), nil
}

func showGroup(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, q, answered, err := d.asking(ctx, r, vars)
	if err != nil {
		return Reply{}, err
	}
	if answered != nil {
		return t.shown(*answered), nil
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
	t, q, answered, err := d.asking(ctx, r, vars)
	if err != nil {
		return Reply{}, err
	}
	if answered != nil {
		return t.shown(*answered), nil
	}
	page, err := strconv.Atoi(vars[3])
	if err != nil || page < 0 || page >= len(q.Options) || page*menuLimit >= len(q.Options) {
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

// place is where the fight is, for a reader in direct messages.
func (t *Table) place() string {
	if t.r.Guild != "" {
		return ""
	}
	return "\n" + t.where()
}

// pick shows what a choice gives; nothing is locked yet.
func pick(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, q, answered, err := d.asking(ctx, r, vars)
	if err != nil {
		return Reply{}, err
	}
	if answered != nil {
		return t.shown(*answered), nil
	}
	return t.preview(q, r.Values)
}

func pickNone(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	r.Values = nil
	return pick(d, ctx, r, vars)
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
	state := "Not locked yet."
	if q.Answered {
		state = fmt.Sprintf("Not locked yet: until then **%s** counts.", listed(q.Labels))
	}
	m := Message{
		Text: clip(strings.Join(lines, "\n"), 1500) + "\n" + clip(state, 300) + t.place(),
		Rows: []Row{{Buttons: []Button{
			{Path: t.lockPath(q, picks), Label: "Lock it in", Style: Main},
			{Path: t.to("ask", q), Label: "Choose another"},
		}}},
	}
	return t.shown(m), nil
}

// take answers an open question at once, and shows a secret one first.
func take(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, q, answered, err := d.asking(ctx, r, vars)
	if err != nil {
		return Reply{}, err
	}
	if answered != nil {
		return t.shown(*answered), nil
	}
	i, err := strconv.Atoi(vars[3])
	if err != nil || i < 0 || i >= len(q.Options) {
		return Reply{}, rules.ErrPicks
	}
	if q.Secret {
		return t.preview(q, []string{q.Options[i].ID})
	}
	return d.reply(ctx, r, vars, []string{q.Options[i].ID})
}

// lock answers with the picks that were shown.
func lock(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, q, answered, err := d.asking(ctx, r, vars)
	if err != nil {
		return Reply{}, err
	}
	if answered != nil {
		return t.shown(*answered), nil
	}
	picks, err := lockPicks(q, vars[3])
	if err != nil {
		return Reply{}, err
	}
	return d.reply(ctx, r, vars, picks)
}

// reply answers a question and gives the presser a receipt.
func (d *Desk) reply(ctx context.Context, r Request, vars, picks []string) (Reply, error) {
	var q rules.Question
	t, _, err := d.move(ctx, r, vars[0], func(t *Table) error {
		asked, over, _ := strings.Cut(vars[1], ".")
		var seat rules.Seat
		var err error
		if q, seat, err = t.question(number(asked), vars[2]); err != nil {
			return err
		}
		if t.beaten(q, over) {
			return rules.Refuse("Already answered by %s.", t.person(q.By))
		}
		if q.Answered && slices.Equal(q.Picks, picks) {
			return rules.Refuse("%s is locked already.", listed(q.Labels))
		}
		return t.answer(seat, rules.Reply{Asked: q.Asked, Ask: q.ID, Picks: picks})
	})
	if err != nil {
		return Reply{}, err
	}
	return t.shown(t.receipt(q, picks, t.place())), nil
}

// receipt tells the presser what was locked, with all that proves it later, and
// leads on to what else is to be chosen in secret.
func (t *Table) receipt(q rules.Question, picks []string, below string) Message {
	what := "Your choice: **" + listed(q.LabelsOf(picks)) + "**."
	if !q.Secret {
		return Message{Text: what + below}
	}
	small := t.sealedNow(q)
	if t.fight.Asked() != q.Asked || t.fight.Over() != nil {
		return Message{Text: fmt.Sprintf("%s The result stands in <#%s>.%s", clip(what, 1500), t.session.Place, small)}
	}
	text := fmt.Sprintf("Locked. %s It stays shut until the others have chosen too.%s%s", clip(what, 1500), small, below)
	var buttons []Button
	for _, more := range t.secrets() {
		switch {
		case more.ID == q.ID:
			buttons = append(buttons, Button{Path: t.to("ask", more), Label: "Change it"})
		case !more.Answered && len(buttons) < 2:
			buttons = append(buttons, Button{Path: t.to("ask", more), Label: "Next choice"})
		}
	}
	return Message{Text: text, Rows: []Row{{Buttons: buttons}}}
}

// receiptHead begins the small print that proves a choice later.
const receiptHead = "\n-# Receipt: "

// receiptLine is the small print of a choice: the whole seal, and with what it was
// made besides the choice itself.
func receiptLine(seal, nonce, by string, asked int) string {
	return fmt.Sprintf("%sseal %s, nonce %s, as %s at step %d.", receiptHead, seal, nonce, by, asked)
}

// sealedNow is the small print of the answer to a question that the move sealed, ""
// for none.
func (t *Table) sealedNow(q rules.Question) string {
	for _, l := range t.lines {
		e := l.entry
		if e.PickSeal != "" && e.Seat == q.Seat && e.Reply != nil && e.Reply.Ask == q.ID && e.Reply.Asked == q.Asked {
			return receiptLine(e.PickSeal, e.Secret.PickNonce, e.By, q.Asked)
		}
	}
	return ""
}
