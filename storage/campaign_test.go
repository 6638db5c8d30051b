package storage

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCampaignComesBackAsStored(t *testing.T) {
	s, c := newStore(t)
	want := Campaign{ID: "c", Guild: "g", Name: "League", State: Opened, Body: []byte("1")}
	write(t, s, func(tx *Tx) error { return tx.AddCampaign(want) })
	want.CreatedMS = c.ms.Load()
	c.forward(1e6)
	want.Name, want.State, want.Body, want.UpdatedMS = "Cup", Ended, []byte("2"), c.ms.Load()
	write(t, s, func(tx *Tx) error { return tx.SaveCampaign(want) })
	read(t, s, func(tx *Tx) error {
		got, err := tx.Campaign("c")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		_, missing := tx.Campaign("x")
		wantErr(t, missing, ErrNotFound)
		return err
	})
	wantErr(t, s.Write(t.Context(), func(tx *Tx) error {
		return tx.SaveCampaign(Campaign{ID: "x", State: Opened})
	}), ErrNotFound)
}

func TestCampaignsComeOpenFirstAndByName(t *testing.T) {
	s, _ := newStore(t)
	write(t, s, func(tx *Tx) error {
		return errors.Join(
			tx.AddCampaign(Campaign{ID: "1", Guild: "g", Name: "Alpha", State: Ended}),
			tx.AddCampaign(Campaign{ID: "2", Guild: "g", Name: "Zulu", State: Opened}),
			tx.AddCampaign(Campaign{ID: "3", Guild: "g", Name: "beta", State: Opened}),
			tx.AddCampaign(Campaign{ID: "4", Guild: "elsewhere", State: Opened}),
			tx.AddCampaign(Campaign{ID: "5", Guild: "g", Name: "écume", State: Opened}),
			tx.AddCampaign(Campaign{ID: "6", Guild: "g", Name: "Écho", State: Opened}),
			tx.AddCampaign(Campaign{ID: "7", Guild: "g", Name: "Öl", State: Ended}),
			tx.AddCampaign(Campaign{ID: "8", Guild: "g", Name: "öde", State: Ended}),
		)
	})
	ids := func() (ids []string) {
		read(t, s, func(tx *Tx) error {
			campaigns, err := tx.CampaignsIn("g")
			for _, c := range campaigns {
				ids = append(ids, c.ID)
			}
			return err
		})
		return ids
	}
	if got := strings.Join(ids(), " "); got != "3 2 6 5 1 8 7" {
		t.Errorf("in order: %s", got)
	}
	write(t, s, func(tx *Tx) error {
		for i := range 100 {
			if err := tx.AddCampaign(Campaign{ID: fmt.Sprint("more", i), Guild: "g", State: Opened}); err != nil {
				return err
			}
		}
		return nil
	})
	if n := len(ids()); n != 100 {
		t.Errorf("%d at once", n)
	}
}

func TestBattlesComeInTheOrderOfTheirMaking(t *testing.T) {
	s, c := newStore(t)
	first := Battle{
		ID: "z", Campaign: "c", Guild: "g", Session: "s", Round: 1, State: "set", Body: []byte("sides"), Proposal: []byte("large"),
	}
	write(t, s, func(tx *Tx) error { // at one time
		return errors.Join(
			tx.AddCampaign(Campaign{ID: "c", Guild: "g", State: Opened}),
			tx.AddCampaign(Campaign{ID: "d", Guild: "g", State: Opened}),
			tx.AddBattle(first),
			tx.AddBattle(Battle{ID: "other", Campaign: "d"}),
			tx.AddBattle(Battle{ID: "a", Campaign: "c"}),
			tx.AddBattle(Battle{ID: "m", Campaign: "c"}),
		)
	})
	first.CreatedMS = c.ms.Load()
	c.forward(1e6)
	first.Round, first.State, first.Body, first.Proposal = 2, "done", []byte("result"), []byte("larger")
	first.UpdatedMS = c.ms.Load()
	write(t, s, func(tx *Tx) error { return tx.SaveBattle(first) })
	read(t, s, func(tx *Tx) error {
		for _, get := range []func() (Battle, error){
			func() (Battle, error) { return tx.Battle("z") },
			func() (Battle, error) { return tx.BattleOf("s") },
		} {
			got, err := get()
			if diff := cmp.Diff(first, got); diff != "" || err != nil {
				t.Error(diff, err)
			}
		}
		battles, err := tx.BattlesOf("c")
		if err != nil || len(battles) != 3 || battles[1].ID != "a" || battles[2].ID != "m" {
			t.Fatalf("battles %v, %v", battles, err)
		}
		short := first
		short.Proposal = nil
		if diff := cmp.Diff(short, battles[0]); diff != "" {
			t.Error(diff)
		}
		for _, missing := range []string{"x", ""} {
			_, err = tx.BattleOf(missing)
			wantErr(t, err, ErrNotFound)
		}
		_, err = tx.Battle("x")
		wantErr(t, err, ErrNotFound)
		return nil
	})
}

func TestSessionFightsOneBattle(t *testing.T) {
	s, _ := newStore(t)
	write(t, s, func(tx *Tx) error {
		return errors.Join(
			tx.AddCampaign(Campaign{ID: "c", State: Opened}),
			tx.AddBattle(Battle{ID: "1", Campaign: "c", Session: "s"}),
			tx.AddBattle(Battle{ID: "2", Campaign: "c"}),
			tx.AddBattle(Battle{ID: "3", Campaign: "c"}),
		)
	})
	wantErr(t, s.Write(t.Context(), func(tx *Tx) error {
		return tx.AddBattle(Battle{ID: "4", Campaign: "c", Session: "s"})
	}), ErrTaken)
	save := func(id, session string) error {
		return s.Write(t.Context(), func(tx *Tx) error { return tx.SaveBattle(Battle{ID: id, Session: session}) })
	}
	wantErr(t, save("x", ""), ErrNotFound)
	wantErr(t, save("2", "s"), ErrTaken)
	must(t, save("1", "s")) // its own
	must(t, save("2", "t"))
	must(t, save("1", ""))
	must(t, save("3", "s")) // free again
	read(t, s, func(tx *Tx) error {
		for session, want := range map[string]string{"s": "3", "t": "2"} {
			if b, err := tx.BattleOf(session); b.ID != want || err != nil {
				t.Errorf("%s fights %q, %v", session, b.ID, err)
			}
		}
		return nil
	})
}
