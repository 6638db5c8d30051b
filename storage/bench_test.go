package storage

import (
	"context"
	"fmt"
	"sync"
	"testing"
)

// BenchmarkAppend appends lines of 1 KiB with snapshots of 4 KiB, of which the
// last 50 are kept, and posts the board, as one decision does. "x-alone" is the
// rate by that of a lone session.
func BenchmarkAppend(b *testing.B) {
	var alone float64
	for _, sessions := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("sessions=%d", sessions), func(b *testing.B) {
			s, _ := newStore(b)
			for i := range sessions {
				addSession(b, s, fmt.Sprint(i))
			}
			var all sync.WaitGroup
			b.ResetTimer()
			for i := range sessions {
				n := b.N / sessions
				if i < b.N%sessions {
					n++
				}
				all.Go(func() { appendMany(b, s, fmt.Sprint(i), n) })
			}
			all.Wait()
			b.StopTimer()
			rate := float64(b.N) / b.Elapsed().Seconds()
			if sessions == 1 {
				alone = rate
			}
			b.ReportMetric(rate, "appends/s")
			if alone > 0 {
				b.ReportMetric(rate/alone, "x-alone")
			}
		})
	}
}

func appendMany(b *testing.B, s *Store, id string, n int) {
	public, snapshot := make([]byte, 1<<10), make([]byte, 4<<10)
	for at := range n {
		var keep []int
		for l := max(1, at-48); l <= at; l++ {
			keep = append(keep, l)
		}
		if err := s.Write(context.Background(), func(tx *Tx) error {
			if _, err := tx.Post(Row{Session: id, Dest: "channel/" + id, Slot: "board", Body: public}); err != nil {
				return err
			}
			return tx.Append(id, at, []Line{{Line: at + 1, Public: public}}, snapshot, keep)
		}); err != nil {
			b.Error(err)
			return
		}
	}
}

// club fills a store with a server of 10,000 rosters, each with ten entries of
// 300 bytes and a body of 3 KiB, and a campaign of 1,000 battles with proposals of
// 8 KiB.
func club(b *testing.B) *Store {
	s, _ := newStore(b)
	for from := 0; from < 10_000; from += 500 {
		write(b, s, func(tx *Tx) error {
			for i := from; i < from+500; i++ {
				if err := addFilled(tx, i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	write(b, s, func(tx *Tx) error {
		if err := tx.AddCampaign(Campaign{ID: "c", Guild: "g", State: Opened}); err != nil {
			return err
		}
		for i := range 1000 {
			if err := tx.AddBattle(Battle{
				ID: fmt.Sprint(i), Campaign: "c", Guild: "g", Session: fmt.Sprint("s", i), Body: make([]byte, 300), Proposal: make([]byte, 8<<10),
			}); err != nil {
				return err
			}
		}
		return nil
	})
	return s
}

// addFilled adds the i-th roster of a club: one of 500 owners' twenty.
func addFilled(tx *Tx, i int) error {
	r := Roster{
		ID: fmt.Sprintf("r%05d", i), Guild: "g", System: "lasthope", Owner: fmt.Sprint("m", i%500),
		Name: fmt.Sprintf("Company %d of the north", i), State: Kept,
	}
	if i%2 == 0 {
		r.Campaign = fmt.Sprint("c", i%40)
	}
	if err := tx.AddRoster(r); err != nil {
		return err
	}
	for n := 1; n <= 10; n++ {
		if err := tx.AppendEntry(LedgerEntry{Roster: r.ID, N: n, Body: make([]byte, 300)}, r.Name, make([]byte, 3<<10)); err != nil {
			return err
		}
	}
	return nil
}

// BenchmarkCampaigns reads what a command on a roster reads, in a club.
func BenchmarkCampaigns(b *testing.B) {
	s := club(b)
	owner, own, league := "m77", "", "c4"
	find := func(q RosterQuery) func(*Tx) error {
		return func(tx *Tx) error { _, err := tx.FindRosters("g", q); return err }
	}
	for _, c := range []struct {
		name string
		fn   func(*Tx) error
	}{
		{"roster and ledger", func(tx *Tx) error {
			if _, err := tx.Roster("r07777"); err != nil {
				return err
			}
			_, err := tx.Ledger("r07777")
			return err
		}},
		{"find any", find(RosterQuery{Limit: 25})},
		{"find part", find(RosterQuery{Part: "777", Limit: 25})},
		{"find nothing", find(RosterQuery{Part: "nowhere"})},
		{"find an owner's", find(RosterQuery{Owner: &owner})},
		{"find own ones", find(RosterQuery{Owner: &owner, Campaign: &own, Part: "COMPANY", Limit: 25})},
		{"find a campaign's", find(RosterQuery{Campaign: &league, Withdrawn: true})},
		{"rosters of a campaign", func(tx *Tx) error { _, err := tx.RostersIn("c4"); return err }},
		{"battles", func(tx *Tx) error { _, err := tx.BattlesOf("c"); return err }},
		{"battle of a session", func(tx *Tx) error { _, err := tx.BattleOf("s777"); return err }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				read(b, s, c.fn)
			}
		})
	}
	n := 10
	b.Run("append an entry", func(b *testing.B) {
		for b.Loop() {
			n++
			write(b, s, func(tx *Tx) error {
				return tx.AppendEntry(LedgerEntry{Roster: "r07777", N: n, Body: make([]byte, 300)}, "Company", make([]byte, 3<<10))
			})
		}
	})
}
