package main

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// league is a campaign that gail runs, in which alice and bob have a roster each.
type league struct {
	*room
	system  string
	names   [2]string // of the rosters
	rosters [2]string // ids of the rosters, alice's first
}

// players are who fights in a league, in the order of their sides.
var players = [2]string{"alice", "bob"}

// openLeague opens a campaign of one system by commands alone: two rosters like the
// system's own join it, and its terms are set.
func (r *room) openLeague(system string, like [2]string, terms map[string]string) *league {
	r.t.Helper()
	l := &league{room: r, system: system}
	l.told(l.command("gail", "table", "campaign new", map[string]any{"name": "Winter League", "system": system}), "Winter League: a campaign is open")
	for i, who := range players {
		made := l.command(who, "table", "roster new", map[string]any{"system": system, "like": like[i]})
		l.told(made, "is on your list")
		l.names[i] = strings.Split(made.text(), "**")[1]
		l.told(l.command(who, "table", "campaign join", nil), "is in Winter League")
		l.rosters[i] = l.choice(who, "table", "roster show", nil, "roster", l.names[i]+" (Winter League")
	}
	for what, value := range terms {
		l.command("gail", "table", "campaign settings", map[string]any{
			"what": l.choice("gail", "table", "campaign settings", nil, "what", what), "value": value,
		})
	}
	l.settled()
	return l
}

// told holds what somebody was answered to what it must say.
func (r *room) told(a answer, want string) {
	r.t.Helper()
	if !strings.Contains(strings.ReplaceAll(a.text(), "*", ""), want) {
		r.t.Fatalf("the answer does not say %q: %s", want, a.text())
	}
}

// offers lists what autocomplete offers for an option.
func (r *room) offers(as, in, name string, options map[string]any, focused, typed string) (names, values []string) {
	r.t.Helper()
	a := r.act("autocomplete", act{As: as, Channel: in, Name: name, Options: options, Focused: focused, Value: typed})
	for _, c := range a.Choices {
		names, values = append(names, c.Name), append(values, c.Value)
	}
	return names, values
}

// choice is the value that autocomplete offers under a name, or else under the first
// that begins so.
func (r *room) choice(as, in, name string, options map[string]any, focused, label string) string {
	r.t.Helper()
	names, values := r.offers(as, in, name, options, focused, "")
	i := slices.Index(names, label)
	if i < 0 {
		i = slices.IndexFunc(names, func(n string) bool { return strings.HasPrefix(n, label) })
	}
	if i < 0 {
		r.t.Fatalf("%s's %s offers %s no %q but %q", as, name, focused, label, names)
	}
	return values[i]
}

// battle opens a fight of the two rosters, alice's by the command's option and bob's
// by the card's menu, and begins it.
func (l *league) battle() *fight {
	l.t.Helper()
	side := "roster:" + l.rosters[0]
	if names, values := l.offers("alice", "table", "session new", map[string]any{"system": l.system}, "side", ""); !slices.Contains(values, side) {
		l.t.Fatalf("alice's roster is none of the sides %q", names)
	}
	f := &fight{room: l.room, sides: players, card: l.newCard("alice", map[string]any{"system": l.system, "opponent": "bob", "side": side})}
	f.thread, f.id = f.card.ID, strings.TrimPrefix(f.part(f.card, "ready").CustomID, "ready/")
	menu := l.choose("bob", f.card, "Your side", "kept")
	l.told(l.choose("bob", *menu.Message, "Your rosters", l.rosters[1]), "brings "+l.names[1])
	f.agree()
	l.settled()
	return f
}

// rule corrects the fight as gail, who manages the server.
func (f *fight) rule(verb string, options map[string]any) {
	f.t.Helper()
	options["reason"] = "as it was at the table"
	if a := f.command("gail", f.thread, "umpire "+verb, options); a.Message.private() && !strings.Contains(a.text(), "in a moment") {
		f.t.Fatalf("gail's %s %v is answered with %q", verb, options, a.text())
	}
	f.settled()
}

// concede gives the fight up.
func (f *fight) concede(who string) {
	f.t.Helper()
	f.press(who, *f.command(who, f.thread, "concede", nil).Message, "Concede")
	f.settled()
}

// drawn ends the fight by an offer that is accepted.
func (f *fight) drawn() {
	f.t.Helper()
	f.command("alice", f.thread, "draw", nil)
	f.settled()
	offer, ok := last(f.posts(), "Accept the draw")
	if !ok {
		f.t.Fatalf("no draw is offered:\n%s", f.text())
	}
	f.press("bob", offer, "Accept the draw")
	f.settled()
}

