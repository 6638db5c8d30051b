package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"umpire/rules/catalog"
)

// randomActs is how many things are done in a fight of each system.
const randomActs = 150

// button is Discord's type of a component that is pressed; all others that are
// used here are menus, peopleMenu one of people.
const (
	button     = 2
	peopleMenu = 5
)

// fumbler presses whatever he sees, for everybody.
type fumbler struct {
	*room
	rand   *rand.Rand
	thread string
	pages  map[string][]message // private replies that somebody has open
}

func TestPressingAtRandomBreaksNothing(t *testing.T) {
	for _, sys := range catalog.All() {
		t.Run(sys.Key, func(t *testing.T) {
			t.Parallel()
			seed := rand.Uint64()
			t.Logf("seed %d", seed)
			r := openRoom(t)
			card := r.newCard("alice", map[string]any{"system": sys.Key, "opponent": "bob"})
			for _, who := range []string{"alice", "bob"} {
				r.press(who, card, "Ready")
			}
			r.until("alice", "the fight's first post", func(v view) bool { return len(v.channel(card.ID).Messages) > 1 })
			f := &fumbler{room: r, rand: rand.New(rand.NewPCG(seed, 0)), thread: card.ID, pages: map[string][]message{}}
			posts := 0
			for range randomActs {
				f.fumble()
				posts = len(r.state("carol").channel(card.ID).Messages)
			}
			r.settled()
			if posts < 5 {
				t.Errorf("%d presses at random led to %d posts", randomActs, posts)
			}
		})
	}
}

// fumble lets somebody press or choose one thing that he sees. He must get an
// answer.
func (f *fumbler) fumble() {
	f.t.Helper()
	who := []string{"alice", "alice", "alice", "bob", "bob", "bob", "sam", "gail"}[f.rand.IntN(8)]
	v := f.state(who)
	on := slices.Concat(lately(v.channel(f.thread).Messages), lately(v.dm()), f.pages[who])
	on = slices.DeleteFunc(on, func(m message) bool { return len(m.parts()) == 0 })
	if len(on) == 0 {
		return
	}
	m := on[f.rand.IntN(len(on))]
	part := m.parts()[f.rand.IntN(len(m.parts()))]
	if part.Disabled {
		return
	}
	kind, a := "press", act{As: who, Message: m.ID, CustomID: part.CustomID}
	if part.Type != button {
		kind, a.Values = "choose", f.values(part)
	}
	got, err := f.try(kind, a)
	switch {
	case err != nil && strings.Contains(err.Error(), "not there"), err != nil && strings.Contains(err.Error(), "unknown message"):
		return // it was edited meanwhile
	case err != nil:
		f.t.Fatal(err)
	case got.Outcome == "modal":
		f.fill(who)
	case got.Error != nil || got.Outcome == "no answer" || got.text() == "":
		f.t.Errorf("%s's %s of %s is answered with %q %+v", who, kind, a.CustomID, got.Outcome, got.Error)
	case got.Message.private():
		f.pages[who] = append(slices.DeleteFunc(f.pages[who], func(m message) bool { return m.ID == got.Message.ID }), *got.Message)
		f.pages[who] = lately(f.pages[who])
	}
}

// lately gives the last few messages of a list.
func lately(list []message) []message { return list[max(0, len(list)-4):] }

// values picks from a menu as many as it takes.
func (f *fumbler) values(menu component) (values []string) {
	for _, o := range menu.Options {
		values = append(values, o.Value)
	}
	if menu.Type == peopleMenu {
		values = slices.Clone(people)
	}
	f.rand.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	return values[:min(len(values), menu.Min+f.rand.IntN(max(1, menu.Max-menu.Min+1)))]
}

// fill sends the form that somebody has open, with words that may make sense.
func (f *fumbler) fill(who string) {
	f.t.Helper()
	words := []string{"all", "C4", "24,10", "north 4", "1", "0", "-3", "over the hills", "*_`", "Fighter 1-3", strings.Repeat("é", 150)}
	fields := map[string]any{}
	for _, row := range f.state(who).Modal.Components {
		if row.Component != nil {
			row.Components = append(row.Components, *row.Component)
		}
		for _, c := range row.Components {
			fields[c.CustomID] = words[f.rand.IntN(len(words))]
		}
	}
	got, err := f.try("submit", act{As: who, Fields: fields})
	switch {
	case err != nil && strings.Contains(err.Error(), "bad length"):
		if status, raw := f.call("POST", "dismiss", act{As: who}); status != 200 {
			f.t.Fatalf("the form cannot be closed: %s", raw)
		}
	case err != nil:
		f.t.Fatal(err)
	case got.Error != nil || got.Outcome == "no answer":
		f.t.Errorf("%s's form is answered with %q %+v", who, got.Outcome, got.Error)
	}
}
