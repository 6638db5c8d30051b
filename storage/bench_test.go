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
