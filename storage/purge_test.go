package storage

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// purge purges all there is of a server.
func purge(t testing.TB, s *Store, guild string) {
	t.Helper()
	for more := true; more; {
		write(t, s, func(tx *Tx) (err error) {
			more, err = tx.PurgeSome(guild)
			return err
		})
	}
}

func TestPurgedServerKeepsNothingAndItsNeighbourEverything(t *testing.T) {
	s, _ := newStore(t)
	for _, guild := range []string{"g", "h"} {
		join(t, s, guild, "ann", "Ann")
		addRosters(t, s, Roster{ID: guild + "r", Guild: guild, Campaign: guild + "c"})
		appendEntries(t, s, guild+"r", 2)
		write(t, s, func(tx *Tx) error {
			_, err := tx.Post(Row{Session: guild + "c", Dest: "channel/" + guild})
			return errors.Join(
				err,
				tx.AddSession(Session{ID: guild + "s", Guild: guild, State: Running, Secret: "seal"}),
				tx.Append(guild+"s", 0, []Line{line(1)}, nil, nil),
				tx.SavePeople(guild+"s", []Person{{Key: "p1", User: "ann"}}),
				tx.AddCampaign(Campaign{ID: guild + "c", Guild: guild, State: Opened}),
				tx.AddBattle(Battle{ID: guild + "b", Campaign: guild + "c", Guild: guild, Session: guild + "s"}),
				tx.SaveDraft(Draft{ID: guild + "d", Session: guild + "r"}),
				tx.SaveDraft(Draft{ID: guild + "list", Session: guild}),
			)
		})
	}
	purge(t, s, "g")
	counts := map[string]int{
		"campaigns": 1, "rosters": 1, "ledger": 2, "battles": 1, "members": 1, "log": 1, "people": 1,
		"outbox": 1, "drafts": 2, "sessions": 2,
	}
	for table, want := range counts {
		var n int
		must(t, s.readDB.QueryRow("SELECT COUNT(*) FROM "+table).Scan(&n))
		if n != want {
			t.Errorf("%s has %d rows, want %d", table, n, want)
		}
	}
	read(t, s, func(tx *Tx) error {
		gone, err := tx.Session("gs")
		if !gone.Purged || gone.Secret != "" {
			t.Errorf("session %+v", gone)
		}
		_, err2 := tx.Roster("hr")
		_, err3 := tx.BattleOf("hs")
		_, err4 := tx.MemberOf("h", "ann")
		return errors.Join(err, err2, err3, err4)
	})
	purge(t, s, "g") // nothing is left to mind
}

func prune(t testing.TB, s *Store, before time.Time) (n int64) {
	t.Helper()
	var ids []int64
	read(t, s, func(tx *Tx) (err error) {
		ids, err = tx.Prunable(before.UnixMilli())
		return err
	})
	write(t, s, func(tx *Tx) (err error) {
		n, err = tx.Prune(ids)
		return err
	})
	return n
}

func TestOnlyMessagesOfFightsLongOverArePruned(t *testing.T) {
	s, c := newStore(t)
	for _, id := range []string{"over", "runs"} {
		addSession(t, s, id)
	}
	end := func(id string) {
		write(t, s, func(tx *Tx) error { return tx.SaveLobby(id, nil, Over, "") })
	}
	told := deliver(t, s, Row{Session: "over", Dest: "channel/1"})
	board := deliver(t, s, Row{Session: "over", Dest: "channel/1", Slot: "board"})
	edit := deliver(t, s, Row{Session: "over", Dest: "channel/1", Slot: "board"})
	asked := deliver(t, s, Row{Session: "over", Dest: "channel/2", Slot: "ask"})
	waits := postRow(t, s, Row{Session: "over", Dest: "channel/2", Slot: "ask"})
	running := deliver(t, s, Row{Session: "runs", Dest: "channel/3", Slot: "board"})
	said := deliver(t, s, Row{Session: "runs", Dest: "channel/3"})
	write(t, s, func(tx *Tx) error { return tx.Park("channel/2", "gone") })
	end("over")
	if n := prune(t, s, c.now()); n != 0 {
		t.Errorf("%d pruned of what was said just then", n)
	}
	c.forward(time.Millisecond)
	for _, want := range []int64{3, 1, 0} { // an edit before its message
		if n := prune(t, s, c.now()); n != want {
			t.Errorf("pruned %d, want %d", n, want)
		}
	}
	want := []int64{asked, waits, running}
	left := rowsLeft(t, s, told, board, edit, asked, waits, running, said)
	if diff := cmp.Diff(want, left); diff != "" {
		t.Error(diff)
	}
	// The waiting edit still has its message, and a new one has its slot.
	write(t, s, func(tx *Tx) error {
		must(t, tx.Unpark("channel/2"))
		r, err := tx.Claim("channel/2")
		if r.ID != waits || r.Message == "" {
			t.Errorf("claimed %+v", r)
		}
		return err
	})
	again := postRow(t, s, Row{Session: "over", Dest: "channel/1", Slot: "board"})
	read(t, s, func(tx *Tx) error {
		r, err := tx.Row(again)
		if r.Edit {
			t.Error("edits a message that is forgotten")
		}
		return err
	})
}

