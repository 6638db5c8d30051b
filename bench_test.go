package main

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"umpire/commands"
	"umpire/rules"
	"umpire/rules/catalog"
	"umpire/storage"
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

// BenchmarkPresses is durable presses: each writes down an order's draft as it
// has become, in a fight of the presser's own, and is over when Discord has the
// answer. They make no posts, so Discord's limit on those is not what is measured.
// "x-alone" is the rate by that of a lone presser.
func BenchmarkPresses(b *testing.B) {
	r := openRoom(b)
	hands := r.benchHands(b, 64)
	r.settled()
	var alone float64
	for _, n := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("hands=%d", n), func(b *testing.B) {
			var all sync.WaitGroup
			b.ResetTimer()
			for i, hand := range hands[:n] {
				share := b.N / n
				if i < b.N%n {
					share++
				}
				all.Go(func() { hand.press(b, share) })
			}
			all.Wait()
			b.StopTimer()
			rate := float64(b.N) / b.Elapsed().Seconds()
			if n == 1 {
				alone = rate
			}
			b.ReportMetric(rate, "presses/s")
			if alone > 0 {
				b.ReportMetric(rate/alone, "x-alone")
			}
		})
	}
}

// benchHand is somebody with the draft of an attack before him.
type benchHand struct {
	*room
	as    act // without the attacker
	tully bool
}

// press names one attacker and then another, in turn.
func (h *benchHand) press(b *testing.B, n int) {
	for range n {
		name := "pike"
		if h.tully = !h.tully; h.tully {
			name = "tully"
		}
		got, err := h.try("choose", choice(h.as, name))
		if err != nil || got.Outcome != "updated" || !strings.Contains(strings.ToLower(got.text()), name) {
			b.Errorf("a press is answered with %q, %q, %v", got.Outcome, got.text(), err)
			return
		}
	}
}

// benchHands opens a fight for each hand, and the draft of an attack.
func (r *room) benchHands(b *testing.B, n int) (hands []*benchHand) {
	b.Helper()
	for i := range n {
		host, guest := fmt.Sprintf("h%d", i), fmt.Sprintf("g%d", i)
		for _, name := range []string{host, guest} {
			if status, raw := r.call(http.MethodPost, "people", map[string]string{"name": name}); status != http.StatusOK {
				b.Fatalf("%s does not come: %s", name, raw)
			}
		}
		f := benchFight(b, r, host, guest)
		turn, _ := last(f.posts(), "Attack")
		draft := *f.press(host, turn, "Attack").Message
		hands = append(hands, &benchHand{room: r, as: at(draft, "arg").by(host)})
	}
	return hands
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

// BenchmarkMoves is moves of fights without a Discord around them, from a request
// to the end of its transaction: each changes a sealed pick, in a fight of its
// own presser's. "x-alone" is the rate by that of a lone presser.
func BenchmarkMoves(b *testing.B) {
	store, err := storage.Open(b.Context(), filepath.Join(b.TempDir(), "umpire.db"), storage.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	d := &benchDesk{store: store, Desk: commands.NewDesk(commands.Options{Store: store, Systems: catalog.All()})}
	var fights []*benchMove
	for i := range 64 {
		fights = append(fights, d.fight(b, i))
	}
	var alone float64
	for _, n := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("fights=%d", n), func(b *testing.B) {
			var all sync.WaitGroup
			b.ResetTimer()
			for i, f := range fights[:n] {
				share := b.N / n
				if i < b.N%n {
					share++
				}
				all.Go(func() { f.move(b, share) })
			}
			all.Wait()
			b.StopTimer()
			rate := float64(b.N) / b.Elapsed().Seconds()
			if n == 1 {
				alone = rate
			}
			b.ReportMetric(rate, "moves/s")
			if alone > 0 {
				b.ReportMetric(rate/alone, "x-alone")
			}
		})
	}
}

// benchDesk is the desk with nobody to deliver what it writes.
type benchDesk struct {
	*commands.Desk
	store *storage.Store
	asked atomic.Int64
}

// benchMove is a fight in which the host changes his pick again and again.
type benchMove struct {
	*benchDesk
	host  commands.Person
	locks [2]string // the paths of two locks
}

// ask hands a request in.
func (d *benchDesk) ask(b *testing.B, r commands.Request) commands.Reply {
	r.ID, r.At, r.Guild, r.Rights = fmt.Sprint(d.asked.Add(1)), time.Now(), "g", -1
	reply, err := d.Answer(b.Context(), r)
	if err != nil {
		b.Errorf("%s is answered with %v", r.Path, err)
	}
	return reply
}

// opened opens a fight as far as its first turn, which is the host's.
func (d *benchDesk) opened(b *testing.B, n int) (session storage.Session, host commands.Person) {
	b.Helper()
	host, guest := commands.Person{ID: fmt.Sprint("h", n), Name: "host"}, commands.Person{ID: fmt.Sprint("g", n), Name: "guest"}
	channel, thread := fmt.Sprint("c", n), fmt.Sprint("t", n)
	card := d.ask(b, commands.Request{
		Kind: commands.Command, Path: "session new", User: host, Channel: channel,
		Options: map[string]string{"system": "lasthope", "opponent": guest.ID}, People: map[string]commands.Person{guest.ID: guest},
	})
	err := d.store.Write(b.Context(), func(tx *storage.Tx) error {
		row, err := tx.Row(card.Row)
		if err != nil {
			return err
		}
		session.ID = row.Session
		return tx.Sent(row.ID, channel, thread)
	})
	if err != nil {
		b.Fatal(err)
	}
	for _, who := range []commands.Person{host, guest} {
		d.ask(b, commands.Request{Kind: commands.Press, Path: "ready/" + session.ID, User: who, Channel: channel, Message: thread})
	}
	return d.session(b, session.ID), host
}

// session reads a session.
func (d *benchDesk) session(b *testing.B, id string) (session storage.Session) {
	b.Helper()
	err := d.store.Read(b.Context(), func(tx *storage.Tx) (err error) {
		session, err = tx.Session(id)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return session
}

// fight opens a fight as far as an attack that waits for two cards.
func (d *benchDesk) fight(b *testing.B, n int) *benchMove {
	b.Helper()
	session, host := d.opened(b, n)
	d.ask(b, commands.Request{Kind: commands.Command, Path: "attack", User: host, Channel: session.Place, Options: map[string]string{"attacker": "Pike", "target": "Cole"}})
	session = d.session(b, session.ID)
	sys, err := catalog.Find("lasthope")
	if err != nil {
		b.Fatal(err)
	}
	fight, err := rules.Load(sys, session.Snapshot)
	if err != nil || len(fight.Asks(1)) == 0 {
		b.Fatalf("the fight does not wait for a card: %v", err)
	}
	q := fight.Asks(1)[0]
	m := &benchMove{benchDesk: d, host: host}
	for i := range m.locks {
		m.locks[i] = fmt.Sprintf("lock/%s/%d/%s/%s", session.ID, q.Asked, q.ID, q.Options[i].ID)
	}
	return m
}

// move changes the pick n times.
func (m *benchMove) move(b *testing.B, n int) {
	for range n {
		m.ask(b, commands.Request{Kind: commands.Press, Path: m.locks[0], User: m.host, Channel: "c", Private: true})
		m.locks[0], m.locks[1] = m.locks[1], m.locks[0]
	}
}
