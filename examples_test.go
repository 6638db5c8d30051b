package main

import (
	"strings"
	"testing"
)

func TestTheFirstExampleIsToldWithItsArithmetic(t *testing.T) {
	t.Parallel()
	f := openRoom(t).open("alice", "bob", calledCards, "sheriffs", "outlawmen")
	told := f.duel("alice", "Marshal Hale", "Dusty", "hunting_knife", "JS", "7D").Content
	for _, want := range []string{
		"Jack of Spades ♠ against 7 of Diamonds ♦",
		"Attack: strength 3 + Jack 11 + favoured Jack 1 = **15**",
		"Defence: defence 1 + seven 7 = **8**",
		"Ahead by 7 (6 to 10): 2 damage. Hunting knife +1 makes 3. Toughness takes off 1.",
		"2 wounds", "out of action", "seals open and true",
	} {
		if !strings.Contains(told, want) {
			t.Errorf("the outcome does not say %q:\n%s", want, told)
		}
	}
	if board := f.command("sam", f.thread, "board", nil).text(); !strings.Contains(board, "**Dusty**, ganger: out of action") {
		t.Errorf("the board does not show Dusty out:\n%s", board)
	}
}

func TestTheSecondExampleIsToldAsWinged(t *testing.T) {
	t.Parallel()
	f := openRoom(t).open("alice", "bob", calledCards, "sheriffs", "outlawmen")
	told := f.duel("alice", "Josie Marsh", "Cole", "hunting_knife", "6S", "5C").Content
	for _, want := range []string{
		"6 of Spades ♠ against 5 of Clubs ♣",
		"Attack: strength 2 + six 6 = **8**",
		"Defence: defence 2 + five 5 + light padding 1 = **8**",
		"Level at 8", "favoured",
		"Ahead by 1 (1 to 5): 1 damage. Hunting knife +1 makes 2. Toughness takes off 2.",
		"Cole is winged", "o wound",
	} {
		if !strings.Contains(told, want) {
			t.Errorf("the outcome does not say %q:\n%s", want, told)
		}
	}
	if board := f.command("sam", f.thread, "board", nil).text(); !strings.Contains(board, "**Cole**, deputy: 2 of 2 wounds left") {
		t.Errorf("the board does not show Cole unhurt:\n%s", board)
	}
}

func TestTheThirdExampleIsToldByTheFlowChart(t *testing.T) {
	t.Parallel()
	f := openRoom(t).open("alice", "bob", calledCards, "townsfolk", "bootleggers")
	told := f.duel("alice", "Mayor Bell", "Copper", "hatchet", "AH", "JC").Content
	for _, want := range []string{
		"Ace of Hearts ♥ against Jack of Clubs ♣",
		"Attack: strength 3 + Ace 14 + favoured Ace 2 = **19**",
		"Defence: defence 1 + Jack 11 + favoured Jack 1 = **13**",
		"Ahead by 6 (6 to 10): 2 damage.", "Toughness takes off 1.", "5 wounds", "out of action",
	} {
		if !strings.Contains(told, want) {
			t.Errorf("the outcome does not say %q:\n%s", want, told)
		}
	}
	if board := f.command("sam", f.thread, "board", nil).text(); !strings.Contains(board, "**Copper**, ganger: out of action") {
		t.Errorf("the board does not show Copper out:\n%s", board)
	}
}
