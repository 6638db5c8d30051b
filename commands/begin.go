package commands

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/storage"
)

// begin opens the fight that a lobby agreed on: its thread, its log, its first
// posts and what else is to be said, all in one transaction.
func (s *setUp) begin(ctx context.Context, more []storage.Row) (Reply, error) {
	sides, err := s.field(ctx)
	if err != nil {
		return Reply{}, err
	}
	setup, err := s.setup(sides)
	if err != nil {
		return Reply{}, err
	}
	t := &Table{d: s.d, r: s.r, session: s.session, lobby: s.lobby}
	keys := make([][]string, len(s.lobby.Seats))
	for i, c := range s.lobby.Seats {
		for _, p := range c.Users {
			key := fmt.Sprintf("p%d", len(t.people)+1)
			t.people = append(t.people, storage.Person{Session: s.session.ID, Key: key, Seat: i + 1, User: p.ID, Name: p.Name})
			keys[i] = append(keys[i], key)
		}
	}
	s.lobby.note(s.r)
	s.lobby.Here = s.lobby.Here || s.lobby.NoThread
	t.lobby = s.lobby
	if s.lobby.Here {
		t.session.Place = s.session.Channel
	} else if t.session.Place, err = s.cardMessage(ctx); err != nil { // a thread opened on a message has its id
		return Reply{}, err
	}
	if err := s.d.store.Read(ctx, t.readTastes); err != nil {
		return Reply{}, err
	}
	if err := t.open(s.sys, setup, keys); err != nil {
		return Reply{}, err
	}
	err = s.saveBegun(ctx, t, sides, more)
	if errors.Is(err, storage.ErrTaken) {
		return Reply{}, s.d.taken(ctx, s.r)
	}
	if err != nil {
		return Reply{}, err
	}
	return Reply{Act: Change, Message: s.begunCard()}, nil
}

// cardMessage is the id of the lobby's card: the pressed message, or, for a form
// that was opened from it, what the outbox knows.
func (s *setUp) cardMessage(ctx context.Context) (id string, err error) {
	if s.r.Message != "" {
		return s.r.Message, nil
	}
	err = s.d.store.Read(ctx, func(tx *storage.Tx) (err error) {
		_, id, err = tx.Slot(s.session.ID, lobbySlot)
		return err
	})
	if errors.Is(err, storage.ErrNotFound) {
		return "", rules.Refusal("This card is not quite there yet. Press again in a moment.")
	}
	return id, err
}

// setup is what the fight starts from, each side's roster in full.
func (s *setUp) setup(kept []rules.Roster) (rules.Setup, error) {
	setup := rules.Setup{Options: s.lobby.Options}
	for i, c := range s.lobby.Seats {
		if c.Kept != "" {
			setup.Sides = append(setup.Sides, kept[i])
			continue
		}
		found := false
		for _, r := range s.sys.Rosters() {
			if r.Key == c.Roster {
				setup.Sides = append(setup.Sides, r)
				found = true
			}
		}
		if !found {
			return setup, rules.Refuse("There is no side called %s.", c.Roster)
		}
	}
	return setup, nil
}

// open writes the first lines of the log: the setup, each side's word, and the
// opening of the fight.
func (t *Table) open(sys *rules.System, setup rules.Setup, keys [][]string) (err error) {
	seal := rules.SealOf(t.session.Secret, t.session.ID)
	fight, entry, err := rules.New(sys, t.session.ID, setup, keys, seal, t.stamp())
	if err != nil {
		return err
	}
	t.fight = fight
	t.lines = append(t.lines, line{entry: entry})
	for i, c := range t.lobby.Seats {
		if c.Pledge == "" {
			continue
		}
		entry, events, err := fight.Pledge(rules.Seat(i+1), c.Pledge, t.stamp())
		if err := t.add(entry, events, err); err != nil {
			return err
		}
	}
	for i, c := range t.lobby.Seats {
		entry, events, err := fight.Word(rules.Seat(i+1), c.Word, t.stamp())
		if err := t.add(entry, events, err); err != nil {
			return err
		}
	}
	return t.add(fight.Begin(t.dice(), t.stamp()))
}

func (s *setUp) saveBegun(ctx context.Context, t *Table, sides []rules.Roster, more []storage.Row) error {
	t.preface, t.small = []string{t.terms(s)}, t.seals()
	posts, err := t.tell()
	if err != nil {
		return err
	}
	id, place := t.session.ID, t.session.Place
	s.session.Place = place
	rows := more
	if !s.lobby.Here {
		thread := Post{Thread: &Thread{Channel: s.session.Channel, Message: place, Name: t.title()}}
		rows = append(rows, row(id, ToChannel+place, "thread", thread))
	}
	rows = append(append(rows, posts...), row(id, ToChannel+s.session.Channel, lobbySlot, Post{Message: s.begunCard()}))
	return s.d.write(ctx, s.r, func(tx *storage.Tx) error {
		if err := tx.SavePeople(id, t.people); err != nil {
			return err
		}
		if err := s.engage(tx, t, sides); err != nil {
			return err
		}
		if err := tx.Append(id, 0, t.logLines(), t.fight.Snapshot(), t.fight.Units()); err != nil {
			return err
		}
		for _, row := range rows {
			if _, err := tx.Post(row); err != nil {
				return err
			}
		}
		if err := t.strip(tx); err != nil {
			return err
		}
		return tx.SaveLobby(id, t.lobby.bytes(), storage.Running, place)
	})
}

// title names the fight's thread.
func (t *Table) title() string {
	var sides []string
	for i, c := range t.lobby.Seats {
		sides = append(sides, c.title(t.fight.System())+" ("+t.plainNames(i)+")")
	}
	return clip(strings.Join(sides, " against "), 100)
}

// plainNames is what a seat is called where no markdown is read: "Alice and Carol".
func (t *Table) plainNames(seat int) string {
	var names []string
	for _, p := range t.users(rules.Seat(seat + 1)) {
		names = append(names, plain(p.Name))
	}
	if len(names) == 0 {
		names = []string{nobody}
	}
	return rules.List(names)
}

// terms is the first post of a fight: who plays what, and by which rules.
func (t *Table) terms(s *setUp) string {
	var b strings.Builder
	var sides []string
	for i, c := range t.lobby.Seats {
		sides = append(sides, fmt.Sprintf("**%s** (%s)", rules.Escape(c.title(s.sys)), t.names()[i]))
	}
	fmt.Fprintf(&b, "%s: %s.\n%sHouse rules: %s\n", s.sys.Title, strings.Join(sides, " against "), s.lobby.carries(), s.rulesText())
	if u := t.lobby.Umpire; u != nil {
		fmt.Fprintf(&b, "Umpire: %s\n", rules.Escape(u.Name))
	}
	fmt.Fprintf(&b, "%s\nWhoever is to choose in secret gets a direct message, and can always press **Choose in secret** here instead.", patienceText(t.lobby.Hours))
	return clip(b.String(), textLimit)
}

// seals is the small print of a fight's first post: what its dice come from.
func (t *Table) seals() string {
	var said []string
	for _, c := range t.lobby.Seats {
		word := rules.Escape(c.Word)
		if c.Pressed {
			word = "(the press's number) " + word
		}
		said = append(said, word)
	}
	return fmt.Sprintf("-# Fight %s · dice sealed %s · words: %s", t.session.ID, rules.Digits(t.fight.Seal()), strings.Join(said, ", "))
}
