package storage

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func appendEntries(t testing.TB, s *Store, roster string, to int) {
	t.Helper()
	write(t, s, func(tx *Tx) error {
		for n := 1; n <= to; n++ {
			e := LedgerEntry{Roster: roster, N: n, By: "m1", Body: fmt.Append(nil, "change ", n)}
			if err := tx.AppendEntry(e, roster, fmt.Append(nil, "after ", n)); err != nil {
				return err
			}
		}
		return nil
	})
}

func TestEntryMovesItsRosterAndRefusesAStaleOne(t *testing.T) {
	s, c := newStore(t)
	addRosters(t, s, Roster{ID: "r", Name: "Before", Owner: "m1"})
	created := c.ms.Load()
	c.forward(1e6)
	add := func(e LedgerEntry, name, body string) error {
		return s.Write(t.Context(), func(tx *Tx) error { return tx.AppendEntry(e, name, []byte(body)) })
	}
	one := LedgerEntry{Roster: "r", N: 1, By: "m1", Why: "mustered", Body: []byte("all")}
	two := LedgerEntry{Roster: "r", N: 2, By: "m2", Why: "no", Battle: "b", Reverses: 1, Body: []byte("none")}
	wantErr(t, add(two, "", ""), ErrStale)
	must(t, add(one, "Écho", "first"))
	wantErr(t, add(one, "", ""), ErrStale)
	must(t, add(two, "After", "second"))
	wantErr(t, add(LedgerEntry{Roster: "x", N: 1}, "", ""), ErrNotFound)
	if add(LedgerEntry{Roster: "r", N: 3, Reverses: 3}, "", "") == nil {
		t.Error("an entry takes itself back")
	}
	wantRoster(t, s, Roster{
		ID: "r", Name: "After", Owner: "m1", State: Kept, Body: []byte("second"), Entry: 2,
		CreatedMS: created, UpdatedMS: c.ms.Load(),
	})
	one.AtMS, two.AtMS = c.ms.Load(), c.ms.Load()
	read(t, s, func(tx *Tx) error {
		got, err := tx.Ledger("r")
		if diff := cmp.Diff([]LedgerEntry{one, two}, got); diff != "" {
			t.Error(diff)
		}
		found, err2 := tx.FindRosters("", RosterQuery{Part: "after"})
		if len(found) != 1 || err2 != nil {
			t.Errorf("by its new name: %v, %v", found, err2)
		}
		return err
	})
}

func TestLedgerIsAppendOnlyUnlessItsServerIsPurged(t *testing.T) {
	s, _ := newStore(t)
	addRosters(t, s, Roster{ID: "r", Guild: "g"}, Roster{ID: "other", Guild: "elsewhere"})
	appendEntries(t, s, "r", 3)
	appendEntries(t, s, "other", 3)
	forbidden := []string{
		"UPDATE ledger SET body = 'forged' WHERE roster = 'r'",
		"UPDATE ledger SET n = 4 WHERE roster = 'r' AND n = 3",
		"DELETE FROM ledger WHERE roster = 'r' AND n = 3",
		"INSERT OR REPLACE INTO ledger (roster, n, by_member, at_ms, why, battle, reverses) VALUES ('r', 3, '', 0, '', '', 0)",
		"INSERT INTO ledger (roster, n, by_member, at_ms, why, battle, reverses) VALUES ('r', 5, '', 0, '', '', 0)",
		"INSERT INTO ledger (roster, n, by_member, at_ms, why, battle, reverses) VALUES ('r', 0, '', 0, '', '', 0)",
		"INSERT INTO ledger (roster, n, by_member, at_ms, why, battle, reverses) VALUES ('nobody', 1, '', 0, '', '', 0)",
		"DELETE FROM rosters WHERE id = 'r'",
	}
	for _, sql := range forbidden {
		if _, err := s.writeDB.Exec(sql); err == nil {
			t.Errorf("allowed: %s", sql)
		}
	}
	purge(t, s, "g")
	read(t, s, func(tx *Tx) error {
		_, err := tx.Roster("r")
		wantErr(t, err, ErrNotFound)
		for roster, want := range map[string]int{"r": 0, "other": 3} {
			if ledger, err := tx.Ledger(roster); len(ledger) != want || err != nil {
				t.Errorf("ledger of %s: %v, %v", roster, ledger, err)
			}
		}
		return nil
	})
	_, err := s.writeDB.Exec("DELETE FROM ledger WHERE roster = 'other'")
	if err == nil || !strings.Contains(err.Error(), "append-only") {
		t.Errorf("after a purge: %v", err)
	}
}

func TestEveryRosterComesOnceWithItsLedger(t *testing.T) {
	s, _ := newStore(t)
	for i := range 3 {
		id := fmt.Sprint(i)
		addRosters(t, s, Roster{ID: id, Guild: id})
		appendEntries(t, s, id, i)
	}
	var seen []string
	read(t, s, func(tx *Tx) error {
		return tx.EveryRoster(func(r Roster, ledger []LedgerEntry) error {
			seen = append(seen, fmt.Sprint(r.ID, ":", len(ledger)))
			if r.ID == "0" { // what comes between is not of that moment
				appendEntries(t, s, "0", 1)
			}
			if r.Entry != len(ledger) {
				t.Errorf("roster %s is at %d of %d", r.ID, r.Entry, len(ledger))
			}
			return nil
		})
	})
	if got := strings.Join(seen, " "); got != "0:0 1:1 2:2" {
		t.Errorf("saw %s", got)
	}
	stop := errors.New("stop")
	calls := 0
	wantErr(t, s.Read(t.Context(), func(tx *Tx) error {
		return tx.EveryRoster(func(Roster, []LedgerEntry) error { calls++; return stop })
	}), stop)
	if calls != 1 {
		t.Errorf("called %d times", calls)
	}
}

func TestRosterAndLedgerOutliveTheStore(t *testing.T) {
	c := newClock()
	path := filepath.Join(t.TempDir(), "umpire.db")
	s, err := Open(t.Context(), path, Options{Now: c.now})
	must(t, err)
	addRosters(t, s, Roster{ID: "r", Guild: "g", Fight: "s"})
	appendEntries(t, s, "r", 2)
	must(t, s.Close())

	s = openAt(t, path, c)
	wantErr(t, s.Write(t.Context(), func(tx *Tx) error {
		return tx.AppendEntry(LedgerEntry{Roster: "r", N: 2}, "", nil)
	}), ErrStale)
	wantErr(t, s.Write(context.Background(), func(tx *Tx) error { return tx.Engage("r", "another") }), ErrTaken)
	read(t, s, func(tx *Tx) error {
		r, err := tx.Roster("r")
		if r.Entry != 2 || string(r.Body) != "after 2" {
			t.Errorf("roster %+v", r)
		}
		return err
	})
}
