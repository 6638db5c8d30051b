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

// errLocked says that somebody else holds the lock.
var errLocked = errors.New("locked")
