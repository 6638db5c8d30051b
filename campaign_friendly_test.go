package main

import (
	"strings"
	"testing"
)

// brings has bob bring a roster of his to his seat on a card.
func (l *league) brings(card message, roster string) {
	l.t.Helper()
	menu := l.choose("bob", card, "Your side", "kept")
	l.told(l.choose("bob", *menu.Message, "Your rosters", roster), "brings "+l.names[1])
}

func TestAFriendlyFightOfKeptRostersCarriesNothingOver(t *testing.T) {
	t.Parallel()
	l := openRoom(t).openLeague("lasthope", outlaws, nil)
	own := [2]string{}
	for side, who := range players {
		own[side] = l.choice(who, "table", "roster show", nil, "roster", l.names[side])
	}
	card := l.newCard("alice", map[string]any{"system": "lasthope", "opponent": "bob", "side": "roster:" + own[0]})
	f := &fight{room: l.room, sides: players, card: card, thread: card.ID}
	l.brings(card, l.rosters[1])
	l.press("alice", card, "Ready")
	l.told(l.press("bob", card, "Ready"), "side 1 has to bring a roster of it too")
	l.brings(card, own[1])
	f.agree()
	l.settled()
	f.rule("set-wounds", map[string]any{"model": "Cole", "wounds": 1})
	f.concede("bob")
	if text := f.text(); !strings.Contains(text, "nothing that happens to a roster is carried over") || strings.Contains(text, "what this battle changes") {
		t.Errorf("the friendly fight reads\n%s", text)
	}
	if text := l.command("bob", "table", "roster show", nil).text(); strings.Count(text, "6 ready") != 2 {
		t.Errorf("after a friendly fight bob's rosters are\n%s", text)
	}
	l.checkStandings("1= Outlawmen (bob): no fights", "1= Sheriffs (alice): no fights")
	if text := l.reads("battles", nil); !strings.Contains(text, "No battle of Winter League is paired or fought yet.") {
		t.Errorf("a friendly fight is a battle of the campaign: %s", text)
	}
}

func TestAReturnMatchOfABattleWaitsUntilTheBattleIsConfirmed(t *testing.T) {
	t.Parallel()
	l := openRoom(t).openLeague("lasthope", outlaws, nil)
	first := l.battle()
	first.rule("set-wounds", map[string]any{"model": "Cole", "wounds": 1})
	first.concede("bob")
	end, _ := last(first.posts(), "Return match")
	l.told(l.press("alice", end, "Return match"), "The card of the return match is in")
	l.settled()
	card, _ := last(l.state("alice").channel("table").Messages, "ready")
	l.press("alice", card, "Ready")
	l.told(l.press("bob", card, "Ready"), "what that changed is not confirmed yet")
	first.confirm("Cole takes 1 wound")
	l.told(l.press("bob", card, "Ready"), "have changed since somebody was ready")
	for _, who := range players {
		l.press(who, card, "Ready")
	}
	l.settled()
	f := &fight{room: l.room, sides: players, card: card, thread: card.ID}
	f.checkBoard([]string{"**Cole**, deputy: 1 of 2 wounds left"}, nil)
	f.concede("alice")
	f.confirm("Outlawmen (bob) beat Sheriffs (alice), who concede")
	l.checkBattles(2)
	l.checkStandings("1= Outlawmen (bob): 2 fights, 1 won", "1= Sheriffs (alice): 2 fights, 1 won")
}

func TestOfTwoCardsWithOneRosterOnlyTheFirstBegins(t *testing.T) {
	t.Parallel()
	l := openRoom(t).openLeague("lasthope", outlaws, nil)
	var cards []message
	for range 2 {
		card := l.newCard("alice", map[string]any{"system": "lasthope", "opponent": "bob", "side": "roster:" + l.rosters[0]})
		l.brings(card, l.rosters[1])
		l.press("alice", card, "Ready")
		cards = append(cards, card)
	}
	l.press("bob", cards[0], "Ready")
	l.told(l.press("bob", cards[1], "Ready"), "is in fight")
	l.settled()
	l.told(l.command("bob", "table", "campaign leave", map[string]any{"roster": l.rosters[1]}), "It can be withdrawn when that is over")
	l.checkBattles(1)
}
