package main

import (
	"strings"
	"testing"
)

func TestAHeroWhoFellIsDeadThoughItsSideConcedesBeforeItsGoldIsPlaced(t *testing.T) {
	t.Parallel()
	l := openRoom(t).openLeague("factions", [2]string{"white", "black"}, map[string]string{"who goes out of action": "dead"})
	f := l.battle()
	f.lock("alice", "boarding_cutlass")
	f.lock("bob", "court_rapier")
	f.settled()
	f.rule("set-wounds", map[string]any{"model": "Pip Quickly", "wounds": 4})
	f.concede("bob") // where his gold goes is still asked
	if told := f.text(); !strings.Contains(told, "**Pip Quickly is defeated") {
		t.Fatalf("the thread tells\n%s", told)
	}
	if card := f.proposal().Content; !strings.Contains(card, "Pip Quickly is dead") {
		t.Errorf("the card says\n%s", card)
	}
}

func TestCardsThatWereNeverLaidStayThoughTheUmpireTakesOne(t *testing.T) {
	t.Parallel()
	l := openRoom(t).openLeague("factions", [2]string{"white", "black"}, nil)
	f := l.battle()
	f.rule("take-card", map[string]any{"hero": "Iron Agnes", "card": "Broadaxe"})
	f.concede("bob")
	if card := f.proposal().Content; strings.Contains(card, "face down") {
		t.Errorf("the card says\n%s", card)
	}
}

func TestASheetOfTheWrongKindIsToldInPlainWords(t *testing.T) {
	t.Parallel()
	r := openRoom(t)
	for sheet, want := range map[string]string{
		"{role: leader, streng: 3}": "There is no field called “streng”, perhaps strength is meant.",
		"{role: 3}":                 "Role is a word, not a number.",
	} {
		file := "umpire: roster/1\nsystem: lasthope\nname: X\nmembers:\n- id: a\n  name: A\n  sheet: " + sheet + "\n"
		text := r.command("bob", "table", "roster import", map[string]any{"file": attachment("x.yaml", file)}).text()
		if !strings.Contains(text, want) || strings.Contains(text, "json") {
			t.Errorf("%s is answered with\n%s", sheet, text)
		}
	}
}
