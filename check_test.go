package main

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"umpire/storage"
)

func TestTheBooksAreCheckedWhileTheBotServes(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	if code, said := h.run("check"); code != exitUsage || !strings.Contains(said, "umpire.db") {
		t.Errorf("of nothing: exit %d: %s", code, said)
	}
	_, stop := h.serve()
	for _, args := range [][]string{{"check"}, {"check", "--fights"}} {
		if code, said := h.run(args...); code != 0 || !strings.Contains(said, "all of it holds.") {
			t.Errorf("%v: exit %d: %s", args, code, said)
		}
	}
	stop()
}

func TestABookThatWasTamperedWithFailsTheCheck(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	path := filepath.Join(h.dir, "umpire.db")
	store, err := storage.Open(t.Context(), path, storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = store.Write(t.Context(), func(tx *storage.Tx) error {
		owner, err := tx.Join("1", "2", "Somebody")
		if err != nil {
			return err
		}
		if err := tx.AddRoster(storage.Roster{ID: "ROSTER", Guild: "1", System: "lasthope", Owner: owner.Key, Name: "Old Hands", State: storage.Kept}); err != nil {
			return err
		}
		entry := storage.LedgerEntry{Roster: "ROSTER", N: 1, By: owner.Key, Body: []byte(`{"changes":[{"what":"name","to":"Old Hands"}]}`)}
		return tx.AppendEntry(entry, "Old Hands", []byte(`{"name":"Old Hands","members":null}`))
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if code, said := h.run("check"); code != 0 || !strings.Contains(said, "1 roster with 1 entry") {
		t.Errorf("exit %d: %s", code, said)
	}
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`UPDATE rosters SET body = '{"name":"Old Hands","members":[{"id":"giant","name":"Giant","sheet":{}}]}'`); err != nil {
		t.Fatal(err)
	}
	db.Close()
	code, said := h.run("check")
	if code != exitFault {
		t.Errorf("exit %d", code)
	}
	for _, want := range []string{"roster ROSTER (Old Hands), entry 1", "giant", "does not hold"} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q: %s", want, said)
		}
	}
}
