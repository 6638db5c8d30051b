package storage

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func to(dest, body string) Row { return Row{Session: "s", Dest: dest, Body: []byte(body)} }

func wantDests(t *testing.T, s *Store, want ...string) {
	t.Helper()
	read(t, s, func(tx *Tx) error {
		got, err := tx.Dests()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		return err
	})
}

func wantUnsent(t *testing.T, s *Store, want int) {
	t.Helper()
	read(t, s, func(tx *Tx) error {
		got, err := tx.Unsent()
		if got != want {
			t.Errorf("%d unsent, want %d", got, want)
		}
		return err
	})
}

func TestDestinationSendsInOrderAndWaitsForNoOther(t *testing.T) {
	s, c := newStore(t)
	wantDests(t, s)
	first := postRow(t, s, to("channel/1", "a1"))
	postRow(t, s, to("channel/2", "b1"))
	second := postRow(t, s, to("channel/1", "a2"))
	wantDests(t, s, "channel/1", "channel/2")
	if r := claim(t, s, "channel/1"); r.ID != first {
		t.Errorf("claimed %+v", r)
	}
	wantNoClaim(t, s, "channel/1")
	wantDests(t, s, "channel/2")
	claim(t, s, "channel/2")

	due := c.ms.Load() + 1000
	write(t, s, func(tx *Tx) error { return tx.Retry(first, due, "limited") })
	wantNoClaim(t, s, "channel/1") // the second does not overtake
	wantDests(t, s)
	wantUnsent(t, s, 3)
	read(t, s, func(tx *Tx) error {
		got, err := tx.NextDue()
		if got != due {
			t.Errorf("due at %d, want %d", got, due)
		}
		return err
	})
	c.forward(time.Second)
	wantDests(t, s, "channel/1")
	if r := claim(t, s, "channel/1"); r.ID != first || r.Tries != 1 || r.Why != "limited" || r.Doubt {
		t.Errorf("claimed %+v", r)
	}
	write(t, s, func(tx *Tx) error { return tx.Sent(first, "1", "m1") })
	if r := claim(t, s, "channel/1"); r.ID != second {
		t.Errorf("claimed %+v", r)
	}
	wantUnsent(t, s, 2)
}

func TestNothingIsDueWhenNothingWaits(t *testing.T) {
	s, _ := newStore(t)
	wantErr(t, s.Read(t.Context(), func(tx *Tx) error { _, err := tx.NextDue(); return err }), ErrNotFound)
}

func TestSettlingPingsTheWorker(t *testing.T) {
	s, c := newStore(t)
	for name, settle := range map[string]func(*Tx, int64) error{
		"sent":   func(tx *Tx, id int64) error { return tx.Sent(id, "1", "m") },
		"failed": func(tx *Tx, id int64) error { return tx.Failed(id, "refused") },
		"retry":  func(tx *Tx, id int64) error { return tx.Retry(id, c.ms.Load(), "limited") },
	} {
		id := postRow(t, s, Row{Session: "s", Dest: "channel/" + name, Rides: "i"})
		<-s.Posted()
		write(t, s, func(tx *Tx) error { return settle(tx, id) })
		select {
		case <-s.Posted():
		default:
			t.Errorf("%s: no ping, though the next row may go", name)
		}
	}
}

func TestOnlyAClaimedRowIsSettled(t *testing.T) {
	s, _ := newStore(t)
	id := postRow(t, s, to("channel/1", "a"))
	for name, settle := range map[string]func(*Tx) error{
		"sent":    func(tx *Tx) error { return tx.Sent(id, "1", "m") },
		"failed":  func(tx *Tx) error { return tx.Failed(id, "refused") },
		"retry":   func(tx *Tx) error { return tx.Retry(id, 0, "limited") },
		"doubt":   func(tx *Tx) error { return tx.Doubt(id, 0, "no answer") },
		"unknown": func(tx *Tx) error { return tx.Sent(99, "1", "m") },
	} {
		t.Run(name, func(t *testing.T) { wantErr(t, s.Write(t.Context(), settle), ErrNotFound) })
	}
}

func TestParkedDestinationWaits(t *testing.T) {
	s, _ := newStore(t)
	postRow(t, s, to("channel/1", "a"))
	postRow(t, s, to("channel/2", "b"))
	write(t, s, func(tx *Tx) error { return tx.Park("channel/1", "missing access") })
	wantDests(t, s, "channel/2")
	wantNoClaim(t, s, "channel/1")
	wantUnsent(t, s, 1)
	read(t, s, func(tx *Tx) error {
		why, err := tx.Parked("channel/1")
		if why != "missing access" {
			t.Errorf("parked for %q", why)
		}
		return err
	})
	select {
	case <-s.Posted():
	default:
	}
	write(t, s, func(tx *Tx) error { return tx.Unpark("channel/1") })
	select {
	case <-s.Posted():
	default:
		t.Error("nobody was told that the destination goes on")
	}
	wantDests(t, s, "channel/1", "channel/2")
}

func TestRowsClaimedByAnEarlierProcessAreInDoubt(t *testing.T) {
	c := newClock()
	path := filepath.Join(t.TempDir(), "umpire.db")
	s, err := Open(t.Context(), path, Options{Now: c.now})
	must(t, err)
	claimed := postRow(t, s, to("channel/1", "a"))
	claim(t, s, "channel/1")
	riding := postRow(t, s, Row{Session: "s", Dest: "channel/2", Rides: "i"})
	waiting := postRow(t, s, to("channel/3", "c"))
	must(t, s.Close())

	s = openAt(t, path, c)
	var doubtful []int64
	read(t, s, func(tx *Tx) error {
		rows, err := tx.Doubtful()
		for _, r := range rows {
			doubtful = append(doubtful, r.ID)
		}
		return err
	})
	if diff := cmp.Diff([]int64{claimed, riding}, doubtful); diff != "" {
		t.Error(diff)
	}
	if r := claim(t, s, "channel/1"); r.ID != claimed || !r.Doubt {
		t.Errorf("claimed %+v", r)
	}
	if r := claim(t, s, "channel/2"); r.ID != riding || !r.Doubt || r.Rides != "i" {
		t.Errorf("claimed %+v", r)
	}
	if r := claim(t, s, "channel/3"); r.ID != waiting || r.Doubt {
		t.Errorf("claimed %+v", r)
	}
}

func TestIDsOfRowsAreNeverGivenTwice(t *testing.T) {
	s, _ := newStore(t)
	addSession(t, s, "s")
	before := postRow(t, s, to("channel/1", "a"))
	write(t, s, func(tx *Tx) error { return tx.Purge("s") })
	if after := postRow(t, s, to("channel/1", "b")); after <= before {
		t.Errorf("id %d after %d", after, before)
	}
}
