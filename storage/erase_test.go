package storage

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// deliver posts a row and settles it as sent.
func deliver(t *testing.T, s *Store, r Row) (id int64) {
	t.Helper()
	write(t, s, func(tx *Tx) (err error) {
		if id, err = tx.Post(r); err != nil {
			return err
		}
		if _, err = tx.Claim(r.Dest); err != nil {
			return err
		}
		return tx.Sent(id, "channel", fmt.Sprint("message ", id))
	})
	return id
}

// rowsLeft tells which of the rows are still there.
func rowsLeft(t testing.TB, s *Store, ids ...int64) (left []int64) {
	t.Helper()
	read(t, s, func(tx *Tx) error {
		for _, id := range ids {
			if _, err := tx.Row(id); err == nil {
				left = append(left, id)
			} else if !errors.Is(err, ErrNotFound) {
				return err
			}
		}
		return nil
	})
	return left
}

// remember fills a store with all that is kept of ann and of bob, in two servers,
// and gives the ids of the messages to ann and of that to bob.
func remember(t *testing.T, s *Store) (anns []int64, bobs int64) {
	t.Helper()
	for _, guild := range []string{"g", "h"} {
		join(t, s, guild, "ann", "Anna Canary")
		join(t, s, guild, "bob", "Bob")
		addSession(t, s, guild)
		write(t, s, func(tx *Tx) error {
			return tx.SavePeople(guild, []Person{
				{Key: "p1", Seat: 1, User: "ann", Name: "Anna Canary"}, {Key: "p2", Seat: 2, User: "bob", Name: "Bob"},
			})
		})
	}
	addRosters(t, s, Roster{ID: "r", Guild: "g", Owner: "m1"})
	appendEntries(t, s, "r", 2)
	for range 2 { // a message and its edit
		anns = append(anns, deliver(t, s, Row{Session: "g", Dest: "user/ann", Slot: "pick"}))
	}
	bobs = deliver(t, s, Row{Session: "g", Dest: "user/bob", Slot: "his"})
	write(t, s, func(tx *Tx) error {
		return errors.Join(
			tx.Append("g", 0, []Line{line(1)}, nil, nil),
			tx.SaveSetting("me/ann", "x"), tx.SaveSetting("me/anna", "x"),
			tx.SaveDM("ann", "1"), tx.SaveDM("bob", "2"),
			tx.SaveDraft(Draft{ID: "d", User: "ann"}), tx.SaveDraft(Draft{ID: "e", User: "bob"}),
			tx.Park("user/ann", "closed"),
		)
	})
	return anns, bobs
}

func TestErasedUserIsNowhere(t *testing.T) {
	s, _ := newStore(t)
	anns, bobs := remember(t, s)
	write(t, s, func(tx *Tx) error { return tx.Erase("ann") })
	if left := rowsLeft(t, s, append(anns, bobs)...); len(left) != 1 || left[0] != bobs {
		t.Errorf("left in the outbox: %v", left)
	}
	for _, table := range []string{"people", "members", "settings", "dms", "drafts", "outbox", "parked", "rosters", "ledger", "log"} {
		everyCell(t, s, table, func(cell string) {
			if cell == "ann" || cell == "me/ann" || cell == "user/ann" || cell == "Anna Canary" {
				t.Errorf("%s holds %q", table, cell)
			}
		})
	}
	if m := join(t, s, "g", "ann", "Ann"); m.Key != "m3" {
		t.Errorf("who comes back is %s, and has the old books", m.Key)
	}
	if s.Write(t.Context(), func(tx *Tx) error { return tx.Erase("") }) == nil {
		t.Error("nobody was erased")
	}
}

func TestErasureLeavesTheBooksAndTheOthers(t *testing.T) {
	s, _ := newStore(t)
	remember(t, s)
	write(t, s, func(tx *Tx) error { return tx.Erase("ann") })
	read(t, s, func(tx *Tx) error {
		m, err := tx.Member("g", "m1")
		if diff := cmp.Diff(Member{Guild: "g", Key: "m1"}, m); diff != "" {
			t.Error(diff)
		}
		log, err2 := tx.Log("g", 0)
		ledger, err3 := tx.Ledger("r")
		if len(log) != 1 || len(ledger) != 2 || ledger[0].By != "m1" {
			t.Errorf("log %v, ledger %v", log, ledger)
		}
		_, err4 := tx.Setting("me/anna")
		_, err5 := tx.DM("bob")
		_, err6 := tx.Draft("e")
		_, err7 := tx.MemberOf("h", "bob")
		return errors.Join(err, err2, err3, err4, err5, err6, err7)
	})
}

func TestNobodyIsNotWhoeverWasErased(t *testing.T) {
	s, _ := newStore(t)
	remember(t, s)
	write(t, s, func(tx *Tx) error { return tx.Erase("ann") })
	read(t, s, func(tx *Tx) error {
		owned, err := tx.RostersOwned("")
		ever, err2 := tx.SessionsEver("")
		of, err3 := tx.MembersOf("")
		if len(owned)+len(ever)+len(of) > 0 {
			t.Errorf("nobody has %v, %v, %v", owned, ever, of)
		}
		return errors.Join(err, err2, err3)
	})
}

