package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"umpire/commands"
	"umpire/rules"
	"umpire/rules/catalog"
)

// wide opens the lobby of a system that takes two to four sides.
func (c *club) wide() *post {
	c.t.Helper()
	c.command(alice, "table", "session new", map[string]string{"system": "forbidden", "opponent": bob.ID})
	posts := c.chans["channel/table"]
	return posts[len(posts)-1]
}

func TestASystemOfManySidesTakesThemInItsLobby(t *testing.T) {
	c := newClub(t)
	card := c.wide()
	press := func(who commands.Person, label string) error {
		_, err := c.tryPress(who, card.id, find(t, card.message, label))
		return err
	}
	for _, step := range []struct {
		who   commands.Person
		label string
	}{{alice, "One side more"}, {sam, "Take a seat"}, {alice, "One side more"}, {alice, "One side less"}} {
		if err := press(step.who, step.label); err != nil {
			t.Fatalf("%s: %v", step.label, err)
		}
	}
	if !strings.Contains(card.message.Text, "Side 3") || strings.Contains(card.message.Text, "Side 4") {
		t.Fatalf("the card reads\n%s", card.message.Text)
	}
	for _, who := range []commands.Person{alice, bob, sam} {
		if err := press(who, "Ready"); err != nil {
			t.Fatal(err)
		}
	}
	if rest := c.last("channel/" + card.id); !strings.Contains(rest.Text, "Everybody: attack") {
		t.Errorf("the fight of three begins with\n%s", rest.Text)
	}
}

func TestAnEndNeedsEveryOtherSide(t *testing.T) {
	c := newClub(t)
	card := c.wide()
	for _, who := range []commands.Person{alice, sam} {
		label := map[bool]string{true: "One side more", false: "Take a seat"}[who == alice]
		if _, err := c.tryPress(who, card.id, find(t, card.message, label)); err != nil {
			t.Fatal(err)
		}
	}
	for _, who := range []commands.Person{alice, bob, sam} {
		if _, err := c.tryPress(who, card.id, find(t, card.message, "Ready")); err != nil {
			t.Fatal(err)
		}
	}
	c.command(alice, card.id, "draw", nil)
	offer := find(t, c.last("channel/"+card.id), "Accept the draw")
	agree := func(who commands.Person) (string, error) {
		reply, err := c.tryPress(who, card.id, offer)
		return reply.Message.Text, err
	}
	if _, err := agree(bob); err != nil {
		t.Fatal(err)
	}
	if text := c.last("channel/" + card.id).Text; !strings.Contains(text, "others are still asked") {
		t.Fatalf("after one of two: %s", text)
	}
	if _, err := agree(bob); err == nil {
		t.Error("one side agrees twice")
	}
	if _, err := agree(sam); err != nil {
		t.Fatal(err)
	}
	if text := c.last("channel/" + card.id).Text; !strings.Contains(text, "Every side agreed to a draw") {
		t.Errorf("after all: %s", text)
	}
	c.says("channel/table", "(Alice) against", "(Bob) against", "(Sam) ends in a draw")
}

func TestOneOfThreeSidesDoesNotEndTheFightForTheOthers(t *testing.T) {
	c := newClub(t)
	card := c.wide()
	for _, step := range []struct {
		who   commands.Person
		label string
	}{{alice, "One side more"}, {sam, "Take a seat"}, {alice, "Ready"}, {bob, "Ready"}, {sam, "Ready"}} {
		c.must(c.tryPress(step.who, card.id, find(t, card.message, step.label)))
	}
	_, err := c.try(sam, card.id, "concede", nil)
	c.refused(err, "More than two sides", "/session end")
}

