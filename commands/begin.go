package commands

import (
	"context"
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/storage"
)

// begin opens the fight that a lobby agreed on: its thread, its log, its first
// posts, all in one transaction.
func (s *setUp) begin(ctx context.Context) (Reply, error) {
	setup, err := s.setup()
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
	s.lobby.note(lacking(s.r))
	s.lobby.Here = s.lobby.Here || s.lobby.NoThread
	t.lobby.Here = s.lobby.Here
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
	if err := s.saveBegun(ctx, t); err != nil {
		return Reply{}, err
	}
	s.session.Place = t.session.Place
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
	return id, err
}

// setup is what the fight starts from, each side's roster in full.
func (s *setUp) setup() (rules.Setup, error) {
	setup := rules.Setup{Options: s.lobby.Options}
	for _, c := range s.lobby.Seats {
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
		entry, events, err := fight.Word(rules.Seat(i+1), c.Word, t.stamp())
		if err := t.add(entry, events, err); err != nil {
			return err
		}
	}
	return t.add(fight.Begin(t.dice(), t.stamp()))
}

func (s *setUp) saveBegun(ctx context.Context, t *Table) error {
	t.preface = []string{t.terms(s)}
	posts, err := t.tell()
	if err != nil {
		return err
	}
	return s.d.write(ctx, s.r, func(tx *storage.Tx) error {
		id, place := t.session.ID, t.session.Place
		if err := tx.SavePeople(id, t.people); err != nil {
			return err
		}
		if err := tx.Append(id, 0, t.logLines(), t.fight.Snapshot(), t.fight.Units()); err != nil {
			return err
		}
		if !s.lobby.Here {
			thread := Post{Thread: &Thread{Channel: s.session.Channel, Message: place, Name: t.title()}}
			if _, err := tx.Post(t.row(ToChannel+place, "thread", thread)); err != nil {
				return err
			}
		}
		for _, post := range posts {
			if _, err := tx.Post(post); err != nil {
				return err
			}
		}
		if err := t.strip(tx); err != nil {
			return err
		}
		s.session.Place = place
		if _, err := tx.Post(t.row(ToChannel+s.session.Channel, lobbySlot, Post{Message: s.begunCard()})); err != nil {
			return err
		}
		return tx.SaveLobby(id, t.lobby.bytes(), storage.Running, place)
	})
}

// title names the fight's thread.
func (t *Table) title() string {
	var sides []string
	for i, c := range t.lobby.Seats {
		sides = append(sides, t.rosterTitle(c.Roster)+" ("+t.plainNames(i)+")")
	}
	return clip(strings.Join(sides, " against "), 100)
}

func (t *Table) rosterTitle(key string) string {
	for _, r := range t.fight.System().Rosters() {
		if r.Key == key {
			return r.Name
		}
	}
	return key
}

func (t *Table) plainNames(seat int) string {
	var names []string
	for _, p := range t.users(rules.Seat(seat + 1)) {
		names = append(names, p.Name)
	}
	return rules.List(names)
}

// terms is the first post of a fight: who plays what, by which rules, and what
// the dice come from.
func (t *Table) terms(s *setUp) string {
	var b strings.Builder
	var sides []string
	for i, c := range t.lobby.Seats {
		sides = append(sides, fmt.Sprintf("**%s** (%s)", rules.Escape(t.rosterTitle(c.Roster)), t.names()[i]))
	}
	fmt.Fprintf(&b, "%s: %s.\nHouse rules: %s\n", s.sys.Title, strings.Join(sides, " against "), s.rulesText())
	fmt.Fprintf(&b, "%s. Whoever is to choose in secret gets a direct message, and can always press **Choose in secret** here instead.", patienceLabel(t.lobby.Hours))
	var said []string
	for _, c := range t.lobby.Seats {
		said = append(said, c.Word)
	}
	fmt.Fprintf(&b, "\n-# Fight %s · dice sealed %s · words: %s",
		t.session.ID, rules.Digits(t.fight.Seal()), strings.Join(said, ", "))
	return clip(b.String(), textLimit)
}

// begunCard is what the lobby's card becomes.
func (s *setUp) begunCard() Message {
	var sides []string
	for _, c := range s.lobby.Seats {
		text := s.rosterName(c.Roster)
		if len(c.Users) > 0 {
			text += " (" + rules.Escape(c.Users[0].Name) + ")"
		}
		sides = append(sides, text)
	}
	where := "in <#" + s.session.Place + ">"
	if s.lobby.Here {
		where = "here"
	}
	return Message{Text: fmt.Sprintf("**%s: %s.** It is fought %s.\n-# %s", s.sys.Title, strings.Join(sides, " against "), where, s.session.ID)}
}