// proposal is the card that proposes what the fight changes.
func (f *fight) proposal() message {
	f.t.Helper()
	var card message
	f.until("alice", "the battle's card", func(v view) (ok bool) {
		card, ok = last(v.channel(f.thread).Messages, "confirm")
		return ok
	})
	return card
}

// confirm has both sides confirm what the fight changes, and gives the card as it
// reads then.
func (f *fight) confirm(want ...string) message {
	f.t.Helper()
	card := f.proposal()
	for _, text := range want {
		if !strings.Contains(card.Content, text) {
			f.t.Errorf("the card does not say %q:\n%s", text, card.Content)
		}
	}
	for _, who := range players {
		f.press(who, card, "Confirm")
	}
	f.settled()
	posts := f.posts()
	card = posts[slices.IndexFunc(posts, func(m message) bool { return m.ID == card.ID })]
	if len(card.parts()) > 0 || !strings.Contains(card.Content, "Confirmed by every side") {
		f.t.Errorf("the confirmed card reads %v\n%s", card.labels(), card.Content)
	}
	return card
}

// show is a roster as its owner is shown it, without what differs between worlds.
func (l *league) show(side int) string {
	l.t.Helper()
	return passing.ReplaceAllString(l.command(players[side], "table", "roster show", map[string]any{"roster": l.rosters[side]}).text(), "")
}

// passing is what is different in another world, or at another time, and means nothing.
var passing = regexp.MustCompile(`\n-# roster .*|<t:\d+:\w>|<[@#]\d+>|\x60[A-Z0-9]{5,6}\x60`)

// file is a roster's export as its owner gets it.
func (l *league) file(side int) string {
	l.t.Helper()
	return l.attached(players[side], l.command(players[side], "table", "roster export", map[string]any{"roster": l.rosters[side]}))
}

// attached is the file on an answer.
func (r *room) attached(as string, a answer) string {
	r.t.Helper()
	var state struct {
		Servers []struct {
			Channels []struct {
				Messages []struct {
					ID          string
					Attachments []struct{ URL string }
				}
			}
		}
	}
	if err := json.Unmarshal(r.raw("state", as), &state); err != nil {
		r.t.Fatal(err)
	}
	for _, c := range state.Servers[0].Channels {
		for _, m := range c.Messages {
			if m.ID == a.Message.ID && len(m.Attachments) > 0 {
				return r.got(m.Attachments[0].URL)
			}
		}
	}
	r.t.Fatalf("no file hangs on %q", a.text())
	return ""
}

// got is what lies at an address.
func (r *room) got(url string) string {
	r.t.Helper()
	res, err := r.client.Get(url)
	if err != nil {
		r.t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		r.t.Fatalf("%s answers %d, %v", url, res.StatusCode, err)
	}
	return string(raw)
}

// reads is what a command about the campaign answers to sam, who only watches.
func (l *league) reads(name string, options map[string]any) string {
	l.t.Helper()
	return l.command("sam", "table", "campaign "+name, options).text()
}

// checkStandings holds the table to its rows, by what each begins with.
func (l *league) checkStandings(want ...string) {
	l.t.Helper()
	got := strings.Split(strings.ReplaceAll(l.reads("standings", nil), "*", ""), "\n")[1:]
	for i, row := range want {
		if len(got) != len(want) || !strings.Contains(got[i], row) {
			l.t.Errorf("the standings are %q, want %q", got, want)
			return
		}
	}
}

// checkShow holds what a roster shows of a member.
func (l *league) checkShow(side int, want ...string) {
	l.t.Helper()
	text := l.show(side)
	for _, w := range want {
		if !strings.Contains(text, w) {
			l.t.Errorf("%s's roster does not show %q:\n%s", players[side], w, text)
		}
	}
}

// takeBack takes the nth battle back, as gail by the list's menu and its form.
func (l *league) takeBack(nth int, why string) {
	l.t.Helper()
	l.decide(nth, "Take it back", "Taken back by gail", why)
}

// countAgain lets the nth battle, which was taken back, count again.
func (l *league) countAgain(nth int, why string) {
	l.t.Helper()
	l.decide(nth, "Let it count again", "Counted again by gail", why)
}

// decide decides on the nth battle, as gail by a button of it and its form.
func (l *league) decide(nth int, button, told, why string) {
	l.t.Helper()
	list := *l.command("gail", "table", "campaign battles", nil).Message
	menu, _ := list.part("Open a battle")
	id := menu.Options[len(menu.Options)-nth].Value // the newest is first
	look := l.choose("gail", list, "Open a battle", id)
	if form := l.press("gail", *look.Message, button); form.Outcome != "modal" {
		l.t.Fatalf("the button opens no form but %q", form.text())
	}
	l.told(l.act("submit", act{As: "gail", Fields: map[string]any{"why": why}}), told)
	l.settled()
}
