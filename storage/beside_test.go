package storage

import (
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

func TestBackupIsWholeAndOverwritesNothing(t *testing.T) {
	s, c := newStore(t)
	addSession(t, s, "s")
	path := filepath.Join(t.TempDir(), "copy.db")
	must(t, Backup(t.Context(), s.path, path))
	wantErr(t, Backup(t.Context(), s.path, path), fs.ErrExist)
	left, err := filepath.Glob(path + ".part-*")
	if err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the copy's rights: %v, %v", info.Mode(), err)
	}
	read(t, openAt(t, path, c), func(tx *Tx) error {
		_, err := tx.Session("s")
		return err
	})
}

func TestBackupHoldsWhatWasWrittenBeforeItWhileWritesGoOn(t *testing.T) {
	s, c := newStore(t)
	stop := make(chan struct{})
	var writer sync.WaitGroup
	writer.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			if err := s.Write(t.Context(), func(tx *Tx) error { return tx.SaveSetting("count", fmt.Sprint(i)) }); err != nil {
				t.Error(err)
				return
			}
		}
	})
	dir := t.TempDir()
	for i := range 5 {
		key := fmt.Sprint("before ", i)
		write(t, s, func(tx *Tx) error { return tx.SaveSetting(key, "written") })
		path := filepath.Join(dir, fmt.Sprint(i))
		must(t, Backup(t.Context(), s.path, path))
		read(t, openAt(t, path, c), func(tx *Tx) error {
			_, err := tx.Setting(key)
			return err
		})
	}
	close(stop)
	writer.Wait()
}

func TestNothingIsMadeWhereThereIsNoDatabase(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "none.db")
	wantErr(t, Backup(t.Context(), path, filepath.Join(dir, "copy.db")), fs.ErrNotExist)
	_, err := Examine(t.Context(), path)
	wantErr(t, err, fs.ErrNotExist)
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

func TestExamineFindsASoundDatabaseAndWhoHasIt(t *testing.T) {
	s, c := newStore(t)
	postRow(t, s, to("channel/1", "a"))
	served, err := Examine(t.Context(), s.path)
	must(t, err)
	if !served.InUse || served.Since != "2023-11-14T22:13:20Z" || served.Has != served.Knows || served.Has < 1 ||
		served.Unsent != 1 || served.Faults != nil || served.Bytes == 0 || served.ReadOnly {
		t.Errorf("served: %+v", served)
	}
	if runtime.GOOS != "windows" && served.Mode != 0o600 {
		t.Errorf("mode %v", served.Mode)
	}
	must(t, s.Close())
	if left, err := Examine(t.Context(), s.path); err != nil || left.InUse {
		t.Errorf("left: %+v, %v", left, err)
	}
	openAt(t, s.path, c)
}

func TestExamineNamesWhatIsBroken(t *testing.T) {
	s, _ := newStore(t)
	must(t, s.Close())
	f, err := os.OpenFile(s.path, os.O_RDWR, 0)
	must(t, err)
	_, err = f.WriteAt([]byte(strings.Repeat("broken", 600)), 4096)
	must(t, err)
	must(t, f.Close())
	c, err := Examine(t.Context(), s.path)
	if err == nil && len(c.Faults) == 0 {
		t.Errorf("finds nothing: %+v", c)
	}
	must(t, os.WriteFile(s.path, []byte(strings.Repeat("no database ", 600)), 0o600))
	if c, err := Examine(t.Context(), s.path); err == nil || c.Bytes == 0 {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestExamineTellsANewerDatabase(t *testing.T) {
	s, _ := newStore(t)
	must(t, s.Close())
	pool, err := sql.Open("sqlite", s.path)
	must(t, err)
	_, err = pool.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)")
	must(t, err)
	must(t, pool.Close())
	if c, err := Examine(t.Context(), s.path); err != nil || c.Has != 9999 || c.Knows >= c.Has {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestFreeSpaceIsAskedForBesideTheFile(t *testing.T) {
	if n, err := FreeBytes(filepath.Join(t.TempDir(), "umpire.db")); err != nil || n <= 0 {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := FreeBytes(filepath.Join(t.TempDir(), "missing", "umpire.db")); err == nil {
		t.Error("a folder that is not there has free space")
	}
}
