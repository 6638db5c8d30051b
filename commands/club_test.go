package commands_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"umpire/commands"
	"umpire/rules"
	"umpire/rules/catalog"
	"umpire/rules/rulestest"
	"umpire/storage"
)

// Users of the tests.
var (
	alice = commands.Person{ID: "101", Name: "Alice"}
	bob   = commands.Person{ID: "102", Name: "Bob"}
	sam   = commands.Person{ID: "103", Name: "Sam"}
	gail  = commands.Person{ID: "104", Name: "Gail"} // manages the server
	odd   = commands.Person{ID: "105", Name: "*Odd* <@101> @everyone"}
)

// allRights are permission bits that let a fight have a thread.
const allRights = 1<<10 | 1<<11 | 1<<15 | 1<<16 | 1<<35 | 1<<38

// club is a desk with a store, played without Discord: what the edge would send
// is taken from the outbox and kept as each channel's messages by slot.
type club struct {
	t     *testing.T
	desk  *commands.Desk
	store *storage.Store
	file  string // of the store
	n     int
	now   time.Time
	right int64              // the bot's permission bits everywhere
	under map[string]string  // threads, and the channels that they are of
	chans map[string][]*post // by destination, in order
	lost  map[string]string  // why what is sent to a destination is refused
	pings []ping
	moved map[string]bool // models that a test has moved
}

// dead is why a channel takes no messages.
const dead = "403 Missing Access"

// ping is one notification that somebody got: of a direct message, or of a post
// that mentions them. A new text of an old message notifies nobody.
type ping struct{ user, dest, slot string }

// post is a message that was delivered.
type post struct {
	session, slot, id string
	message           commands.Message
}

// newClub opens a club for one test, which then runs beside others: it mostly
// waits for the disk.
func newClub(t *testing.T) *club {
	t.Helper()
	t.Parallel()
	c := &club{t: t, right: allRights, under: make(map[string]string), chans: make(map[string][]*post), lost: make(map[string]string), moved: make(map[string]bool), now: time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)}
	c.file = filepath.Join(t.TempDir(), "umpire.db")
	store, err := storage.Open(context.Background(), c.file, storage.Options{Now: func() time.Time { return c.now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	var seed [32]byte
	copy(seed[:], t.Name())
	c.store = store
	c.desk = commands.NewDesk(commands.Options{Store: store, Systems: append(catalog.All(), ground()), Random: &chance{source: rand.NewChaCha8(seed)}})
	return c
}

// chance gives the same bytes in each run, to one reader at a time.
type chance struct {
	mu     sync.Mutex
	source *rand.ChaCha8
}

func (c *chance) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.source.Read(p)
}

// ground is the system that the engine is proved on: it asks in secret and in the
// open at once, and whispers.
func ground() *rules.System {
	sys := rulestest.ProvingGround()
	sys.Rosters = func() []rules.Roster { return sys.Sample().Sides }
	return sys
}

func people() map[string]commands.Person {
	return map[string]commands.Person{alice.ID: alice, bob.ID: bob, sam.ID: sam, gail.ID: gail, odd.ID: odd, ann.ID: ann}
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
	r.Rights, r.People, r.Manager, r.Parent = c.right, people(), r.User == gail, c.under[r.Channel]
	reply, err := c.desk.Answer(context.Background(), r)
	if err == nil && reply.Act != commands.Ride {
		c.check("the answer to "+r.Path, reply.Message)
	}
	if err == nil && reply.Act == commands.Change { // the press is answered before the outbox is emptied
		for _, posts := range c.chans {
			for _, p := range posts {
				if p.id == r.Message {
					p.message = reply.Message
				}
			}
		}
	}
	c.deliver()
	return reply, err
}

// deliver empties the outbox into chans, as the edge would.
func (c *club) deliver() {
	c.t.Helper()
	for {
		row, ok := c.claim()
		if !ok {
			return
		}
		why, lost := c.lost[row.Dest]
		if lost {
			if err := c.desk.Undelivered(context.Background(), row, why); err != nil {
				c.t.Fatal(err)
			}
		}
		c.write(func(tx *storage.Tx) error {
			switch {
			case lost && why == dead:
				if err := tx.Retry(row.ID, 0, why); err != nil {
					return err
				}
				return tx.Park(row.Dest, why)
			case lost:
				return tx.Failed(row.ID, why)
			}
			return c.take(tx, row)
		})
	}
}

// claim takes the next row that can be delivered.
func (c *club) claim() (row storage.Row, ok bool) {
	c.t.Helper()
	c.write(func(tx *storage.Tx) error {
		dests, err := tx.Dests()
		if err != nil || len(dests) == 0 {
			return err
		}
		row, err = tx.Claim(dests[0])
		ok = err == nil
		return err
	})
	return row, ok
}

func (c *club) write(fn func(*storage.Tx) error) {
	c.t.Helper()
	if err := c.store.Write(context.Background(), fn); err != nil {
		c.t.Fatal(err)
	}
}

// take puts a row where people read it.
func (c *club) take(tx *storage.Tx, row storage.Row) error {
	var body commands.Post
	if err := json.Unmarshal(row.Body, &body); err != nil {
		return err
	}
	c.check(row.Dest+" "+row.Slot, body.Message)
	for _, p := range c.chans[row.Dest] {
		if row.Slot != "" && p.slot == row.Slot && p.session == row.Session {
			p.message = body.Message
			return tx.Sent(row.ID, row.Channel, row.Message)
		}
	}
	id := fmt.Sprintf("m%d", row.ID)
	if body.Thread == nil {
		c.chans[row.Dest] = append(c.chans[row.Dest], &post{session: row.Session, slot: row.Slot, id: id, message: body.Message})
		c.ring(row, body.Message)
	}
	return tx.Sent(row.ID, strings.TrimPrefix(row.Dest, "channel/"), id)
}

// ring notes whom a new message notifies.
func (c *club) ring(row storage.Row, m commands.Message) {
	if user, ok := strings.CutPrefix(row.Dest, "user/"); ok {
		c.pings = append(c.pings, ping{user, "dm", row.Slot})
		return
	}
	for _, user := range m.Mentions {
		if strings.Contains(m.Text, "<@"+user+">") {
			c.pings = append(c.pings, ping{user, row.Dest, row.Slot})
		} else {
			c.t.Errorf("%s may notify %s and does not name them: %q", row.Slot, user, m.Text)
		}
	}
}

// check holds a message against Discord's limits, and against what no player may
// ever read.
func (c *club) check(where string, m commands.Message) {
	c.t.Helper()
	if n := len([]rune(m.Text)); n > 2000 {
		c.t.Errorf("%s has %d characters", where, n)
	}
	if strings.Contains(m.Text, "%!") || strings.Contains(m.Text, "@everyone") {
		c.t.Errorf("%s reads %q", where, m.Text)
	}
	if len(m.Rows) > 5 {
		c.t.Errorf("%s has %d rows", where, len(m.Rows))
	}
	paths := map[string]bool{}
	for _, row := range m.Rows {
		if row.Menu == nil && (len(row.Buttons) == 0 || len(row.Buttons) > 5) || row.Menu != nil && len(row.Menu.Choices) > 25 {
			c.t.Errorf("%s has a row of %d buttons, menu %+v", where, len(row.Buttons), row.Menu)
		}
		for _, path := range pathsOf(row) {
			if paths[path] || len(path) > 100 || path == "" {
				c.t.Errorf("%s has the path %q twice, empty or too long", where, path)
			}
			paths[path] = true
		}
	}
}

func pathsOf(row commands.Row) (paths []string) {
	for _, b := range row.Buttons {
		paths = append(paths, b.Path)
	}
	if row.Menu != nil {
		paths = append(paths, row.Menu.Path)
	}
	return paths
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
	})
}

