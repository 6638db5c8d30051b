package storage

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func line(n int) Line {
	return Line{Line: n, Public: fmt.Append(nil, "line ", n), Chain: fmt.Sprint(n), AtMS: int64(n)}
}

func TestAppendMovesTheSessionAndRefusesAStaleLine(t *testing.T) {
	s, _ := newStore(t)
	addSession(t, s, "s")
	two := line(2)
	two.Secret = []byte("sealed")
	appendTo := func(from int, lines ...Line) error {
		return s.Write(t.Context(), func(tx *Tx) error { return tx.Append("s", from, lines, []byte("after"), nil) })
	}
	must(t, appendTo(0, line(1), two))
	wantErr(t, appendTo(0, line(1)), ErrStale)
	wantErr(t, appendTo(3, line(4)), ErrStale)
	if err := appendTo(2, line(4)); err == nil {
		t.Error("a line is missing and nobody minds")
	}
	must(t, appendTo(2, line(3)))
	wantErr(t, s.Write(t.Context(), func(tx *Tx) error { return tx.Append("x", 0, nil, nil, nil) }), ErrNotFound)
	read(t, s, func(tx *Tx) error {
		session, err := tx.Session("s")
		if session.Line != 3 || string(session.Snapshot) != "after" {
			t.Errorf("session is at %d with %q", session.Line, session.Snapshot)
		}
		got, err2 := tx.Log("s", 1)
		want := []Line{two, line(3)}
		want[0].Session, want[1].Session = "s", "s"
		if diff := cmp.Diff(want, got); diff != "" || err2 != nil {
			t.Error(diff, err2)
		}
		return err
	})
}

func TestOnlyCommittedLinesAreCounted(t *testing.T) {
	s, _ := newStore(t)
	addSession(t, s, "s")
	undo := errors.New("undo")
	wantErr(t, s.Write(t.Context(), func(tx *Tx) error {
		return errors.Join(tx.Append("s", 0, []Line{line(1)}, nil, nil), undo)
	}), undo)
	if n := s.Lines(); n != 0 {
		t.Errorf("%d lines counted of a write that was undone", n)
	}
	write(t, s, func(tx *Tx) error { return tx.Append("s", 0, []Line{line(1), line(2)}, nil, nil) })
	write(t, s, func(tx *Tx) error { return tx.Append("s", 2, []Line{line(3)}, nil, nil) })
	if n := s.Lines(); n != 3 {
		t.Errorf("%d lines counted, want 3", n)
	}
}

func TestSnapshotsAreKeptForTheLinesAskedFor(t *testing.T) {
	s, _ := newStore(t)
	addSession(t, s, "s")
	for n, keep := range [][]int{nil, {1}, {1, 2}, {1, 3}} {
		write(t, s, func(tx *Tx) error {
			return tx.Append("s", n, []Line{line(n + 1)}, fmt.Append(nil, "after ", n+1), keep)
		})
	}
	read(t, s, func(tx *Tx) error {
		for n, kept := range map[int]bool{1: true, 2: false, 3: true, 4: true} {
			got, err := tx.SnapshotAt("s", n)
			if kept && string(got) != fmt.Sprint("after ", n) {
				t.Errorf("snapshot after %d: %q, %v", n, got, err)
			}
			if !kept {
				wantErr(t, err, ErrNotFound)
			}
		}
		return nil
	})
}

func TestLogIsAppendOnlyUnlessPurged(t *testing.T) {
	s, _ := newStore(t)
	addSession(t, s, "s")
	addSession(t, s, "other")
	for _, id := range []string{"s", "other"} {
		write(t, s, func(tx *Tx) error {
			return tx.Append(id, 0, []Line{line(1), line(2), line(3)}, []byte("after"), nil)
		})
	}
	forbidden := []string{
		"UPDATE log SET public = 'forged' WHERE session = 's'",
		"DELETE FROM log WHERE session = 's' AND line = 3",
		"INSERT OR REPLACE INTO log (session, line, public, chain, at_ms) VALUES ('s', 3, 'forged', '', 0)",
		"INSERT INTO log (session, line, public, chain, at_ms) VALUES ('s', 5, 'gap', '', 0)",
		"DELETE FROM sessions WHERE id = 's'",
	}
	for _, sql := range forbidden {
		if _, err := s.writeDB.Exec(sql); err == nil {
			t.Errorf("allowed: %s", sql)
		}
	}
	write(t, s, func(tx *Tx) error {
		_, err := tx.Post(Row{Session: "s", Dest: "channel/1", Body: []byte("told")})
		return err
	})
	write(t, s, func(tx *Tx) error { return tx.Purge("s") })
	read(t, s, func(tx *Tx) error {
		lines, err := tx.Log("s", 0)
		if len(lines) > 0 || err != nil {
			t.Errorf("left in the log: %v, %v", lines, err)
		}
		session, err := tx.Session("s")
		if !session.Purged || session.Snapshot != nil || session.State != Over {
			t.Errorf("purged session: %+v, %v", session, err)
		}
		if n, err := tx.Unsent(); n != 0 || err != nil {
			t.Errorf("unsent %d, %v", n, err)
		}
		lines, err = tx.Log("other", 0)
		if len(lines) != 3 {
			t.Errorf("the neighbour has %d lines", len(lines))
		}
		return err
	})
	_, err := s.writeDB.Exec("UPDATE log SET public = 'forged' WHERE session = 'other'")
	if err == nil || !strings.Contains(err.Error(), "append-only") {
		t.Errorf("after a purge: %v", err)
	}
}
