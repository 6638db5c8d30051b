package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// machine is the bot as a process of its own beside a sandbox that stands alone.
type machine struct {
	*room
	token, api string
	cmd        *exec.Cmd
	told       *logbook
}

// openMachine serves the sandbox alone and starts the bot. Between gives the
// address under which the bot finds Discord; nil: the sandbox's own.
func openMachine(t *testing.T, between func(discord string) string) *machine {
	t.Helper()
	r, token := serveRoom(t, true)
	m := &machine{room: r, token: token, api: r.url, told: &logbook{}}
	if between != nil {
		m.api = between(r.url)
	}
	t.Cleanup(m.end)
	m.start()
	return m
}

// start starts the bot on the file that it had before.
func (m *machine) start() {
	m.t.Helper()
	m.cmd = process(m.t, m.told, []string{"DISCORD_TOKEN=" + m.token}, "--api", m.api+"/api", "--db", m.db)
	if err := m.cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	m.ready()
}

// kill ends the bot without a word, wherever it is.
func (m *machine) kill() {
	if m.cmd == nil {
		return
	}
	m.cmd.Process.Kill()
	m.cmd.Wait() // it was killed; there is no better answer
	m.cmd = nil
}

// end asks the bot to stop. It must, and leave nothing between two states.
func (m *machine) end() {
	if m.t.Failed() || m.cmd == nil {
		m.kill()
		return
	}
	m.cmd.Process.Signal(syscall.SIGTERM)
	if err := m.cmd.Wait(); err != nil {
		m.t.Errorf("asked to stop, the bot ends with %v:\n%s", err, m.told)
	}
	m.cmd = nil
	m.checkStore()
	if strings.Contains(m.told.String(), " ERROR ") {
		m.t.Errorf("the bot's log holds a fault of ours:\n%s", m.told)
	}
}

// crash kills the bot and starts it again, once Discord knows that it is gone.
func (m *machine) crash() {
	m.t.Helper()
	m.kill()
	m.until("alice", "the bot to be gone", func(v view) bool { return !v.Bot.Connected })
	m.start()
}

// checkOnce holds a thread to the posts that attacks without a crash make: three
// for each, none twice.
func (f *fight) checkOnce(attacks int) {
	f.t.Helper()
	var kinds []string
	seen := map[string]bool{}
	for _, m := range f.posts() {
		if seen[m.Content] && m.Content != "" {
			f.t.Errorf("the thread says twice:\n%s", m.Content)
		}
		seen[m.Content] = true
		switch {
		case strings.Contains(m.Content, "One card each"):
			kinds = append(kinds, "declared")
		case strings.Contains(m.Content, "has locked a choice"):
			kinds = append(kinds, "locked")
		case strings.Contains(m.Content, "Attack: "):
			kinds = append(kinds, "told")
		}
	}
	want := slices.Repeat([]string{"declared", "locked", "told"}, attacks)
	if !slices.Equal(kinds, want) {
		f.t.Errorf("the thread tells %q, want %q:\n%s", kinds, want, f.text())
	}
}

