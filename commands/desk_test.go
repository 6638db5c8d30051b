package commands_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"umpire/commands"
	"umpire/rules/catalog"
	"umpire/storage"
)

// Users of the tests.
var (
	alice = commands.Person{ID: "101", Name: "Alice"}
	bob   = commands.Person{ID: "102", Name: "Bob"}
	sam   = commands.Person{ID: "103", Name: "Sam"}
	gail  = commands.Person{ID: "104", Name: "Gail"}
)

// allRights are permission bits that let a fight have a thread.
const allRights = 1<<10 | 1<<11 | 1<<16 | 1<<35 | 1<<38

// club is a desk with a store, played without Discord: what the edge would send
// is taken from the outbox and kept as each channel's messages by slot.
type club struct {
	t     *testing.T
	desk  *commands.Desk
	store *storage.Store
	n     int
	now   time.Time
	chans map[string][]*post // by destination, in order
}

// post is a message that was delivered.
type post struct {
	slot, id string
	message  commands.Message
}

func newClub(t *testing.T) *club {
	t.Helper()
	c := &club{t: t, chans: make(map[string][]*post), now: time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)}
	store, err := storage.Open(context.Background(), filepath.Join(t.TempDir(), "umpire.db"), storage.Options{Now: func() time.Time { return c.now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	var seed [32]byte
	copy(seed[:], t.Name())
	c.desk, c.store = commands.NewDesk(commands.Options{Store: store, Systems: catalog.All(), Random: rand.NewChaCha8(seed)}), store
	return c
}

// send hands a request to the desk and delivers what follows.
func (c *club) send(r commands.Request) (commands.Reply, error) {
	c.t.Helper()
	if r.ID == "" {
		c.n++
		r.ID = fmt.Sprintf("%d", 900000+c.n)
	}
	c.now = c.now.Add(time.Second)
	r.At = c.now
	if r.Rights == 0 {
		r.Rights = allRights
	}
	reply, err := c.desk.Answer(context.Background(), r)
	c.deliver()
	return reply, err
}

// deliver empties the outbox into chans.
func (c *club) deliver() {
	c.t.Helper()
	ctx := context.Background()
	err := c.store.Write(ctx, func(tx *storage.Tx) error {
		rows, err := tx.Doubtful()
		if err != nil || len(rows) > 0 {
			return fmt.Errorf("doubtful rows: %v %v", rows, err)
		}
		for {
			dests, err := tx.Dests()
			if err != nil || len(dests) == 0 {
				return err
			}
			for _, dest := range dests {
				row, err := tx.Claim(dest)
				if err != nil {
					return err
				}
				if err := c.take(tx, row); err != nil {
					return err
				}
			}
		}
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *club) take(tx *storage.Tx, row storage.Row) error {
	var body commands.Post
	if err := json.Unmarshal(row.Body, &body); err != nil {
		return err
	}
	for _, p := range c.chans[row.Dest] {
		if row.Slot != "" && p.slot == row.Slot {
			p.message = body.Message
			return tx.Sent(row.ID, row.Channel, row.Message)
		}
	}
	id := fmt.Sprintf("m%d", row.ID)
	if body.Thread == nil {
		c.chans[row.Dest] = append(c.chans[row.Dest], &post{slot: row.Slot, id: id, message: body.Message})
	}
	return tx.Sent(row.ID, strings.TrimPrefix(row.Dest, "channel/"), id)
}

// settle tells the outbox that a ridden row was sent as the interaction's reply.
func (c *club) settle(dest string, reply commands.Reply) {
	c.t.Helper()
	if reply.Act != commands.Ride {
		c.t.Fatalf("the reply does not ride: %+v", reply)
	}
	err := c.store.Write(context.Background(), func(tx *storage.Tx) error {
		row, err := tx.Row(reply.Row)
		if err != nil {
			return err
		}
		if row.Dest != dest {
			return fmt.Errorf("it rides to %s", row.Dest)
		}
		return c.take(tx, row)
	})
	if err != nil {
		c.t.Fatal(err)
	}
	c.deliver()
}

// command types a slash command in a channel and lets its answer ride.
func (c *club) command(who commands.Person, channel, path string, options map[string]string) commands.Reply {
	c.t.Helper()
	reply, err := c.try(who, channel, path, options)
	if err != nil {
		c.t.Fatalf("/%s: %v", path, err)
	}
	if reply.Act == commands.Ride {
		c.settle("channel/"+channel, reply)
	}
	return reply
}

func (c *club) try(who commands.Person, channel, path string, options map[string]string) (commands.Reply, error) {
	c.t.Helper()
	return c.send(commands.Request{
		Kind: commands.Command, Path: path, Options: options, User: who, Guild: "g", Channel: channel,
		People: map[string]commands.Person{alice.ID: alice, bob.ID: bob, sam.ID: sam}, Manager: who == gail,
	})
}

// press presses the component of a message that a label or a menu's hint names.
func (c *club) press(who commands.Person, on commands.Message, label string, values ...string) commands.Reply {
	c.t.Helper()
	reply, err := c.tryPress(who, "thread", find(c.t, on, label), values...)
	if err != nil {
		c.t.Fatalf("%s presses %s: %v", who.Name, label, err)
	}
	return reply
}

func (c *club) tryPress(who commands.Person, message, path string, values ...string) (commands.Reply, error) {
	c.t.Helper()
	return c.send(commands.Request{
		Kind: commands.Press, Path: path, Values: values, User: who, Guild: "g", Channel: message, Message: message, Private: message == "thread",
	})
}

// find gives the path of a component by its label or hint.
func find(t *testing.T, m commands.Message, label string) string {
	t.Helper()
	for _, row := range m.Rows {
		for _, b := range row.Buttons {
			if b.Label == label {
				return b.Path
			}
		}
		if row.Menu != nil && (row.Menu.Hint == label || label == "menu") {
			return row.Menu.Path
		}
	}
	t.Fatalf("no component %q in %+v", label, m)
	return ""
}

// last gives the newest message of a destination.
func (c *club) last(dest string) commands.Message {
	c.t.Helper()
	posts := c.chans[dest]
	if len(posts) == 0 {
		c.t.Fatalf("nothing was sent to %s", dest)
	}
	return posts[len(posts)-1].message
}

// fight opens a fight between Alice and Bob and gives its thread.
func (c *club) fight(house map[string]string) (thread string) {
	c.t.Helper()
	c.command(alice, "table", "session new", map[string]string{"system": "lasthope", "opponent": bob.ID})
	card := c.chans["channel/table"][len(c.chans["channel/table"])-1]
	for key, value := range house {
		menu := c.press(alice, card.message, "House rules", key)
		c.press(alice, menu.Message, "menu", value)
	}
	for _, who := range []commands.Person{alice, bob} {
		if _, err := c.tryPress(who, card.id, find(c.t, card.message, "Ready")); err != nil {
			c.t.Fatal(err)
		}
	}
	return card.id
}

func TestAFightIsPlayedByButtonsAlone(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	dest := "channel/" + thread
	for range 3 {
		menu := c.press(alice, c.last(dest), "Attack")
		for !slices.ContainsFunc(menu.Message.Rows, func(r commands.Row) bool { return len(r.Buttons) > 0 }) {
			menu = c.press(alice, menu.Message, "menu", menu.Message.Rows[0].Menu.Choices[0].Value)
		}
		c.press(alice, menu.Message, "Attack")
		for _, who := range []commands.Person{alice, bob} {
			ask := c.last("user/" + who.ID)
			shown := c.press(who, ask, "menu", ask.Rows[0].Menu.Choices[0].Value)
			c.press(who, shown.Message, "Lock it in")
		}
	}
	for _, d := range []string{"channel/table", dest, "user/101", "user/102"} {
		for _, p := range c.chans[d] {
			t.Logf("%s %s\n%s\n%+v", d, p.slot, p.message.Text, p.message.Rows)
		}
	}
	if !strings.Contains(c.last(dest).Text, "step") {
		t.Error("no step")
	}
	if errors.Is(nil, nil) && false {
		t.Fatal()
	}
}
