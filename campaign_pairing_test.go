package main

import (
	"strings"
	"testing"
)

// paired pairs a round and gives the post that tells it.
func (l *league) paired(options map[string]any) message {
	l.t.Helper()
	l.told(l.command("gail", "table", "campaign pair", options), "1 battle paired")
	l.settled()
	post, ok := last(l.state("carol").channel("table").Messages, "open-battle")
	if !ok {
		l.t.Fatal("no round is told")
	}
	return post
}

// openPaired opens the fight of a pairing by a button, and has both sides agree to
// what the pairing fills in.
func (l *league) openPaired(who string, on message, button string) *fight {
	l.t.Helper()
	l.told(l.press(who, on, button), "The card of this fight is in")
	l.settled()
	card, ok := last(l.state(who).channel("table").Messages, "ready")
	if !ok {
		l.t.Fatal("no card is opened")
	}
	f := &fight{room: l.room, sides: players, card: card, thread: card.ID}
	f.id = strings.TrimPrefix(f.part(card, "ready").CustomID, "ready/")
	for side, who := range players {
		if want := l.names[side] + " of Winter League: <@" + l.state(who).person(who) + ">"; !strings.Contains(card.Content, want) {
			l.t.Errorf("the card does not seat %q:\n%s", want, card.Content)
		}
	}
	return f
}

func TestARoundIsPairedOpenedFoughtAndCounted(t *testing.T) {
	t.Parallel()
	l := openRoom(t).openLeague("lasthope", outlaws, nil)
	l.told(l.command("bob", "table", "campaign pair", map[string]any{"how": "round robin"}), "for who runs Winter League")
	post := l.paired(map[string]any{"how": "round robin", "by": "14 days"})
	for _, want := range []string{"round 1", "To be fought by <t:", "**Sheriffs**", "**Outlawmen**"} {
		if !strings.Contains(post.Content, want) {
			t.Errorf("the round is told without %q: %s", want, post.Content)
		}
	}
	if len(post.Mentions) != 2 {
		t.Errorf("the round calls %+v", post.Mentions)
	}
	l.told(l.press("sam", post, post.labels()[0]), "That is for those who are paired")
	list := *l.command("bob", "table", "campaign battles", nil).Message
	menu, _ := list.part("Open a battle")
	look := *l.choose("bob", list, "Open a battle", menu.Options[0].Value).Message
	f := l.openPaired("bob", look, "Open the fight")
	l.told(l.press("alice", post, post.labels()[0]), "is open already")
	f.agree()
	l.settled()
	f.rule("set-wounds", map[string]any{"model": "Dusty", "wounds": 0})
	f.concede("bob")
	f.confirm("Sheriffs (alice) beat Outlawmen (bob), who concede")
	l.told(l.press("alice", post, post.labels()[0]), "fought already")
	l.checkStandings("1. Sheriffs (alice): 1 fight, 1 won", "2. Outlawmen (bob): 1 fight, 0 won")
	l.checkBattles(1)
	if text := l.reads("battles", nil); !strings.Contains(text, "Round 1: **Sheriffs** beat Outlawmen, conceded") {
		t.Errorf("the battle of the round reads %q", text)
	}
}

func TestABattleEnteredByHandIsThePairingsOnceTheOtherSideConfirms(t *testing.T) {
	t.Parallel()
	l := openRoom(t).openLeague("lasthope", outlaws, nil)
	l.paired(map[string]any{"how": "by standing"})
	mine := map[string]any{"mine": l.rosters[1], "theirs": l.rosters[0], "result": "won", "note": "*with* <@1> @everyone"}
	l.told(l.command("sam", "table", "campaign record", mine), "who fought it")
	l.told(l.command("bob", "table", "campaign record", mine), "It is entered.")
	l.settled()
	card, _ := last(l.state("alice").channel("table").Messages, "confirm")
	if text := l.reads("standings", nil); !strings.Contains(text, "(bob): no fights") {
		t.Errorf("a battle counts before it is confirmed: %s", text)
	}
	l.told(l.press("carol", card, "Confirm"), "those who fought this battle")
	l.told(l.press("bob", card, "Confirm"), "Your side has confirmed already")
	l.press("alice", card, "Confirm")
	l.settled()
	l.checkStandings("1. Outlawmen (bob): 1 fight, 1 won, 0 drawn, 0 lost", "2. Sheriffs (alice): 1 fight, 0 won, 0 drawn, 1 lost")
	l.checkBattles(1)
	if text := l.reads("battles", nil); !strings.Contains(text, "Round 1: **Outlawmen** beat Sheriffs, fought, entered by hand") {
		t.Errorf("the battle reads %q", text)
	}
	l.checkCounted(1)
	for _, m := range l.state("carol").channel("table").Messages {
		if strings.Contains(m.Content, "@everyone") {
			t.Errorf("a note calls everybody: %q", m.Content)
		}
	}
}

func TestStandingsThatAreShownWholeNameNoMore(t *testing.T) {
	t.Parallel()
	l := openRoom(t).openLeague("lasthope", outlaws, nil)
	l.press("sam", *l.command("sam", "table", "campaign standings", nil).Message, "Show it here")
	l.settled()
	posts := l.state("carol").channel("table").Messages
	if text := posts[len(posts)-1].Content; !strings.Contains(text, "Outlawmen") || strings.Contains(text, "more") {
		t.Errorf("of two rosters it shows\n%s", text)
	}
}
