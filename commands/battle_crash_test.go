package commands_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"umpire/commands"
	"umpire/rules/campaign"
	"umpire/storage"
)

// A kill ends the program between two writes to the disk, or within one. SQLite
// writes a transaction to its log page by page: so the log is cut everywhere a kill
// could have cut it, and each time the file is opened as after the kill.

// cut is the store's file as it was before a change, and its log after it.
type cut struct {
	file, before, after []byte
}

// around takes the store's file about a change.
func (l *league) around(change func()) (c cut) {
	l.t.Helper()
	read := func(name string) []byte {
		b, err := os.ReadFile(name)
		if err != nil {
			l.t.Fatal(err)
		}
		return b
	}
	c.file, c.before = read(l.file), read(l.file+"-wal")
	change()
	c.after = read(l.file + "-wal")
	if !bytes.Equal(read(l.file), c.file) || !bytes.HasPrefix(c.after, c.before) || len(c.after) == len(c.before) {
		l.t.Fatal("the change did not go to the log alone: nothing can be cut")
	}
	return c
}

// places are where a kill can cut the log: at the end of a page, and within one.
func (c cut) places() (places []int) {
	const page = 4096 + 24 // with its head
	for at := len(c.before); at < len(c.after); at += page {
		places = append(places, at, at+12, at+page/2)
	}
	return append(places, len(c.after))
}

// kept is what a file holds of a battle after a kill.
type keptBattle struct {
	state      string
	red, sea   string // digests
	ledger     int    // entries of both
	fighting   bool
	cardPosted bool
}

func (l *league) reopen(dir string, c cut, at int) (k keptBattle) {
	l.t.Helper()
	file := filepath.Join(dir, "umpire.db")
	for name, body := range map[string][]byte{file: c.file, file + "-wal": c.after[:at]} {
		if err := os.WriteFile(name, body, 0o600); err != nil {
			l.t.Fatal(err)
		}
	}
	store, err := storage.Open(context.Background(), file, storage.Options{})
	if err != nil {
		l.t.Fatal(err)
	}
	defer store.Close()
	old := l.store
	l.store = store
	defer func() { l.store = old }()
	red, sea := l.now(l.red), l.now(l.sea)
	k.red, k.sea = red.Digest(), sea.Digest()
	k.ledger = len(l.entries(l.red)) + len(l.entries(l.sea))
	k.state = l.battles()[0].State
	if err := store.Read(context.Background(), func(tx *storage.Tx) error {
		r, err := tx.Roster(l.red)
		if err != nil {
			return err
		}
		k.fighting = r.Fight != ""
		dests, err := tx.Dests()
		k.cardPosted = len(dests) > 0
		return err
	}); err != nil {
		l.t.Fatal(err)
	}
	return k
}

func TestKilledAtAnyWriteOfAConfirmationAllOfItIsThereOrNothing(t *testing.T) {
	for _, what := range []string{"confirmed", "reversed"} {
		t.Run(what, func(t *testing.T) {
			l := newLeague(t, "lasthope", campaign.DefaultTerms())
			thread := l.open()
			l.umpire(thread, "set-wounds", map[string]string{"model": "cole", "wounds": "1"})
			l.conceded(bob, thread)
			l.confirm(alice, thread)
			card := l.battleCard(thread)
			press := commands.Request{Kind: commands.Press, Path: find(t, card.message, "Confirm"), User: bob, Message: card.id}
			if what == "reversed" {
				l.confirm(bob, thread)
				press = commands.Request{Kind: commands.Submit, Path: "takeback-battle/" + l.battles()[0].ID, Fields: map[string]string{"why": "wrong"}, User: gail}
			}
			press.ID, press.Guild, press.Channel, press.At = "kill", "g", thread, l.club.now
			c := l.around(func() {
				if _, err := l.desk.Answer(context.Background(), press); err != nil {
					t.Fatal(err)
				}
			})
			places := c.places()
			first, last := l.reopen(t.TempDir(), c, places[0]), l.reopen(t.TempDir(), c, places[len(places)-1])
			if first.state == what || last.state != what || first.ledger+2 != last.ledger || first.cardPosted || !last.cardPosted || first.sea == last.sea {
				t.Fatalf("before %+v\nafter %+v", first, last)
			}
			if what == "confirmed" && (!first.fighting || last.fighting) {
				t.Errorf("before %+v\nafter %+v", first, last)
			}
			for _, at := range places {
				if got := l.reopen(t.TempDir(), c, at); got != first && got != last {
					t.Errorf("cut at %d of %d: %+v\nneither %+v\nnor %+v", at, len(c.after), got, first, last)
				}
			}
			if len(places) < 15 {
				t.Errorf("only %d places were cut", len(places))
			}
		})
	}
}

func TestTheSameConfirmationDeliveredTwiceCountsOnce(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	thread := l.open()
	l.conceded(bob, thread)
	l.confirm(alice, thread)
	card := l.battleCard(thread)
	press := commands.Request{ID: "twice", Kind: commands.Press, Path: find(t, card.message, "Confirm"), User: bob, Guild: "g", Channel: thread, Message: card.id, At: l.club.now}
	errs := make(chan error, 2)
	for range 2 {
		go func() {
			_, err := l.desk.Answer(context.Background(), press)
			errs <- err
		}()
	}
	a, b := <-errs, <-errs
	if (a == nil) == (b == nil) || !strings.Contains(l.battles()[0].State, "confirmed") || len(l.entries(l.red)) != 2 {
		t.Errorf("%v, %v, %d entries", a, b, len(l.entries(l.red)))
	}
}
