package storage

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// clock is a clock that stands still until moved.
type clock struct{ ms atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.ms.Store(1_700_000_000_000)
	return c
}

func (c *clock) now() time.Time          { return time.UnixMilli(c.ms.Load()) }
func (c *clock) forward(d time.Duration) { c.ms.Add(d.Milliseconds()) }

func openAt(t testing.TB, path string, c *clock) *Store {
	t.Helper()
	s, err := Open(t.Context(), path, Options{Now: c.now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func newStore(t testing.TB) (*Store, *clock) {
	t.Helper()
	c := newClock()
	return openAt(t, filepath.Join(t.TempDir(), "umpire.db"), c), c
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantErr(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got error %v, want %v", err, want)
	}
}

// write and read run fn and fail the test, on its own goroutine, with its error.
func write(t testing.TB, s *Store, fn func(*Tx) error) {
	t.Helper()
	must(t, s.Write(t.Context(), fn))
}

func read(t testing.TB, s *Store, fn func(*Tx) error) {
	t.Helper()
	must(t, s.Read(t.Context(), fn))
}

func addSession(t testing.TB, s *Store, id string) {
	t.Helper()
	write(t, s, func(tx *Tx) error {
		return tx.AddSession(Session{ID: id, System: "skirmish", Place: "place-" + id, State: Running})
	})
}

func TestAPathMayHoldAnyCharacter(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a b?c#d%41&e=f")
	must(t, os.Mkdir(dir, 0o700))
	path := filepath.Join(dir, "umpire?mode=ro.db")
	s := openAt(t, path, newClock())
	addSession(t, s, "s")
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

func TestTheFileIsForItsOwnerAlone(t *testing.T) {
	s, _ := newStore(t)
	addSession(t, s, "s")
	for _, end := range []string{"", "-wal", "-shm"} {
		info, err := os.Stat(s.path + end)
		must(t, err)
		if mode := info.Mode().Perm(); mode != 0o600 {
			t.Errorf("%q has mode %o", end, mode)
		}
	}
}

func TestNewerSchemaIsRefused(t *testing.T) {
	c := newClock()
	path := filepath.Join(t.TempDir(), "umpire.db")
	s, err := Open(t.Context(), path, Options{Now: c.now})
	must(t, err)
	_, err = s.writeDB.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, TRUE)")
	must(t, err)
	must(t, s.Close())
	_, err = Open(t.Context(), path, Options{Now: c.now})
	wantErr(t, err, ErrNewer)
	_, err = Open(t.Context(), path, Options{Now: c.now}) // the lock was given back
	wantErr(t, err, ErrNewer)
}

func TestOlderDatabaseIsCopiedBeforeItIsMigrated(t *testing.T) {
	c := newClock()
	path := filepath.Join(t.TempDir(), "umpire.db")
	pool, err := open(path, "", 1)
	must(t, err)
	steps, err := newMigrations(pool)
	must(t, err)
	_, err = steps.UpTo(t.Context(), 1)
	must(t, err)
	_, err = pool.Exec("INSERT INTO dms (user_id, channel) VALUES ('ann', 'dm-1')")
	must(t, err)
	must(t, pool.Close())

	s := openAt(t, path, c)
	has, knows, err := versions(t, path)
	if err != nil || has != knows {
		t.Errorf("migrated to %d of %d, %v", has, knows, err)
	}
	read(t, s, func(tx *Tx) error {
		channel, err := tx.DM("ann")
		if channel != "dm-1" {
			t.Errorf("DM channel is %q", channel)
		}
		return err
	})
	if has, _, err := versions(t, path+".before-2"); err != nil || has != 1 {
		t.Errorf("the copy has schema %d, %v; want 1", has, err)
	}
}

func TestFightsOutliveTheComingOfCampaigns(t *testing.T) {
	c := newClock()
	path := filepath.Join(t.TempDir(), "umpire.db")
	pool, err := open(path, "", 1)
	must(t, err)
	steps, err := newMigrations(pool)
	must(t, err)
	_, err = steps.UpTo(t.Context(), 2)
	must(t, err)
	for _, sql := range []string{
		`INSERT INTO sessions (id, system, guild, channel, place, state, line, secret, purged, created_ms, updated_ms)
			VALUES ('s', 'skirmish', 'g', 'c', 'p', 'running', 1, 'seal', FALSE, 5, 5)`,
		"INSERT INTO people (session, key, seat, user_id, name) VALUES ('s', 'p1', 1, 'ann', 'Ann')",
		"INSERT INTO log (session, line, public, chain, at_ms) VALUES ('s', 1, 'told', 'c', 5)",
		`INSERT INTO outbox (id, session, dest, slot, rides, state, why, channel, message, edit, doubt, at_ms, tries, due_ms)
			VALUES (1, 's', 'channel/1', 'board', '', 'sent', '', 'c', 'm', FALSE, FALSE, 5, 1, 0)`,
	} {
		_, err = pool.Exec(sql)
		must(t, err)
	}
	must(t, pool.Close())

	s := openAt(t, path, c)
	addRosters(t, s, Roster{ID: "r", Guild: "g"})
	appendEntries(t, s, "r", 1)
	write(t, s, func(tx *Tx) error {
		if err := tx.Append("s", 1, []Line{line(2)}, nil, nil); err != nil {
			return err
		}
		return tx.SaveLobby("s", nil, Over, "")
	})
	read(t, s, func(tx *Tx) error {
		sessions, err := tx.SessionsEver("ann")
		log, err2 := tx.Log("s", 0)
		if len(sessions) != 1 || len(log) != 2 || err2 != nil {
			t.Errorf("sessions %v, log %v, %v", sessions, log, err2)
		}
		return err
	})
	c.forward(time.Millisecond)
	if n := prune(t, s, c.now()); n != 1 {
		t.Errorf("pruned %d", n)
	}
	if has, _, err := versions(t, path+".before-3"); err != nil || has != 2 {
		t.Errorf("the copy has schema %d, %v; want 2", has, err)
	}
}

func versions(t *testing.T, path string) (has, knows int64, err error) {
	pool, err := open(path, "", 1)
	must(t, err)
	defer pool.Close()
	steps, err := newMigrations(pool)
	must(t, err)
	return steps.GetVersions(t.Context())
}

func TestNewDatabaseLeavesNoCopy(t *testing.T) {
	s, _ := newStore(t)
	copies, err := filepath.Glob(s.path + ".before-*")
	if err != nil || len(copies) > 0 {
		t.Errorf("copies %v, %v", copies, err)
	}
}

func TestReadCannotWrite(t *testing.T) {
	s, _ := newStore(t)
	err := s.Read(t.Context(), func(tx *Tx) error { return tx.SaveSetting("k", "v") })
	if err == nil || !strings.Contains(err.Error(), "readonly") {
		t.Errorf("got %v", err)
	}
	wantErr(t, s.Read(t.Context(), func(tx *Tx) error { _, err := tx.Setting("k"); return err }), ErrNotFound)
}

func TestReadSeesOneMoment(t *testing.T) {
	s, _ := newStore(t)
	write(t, s, func(tx *Tx) error { return tx.SaveSetting("k", "old") })
	read(t, s, func(tx *Tx) error {
		for range 2 {
			if v, err := tx.Setting("k"); err != nil || v != "old" {
				t.Errorf("read %q, %v", v, err)
			}
			if err := s.Write(t.Context(), func(tx *Tx) error { return tx.SaveSetting("k", "new") }); err != nil {
				return err
			}
		}
		return nil
	})
}

func TestSecondStoreOfOneProcessIsRefused(t *testing.T) {
	s, c := newStore(t)
	_, err := Open(t.Context(), s.path, Options{Now: c.now})
	wantErr(t, err, ErrInUse)
	if !strings.Contains(err.Error(), "since 2023-11-14T22:13:20Z") {
		t.Errorf("does not say since when: %v", err)
	}
}

func TestKilledProcessGivesTheFileBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "umpire.db")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	child := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestChildHoldsTheFile$")
	child.Env = append(os.Environ(), "UMPIRE_TEST_HOLD="+path)
	in, err := child.StdinPipe()
	must(t, err)
	defer in.Close()
	out, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "held\n" {
		t.Fatalf("child says %q, %v", line, err)
	}
	_, err = Open(t.Context(), path, Options{})
	wantErr(t, err, ErrInUse)

	must(t, child.Process.Kill())
	_ = child.Wait()
	s := openAt(t, path, newClock())
	read(t, s, func(tx *Tx) error {
		v, err := tx.Setting("written by")
		if v != "child" {
			t.Errorf("the child's write reads %q", v)
		}
		return err
	})
}

// TestChildHoldsTheFile is the other process of the test above.
func TestChildHoldsTheFile(t *testing.T) {
	path := os.Getenv("UMPIRE_TEST_HOLD")
	if path == "" {
		t.Skip("only as a child process")
	}
	s, err := Open(context.Background(), path, Options{})
	must(t, err)
	must(t, s.Write(context.Background(), func(tx *Tx) error { return tx.SaveSetting("written by", "child") }))
	fmt.Println("held")
	_, _ = io.Copy(io.Discard, os.Stdin) // until killed, or the parent is gone
	_ = s.Close()
}

func TestClosedStoreRefusesWrites(t *testing.T) {
	s, _ := newStore(t)
	must(t, s.Close())
	wantErr(t, s.Write(t.Context(), func(*Tx) error { return nil }), ErrClosed)
	must(t, s.Close())
}
