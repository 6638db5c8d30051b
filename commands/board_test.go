package commands_test

import (
	"fmt"
	"strings"
	"testing"
)

// boards are the boards of a thread, oldest first.
func (c *club) boards(thread string) (list []*post) {
	for _, p := range c.chans["channel/"+thread] {
		if strings.HasPrefix(p.slot, "board/") {
			list = append(list, p)
		}
	}
	return list
}

func TestTheBoardIsPostedAtEachChangeOfTurnAndOnlyThen(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	if list := c.boards(thread); len(list) != 1 || has(list[0].message, "Attack") == "" {
		t.Fatalf("a fight begins with %d boards", len(list))
	}
	c.attack(thread)
	if first := c.boards(thread)[0].message; len(first.Rows) > 0 {
		t.Error("an order leaves the board its buttons")
	}
	c.lock(alice, "")
	c.lock(bob, "")
	if n := len(c.boards(thread)); n != 1 {
		t.Errorf("after an attack there are %d boards, want 1", n)
	}
	if end := c.last("channel/" + thread); has(end, "Attack") == "" || has(end, "End turn") == "" {
		t.Errorf("the outcome does not lead on: %+v", end.Rows)
	}
	outcome := c.chans["channel/"+thread][len(c.chans["channel/"+thread])-1]
	c.command(alice, thread, "done", nil)
	list := c.boards(thread)
	if len(list) != 2 {
		t.Fatalf("after a turn there are %d boards, want 2", len(list))
	}
	if len(outcome.message.Rows) > 0 {
		t.Error("the end of the turn leaves the outcome its buttons")
	}
	board := list[1].message
	if want := fmt.Sprintf("-# Awaited since <t:%[1]d:f>, <t:%[1]d:R>", c.now.Unix()); !strings.HasSuffix(board.Text, want) {
		t.Errorf("the board does not end with %q:\n%s", want, board.Text)
	}
	if !strings.Contains(board.Text, "<@102>, six of your models may attack.") || len(board.Mentions) != 1 || board.Mentions[0] != bob.ID {
		t.Errorf("the board calls %v:\n%s", board.Mentions, board.Text)
	}
}

func TestTheBoardOfferedToSpectatorsHasNothingToPress(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	reply := c.command(sam, thread, "board", nil)
	if len(reply.Message.Rows) > 0 || !strings.Contains(reply.Message.Text, "Awaited: Alice.") {
		t.Errorf("Sam reads %+v", reply.Message)
	}
	if mine := c.command(alice, thread, "board", nil); has(mine.Message, "Attack") == "" {
		t.Errorf("Alice finds no orders: %+v", mine.Message.Rows)
	}
	if pressed := c.must(c.tap(sam, "channel/"+thread, "Board")); pressed.Message.Text != reply.Message.Text {
		t.Errorf("the button shows\n%s", pressed.Message.Text)
	}
	c.attack(thread)
	if mine := c.command(bob, thread, "board", nil); has(mine.Message, "Choose in secret") == "" {
		t.Errorf("Bob cannot choose from the board: %+v", mine.Message.Rows)
	}
}

func TestHandShowsOnlyOnesOwnCardsAndAllThatIsOpen(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	c.attack(thread)
	a, b := c.command(alice, thread, "hand", nil).Message, c.command(bob, thread, "hand", nil).Message
	if !strings.Contains(a.Text, "Your hand:") || !strings.Contains(b.Text, "Your hand:") || a.Text == b.Text {
		t.Errorf("the hands read\n%s\n%s", a.Text, b.Text)
	}
	if has(a, "Choose in secret") == "" {
		t.Errorf("the open choice is missing: %+v", a.Rows)
	}
	_, err := c.try(sam, thread, "hand", nil)
	c.refused(err, "no seat in this fight")
}

func TestHandLeadsToEachOfSeveralOpenQuestions(t *testing.T) {
	c := newClub(t)
	thread := c.proving()
	// The hunter plays a card in secret and takes a stance in the open.
	hand := c.command(alice, thread, "hand", nil).Message
	for _, label := range []string{"charge", "hold", "Choose in secret"} {
		if has(hand, label) == "" {
			t.Errorf("%s is missing: %+v", label, hand.Rows)
		}
	}
}

func TestSeveralSecretQuestionsOfOnePersonAreListed(t *testing.T) {
	c := newClub(t)
	c.command(alice, "table", "session new", map[string]string{"system": "lasthope", "opponent": alice.ID})
	card := c.chans["channel/table"][0]
	c.must(c.tap(alice, "channel/table", "Ready"))
	c.attack(card.id)
	list := c.must(c.tap(alice, "channel/"+card.id, "Choose in secret")).Message
	var named []string
	for _, b := range list.Rows[0].Buttons {
		named = append(named, b.Label)
		if n := len([]rune(b.Label)); n > 40 || n == 0 {
			t.Errorf("a question is named in %d letters: %q", n, b.Label)
		}
	}
	if len(named) != 2 || !strings.Contains(named[0], "Marshal Hale") || !strings.Contains(named[1], "Dusty") {
		t.Fatalf("the choices are named %q of\n%s", named, list.Text)
	}
	one := c.press(alice, list, named[0]).Message
	shown := c.press(alice, one, "menu", menuOf(t, one).Choices[0].Value).Message
	receipt := c.press(alice, shown, "Lock it in").Message
	if left := c.must(c.tap(alice, "channel/"+card.id, "Choose in secret")).Message; !strings.Contains(left.Text, "Dusty") || menuOf(t, left) == nil {
		t.Errorf("the only choice that is left does not open: %+v", left)
	}
	two := c.press(alice, receipt, "Next choice").Message
	shown = c.press(alice, two, "menu", menuOf(t, two).Choices[0].Value).Message
	if done := c.press(alice, shown, "Lock it in").Message; !strings.Contains(done.Text, "The result stands in") {
		t.Errorf("the second lock is answered with\n%s", done.Text)
	}
}

// proving opens a fight on the Proving Ground between Alice and Bob.
func (c *club) proving() (thread string) {
	c.t.Helper()
	c.command(alice, "table", "session new", map[string]string{"system": "ground", "opponent": bob.ID})
	card := c.chans["channel/table"][len(c.chans["channel/table"])-1]
	c.must(c.tap(bob, "channel/table", "Ready"))
	c.must(c.tap(alice, "channel/table", "Ready"))
	return card.id
}
