package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/storage"
)

// endVerb is the umpire's order by which every system ends a fight. It takes a
// reason, and a winner: the number of a seat.
const endVerb = "end"

// How a session ended, as its lobby keeps it and a campaign counts it.
const (
	won        = campaign.Won
	drawn      = campaign.Drawn
	conceded   = campaign.Conceded
	unrecorded = campaign.Unrecorded
)

var endRoutes = []route{
	{Command, "session end", 0, endSession},
	{Complete, "session end", 0, completeFight},
	{Command, "concede", 0, concede},
	{Complete, "concede", 0, completeFight},
	{Command, "draw", 0, offerDraw},
	{Press, "yield", 2, yield}, // session, asked
	{Press, "keep", 0, keepFighting},
	{Press, "agree", 4, agree}, // session, asked, the seat that offered, what
	{Press, "again", 1, again},
}

// ending is how a fight is to end, and why. Winner is Everyone for nobody.
type ending struct {
	how    string
	winner rules.Seat
	reason string
}

// end ends a fight by the umpire's order, as decide has it when nothing else
// moves.
func (d *Desk) end(ctx context.Context, r Request, id string, decide func(*Table) (ending, error)) (ride int64, err error) {
	_, ride, err = d.move(ctx, r, id, func(t *Table) error {
		e, err := decide(t)
		if err != nil {
			return err
		}
		args := map[string]string{"reason": clip(e.reason, typedLimit)}
		if e.winner > 0 {
			args["winner"] = strconv.Itoa(int(e.winner))
		}
		t.lobby.Result = e.how
		return t.answer(rules.Umpire, rules.Reply{Order: &rules.Order{Verb: endVerb, Args: args}})
	})
	return ride, err
}

