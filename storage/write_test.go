package storage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// queueUp holds the writer in a first write, queues the given ones behind it, so
// that all share its commit in this order, and returns how each went.
func queueUp(t *testing.T, s *Store, fns ...func(*Tx) error) []error {
	t.Helper()
	errs := make([]error, len(fns)+1)
	begun, release := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		errs[0] = s.Write(context.Background(), func(tx *Tx) error {
			close(begun)
			<-release
			return tx.SaveSetting("first", "yes")
		})
	})
	<-begun
	for i, fn := range fns {
		all.Go(func() { errs[i+1] = s.Write(context.Background(), fn) })
		for queued := 0; queued <= i; runtime.Gosched() {
			s.queue.mu.Lock()
			queued = len(s.queue.jobs)
			s.queue.mu.Unlock()
		}
	}
	close(release)
	all.Wait()
	return errs
}

func save(key string, err error) func(*Tx) error {
	return func(tx *Tx) error { return errors.Join(tx.SaveSetting(key, "yes"), err) }
}

func wantSettings(t *testing.T, s *Store, want map[string]bool) {
	t.Helper()
	read(t, s, func(tx *Tx) error {
		for key, there := range want {
			if _, err := tx.Setting(key); (err == nil) != there {
				t.Errorf("setting %s: %v, want it there: %v", key, err, there)
			}
		}
		return nil
	})
}

func TestFailingWriteLeavesItsNeighboursCommitted(t *testing.T) {
	s, _ := newStore(t)
	mine := errors.New("mine")
	panics := func(tx *Tx) error {
		_ = tx.SaveSetting("panics", "yes")
		panic("out of tune")
	}
	fails := func(tx *Tx) error { // SQLite itself refuses the second statement
		_ = tx.SaveSetting("fails", "yes")
		_, err := tx.Post(Row{Dest: "channel/1"})
		return errors.Join(err, tx.SavePeople("no session", []Person{{Key: "p1"}}))
	}
	errs := queueUp(t, s, save("a", nil), save("bad", mine), panics, fails, save("b", nil))
	for i, want := range []bool{true, true, false, false, false, true} {
		if (errs[i] == nil) != want {
			t.Errorf("write %d: %v", i, errs[i])
		}
	}
	wantErr(t, errs[2], mine)
	if !strings.Contains(errs[3].Error(), "out of tune") {
		t.Errorf("panic told as %v", errs[3])
	}
	wantSettings(t, s, map[string]bool{"first": true, "a": true, "b": true, "bad": false, "panics": false, "fails": false})
	select {
	case <-s.Posted():
		t.Error("pinged for a row that was undone")
	default:
	}
}

func TestQueuedWritesShareOneCommit(t *testing.T) {
	s, _ := newStore(t)
	write(t, s, save("warm", nil))
	before := logSize(t, s)
	write(t, s, save("alone", nil))
	alone := logSize(t, s) - before
	var fns []func(*Tx) error
	for range batch - 1 {
		fns = append(fns, save("same", nil))
	}
	queueUp(t, s, fns...)
	if shared := logSize(t, s) - before - alone; alone == 0 || shared > 3*alone {
		t.Errorf("%d writes added %d bytes to the write-ahead log; one alone adds %d", batch, shared, alone)
	}
}

func logSize(t *testing.T, s *Store) int64 {
	t.Helper()
	info, err := os.Stat(s.path + "-wal")
	must(t, err)
	return info.Size()
}

func TestFullDiskIsTheFailureOfTheWholeCommit(t *testing.T) {
	s, _ := newStore(t)
	write(t, s, save("kept", nil))
	var pages int
	must(t, s.writeDB.QueryRow("PRAGMA page_count").Scan(&pages))
	_, err := s.writeDB.Exec(fmt.Sprintf("PRAGMA max_page_count = %d", pages+1))
	must(t, err)
	fills := func(tx *Tx) error { // SQLite undoes the whole transaction, and fn swallows the error
		if err := tx.SaveSetting("big", strings.Repeat("x", 1<<20)); err == nil {
			t.Error("the disk is not full")
		}
		return nil
	}
	errs := queueUp(t, s, fills, save("behind", nil))
	for i, err := range errs[:2] {
		if err == nil {
			t.Errorf("write %d of the lost transaction is told as done", i)
		}
	}
	must(t, errs[2]) // the next commit takes it
	wantSettings(t, s, map[string]bool{"kept": true, "first": false, "big": false, "behind": true})
}

func TestEndedGoroutineDoesNotStopTheWriter(t *testing.T) {
	s, _ := newStore(t)
	err := s.Write(t.Context(), func(tx *Tx) error { runtime.Goexit(); return nil })
	wantErr(t, err, errGone)
	write(t, s, save("after", nil))
}

func TestCancelledWriteIsNotBegun(t *testing.T) {
	s, _ := newStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	begun, release, first := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		first <- s.Write(context.Background(), func(tx *Tx) error { close(begun); <-release; return nil })
	}()
	<-begun
	second := make(chan error)
	go func() { second <- s.Write(ctx, save("late", nil)) }()
	cancel()
	wantErr(t, <-second, context.Canceled) // while the writer is still held
	close(release)
	must(t, <-first)
	write(t, s, save("after", nil))
	wantSettings(t, s, map[string]bool{"late": false, "after": true})
}

func TestWriteOnceBegunIsNotCancelled(t *testing.T) {
	s, _ := newStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	must(t, s.Write(ctx, func(tx *Tx) error {
		cancel()
		return tx.SaveSetting("k", "v")
	}))
	wantSettings(t, s, map[string]bool{"k": true})
}

func TestManyWritersAndReadersLoseNothing(t *testing.T) {
	const writers, sessions, each = 50, 20, 20
	s, _ := newStore(t)
	for i := range sessions {
		addSession(t, s, fmt.Sprint(i))
	}
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for n := range each {
				id := fmt.Sprint((w + n) % sessions)
				if err := appendNext(s, id, w); err != nil {
					t.Errorf("writer %d: %v", w, err)
					return
				}
			}
		})
	}
	all.Wait()
	total := 0
	read(t, s, func(tx *Tx) error {
		for i := range sessions {
			lines, err := tx.Log(fmt.Sprint(i), 0)
			if err != nil {
				return err
			}
			total += len(lines)
			for n, l := range lines {
				if l.Line != n+1 {
					t.Errorf("session %d has line %d at place %d", i, l.Line, n+1)
				}
			}
		}
		return nil
	})
	if total != writers*each {
		t.Errorf("%d lines, want %d", total, writers*each)
	}
}

// appendNext reads a session and appends the line after its last, again while
// others are quicker.
func appendNext(s *Store, id string, by int) error {
	for {
		var at int
		if err := s.Read(context.Background(), func(tx *Tx) error {
			session, err := tx.Session(id)
			at = session.Line
			return err
		}); err != nil {
			return err
		}
		err := s.Write(context.Background(), func(tx *Tx) error {
			if _, err := tx.Post(Row{Session: id, Dest: "channel/" + id, Body: []byte("told")}); err != nil {
				return err
			}
			return tx.Append(id, at, []Line{{Line: at + 1, Public: fmt.Append(nil, by)}}, []byte("snapshot"), nil)
		})
		if !errors.Is(err, ErrStale) {
			return err
		}
	}
}
