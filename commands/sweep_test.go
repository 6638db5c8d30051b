package commands_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"umpire/commands"
	"umpire/storage"
)

// days moves the club's clock.
func (c *club) days(n int) { c.now = c.now.Add(time.Duration(n) * 24 * time.Hour) }

func (c *club) sweep() {
	c.t.Helper()
	if err := c.desk.Sweep(context.Background(), c.now); err != nil {
		c.t.Fatal(err)
	}
}

// purged tells whether a session was emptied.
func (c *club) purged(id string) bool {
	c.t.Helper()
	return c.named(id).Purged
}

func TestAServerThatTheBotLeftIsPurgedAfterNinetyDays(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	id := c.session(thread).ID
	ctx := context.Background()
	if err := c.desk.Removed(ctx, "g", c.now); err != nil {
		t.Fatal(err)
	}
	c.days(60)
	if err := c.desk.Removed(ctx, "g", c.now); err != nil { // it may be told twice
		t.Fatal(err)
	}
	c.days(29)
	c.sweep()
	if c.purged(id) {
		t.Fatal("it is purged after 89 days")
	}
	c.days(1)
	c.sweep()
	if !c.purged(id) {
		t.Fatal("it is not purged after 90 days")
	}
	c.sweep() // nothing is left to mind
	if err := c.store.Read(ctx, func(tx *storage.Tx) error {
		left, err := tx.Settings("gone/")
		if len(left) != 0 {
			t.Errorf("it still minds %v", left)
		}
		return err
	}); err != nil {
		t.Error(err)
	}
}

func TestAServerThatTheBotCameBackToKeepsAll(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	id := c.session(thread).ID
	ctx := context.Background()
	if err := errors.Join(c.desk.Removed(ctx, "g", c.now), c.desk.Removed(ctx, "other", c.now)); err != nil {
		t.Fatal(err)
	}
	c.days(50)
	if err := c.desk.Present(ctx, "g", c.now); err != nil {
		t.Fatal(err)
	}
	c.days(200)
	c.sweep()
	if c.purged(id) {
		t.Error("it is purged")
	}
	c.command(alice, thread, "board", nil)
}

func TestMessagesOfAFightAreForgottenAMonthAfterItsEndAndItsLogIsNot(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	id := c.session(thread).ID
	c.days(40)
	c.sweep()
	running := c.rows(id)
	if running == 0 {
		t.Fatal("the board of a running fight is forgotten")
	}
	ask := c.command(bob, thread, "concede", nil)
	c.press(bob, ask.Message, "Concede")
	c.days(29)
	c.sweep()
	if c.rows(id) <= running {
		t.Error("messages are forgotten after 29 days")
	}
	c.days(2)
	c.sweep()
	if n := c.rows(id); n != 0 {
		t.Errorf("%d messages are kept after 31 days", n)
	}
	if c.command(alice, thread, "log", map[string]string{"fight": id}).Message.File == nil {
		t.Error("there is no log")
	}
}

// rows counts what the outbox has of a session.
func (c *club) rows(session string) (n int) {
	c.t.Helper()
	c.outbox(func(r storage.Row) {
		if r.Session == session {
			n++
		}
	})
	return n
}

// outbox calls fn with all rows of the outbox.
func (c *club) outbox(fn func(storage.Row)) {
	c.t.Helper()
	err := c.store.Read(context.Background(), func(tx *storage.Tx) error {
		for after := int64(0); ; {
			page, err := tx.RowsAfter(after)
			if err != nil || len(page) == 0 {
				return err
			}
			for _, r := range page {
				fn(r)
				after = r.ID
			}
		}
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

// meddler is a context of work in whose midst something else happens: before its
// nth write begins, which is when the store looks at the context.
type meddler struct {
	context.Context
	write int
	then  func()
}

func (m *meddler) Err() error {
	pc, _, _, _ := runtime.Caller(1)
	if strings.HasSuffix(runtime.FuncForPC(pc).Name(), "(*Store).Write") { // others look from goroutines of their own
		if m.write--; m.write == 0 {
			m.then()
		}
	}
	return nil
}

// large makes a server that was left long ago, with sessions for many pieces.
func (c *club) large(guild string) {
	c.t.Helper()
	c.write(func(tx *storage.Tx) error {
		for range 45 {
			c.n++
			if err := tx.AddSession(storage.Session{ID: fmt.Sprint(guild, c.n), Guild: guild, State: storage.Over}); err != nil {
				return err
			}
		}
		return tx.SaveSetting("gone/"+guild, "0")
	})
}

// whole counts the sessions of a server that are not purged.
func (c *club) whole(guild string) (n int) {
	c.t.Helper()
	err := c.store.Read(context.Background(), func(tx *storage.Tx) error {
		ids, err := tx.SessionsIn(guild)
		for _, id := range ids {
			s, err := tx.Session(id)
			if err != nil {
				return err
			}
			if !s.Purged {
				n++
			}
		}
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return n
}

func TestAServerThatTheBotComesBackToInMidSweepLosesNothingMore(t *testing.T) {
	c := newClub(t)
	seen := map[int]bool{}
	for write := 1; ; write++ {
		guild := fmt.Sprint("server", write)
		c.large(guild)
		left := -1
		m := &meddler{Context: context.Background(), write: write, then: func() {
			left = c.whole(guild)
			if err := c.desk.Present(context.Background(), guild, c.now); err != nil {
				t.Error(err)
			}
		}}
		if err := c.desk.Sweep(m, c.now); err != nil {
			t.Fatal(err)
		}
		if left < 0 {
			break
		}
		seen[left] = true
		if n := c.whole(guild); n != left {
			t.Errorf("it had %d sessions when the bot came back, and has %d", left, n)
		}
	}
	if !seen[45] || len(seen) < 4 {
		t.Errorf("the bot never came back early enough: %v", seen)
	}
}

func TestPressesAreServedWhileALargeServerIsPurged(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	c.write(func(tx *storage.Tx) error {
		for range 300 {
			c.n++
			id := fmt.Sprint("big", c.n)
			if err := tx.AddSession(storage.Session{ID: id, Guild: "big", State: storage.Over, Snapshot: make([]byte, 20000)}); err != nil {
				return err
			}
		}
		return tx.SaveSetting("gone/big", "0")
	})
	swept := make(chan error, 1)
	at := c.now
	go func() { swept <- c.desk.Sweep(context.Background(), at) }()
	if _, err := c.desk.Answer(context.Background(), commands.Request{ // not by send, which moves the clock
		ID: "meanwhile", Kind: commands.Command, Path: "me", User: alice, Guild: "g", Channel: thread, At: at,
	}); err != nil {
		t.Error(err)
	}
	if err := <-swept; err != nil {
		t.Fatal(err)
	}
	if left := c.whole("big"); left > 0 {
		t.Errorf("%d are left", left)
	}
}