// endSession ends a fight unrecorded: a server manager who does not play does it
// with a reason, the players when both agree, one alone when nobody else is left.
// A manager with a seat asks like anybody, until patience with the other side has
// run out. A lobby is closed.
func endSession(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	if reply, done, err := d.endLobby(ctx, r); done || err != nil {
		return reply, err
	}
	t, err := d.meant(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	reason := r.Options["reason"]
	seat, err := t.seat(func(rules.Seat) bool { return false })
	switch {
	case err != nil && !r.Manager:
		return Reply{}, rules.Refusal("Only those who fight here, or somebody who manages the server, can end this fight.")
	case err != nil && reason == "":
		return Reply{}, rules.Refusal("Say why: `/session end reason:…`. The reason is told in the thread and stays in the record.")
	case t.endsAlone(reason):
		if reason == "" {
			reason = "Nobody else is here."
		}
		ride, err := d.end(ctx, r, t.session.ID, func(t *Table) (ending, error) {
			if !t.endsAlone(r.Options["reason"]) {
				return ending{}, rules.Refusal("The fight has gone on since. Ask again if you still mean it.")
			}
			return ending{how: unrecorded, reason: reason}, nil
		})
		return posted(ride, "The fight is over."), err
	}
	if offered := t.offeredEnd(seat); offered > 0 {
		return agree(d, ctx, r, []string{t.session.ID, strconv.Itoa(t.fight.Asked()), strconv.Itoa(int(offered)), unrecorded})
	}
	ride, err := d.remark(ctx, r, t.session.ID, func(t *Table) ([]storage.Row, error) {
		text := fmt.Sprintf("%s asks to end this fight without a result.", t.names()[seat-1])
		if reason != "" {
			text += " “" + rules.Escape(clip(reason, typedLimit)) + "”"
		}
		return t.offer(seat, unrecorded, text, "Agree to end")
	})
	return posted(ride, "The other side is asked."), err
}

// endsAlone tells whether the asker ends the fight without asking another side: a
// manager who does not play, or who waited longer than was agreed, and whoever
// plays alone or was left alone.
func (t *Table) endsAlone(reason string) bool {
	mine := t.mine()
	if len(mine) == 0 {
		return t.r.Manager
	}
	return t.practice() || t.alone(mine[0]) || t.r.Manager && reason != "" && len(t.lapseRow()) > 0
}

// practice tells whether one person holds all seats.
func (t *Table) practice() bool {
	for seat := range t.lobby.Seats {
		users := t.users(rules.Seat(seat + 1))
		if len(users) != 1 || users[0].User != t.r.User.ID {
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

// offer asks the other sides, in the open, to end the fight in some way. Its
// button goes when the fight has moved on.
func (t *Table) offer(seat rules.Seat, what, text, button string) ([]storage.Row, error) {
	slot := path("offer", t.fight.Asked(), int(seat), what)
	isDM := func(live string) bool { return strings.HasPrefix(live, slot+"/") }
	asked, elsewhere := slices.Contains(t.lobby.Live, slot), t.r.Channel != t.session.Place
	if asked && (!elsewhere || slices.ContainsFunc(t.lobby.Live, isDM)) {
		return nil, rules.Refusal("The other side is asked already. To play on, just play on.")
	}
	if !asked {
		t.lobby.Live = append(t.lobby.Live, slot)
	}
	t.lobby.Agreed = slices.DeleteFunc(t.lobby.Agreed, func(word string) bool { // to offers that are gone
		return !strings.HasPrefix(word, path("offer", t.fight.Asked())+"/")
	})
	var tags, mentions []string
	for other := rules.Seat(1); int(other) <= len(t.lobby.Seats); other++ {
		if other != seat {
			tag, users := t.mentions(other)
			tags, mentions = append(tags, tag), append(mentions, users...)
		}
	}
	m := Message{
		Text:     fmt.Sprintf("%s %s, do you agree? To play on, just play on.", text, strings.Join(tags, " ")),
		Mentions: mentions,
		Rows: []Row{{Buttons: []Button{{
			Path: path("agree", t.session.ID, t.fight.Asked(), int(seat), what), Label: button, Style: Grave,
		}}}},
	}
	var dms []storage.Row
	if elsewhere { // the fight's own place may be gone: direct messages notify instead
		dms = t.offerDMs(slot, text, m)
		m.Mentions = nil
	}
	return append([]storage.Row{t.row(ToChannel+t.session.Place, slot, Post{Message: m})}, dms...), nil
}

// offerDMs asks those whom an offer mentions by direct message too.
func (t *Table) offerDMs(slot, text string, offer Message) (rows []storage.Row) {
	for _, user := range offer.Mentions {
		dm := slot + "/" + user
		t.lobby.Live = append(t.lobby.Live, dm)
		m := Message{Text: fmt.Sprintf("%s Do you agree? To play on, just play on.\n%s", text, t.where()), Rows: offer.Rows}
		rows = append(rows, t.row(ToUser+user, dm, Post{Message: m}))
	}
	return rows
}

// offeredEnd is another side whose offer to end the fight without a result is
// open for a seat; Everyone for none.
func (t *Table) offeredEnd(seat rules.Seat) rules.Seat {
	for other := rules.Seat(1); int(other) <= len(t.lobby.Seats); other++ {
		offer := path("offer", t.fight.Asked(), int(other), unrecorded)
		if other != seat && slices.Contains(t.lobby.Live, offer) && !slices.Contains(t.lobby.Agreed, path(offer, int(seat))) {
			return other
		}
	}
	return rules.Everyone
}

// agree accepts an offer of another side. Once all other sides have, the fight
// is over.
func agree(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	offered, err := strconv.Atoi(vars[2])
	e := ending{how: vars[3], reason: "Every side agreed to end it unrecorded."}
	switch {
	case err != nil || e.how != drawn && e.how != unrecorded:
		return Reply{}, errOld
	case e.how == drawn:
		e.reason = "Every side agreed to a draw."
	}
	offer := path("offer", vars[1], offered, e.how)
	t, err := d.table(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	if seat, missing, err := t.agreeing(offer, offered); err == nil && missing > 0 {
		_, err := d.remark(ctx, r, vars[0], func(t *Table) ([]storage.Row, error) {
			if _, _, err := t.agreeing(offer, offered); err != nil {
				return nil, err
			}
			t.lobby.Agreed = append(t.lobby.Agreed, path(offer, int(seat)))
			text := fmt.Sprintf("%s agrees; the others are still asked.", t.names()[seat-1])
			return []storage.Row{t.row(ToChannel+t.session.Place, path("agreed", vars[1], int(seat)), Post{Message: Message{Text: text}})}, nil
		})
		return Private("Agreed."), err
	}
	_, err = d.end(ctx, r, vars[0], func(t *Table) (ending, error) {
		_, missing, err := t.agreeing(offer, offered)
		if err == nil && missing > 0 {
			err = rules.Refusal("Somebody else is still asked. Press again.")
		}
		return e, err
	})
	return Private("Agreed."), err
}

// agreeing finds the seat that the presser agrees for, and how many would still
// be missing.
func (t *Table) agreeing(offer string, offered int) (seat rules.Seat, missing int, err error) {
	agreed := func(s rules.Seat) bool { return slices.Contains(t.lobby.Agreed, path(offer, int(s))) }
	open := func(s rules.Seat) bool { return int(s) != offered && !agreed(s) }
	seat, err = t.seat(open)
	switch {
	case err != nil:
		return 0, 0, err
	case !slices.Contains(t.lobby.Live, offer) || !strings.HasPrefix(offer, path("offer", t.fight.Asked())+"/"):
		return 0, 0, rules.Refusal("The fight has gone on since; that offer is gone.")
	case int(seat) == offered:
		return 0, 0, rules.Refusal("That is for another side to press.")
	case agreed(seat):
		return 0, 0, rules.Refusal("Your side has agreed already.")
	}
	for s := rules.Seat(1); int(s) <= len(t.lobby.Seats); s++ {
		if s != seat && open(s) {
			missing++
		}
	}
	return seat, missing, nil
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
		ride, err := d.end(ctx, r, t.session.ID, func(*Table) (ending, error) { return ending{how: drawn, reason: "A draw, in practice."}, nil })
		return posted(ride, "The fight is over."), err
	}
	ride, err := d.remark(ctx, r, t.session.ID, func(t *Table) ([]storage.Row, error) {
		return t.offer(seat, drawn, t.names()[seat-1]+" offers a draw.", "Accept the draw")
	})
	return posted(ride, "The other side is asked."), err
}

// mayConcede refuses one who has no seat, and where more than two sides fight:
// there a side that gives up leaves nobody as the winner.
func (t *Table) mayConcede() error {
	switch {
	case len(t.mine()) == 0:
		return errSpectator
	case len(t.lobby.Seats) > 2:
		return rules.Refusal("More than two sides fight here, and one that gives up does not end it for the others. `/session end` asks them, and `/session replace` gives your seat to somebody.")
	}
	return nil
}

// concede asks once more, for the presser alone.
func concede(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	t, err := d.meant(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	if err := t.mayConcede(); err != nil {
		return Reply{}, err
	}
	return Private("Concede this fight? The other side wins, and it stays so in the record.", Row{Buttons: []Button{
		{Path: path("yield", t.session.ID, t.fight.Asked()), Label: "Concede", Style: Grave},
		{Path: "keep", Label: "Fight on"},
	}}), nil
}

func yield(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	_, err := d.end(ctx, r, vars[0], func(t *Table) (ending, error) {
		if err := t.mayConcede(); err != nil {
			return ending{}, err
		}
		awaited := t.awaitedSeats()
		seat, err := t.seat(func(s rules.Seat) bool { return len(awaited) > 0 && s == awaited[0] })
		switch {
		case err != nil:
			return ending{}, err
		case strconv.Itoa(t.fight.Asked()) != vars[1]:
			return ending{}, rules.Refusal("The fight has gone on since. Ask again with `/concede` if you still mean it.")
		}
		return ending{how: conceded, winner: 3 - seat, reason: plain(t.lobby.Seats[seat-1].title(t.fight.System())) + " concede."}, nil
	})
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
		return fmt.Sprintf("%s (%s)", rules.Escape(t.lobby.Seats[i].title(t.fight.System())), names[i])
	}
	var how string
	switch {
	case over.Winner > 0 && len(names) == 2:
		how = fmt.Sprintf("%s beat %s", side(int(over.Winner)-1), side(2-int(over.Winner)))
		if t.lobby.Result == conceded {
			how += ", who concede"
		}
	case over.Winner > 0:
		how = side(int(over.Winner)-1) + " have won"
	default:
		sides := make([]string, len(names))
		for i := range sides {
			sides[i] = side(i)
		}
		how = strings.Join(sides, " against ") + " ends without a result"
		if t.lobby.Result == drawn {
			how = strings.Join(sides, " against ") + " ends in a draw"
		}
	}
	text := fmt.Sprintf("**%s:** %s. <#%s>", t.fight.System().Title, clip(how, 1500), t.session.Place)
	return []storage.Row{t.row(ToChannel+t.session.Channel, "result", Post{Message: Message{Text: text}})}
}
