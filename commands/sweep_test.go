package commands_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

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
	c.command(alice, thread, "me", nil)
	if err := <-swept; err != nil {
		t.Fatal(err)
	}
	left := 0
	if err := c.store.Read(context.Background(), func(tx *storage.Tx) error {
		ids, err := tx.SessionsIn("big")
		for _, id := range ids {
			s, err := tx.Session(id)
			if err != nil {
				return err
			}
			if !s.Purged {
				left++
			}
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if left > 0 {
		t.Errorf("%d are left", left)
	}
}