// press presses the component of a message that only the presser sees, by its
// label or its menu's hint.
func (c *club) press(who commands.Person, on commands.Message, label string, values ...string) commands.Reply {
	c.t.Helper()
	reply, err := c.tryPress(who, private, find(c.t, on, label), values...)
	if err != nil {
		c.t.Fatalf("%s presses %s: %v", who.Name, label, err)
	}
	return reply
}

// private stands for the id of a message that only the presser sees.
const private = "private"

// tryPress sends a path as if from a component of a message.
func (c *club) tryPress(who commands.Person, message, path string, values ...string) (commands.Reply, error) {
	c.t.Helper()
	return c.send(commands.Request{
		Kind: commands.Press, Path: path, Values: values, User: who, Guild: "g", Channel: "table", Message: message, Private: message == private,
	})
}

// tap presses a component of a public post, or of a direct message.
func (c *club) tap(who commands.Person, dest string, label string, values ...string) (commands.Reply, error) {
	c.t.Helper()
	posts := c.chans[dest]
	for i := len(posts) - 1; i >= 0; i-- {
		if path := has(posts[i].message, label); path != "" {
			r := commands.Request{Kind: commands.Press, Path: path, Values: values, User: who, Guild: "g", Channel: strings.TrimPrefix(dest, "channel/"), Message: posts[i].id}
			if strings.HasPrefix(dest, "user/") {
				r.Guild, r.Channel = "", "dm"
			}
			return c.send(r)
		}
	}
	c.t.Fatalf("nothing in %s offers %q", dest, label)
	return commands.Reply{}, nil
}

// must gives an answer that has to come without an error.
func (c *club) must(reply commands.Reply, err error) commands.Reply {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
	return reply
}

// refused checks that somebody was told no, in a sentence that holds words, and
// that no log moved.
func (c *club) refused(err error, words ...string) {
	c.t.Helper()
	if err == nil {
		c.t.Fatalf("it was taken, want a refusal with %q", words)
	}
	text, ok := rules.IsRefusal(err)
	if !ok {
		c.t.Fatalf("it went wrong: %v", err)
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			c.t.Errorf("the refusal does not say %q: %s", w, text)
		}
	}
}

// has gives the path of a component by its label or hint, or "".
func has(m commands.Message, label string) string {
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
	return ""
}

// find gives the path of a component by its label or hint.
func find(t *testing.T, m commands.Message, label string) string {
	t.Helper()
	path := has(m, label)
	if path == "" {
		t.Fatalf("no component %q in %+v", label, m)
	}
	return path
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
