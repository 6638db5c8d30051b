package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"umpire/rules"
	"umpire/storage"
)

// endVerb is the umpire's order by which every system ends a fight. It takes a
// reason, and a winner: the number of a seat.
const endVerb = "end"

// How a session ended, as its lobby keeps it.
const (
	won        = "won"
	drawn      = "drawn"
	conceded   = "conceded"
	unrecorded = "unrecorded"
)

var endRoutes = []route{
	{Command, "concede", 0, concede},
	{Command, "draw", 0, offerDraw},
	{Press, "yield", 2, yield}, // session, asked
	{Press, "keep", 0, keepFighting},
	{Press, "agree", 4, agree}, // session, asked, the seat that offered, what
	{Press, "again", 1, again},
}

// endSession ends a fight unrecorded: a server manager does it with a reason,
// the players when both agree.
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
	if r.Manager && reason != "" || t.practice() || err == nil && t.alone(seat) {
		if reason == "" {
			reason = "nobody else is here"
		}
		return d.end(ctx, r, t.session.ID, unrecorded, 0, reason)
	}
	if err != nil {
		return Reply{}, rules.Refusal("Say why: `/session end reason:…`. The reason is told in the thread and stays in the record.")
	}
	text := fmt.Sprintf("%s asks to end this fight without a result.", t.names()[seat-1])
	if reason != "" {
		text += " “" + rules.Escape(clip(reason, 200)) + "”"
	}
	return t.offer(ctx, seat, unrecorded, text, "Agree to end")
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

// alone tells whether every user of the other seats has left the server.
func (t *Table) alone(seat rules.Seat) bool {
	for _, p := range t.people {
		if p.Seat > 0 && rules.Seat(p.Seat) != seat && !slices.Contains(t.lobby.Gone, p.User) {
			return false
		}
	}
	return true
}

// end ends a fight by the umpire's order.
func (d *Desk) end(ctx context.Context, r Request, id, how string, winner rules.Seat, reason string) (Reply, error) {
	args := map[string]string{"reason": clip(reason, 200)}
	if winner > 0 {
		args["winner"] = strconv.Itoa(int(winner))
	}
	_, ride, err := d.move(ctx, r, id, func(t *Table) error {
		t.lobby.Result = how
		return t.answer(rules.Umpire, rules.Reply{Order: &rules.Order{Verb: endVerb, Args: args}})
	})
	if err != nil {
		return Reply{}, err
	}
	return posted(ride, "The fight is over."), nil
}

// offer asks the other sides, in the open, to end the fight in some way.
func (t *Table) offer(ctx context.Context, seat rules.Seat, what, text, button string) (Reply, error) {
	var mentions []string
	for other := rules.Seat(1); int(other) <= len(t.lobby.Seats); other++ {
		if other != seat {
			tags, users := t.mentions(other)
			text += " " + tags
			mentions = append(mentions, users...)
		}
	}
	m := Message{Text: text + ", do you agree? To play on, just play on.", Mentions: mentions, Rows: []Row{{Buttons: []Button{{
		Path: path("agree", t.session.ID, t.fight.Asked(), int(seat), what), Label: button, Style: Grave,
	}}}}}
	var ride int64
	err := t.d.write(ctx, t.r, func(tx *storage.Tx) (err error) {
		row := t.row(ToChannel+t.session.Place, path("offer", t.fight.Line(), int(seat), what), Post{Message: m})
		ride, err = postRiding(tx, row, t.r)
		return err
	})
	return posted(ride, "The other side is asked."), err
}

// agree accepts an offer of the other side.
func agree(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
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
	case t.fight.Over() != nil:
		return Reply{}, rules.ErrOver
	case strconv.Itoa(t.fight.Asked()) != vars[1]:
		return Reply{}, rules.Refusal("The fight has gone on since; that offer is gone.")
	case int(seat) == offered:
		return Reply{}, rules.Refusal("That is for the other side to press.")
	}
	reason, said := "Both sides agreed to end it unrecorded.", "Both sides agreed to end the fight."
	if vars[3] == drawn {
		reason, said = "Both sides agreed to a draw.", "Agreed: a draw."
	}
	_, err = d.end(ctx, r, vars[0], vars[3], 0, reason)
	return Reply{Act: Change, Message: Message{Text: said}}, err
}

