package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"umpire/rules"
	"umpire/storage"
)

// lobby is what the commands keep of a session: who sits where, what they bring
// and what they agreed on; then, while the fight runs, which posts carry buttons.
type lobby struct {
	Host     Person            `json:"host"`
	Seats    []chair           `json:"seats"`
	Options  map[string]string `json:"options,omitempty"` // house rules that differ from the default
	Hours    int               `json:"hours,omitempty"`   // of patience with a decision; 0: none is set
	Here     bool              `json:"here,omitempty"`
	Lacks    []string          `json:"lacks,omitempty"`     // rights that the bot lacks in the channel, with their use
	NoThread bool              `json:"no_thread,omitempty"` // one of them is needed for a thread
	Plain    bool              `json:"plain,omitempty"`

	Live   []string `json:"live,omitempty"`   // slots of posts whose buttons still count
	Asked  int      `json:"asked,omitempty"`  // the questions that those answer
	Turn   string   `json:"turn,omitempty"`   // the seats that the newest board awaits
	Held   int      `json:"held,omitempty"`   // the line of the objection that is open
	Since  int64    `json:"since,omitempty"`  // when the questions were asked, in ms
	Nudged int64    `json:"nudged,omitempty"` // when somebody was last reminded, in ms
	Gone   []string `json:"gone,omitempty"`   // users who left the server
	Result string   `json:"result,omitempty"` // how it ended: won, drawn, conceded, unrecorded
	Again  bool     `json:"again,omitempty"`  // a return match was called
}