// sums are the lines of a thread that tell arithmetic.
func (f *fight) sums() (lines []string) {
	f.t.Helper()
	for line := range strings.Lines(f.text()) {
		for _, head := range []string{"Attack: ", "Defence: ", "Ahead by ", "Level at "} {
			if strings.HasPrefix(line, head) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

func TestAFightSurvivesACrashAfterTheFirstLock(t *testing.T) {
	t.Parallel()
	m := openMachine(t, nil)
	f := m.open("alice", "bob", calledCards, "sheriffs", "outlawmen")
	before, _ := last(f.posts(), "Attack")
	f.attack("alice", "Marshal Hale", "Dusty", "hunting_knife")
	prompt := f.prompt("bob")
	shown := f.show("bob", prompt, "7D") // the button under it is from before the crash
	f.lock("alice", "JS")
	m.crash()
	f.press("bob", shown, "Lock it in")
	told := f.turn(before).Content
	for _, want := range []string{"strength 3 + Jack 11 + favoured Jack 1 = **15**", "2 wounds", "seals open and true"} {
		if !strings.Contains(told, want) {
			t.Errorf("after the crash the outcome does not say %q:\n%s", want, told)
		}
	}
	m.settled()
	f.checkOnce(1)
}

func TestACrashBetweenCommitAndSendLosesAndDoublesNothing(t *testing.T) {
	t.Parallel()
	m := openMachine(t, nil)
	f := m.open("alice", "bob", calledCards, "sheriffs", "outlawmen")
	before, _ := last(f.posts(), "Attack")
	f.attack("alice", "Marshal Hale", "Dusty", "hunting_knife")
	f.lock("alice", "JS")
	m.settled()
	const send = "POST /channels/{channel}/messages"
	f.fault(map[string]any{"hold": []string{send}})
	f.lock("bob", "7D") // answered, so it is committed
	m.inFlight(1)
	m.kill()
	m.inFlight(0)
	f.checkTold(0)
	f.fault(map[string]any{"hold": []string{}})
	m.start()
	f.turn(before)
	m.settled()
	f.checkTold(1)
	f.checkOnce(1)
}

// checkTold counts the outcomes that the thread has.
func (f *fight) checkTold(want int) {
	f.t.Helper()
	if n := strings.Count(f.text(), "Attack: "); n != want {
		f.t.Errorf("%d outcomes are told, want %d:\n%s", n, want, f.text())
	}
}

// inFlight waits until so many requests of the bot are under way at Discord.
func (r *room) inFlight(want int) {
	r.t.Helper()
	look := time.NewTicker(2 * time.Millisecond)
	defer look.Stop()
	for limit := time.Now().Add(patience); ; <-look.C {
		_, raw := r.call(http.MethodGet, "fault", nil)
		if bytes.Contains(raw, fmt.Appendf(nil, `"in_flight":%d`, want)) {
			return
		}
		if time.Now().After(limit) {
			r.t.Fatalf("there are never %d requests under way: %s", want, raw)
		}
	}
}

// played is one attack that is played on whatever happens to the bot.
type played struct {
	*fight
	before  message           // the last post with Attack, before it
	cards   map[string]string // what each of the two plays
	ordered bool              // since the last crash
	locked  map[string]bool   // the direct messages that were locked in
}

// on does what can be done now. It tells whether the attack is told.
func (p *played) on() (told bool) {
	p.t.Helper()
	posts := p.posts()
	posts = posts[1+slices.IndexFunc(posts, func(m message) bool { return m.ID == p.before.ID }):]
	for _, post := range posts {
		told = told || strings.Contains(post.Content, "Attack: ")
	}
	if told {
		return true
	}
	if len(posts) == 0 && !p.ordered {
		p.ordered = true
		// Refused, if the order was in before the crash.
		p.try("command", act{As: p.sides[0], Channel: p.thread, Name: "attack", Options: map[string]any{
			"attacker": "Marshal Hale", "target": "Silas Crane", "weapon": "hunting_knife",
		}})
	}
	for _, who := range p.sides {
		dms := p.state(who).dm()
		if len(dms) == 0 {
			continue
		}
		m := dms[len(dms)-1]
		if _, menu := m.part("group"); menu && !p.locked[m.ID] {
			p.locked[m.ID] = true
			p.press(who, p.show(who, m, p.cards[who]), "Lock it in")
		}
	}
	return false
}

// crashAt lets something be played, and crashes the bot when Discord has done
// its nth request. On does what can be done now and tells whether all is done;
// reborn says that the bot is back. It gives the request, or "" if it took fewer.
func (m *machine) crashAt(w *wire, n int, on func() bool, reborn func()) (at string) {
	m.t.Helper()
	kept := w.keep(n)
	look := time.NewTicker(2 * time.Millisecond)
	defer look.Stop()
	for limit := time.Now().Add(patience); ; <-look.C {
		if time.Now().After(limit) {
			m.t.Fatalf("it does not come to its end after a crash at %q:\n%s", at, m.told)
		}
		done := on()
		if done {
			m.settled() // or the wire keeps an answer
		}
		select {
		case at = <-kept:
			m.crash()
			reborn()
		default:
			if done {
				return at
			}
		}
	}
}

func TestACrashAtAnyOfDiscordsAnswersLosesAndDoublesNothing(t *testing.T) {
	t.Parallel()
	var w wire
	m := openMachine(t, w.serve(t))
	f := m.open("alice", "bob", map[string]string{"cards": "called", "attacks_per_model": "free"}, "sheriffs", "outlawmen")
	m.settled()
	attacks := 0
	for at := "the first"; at != ""; {
		before, _ := last(f.posts(), "Attack")
		p := &played{fight: f, before: before, cards: map[string]string{"alice": "2C", "bob": "9H"}, locked: map[string]bool{}}
		attacks++
		at = m.crashAt(&w, attacks, p.on, func() { p.ordered = false })
	}
	if attacks < 10 {
		t.Errorf("an attack took %d requests; the crashes missed some", attacks)
	}
	f.checkOnce(attacks)
	sums := f.sums()
	for i, line := range sums {
		if line != sums[i%2] {
			t.Errorf("the same cards are told differently: %q", line)
		}
	}
	for _, who := range f.sides {
		dms := slices.DeleteFunc(f.state(who).dm(), func(m message) bool { return strings.Contains(m.Content, "You are ready") })
		if len(dms) != attacks {
			t.Errorf("%s has %d direct messages of %d attacks", who, len(dms), attacks)
		}
		for _, m := range dms {
			if len(m.parts()) > 0 {
				t.Errorf("%s can still press %v on %q", who, m.labels(), m.Content)
			}
		}
	}
}

func TestACrashWhileAFightIsOpenedLosesAndDoublesNothing(t *testing.T) {
	t.Parallel()
	var w wire
	m := openMachine(t, w.serve(t))
	lobbies := 0
	for at := "the first"; at != ""; {
		lobbies++
		at = m.crashAt(&w, lobbies, m.opening(lobbies), func() {})
	}
	if lobbies < 5 {
		t.Errorf("opening took %d requests; the crashes missed some", lobbies)
	}
	v := m.state("carol")
	if n := len(v.channel("table").Messages); n != lobbies {
		t.Errorf("there are %d cards of %d lobbies", n, lobbies)
	}
	for _, card := range v.channel("table").Messages {
		thread := v.channel(card.ID)
		texts := map[string]bool{}
		for _, m := range thread.Messages {
			if texts[m.Content] {
				t.Errorf("the thread says twice:\n%s", m.Content)
			}
			texts[m.Content] = true
		}
		if _, ok := last(thread.Messages, "Attack"); !ok || !strings.Contains(card.Content, "It is fought in") {
			t.Errorf("the fight of a card has not begun: %q", card.Content)
		}
	}
}

// opening opens the nth lobby as far as it can be done now.
func (m *machine) opening(n int) func() bool {
	pressed := map[string]bool{}
	asked := false
	return func() bool {
		m.t.Helper()
		v := m.state("carol")
		cards := v.channel("table").Messages
		if len(cards) < n {
			if !asked {
				asked = true
				m.command("alice", "table", "session new", map[string]any{"system": "lasthope", "opponent": "bob"})
			}
			return false
		}
		card := cards[len(cards)-1]
		if _, begun := last(v.channel(card.ID).Messages, "Attack"); begun {
			return true
		}
		for _, who := range []string{"alice", "bob"} {
			if !pressed[who] {
				pressed[who] = true
				m.press(who, card, "Ready")
			}
		}
		return false
	}
}
