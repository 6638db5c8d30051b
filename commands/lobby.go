package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"umpire/rules"
	"umpire/storage"
)

// lobby is what the commands keep of a session: who sits where, what they bring
// and what they agreed on; then, while the fight runs, which posts carry buttons.
type lobby struct {
	Host     Person            `json:"host"`
	Umpire   *Person           `json:"umpire,omitempty"` // who rules, besides those who manage the server
	Seats    []chair           `json:"seats"`
	Options  map[string]string `json:"options,omitempty"` // house rules that differ from the default
	Hours    int               `json:"hours,omitempty"`   // of patience with a decision; 0: none is set
	Here     bool              `json:"here,omitempty"`
	Lacks    []string          `json:"lacks,omitempty"`     // rights that the bot lacks in the channel, with their use
	NoThread bool              `json:"no_thread,omitempty"` // one of them is needed for a thread
	Plain    bool              `json:"plain,omitempty"`
	Greeted  []string          `json:"greeted,omitempty"` // users who were sent the first direct message

	Live     []string   `json:"live,omitempty"`     // slots of posts whose buttons still count
	Asked    int        `json:"asked,omitempty"`    // the questions that those answer
	Turn     string     `json:"turn,omitempty"`     // the seats that the newest board awaits
	Gather   *gathered  `json:"gather,omitempty"`   // the post that grows while its orders go on
	Held     int        `json:"held,omitempty"`     // the line of the objection that is open
	Since    int64      `json:"since,omitempty"`    // from when patience counts, in ms
	Nudged   int64      `json:"nudged,omitempty"`   // when somebody was last reminded of the open questions, in ms
	Closed   []answered `json:"closed,omitempty"`   // who closed the last questions
	Gone     []string   `json:"gone,omitempty"`     // users who left the server
	Result   string     `json:"result,omitempty"`   // how it ended: won, drawn, conceded, unrecorded
	Agreed   []string   `json:"agrees,omitempty"`   // offers to end it, each with a seat that agreed to that one
	Takeback *takeback  `json:"takeback,omitempty"` // the request to go back that is open
	Again    bool       `json:"again,omitempty"`    // a return match was called
	Return   string     `json:"return,omitempty"`   // the session of that return match
	Books    string     `json:"books,omitempty"`    // digest of the rosters and terms that people are ready for
	Battle   string     `json:"battle,omitempty"`   // the pairing of a campaign that it was opened from
}

// chair is one seat while the fight is being set up.
type chair struct {
	Users  []Person `json:"users,omitempty"`
	Roster string   `json:"roster"` // a side of the system's own
	brought
	Ready   bool   `json:"ready,omitempty"`
	Word    string `json:"word,omitempty"`
	Pressed bool   `json:"pressed,omitempty"` // the word is the number of the press on Ready
	Pledge  string `json:"pledge,omitempty"`  // SHA-256 of the word, handed in before it
}

// brought is a roster of the books on a seat; zero for a side of the system's own.
type brought struct {
	Kept     string   `json:"kept,omitempty"`     // its id
	Name     string   `json:"name,omitempty"`     // what it is called
	Campaign string   `json:"campaign,omitempty"` // the campaign that it is of
	Of       string   `json:"of,omitempty"`       // and what that is called
	Brings   []string `json:"brings,omitempty"`   // what the others should hear of it
}

func (l lobby) bytes() []byte {
	b, err := json.Marshal(l)
	if err != nil {
		panic(fmt.Sprintf("commands: a lobby does not become JSON: %v", err))
	}
	return b
}

// note keeps which rights the bot lacks in the channel. Without a thread of its
// own a fight is fought in the channel itself.
func (l *lobby) note(r Request) {
	l.Lacks, l.NoThread = nil, false
	for _, need := range lacking(r, l.Here) {
		l.Lacks = append(l.Lacks, need.String())
		l.NoThread = l.NoThread || need.forThread()
	}
}

// seats tells where a user sits.
func (l lobby) seats(user string) []int {
	var mine []int
	for i, c := range l.Seats {
		if slices.ContainsFunc(c.Users, func(p Person) bool { return p.ID == user }) {
			mine = append(mine, i)
		}
	}
	return mine
}

// disagree takes everybody's Ready back, since something changed that they had
// agreed on.
func (l *lobby) disagree() {
	for i := range l.Seats {
		l.Seats[i].Ready, l.Seats[i].Pledge = false, ""
	}
}

// practice tells whether one person holds all seats.
func (l lobby) practice() bool {
	for _, c := range l.Seats {
		if len(c.Users) != 1 || c.Users[0].ID != l.Seats[0].Users[0].ID {
			return false
		}
	}
	return true
}

