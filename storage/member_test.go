package storage

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func join(t testing.TB, s *Store, guild, user, name string) (m Member) {
	t.Helper()
	write(t, s, func(tx *Tx) (err error) {
		m, err = tx.Join(guild, user, name)
		return err
	})
	return m
}

func TestMemberKeepsTheKeyAndGetsTheNewName(t *testing.T) {
	s, _ := newStore(t)
	want := Member{Guild: "g", Key: "m1", User: "ann", Name: "Ann"}
	for _, name := range []string{"Ann", "Ann", "Anne"} {
		want.Name = name
		if diff := cmp.Diff(want, join(t, s, "g", "ann", name)); diff != "" {
			t.Error(diff)
		}
	}
	elsewhere := join(t, s, "elsewhere", "ann", "A.")
	if elsewhere.Key != "m1" {
		t.Errorf("first of another server is %s", elsewhere.Key)
	}
	read(t, s, func(tx *Tx) error {
		byKey, err := tx.Member("g", "m1")
		byUser, err2 := tx.MemberOf("g", "ann")
		if diff := cmp.Diff([]Member{want, want}, []Member{byKey, byUser}); diff != "" || err != nil || err2 != nil {
			t.Error(diff, err, err2)
		}
		all, err := tx.MembersOf("ann")
		if diff := cmp.Diff([]Member{elsewhere, want}, all); diff != "" || err != nil {
			t.Error(diff, err)
		}
		_, err = tx.Member("g", "m2")
		wantErr(t, err, ErrNotFound)
		for _, user := range []string{"bob", ""} {
			_, err = tx.MemberOf("g", user)
			wantErr(t, err, ErrNotFound)
		}
		return nil
	})
	if s.Write(t.Context(), func(tx *Tx) error { _, err := tx.Join("g", "", ""); return err }) == nil {
		t.Error("nobody has joined")
	}
}

func TestJoinWritesNothingWhereNothingIsNew(t *testing.T) {
	s, _ := newStore(t)
	join(t, s, "g", "ann", "Ann")
	read(t, s, func(tx *Tx) error { // in which a write fails
		_, err := tx.Join("g", "ann", "Ann")
		return err
	})
	if s.Read(t.Context(), func(tx *Tx) error { _, err := tx.Join("g", "ann", "Anne"); return err }) == nil {
		t.Error("a new name was not written")
	}
}

func TestMembersComeAsTheyJoined(t *testing.T) {
	s, _ := newStore(t)
	for i := range 12 {
		join(t, s, "g", fmt.Sprint("user", 99-i), "")
	}
	join(t, s, "elsewhere", "ann", "")
	read(t, s, func(tx *Tx) error {
		members, err := tx.Members("g")
		for i, m := range members {
			if m.Key != fmt.Sprint("m", i+1) {
				t.Errorf("place %d has %s", i, m.Key)
			}
		}
		if len(members) != 12 {
			t.Errorf("%d members", len(members))
		}
		return err
	})
}
