package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"umpire/commands/chronicle"
	"umpire/rules"
	"umpire/storage"
)

var undoRoutes = []route{
	{Command, "undo", 0, undo},
	{Complete, "undo", 0, completeUndo},
	{Press, "allow", 2, allow}, // session, the line at which it was asked
}

// takeback is an open request to go back. Any further line but loose dice, which
// whoever watches may roll, makes it stale.
type takeback struct {
	Line   int        `json:"line"`            // the last one when it was asked
	Loose  int        `json:"loose,omitempty"` // lines of loose dice since
	Seat   rules.Seat `json:"seat"`            // who asked
	To     int        `json:"to"`
	Agreed []string   `json:"agreed,omitempty"` // keys of those who agreed, one for each seat
	Seats  []int      `json:"seats,omitempty"`  // the seats that agreed
}

// last is the line after which the request still stands.
func (b takeback) last() int { return b.Line + b.Loose }

// undoDefinition is the command by which a step is taken back.
func undoDefinition() *definition {
	return &definition{Name: "undo", Description: "Take the last step back: alone where nothing hangs on it, else the other side agrees.", Contexts: inServers(), Options: []*option{
		{Type: optionText, Name: "step", Description: "How far back; leave it out for the last step.", Autocomplete: true},
	}}
}

// undo takes the asker's last step back where nothing hangs on it; else, and for
// more than the last step, it asks the other sides.
func undo(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	t, err := d.here(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	_, to, alone, err := t.goesBack()
	if err != nil {
		return Reply{}, err
	}
	if alone || t.practice() {
		_, ride, err := d.move(ctx, r, t.session.ID, func(t *Table) error {
			seat, now, alone, err := t.goesBack()
			switch {
			case err != nil:
				return err
			case now != to:
				return rules.Refusal("The fight has moved on. Ask again.")
			case t.practice():
				return t.goBack(ctx, seat, to, t.key())
			case alone:
				return t.goBack(ctx, seat, to, "")
			}
			return rules.ErrAgree
		})
		if !errors.Is(err, rules.ErrAgree) {
			return posted(ride, "It is taken back."), err
		}
	}
	ride, err := d.remark(ctx, r, t.session.ID, func(t *Table) ([]storage.Row, error) {
		seat, to, _, err := t.goesBack()
		if err != nil {
			return nil, err
		}
		return t.askBack(ctx, seat, to)
	})
	return posted(ride, "The other side is asked."), err
}

// goesBack finds who asks to go back, to which line, and whether that seat may do
// so alone.
func (t *Table) goesBack() (seat rules.Seat, to int, alone bool, err error) {
	seat, err = t.seat(func(s rules.Seat) bool { _, alone := t.fight.Back(s); return alone })
	if err != nil {
		return 0, 0, false, err
	}
	last, alone := t.fight.Back(seat)
	if to = last; t.r.Options["step"] != "" {
		to = number(t.r.Options["step"])
	}
	switch {
	case t.fight.Over() != nil:
		return 0, 0, false, rules.ErrOver
	case last == 0:
		return 0, 0, false, rules.Refusal("There is nothing to take back yet.")
	case to == t.fight.Line() || !slices.Contains(t.fight.Units(), to):
		return 0, 0, false, rules.Refuse("The fight cannot go back to step %s. It goes back to the end of a whole step, at most %d of them ago; leave `step` out for the last.", typed(t.r.Options["step"]), rules.UndoDepth)
	}
	return seat, to, alone && to == last, nil
}

// goBack takes back what came after a line.
func (t *Table) goBack(ctx context.Context, seat rules.Seat, to int, agreed string) error {
	var then []byte
	err := t.d.store.Read(ctx, func(tx *storage.Tx) (err error) {
		then, err = tx.SnapshotAt(t.session.ID, to)
		return err
	})
	if err != nil {
		return err
	}
	t.lobby.Takeback, t.lobby.Turn = nil, "" // the board is posted anew
	return t.add(t.fight.Undo(seat, to, agreed, then, t.stamp()))
}

// askBack asks the other sides, in the open, to let the fight go back.
func (t *Table) askBack(ctx context.Context, seat rules.Seat, to int) ([]storage.Row, error) {
	if b := t.lobby.Takeback; b != nil && b.last() == t.fight.Line() && b.To == to && b.Seat == seat {
		return nil, rules.Refusal("The other side is asked already. To play on, just play on.")
	}
	t.lobby.Takeback = &takeback{Line: t.fight.Line(), Seat: seat, To: to}
	slot := path("back", t.fight.Line(), to)
	t.lobby.Live = append(t.lobby.Live, slot)
	var tags, mentions []string
	for other := rules.Seat(1); int(other) <= len(t.lobby.Seats); other++ {
		if other != seat {
			tag, users := t.mentions(other)
			tags, mentions = append(tags, tag), append(mentions, users...)
		}
	}
	from, err := t.told(ctx, to+1)
	if err != nil {
		return nil, err
	}
	text := fmt.Sprintf("%s asks to go back to step %d. All that came since%s would count no more; it stays in the record, and whatever is rolled again is rolled anew. %s, do you agree? To play on, just play on.",
		t.names()[seat-1], to, from, strings.Join(tags, " "))
	return []storage.Row{t.row(ToChannel+t.session.Place, slot, Post{Message: Message{Text: text, Mentions: mentions, Rows: []Row{{Buttons: []Button{{
		Path: path("allow", t.session.ID, t.fight.Line()), Label: "Agree to go back", Style: Grave,
	}}}}}})}, nil
}

// told leads to the post that told a line; empty where none is known.
func (t *Table) told(ctx context.Context, line int) (link string, err error) {
	err = t.d.store.Read(ctx, func(tx *storage.Tx) error {
		channel, message, err := tx.Slot(t.session.ID, fmt.Sprintf("step/%d/1", line))
		if errors.Is(err, storage.ErrNotFound) || err == nil && message == "" {
			return nil
		}
		link = fmt.Sprintf(", from https://discord.com/channels/%s/%s/%s on,", t.session.Guild, channel, message)
		return err
	})
	return link, err
}

// allow agrees that the fight goes back. Once every other side has, it does.
func allow(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, err := d.table(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	if seat, missing, err := t.allowing(vars[1]); err == nil && missing > 0 {
		_, err := d.remark(ctx, r, vars[0], func(t *Table) ([]storage.Row, error) {
			if _, _, err := t.allowing(vars[1]); err != nil {
				return nil, err
			}
			b := t.lobby.Takeback
			b.Agreed, b.Seats = append(b.Agreed, t.key()), append(b.Seats, int(seat))
			text := fmt.Sprintf("%s agrees to go back; the others are still asked.", t.names()[seat-1])
			return []storage.Row{t.row(ToChannel+t.session.Place, path("allowed", vars[1], int(seat)), Post{Message: Message{Text: text}})}, nil
		})
		return Private("Agreed."), err
	}
	_, _, err = d.move(ctx, r, vars[0], func(t *Table) error {
		_, missing, err := t.allowing(vars[1])
		switch {
		case err != nil:
			return err
		case missing > 0:
			return rules.Refusal("Somebody else is still asked. Press again.")
		}
		b := *t.lobby.Takeback
		return t.goBack(ctx, b.Seat, b.To, strings.Join(append(b.Agreed, t.key()), ","))
	})
	return Private("Agreed."), err
}

// allowing finds the seat that the presser agrees for, and how many would still be
// missing.
func (t *Table) allowing(line string) (seat rules.Seat, missing int, err error) {
	b := t.lobby.Takeback
	open := func(s rules.Seat) bool { return b != nil && s != b.Seat && !slices.Contains(b.Seats, int(s)) }
	seat, err = t.seat(open)
	switch {
	case err != nil:
		return 0, 0, err
	case b == nil || strconv.Itoa(b.Line) != line || b.last() != t.fight.Line():
		return 0, 0, rules.Refusal("The fight has gone on since, so nothing is taken back by this. Ask anew with `/undo` if it is still wanted.")
	case seat == b.Seat:
		return 0, 0, rules.Refusal("That is for another side to press.")
	case slices.Contains(b.Seats, int(seat)):
		return 0, 0, rules.Refusal("Your side has agreed already.")
	}
	for s := rules.Seat(1); int(s) <= len(t.lobby.Seats); s++ {
		if s != seat && open(s) {
			missing++
		}
	}
	return seat, missing, nil
}

// completeUndo offers the steps that the fight can go back to, the latest first,
// each by what came after it.
func completeUndo(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	t, err := d.here(ctx, r)
	if err != nil {
		return Reply{Act: Offer}, nil // autocomplete has no way to say why
	}
	units := slices.DeleteFunc(t.fight.Units(), func(unit int) bool { return unit >= t.fight.Line() })
	if len(units) == 0 {
		return Reply{Act: Offer}, nil
	}
	var lines []storage.Line
	if err := d.store.Read(ctx, func(tx *storage.Tx) (err error) {
		lines, err = tx.Log(t.session.ID, units[0])
		return err
	}); err != nil {
		return Reply{Act: Offer}, nil
	}
	var options []rules.Option
	for _, unit := range slices.Backward(units) {
		for _, l := range lines {
			e, err := rules.ParseEntry(l.Public, nil, l.Chain)
			if l.Line == unit+1 && err == nil {
				options = append(options, rules.Option{ID: strconv.Itoa(unit), Label: fmt.Sprintf("step %d, before: %s", unit, t.deed(e))})
			}
		}
	}
	return offer(options, r.Options[r.Focused]), nil
}

// deed says what a line did, and nothing of what it hides.
func (t *Table) deed(e rules.Entry) string {
	f := chronicle.Fight{System: t.fight.System(), People: make(map[string]string)}
	for seat := range t.lobby.Seats {
		f.Names = append(f.Names, t.plainNames(seat))
	}
	for _, p := range t.people {
		f.People[p.Key] = plain(p.Name)
	}
	return f.Deed(e)
}
