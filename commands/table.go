package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/storage"
)

// Table is a running session as one request finds it: the fight, who sits where
// and what is shown in its thread. It is the only code that moves a fight.
type Table struct {
	d       *Desk
	r       Request
	session storage.Session
	lobby   lobby
	fight   *rules.Fight
	people  []storage.Person
	before  []open           // questions that users were asked, before the move
	lines   []line           // what the move writes
	preface []string         // texts that come before what the lines tell
	small   string           // small print of the preface
	heirs   []storage.Person // whom the move seated
	tastes  map[string]taste // by user
	reason  string           // why, of what the human umpire does
	fresh   []string         // slots of posts whose buttons count from this move on
}

// line is one log line with what it tells.
type line struct {
	entry  rules.Entry
	events []rules.Event
}

// open is a question that one user of its seat is asked.
type open struct {
	rules.Question
	user string
}

func (o open) slot() string { return fmt.Sprintf("prompt/%d/%s/%s", o.Asked, o.ID, o.user) }

// in tells whether the question is among those of a list.
func (o open) in(list []open) bool {
	return slices.ContainsFunc(list, func(p open) bool { return p.slot() == o.slot() })
}

// table loads a running session for a request from its own server, or from direct
// messages. Asking for it lets what was out of reach be tried again: the fight's
// thread, the channel where it was called, and the asker's direct messages.
func (d *Desk) table(ctx context.Context, r Request, id string) (*Table, error) {
	t := &Table{d: d, r: r}
	var parked []string
	err := d.store.Read(ctx, func(tx *storage.Tx) (err error) {
		if t.session, err = tx.Session(id); err != nil {
			return err
		}
		if t.people, err = tx.People(id); err != nil {
			return err
		}
		for _, dest := range []string{ToChannel + t.session.Place, ToChannel + t.session.Channel, ToUser + r.User.ID} {
			if _, err := tx.Parked(dest); err == nil {
				parked = append(parked, dest)
			} else if !errors.Is(err, storage.ErrNotFound) {
				return err
			}
		}
		return t.readTastes(tx)
	})
	if errors.Is(err, storage.ErrNotFound) || err == nil && r.Guild != "" && r.Guild != t.session.Guild {
		return nil, errOld
	}
	if err == nil && len(parked) > 0 && r.Kind != Complete && r.ID != "" {
		err = d.store.Write(ctx, func(tx *storage.Tx) error { return unpark(tx, parked) })
	}
	if err != nil {
		return nil, err
	}
	return t, t.read()
}

func unpark(tx *storage.Tx, dests []string) error {
	for _, dest := range dests {
		if err := tx.Unpark(dest); err != nil {
			return err
		}
	}
	return nil
}

// read makes the lobby and the fight of what was stored.
func (t *Table) read() (err error) {
	if err := json.Unmarshal(t.session.Lobby, &t.lobby); err != nil {
		return fmt.Errorf("read the lobby of session %s: %w", t.session.ID, err)
	}
	if t.session.State == storage.Lobby {
		return rules.Refusal("This fight has not begun. Both sides at its card have to press **Ready**.")
	}
	if len(t.session.Snapshot) == 0 {
		return rules.ErrOver
	}
	sys, err := t.d.system(t.session.System)
	if err != nil {
		return err
	}
	if t.fight, err = rules.Load(sys, t.session.Snapshot); err != nil {
		return fmt.Errorf("session %s: %w", t.session.ID, err)
	}
	t.before = t.asked()
	return nil
}

// here finds the session that is fought in the request's channel.
func (d *Desk) here(ctx context.Context, r Request) (*Table, error) {
	id, err := d.at(ctx, r.Channel, "")
	if err != nil {
		return nil, err
	}
	if id == "" {
		return nil, d.nothingHere(ctx, r)
	}
	return d.table(ctx, r, id)
}

// at gives the session at a channel that is in a state, or in any; "" for none.
func (d *Desk) at(ctx context.Context, channel, state string) (id string, err error) {
	err = d.store.Read(ctx, func(tx *storage.Tx) error {
		s, err := tx.SessionAt(channel)
		if err == nil && (state == "" || s.State == state) {
			id = s.ID
		}
		return err
	})
	if errors.Is(err, storage.ErrNotFound) {
		return "", nil
	}
	return id, err
}

