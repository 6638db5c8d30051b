package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/storage"
)

var sessionRoutes = []route{
	{Command, "session new", 0, newSession},
	{Complete, "session new", 0, completeSide},
	{Command, "session status", 0, sessionStatus},
	{Complete, "session status", 0, completeFight},
}

// newSession opens a lobby: its card is the answer, in the open.
func newSession(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	if r.Guild == "" {
		return Reply{}, rules.Refusal("A fight is opened in a server's channel, where others can see it.")
	}
	sys, err := d.system(r.Options["system"])
	if err != nil {
		return Reply{}, rules.Refuse("There is no system called %s. There is: %s.", typed(r.Options["system"]), rules.List(d.titles()))
	}
	kept, own := strings.CutPrefix(r.Options["side"], ownSide)
	if own {
		r.Options = maps.Clone(r.Options)
		delete(r.Options, "side")
	}
	s := &setUp{d: d, r: r, sys: sys}
	if s.lobby, err = openLobby(sys, r); err != nil {
		return Reply{}, err
	}
	if own {
		err := d.look(ctx, r, func(b *books) error {
			k, err := b.roster(kept)
			if err != nil {
				return err
			}
			return s.brings(0, k)
		})
		if err != nil {
			return Reply{}, err
		}
	}
	if err := able(r, s.lobby.Here); err != nil {
		return Reply{}, err
	}
	return s.open(ctx)
}

// open stores a new lobby and posts its card, in the open.
func (s *setUp) open(ctx context.Context) (Reply, error) {
	s.fresh(s.r.Guild, s.r.Channel)
	var ride int64
	err := s.d.write(ctx, s.r, func(tx *storage.Tx) (err error) {
		ride, err = s.add(tx)
		return err
	})
	if errors.Is(err, storage.ErrTaken) {
		return Reply{}, s.d.taken(ctx, s.r)
	}
	if err != nil {
		return Reply{}, err
	}
	return posted(ride, "The card is on its way."), nil
}

// fresh makes a session of a lobby that was just thought of.
func (s *setUp) fresh(guild, channel string) {
	s.lobby.note(s.r)
	s.session = storage.Session{
		ID: s.d.name(5), System: s.sys.Key, Guild: guild, Channel: channel, State: storage.Lobby,
		Secret: s.d.hex(32), Lobby: s.lobby.bytes(),
	}
	if s.lobby.Here {
		s.session.Place = channel
	}
}

// add stores the session and posts its card. A lobby in its way that nobody
// filled in time is closed first.
func (s *setUp) add(tx *storage.Tx) (ride int64, err error) {
	if err := s.d.clear(tx, s.r, s.session.Place); err != nil {
		return 0, err
	}
	if err := tx.AddSession(s.session); err != nil {
		return 0, err
	}
	return postRiding(tx, s.cardRow(), s.r)
}

// clear closes a lobby at a place that waited too long to be filled.
func (d *Desk) clear(tx *storage.Tx, r Request, place string) error {
	old := &setUp{d: d, r: r}
	var err error
	old.session, err = tx.SessionAt(place)
	if errors.Is(err, storage.ErrNotFound) || err == nil && old.session.State != storage.Lobby {
		return nil
	}
	if err != nil {
		return err
	}
	if err := old.read(); err != nil || !old.old() {
		return err
	}
	return old.shut(tx)
}

