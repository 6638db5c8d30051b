package commands

import (
	"context"
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
}

// board shows how the fight stands, with the orders that the asker may give.
func board(t *Table, err error) (Reply, error) {
	if err != nil {
		return Reply{}, err
	}
	text := viewText(t.fight.View(rules.Everyone)) + "\n" + t.waiting()
	rows := append(t.ownRows(), t.lapseRow()...)
	return Private(clip(text, 2000), rows[:min(5, len(rows))]...), nil
}

// ownRows are the components by which the presser can act from anywhere.
func (t *Table) ownRows() []Row {
	var rows []Row
	secret := false
	for _, p := range t.people {
		if p.User != t.r.User.ID {
			continue
		}
		for _, q := range t.fight.Asks(rules.Seat(p.Seat)) {
			if q.Secret {
				secret = true
			} else if !q.Answered {
				rows = append(rows, t.questionRows(q)...)
			}
		}
	}
	if secret {
		rows = append(rows, t.chooseRow())
	}
	return rows[:min(5, len(rows))]
}

// hand shows the asker what his side alone may see.
func hand(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	t, err := d.here(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	seat, err := t.seat(func(s rules.Seat) bool { return len(t.fight.Asks(s)) > 0 })
	if err != nil {
		return Reply{}, err
	}
	return Private(clip(viewText(t.fight.View(seat)), 2000), t.ownRows()...), nil
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
