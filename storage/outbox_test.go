package storage

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// post posts a row of session "s" to channel/1 and returns its id.
func post(t *testing.T, s *Store, slot, body string) int64 {
	t.Helper()
	return postRow(t, s, Row{Session: "s", Dest: "channel/1", Slot: slot, Body: []byte(body)})
}

func postRow(t *testing.T, s *Store, r Row) (id int64) {
	t.Helper()
	write(t, s, func(tx *Tx) (err error) { id, err = tx.Post(r); return })
	return id
}

func claim(t *testing.T, s *Store, dest string) (r Row) {
	t.Helper()
	write(t, s, func(tx *Tx) (err error) { r, err = tx.Claim(dest); return })
	return r
}

func wantNoClaim(t *testing.T, s *Store, dest string) {
	t.Helper()
	wantErr(t, s.Write(t.Context(), func(tx *Tx) error { _, err := tx.Claim(dest); return err }), ErrNotFound)
}

// sends claims the next row of channel/1, wants this body, and settles it.
func sends(t *testing.T, s *Store, body, message string) Row {
	t.Helper()
	r := claim(t, s, "channel/1")
	if string(r.Body) != body {
		t.Fatalf("claimed %q, want %q", r.Body, body)
	}
	write(t, s, func(tx *Tx) error { return tx.Sent(r.ID, "1", message) })
	return r
}

func row(t *testing.T, s *Store, id int64) (r Row) {
	t.Helper()
	read(t, s, func(tx *Tx) (err error) { r, err = tx.Row(id); return })
	return r
}

func TestRowComesBackAsPosted(t *testing.T) {
	s, c := newStore(t)
	want := Row{Session: "s", Dest: "user/9", Slot: "prompt/1/a/9", Body: []byte("choose"), DueMS: 5}
	want.ID, want.State, want.AtMS = postRow(t, s, want), Waiting, c.ms.Load()
	if diff := cmp.Diff(want, row(t, s, want.ID)); diff != "" {
		t.Error(diff)
	}
	select {
	case <-s.Posted():
	default:
		t.Error("nobody was told of the row")
	}
	wantErr(t, s.Read(t.Context(), func(tx *Tx) error { _, err := tx.Row(99); return err }), ErrNotFound)
}

func TestRowsWithoutSlotAreMessagesOfTheirOwn(t *testing.T) {
	s, _ := newStore(t)
	a, b := post(t, s, "", "one"), post(t, s, "", "two")
	if a == b {
		t.Fatal("one row for two messages")
	}
	sends(t, s, "one", "m1")
	if r := sends(t, s, "two", "m2"); r.Edit {
		t.Error("the second edits the first")
	}
}

func TestWaitingRowOfASlotIsReplacedInItsPlace(t *testing.T) {
	s, _ := newStore(t)
	board := post(t, s, "board", "old")
	post(t, s, "", "between")
	if again := post(t, s, "board", "new"); again != board {
		t.Errorf("the new board is row %d, the old %d", again, board)
	}
	sends(t, s, "new", "m1")
	sends(t, s, "between", "m2")
	wantNoClaim(t, s, "channel/1")
}

func TestSlotOfAnotherSessionIsAnotherSlot(t *testing.T) {
	s, _ := newStore(t)
	post(t, s, "board", "mine")
	postRow(t, s, Row{Session: "t", Dest: "channel/1", Slot: "board", Body: []byte("theirs")})
	sends(t, s, "mine", "m1")
	if r := sends(t, s, "theirs", "m2"); r.Edit {
		t.Error("edits the other session's board")
	}
}

func TestSentSlotIsEditedAndEditsCoalesce(t *testing.T) {
	s, _ := newStore(t)
	post(t, s, "board", "first")
	sends(t, s, "first", "m1")
	post(t, s, "", "between")
	edit := postRow(t, s, Row{Session: "s", Dest: "channel/elsewhere", Slot: "board", Body: []byte("second")})
	if again := post(t, s, "board", "third"); again != edit {
		t.Errorf("the edit waits twice: %d and %d", edit, again)
	}
	sends(t, s, "between", "m2")
	r := claim(t, s, "channel/1") // where the message is
	if !r.Edit || r.Channel != "1" || r.Message != "m1" || string(r.Body) != "third" {
		t.Errorf("claimed %+v", r)
	}
}

func TestSlotUnderWayIsEditedAfterwards(t *testing.T) {
	s, _ := newStore(t)
	first := post(t, s, "board", "first")
	claim(t, s, "channel/1")
	if post(t, s, "board", "second") == first {
		t.Fatal("changed a row that is being sent")
	}
	wantNoClaim(t, s, "channel/1")
	write(t, s, func(tx *Tx) error { return tx.Sent(first, "1", "m1") })
	if r := sends(t, s, "second", "m1"); !r.Edit || r.Message != "m1" {
		t.Errorf("claimed %+v", r)
	}
}

