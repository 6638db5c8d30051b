package commands

import (
	"context"
	"fmt"
	"strconv"

	"umpire/rules"
	"umpire/storage"
)

// endVerb is the umpire's order by which every system ends a fight.
const endVerb = "end"

var endRoutes = []route{
	{Press, "agree-end", 3, agreeEnd}, // session, asked, the seat that offered
}

// endSession ends a fight: a server manager does it with a reason, the players
// when both agree.
func endSession(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	t, err := d.here(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	reason := r.Options["reason"]
	seat, err := t.seat(func(rules.Seat) bool { return false })
	if err != nil && !r.Manager {
		return Reply{}, rules.Refusal("Only those who fight here, or somebody who manages the server, can end this fight.")
	}
	if r.Manager && reason != "" || t.practice() {
		if reason == "" {
			reason = "ended in practice"
		}
		return d.end(ctx, r, t.session.ID, reason)
	}
	if err != nil {
		return Reply{}, rules.Refusal("Say why: `/session end reason:…`. The reason is told in the thread and stays in the record.")
	}
	return t.offerEnd(ctx, seat, reason)
}

// practice tells whether one person holds all seats.
func (t *Table) practice() bool {
	for _, p := range t.people {
		if p.User != t.people[0].User {
			return false
		}
	}
	return true
}

func (d *Desk) end(ctx context.Context, r Request, id, reason string) (Reply, error) {
	_, ride, err := d.move(ctx, r, id, func(t *Table) error {
		return t.answer(rules.Umpire, rules.Reply{Order: &rules.Order{Verb: endVerb, Args: map[string]string{"reason": clip(reason, 200)}}})
	})
	if err != nil {
		return Reply{}, err
	}
	return posted(ride, "The fight is ended."), nil
}

// offerEnd asks the other side, in the open, to end the fight.
func (t *Table) offerEnd(ctx context.Context, seat rules.Seat, reason string) (Reply, error) {
	text := fmt.Sprintf("%s asks to end this fight without a winner.", t.names()[seat-1])
	if reason != "" {
		text += " “" + rules.Escape(clip(reason, 200)) + "”"
	}
	var mentions []string
	for other := rules.Seat(1); int(other) <= len(t.lobby.Seats); other++ {
		if other != seat {
			tags, users := t.mentions(other)
			text += " " + tags
			mentions = append(mentions, users...)
		}
	}
	m := Message{Text: text + ", do you agree? To play on, just play on.", Mentions: mentions, Rows: []Row{{Buttons: []Button{{
		Path: path("agree-end", t.session.ID, t.fight.Asked(), int(seat)), Label: "Agree to end", Style: Grave,
	}}}}}
	var ride int64
	err := t.d.write(ctx, t.r, func(tx *storage.Tx) error {
		row := t.row("channel/"+t.session.Place, fmt.Sprintf("end/%d/%d", t.fight.Line(), seat), Post{Message: m})
		row.Rides = t.r.ID
		id, err := tx.Post(row)
		if err != nil {
			return err
		}
		written, err := tx.Row(id)
		if written.State == storage.Claimed {
			ride = id
		}
		return err
	})
	return posted(ride, "The other side is asked."), err
}

func agreeEnd(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, err := d.table(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	offered, err := strconv.Atoi(vars[2])
	if err != nil {
		return Reply{}, errOld
	}
	seat, err := t.seat(func(s rules.Seat) bool { return int(s) != offered })
	switch {
	case err != nil:
		return Reply{}, err
	case strconv.Itoa(t.fight.Asked()) != vars[1]:
		return Reply{}, rules.Refusal("The fight has gone on since; that offer is gone.")
	case int(seat) == offered:
		return Reply{}, rules.Refusal("That is for the other side to press.")
	}
	_, err = d.end(ctx, r, vars[0], "Both sides agreed to end it.")
	return Reply{Act: Change, Message: Message{Text: "Both sides agreed to end the fight."}}, err
}
