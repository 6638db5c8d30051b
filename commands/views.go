package commands

import (
	"context"
	"slices"
	"strings"

	"umpire/rules"
)

var viewRoutes = []route{
	{Command, "board", 0, func(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
		t, err := d.here(ctx, r)
		return board(t, err)
	}},
	{Press, "board", 1, func(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
		t, err := d.table(ctx, r, vars[0])
		return board(t, err)
	}},
	{Command, "hand", 0, hand},
	{Command, "map", 0, showMap},
	{Complete, "map", 0, completeMap},
	{Press, "map", 2, turnMap}, // session, page
}

// board shows how the fight stands, with the orders that the asker may give.
func board(t *Table, err error) (Reply, error) {
	if err != nil {
		return Reply{}, err
	}
	below := "\n" + clip(t.waiting(), 900)
	rows := append(t.ownRows(), t.lapseRow()...)
	return Private(t.boardText(2000-runes(below))+below, rows...), nil
}

// ownRows are the components by which the presser can act from anywhere, at most
// four rows.
func (t *Table) ownRows() []Row {
	var open []rules.Question
	for _, seat := range t.mine() {
		for _, q := range t.fight.Asks(seat) {
			if !q.Secret && !q.Answered {
				open = append(open, q)
			}
		}
	}
	rows := t.questionRows(open...)
	rows = rows[:min(3, len(rows))]
	if len(t.secrets()) > 0 {
		rows = append(rows, Row{Buttons: []Button{t.chooseButton()}})
	}
	return rows
}

// hand shows what the asker's side alone may see, with all that is open for it.
// What everybody sees is left to /board, unless there is nothing else.
func hand(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	t, err := d.here(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	seat, err := t.seat(func(s rules.Seat) bool { return len(t.fight.Asks(s)) > 0 })
	if err != nil {
		return Reply{}, err
	}
	all := t.fight.View(rules.Everyone).Fields
	view := t.fight.View(seat)
	own := slices.DeleteFunc(slices.Clone(view.Fields), func(f rules.Field) bool { return slices.Contains(all, f) })
	if len(own) > 0 {
		view.Fields = own
	}
	return Private(t.shortened(viewText(view), 2000), t.ownRows()...), nil
}

// viewText writes a view as lines of name and value.
func viewText(v rules.View) string {
	var lines []string
	if v.Title != "" {
		lines = append(lines, "**"+v.Title+"**")
	}
	for _, f := range v.Fields {
		switch {
		case f.Name == "":
			lines = append(lines, f.Value)
		case f.Value == "":
			lines = append(lines, "**"+f.Name+"**")
		case strings.Contains(f.Value, "\n"):
			lines = append(lines, f.Name+":", f.Value)
		default:
			lines = append(lines, f.Name+": "+f.Value)
		}
	}
	return strings.Join(lines, "\n")
}
