package storage

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSessionComesBackAsStored(t *testing.T) {
	s, c := newStore(t)
	want := Session{
		ID: "s", System: "lasthope", Guild: "g", Channel: "c", Place: "p", State: Lobby,
		Lobby: []byte(`{}`), Secret: "sealed",
	}
	write(t, s, func(tx *Tx) error { return tx.AddSession(want) })
	want.CreatedMS, want.UpdatedMS = c.ms.Load(), c.ms.Load()+1
	c.forward(1e6)
	want.Lobby, want.State, want.Place = []byte(`{"a":1}`), Running, "thread"
	write(t, s, func(tx *Tx) error { return tx.SaveLobby("s", want.Lobby, Running, "thread") })
	read(t, s, func(tx *Tx) error {
		got, err := tx.Session("s")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		at, err2 := tx.SessionAt("thread")
		if diff := cmp.Diff(want, at); diff != "" || err2 != nil {
			t.Error(diff, err2)
		}
		return err
	})
	wantErr(t, s.Read(t.Context(), func(tx *Tx) error { _, err := tx.SessionAt("p"); return err }), ErrNotFound)
	wantErr(t, s.Read(t.Context(), func(tx *Tx) error { _, err := tx.Session("x"); return err }), ErrNotFound)
	wantErr(t, s.Write(t.Context(), func(tx *Tx) error { return tx.SaveLobby("x", nil, Over, "") }), ErrNotFound)
}

func TestPlaceHasOneSessionThatIsNotOver(t *testing.T) {
	s, _ := newStore(t)
	add := func(id, place string) error {
		return s.Write(t.Context(), func(tx *Tx) error {
			return tx.AddSession(Session{ID: id, Place: place, State: Lobby})
		})
	}
	must(t, add("a", "here"))
	wantErr(t, add("b", "here"), ErrTaken)
	must(t, add("c", ""))
	must(t, add("d", ""))
	move := func(id, state string) error {
		return s.Write(t.Context(), func(tx *Tx) error { return tx.SaveLobby(id, nil, state, "here") })
	}
	wantErr(t, move("c", Running), ErrTaken)
	must(t, move("a", Over))
	must(t, move("c", Running))
	must(t, move("c", Running)) // its own place
	wantErr(t, move("a", Running), ErrTaken)
}

func TestPeopleAreReplacedAndFoundByUser(t *testing.T) {
	s, _ := newStore(t)
	for _, id := range []string{"a", "b", "c"} {
		addSession(t, s, id)
		write(t, s, func(tx *Tx) error {
			return tx.SavePeople(id, []Person{{Key: "p2", Seat: 2, User: "bob"}, {Key: "p1", Seat: 1, User: "ann", Name: "Ann"}})
		})
	}
	write(t, s, func(tx *Tx) error { return tx.SavePeople("b", []Person{{Key: "p1", Seat: 1, User: "cid"}}) })
	write(t, s, func(tx *Tx) error { return tx.SaveLobby("c", nil, Over, "") })
	read(t, s, func(tx *Tx) error {
		people, err := tx.People("a")
		want := []Person{{Session: "a", Key: "p1", Seat: 1, User: "ann", Name: "Ann"}, {Session: "a", Key: "p2", Seat: 2, User: "bob"}}
		if diff := cmp.Diff(want, people); diff != "" || err != nil {
			t.Error(diff, err)
		}
		sessions, err := tx.SessionsOf("ann")
		if len(sessions) != 1 || sessions[0].ID != "a" {
			t.Errorf("ann runs in %v", sessions)
		}
		return err
	})
}

func TestPublicLinesOfAServerAndOfAPlayerAreFoundWithoutTheirSecrets(t *testing.T) {
	s, _ := newStore(t)
	write(t, s, func(tx *Tx) error {
		for id, guild := range map[string]string{"a": "g", "b": "g", "c": "other"} {
			if err := tx.AddSession(Session{ID: id, Guild: guild, Place: "p" + guild, State: Over}); err != nil {
				return err
			}
			l := line(1)
			l.Public, l.Secret = []byte("line of "+id), []byte("hidden")
			if err := tx.Append(id, 0, []Line{l}, nil, nil); err != nil {
				return err
			}
		}
		if err := tx.AddSession(Session{ID: "d", Guild: "g", Place: "pg", State: Running}); err != nil {
			return err
		}
		return tx.SavePeople("b", []Person{{Key: "p1", Seat: 1, User: "u"}})
	})
	read(t, s, func(tx *Tx) error {
		all, err := tx.PublicIn("g")
		if diff := cmp.Diff([][]byte{[]byte("line of a"), []byte("line of b")}, all); diff != "" || err != nil {
			t.Error(diff, err)
		}
		mine, err := tx.PublicOf("g", "u")
		if diff := cmp.Diff([][]byte{[]byte("line of b")}, mine); diff != "" || err != nil {
			t.Error(diff, err)
		}
		open, err := tx.UnopenedIn("g")
		if len(open) != 1 || open[0].ID != "d" || err != nil {
			t.Errorf("unopened are %+v, %v", open, err)
		}
		last, err := tx.LastSessionAt("pother")
		if last.ID != "c" {
			t.Errorf("the last at its place is %q", last.ID)
		}
		return err
	})
	wantErr(t, s.Read(t.Context(), func(tx *Tx) error { _, err := tx.LastSessionAt(""); return err }), ErrNotFound)
}