func TestPruningGoesOnWhereItStopped(t *testing.T) {
	s, c := newStore(t)
	addSession(t, s, "s")
	write(t, s, func(tx *Tx) error {
		for i := range 600 {
			dest := fmt.Sprint("channel/", i)
			id, err := tx.Post(Row{Session: "s", Dest: dest, Slot: dest})
			if err != nil {
				return err
			}
			if _, err := tx.Claim(dest); err != nil {
				return err
			}
			if err := tx.Failed(id, "refused"); err != nil {
				return err
			}
		}
		return tx.SaveLobby("s", nil, Over, "")
	})
	c.forward(time.Second)
	for _, want := range []int64{500, 100, 0} {
		if n := prune(t, s, c.now()); n != want {
			t.Errorf("pruned %d, want %d", n, want)
		}
	}
}

func TestCardsOfABattleAreKeptWhileItsCampaignIsOpen(t *testing.T) {
	s, c := newStore(t)
	write(t, s, func(tx *Tx) error {
		return errors.Join(
			tx.AddCampaign(Campaign{ID: "c", Guild: "g", State: Opened}),
			tx.AddBattle(Battle{ID: "b", Campaign: "c", Guild: "g"}),
		)
	})
	card := deliver(t, s, Row{Session: "b", Dest: "channel/1", Slot: "battle"})
	table := deliver(t, s, Row{Session: "c", Dest: "channel/1", Slot: "standings"})
	told := deliver(t, s, Row{Session: "c", Dest: "channel/1"})
	c.forward(time.Second)
	if n := prune(t, s, c.now()); n != 1 {
		t.Errorf("pruned %d", n)
	}
	if diff := cmp.Diff([]int64{card, table}, rowsLeft(t, s, card, table, told)); diff != "" {
		t.Error(diff)
	}
	write(t, s, func(tx *Tx) error { return tx.SaveCampaign(Campaign{ID: "c", State: Ended}) })
	if n := prune(t, s, c.now()); n != 0 {
		t.Errorf("pruned %d of a campaign that is ended since just then", n)
	}
	c.forward(time.Second)
	if n := prune(t, s, c.now()); n != 2 {
		t.Errorf("pruned %d", n)
	}
}

func TestALargeServerIsPurgedInPieces(t *testing.T) {
	s, _ := newStore(t)
	for i := range 25 {
		id := fmt.Sprint(i)
		write(t, s, func(tx *Tx) error {
			return errors.Join(
				tx.AddSession(Session{ID: id, Guild: "g", State: Over}),
				tx.Append(id, 0, []Line{line(1)}, nil, nil),
			)
		})
	}
	addRosters(t, s, Roster{ID: "r", Guild: "g"})
	left := func() (n int) {
		must(t, s.readDB.QueryRow("SELECT COUNT(*) FROM sessions WHERE NOT purged").Scan(&n))
		return n
	}
	for _, want := range []int{15, 5, 0, 0, 0} {
		var more bool
		write(t, s, func(tx *Tx) (err error) {
			more, err = tx.PurgeSome("g")
			return err
		})
		if left() != want {
			t.Errorf("%d sessions are left, want %d", left(), want)
		}
		if !more {
			break
		}
	}
	var rosters int
	must(t, s.readDB.QueryRow("SELECT COUNT(*) FROM rosters").Scan(&rosters))
	if rosters != 0 {
		t.Error("a roster is left")
	}
}

func TestOldDraftsArePrunedButThoseOfAFightThatStandsStill(t *testing.T) {
	s, c := newStore(t)
	for _, id := range []string{"still", "moves", "over"} {
		addSession(t, s, id)
	}
	write(t, s, func(tx *Tx) error {
		return errors.Join(
			tx.SaveDraft(Draft{ID: "a", Session: "still"}), tx.SaveDraft(Draft{ID: "b", Session: "moves"}),
			tx.SaveDraft(Draft{ID: "c", Session: "over"}), tx.SaveDraft(Draft{ID: "d", Session: "guild"}),
			tx.SaveDraft(Draft{ID: "e", Session: "guild"}),
		)
	})
	c.forward(time.Second)
	write(t, s, func(tx *Tx) error {
		return errors.Join(
			tx.Append("moves", 0, []Line{line(1)}, nil, nil), tx.SaveLobby("over", nil, Over, ""),
			tx.SaveDraft(Draft{ID: "new", Session: "guild"}),
		)
	})
	var ids []string
	before := c.ms.Load()
	read(t, s, func(tx *Tx) (err error) {
		ids, err = tx.OldDrafts(before)
		return err
	})
	if diff := cmp.Diff([]string{"b", "c", "d", "e"}, ids); diff != "" {
		t.Error(diff)
	}
	write(t, s, func(tx *Tx) error {
		if err := tx.SaveDraft(Draft{ID: "e", Session: "guild"}); err != nil { // meanwhile
			return err
		}
		n, err := tx.PruneDrafts(ids, before)
		if n != 3 {
			t.Errorf("pruned %d", n)
		}
		_, err2 := tx.Draft("a")
		_, err3 := tx.Draft("e")
		_, err4 := tx.Draft("new")
		return errors.Join(err, err2, err3, err4)
	})
}
