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
	before  []open   // secret questions that users were asked, before the move
	lines   []line   // what the move writes
	preface []string // texts that come before what the lines tell
	seated  bool     // the move changed who sits where
	tastes  map[string]taste
}

// line is one log line with what it tells.
type line struct {
	entry  rules.Entry
	events []rules.Event
}

// open is a secret question that one user was asked by direct message.
type open struct {
	rules.Question
	user string
}

func (o open) slot() string { return fmt.Sprintf("prompt/%d/%s/%s", o.Asked, o.ID, o.user) }

// in tells whether the question is among those of a list.
func (o open) in(list []open) bool {
	return slices.ContainsFunc(list, func(p open) bool { return p.slot() == o.slot() })
}

// table loads a running session.
func (d *Desk) table(ctx context.Context, r Request, id string) (*Table, error) {
	t := &Table{d: d, r: r}
	err := d.store.Read(ctx, func(tx *storage.Tx) (err error) {
		if t.session, err = tx.Session(id); err != nil {
			return err
		}
		if t.people, err = tx.People(id); err != nil {
			return err
		}
		return t.readTastes(tx)
	})
	if errors.Is(err, storage.ErrNotFound) {
		return nil, errOld
	}
	if err != nil {
		return nil, err
	}
	return t, t.read()
}

