package storage

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestInteractionIsDealtWithOnce(t *testing.T) {
	s, c := newStore(t)
	once := func(id string) error {
		return s.Write(t.Context(), func(tx *Tx) error { return tx.Once(id) })
	}
	must(t, once("a"))
	wantErr(t, once("a"), ErrSeen)
	fails := s.Write(t.Context(), func(tx *Tx) error {
		return fmt.Errorf("refused: %w, %w", ErrStale, tx.Once("b"))
	})
	wantErr(t, fails, ErrStale)
	must(t, once("b")) // the refused write has noted nothing
	c.forward(24 * time.Hour)
	wantErr(t, once("a"), ErrSeen)
	c.forward(time.Millisecond)
	must(t, once("c"))
	must(t, once("a")) // forgotten
}

func TestDeskKeepsDraftsDMsAndSettings(t *testing.T) {
	s, c := newStore(t)
	want := Draft{ID: "d", Session: "s", User: "ann", Body: []byte("half")}
	write(t, s, func(tx *Tx) error { return tx.SaveDraft(want) })
	want.Body, want.AtMS = []byte("whole"), c.ms.Load()
	write(t, s, func(tx *Tx) error {
		return errors.Join(
			tx.SaveDraft(want), tx.SaveDraft(Draft{ID: "e", Session: "other"}),
			tx.SaveDM("ann", "1"), tx.SaveDM("ann", "2"),
			tx.SaveSetting("k", "1"), tx.SaveSetting("k", "2"),
		)
	})
	read(t, s, func(tx *Tx) error {
		got, err := tx.Draft("d")
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Error(diff, err)
		}
		if v, err := tx.DM("ann"); v != "2" || err != nil {
			t.Errorf("DM %q, %v", v, err)
		}
		if v, err := tx.Setting("k"); v != "2" || err != nil {
			t.Errorf("setting %q, %v", v, err)
		}
		_, err = tx.DM("bob")
		wantErr(t, err, ErrNotFound)
		_, err = tx.Setting("x")
		wantErr(t, err, ErrNotFound)
		return nil
	})
	write(t, s, func(tx *Tx) error { return tx.DropDrafts("s") })
	read(t, s, func(tx *Tx) error {
		_, err := tx.Draft("d")
		wantErr(t, err, ErrNotFound)
		_, err = tx.Draft("e")
		return err
	})
}
