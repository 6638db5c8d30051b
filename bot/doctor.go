package bot

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"umpire/storage"
)

// Grade is how grave a Finding is.
type Grade int

// The grades: all is well, it works but should be put right, it will not work.
const (
	Sound Grade = iota
	Doubtful
	Broken
)

// String gives the word that starts a Finding's line.
func (g Grade) String() string { return [...]string{"ok", "warn", "FAIL"}[g] }

// Finding is what a Doctor has to say about one thing.
type Finding struct {
	Grade Grade
	About string // "token"
	Text  string // what was found and, unless it is Sound, what to do
}

// String is the Finding as one line.
func (f Finding) String() string { return fmt.Sprintf("%-4s  %-8s  %s", f.Grade, f.About, f.Text) }

// Doctor looks at all that a Bot would stand on. It changes nothing, and may work
// beside the Bot that it is about.
type Doctor struct {
	Token   string           // as in Options
	API     string           // as in Options
	DB      string           // the database file
	EnvFile string           // where the settings may come from
	Now     func() time.Time // the clock that is held against Discord's; nil: time.Now
}

// Examine reports its findings one by one and tells whether a Bot could serve:
// nothing is Broken.
func (d Doctor) Examine(ctx context.Context, report func(Finding)) bool {
	if d.Now == nil {
		d.Now = time.Now
	}
	d.Token = bare(d.Token)
	v := &visit{Doctor: d, report: report}
	v.settings()
	v.discord(ctx)
	v.database(ctx)
	v.disk()
	return !v.broken
}

// visit is one examination under way.
type visit struct {
	Doctor
	report  func(Finding)
	broken  bool
	network *network
	clocks  clocks
}

func (v *visit) sound(about, format string, args ...any) {
	v.report(Finding{Sound, about, fmt.Sprintf(format, args...)})
}

func (v *visit) doubtful(about, format string, args ...any) {
	v.report(Finding{Doubtful, about, fmt.Sprintf(format, args...)})
}

func (v *visit) fails(about, format string, args ...any) {
	v.broken = true
	v.report(Finding{Broken, about, fmt.Sprintf(format, args...)})
}

// others are the rights by which somebody else on the machine can read a file.
const others fs.FileMode = 0o077

// exposed tells whether others may read a file with these rights. Windows keeps
// its rights elsewhere.
func exposed(mode fs.FileMode) bool { return runtime.GOOS != "windows" && mode&others != 0 }

func (v *visit) settings() {
	info, err := os.Stat(v.EnvFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		v.sound("settings", "no %s here; they come from the environment and the command line", v.EnvFile)
	case err != nil:
		v.doubtful("settings", "%v", err)
	case exposed(info.Mode()):
		v.doubtful("settings", "others on this machine can read the token in %s: chmod 600 %[1]s", v.EnvFile)
	default:
		v.sound("settings", "%s is there, for its owner alone", v.EnvFile)
	}
}

func (v *visit) database(ctx context.Context) {
	c, err := storage.Examine(ctx, v.DB)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		v.sound("database", "none at %s yet; the first start makes it", v.DB)
		return
	case c.Bytes > 0 && exposed(c.Mode):
		v.doubtful("database", "others on this machine can read what is sealed in it: chmod 600 %s*", v.DB)
	}
	switch {
	case err != nil:
		v.fails("database", "%v. Stop the bot, keep that file, and restore a backup", err)
	case len(c.Faults) > 0:
		v.fails("database", "%s is damaged: %s. Stop the bot, keep that file, and restore a backup", v.DB, c.Faults[0])
	case c.ReadOnly:
		v.fails("database", "this user may not write %s: give the file to the user that runs the bot", v.DB)
	case c.Has > c.Knows:
		v.fails("database", "a newer umpire has written %s (schema %d, this one knows up to %d): install that release again", v.DB, c.Has, c.Knows)
	default:
		v.sound("database", "%s is whole: %s", v.DB, describe(c))
	}
}

// describe tells what is well with a database.
func describe(c storage.Condition) string {
	text := fmt.Sprintf("%s, schema %d", megabytes(c.Bytes), c.Has)
	if c.Has < c.Knows {
		text += fmt.Sprintf(" (the next start copies it and brings it to %d)", c.Knows)
	}
	text += fmt.Sprintf(", %d messages waiting", c.Unsent)
	switch {
	case c.InUse && c.Since != "":
		text += ", served since " + c.Since
	case c.InUse:
		text += ", served"
	default:
		text += ", not served now"
	}
	return text
}

const (
	spareBytes = 256 << 20 // less free is worth a word
	leastBytes = 16 << 20  // less stops the bot before long
)

// disk looks at the place of the database: whether there is room, and whether the
// files beside it can be made.
func (v *visit) disk() {
	folder := filepath.Dir(v.DB)
	f, err := os.CreateTemp(folder, ".umpire-doctor-*")
	if err != nil {
		v.fails("disk", "no file can be made in %s (%v): the bot's user needs that folder to be there and its own", folder, errors.Unwrap(err))
		return
	}
	err = errors.Join(f.Close(), os.Remove(f.Name()))
	free, freeErr := storage.FreeBytes(v.DB)
	if err = errors.Join(err, freeErr); err != nil {
		v.doubtful("disk", "%v", err)
		return
	}
	switch {
	case free < leastBytes:
		v.fails("disk", "only %s free beside %s: make room", megabytes(free), v.DB)
	case free < spareBytes:
		v.doubtful("disk", "only %s free beside %s, and an upgrade copies the database first: make room", megabytes(free), v.DB)
	default:
		v.sound("disk", "%s free beside %s", megabytes(free), v.DB)
	}
}

func megabytes(n int64) string {
	switch {
	case n < 10<<20:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	case n < 10<<30:
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d GB", n>>30)
}
