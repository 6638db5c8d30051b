package storage

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

func TestEveryLobbyAndEveryRowIsLookedThroughOnce(t *testing.T) {
	s, _ := newStore(t)
	const count = pageLength + 1
	write(t, s, func(tx *Tx) error {
		for i := range count {
			id := fmt.Sprint(i)
			if err := tx.AddSession(Session{ID: id, Guild: "g", State: Over, Lobby: []byte(id)}); err != nil {
				return err
			}
			if _, err := tx.Post(Row{Session: id, Dest: "channel/1", Body: []byte(id)}); err != nil {
				return err
			}
		}
		return nil
	})
	lobbies, rows := map[string]bool{}, map[string]bool{}
	read(t, s, func(tx *Tx) error {
		for after := ""; ; {
			page, err := tx.LobbiesAfter(after)
			if err != nil || len(page) == 0 {
				return err
			}
			for _, l := range page {
				lobbies[string(l.Lobby)] = true
				after = l.ID
			}
		}
	})
	read(t, s, func(tx *Tx) error {
		for after := int64(0); ; {
			page, err := tx.RowsAfter(after)
			if err != nil || len(page) == 0 {
				return err
			}
			for _, r := range page {
				rows[string(r.Body)] = true
				after = r.ID
			}
		}
	})
	if len(lobbies) != count || len(rows) != count {
		t.Errorf("%d lobbies and %d rows, want %d", len(lobbies), len(rows), count)
	}
}

func TestALobbyIsPutWithoutMovingItsTime(t *testing.T) {
	s, c := newStore(t)
	addSession(t, s, "s")
	var before, after Session
	read(t, s, func(tx *Tx) (err error) { before, err = tx.Session("s"); return err })
	c.forward(time.Hour)
	write(t, s, func(tx *Tx) error { return tx.PutLobby("s", []byte("new")) })
	read(t, s, func(tx *Tx) (err error) { after, err = tx.Session("s"); return err })
	if string(after.Lobby) != "new" || after.UpdatedMS != before.UpdatedMS {
		t.Errorf("got %+v", after)
	}
	wantErr(t, s.Write(t.Context(), func(tx *Tx) error { return tx.PutLobby("none", nil) }), ErrNotFound)
}

func TestARowUnderWayIsNotDropped(t *testing.T) {
	s, _ := newStore(t)
	sent := deliver(t, s, Row{Session: "s", Dest: "channel/1"})
	claimed := postRow(t, s, Row{Session: "s", Dest: "channel/1"})
	write(t, s, func(tx *Tx) error {
		_, err := tx.Claim("channel/1")
		return errors.Join(err, tx.PutBody(claimed, []byte("less")), tx.DropRow(sent), tx.DropRow(claimed))
	})
	if left := rowsLeft(t, s, sent, claimed); len(left) != 1 || left[0] != claimed {
		t.Errorf("left %v", left)
	}
	read(t, s, func(tx *Tx) error {
		r, err := tx.Row(claimed)
		if string(r.Body) != "less" {
			t.Errorf("it holds %q", r.Body)
		}
		return err
	})
}
