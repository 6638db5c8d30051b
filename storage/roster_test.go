package storage

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func addRosters(t testing.TB, s *Store, rosters ...Roster) {
	t.Helper()
	write(t, s, func(tx *Tx) error {
		for _, r := range rosters {
			if r.State == "" {
				r.State = Kept
			}
			if err := tx.AddRoster(r); err != nil {
				return err
			}
		}
		return nil
	})
}

func wantRoster(t testing.TB, s *Store, want Roster) {
	t.Helper()
	read(t, s, func(tx *Tx) error {
		got, err := tx.Roster(want.ID)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		return err
	})
}

func TestRosterComesBackAsStored(t *testing.T) {
	s, c := newStore(t)
	want := Roster{
		ID: "r", Guild: "g", Campaign: "c", System: "lasthope", Owner: "m1", Name: "Écho", State: Kept,
		Fight: "s", Body: []byte("models"),
	}
	addRosters(t, s, want)
	want.CreatedMS, want.UpdatedMS = c.ms.Load(), c.ms.Load()
	wantRoster(t, s, want)

	c.forward(1e6)
	want.Owner, want.State, want.UpdatedMS = "m2", Withdrawn, c.ms.Load()
	write(t, s, func(tx *Tx) error { return tx.SetRoster("r", "m2", Withdrawn) })
	wantRoster(t, s, want)

	wantErr(t, s.Write(t.Context(), func(tx *Tx) error { return tx.SetRoster("x", "m2", Kept) }), ErrNotFound)
	wantErr(t, s.Read(t.Context(), func(tx *Tx) error { _, err := tx.Roster("x"); return err }), ErrNotFound)
}

func TestRosterCannotBeMarkedPurgedByHand(t *testing.T) {
	s, _ := newStore(t)
	addRosters(t, s, Roster{ID: "r"})
	for _, state := range []string{"purged", "", "lost"} {
		if s.Write(t.Context(), func(tx *Tx) error { return tx.SetRoster("r", "m1", state) }) == nil {
			t.Errorf("state %q is taken", state)
		}
		if s.Write(t.Context(), func(tx *Tx) error { return tx.AddRoster(Roster{ID: "q", State: state}) }) == nil {
			t.Errorf("a roster is added in state %q", state)
		}
	}
}

func TestRosterFightsInOneSession(t *testing.T) {
	s, _ := newStore(t)
	addRosters(t, s, Roster{ID: "r"}, Roster{ID: "other"})
	engage := func(session string) error {
		return s.Write(t.Context(), func(tx *Tx) error { return tx.Engage("r", session) })
	}
	must(t, engage("")) // free already
	must(t, engage("one"))
	must(t, engage("one"))
	wantErr(t, engage("two"), ErrTaken)
	must(t, engage(""))
	must(t, engage("two"))
	wantErr(t, s.Write(t.Context(), func(tx *Tx) error { return tx.Engage("x", "one") }), ErrNotFound)
	read(t, s, func(tx *Tx) error {
		r, err := tx.Roster("other")
		if r.Fight != "" {
			t.Errorf("the neighbour fights in %q", r.Fight)
		}
		return err
	})
}

func TestOneOfTwoWritersGetsTheRoster(t *testing.T) {
	s, _ := newStore(t)
	addRosters(t, s, Roster{ID: "r"})
	const writers = 16
	engaged, appended := make(chan error, writers), make(chan error, writers)
	for i := range writers {
		go func() {
			engaged <- s.Write(t.Context(), func(tx *Tx) error { return tx.Engage("r", fmt.Sprint(i)) })
			appended <- s.Write(t.Context(), func(tx *Tx) error {
				return tx.AppendEntry(LedgerEntry{Roster: "r", N: 1, Why: fmt.Sprint(i)}, "r", nil)
			})
		}()
	}
	won := map[string]int{}
	for range writers {
		if err := <-engaged; err == nil {
			won["engaged"]++
		} else {
			wantErr(t, err, ErrTaken)
		}
		if err := <-appended; err == nil {
			won["appended"]++
		} else {
			wantErr(t, err, ErrStale)
		}
	}
	if won["engaged"] != 1 || won["appended"] != 1 {
		t.Errorf("%v of %d", won, writers)
	}
}

