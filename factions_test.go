package main

import (
	"slices"
	"strings"
	"testing"
)

// team opens a fight of Worldspanner Factions in which Alice shares her seat with
// Carol, and lets the teams say what lies face down.
func (r *room) team() *fight {
	r.t.Helper()
	f := &fight{room: r, sides: [2]string{"alice", "bob"}}
	f.card = r.newCard("alice", map[string]any{"system": "factions", "opponent": "bob", "side": "white"})
	f.thread, f.id = f.card.ID, strings.TrimPrefix(f.part(f.card, "ready").CustomID, "ready/")
	r.choose("bob", f.card, "side", "black")
	r.choose("alice", f.card, "share", r.state("alice").person("carol"))
	f.agree()
	f.lock("carol", "boarding_cutlass")
	f.lock("bob", "court_rapier")
	f.settled()
	return f
}

// hold lets somebody hold back all of his heroes who are asked for.
func (f *fight) hold(who string) {
	f.t.Helper()
	for range 10 {
		f.settled()
		asking, ok := last(f.state(who).dm(), "pick")
		if !ok {
			return
		}
		f.press(who, f.show(who, asking, "hold"), "Lock it in")
	}
	f.t.Fatalf("%s is asked without end", who)
}

// late presses an old button of Alice's, who must read alone that Carol was first,
// and move nothing.
func (f *fight) late(old act) {
	f.t.Helper()
	f.settled()
	before := f.stands()
	got := f.act("press", old.by("alice"))
	if !strings.HasPrefix(got.text(), "Already answered by carol.") || got.Message == nil || !got.Message.private() {
		f.t.Errorf("alice's late press is answered with %s %q", got.Outcome, got.text())
	}
	f.settled()
	if now := f.stands(); now != before {
		f.t.Errorf("alice's late press moved the fight from %+v to %+v", before, now)
	}
}

// checkCutlass tells who has read of Blackbeard's face-down card.
func (f *fight) checkCutlass(moment string, want ...string) {
	f.t.Helper()
	f.settled()
	var read []string
	for _, who := range people {
		if strings.Contains(string(f.raw("state", who)), "Boarding Cutlass") {
			read = append(read, who)
		}
	}
	if !slices.Equal(read, want) {
		f.t.Errorf("%s: of the cutlass read %q, want %q", moment, read, want)
	}
}

// checkPlayed holds what people read of the choices, each by direct message, to
// what they may know of them: of their own team's, by whom it was made.
func (f *fight) checkPlayed(want map[string]string) {
	f.t.Helper()
	for who := range want {
		var read []string
		for _, m := range f.state(who).dm() {
			read = append(read, m.Content)
			if len(m.parts()) > 0 {
				f.t.Errorf("%s can still press %v on %q", who, m.labels(), m.Content)
			}
		}
		for of, text := range want {
			if n := strings.Count(strings.Join(read, "\n"), text); n > 1 || (n == 1) != (of == who) {
				f.t.Errorf("%s reads %q %d times:\n%s", who, text, n, strings.Join(read, "\n"))
			}
		}
	}
}

func TestOfTwoOnATeamOfFactionsTheFirstAnswerCounts(t *testing.T) {
	t.Parallel()
	f := openRoom(t).team()
	f.command("alice", f.thread, "melee", map[string]any{"contacts": "Blackbeard: Rizzik, Pip Quickly"})
	f.settled()
	public, _ := last(f.posts(), "Choose in secret")
	mine := f.show("alice", *f.press("alice", public, "Choose in secret").Message, "hold")
	f.checkCutlass("before a choice", "alice", "carol")
	f.lock("carol", "c2.b1.b2")
	f.late(at(mine, "Lock it in"))
	f.hold("bob")
	f.checkCutlass("once all have chosen", "alice", "carol")
	if text := f.text(); strings.Contains(text, "draws card") {
		t.Errorf("a blow falls before the contacts are agreed to:\n%s", text)
	}
	f.press("bob", *f.command("bob", f.thread, "board", nil).Message, "Agreed")
	f.checkCutlass("once it is turned up", people...)
	if n := strings.Count(f.text(), "The Melee step is over"); n != 1 {
		t.Errorf("the Melee step ends %d times:\n%s", n, f.text())
	}
	f.checkPlayed(map[string]string{
		"alice": "carol played Blackbeard", "carol": "You played Blackbeard", "bob": "You played Rizzik",
	})
	f.late(at(mine, "Lock it in"))
	f.late(at(public, "choose"))
}
