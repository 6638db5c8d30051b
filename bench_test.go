package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"umpire/rules"
	"umpire/rules/catalog"
)

// benchFight is a fight in which the same attack can be made for ever: it always
// misses.
func benchFight(b *testing.B, r *room, host, guest string) *fight {
	b.Helper()
	return r.open(host, guest, map[string]string{"cards": "called", "attacks_per_model": "free"}, "sheriffs", "outlawmen")
}

// BenchmarkAttack is one attack as two people make it: the order, two picks, two
// locks, until all is told and the bot is at rest. "reveal-ms" is from the second
// lock to the outcome in the thread.
func BenchmarkAttack(b *testing.B) {
	f := benchFight(b, openRoom(b), "alice", "bob")
	var reveal time.Duration
	for b.Loop() {
		before, _ := last(f.posts(), "Attack")
		f.attack("alice", "Marshal Hale", "Silas Crane", "hunting_knife")
		f.lock("alice", "2C")
		shown := f.show("bob", f.prompt("bob"), "9H")
		at := time.Now()
		f.press("bob", shown, "Lock it in")
		f.turn(before)
		reveal += time.Since(at)
		f.settled()
	}
	b.ReportMetric(float64(reveal.Milliseconds())/float64(b.N), "reveal-ms")
}

// BenchmarkPresses is durable presses, each a change of a sealed pick in a fight
// of the presser's own: from the press to Discord's having the answer. Posts are
// held at Discord meanwhile, so that its limit on them is not what is measured.
// "x-alone" is the rate by that of a lone presser.
func BenchmarkPresses(b *testing.B) {
	r := openRoom(b)
	r.unsent = true
	buttons := r.benchButtons(b, 64)
	r.settled()
	r.fault(map[string]any{"hold": []string{"POST /channels/{id}/messages"}})
	defer r.fault(map[string]any{"hold": []string{}})
	var alone float64
	for _, hands := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("hands=%d", hands), func(b *testing.B) {
			var all sync.WaitGroup
			b.ResetTimer()
			for i := range buttons[:hands] {
				n := b.N / hands
				if i < b.N%hands {
					n++
				}
				all.Go(func() { r.benchPress(b, &buttons[i], n) })
			}
			all.Wait()
			b.StopTimer()
			rate := float64(b.N) / b.Elapsed().Seconds()
			if hands == 1 {
				alone = rate
			}
			b.ReportMetric(rate, "presses/s")
			if alone > 0 {
				b.ReportMetric(rate/alone, "x-alone")
			}
		})
	}
}

// benchPress presses n times, the two in turn; the next press is another than the
// last, so that each changes something.
func (r *room) benchPress(b *testing.B, pair *[2]act, n int) {
	for range n {
		got, err := r.try("press", pair[0])
		if err != nil || got.Outcome != "updated" || !strings.Contains(got.text(), "Locked. Your choice") {
			b.Errorf("a press is answered with %q, %q, %v", got.Outcome, got.text(), err)
			return
		}
		pair[0], pair[1] = pair[1], pair[0]
	}
}

// benchButtons opens a fight for each hand and gives two locks of different
// cards, each of which changes the sealed pick once more.
func (r *room) benchButtons(b *testing.B, hands int) (pairs [][2]act) {
	b.Helper()
	for i := range hands {
		host, guest := fmt.Sprintf("h%d", i), fmt.Sprintf("g%d", i)
		for _, name := range []string{host, guest} {
			if status, raw := r.call(http.MethodPost, "people", map[string]string{"name": name}); status != http.StatusOK {
				b.Fatalf("%s does not come: %s", name, raw)
			}
		}
		f := benchFight(b, r, host, guest)
		f.command(host, f.thread, "attack", map[string]any{"attacker": "Pike", "target": "Cole"})
		first := f.show(host, f.prompt(host), "2C")
		lock := at(first, "Lock it in").by(host)
		other := lock
		other.CustomID = lock.CustomID[:len(lock.CustomID)-2] + "3C"
		pairs = append(pairs, [2]act{lock, other})
	}
	return pairs
}

// BenchmarkEngine is one answer of a dealt fight as a press pays for it: the
// snapshot read, the answer, the snapshot written. The three answers of an attack
// come in turn: the order, a pick, and the pick that turns the cards.
func BenchmarkEngine(b *testing.B) {
	fight, dice, stamp := benchEngine(b)
	type answer struct {
		before []byte
		seat   rules.Seat
		reply  rules.Reply
	}
	var attack []answer
	for range 3 {
		a := answer{before: fight.Snapshot()}
		a.seat, a.reply = benchReply(fight)
		if _, _, err := fight.Answer(a.seat, a.reply, dice, stamp); err != nil {
			b.Fatal(err)
		}
		attack = append(attack, a)
	}
	n := 0
	for b.Loop() {
		a := attack[n%len(attack)]
		n++
		f, err := rules.Load(fight.System(), a.before)
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := f.Answer(a.seat, a.reply, dice, stamp); err != nil {
			b.Fatal(err)
		}
		f.Snapshot()
	}
	b.ReportMetric(float64(len(attack[2].before)), "snapshot-B")
}

// benchEngine begins a dealt fight without a store or a Discord.
func benchEngine(b *testing.B) (*rules.Fight, rules.Dice, rules.Stamp) {
	b.Helper()
	sys, err := catalog.Find("lasthope")
	if err != nil {
		b.Fatal(err)
	}
	stamp := rules.Stamp{By: "p1", Nonce: func() string { return strings.Repeat("0", 32) }}
	secret := strings.Repeat("1", 64)
	fight, _, err := rules.New(sys, "BENCH", sys.Sample(), [][]string{{"p1"}, {"p2"}}, rules.SealOf(secret, "BENCH"), stamp)
	for seat := rules.Seat(1); err == nil && seat <= 2; seat++ {
		_, _, err = fight.Word(seat, "word", stamp)
	}
	if err != nil {
		b.Fatal(err)
	}
	dice := rules.NewSealed(secret, "BENCH", fight.Mix())
	if _, _, err = fight.Begin(dice, stamp); err != nil {
		b.Fatal(err)
	}
	return fight, dice, stamp
}

// benchReply attacks with the first model that may and plays the first card.
func benchReply(fight *rules.Fight) (rules.Seat, rules.Reply) {
	for seat := rules.Seat(1); seat <= 2; seat++ {
		for _, q := range fight.Asks(seat) {
			if q.Answered {
				continue
			}
			if q.Secret {
				return seat, rules.Reply{Asked: q.Asked, Ask: q.ID, Picks: []string{q.Options[0].ID}}
			}
			args := map[string]string{}
			for _, name := range []string{"attacker", "target"} {
				args[name] = fight.Legal(seat, "attack", name, args)[0].ID
			}
			return seat, rules.Reply{Asked: q.Asked, Order: &rules.Order{Verb: "attack", Args: args}}
		}
	}
	return 0, rules.Reply{}
}
