package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

// history is a roster's, as its owner reads it.
func (l *league) history(side int) string {
	l.t.Helper()
	return l.command(players[side], "table", "roster history", map[string]any{"roster": l.rosters[side]}).text()
}

func TestTwoWhoEditOneRosterAtOnceAreBothWrittenDown(t *testing.T) {
	t.Parallel()
	l := openRoom(t).openLeague("skirmish", [2]string{"crew", "landing"}, nil)
	edits := []act{
		{As: "alice", Name: "wound", Options: map[string]any{"member": "Red Anne"}},
		{As: "gail", Name: "wound", Options: map[string]any{"member": "Red Anne", "wounds": 2, "reason": "a third hand saw it"}},
		{As: "alice", Name: "roster edit", Options: map[string]any{"member": "Hook Hal", "what": "notes", "value": "owes Bess"}},
		{As: "gail", Name: "roster rename", Options: map[string]any{"member": "Boom Bess", "name": "Bess the Loud", "reason": "so it is written"}},
		{As: "alice", Name: "roster add", Options: map[string]any{"kind": "Musketeer"}},
		{As: "gail", Name: "roster add", Options: map[string]any{"kind": "Musketeer", "reason": "one for the pot"}},
	}
	var hands sync.WaitGroup
	said := make([]string, len(edits))
	for i, e := range edits {
		e.Channel, e.Options["roster"] = "table", l.rosters[0]
		hands.Go(func() {
			a, err := l.try("command", e)
			said[i] = fmt.Sprint(a.text(), err)
		})
	}
	hands.Wait()
	l.settled()
	if i := slices.IndexFunc(said, func(text string) bool { return !strings.Contains(text, "-# entry ") }); i >= 0 {
		t.Errorf("%s's %s is answered with %s", edits[i].As, edits[i].Name, said[i])
	}
	show := l.command("alice", "table", "roster show", map[string]any{"roster": l.rosters[0]})
	if text := show.text(); !strings.Contains(text, "entry 7") || !strings.Contains(text, "11 of 11 members") {
		t.Errorf("after six edits the roster reads\n%s", text)
	}
	l.checkShow(0, "wounded, 3 of 5 wounds taken", "“owes Bess”", "Bess the Loud")
	rest := l.press("alice", *show.Message, "Next page").text()
	if !strings.Contains(rest, "**Musketeer 4**") || !strings.Contains(rest, "**Musketeer 5**") {
		t.Errorf("two who add a Musketeer at once get\n%s", rest)
	}
	story := l.history(0)
	for n := 1; n <= 7; n++ {
		if strings.Count(story, fmt.Sprintf("-# entry %d", n)) != 1 {
			t.Errorf("entry %d is not there once:\n%s", n, story)
		}
	}
}

func TestARosterInAFightIsItsOwnersAgainOnceTheBattleIsConfirmed(t *testing.T) {
	t.Parallel()
	l := openRoom(t).openLeague("lasthope", outlaws, nil)
	f := l.battle()
	wound := func(who string) string {
		return l.command(who, "table", "wound", map[string]any{"roster": l.rosters[1], "member": "Silas Crane", "reason": "he fell off his horse"}).text()
	}
	if text := wound("bob"); !strings.Contains(text, "is in fight") {
		t.Errorf("its owner edits a roster that fights: %s", text)
	}
	if text := wound("gail"); !strings.Contains(text, "/umpire set-wounds") {
		t.Errorf("who runs the campaign is not told how wounds are set in a fight: %s", text)
	}
	rename := func(who string) string {
		return l.command(who, "table", "roster rename", map[string]any{"roster": l.rosters[1], "member": "Dusty", "name": "Dustin", "reason": "he is of age"}).text()
	}
	if text := rename("bob"); !strings.Contains(text, "is in fight") {
		t.Errorf("its owner renames who fights: %s", text)
	}
	if text := rename("alice"); !strings.Contains(text, "is not your roster") {
		t.Errorf("a rival edits a roster: %s", text)
	}
	if text := rename("gail"); !strings.Contains(text, "goes on with what it began with") {
		t.Errorf("who runs the campaign reads %q", text)
	}
	f.checkBoard([]string{"**Silas Crane**, leader: 3 of 3 wounds left", "Dusty"}, []string{"Dustin"})
	f.rule("set-wounds", map[string]any{"model": "Silas Crane", "wounds": 2})
	f.concede("bob")
	if text := wound("bob"); !strings.Contains(text, "not confirmed") && !strings.Contains(text, "is in fight") {
		t.Errorf("its owner edits a roster before its battle is confirmed: %s", text)
	}
	if card := l.newCard("alice", map[string]any{"system": "lasthope", "opponent": "bob"}); has(card, "side") {
		menu := l.choose("bob", card, "Your side", "kept")
		l.told(l.choose("bob", *menu.Message, "Your rosters", l.rosters[1]), "is in fight")
	}
	f.confirm("Silas Crane takes 1 wound")
	l.checkShow(1, "**Silas Crane**, Leader: wounded, 1 of 3 wounds taken", "Dustin")
	if text := wound("bob"); !strings.Contains(text, "-# entry 4") {
		t.Errorf("its owner cannot edit the roster again: %s", text)
	}
	l.checkShow(1, "**Silas Crane**, Leader: wounded, 2 of 3 wounds taken")
}

func TestABattleThatManyConfirmAtOnceIsWrittenDownOnce(t *testing.T) {
	t.Parallel()
	l := openRoom(t).openLeague("lasthope", outlaws, nil)
	f := l.battle()
	f.rule("set-wounds", map[string]any{"model": "Silas Crane", "wounds": 2})
	f.concede("bob")
	card := f.proposal()
	confirm := confirming(card)
	confirm.Late = true
	l.fault(map[string]any{"doubled": 6})
	var hands sync.WaitGroup
	for _, who := range []string{"alice", "bob", "gail", "alice", "bob", "gail"} {
		hands.Go(func() { l.try("press", confirm.by(who)) })
	}
	hands.Wait()
	l.settled()
	l.checkShow(1, "**Silas Crane**, Leader: wounded, 1 of 3 wounds taken")
	for side := range players {
		if story := l.history(side); strings.Count(story, " · fight ") != 1 {
			t.Errorf("the battle is written down otherwise than once:\n%s", story)
		}
	}
	for _, who := range players {
		l.told(l.act("press", confirm.by(who)), "confirmed already")
	}
	f.checkCards(1)
	l.checkBattles(1)
	l.checkStandings("1. Sheriffs (alice): 1 fight, 1 won", "2. Outlawmen (bob): 1 fight, 0 won")
}