// chair is one seat while the fight is being set up.
type chair struct {
	Users  []Person `json:"users,omitempty"`
	Roster string   `json:"roster"`
	Ready  bool     `json:"ready,omitempty"`
	Word   string   `json:"word,omitempty"`
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
func (l *lobby) note(lacks []right) {
	l.Lacks, l.NoThread = nil, false
	for _, need := range lacks {
		l.Lacks = append(l.Lacks, need.String())
		l.NoThread = l.NoThread || need.thread
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
		l.Seats[i].Ready = false
	}
}

var lobbyRoutes = []route{
	{Press, "sit", 1, sit},
	{Press, "rise", 1, rise},
	{Press, "side", 1, pickSide},
	{Press, "house", 1, houseRule},
	{Press, "set", 2, setRule},
	{Press, "patience", 1, setPatience},
	{Press, "share", 1, share},
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

// setUp loads a session that is still in its lobby.
func (d *Desk) setUp(ctx context.Context, r Request, id string) (*setUp, error) {
	s := &setUp{d: d, r: r}
	err := d.store.Read(ctx, func(tx *storage.Tx) (err error) {
		s.session, err = tx.Session(id)
		return err
	})
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return nil, errOld
	case err != nil:
		return nil, err
	case s.session.State == storage.Over:
		return nil, rules.Refusal("This lobby is closed. Open another with `/session new`.")
	case s.session.State != storage.Lobby:
		return nil, rules.Refuse("This fight has begun in <#%s>; its terms stand.", s.session.Place)
	case r.At.Sub(time.UnixMilli(s.session.CreatedMS)) > lobbyLife:
		return nil, rules.Refusal("Nobody filled this lobby in seven days, so it is closed. Open another with `/session new`.")
	}
	if s.sys, err = d.system(s.session.System); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(s.session.Lobby, &s.lobby); err != nil {
		return nil, fmt.Errorf("read the lobby of session %s: %w", id, err)
	}
	return s, nil
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
	return Reply{Act: Change, Message: s.card()}, s.save(ctx)
}

// save keeps the lobby and its card, and what the change wants posted besides.
func (s *setUp) save(ctx context.Context, more ...storage.Row) error {
	if s.r.Guild != "" {
		s.lobby.note(lacking(s.r))
	}
	return s.d.write(ctx, s.r, func(tx *storage.Tx) error {
		if err := s.keepCard(tx); err != nil {
			return err
		}
		for _, row := range more {
			if _, err := tx.Post(row); err != nil {
				return err
			}
		}
		return tx.SaveLobby(s.session.ID, s.lobby.bytes(), s.session.State, s.session.Place)
	})
}

// keepCard lets the outbox bring the card up to date wherever the press came
// from; the press itself answers sooner.
func (s *setUp) keepCard(tx *storage.Tx) error {
	_, err := tx.Post(s.row(ToChannel+s.session.Channel, lobbySlot, Post{Message: s.card()}))
	return err
}

func (s *setUp) row(dest, slot string, post Post) storage.Row {
	body, err := json.Marshal(post)
	if err != nil {
		panic(fmt.Sprintf("commands: a post does not become JSON: %v", err))
	}
	return storage.Row{Session: s.session.ID, Dest: dest, Slot: slot, Body: body}
}

// card is the lobby as everybody sees it.
func (s *setUp) card() Message {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s: a fight is being set up.**\n", s.sys.Title)
	open := false
	if s.session.State == storage.Over {
		return Message{Text: fmt.Sprintf("%s: this lobby is closed.\n-# %s", s.sys.Title, s.session.ID)}
	}
	var mentions []string
	for i, c := range s.lobby.Seats {
		open = open || len(c.Users) == 0
		fmt.Fprintf(&b, "Side %d, %s: %s\n", i+1, s.rosterName(c.Roster), chairText(c))
		for _, p := range c.Users {
			if p.ID != s.lobby.Host.ID {
				mentions = append(mentions, p.ID)
			}
		}
	}
	fmt.Fprintf(&b, "House rules: %s\n", s.rulesText())
	fmt.Fprintf(&b, "%s with each decision; then the other side may let it lapse.\n", patienceLabel(s.lobby.Hours))
	if s.practice() {
		b.WriteString("Practice: one person plays both sides.\n")
	}
	b.WriteString(lacksText(s.lobby.Lacks, s.lobby.NoThread))
	b.WriteString("The fight begins when both sides have pressed Ready.\n")
	fmt.Fprintf(&b, "-# %s · dice sealed: %s", s.session.ID, rules.Digits(rules.SealOf(s.session.Secret, s.session.ID)))
	return Message{Text: b.String(), Rows: s.cardRows(open), Mentions: mentions}
}

// practice tells whether one person holds all seats.
func (s *setUp) practice() bool {
	for _, c := range s.lobby.Seats {
		if len(c.Users) != 1 || c.Users[0].ID != s.lobby.Host.ID {
			return false
		}
	}
	return true
}

func chairText(c chair) string {
	if len(c.Users) == 0 {
		return "*open, anybody may sit down*"
	}
	var names []string
	for _, p := range c.Users {
		names = append(names, "<@"+p.ID+">")
	}
	text := rules.List(names)
	if c.Ready {
		return text + ", **ready**"
	}
	return text
}

func (s *setUp) cardRows(open bool) []Row {
	sides := &Menu{Path: path("side", s.session.ID), Hint: "Your side"}
	for _, r := range s.sys.Rosters() {
		sides.Choices = append(sides.Choices, Choice{Label: r.Name, Value: r.Key})
	}
	house := &Menu{Path: path("house", s.session.ID), Hint: "House rules"}
	for _, rule := range s.sys.Options[:min(menuLimit, len(s.sys.Options))] {
		house.Choices = append(house.Choices, Choice{
			Label: clip(words(rule.Key)+": "+words(s.value(rule)), 100), Value: rule.Key, Detail: clip(rule.Text, 100),
		})
	}
	rows := []Row{{Menu: sides}}
	if len(house.Choices) > 0 {
		rows = append(rows, Row{Menu: house})
	}
	patience := &Menu{Path: path("patience", s.session.ID), Hint: patienceLabel(s.lobby.Hours)}
	for _, hours := range patienceHours {
		patience.Choices = append(patience.Choices, Choice{Label: patienceLabel(hours), Value: strconv.Itoa(hours), Chosen: hours == s.lobby.Hours})
	}
	rows = append(rows, Row{Menu: patience},
		Row{Menu: &Menu{Path: path("share", s.session.ID), People: true, Hint: "Share your seat with somebody"}})
	buttons := []Button{
		{Path: path("ready", s.session.ID), Label: "Ready", Style: Main},
		{Path: path("word", s.session.ID), Label: "Ready, with a word"},
	}
	if open {
		buttons = append(buttons, Button{Path: path("sit", s.session.ID), Label: "Take a seat"})
	}
	buttons = append(buttons, Button{Path: path("rise", s.session.ID), Label: "Leave"})
	return append(rows, Row{Buttons: buttons})
}

// value is the house rule's value in this lobby.
func (s *setUp) value(rule rules.HouseRule) string {
	if v, ok := s.lobby.Options[rule.Key]; ok {
		return v
	}
	return rule.Values[0]
}

// rulesText lists the house rules that differ from the default.
func (s *setUp) rulesText() string {
	var list []string
	for _, rule := range s.sys.Options {
		if v := s.value(rule); v != rule.Values[0] {
			list = append(list, words(rule.Key)+" "+words(v))
		}
	}
	if len(list) == 0 {
		return "as written."
	}
	return strings.Join(list, "; ") + "."
}

// words makes a key readable: "hand_size" becomes "hand size".
func words(key string) string { return strings.ReplaceAll(key, "_", " ") }

func clip(text string, limit int) string {
	if r := []rune(text); len(r) > limit {
		return string(r[:limit-1]) + "…"
	}
	return text
}

func (s *setUp) rosterName(key string) string {
	for _, r := range s.sys.Rosters() {
		if r.Key == key {
			return r.Name
		}
	}
	return key
}

// seated refuses somebody who has no seat at this card.
func (s *setUp) seated() ([]int, error) {
	mine := s.lobby.seats(s.r.User.ID)
	if len(mine) == 0 {
		return nil, rules.Refusal("You have no seat at this card. Press Take a seat if one is open.")
	}
	return mine, nil
}

func sit(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.alter(ctx, r, vars[0], func(s *setUp) error {
		i := slices.IndexFunc(s.lobby.Seats, func(c chair) bool { return len(c.Users) == 0 })
		if i < 0 {
			return rules.Refusal("Both seats are taken.")
		}
		s.lobby.Seats[i].Users = []Person{r.User}
		s.lobby.disagree()
		return nil
	})
}

func rise(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.alter(ctx, r, vars[0], func(s *setUp) error {
		mine, err := s.seated()
		if err != nil {
			return err
		}
		left := 0
		for i := range s.lobby.Seats {
			c := &s.lobby.Seats[i]
			if slices.Contains(mine, i) {
				c.Users = slices.DeleteFunc(c.Users, func(p Person) bool { return p.ID == r.User.ID })
			}
			left += len(c.Users)
		}
		if s.lobby.disagree(); left == 0 {
			s.session.State = storage.Over
		}
		return nil
	})
}

func setPatience(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.alter(ctx, r, vars[0], func(s *setUp) error {
		if _, err := s.seated(); err != nil {
			return err
		}
		if len(r.Values) != 1 {
			return rules.ErrPicks
		}
		hours, err := strconv.Atoi(r.Values[0])
		if err != nil || !slices.Contains(patienceHours, hours) {
			return rules.ErrPicks
		}
		s.lobby.Hours = hours
		s.lobby.disagree()
		return nil
	})
}

// share seats another person beside the presser: the first valid answer of a
// seat counts, whoever gives it.
func share(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.alter(ctx, r, vars[0], func(s *setUp) error {
		mine, err := s.seated()
		if err != nil {
			return err
		}
		if len(r.Values) != 1 {
			return rules.ErrPicks
		}
		mate, ok := r.People[r.Values[0]]
		switch {
		case !ok:
			return rules.Refusal("A bot cannot share a seat.")
		case len(s.lobby.seats(mate.ID)) > 0:
			return rules.Refuse("%s has a seat at this card already.", rules.Escape(mate.Name))
		case len(s.lobby.Seats[mine[0]].Users) == mostAtSeat:
			return rules.Refuse("A seat holds %d people at most.", mostAtSeat)
		}
		s.lobby.Seats[mine[0]].Users = append(s.lobby.Seats[mine[0]].Users, mate)
		s.lobby.disagree()
		return nil
	})
}

// mostAtSeat is how many people may share a seat.
const mostAtSeat = 8

// wordForm asks for a word that the dice are mixed with.
func wordForm(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	s, err := d.setUp(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	if _, err := s.seated(); err != nil {
		return Reply{}, err
	}
	return Reply{Act: Fill, Form: &Form{Path: path("ready", vars[0]), Title: "Ready, with a word", Inputs: []Input{
		{ID: "word", Label: "Any word: the dice are mixed with it", Hint: "green tide", Required: true, Max: 100},
	}}}, nil
}

func pickSide(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.alter(ctx, r, vars[0], func(s *setUp) error {
		mine, err := s.seated()
		if err != nil {
			return err
		}
		known := func(o rules.Roster) bool { return len(r.Values) == 1 && o.Key == r.Values[0] }
		if !slices.ContainsFunc(s.sys.Rosters(), known) {
			return rules.ErrPicks
		}
		s.lobby.Seats[mine[0]].Roster = r.Values[0]
		s.lobby.disagree()
		return nil
	})
}

// houseRule shows one house rule's values to the presser.
func houseRule(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	s, err := d.setUp(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	if _, err := s.seated(); err != nil {
		return Reply{}, err
	}
	for _, rule := range s.sys.Options {
		if len(r.Values) != 1 || rule.Key != r.Values[0] {
			continue
		}
		menu := &Menu{Path: path("set", s.session.ID, rule.Key), Hint: words(rule.Key)}
		for i, v := range rule.Values {
			c := Choice{Label: words(v), Value: v, Chosen: v == s.value(rule)}
			if i == 0 {
				c.Detail = "as written"
			}
			menu.Choices = append(menu.Choices, c)
		}
		return Private("**"+words(rule.Key)+"**\n"+rule.Text, Row{Menu: menu}), nil
	}
	return Reply{}, rules.ErrPicks
}

func setRule(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	var said string
	_, err := d.alter(ctx, r, vars[0], func(s *setUp) error {
		if _, err := s.seated(); err != nil {
			return err
		}
		for _, rule := range s.sys.Options {
			if rule.Key != vars[1] || len(r.Values) != 1 || !slices.Contains(rule.Values, r.Values[0]) {
				continue
			}
			if s.lobby.Options == nil {
				s.lobby.Options = make(map[string]string)
			}
			s.lobby.Options[rule.Key] = r.Values[0]
			s.lobby.disagree()
			said = fmt.Sprintf("House rule set: %s is **%s**. Both sides press Ready again.", words(rule.Key), words(r.Values[0]))
			return nil
		}
		return rules.ErrPicks
	})
	return Reply{Act: Change, Message: Message{Text: said}}, err
}

// ready takes a side's Ready; the last one begins the fight.
func ready(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	defer d.queue(vars[0])()
	s, err := d.setUp(ctx, r, vars[0])
	if err != nil {
		return Reply{}, err
	}
	mine, err := s.seated()
	if err != nil {
		return Reply{}, err
	}
	all := true
	for i := range s.lobby.Seats {
		c := &s.lobby.Seats[i]
		if slices.Contains(mine, i) {
			c.Ready, c.Word = true, r.ID
			if word := strings.Join(strings.Fields(r.Fields["word"]), " "); word != "" {
				c.Word = word
			}
		}
		all = all && c.Ready
	}
	if all {
		return s.begin(ctx)
	}
	return Reply{Act: Change, Message: s.card()}, s.save(ctx, s.greeting())
}

// greeting is the direct message that shows whether direct messages work; see
// Undelivered for when they do not.
func (s *setUp) greeting() storage.Row {
	text := fmt.Sprintf("You are ready for %s in <#%s>. What you are to choose in secret will be asked here.", s.sys.Title, s.session.Channel)
	return s.row(ToUser+s.r.User.ID, path("greet", s.r.ID), Post{Message: Message{Text: text}})
}
