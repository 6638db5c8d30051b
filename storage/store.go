// Package storage keeps what the umpire must not lose, in one SQLite file:
// sessions and their people, the append-only log of each fight with its
// snapshots, campaigns and rosters with the ledger of each, and the outbox of
// messages still to be sent.
// One goroutine writes and commits together what has queued up meanwhile; a few
// read-only connections read beside it. A write that returns nil is on the disk.
// The SQL is in queries/, made into typed Go by sqlc (see sqlc.yaml), the schema
// in migrations/; the methods of Tx are all that can be done with either.
// Every time is in UTC milliseconds.
package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	_ "modernc.org/sqlite" // the database/sql driver "sqlite"

	"umpire/storage/internal/db"
)

var (
	// ErrNotFound says that there is no such row.
	ErrNotFound = errors.New("not found")
	// ErrStale says that the session's log, or the roster's ledger, has moved on
	// since it was read.
	ErrStale = errors.New("the log has moved on")
	// ErrSeen says that this interaction was dealt with before.
	ErrSeen = errors.New("interaction seen before")
	// ErrTaken says that the place, the roster or the battle has a session already.
	ErrTaken = errors.New("there is a session already")
	// ErrNewer says that a newer program has written the file.
	ErrNewer = errors.New("the database is newer than this program")
	// ErrInUse says that another Store, of this process or another, has the file.
	ErrInUse = errors.New("the database is in use")
	// ErrClosed says that the Store is closed.
	ErrClosed = errors.New("the store is closed")
)

// readers is how many connections read beside the writer; each costs some 4 MiB.
const readers = 4

// Options says what a Store takes from outside.
type Options struct {
	Now func() time.Time // the clock; nil: time.Now
}

// Store is one open database file. Its methods may be called at once from many
// goroutines.
type Store struct {
	path    string
	now     func() time.Time
	lock    *os.File
	writeDB *sql.DB
	readDB  *sql.DB
	writeQ  *db.Queries
	readQ   *db.Queries
	queue   queue
	lines   atomic.Int64 // of logs, written since Open
	posted  chan struct{}
}

// Open opens the database at path, making or migrating it as needed, and takes
// it for this process until Close or death. Rows of the outbox that an earlier
// process had claimed come back as doubtful. It returns ErrInUse with since when,
// or ErrNewer.
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	lock, err := takeLock(path+".lock", o.Now())
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	s := &Store{path: path, now: o.Now, lock: lock, posted: make(chan struct{}, 1)}
	if err := s.start(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open database %s: %w", path, err), s.release())
	}
	return s, nil
}

func (s *Store) start(ctx context.Context) error {
	existed, err := makeFile(s.path)
	if err != nil {
		return err
	}
	if s.writeDB, err = open(s.path, "&_txlock=immediate", 1); err != nil {
		return err
	}
	if err := migrate(ctx, s.writeDB, s.path, existed); err != nil {
		return err
	}
	if s.readDB, err = open(s.path, "&_query_only=1", readers); err != nil {
		return err
	}
	if s.writeQ, err = db.Prepare(ctx, s.writeDB); err != nil {
		return err
	}
	if s.readQ, err = db.Prepare(ctx, s.readDB); err != nil {
		return err
	}
	if err := s.writeQ.DoubtClaimed(ctx); err != nil {
		return fmt.Errorf("doubt claimed rows: %w", err)
	}
	s.queue.start()
	go s.writeQueued()
	return nil
}

// makeFile makes the file for the owner's eyes alone (it holds what is sealed)
// and tells whether there was a database in it before.
func makeFile(path string) (existed bool, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return false, err
	}
	info, err := f.Stat()
	if err = errors.Join(err, f.Close()); err != nil {
		return false, err
	}
	return info.Size() > 0, nil
}

func open(path, more string, connections int) (*sql.DB, error) {
	name, err := address(path)
	if err != nil {
		return nil, err
	}
	pool, err := sql.Open("sqlite", name+"?_busy_timeout=5000&_journal_mode=WAL&_synchronous=FULL&_foreign_keys=1"+more)
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	return pool, nil
}

// address is a file's name as SQLite takes it, without parameters.
func address(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	abs = filepath.ToSlash(abs)
	if !strings.HasPrefix(abs, "/") { // a drive letter
		abs = "/" + abs
	}
	return "file:" + (&url.URL{Path: abs}).EscapedPath(), nil
}

// Close writes what is still queued and gives the file back.
func (s *Store) Close() error {
	if !s.queue.close() {
		return nil
	}
	<-s.queue.ended
	return s.release()
}

func (s *Store) release() error {
	var errs []error
	for _, q := range []*db.Queries{s.readQ, s.writeQ} {
		if q != nil {
			errs = append(errs, q.Close())
		}
	}
	for _, pool := range []*sql.DB{s.readDB, s.writeDB} { // the last to close tidies the WAL away
		if pool != nil {
			errs = append(errs, pool.Close())
		}
	}
	if err := errors.Join(append(errs, s.lock.Close())...); err != nil {
		return fmt.Errorf("close database %s: %w", s.path, err)
	}
	return nil
}

// Read runs fn on one unchanging view of the database, which it cannot change.
func (s *Store) Read(ctx context.Context, fn func(*Tx) error) error {
	tx, err := s.readDB.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("begin a read: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	return fn(&Tx{ctx: ctx, q: s.readQ.WithTx(tx), nowMS: s.now().UnixMilli()})
}

// Lines counts the lines written to the logs of sessions since Open.
func (s *Store) Lines() int64 { return s.lines.Load() }

// Posted is pinged after a commit that may have given the outbox something to
// send.
func (s *Store) Posted() <-chan struct{} { return s.posted }

// Tx is one Write or Read under way; it is good for that call and its goroutine
// only.
type Tx struct {
	ctx    context.Context
	q      *db.Queries
	nowMS  int64
	posted bool
	lines  int64 // appended
}

// found turns the driver's word for "no row" into ErrNotFound and says what was
// being done.
func found(err error, doing string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return fmt.Errorf("%s: %w", doing, ErrNotFound)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// changed is found for a statement that must have changed a row.
func changed(rows int64, err error, doing string) error {
	if err == nil && rows == 0 {
		err = sql.ErrNoRows
	}
	return found(err, doing)
}