func TestAWordForOneEndIsNoneForAnother(t *testing.T) {
	c := newClub(t)
	card := c.wide()
	press := func(who commands.Person, id string) {
		t.Helper()
		if _, err := c.tryPress(who, card.id, id); err != nil {
			t.Fatal(err)
		}
	}
	press(alice, find(t, card.message, "One side more"))
	press(sam, find(t, card.message, "Take a seat"))
	for _, who := range []commands.Person{alice, bob, sam} {
		press(who, find(t, card.message, "Ready"))
	}
	dest := "channel/" + card.id
	c.command(alice, card.id, "draw", nil)
	draw := find(t, c.last(dest), "Accept the draw")
	c.command(bob, card.id, "session end", nil)
	press(sam, find(t, c.last(dest), "Agree to end"))
	press(bob, draw)
	if text := c.last(dest).Text; !strings.Contains(text, "others are still asked") {
		t.Fatalf("Sam agreed to end it unrecorded, not to the draw; yet now\n%s", text)
	}
	press(sam, draw)
	if text := c.last(dest).Text; !strings.Contains(text, "Every side agreed to a draw") {
		t.Errorf("after all agreed to the draw: %s", text)
	}
}

func TestADraftIsNotForWhoeverLeftItsSide(t *testing.T) {
	c := newClub(t)
	card := c.wide()
	for _, who := range []commands.Person{alice, bob} {
		if _, err := c.tryPress(who, card.id, find(t, card.message, "Ready")); err != nil {
			t.Fatal(err)
		}
	}
	draft := c.press(alice, c.last("channel/"+card.id), "Tokens").Message
	menu := draft.Rows[0].Menu.Path
	if _, err := c.tryPress(alice, "m", menu, "2"); err != nil {
		t.Fatal(err)
	}
	c.command(alice, card.id, "session replace", map[string]string{"player": alice.ID, "by": sam.ID})
	_, err := c.tryPress(alice, "m", menu, "2")
	c.refused(err, "another time")
	c.command(bob, card.id, "session replace", map[string]string{"player": bob.ID, "by": alice.ID})
	_, err = c.tryPress(alice, "m", menu, "2") // the other side's now
	c.refused(err, "another time")
}

func TestALobbyBeginsWithSidesThatAreAMatch(t *testing.T) {
	c := newClub(t)
	for _, sys := range catalog.All() {
		c.command(alice, "table-"+sys.Key, "session new", map[string]string{"system": sys.Key, "opponent": bob.ID})
		card := c.last("channel/table-" + sys.Key)
		for i, side := range sys.Sample().Sides {
			if want := fmt.Sprintf("Side %d, %s:", i+1, rules.Escape(side.Name)); !strings.Contains(card.Text, want) {
				t.Errorf("%s: the card does not say %q:\n%s", sys.Key, want, card.Text)
			}
		}
	}
}

func TestNobodyIsCalledForWhatMayBeLeftOpen(t *testing.T) {
	c := newClub(t)
	c.command(alice, "table", "session new", map[string]string{"system": "factions", "opponent": bob.ID})
	card := c.chans["channel/table"][len(c.chans["channel/table"])-1]
	for _, who := range []commands.Person{alice, bob} {
		if _, err := c.tryPress(who, card.id, find(t, card.message, "Ready")); err != nil {
			t.Fatal(err)
		}
	}
	for _, who := range []commands.Person{alice, bob} { // what lies face down at first
		for _, p := range c.chans["user/"+who.ID] {
			if len(p.message.Rows) == 0 || p.message.Rows[0].Menu == nil {
				continue
			}
			shown := c.press(who, p.message, p.message.Rows[0].Menu.Hint, p.message.Rows[0].Menu.Choices[0].Value)
			c.press(who, shown.Message, "Lock it in")
		}
	}
	board := c.last("channel/" + card.id)
	if !strings.Contains(board.Text, "you may attack and call") {
		t.Fatalf("nothing may be left open on this board:\n%s", board.Text)
	}
	if len(board.Mentions) != 1 {
		t.Errorf("%d users are called by\n%s", len(board.Mentions), board.Text)
	}
}
