package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"umpire/commands"
	"umpire/rules"
	"umpire/rules/catalog"
	"umpire/storage"
)

// openDesk is a desk over a database.
func openDesk(b *testing.B, file string) *benchDesk {
	b.Helper()
	store, err := storage.Open(b.Context(), file, storage.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { store.Close() })
	return &benchDesk{store: store, Desk: commands.NewDesk(commands.Options{Store: store, Systems: catalog.All()})}
}

// deliver takes every post for delivered.
func (d *benchDesk) deliver(b *testing.B) {
	b.Helper()
	err := d.store.Write(b.Context(), func(tx *storage.Tx) error {
		dests := map[string]bool{}
		for id, gap := int64(1), 0; gap < 64; id++ {
			row, err := tx.Row(id)
			if errors.Is(err, storage.ErrNotFound) {
				gap++
				continue
			}
			if err != nil {
				return err
			}
			gap = 0
			dests[row.Dest] = true
			if row.State == storage.Claimed {
				err = tx.Sent(row.ID, "c", fmt.Sprint(row.ID))
			}
			if err != nil {
				return err
			}
		}
		for dest := range dests {
			for {
				row, err := tx.Claim(dest)
				if errors.Is(err, storage.ErrNotFound) {
					break
				}
				if err == nil {
					err = tx.Sent(row.ID, "c", fmt.Sprint(row.ID))
				}
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
}

// drafting opens a fight and in it the draft of an attack: a press on its menu
// reads the fight, writes the draft and shows it.
func (d *benchDesk) drafting(b *testing.B, n int) (*edgeHand, storage.Session) {
	b.Helper()
	session, host := d.opened(b, n)
	sys, err := catalog.Find("lasthope")
	if err != nil {
		b.Fatal(err)
	}
	fight, err := rules.Load(sys, session.Snapshot)
	if err != nil {
		b.Fatal(err)
	}
	reply := d.ask(b, commands.Request{
		Kind: commands.Press, Path: fmt.Sprintf("order/%s/%d/attack", session.ID, fight.Asked()),
		User: host, Channel: session.Place, Private: true,
	})
	for _, row := range reply.Message.Rows {
		if m := row.Menu; m != nil && strings.HasPrefix(m.Path, "arg/") && len(m.Choices) > 1 {
			return &edgeHand{
				user: host.ID, channel: session.Place, paths: [2]string{m.Path, m.Path},
				values: [2]string{m.Choices[0].Value, m.Choices[1].Value},
			}, session
		}
	}
	b.Fatalf("the draft has no menu: %+v", reply.Message)
	return nil, session
}

// BenchmarkEdge is presses by way of the gateway, the bot, the store and the
// response, against a Discord that costs next to nothing. Those in one group
// follow one another in one process. "x-bare" is the rate by that of a bot of the
// library alone that only says "Taken."; "x-idle" by that of one that also keeps
// its connections; "p50-x-bare" how many times as long a press takes.
func BenchmarkEdge(b *testing.B) {
	b.Run("presses", benchEdgePresses)
	b.Run("busy", benchEdgeBusy)
	b.Run("program", benchEdgeProgram)
	b.Run("sessions", benchEdgeSessions)
}

// updated is in a response that changes the pressed message, as those to a press
// that did what it was to do.
const updated = `{"type":7,`

func benchEdgePresses(b *testing.B) {
	d := openDesk(b, filepath.Join(b.TempDir(), "umpire.db"))
	var hands []*edgeHand
	for i := range 64 {
		h, _ := d.drafting(b, i)
		hands = append(hands, h)
	}
	umpire, plain, idle := served(b, d), bare(b, 0), bare(b, 256)
	b.Run("commit", func(b *testing.B) {
		for n := 0; b.Loop(); n++ {
			if err := d.store.Write(b.Context(), func(tx *storage.Tx) error { return tx.SaveSetting("n", fmt.Sprint(n)) }); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, n := range []int{1, 16, 64} {
		var bare, kept edgeRun
		b.Run(fmt.Sprintf("hands=%d/bare", n), func(b *testing.B) { bare = plain.run(b, hands[:n], "Taken.") })
		b.Run(fmt.Sprintf("hands=%d/idle", n), func(b *testing.B) { kept = idle.run(b, hands[:n], "Taken.") })
		b.Run(fmt.Sprintf("hands=%d/umpire", n), func(b *testing.B) {
			ours := umpire.run(b, hands[:n], updated)
			if bare.rate > 0 && kept.rate > 0 {
				b.ReportMetric(ours.rate/bare.rate, "x-bare")
				b.ReportMetric(ours.rate/kept.rate, "x-idle")
				b.ReportMetric(ours.p50/bare.p50, "p50-x-bare")
			}
		})
	}
}

// benchEdgeBusy is fifty fights in which somebody changes a sealed pick, again
// and again, without a pause between: each press is a move of its fight.
func benchEdgeBusy(b *testing.B) {
	d := openDesk(b, filepath.Join(b.TempDir(), "umpire.db"))
	var hands []*edgeHand
	for i := range 50 {
		m := d.fight(b, i)
		hands = append(hands, &edgeHand{user: m.host.ID, channel: fmt.Sprint("t", i), paths: m.locks})
	}
	umpire := served(b, d)
	b.Run("moves=50", func(b *testing.B) { umpire.run(b, hands, updated) })
	umpire.pause = time.Second
	b.Run("paused=50", func(b *testing.B) { umpire.run(b, hands, updated) })
}

// copies adds n copies of a session, each at a place of its own, with its people
// and a hand's draft, and gives a hand for each.
func (d *benchDesk) copies(b *testing.B, of storage.Session, h *edgeHand, n int) (hands []*edgeHand) {
	b.Helper()
	id := strings.Split(h.paths[0], "/")[1]
	var people []storage.Person
	var draft storage.Draft
	err := d.store.Read(b.Context(), func(tx *storage.Tx) (err error) {
		if people, err = tx.People(of.ID); err == nil {
			draft, err = tx.Draft(id)
		}
		return err
	})
	for from := 0; from < n && err == nil; from += 1000 {
		err = d.store.Write(b.Context(), func(tx *storage.Tx) error {
			for i := from; i < min(n, from+1000); i++ {
				s, dr := of, draft
				s.ID, s.Place, dr.ID = fmt.Sprintf("%s-%d", of.ID, i), fmt.Sprintf("%s-%d", of.Place, i), fmt.Sprintf("%s-%d", id, i)
				dr.Session = s.ID
				if err := errors.Join(tx.AddSession(s), tx.SavePeople(s.ID, people), tx.SaveDraft(dr)); err != nil {
					return err
				}
				path := strings.Replace(h.paths[0], id, dr.ID, 1)
				hands = append(hands, &edgeHand{user: h.user, channel: s.Place, paths: [2]string{path, path}, values: h.values})
			}
			return nil
		})
	}
	if err != nil {
		b.Fatal(err)
	}
	return hands
}

// benchEdgeSessions is a press in a file of 10 sessions and in one of 100,000, all
// of them running. "x-few" is the median press by that among few.
func benchEdgeSessions(b *testing.B) {
	few, many := benchSessions(b, 9), benchSessions(b, 99_999)
	var base edgeRun
	b.Run("10", func(b *testing.B) { base = few(b) })
	b.Run("100000", func(b *testing.B) {
		ours := many(b)
		if base.p50 > 0 {
			b.ReportMetric(ours.p50/base.p50, "x-few")
		}
	})
}

func benchSessions(b *testing.B, more int) func(*testing.B) edgeRun {
	d := openDesk(b, filepath.Join(b.TempDir(), "umpire.db"))
	h, session := d.drafting(b, 0)
	d.copies(b, session, h, more)
	umpire := served(b, d)
	return func(b *testing.B) edgeRun { return umpire.run(b, []*edgeHand{h}, updated) }
}

var resident = regexp.MustCompile(`VmRSS:\s+(\d+) kB`)

// benchEdgeProgram starts the program over a file of 1,000 running sessions.
// "ready-ms" is from its start until its commands are registered; "rss-MB" what it
// holds of memory when somebody has pressed in each of a thousand sessions.
func benchEdgeProgram(b *testing.B) {
	file := filepath.Join(b.TempDir(), "umpire.db")
	d := openDesk(b, file)
	h, session := d.drafting(b, 0)
	hands := append(d.copies(b, session, h, 999), h)
	d.deliver(b)
	if err := d.store.Close(); err != nil {
		b.Fatal(err)
	}
	var ready time.Duration
	var rss float64
	for b.Loop() {
		e := newEdge(b)
		var log logbook
		cmd := process(b, &log, []string{"DISCORD_TOKEN=token"}, "serve", "--api", e.URL+"/api", "--db", file)
		at := time.Now()
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		e.await(b, e.registered)
		ready += time.Since(at)
		e.pressEach(b, hands)
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
		if err == nil {
			var kb float64
			fmt.Sscan(string(resident.FindSubmatch(status)[1]), &kb)
			rss += kb / 1024
		}
		cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			b.Fatalf("the program ended with %v: %s", err, log.String())
		}
	}
	b.ReportMetric(float64(ready.Milliseconds())/float64(b.N), "ready-ms")
	b.ReportMetric(rss/float64(b.N), "rss-MB")
}

// pressEach has every hand press once, up to 50 at a time.
func (e *edge) pressEach(b *testing.B, hands []*edgeHand) {
	var all sync.WaitGroup
	for place := range 50 {
		all.Go(func() {
			for i := place; i < len(hands); i += 50 {
				if body, _ := e.press(place, hands[i]); !bytes.Contains(body, []byte(updated)) {
					b.Errorf("a press is answered with %s", body)
					return
				}
			}
		})
	}
	all.Wait()
}
