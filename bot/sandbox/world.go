package sandbox

import (
	"log/slog"
	"slices"
	"strconv"
	"time"
)

// object is one JSON object in Discord's own shape.
type object = map[string]any

// discordEpoch is the start of 2015, from which snowflakes count milliseconds.
const discordEpoch = 1420070400000

// world is everything that exists in the sandbox. Its Server's mutex guards it.
type world struct {
	clock  func() time.Time
	offset time.Duration
	log    *slog.Logger
	host   string // scheme and host under which the last request came
	lastID uint64

	botHost string // and the bot's last

	bot          *person
	people       []*person
	servers      []*server
	channels     map[string]*channel
	interactions map[string]*interaction
	swept        time.Time // when old ones were forgotten
	commands     []*command
	created      map[string]int // commands created today, by scope
	createdDay   time.Time

	sessions []*session
	faults   faults
	records  []*record
	recorded int
	rates    map[string]*window
	linkKey  string

	version int64
	changed chan struct{} // closed and replaced at every change

	lastAct  time.Time // wall clock: the last request or event
	inFlight int
}

// person is a user: one of the people, or the bot.
type person struct {
	id, name, display string
	bot               bool
	dmsClosed         bool
	left              []leftServer // by a fault
	modal             *modal       // the one open on this person's screen
	version           int64        // of the world, when something this person sees last changed
}

// server is what Discord calls a guild.
type server struct {
	id, name string
	owner    *person
	members  []*member
	channels []*channel // threads are in world.channels only
	away     bool       // by a fault: it is unavailable
	umpires  string     // id of the bot's role
	managers string     // id of the role that may manage the server
}

// leftServer is a server that a person was in, and the place held there.
type leftServer struct {
	server *server
	place  *member
}

// member is a person's place in a server.
type member struct {
	person *person
	roles  []string
	joined time.Time
}

func newWorld(clock func() time.Time, log *slog.Logger) *world {
	w := &world{
		clock: clock, log: log,
		channels:     map[string]*channel{},
		interactions: map[string]*interaction{},
		created:      map[string]int{},
		rates:        map[string]*window{},
		changed:      make(chan struct{}),
		linkKey:      secret(16),
		lastAct:      time.Now(),
	}
	w.bot = &person{id: w.newID(), name: "Umpire", bot: true}
	for _, name := range []string{"alice", "bob", "carol", "gail", "sam"} {
		w.people = append(w.people, &person{id: w.newID(), name: name})
	}
	w.addServer("The Gaming Table", w.person("gail"), w.people, "table", "side-table")
	return w
}

// now is the sandbox's time.
func (w *world) now() time.Time { return w.clock().Add(w.offset) }

// newID gives the next snowflake: unique, growing, and telling the time.
func (w *world) newID() string {
	id := uint64(w.now().UnixMilli()-discordEpoch) << 22
	if id <= w.lastID {
		id = w.lastID + 1
	}
	w.lastID = id
	return strconv.FormatUint(id, 10)
}

// addServer makes a server with the bot, these people and text channels.
func (w *world) addServer(name string, owner *person, people []*person, channels ...string) *server {
	g := &server{id: w.newID(), name: name, owner: owner, umpires: w.newID(), managers: w.newID()}
	g.members = []*member{{person: w.bot, roles: []string{g.umpires}, joined: w.now()}}
	for _, p := range people {
		g.members = append(g.members, &member{person: p, joined: w.now()})
	}
	for _, c := range channels {
		w.addTextChannel(g, c)
	}
	w.servers = append(w.servers, g)
	return g
}

// addTextChannel makes a text channel at the end of the server's list.
func (w *world) addTextChannel(g *server, name string) *channel {
	c := &channel{id: w.newID(), kind: textChannel, server: g, name: name, position: len(g.channels)}
	g.channels = append(g.channels, c)
	w.channels[c.id] = c
	return c
}

// touch marks the world as changed for those who can see the change.
func (w *world) touch(sees func(*person) bool) {
	w.version++
	for _, p := range w.people {
		if sees(p) {
			p.version = w.version
		}
	}
	close(w.changed)
	w.changed = make(chan struct{})
}

func (w *world) touchAll() { w.touch(func(*person) bool { return true }) }

// touchOne marks a change that only p can see.
func (w *world) touchOne(p *person) { w.touch(func(q *person) bool { return q == p }) }

// wake lets waiting requests look again though nobody sees a change.
func (w *world) wake() { w.touch(func(*person) bool { return false }) }

// person finds one of the people, or the bot, by id or name; nil if there is none.
func (w *world) person(ref string) *person {
	if ref == w.bot.id || ref == w.bot.name {
		return w.bot
	}
	for _, p := range w.people {
		if p.id == ref || p.name == ref {
			return p
		}
	}
	return nil
}

func (w *world) userByID(id string) *person {
	if p := w.person(id); p != nil && p.id == id {
		return p
	}
	return nil
}

func (w *world) server(id string) *server {
	for _, g := range w.servers {
		if g.id == id {
			return g
		}
	}
	return nil
}

// member is p's place in the server, nil if p is not in it.
func (g *server) member(p *person) *member {
	for _, m := range g.members {
		if m.person == p {
			return m
		}
	}
	return nil
}

// tick does what time alone brings about: idle threads are archived, old
// interactions forgotten.
func (w *world) tick() {
	now := w.now()
	if now.Sub(w.swept) > time.Minute { // not at every request: there may be thousands
		w.swept = now
		for id, i := range w.interactions {
			if now.Sub(i.born) > time.Hour {
				delete(w.interactions, id)
			}
		}
	}
	for _, c := range w.channels {
		if c.thread && !c.archived && now.After(c.active.Add(time.Duration(c.autoArchive)*time.Minute)) {
			c.archived, c.archivedAt = true, now
			w.channelChanged("THREAD_UPDATE", c)
		}
	}
}

// dm is the direct message channel of p and the bot; made at first use.
func (w *world) dm(p *person) *channel {
	for _, c := range w.channels {
		if c.kind == dmChannel && c.with == p {
			return c
		}
	}
	c := &channel{id: w.newID(), kind: dmChannel, with: p}
	w.channels[c.id] = c
	w.channelChanged("CHANNEL_CREATE", c)
	return c
}

// drop removes m from its channel and tells the bot.
func (w *world) drop(m *message) {
	c := m.channel
	c.messages = slices.DeleteFunc(c.messages, func(x *message) bool { return x == m })
	if m.only == nil {
		w.dispatch(event{
			name: "MESSAGE_DELETE", channel: c, intent: messageIntent(c),
			data: withGuild(c, object{"id": m.id, "channel_id": c.id}),
		})
	}
	w.touch(m.seenBy)
}