// taken refuses a second fight in one channel, with a link to the first.
func (d *Desk) taken(ctx context.Context, r Request) error {
	link := ""
	err := d.store.Read(ctx, func(tx *storage.Tx) error {
		s, err := tx.SessionAt(r.Channel)
		if err != nil {
			return err
		}
		var l lobby
		if err := json.Unmarshal(s.Lobby, &l); err != nil {
			return fmt.Errorf("read the lobby of session %s: %w", s.ID, err)
		}
		for _, slot := range append(l.Live, lobbySlot) {
			if channel, message, err := tx.Slot(s.ID, slot); err == nil && message != "" {
				link = fmt.Sprintf(" It stands at https://discord.com/channels/%s/%s/%s.", r.Guild, channel, message)
				break
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return rules.Refuse("A fight is set up or fought in this very place already.%s End that one first with `/session end`, or open yours in another channel, where it gets a thread of its own.", link)
}

// posted answers a slash command whose public post rides on it, or goes by the
// outbox when it cannot.
func posted(ride int64, otherwise string) Reply {
	if ride != 0 {
		return Reply{Act: Ride, Row: ride}
	}
	return Private(otherwise)
}

// openLobby seats the caller, and the opponent if one is named.
func openLobby(sys *rules.System, r Request) (lobby, error) {
	l := lobby{Host: r.User, Hours: patienceHours()[0], Here: r.Options["here"] == "true" || r.Parent != ""}
	rosters := sys.Rosters()
	for i, side := range sys.Sample().Sides { // sides that are a match for each other
		key := rosters[i%len(rosters)].Key
		if slices.ContainsFunc(rosters, func(o rules.Roster) bool { return o.Key == side.Key }) {
			key = side.Key
		}
		l.Seats = append(l.Seats, chair{Roster: key})
	}
	l.Seats[0].Users = []Person{r.User}
	if side := r.Options["side"]; side != "" {
		i := slices.IndexFunc(rosters, func(o rules.Roster) bool { return o.Key == side || strings.EqualFold(o.Name, side) })
		if i < 0 {
			var names []string
			for _, o := range rosters {
				names = append(names, o.Name)
			}
			return l, rules.Refuse("%s has no side called %s. There is: %s.", sys.Title, typed(side), rules.List(names))
		}
		l.Seats[0].Roster = rosters[i].Key
		if l.Seats[1].Roster == rosters[i].Key {
			l.Seats[1].Roster = rosters[(i+1)%len(rosters)].Key
		}
	}
	if id := r.Options["opponent"]; id != "" {
		opponent, ok := r.People[id]
		if !ok {
			return l, rules.Refusal("A bot cannot be an opponent. Name a person, or nobody: then the seat is open.")
		}
		l.Seats[1].Users = []Person{opponent}
	}
	if id := r.Options["umpire"]; id != "" {
		umpire, ok := r.People[id]
		switch {
		case !ok:
			return l, rules.Refusal("A bot cannot be named as umpire: I count and tell, and a person rules.")
		case len(l.seats(id)) > 0:
			return l, rules.Refusal("Nobody rules in a fight of their own. Name somebody who does not play.")
		}
		l.Umpire = &umpire
	}
	return l, nil
}

func (d *Desk) titles() []string {
	var titles []string
	for _, sys := range d.systems {
		titles = append(titles, sys.Title)
	}
	return titles
}

// ownSide begins the value of a side that is a roster of the caller's.
const ownSide = "roster:"

// completeSide offers the sides of the system that was chosen, and the caller's own
// rosters of it.
func completeSide(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	var options []rules.Option
	err := d.look(ctx, r, func(b *books) error {
		if b.me.Key == "" {
			return nil
		}
		lines, err := b.tx.FindRosters(r.Guild, storage.RosterQuery{Owner: &b.me.Key, System: r.Options["system"], Part: r.Options["side"], Limit: menuLimit})
		if err != nil {
			return err
		}
		for _, l := range lines {
			detail := "your roster, in no campaign"
			if l.Campaign != "" {
				c, err := b.campaign(l.Campaign)
				if err != nil {
					return err
				}
				detail = "your roster in " + plain(c.row.Name)
			}
			options = append(options, rules.Option{ID: ownSide + l.ID, Label: plain(l.Name), Detail: detail})
		}
		return nil
	})
	if err != nil {
		return Reply{}, err
	}
	for _, sys := range d.systems {
		if r.Options["system"] != "" && sys.Key != r.Options["system"] {
			continue
		}
		for _, o := range sys.Rosters() {
			options = append(options, rules.Option{ID: o.Key, Label: o.Name})
		}
	}
	return offer(options, r.Options[r.Focused]), nil
}

// offer gives the options that hold what was typed, best first, at most 25.
func offer(options []rules.Option, typed string) Reply {
	reply := Reply{Act: Offer}
	typed = strings.ToLower(strings.TrimSpace(typed))
	var rest []Choice
	for _, o := range options {
		label := o.Label
		if o.Detail != "" {
			label += " (" + o.Detail + ")"
		}
		c := Choice{Label: clip(label, 100), Value: o.ID}
		switch at := strings.Index(strings.ToLower(label), typed); {
		case at == 0 || strings.EqualFold(o.ID, typed):
			reply.Choices = append(reply.Choices, c)
		case at > 0:
			rest = append(rest, c)
		}
	}
	reply.Choices = append(reply.Choices, rest...)
	reply.Choices = reply.Choices[:min(menuLimit, len(reply.Choices))]
	return reply
}

// sessionStatus tells the caller how the fight here, or the one that is named,
// stands.
func sessionStatus(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	t, err := d.meant(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	patience := patienceLabel(t.lobby.Hours)
	if out := t.runsOut(); !out.IsZero() {
		patience += fmt.Sprintf(", until <t:%d:f>", out.Unix())
	}
	text := fmt.Sprintf("**%s**, fight %s, step %d.\n%s Asked %s. %s.\n-# dice sealed %s · chain %s",
		t.fight.System().Title, t.session.ID, t.fight.Line(), clip(t.waiting(), 900), t.ago(), patience,
		t.fight.Seal(), t.fight.Chain())
	return Private(text, t.lapseRow()...), nil
}

// waiting tells who is awaited, without notifying anybody.
func (t *Table) waiting() string {
	if over := t.fight.Over(); over != nil {
		return "The fight is over: " + over.Why
	}
	names := t.names()
	if why := t.fight.Paused(); why != "" {
		return fmt.Sprintf("The umpire has paused the fight: “%s”", rules.Escape(why))
	}
	var who []string
	for _, s := range t.awaitedSeats() {
		if s >= 1 && int(s) <= len(names) {
			who = append(who, names[s-1])
		}
	}
	if len(who) == 0 {
		return "Nobody is awaited."
	}
	if held := t.fight.Held(); held != nil {
		return fmt.Sprintf("%s objects: “%s” Awaited: %s.", names[held.Seat-1], rules.Escape(held.Reason), rules.List(who))
	}
	return "Awaited: " + rules.List(who) + "."
}