// read makes the lobby and the fight of what was stored.
func (t *Table) read() (err error) {
	if err := json.Unmarshal(t.session.Lobby, &t.lobby); err != nil {
		return fmt.Errorf("read the lobby of session %s: %w", t.session.ID, err)
	}
	if t.session.State == storage.Lobby {
		return rules.Refusal("This fight has not begun. Everybody who sits at its card has to press Ready.")
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

// here finds the running session that is fought in the request's channel.
func (d *Desk) here(ctx context.Context, r Request) (*Table, error) {
	var id string
	err := d.store.Read(ctx, func(tx *storage.Tx) error {
		s, err := tx.SessionAt(r.Channel)
		id = s.ID
		return err
	})
	if errors.Is(err, storage.ErrNotFound) {
		return nil, rules.Refusal("No fight is fought in this channel. Go to a fight's thread, or open one with `/session new`.")
	}
	if err != nil {
		return nil, err
	}
	return d.table(ctx, r, id)
}

// stamp is who writes a log line, and when.
func (t *Table) stamp() rules.Stamp {
	return rules.Stamp{By: t.key(), At: t.r.At.UnixMilli(), Nonce: func() string { return t.d.hex(16) }}
}

// key is how the log names the presser: his key, or "u" for one without a seat.
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

// users gives the people of a seat.
func (t *Table) users(seat rules.Seat) []storage.Person {
	var users []storage.Person
	for _, p := range t.people {
		if rules.Seat(p.Seat) == seat {
			users = append(users, p)
		}
	}
	return users
}

// errSpectator answers somebody who has no seat.
const errSpectator = rules.Refusal("You have no seat in this fight, so this is not yours to press. You may watch, and ask for `/board`.")

// seat finds the seat that the presser acts for. Somebody with both seats, as
// in practice, acts for the one that want accepts.
func (t *Table) seat(want func(rules.Seat) bool) (rules.Seat, error) {
	var mine []rules.Seat
	for _, p := range t.people {
		if p.User == t.r.User.ID && p.Seat > 0 {
			mine = append(mine, rules.Seat(p.Seat))
		}
	}
	if len(mine) == 0 {
		return 0, errSpectator
	}
	if i := slices.IndexFunc(mine, want); i >= 0 {
		return mine[i], nil
	}
	return mine[0], nil
}

// question finds an open question of the presser's by the line that opened it.
func (t *Table) question(asked int, ask string) (rules.Question, rules.Seat, error) {
	owner := rules.Everyone
	for seat := rules.Seat(1); int(seat) <= len(t.lobby.Seats); seat++ {
		for _, q := range t.fight.Asks(seat) {
			if q.ID == ask && q.Asked == asked {
				owner = seat
			}
		}
	}
	seat, err := t.seat(func(s rules.Seat) bool { return s == owner })
	switch {
	case err != nil:
		return rules.Question{}, 0, err
	case owner == rules.Everyone:
		return rules.Question{}, 0, rules.ErrClosed
	case owner != seat:
		return rules.Question{}, 0, rules.ErrSeat
	}
	asks := t.fight.Asks(seat)
	i := slices.IndexFunc(asks, func(q rules.Question) bool { return q.ID == ask })
	return asks[i], seat, nil
}

// asked lists the secret questions that are open, for each user of their seats.
func (t *Table) asked() []open {
	var list []open
	for seat := rules.Seat(1); int(seat) <= len(t.lobby.Seats); seat++ {
		for _, q := range t.fight.Asks(seat) {
			if !q.Secret {
				continue
			}
			for _, p := range t.users(seat) {
				list = append(list, open{q, p.User})
			}
		}
	}
	return list
}

// answer takes a reply of a seat, after the fight was brought to the newest
// rules.
func (t *Table) answer(seat rules.Seat, reply rules.Reply) error {
	entry, events, err := t.fight.Answer(seat, reply, t.dice(), t.stamp())
	return t.add(entry, events, err)
}

func (t *Table) add(entry rules.Entry, events []rules.Event, err error) error {
	if err != nil {
		return err
	}
	t.lines = append(t.lines, line{entry, events})
	return nil
}

// renew brings a fight of older rules to the newest.
func (t *Table) renew() error {
	if !t.fight.Outdated() {
		return nil
	}
	entry, events, err := t.fight.Upgrade(t.dice(), t.stamp())
	return t.add(entry, events, err)
}

// move changes a running session and writes everything that follows in one
// transaction. The row that rides on the interaction, if one could, is given.
func (d *Desk) move(ctx context.Context, r Request, id string, change func(*Table) error) (*Table, int64, error) {
	defer d.queue(id)()
	t, err := d.table(ctx, r, id)
	if err != nil {
		return nil, 0, err
	}
	if t.session.State == storage.Over {
		return nil, 0, rules.ErrOver
	}
	if err := t.renew(); err != nil {
		return nil, 0, err
	}
	if err := change(t); err != nil {
		return nil, 0, err
	}
	if over := t.fight.Over(); over != nil {
		if t.lobby.Result == "" {
			t.lobby.Result = won
			if over.Winner == rules.Everyone {
				t.lobby.Result = drawn
			}
		}
		if err := t.add(t.fight.Close(t.session.Secret, t.stamp())); err != nil {
			return nil, 0, err
		}
	}
	ride, err := t.save(ctx)
	return t, ride, err
}

// save writes the lines, the snapshot and the posts.
func (t *Table) save(ctx context.Context) (ride int64, err error) {
	from := t.session.Line
	posts, err := t.tell()
	if err != nil {
		return 0, err
	}
	state := storage.Running
	if t.fight.Over() != nil {
		state = storage.Over
	}
	err = t.d.write(ctx, t.r, func(tx *storage.Tx) error {
		if err := tx.Append(t.session.ID, from, t.logLines(), t.fight.Snapshot(), t.fight.Units()); err != nil {
			return err
		}
		if err := tx.Unpark(ToChannel + t.session.Place); err != nil {
			return err
		}
		for _, post := range posts {
			id, err := tx.Post(post)
			if err != nil {
				return err
			}
			if post.Rides != "" {
				if row, err := tx.Row(id); err == nil && row.State == storage.Claimed {
					ride = id
				}
			}
		}
		if err := t.strip(tx); err != nil {
			return err
		}
		if t.seated {
			if err := tx.SavePeople(t.session.ID, t.people); err != nil {
				return err
			}
		}
		return tx.SaveLobby(t.session.ID, t.lobby.bytes(), state, t.session.Place)
	})
	return ride, err
}

func (t *Table) logLines() []storage.Line {
	lines := make([]storage.Line, len(t.lines))
	for i, l := range t.lines {
		lines[i] = storage.Line{
			Session: t.session.ID, Line: l.entry.Line, Public: l.entry.Public(),
			Chain: l.entry.Chain, AtMS: l.entry.At,
		}
		if !l.entry.Secret.Empty() {
			secret, err := json.Marshal(l.entry.Secret)
			if err != nil {
				panic(fmt.Sprintf("commands: the secret part of a line does not become JSON: %v", err))
			}
			lines[i].Secret = secret
		}
	}
	return lines
}

// names gives what each seat is called, for narration: "Alice and Carol".
func (t *Table) names() []string {
	names := make([]string, len(t.lobby.Seats))
	for seat := range names {
		var people []string
		for _, p := range t.users(rules.Seat(seat + 1)) {
			people = append(people, rules.Escape(p.Name))
		}
		names[seat] = rules.List(people)
	}
	return names
}

// mentions gives "<@1> <@2>" and the ids for the users of a seat.
func (t *Table) mentions(seat rules.Seat) (text string, users []string) {
	var tags []string
	for _, p := range t.users(seat) {
		if p.User != "" && !slices.Contains(users, p.User) {
			users = append(users, p.User)
			tags = append(tags, "<@"+p.User+">")
		}
	}
	return strings.Join(tags, " "), users
}
