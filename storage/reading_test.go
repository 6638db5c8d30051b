package storage

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

func TestADatabaseIsReadBesideTheStoreThatHasIt(t *testing.T) {
	s, _ := newStore(t)
	addSession(t, s, "first")
	from, err := OpenReading(t.Context(), s.path)
	must(t, err)
	addSession(t, s, "second")
	must(t, from.Read(t.Context(), func(tx *Tx) error {
		for _, id := range []string{"first", "second"} {
			if _, err := tx.Session(id); err != nil {
				return err
			}
		}
		if tx.SaveSetting("a", "b") == nil {
			t.Error("it can be written")
		}
		return nil
	}))
	if faults, err := from.Integrity(t.Context()); len(faults) > 0 || err != nil {
		t.Errorf("%v, %v", faults, err)
	}
	must(t, from.Close())
	_, err = OpenReading(t.Context(), filepath.Join(t.TempDir(), "none.db"))
	wantErr(t, err, fs.ErrNotExist)
}

func TestARowThatBelongsToNothingIsAFaultOfTheFile(t *testing.T) {
	s, _ := newStore(t)
	if _, err := s.writeDB.Exec("PRAGMA foreign_keys = OFF; INSERT INTO people (session, key, seat, user_id, name) VALUES ('none', 'p1', 1, '', '')"); err != nil {
		t.Fatal(err)
	}
	from, err := OpenReading(t.Context(), s.path)
	must(t, err)
	defer from.Close()
	faults, err := from.Integrity(t.Context())
	if len(faults) != 1 || !strings.Contains(faults[0], "people") || err != nil {
		t.Errorf("%v, %v", faults, err)
	}
}

func TestADatabaseOfAnotherReleaseIsNotRead(t *testing.T) {
	for statement, want := range map[string]error{
		"INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, TRUE)": ErrNewer,
		"DELETE FROM goose_db_version WHERE version_id > 2":                       ErrOlder,
	} {
		s, _ := newStore(t)
		if _, err := s.writeDB.Exec(statement); err != nil {
			t.Fatal(err)
		}
		_, err := OpenReading(t.Context(), s.path)
		wantErr(t, err, want)
	}
}
