package storage

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// takeLock takes the file at path for as long as this process holds it open, and
// writes into it since when. The operating system gives it back when the process
// ends, however it ends; the file itself stays and means nothing.
func takeLock(path string, now time.Time) (*os.File, error) {
	f, err := lockFile(path)
	if errors.Is(err, errLocked) {
		since, readErr := os.ReadFile(path)
		if readErr != nil || len(since) == 0 {
			return nil, ErrInUse
		}
		return nil, fmt.Errorf("%w since %s", ErrInUse, since)
	}
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	err = f.Truncate(0)
	if err == nil {
		_, err = io.WriteString(f, now.UTC().Format(time.RFC3339))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("write %s: %w", path, err), f.Close())
	}
	return f, nil
}

// lockedSince tells whether somebody holds the lock at path, and since when as
// they wrote it. To find out it takes a free lock for a moment.
func lockedSince(path string) (held bool, since string, err error) {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return false, "", nil
	}
	f, err := lockFile(path)
	switch {
	case errors.Is(err, errLocked):
		text, _ := os.ReadFile(path) // without it, there is no telling since when
		return true, string(text), nil
	case err != nil:
		return false, "", fmt.Errorf("look at the lock %s: %w", path, err)
	}
	return false, "", f.Close()
}

// errLocked says that somebody else holds the lock.
var errLocked = errors.New("locked")