func TestSlotInDoubtIsEditedAfterwards(t *testing.T) {
	s, c := newStore(t)
	first := post(t, s, "board", "first")
	claim(t, s, "channel/1")
	write(t, s, func(tx *Tx) error { return tx.Doubt(first, c.ms.Load(), "no answer") })
	if post(t, s, "board", "second") == first {
		t.Fatal("changed a row that may have been sent")
	}
	if r := sends(t, s, "first", "m1"); !r.Doubt || r.Tries != 1 {
		t.Errorf("claimed %+v", r)
	}
	sends(t, s, "second", "m1")
}

func TestSlotPutBackForCertainIsReplaced(t *testing.T) {
	s, c := newStore(t)
	first := post(t, s, "board", "first")
	claim(t, s, "channel/1")
	write(t, s, func(tx *Tx) error { return tx.Retry(first, c.ms.Load(), "limited") })
	if post(t, s, "board", "second") != first {
		t.Fatal("two rows wait for a message never sent")
	}
	if r := sends(t, s, "second", "m1"); r.Edit || r.Doubt {
		t.Errorf("claimed %+v", r)
	}
}

func TestEditOfAFailedSlotFails(t *testing.T) {
	s, _ := newStore(t)
	first := post(t, s, "board", "first")
	claim(t, s, "channel/1")
	queued := post(t, s, "board", "second")
	after := post(t, s, "", "after")
	write(t, s, func(tx *Tx) error { return tx.Failed(first, "refused") })
	late := postRow(t, s, Row{Session: "s", Dest: "channel/1", Slot: "board", Rides: "i"})
	for id, why := range map[int64]string{first: "refused", queued: "never sent", late: "never sent"} {
		if r := row(t, s, id); r.State != Failed || r.Why != why {
			t.Errorf("row %d: %+v", id, r)
		}
	}
	if r := sends(t, s, "after", "m"); r.ID != after {
		t.Errorf("claimed %+v", r)
	}
	wantNoClaim(t, s, "channel/1")
}

func TestFailedEditLeavesTheSlotToTheNext(t *testing.T) {
	s, _ := newStore(t)
	post(t, s, "board", "first")
	sends(t, s, "first", "m1")
	edit := post(t, s, "board", "second")
	claim(t, s, "channel/1")
	write(t, s, func(tx *Tx) error { return tx.Failed(edit, "refused") })
	post(t, s, "board", "third")
	if r := sends(t, s, "third", "m1"); !r.Edit || r.Message != "m1" {
		t.Errorf("claimed %+v", r)
	}
}

func TestSlotTellsItsNewestBodyAndItsMessage(t *testing.T) {
	s, _ := newStore(t)
	slot := func() (channel, message string, err error) {
		err = s.Read(t.Context(), func(tx *Tx) (err error) { channel, message, err = tx.Slot("s", "board"); return })
		return
	}
	wantBody := func(want string) {
		t.Helper()
		read(t, s, func(tx *Tx) error {
			body, err := tx.Body("s", "board")
			if string(body) != want {
				t.Errorf("body %q, want %q", body, want)
			}
			return err
		})
	}
	_, _, err := slot()
	wantErr(t, err, ErrNotFound)
	post(t, s, "board", "first")
	wantBody("first")
	_, _, err = slot()
	wantErr(t, err, ErrNotFound)
	sends(t, s, "first", "m1")
	for _, body := range []string{"second", "third", "fourth"} {
		post(t, s, "board", body)
		wantBody(body)
		sends(t, s, body, "m1")
		wantBody(body)
	}
	if channel, message, err := slot(); channel != "1" || message != "m1" || err != nil {
		t.Errorf("slot is %s/%s, %v", channel, message, err)
	}
	var rows int
	must(t, s.writeDB.QueryRow("SELECT COUNT(*) FROM outbox").Scan(&rows))
	if rows != 2 {
		t.Errorf("%d rows are kept for one slot", rows)
	}
}

func TestRidingRowIsClaimedOnlyWhenNothingIsBeforeIt(t *testing.T) {
	s, c := newStore(t)
	riding := Row{Session: "s", Dest: "channel/1", Slot: "step/1", Body: []byte("riding"), Rides: "i1"}
	first := postRow(t, s, riding)
	if r := row(t, s, first); r.State != Claimed || r.Rides != "i1" {
		t.Fatalf("posted %+v", r)
	}
	wantNoClaim(t, s, "channel/1")
	riding.Slot = ""
	second := postRow(t, s, riding)
	if r := row(t, s, second); r.State != Waiting || r.Rides != "" {
		t.Errorf("rides past a row under way: %+v", r)
	}
	write(t, s, func(tx *Tx) error { return tx.Retry(first, c.ms.Load(), "too late") })
	if r := claim(t, s, "channel/1"); r.ID != first {
		t.Errorf("claimed %+v", r)
	}
	write(t, s, func(tx *Tx) error { return tx.Sent(first, "1", "m1") })
	if r := claim(t, s, "channel/1"); r.ID != second {
		t.Errorf("claimed %+v", r)
	}
}
