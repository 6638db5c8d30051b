package storage

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the database up to the newest migration. A database that was
// there before is copied first, to PATH.before-N, N being the first migration
// that it lacks.
func migrate(ctx context.Context, pool *sql.DB, path string, existed bool) error {
	steps, err := newMigrations(pool)
	if err != nil {
		return err
	}
	has, knows, err := steps.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read the schema's version: %w", err)
	}
	if has > knows {
		return fmt.Errorf("%w: schema %d, known up to %d", ErrNewer, has, knows)
	}
	if has == knows {
		return nil
	}
	if existed {
		before := fmt.Sprintf("%s.before-%d", path, has+1)
		if err := copyTo(ctx, pool, before); err != nil {
			return fmt.Errorf("copy before migrating: %w", err)
		}
	}
	if _, err := steps.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

func newMigrations(pool *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectSQLite3, pool, files, goose.WithDisableGlobalRegistry(true))
}

// copyTo puts a whole copy at path, or nothing: it is made beside path, brought
// to the disk and then given its name.
func copyTo(ctx context.Context, pool *sql.DB, path string) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".part-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }() // gone already when all went well
	_, err = pool.ExecContext(ctx, "VACUUM INTO $1", f.Name())
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