func TestRostersOfACampaignComeByName(t *testing.T) {
	s, _ := newStore(t)
	addRosters(
		t, s,
		Roster{ID: "1", Campaign: "c", Name: "zulu"}, Roster{ID: "2", Campaign: "c", Name: "Alpha"},
		Roster{ID: "3", Campaign: "c", Name: "beta", State: Withdrawn},
		Roster{ID: "4", Campaign: "d", Name: "other"}, Roster{ID: "5", Name: "own"},
	)
	read(t, s, func(tx *Tx) error {
		for campaign, want := range map[string]string{"c": "2 3 1", "d": "4", "": "", "x": ""} {
			rosters, err := tx.RostersIn(campaign)
			var ids []string
			for _, r := range rosters {
				ids = append(ids, r.ID)
			}
			if got := strings.Join(ids, " "); got != want || err != nil {
				t.Errorf("in %q: %q, %v; want %q", campaign, got, err, want)
			}
		}
		return nil
	})
}

func TestRostersAreFoundByWhatIsAsked(t *testing.T) {
	s, _ := newStore(t)
	ann, own, league := "m1", "", "c"
	addRosters(
		t, s,
		Roster{ID: "a1", Guild: "g", System: "lasthope", Owner: "m1", Name: "Ödland 100%"},
		Roster{ID: "a2", Guild: "g", System: "skirmish", Owner: "m1", Name: "Wolves", Campaign: "c"},
		Roster{ID: "b1", Guild: "g", System: "skirmish", Owner: "m2", Name: "the a_b pack", Campaign: "c", Fight: "s"},
		Roster{ID: "b2", Guild: "g", System: "skirmish", Owner: "m2", Name: "Gone wolves", State: Withdrawn},
		Roster{ID: "x1", Guild: "elsewhere", System: "skirmish", Owner: "m1", Name: "Wolves"},
	)
	for name, c := range map[string]struct {
		q    RosterQuery
		want string
	}{
		"all that are kept":    {RosterQuery{}, "b1 a2 a1"},
		"withdrawn too":        {RosterQuery{Withdrawn: true}, "b2 b1 a2 a1"},
		"at most":              {RosterQuery{Limit: 2}, "b1 a2"},
		"an owner's":           {RosterQuery{Owner: &ann}, "a2 a1"},
		"own ones":             {RosterQuery{Campaign: &own}, "a1"},
		"a campaign's":         {RosterQuery{Campaign: &league}, "b1 a2"},
		"a system's":           {RosterQuery{System: "lasthope"}, "a1"},
		"part, capitals apart": {RosterQuery{Part: "WOLV", Withdrawn: true}, "b2 a2"},
		"letters beyond ASCII": {RosterQuery{Part: "öDL"}, "a1"},
		"a percent sign":       {RosterQuery{Part: "0%"}, "a1"},
		"no wildcard":          {RosterQuery{Part: "o%v"}, ""},
		"an underscore":        {RosterQuery{Part: "_"}, "b1"},
		"the id":               {RosterQuery{Part: "a2"}, "a2"},
		"part of an id":        {RosterQuery{Part: "a1x"}, ""},
		"all at once":          {RosterQuery{Owner: &ann, Campaign: &league, System: "skirmish", Part: "w", Limit: 1}, "a2"},
	} {
		t.Run(name, func(t *testing.T) {
			read(t, s, func(tx *Tx) error {
				lines, err := tx.FindRosters("g", c.q)
				var ids []string
				for _, l := range lines {
					ids = append(ids, l.ID)
				}
				if got := strings.Join(ids, " "); got != c.want {
					t.Errorf("found %q, want %q", got, c.want)
				}
				return err
			})
		})
	}
}

func TestALimitBelowZeroFindsAllRosters(t *testing.T) {
	s, _ := newStore(t)
	for i := range 120 {
		addRosters(t, s, Roster{ID: fmt.Sprint(i), Guild: "g"})
	}
	read(t, s, func(tx *Tx) error {
		for limit, want := range map[int]int{-1: 120, 0: 100, 110: 110} {
			lines, err := tx.FindRosters("g", RosterQuery{Limit: limit})
			if len(lines) != want || err != nil {
				t.Errorf("limit %d: %d rosters, %v", limit, len(lines), err)
			}
		}
		return nil
	})
}

func TestFoundRosterSaysWhatAListShows(t *testing.T) {
	s, _ := newStore(t)
	addRosters(t, s, Roster{
		ID: "b1", Guild: "g", System: "skirmish", Owner: "m2", Name: "The pack", Campaign: "c", Fight: "s", Body: []byte("large"),
	})
	read(t, s, func(tx *Tx) error {
		lines, err := tx.FindRosters("g", RosterQuery{Part: "b1"})
		want := []RosterLine{{
			ID: "b1", Name: "The pack", Owner: "m2", Campaign: "c", System: "skirmish", State: Kept, Fight: "s",
		}}
		if diff := cmp.Diff(want, lines); diff != "" {
			t.Error(diff)
		}
		return err
	})
}
