package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// batch is how many writes share one commit at most.
const batch = 64

// job is one Write on its way through the queue.
type job struct {
	ctx    context.Context
	fn     func(*Tx) error
	taken  atomic.Bool // by the writer, or by a caller who no longer waits
	posted bool
	lines  int64 // that it appends
	err    error
	done   chan struct{}
}

// queue holds the jobs that wait for the writer, in order.
type queue struct {
	mu     sync.Mutex
	jobs   []*job
	closed bool
	wake   chan struct{} // capacity 1
	ended  chan struct{} // closed by the writer when it stops
}

func (q *queue) start() {
	q.wake = make(chan struct{}, 1)
	q.ended = make(chan struct{})
}

func (q *queue) ping() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

func (q *queue) add(j *job) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.jobs = append(q.jobs, j)
	q.ping()
	return true
}

// next gives the oldest job that somebody still waits for, or nil.
func (q *queue) next() *job {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.jobs) > 0 {
		j := q.jobs[0]
		q.jobs[0] = nil
		q.jobs = q.jobs[1:]
		if j.taken.CompareAndSwap(false, true) {
			return j
		}
	}
	return nil
}

// close refuses further jobs; it is false when that was done before.
func (q *queue) close() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.closed = true
	q.ping()
	return true
}

func (q *queue) over() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.closed && len(q.jobs) == 0
}

// Write runs fn once, in a transaction, and returns when what it wrote is on the
// disk. An error or panic of fn undoes what fn did, and only that, and is
// returned. When ctx ends before fn has begun, fn is not run at all; from then on
// ctx is not looked at. fn must not call Write, and runs on another goroutine.
func (s *Store) Write(ctx context.Context, fn func(*Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j := &job{ctx: ctx, fn: fn, done: make(chan struct{})}
	if !s.queue.add(j) {
		return ErrClosed
	}
	select {
	case <-j.done:
		return j.err
	case <-ctx.Done():
		if j.taken.CompareAndSwap(false, true) {
			return ctx.Err()
		}
	}
	<-j.done
	return j.err
}

// writeQueued is the one writer; it ends when the queue is closed and empty.
func (s *Store) writeQueued() {
	defer func() {
		if s.queue.over() {
			close(s.queue.ended)
			return
		}
		go s.writeQueued() // a fn has ended this goroutine, as t.Fatal does
	}()
	for !s.queue.over() {
		if first := s.queue.next(); first != nil {
			s.commit(first)
			continue
		}
		<-s.queue.wake
	}
}

var errGone = errors.New("a write of this commit ended the writer's goroutine")

// commit runs first and what queues up behind it, each in its own savepoint,
// commits them together and tells each how it went.
func (s *Store) commit(first *job) {
	jobs, err := []*job{first}, errGone
	defer func() { s.answer(jobs, err) }()
	err = s.together(&jobs)
}

// answer tells each job how it went: err is the fate of all.
func (s *Store) answer(jobs []*job, err error) {
	posted := false
	for _, j := range jobs {
		if err != nil && j.err == nil {
			j.err = err
		}
		if j.err == nil {
			posted = posted || j.posted
			s.lines.Add(j.lines)
		}
	}
	if posted {
		select {
		case s.posted <- struct{}{}:
		default:
		}
	}
	for _, j := range jobs {
		close(j.done)
	}
}

func (s *Store) together(jobs *[]*job) error {
	// No job's context may reach a statement: SQLite answers an interrupted
	// statement by undoing the whole transaction, neighbours and all.
	tx, err := s.writeDB.BeginTx(context.Background(), nil)
	if err != nil {
		return fmt.Errorf("begin a write: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	q := s.writeQ.WithTx(tx)
	for i := 0; ; i++ {
		j := (*jobs)[i]
		if err := within(tx, func() error {
			t := &Tx{ctx: context.WithoutCancel(j.ctx), q: q, nowMS: s.now().UnixMilli()}
			j.err = call(j.fn, t)
			j.posted, j.lines = t.posted, t.lines
			return j.err
		}); err != nil {
			return err
		}
		if i+1 == batch {
			break
		}
		next := s.queue.next()
		if next == nil {
			break
		}
		*jobs = append(*jobs, next)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// within runs fn in a savepoint and undoes it when fn gives an error. Its own
// error means that the whole transaction is lost (a full disk, say), and that
// nothing more may be run: outside a transaction a savepoint would commit.
func within(tx *sql.Tx, fn func() error) error {
	if _, err := tx.Exec("SAVEPOINT job"); err != nil {
		return fmt.Errorf("set a savepoint: %w", err)
	}
	if failed := fn(); failed != nil {
		if _, err := tx.Exec("ROLLBACK TO job"); err != nil {
			return fmt.Errorf("go back to the savepoint: %w", errors.Join(err, failed))
		}
	}
	if _, err := tx.Exec("RELEASE job"); err != nil {
		return fmt.Errorf("release the savepoint: %w", err)
	}
	return nil
}

func call(fn func(*Tx) error, tx *Tx) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a write panicked: %v\n%s", p, debug.Stack())
		}
	}()
	return fn(tx)
}
