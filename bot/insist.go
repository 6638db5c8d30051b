package bot

import (
	"context"
	"time"
)

const (
	answerTries = 3
	answerPause = 20 * time.Millisecond // after the first try, and twice that after the second
)

func notRefused(f *failure) bool { return f.fate != refused }
func notDone(f *failure) bool    { return f.fate == undone }

// insist does something again while it fails so that another try is worth it, up
// to answerTries times and as long as ctx has time for the pause.
func insist(ctx context.Context, worth func(*failure) bool, do func() error) error {
	for try := 1; ; try++ {
		err := do()
		if err == nil || try == answerTries || !worth(failed(err)) {
			return err
		}
		pause := max(failed(err).after, answerPause*time.Duration(try))
		if due, ok := ctx.Deadline(); ok && time.Until(due) < pause {
			return err
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return err
		}
	}
}
