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

// nudgeEvery is how long a reminder stays the last.
const nudgeEvery = 12 * time.Hour

var patienceRoutes = []route{
	{Command, "nudge", 0, nudge},
	{Command, "waiting", 0, waiting},
	{Press, "lapse", 2, lapse}, // session, asked
}

// runsOut is when the patience with the open questions ends; zero for never.
func (t *Table) runsOut() time.Time {
	if t.lobby.Hours == 0 || t.lobby.Since == 0 || t.fight.Paused() != "" {
		return time.Time{}
	}
	return time.UnixMilli(t.lobby.Since).Add(time.Duration(t.lobby.Hours) * time.Hour)
}

// since says from when the open questions wait, as everybody's own clock has it,
// and ago how long that is.
func (t *Table) since() string { return fmt.Sprintf("<t:%d:f>, %s", t.lobby.Since/1000, t.ago()) }
func (t *Table) ago() string   { return fmt.Sprintf("<t:%d:R>", t.lobby.Since/1000) }

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

// waitsFor are the awaited seats that are not the presser's, for somebody who
// waits; it refuses one who has no seat, or who is awaited too.
func (t *Table) waitsFor() ([]rules.Seat, error) {
	if t.fight.Paused() != "" {
		return nil, rules.ErrPaused
	}
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
	ride, err := d.remark(ctx, r, t.session.ID, func(t *Table) ([]storage.Row, error) {
		others, err := t.waitsFor()
		if err != nil {
			return nil, err
		}
		if again := time.UnixMilli(t.lobby.Nudged).Add(nudgeEvery); t.lobby.Nudged != 0 && r.At.Before(again) {
			return nil, rules.Refuse("There was a reminder already. The next may go <t:%d:R>.", again.Unix())
		}
		t.lobby.Nudged = r.At.UnixMilli()
		return []storage.Row{t.row(ToChannel+t.session.Place, "", Post{Message: t.reminder(others)})}, nil
	})
	return posted(ride, "The reminder is on its way."), err
}

func (t *Table) reminder(seats []rules.Seat) (m Message) {
	var tags []string
	for _, seat := range seats {
		tag, users := t.mentions(seat)
		tags, m.Mentions = append(tags, tag), append(m.Mentions, users...)
	}
	m.Text = fmt.Sprintf("%s, the fight has waited for you since %s.", strings.Join(tags, " "), t.since())
	if out := t.runsOut(); !out.IsZero() {
		m.Text += fmt.Sprintf(" Patience with this decision runs out <t:%d:R>.", out.Unix())
	}
	return m
}

// lapse lets the decisions of those who are awaited fall to their defaults, once
// patience has run out.
func lapse(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, _, err := d.move(ctx, r, vars[0], func(t *Table) error {
		if strconv.Itoa(t.fight.Asked()) != vars[1] {
			return t.closed(number(vars[1]))
		}
		others, err := t.waitsFor()
		if err != nil {
			return err
		}
		switch out := t.runsOut(); {
		case out.IsZero():
			return rules.Refusal("This fight was agreed without an end to patience, so nothing lapses.")
		case r.At.Before(out):
			return rules.Refuse("It is too early. Patience with this decision runs out <t:%d:R>, at <t:%d:f>.", out.Unix(), out.Unix())
		}
		return t.lapse(others)
	})
	if err != nil {
		return Reply{}, err
	}
	return t.shown(Message{Text: "It lapsed. What came of it stands in <#" + t.session.Place + ">."}), nil
}

// lapse takes the defaults of seats. An objection that nobody settles goes against
// whoever lets it lie: the declarer's declaration is taken back, the objector's
// objection falls.
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

// lapseRow is the button by which whoever waits may end it, once patience has run
// out.
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

// waiting lists every fight that waits for the asker, and those in which the asker
// waits for others.
func waiting(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	var sessions []storage.Session
	var me, others []string
	err := d.store.Read(ctx, func(tx *storage.Tx) (err error) {
		if sessions, err = tx.SessionsOf(r.User.ID); err != nil {
			return err
		}
		me, err = d.wordsAwaited(tx, r)
		return err
	})
	if err != nil {
		return Reply{}, err
	}
	r.Guild = "" // fights of other servers are listed too
	for _, s := range sessions {
		t, err := d.table(ctx, r, s.ID)
		if err != nil {
			return Reply{}, err
		}
		switch line, mine := t.waitingLine(); {
		case line == "":
		case mine:
			me = append(me, line)
		default:
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
	return Private(fitting(lines)), nil
}

// fitting joins lines as far as one message holds them, and says how many more
// there are.
func fitting(lines []string) string {
	text := ""
	for i, line := range lines {
		if runes(text)+runes(line) > textLimit {
			return fmt.Sprintf("%s-# and %d more", text, len(lines)-i)
		}
		text += line + "\n"
	}
	return strings.TrimSuffix(text, "\n")
}

// waitingLine says what a fight waits for, and whether it is the asker. It is
// empty for one who has no seat any more.
func (t *Table) waitingLine() (line string, mine bool) {
	seats := t.mine()
	if len(seats) == 0 {
		return "", false
	}
	head := fmt.Sprintf("<#%s> %s · `%s`", t.session.Place, rules.Escape(t.title()), t.session.ID)
	if held := t.fight.Held(); held != nil {
		return fmt.Sprintf("%s: an objection is open, told %s", head, t.ago()), true
	}
	for _, seat := range seats {
		for _, q := range t.fight.Asks(seat) {
			if q.Answered {
				continue
			}
			what := firstLine(q.Prompt)
			if q.Secret {
				what = "a choice in secret"
			}
			return fmt.Sprintf("%s: %s, asked %s", head, clip(what, 200), t.ago()), true
		}
	}
	line = fmt.Sprintf("%s: %s Asked %s.", head, t.waiting(), t.ago())
	if len(t.lapseRow()) > 0 {
		line += " Patience has run out: `/board` there lets it lapse."
	}
	return line, false
}