// nothingHere refuses a command that is for a fight's thread, and names those
// where the asker fights.
func (d *Desk) nothingHere(ctx context.Context, r Request) error {
	text := "No fight is fought in this channel. Go to a fight's thread, or open one with `/session new`."
	err := d.store.Read(ctx, func(tx *storage.Tx) error {
		sessions, err := tx.SessionsOf(r.User.ID)
		var places []string
		for _, s := range sessions {
			if s.Guild == r.Guild && len(places) < 5 {
				places = append(places, fmt.Sprintf("<#%s> (`%s`)", s.Place, s.ID))
			}
		}
		if len(places) > 0 {
			text += " You have a seat in " + rules.List(places) + "."
		}
		return err
	})
	if err != nil {
		return err
	}
	return rules.Refusal(text)
}

// stamp is who writes a log line, and when.
func (t *Table) stamp() rules.Stamp {
	return rules.Stamp{By: t.key(), At: t.r.At.UnixMilli(), Reason: t.reason, Nonce: func() string { return t.d.hex(16) }}
}

// key is how the log names the presser: by the key of a seat, or "u" for one
// without.
func (t *Table) key() string {
	for _, p := range t.people {
		if p.User == t.r.User.ID && p.Seat > 0 {
			return p.Key
		}
	}
	return "u"
}

// dice are the fight's sealed dice.
func (t *Table) dice() rules.Dice {
	return rules.NewSealed(t.session.Secret, t.session.ID, t.fight.Mix())
}

// users gives the people of a seat; one whose record was erased is nobody.
func (t *Table) users(seat rules.Seat) []storage.Person {
	var users []storage.Person
	for _, p := range t.people {
		if rules.Seat(p.Seat) == seat && p.User != "" {
			users = append(users, p)
		}
	}
	return users
}

// errSpectator answers somebody who has no seat.
const errSpectator = rules.Refusal("You have no seat in this fight, so this is not yours to do. You may watch, and `/board` shows how it stands.")

// seat finds the seat that the presser acts for. Somebody with both seats, as
// in practice, acts for the one that want accepts.
func (t *Table) seat(want func(rules.Seat) bool) (rules.Seat, error) {
	mine := t.mine()
	if len(mine) == 0 {
		return 0, errSpectator
	}
	if i := slices.IndexFunc(mine, want); i >= 0 {
		return mine[i], nil
	}
	return mine[0], nil
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

// question finds an open question of the presser's by the line that opened it.
func (t *Table) question(asked int, ask string) (rules.Question, rules.Seat, error) {
	owner := rules.Everyone
	var found rules.Question
	for seat := rules.Seat(1); int(seat) <= len(t.lobby.Seats); seat++ {
		for _, q := range t.fight.Asks(seat) {
			if q.ID == ask && q.Asked == asked && !forced(q) {
				owner, found = seat, q
			}
		}
	}
	seat, err := t.seat(func(s rules.Seat) bool { return s == owner })
	switch {
	case err != nil:
		return rules.Question{}, 0, err
	case owner == rules.Everyone:
		return rules.Question{}, 0, t.closed(asked)
	case owner != seat:
		return rules.Question{}, 0, rules.ErrSeat
	}
	return found, seat, nil
}

// forced tells whether the engine has answered a question that left no choice:
// nobody is asked it.
func forced(q rules.Question) bool { return q.Answered && q.By == "" }

// asked lists the questions that are open, for each user of their seats.
func (t *Table) asked() []open {
	var list []open
	for seat := rules.Seat(1); int(seat) <= len(t.lobby.Seats); seat++ {
		for _, q := range t.fight.Asks(seat) {
			for _, p := range t.users(seat) {
				if !forced(q) {
					list = append(list, open{q, p.User})
				}
			}
		}
	}
	return list
}

// names gives what each seat is called, for narration: "Alice and Carol".
func (t *Table) names() []string {
	names := make([]string, len(t.lobby.Seats))
	for seat := range names {
		var people []string
		for _, p := range t.users(rules.Seat(seat + 1)) {
			people = append(people, rules.Escape(p.Name))
		}
		if len(people) == 0 { // whoever sat there had themselves removed
			people = []string{nobody}
		}
		names[seat] = rules.List(people)
	}
	return names
}

// nobody is what somebody is called who had themselves removed.
const nobody = "somebody"

// mentions gives "<@1> <@2>" and the ids for the users of a seat.
func (t *Table) mentions(seat rules.Seat) (text string, users []string) {
	var tags []string
	for _, p := range t.users(seat) {
		users = append(users, p.User)
		tags = append(tags, "<@"+p.User+">")
	}
	return strings.Join(tags, " "), users
}

// holder gives somebody who has or had a seat, by key; nobody for another key.
func (t *Table) holder(key string) storage.Person {
	for _, p := range t.people {
		if p.Key == key {
			return p
		}
	}
	return storage.Person{}
}

// person gives the name of a holder, for a text.
func (t *Table) person(key string) string { return rules.Escape(t.holder(key).Name) }
