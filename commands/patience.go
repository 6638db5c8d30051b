package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"umpire/rules"
	"umpire/storage"
)

// patienceHours are the choices of a lobby, the default first; 0 is none.
var patienceHours = []int{72, 24, 48, 168, 0}

// nudgeEvery is how long a reminder stays the last.
const nudgeEvery = 12 * time.Hour

func patienceLabel(hours int) string {
	switch {
	case hours == 0:
		return "Patience without end"
	case hours%24 == 0 && hours > 24:
		return fmt.Sprintf("Patience of %d days", hours/24)
	}
	return fmt.Sprintf("Patience of %d hours", hours)
}

var patienceRoutes = []route{
	{Command, "nudge", 0, nudge},
	{Command, "waiting", 0, waiting},
	{Press, "lapse", 2, lapse}, // session, asked
}

// runsOut is when the patience with the open questions ends; zero for never.
func (t *Table) runsOut() time.Time {
	if t.lobby.Hours == 0 || t.lobby.Since == 0 {
		return time.Time{}
	}
	return time.UnixMilli(t.lobby.Since).Add(time.Duration(t.lobby.Hours) * time.Hour)
}

// since says from when the open questions wait, as everybody's own clock has it.
func (t *Table) since() string { return fmt.Sprintf("<t:%d:R>", t.lobby.Since/1000) }

// awaitedSeats are the seats whose decision is awaited, each once.
func (t *Table) awaitedSeats() []rules.Seat {
	var seats []rules.Seat
	for _, w := range t.fight.Waiting() {
		if !slices.Contains(seats, w.Seat) {
			seats = append(seats, w.Seat)
		}
	}
	return seats
}

// mine are the seats of the presser.
func (t *Table) mine() []rules.Seat {
	var seats []rules.Seat
	for _, p := range t.people {
		if p.User == t.r.User.ID && p.Seat > 0 {
			seats = append(seats, rules.Seat(p.Seat))
		}
	}
	return seats
}

// waitsFor are the awaited seats that are not the presser's, for one who waits
// himself; it refuses one who has no seat, or who is awaited himself.
func (t *Table) waitsFor() ([]rules.Seat, error) {
	mine, awaited := t.mine(), t.awaitedSeats()
	if len(mine) == 0 {
		return nil, errSpectator
	}
	others := slices.DeleteFunc(slices.Clone(awaited), func(s rules.Seat) bool { return slices.Contains(mine, s) })
	if t.fight.Held() == nil && len(others) < len(awaited) {
		return nil, rules.Refusal("You are awaited yourself: choose first, `/board` shows what.")
	}
	if len(others) == 0 {
		return nil, rules.Refusal("Nobody else is awaited.")
	}
	return others, nil
}