func offerDraw(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	t, err := d.here(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	seat, err := t.seat(func(rules.Seat) bool { return false })
	if err != nil {
		return Reply{}, err
	}
	if t.practice() {
		return d.end(ctx, r, t.session.ID, drawn, 0, "A draw, in practice.")
	}
	return t.offer(ctx, seat, drawn, t.names()[seat-1]+" offers a draw.", "Accept the draw")
}

// concede asks once more, for the presser alone.
func concede(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	t, err := d.here(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	if _, err := t.seat(func(rules.Seat) bool { return false }); err != nil {
		return Reply{}, err
	}
	return Private("Concede this fight? The other side wins, and it stays so in the record.", Row{Buttons: []Button{
		{Path: path("yield", t.session.ID, t.fight.Asked()), Label: "Concede", Style: Grave},
		{Path: "keep", Label: "Fight on"},
	}}), nil
}

func yield(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, err := d.table(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	awaited := t.awaitedSeats()
	seat, err := t.seat(func(s rules.Seat) bool { return len(awaited) > 0 && s == awaited[0] })
	switch {
	case err != nil:
		return Reply{}, err
	case strconv.Itoa(t.fight.Asked()) != vars[1]:
		return Reply{}, rules.Refusal("The fight has gone on since. Ask again with `/concede` if you still mean it.")
	}
	winner := rules.Everyone
	if len(t.lobby.Seats) == 2 {
		winner = 3 - seat
	}
	_, err = d.end(ctx, r, vars[0], conceded, winner, t.plainNames(int(seat)-1)+" concedes.")
	return Reply{Act: Change, Message: Message{Text: "You conceded."}}, err
}

func keepFighting(*Desk, context.Context, Request, []string) (Reply, error) {
	return Reply{Act: Change, Message: Message{Text: "The fight goes on."}}, nil
}

// result is the one line that the parent channel reads of a fight in a thread.
func (t *Table) result() []storage.Row {
	over := t.fight.Over()
	if over == nil || t.lobby.Here {
		return nil
	}
	names := t.names()
	side := func(i int) string {
		return fmt.Sprintf("%s (%s)", rules.Escape(t.rosterTitle(t.lobby.Seats[i].Roster)), names[i])
	}
	how := "ends without a result"
	switch {
	case over.Winner > 0 && len(names) == 2:
		how = fmt.Sprintf("%s wins against %s", side(int(over.Winner)-1), side(2-int(over.Winner)))
	case over.Winner > 0:
		how = side(int(over.Winner)-1) + " wins"
	case t.lobby.Result == drawn:
		how = fmt.Sprintf("%s against %s ends in a draw", side(0), side(1))
	}
	text := fmt.Sprintf("**%s:** %s. <#%s>", t.fight.System().Title, how, t.session.Place)
	return []storage.Row{t.row(ToChannel+t.session.Channel, "result", Post{Message: Message{Text: text}})}
}

// again opens the lobby of a return match: the same people, sides and rules.
func again(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	defer d.queue(vars[0])()
	t, err := d.table(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	switch {
	case t.key() == "u":
		return Reply{}, errSpectator
	case t.fight.Over() == nil:
		return Reply{}, rules.Refusal("This fight is not over.")
	case t.lobby.Again:
		return Reply{}, rules.Refuse("A return match was called already: its card is in <#%s>.", t.session.Channel)
	}
	t.lobby.Again = true
	s := &setUp{d: d, r: r, sys: t.fight.System()}
	s.lobby = lobby{Host: r.User, Hours: t.lobby.Hours, Options: t.lobby.Options, Plain: t.lobby.Plain}
	for i, c := range t.lobby.Seats {
		seat := chair{Roster: c.Roster}
		for _, p := range t.users(rules.Seat(i + 1)) {
			seat.Users = append(seat.Users, Person{ID: p.User, Name: p.Name})
		}
		s.lobby.Seats = append(s.lobby.Seats, seat)
	}
	s.session = storage.Session{
		ID: d.name(5), System: s.sys.Key, Guild: r.Guild, Channel: t.session.Channel, State: storage.Lobby,
		Secret: d.hex(32), Lobby: s.lobby.bytes(),
	}
	err = d.write(ctx, r, func(tx *storage.Tx) error {
		if err := tx.AddSession(s.session); err != nil {
			return err
		}
		if _, err := tx.Post(s.row(ToChannel+s.session.Channel, lobbySlot, Post{Message: s.card()})); err != nil {
			return err
		}
		return tx.SaveLobby(t.session.ID, t.lobby.bytes(), t.session.State, t.session.Place)
	})
	return Private(fmt.Sprintf("The card of the return match is in <#%s>.", t.session.Channel)), err
}