var lobbyRoutes = []route{
	{Press, "sit", 1, sit},
	{Press, "rise", 1, rise},
	{Press, "more", 1, addSide},
	{Press, "less", 1, dropSide},
	{Press, "share", 1, share},
	{Press, "side", 1, pickSide},
	{Press, "bring", 3, bring},     // session, seat, roster
	{Press, "kept", 2, askKept},    // session, seat
	{Press, "field", 2, bringKept}, // session, seat
	{Press, "house", 1, houseRule},
	{Press, "set", 2, setRule},
	{Press, "patience", 1, setPatience},
	{Press, "word", 1, wordForm},
	{Press, "ready", 1, ready},
	{Submit, "ready", 1, ready},
}

// lobbyLife is how long a lobby waits to be filled.
const lobbyLife = 7 * 24 * time.Hour

// lobbySlot is the outbox slot of the lobby's card.
const lobbySlot = "lobby"

// setUp is a session in its lobby, as one request finds it.
type setUp struct {
	d       *Desk
	r       Request
	sys     *rules.System
	session storage.Session
	lobby   lobby
}

// setUp loads a session that is still in its lobby. One that has waited too long
// is closed on the way.
func (d *Desk) setUp(ctx context.Context, r Request, id string) (*setUp, error) {
	s := &setUp{d: d, r: r}
	err := d.store.Read(ctx, func(tx *storage.Tx) (err error) {
		s.session, err = tx.Session(id)
		return err
	})
	switch {
	case errors.Is(err, storage.ErrNotFound), err == nil && s.session.Guild != r.Guild:
		return nil, errOld
	case err != nil:
		return nil, err
	case s.session.State == storage.Over:
		return nil, rules.Refusal("This lobby is closed. Open another with `/session new`.")
	case s.session.State != storage.Lobby:
		return nil, rules.Refuse("This fight has begun in <#%s>; its terms stand.", s.session.Place)
	}
	if err := s.read(); err != nil {
		return nil, err
	}
	if s.old() {
		if err := d.write(ctx, r, s.shut); err != nil {
			return nil, err
		}
		return nil, rules.Refusal("This lobby stood open for seven days, so it is closed now. Open another with `/session new`.")
	}
	return s, nil
}

// read makes the lobby of what was stored.
func (s *setUp) read() (err error) {
	if s.sys, err = s.d.system(s.session.System); err != nil {
		return err
	}
	if err := json.Unmarshal(s.session.Lobby, &s.lobby); err != nil {
		return fmt.Errorf("read the lobby of session %s: %w", s.session.ID, err)
	}
	return nil
}

// old tells whether the lobby has waited too long to be filled.
func (s *setUp) old() bool {
	return s.r.At.Sub(time.UnixMilli(s.session.CreatedMS)) > lobbyLife
}

// shut closes a lobby that did not become a fight, and says so on its card.
func (s *setUp) shut(tx *storage.Tx) error {
	s.session.State = storage.Over
	return s.keep(tx)
}

// alter changes a lobby and answers with its card.
func (d *Desk) alter(ctx context.Context, r Request, id string, change func(*setUp) error) (Reply, error) {
	defer d.queue(id)()
	s, err := d.setUp(ctx, r, id)
	if err != nil {
		return Reply{}, err
	}
	if err := change(s); err != nil {
		return Reply{}, err
	}
	if err := s.save(ctx); err != nil {
		return Reply{}, err
	}
	return Reply{Act: Change, Message: s.card()}, nil
}

// save keeps the lobby and its card, and what the change wants posted besides.
func (s *setUp) save(ctx context.Context, more ...storage.Row) error {
	s.lobby.note(s.r)
	return s.d.write(ctx, s.r, func(tx *storage.Tx) error { return s.keep(tx, more...) })
}

// keep writes the lobby. The outbox brings the card up to date wherever the press
// came from; the press itself answers sooner.
func (s *setUp) keep(tx *storage.Tx, more ...storage.Row) error {
	for _, row := range append([]storage.Row{s.cardRow()}, more...) {
		if _, err := tx.Post(row); err != nil {
			return err
		}
	}
	return tx.SaveLobby(s.session.ID, s.lobby.bytes(), s.session.State, s.session.Place)
}

func (s *setUp) cardRow() storage.Row {
	return row(s.session.ID, ToChannel+s.session.Channel, lobbySlot, Post{Message: s.card()})
}

// row makes an outbox row of a post.
func row(session, dest, slot string, post Post) storage.Row {
	body, err := json.Marshal(post)
	if err != nil {
		panic(fmt.Sprintf("commands: a post does not become JSON: %v", err))
	}
	return storage.Row{Session: session, Dest: dest, Slot: slot, Body: body}
}