// nudge reminds whoever is awaited, in the open.
func nudge(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	t, err := d.here(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	defer d.queue(t.session.ID)()
	if t, err = d.table(ctx, r, t.session.ID); err != nil {
		return Reply{}, err
	}
	others, err := t.waitsFor()
	if err != nil {
		return Reply{}, err
	}
	if again := time.UnixMilli(t.lobby.Nudged).Add(nudgeEvery); t.lobby.Nudged != 0 && r.At.Before(again) {
		return Reply{}, rules.Refuse("There was a reminder already. The next may go <t:%d:R>.", again.Unix())
	}
	t.lobby.Nudged = r.At.UnixMilli()
	var m Message
	var tags []string
	for _, seat := range others {
		tag, users := t.mentions(seat)
		tags, m.Mentions = append(tags, tag), append(m.Mentions, users...)
	}
	m.Text = fmt.Sprintf("%s, the fight waits for you since %s.", strings.Join(tags, " "), t.since())
	if out := t.runsOut(); !out.IsZero() {
		m.Text += fmt.Sprintf(" The other side's patience runs out <t:%d:R>.", out.Unix())
	}
	var ride int64
	err = d.write(ctx, r, func(tx *storage.Tx) (err error) {
		row := t.row(ToChannel+t.session.Place, "", Post{Message: m})
		if ride, err = postRiding(tx, row, r); err != nil {
			return err
		}
		return tx.SaveLobby(t.session.ID, t.lobby.bytes(), t.session.State, t.session.Place)
	})
	return posted(ride, "The reminder is on its way."), err
}

// postRiding posts a row as the answer to a slash command where that can be, and
// gives its id then, else 0.
func postRiding(tx *storage.Tx, row storage.Row, r Request) (ride int64, err error) {
	if r.Kind == Command && row.Dest == ToChannel+r.Channel {
		row.Rides = r.ID
	}
	id, err := tx.Post(row)
	if err != nil || row.Rides == "" {
		return 0, err
	}
	written, err := tx.Row(id)
	if err != nil || written.State != storage.Claimed {
		return 0, err
	}
	return id, nil
}

// lapse lets the decisions of those who are awaited fall to their defaults, once
// patience has run out.
func lapse(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, _, err := d.move(ctx, r, vars[0], func(t *Table) error {
		if strconv.Itoa(t.fight.Asked()) != vars[1] {
			return rules.ErrClosed
		}
		others, err := t.waitsFor()
		if err != nil {
			return err
		}
		switch out := t.runsOut(); {
		case out.IsZero():
			return rules.Refusal("This fight was agreed without an end to patience, so nothing lapses.")
		case r.At.Before(out):
			return rules.Refuse("It is too early: patience with this decision runs until <t:%d:f>, <t:%d:R>.", out.Unix(), out.Unix())
		}
		return t.lapse(others)
	})
	if err != nil {
		return Reply{}, err
	}
	return t.shown(Message{Text: "It lapsed. What came of it stands in <#" + t.session.Place + ">."}), nil
}

func (t *Table) lapse(seats []rules.Seat) error {
	if held := t.fight.Held(); held != nil {
		mine := t.mine()[0]
		if mine == held.Seat {
			return t.add(t.fight.Withdraw(mine, true, t.stamp()))
		}
		return t.add(t.fight.Stand(mine, true, t.stamp()))
	}
	asked := t.fight.Asked()
	for _, seat := range seats {
		for _, q := range t.fight.Asks(seat) {
			if q.Answered || q.Asked != asked {
				continue
			}
			if err := t.answer(seat, rules.Reply{Asked: asked, Ask: q.ID, Lapse: true}); err != nil {
				return err
			}
		}
	}
	return nil
}

// lapseRow is the button by which whoever waits may end it, once he may.
func (t *Table) lapseRow() []Row {
	out := t.runsOut()
	if out.IsZero() || t.r.At.Before(out) || t.fight.Over() != nil {
		return nil
	}
	if _, err := t.waitsFor(); err != nil {
		return nil
	}
	return []Row{{Buttons: []Button{{
		Path: path("lapse", t.session.ID, t.fight.Asked()), Label: "Let it lapse", Style: Grave,
	}}}}
}

// waiting lists every fight that waits for the asker, and those in which he
// waits for others.
func waiting(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	var sessions []storage.Session
	err := d.store.Read(ctx, func(tx *storage.Tx) (err error) {
		sessions, err = tx.SessionsOf(r.User.ID)
		return err
	})
	if err != nil {
		return Reply{}, err
	}
	var me, others []string
	for _, s := range sessions {
		t, err := d.table(ctx, r, s.ID)
		if err != nil {
			return Reply{}, err
		}
		if line, mine := t.waitingLine(); mine {
			me = append(me, line)
		} else {
			others = append(others, line)
		}
	}
	var lines []string
	if len(me) == 0 {
		lines = append(lines, "**No fight waits for you.**")
	} else {
		lines = append(append(lines, "**These fights wait for you:**"), me...)
	}
	if len(others) > 0 {
		lines = append(append(lines, "**In these you wait for others:**"), others...)
	}
	return Private(pack(lines, textLimit)[0]), nil
}

// waitingLine says what a fight waits for, and whether it is the asker.
func (t *Table) waitingLine() (line string, mine bool) {
	for _, seat := range t.mine() {
		for _, q := range t.fight.Asks(seat) {
			if q.Answered || t.fight.Held() != nil {
				continue
			}
			what := firstLine(q.Prompt)
			if q.Secret {
				what = "a choice in secret"
			}
			return fmt.Sprintf("<#%s> %s: %s, since %s", t.session.Place, rules.Escape(t.title()), what, t.since()), true
		}
		if held := t.fight.Held(); held != nil {
			return fmt.Sprintf("<#%s> %s: an objection is open, since %s", t.session.Place, rules.Escape(t.title()), t.since()), true
		}
	}
	return fmt.Sprintf("<#%s> %s: %s Since %s", t.session.Place, rules.Escape(t.title()), t.waiting(), t.since()), false
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSuffix(line, ".")
}
