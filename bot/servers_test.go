package bot

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// ledger notes what the handlers hear of servers.
type ledger struct {
	mu    sync.Mutex
	lines []string
	fail  error // what they answer
	panic bool  // instead
}

func (l *ledger) note(line string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
	if l.panic {
		panic("the ledger is torn")
	}
	return l.fail
}

func (l *ledger) fails(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fail = err
}

func (l *ledger) breaks() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.panic = true
}

// taken gives what was heard since the last time.
func (l *ledger) taken() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := strings.Join(l.lines, ", ")
	l.lines = nil
	return text
}

// watchServers lets the bot note what it hears of servers and when it sweeps.
func (t *table) watchServers(l *ledger) {
	name := func(id string) string {
		for _, s := range t.state("gail").Servers {
			if s.ID == id {
				return s.Name
			}
		}
		return id
	}
	h := &t.bot.servers.handlers
	h.Present = func(_ context.Context, id string, at time.Time) error { return l.note("in " + name(id)) }
	h.Removed = func(_ context.Context, id string, at time.Time) error { return l.note("out of " + name(id)) }
	h.Sweep = func(context.Context, time.Time) error { return l.note("sweep") }
}

func (t *table) wantHeard(l *ledger, want string) {
	t.Helper()
	t.settled()
	if got := l.taken(); got != want {
		t.Errorf("heard %q, want %q", got, want)
	}
}

func TestTheBotHearsWhichServersItIsInAndThenSweeps(t *testing.T) {
	t.Parallel()
	tab, l := newTable(t), &ledger{}
	tab.act("servers", given{"name": "The Club"})
	tab.watchServers(l)
	tab.sit()
	tab.wantHeard(l, "in The Gaming Table, in The Club, sweep")
	tab.act("servers", given{"name": "The Annex"})
	tab.wantHeard(l, "in The Annex")
}

func TestTheBotHearsThatItWasRemovedAndThatItIsBack(t *testing.T) {
	t.Parallel()
	tab, l := newTable(t), &ledger{}
	tab.watchServers(l)
	tab.sit()
	tab.wantHeard(l, "in The Gaming Table, sweep")
	tab.act("expel", given{"as": "gail"})
	tab.act("invite", given{"as": "gail"})
	tab.act("expel", given{"as": "gail"})
	tab.wantHeard(l, "out of The Gaming Table, in The Gaming Table, out of The Gaming Table")
}

func TestAnOutageAndALostConnectionAreNoRemoval(t *testing.T) {
	t.Parallel()
	tab, l := newTable(t), &ledger{}
	tab.watchServers(l)
	tab.sit()
	tab.wantHeard(l, "in The Gaming Table, sweep")
	tab.act("fault", given{"away": []string{"The Gaming Table"}})
	tab.act("fault", given{"drop_gateway": true})
	tab.until("the connection is lost", func() bool { return strings.Contains(tab.log.String(), "gateway connection lost") })
	tab.until("the bot is back", func() bool { return tab.state("alice").Bot.Connected })
	tab.act("fault", given{"away": []string{}})
	tab.wantHeard(l, "")
}

func TestARemovalIsHeardOfThatHappenedMeanwhile(t *testing.T) {
	t.Parallel()
	tab, l := newTable(t), &ledger{}
	tab.act("servers", given{"name": "The Club"})
	tab.watchServers(l)
	tab.sit()
	tab.settled()
	tab.leave()
	l.taken()
	tab.act("expel", given{"as": "gail", "server": "The Club"})
	tab.reopen()
	tab.watchServers(l)
	tab.sit()
	tab.wantHeard(l, "out of The Club, in The Gaming Table, sweep")
	tab.leave()
	tab.reopen()
	tab.watchServers(l)
	tab.sit()
	tab.wantHeard(l, "in The Gaming Table, sweep")
}

func TestARemovalThatWasNotTakenIsLoggedOnceAndHeardOfAgain(t *testing.T) {
	t.Parallel()
	tab, l := newTable(t), &ledger{}
	tab.act("servers", given{"name": "The Club"})
	tab.watchServers(l)
	tab.sit()
	tab.wantHeard(l, "in The Gaming Table, in The Club, sweep")
	l.fails(errOurs)
	tab.act("expel", given{"as": "gail", "server": "The Club"})
	tab.wantHeard(l, "out of The Club")
	if n := strings.Count(tab.log.String(), errOurs.Error()); n != 1 {
		t.Errorf("logged %d times", n)
	}
	l.fails(nil)
	tab.leave()
	tab.reopen()
	tab.watchServers(l)
	tab.sit()
	tab.wantHeard(l, "out of The Club, in The Gaming Table, sweep")
}

func TestTheBotSweepsEverySixHoursAndGoesOnAfterAFault(t *testing.T) {
	t.Parallel()
	tab, l := newTable(t), &ledger{}
	var ahead atomic.Int64
	tab.bot.servers.now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	tab.watchServers(l)
	tab.sit()
	tab.wantHeard(l, "in The Gaming Table, sweep")
	ahead.Add(int64(sweepEvery - time.Minute))
	tab.wantHeard(l, "")
	l.fails(errOurs)
	ahead.Add(int64(time.Minute))
	tab.wantHeard(l, "sweep")
	if n := strings.Count(tab.log.String(), errOurs.Error()); n != 1 {
		t.Errorf("logged %d times", n)
	}
	l.breaks()
	for range 2 {
		ahead.Add(int64(sweepEvery))
		tab.wantHeard(l, "sweep")
	}
}

func TestNothingIsSweptWhileAServerThatTheBotIsInWasNotTaken(t *testing.T) {
	t.Parallel()
	tab, l := newTable(t), &ledger{}
	var ahead atomic.Int64
	tab.bot.servers.now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	tab.watchServers(l)
	l.fails(errOurs)
	tab.sit()
	tab.settled()
	if heard := l.taken(); strings.Contains(heard, "sweep") { // Discord may say twice that the bot is in it
		t.Errorf("heard %q", heard)
	}
	ahead.Add(int64(sweepEvery))
	tab.wantHeard(l, "in The Gaming Table")
	l.fails(nil)
	ahead.Add(int64(sweepEvery))
	tab.wantHeard(l, "in The Gaming Table, sweep")
	ahead.Add(int64(sweepEvery))
	tab.wantHeard(l, "sweep")
}

func TestAServerThatTheBotLeftAgainHoldsNoSweepUp(t *testing.T) {
	t.Parallel()
	tab, l := newTable(t), &ledger{}
	var ahead atomic.Int64
	tab.bot.servers.now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	tab.watchServers(l)
	l.fails(errOurs)
	tab.sit()
	tab.settled()
	if heard := l.taken(); strings.Contains(heard, "sweep") { // Discord may say twice that the bot is in it
		t.Errorf("heard %q", heard)
	}
	tab.act("expel", given{"as": "gail"})
	tab.wantHeard(l, "out of The Gaming Table")
	ahead.Add(int64(sweepEvery))
	tab.wantHeard(l, "sweep")
}

func TestWithoutHandlersNothingIsHeardOfServers(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	tab.act("expel", given{"as": "gail"})
	tab.act("invite", given{"as": "gail"})
	tab.settled()
	if log := tab.log.String(); strings.Contains(log, "level=ERROR") {
		t.Error(log)
	}
}