// everyCell calls fn with each value of a table.
func everyCell(t testing.TB, s *Store, table string, fn func(string)) {
	t.Helper()
	rows, err := s.readDB.Query("SELECT * FROM " + table)
	must(t, err)
	defer rows.Close()
	columns, err := rows.Columns()
	must(t, err)
	cells := make([]any, len(columns))
	for i := range cells {
		cells[i] = new(any)
	}
	for rows.Next() {
		must(t, rows.Scan(cells...))
		for _, c := range cells {
			switch v := (*c.(*any)).(type) {
			case []byte:
				fn(string(v))
			default:
				fn(fmt.Sprint(v))
			}
		}
	}
	must(t, rows.Err())
}

func TestErasureDropsWhatStillWaitsToBeSent(t *testing.T) {
	s, _ := newStore(t)
	addSession(t, s, "s")
	message := deliver(t, s, Row{Session: "s", Dest: "user/ann", Slot: "pick"})
	edit := postRow(t, s, Row{Session: "s", Dest: "user/ann", Slot: "pick"})
	others := postRow(t, s, Row{Session: "s", Dest: "user/bob"})
	write(t, s, func(tx *Tx) error { return tx.Erase("ann") })
	if left := rowsLeft(t, s, message, edit, others); len(left) != 1 || left[0] != others {
		t.Errorf("left %v of %d, %d, %d", left, message, edit, others)
	}
}

func TestErasureLeavesTheMessageThatAnEditUnderWayNeeds(t *testing.T) {
	s, _ := newStore(t)
	addSession(t, s, "s")
	message := deliver(t, s, Row{Session: "s", Dest: "user/ann", Slot: "pick"})
	alone := deliver(t, s, Row{Session: "s", Dest: "user/ann"})
	edit := postRow(t, s, Row{Session: "s", Dest: "user/ann", Slot: "pick"})
	write(t, s, func(tx *Tx) error {
		r, err := tx.Claim("user/ann")
		if r.ID != edit || r.Message == "" {
			t.Errorf("claimed %+v", r)
		}
		return err
	})
	write(t, s, func(tx *Tx) error { return tx.Erase("ann") })
	if left := rowsLeft(t, s, message, alone, edit); len(left) != 2 {
		t.Errorf("left %v of %d, %d, %d", left, message, alone, edit)
	}
	write(t, s, func(tx *Tx) error { return tx.Sent(edit, "channel", "message") })
}

func TestEverySessionOfAUserIsFound(t *testing.T) {
	s, c := newStore(t)
	for i, state := range []string{Over, Lobby, Running, Over} {
		c.forward(time.Second)
		id := fmt.Sprint(i)
		write(t, s, func(tx *Tx) error {
			return errors.Join(
				tx.AddSession(Session{ID: id, Guild: "g", State: state, Lobby: []byte("l"), Snapshot: []byte("large")}),
				tx.SavePeople(id, []Person{{Key: "p1", User: []string{"ann", "bob"}[i/3]}}),
			)
		})
	}
	write(t, s, func(tx *Tx) error { return tx.Purge("3") })
	read(t, s, func(tx *Tx) error {
		sessions, err := tx.SessionsEver("ann")
		for i, got := range sessions {
			want, err := tx.Session(fmt.Sprint(i))
			want.Snapshot = nil
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Error(diff, err)
			}
		}
		if len(sessions) != 3 {
			t.Errorf("%d sessions", len(sessions))
		}
		ids, err2 := tx.SessionsIn("g")
		if diff := cmp.Diff([]string{"0", "1", "2", "3"}, ids); diff != "" {
			t.Error(diff)
		}
		return errors.Join(err, err2)
	})
}

func TestRostersOfAUserAreFoundInEveryServer(t *testing.T) {
	s, c := newStore(t)
	join(t, s, "h", "bob", "")
	for _, guild := range []string{"g", "h"} {
		owner := join(t, s, guild, "ann", "").Key // m1 and m2
		addRosters(
			t, s,
			Roster{ID: guild + "1", Guild: guild, Owner: owner, State: Withdrawn, Body: []byte("b")},
			Roster{ID: guild + "2", Guild: guild, Owner: "m9"},
		)
		c.forward(time.Second)
	}
	addRosters(t, s, Roster{ID: "bob's", Guild: "h", Owner: "m1"})
	read(t, s, func(tx *Tx) error {
		rosters, err := tx.RostersOwned("ann")
		if len(rosters) != 2 || rosters[0].ID != "g1" || rosters[1].ID != "h1" || string(rosters[0].Body) != "b" {
			t.Errorf("ann's are %v", rosters)
		}
		return err
	})
}

func TestSettingsAreFoundByTheBeginningOfTheirKeys(t *testing.T) {
	s, _ := newStore(t)
	write(t, s, func(tx *Tx) error {
		for _, key := range []string{"me/1", "me/2", "Me/3", "me", "mf", "x me/4"} {
			if err := tx.SaveSetting(key, "of "+key); err != nil {
				return err
			}
		}
		return nil
	})
	settings := func(prefix string) (m map[string]string) {
		read(t, s, func(tx *Tx) (err error) {
			m, err = tx.Settings(prefix)
			return err
		})
		return m
	}
	if diff := cmp.Diff(map[string]string{"me/1": "of me/1", "me/2": "of me/2"}, settings("me/")); diff != "" {
		t.Error(diff)
	}
	write(t, s, func(tx *Tx) error { return errors.Join(tx.DropSetting("me/1"), tx.DropSetting("never there")) })
	if got := settings("me/"); len(got) != 1 {
		t.Errorf("left: %v", got)
	}
	if got := settings(""); len(got) != 5 {
		t.Errorf("all: %v", got)
	}
}
