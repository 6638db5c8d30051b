package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"umpire/storage/internal/db"
)

// Reading is a database open for reading alone, also while a Store has it.
type Reading struct {
	pool *sql.DB
	q    *db.Queries
}

// OpenReading opens a database that is there. It returns fs.ErrNotExist when there
// is none, ErrNewer, or ErrOlder when it was not migrated to what this program
// knows.
func OpenReading(ctx context.Context, path string) (*Reading, error) {
	doing := "read database " + path
	pool, err := openBeside(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	q, err := prepareReading(ctx, pool)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", doing, err), pool.Close())
	}
	return &Reading{pool: pool, q: q}, nil
}

// ErrOlder says that the file has not been opened by this program since an upgrade.
var ErrOlder = errors.New("the database is older than this program; start the bot once, which brings it up to date")

func prepareReading(ctx context.Context, pool *sql.DB) (*db.Queries, error) {
	steps, err := newMigrations(pool)
	if err != nil {
		return nil, err
	}
	has, knows := int64(0), int64(0)
	for _, s := range steps.ListSources() {
		knows = max(knows, s.Version)
	}
	if err := pool.QueryRowContext(ctx, "SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version").Scan(&has); err != nil {
		return nil, fmt.Errorf("read the schema's version: %w", err)
	}
	switch {
	case has > knows:
		return nil, ErrNewer
	case has < knows:
		return nil, ErrOlder
	}
	return db.Prepare(ctx, pool)
}

// Read runs fn on one unchanging view of the database, as Store.Read does.
func (r *Reading) Read(ctx context.Context, fn func(*Tx) error) error {
	tx, err := r.pool.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("begin a read: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	return fn(&Tx{ctx: ctx, q: r.q.WithTx(tx), nowMS: time.Now().UnixMilli()})
}

// Integrity gives what SQLite finds wrong with the file and between its tables;
// nil for nothing. It reads all of it.
func (r *Reading) Integrity(ctx context.Context) (faults []string, err error) {
	faults, err = pragmaRows(ctx, r.pool, "PRAGMA integrity_check(20)", func(rows *sql.Rows) (string, error) {
		var fault string
		err := rows.Scan(&fault)
		if fault == "ok" {
			fault = ""
		}
		return fault, err
	})
	if err != nil {
		return nil, fmt.Errorf("check its integrity: %w", err)
	}
	more, err := pragmaRows(ctx, r.pool, "PRAGMA foreign_key_check", func(rows *sql.Rows) (string, error) {
		var table, parent string
		var row, key any
		err := rows.Scan(&table, &row, &parent, &key)
		return fmt.Sprintf("row %v of %s belongs to nothing in %s", row, table, parent), err
	})
	if err != nil {
		return nil, fmt.Errorf("check what belongs to what: %w", err)
	}
	return append(faults, more...), nil
}

func pragmaRows(ctx context.Context, pool *sql.DB, pragma string, fault func(*sql.Rows) (string, error)) (faults []string, err error) {
	rows, err := pool.QueryContext(ctx, pragma)
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		text, err := fault(rows)
		if err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		if text != "" {
			faults = append(faults, text)
		}
	}
	return faults, errors.Join(rows.Err(), rows.Close())
}

// Close gives the file back.
func (r *Reading) Close() error { return errors.Join(r.q.Close(), r.pool.Close()) }
