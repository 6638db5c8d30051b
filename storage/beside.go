package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// What can be done with a database file that another process serves: the lock is
// not taken, and nothing in the file is changed.

// Backup writes a compact copy of the database at path to a file that must not be
// there yet, while the Store that has it goes on reading and writing. The copy
// holds what is sealed, so it is for the owner's eyes alone. It returns
// fs.ErrNotExist when there is no database, fs.ErrExist when there is something
// at to already.
func Backup(ctx context.Context, path, to string) error {
	doing := fmt.Sprintf("back up %s to %s", path, to)
	if _, err := os.Lstat(to); err == nil {
		return fmt.Errorf("%s: %w", doing, fs.ErrExist)
	}
	pool, err := openBeside(path)
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	if err := errors.Join(copyTo(ctx, pool, to), pool.Close()); err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}

// openBeside opens a database that is there, for reading alone.
func openBeside(path string) (*sql.DB, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errors.New("it is a folder")
	case info.Size() == 0:
		return nil, fmt.Errorf("it is empty: %w", fs.ErrNotExist)
	}
	name, err := address(path)
	if err != nil {
		return nil, err
	}
	pool, err := sql.Open("sqlite", name+"?mode=ro&_busy_timeout=5000")
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1)
	return pool, nil
}

// Condition is how a database file was found.
type Condition struct {
	Bytes      int64       // of the file and its WAL
	Mode       fs.FileMode // the widest rights that the file or one of its companions gives
	ReadOnly   bool        // this process may not write the file
	InUse      bool        // a Store has it
	Since      string      // when that one opened it, RFC 3339; "" if that is not known
	Has, Knows int64       // the schema in it, and the newest that this program knows
	Faults     []string    // what SQLite's integrity check finds; nil: nothing
	Unsent     int64       // messages that wait in the outbox
}

// Examine looks a database over without taking it. It returns fs.ErrNotExist when
// there is none yet. With an error that comes of the contents, what the file
// system says stands in the Condition all the same.
func Examine(ctx context.Context, path string) (Condition, error) {
	doing := "examine database " + path
	pool, err := openBeside(path)
	if err != nil {
		return Condition{}, fmt.Errorf("%s: %w", doing, err)
	}
	defer func() { _ = pool.Close() }() // nothing was written
	var c Condition
	if err := c.outside(path); err != nil {
		return c, fmt.Errorf("%s: %w", doing, err)
	}
	if err := c.inside(ctx, pool); err != nil {
		return c, fmt.Errorf("%s: %w", doing, err)
	}
	return c, nil
}

// outside reads what the file system says.
func (c *Condition) outside(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	c.Bytes, c.Mode, c.ReadOnly = info.Size(), info.Mode().Perm(), !writable(path)
	for _, companion := range []string{path + "-wal", path + "-shm"} {
		if info, err := os.Stat(companion); err == nil {
			c.Mode |= info.Mode().Perm()
			if companion == path+"-wal" {
				c.Bytes += info.Size()
			}
		}
	}
	c.InUse, c.Since, err = lockedSince(path + ".lock")
	return err
}

// inside reads what the database says of itself.
func (c *Condition) inside(ctx context.Context, pool *sql.DB) error {
	rows, err := pool.QueryContext(ctx, "PRAGMA integrity_check(5)")
	if err != nil {
		return fmt.Errorf("check its integrity: %w", err)
	}
	for rows.Next() {
		var fault string
		if err := rows.Scan(&fault); err != nil {
			return errors.Join(err, rows.Close())
		}
		if fault != "ok" {
			c.Faults = append(c.Faults, fault)
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return fmt.Errorf("check its integrity: %w", err)
	}
	steps, err := newMigrations(pool)
	if err != nil {
		return err
	}
	for _, s := range steps.ListSources() {
		c.Knows = max(c.Knows, s.Version)
	}
	// Asked of goose, it would make its table in a file without one.
	err = pool.QueryRowContext(ctx, "SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version").Scan(&c.Has)
	if err != nil {
		return fmt.Errorf("read the schema's version: %w", err)
	}
	err = pool.QueryRowContext(ctx, "SELECT COUNT(*) FROM outbox WHERE state IN ('waiting', 'claimed')").Scan(&c.Unsent)
	if err != nil {
		return fmt.Errorf("count what waits in the outbox: %w", err)
	}
	return nil
}

// FreeBytes is how much this user may still write to the disk that path is or
// will be on.
func FreeBytes(path string) (int64, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return 0, err
	}
	free, err := freeBytes(filepath.Dir(abs))
	if err != nil {
		return 0, fmt.Errorf("ask for the free space beside %s: %w", path, err)
	}
	return free, nil
}
