package commands_test

import (
	"strings"
	"testing"

	"umpire/commands"
	"umpire/rules"
	"umpire/rules/catalog"
)

func TestADeclarationThatNobodyAnsweredIsTakenBackAloneAndAskedAnew(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	dest := "channel/" + thread
	c.attack(thread)
	_, err := c.try(sam, thread, "undo", nil)
	c.refused(err, "no seat in this fight")
	c.pings = nil
	c.command(alice, thread, "undo", nil)
	if text := c.text(thread); !strings.Contains(text, "**Alice takes the last step back.** It stands again as after step 4") {
		t.Errorf("it is told as\n%s", text)
	}
	for _, who := range []commands.Person{alice, bob} {
		if dm := c.last("user/" + who.ID); len(dm.Rows) > 0 || !strings.Contains(dm.Text, "taken back") {
			t.Errorf("%s still reads %+v", who.Name, dm)
		}
	}
	c.says(dest, "<@101>", "Awaited since")
	if len(c.pings) != 1 || c.pings[0].user != alice.ID {
		t.Errorf("it notifies %v, want Alice, who is asked anew", c.pings)
	}
	c.order(alice, thread, "Pike", "Cole")
	c.lock(alice, "")
	c.lock(bob, "")
	c.says(dest, "seals open and true")
}

func TestWhatTheOtherSideAnsweredIsTakenBackOnlyWhenItAgrees(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	dest := "channel/" + thread
	hand := c.command(bob, thread, "hand", nil).Message.Text
	board := c.command(sam, thread, "board", nil).Message.Text
	before, _ := c.log(thread)
	c.attack(thread)
	c.lock(alice, "")
	c.lock(bob, "")
	c.pings = nil
	c.command(alice, thread, "undo", nil)
	c.says(dest, "Alice asks to go back to step 4.", "https://discord.com/channels/g/"+thread+"/", "<@102>, do you agree?")
	if len(c.pings) != 1 || c.pings[0].user != bob.ID {
		t.Errorf("it notifies %v, want Bob", c.pings)
	}
	_, err := c.try(alice, thread, "undo", nil)
	c.refused(err, "asked already")
	_, err = c.tap(alice, dest, "Agree to go back")
	c.refused(err, "for another side")
	_, err = c.tap(gail, dest, "Agree to go back")
	c.refused(err, "no seat in this fight")
	old := c.last(dest)
	c.must(c.tap(bob, dest, "Agree to go back"))
	if text := c.text(thread); !strings.Contains(text, "**Alice takes the last step back, and the other side agrees.**") {
		t.Errorf("it is told as\n%s", text)
	}
	after, last := c.log(thread)
	if after.Hash() != before.Hash() || last.Agreed != "p2" || last.By != "p2" || last.Seat != 1 {
		t.Errorf("line %s; the fight stands as before: %v", last.Public(), after.Hash() == before.Hash())
	}
	if now := c.command(bob, thread, "hand", nil).Message.Text; now != hand {
		t.Errorf("Bob's hand was\n%s\nand is\n%s", hand, now)
	}
	if now := c.command(sam, thread, "board", nil).Message.Text; now != board {
		t.Errorf("the board was\n%s\nand is\n%s", board, now)
	}
	_, err = c.tryPress(bob, "m", has(old, "Agree to go back"))
	c.refused(err, "gone on since")
	for _, p := range c.chans[dest] {
		if has(p.message, "Agree to go back") != "" {
			t.Error("the request keeps its button")
		}
	}
}

func TestARequestToGoBackIsStaleOnceAnythingFollows(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	dest := "channel/" + thread
	c.attack(thread)
	c.lock(bob, "")
	c.command(alice, thread, "undo", nil)
	c.lock(alice, "")
	line := c.lines(thread)
	_, err := c.tryPress(bob, "m", path(c, "Agree to go back", dest))
	c.refused(err, "gone on since")
	if now := c.lines(thread); now != line {
		t.Errorf("the log went from line %d to %d", line, now)
	}
}

// path is where a button that was posted once led, though it may be gone now.
func path(c *club, label, dest string) string {
	c.t.Helper()
	for _, p := range c.chans[dest] {
		if at := has(p.message, label); at != "" {
			return at
		}
	}
	return "allow/" + c.session(strings.TrimPrefix(dest, "channel/")).ID + "/6"
}

func TestSeveralStepsGoBackAtOnceWhereTheOtherSideAgrees(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	dest := "channel/" + thread
	start, _ := c.log(thread)
	c.attack(thread)
	c.lock(alice, "")
	c.lock(bob, "")
	c.command(alice, thread, "done", nil)
	offered := c.must(c.send(commands.Request{Kind: commands.Complete, Path: "undo", Focused: "step", User: bob, Guild: "g", Channel: thread}))
	if n := len(offered.Choices); n < 2 || !strings.Contains(offered.Choices[n-1].Label, "before: side 1: /attack attacker Marshal Hale") {
		t.Fatalf("the steps are offered as %+v", offered.Choices)
	}
	_, err := c.try(bob, thread, "undo", map[string]string{"step": "2"})
	c.refused(err, "cannot go back to step 2")
	c.command(bob, thread, "undo", map[string]string{"step": offered.Choices[len(offered.Choices)-1].Value})
	c.must(c.tap(alice, dest, "Agree to go back"))
	if now, _ := c.log(thread); now.Hash() != start.Hash() {
		t.Error("the whole turn is not taken back")
	}
	c.press(bob, c.command(bob, thread, "concede", nil).Message, "Concede")
	log, err := rules.ReadRecord([]byte(c.logOf(sam, thread, "record")))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := rules.Retrace(systemOf(t, "lasthope"), log); err != nil {
		t.Error(err)
	}
	if text := c.logOf(sam, thread, "text"); !strings.Contains(text, "(taken back in step") || !strings.Contains(text, "goes back to step 4; Alice agreed") {
		t.Errorf("the log does not show what was struck:\n%s", text)
	}
	_, err = c.try(bob, thread, "undo", nil)
	c.refused(err)
}

func systemOf(t *testing.T, key string) *rules.System {
	t.Helper()
	for _, sys := range catalog.All() {
		if sys.Key == key {
			return sys
		}
	}
	t.Fatalf("no system %s", key)
	return nil
}

func TestInPracticeOnePersonTakesBackForBothSides(t *testing.T) {
	c := newClub(t)
	c.command(alice, "table", "session new", map[string]string{"system": "lasthope"})
	c.must(c.tap(alice, "channel/table", "Take a seat"))
	c.must(c.tap(alice, "channel/table", "Ready"))
	thread := c.chans["channel/table"][0].id
	c.attack(thread)
	c.lock(alice, "")
	c.command(alice, thread, "undo", nil)
	if _, last := c.log(thread); last.Undo == nil {
		t.Errorf("the last line is %s", last.Public())
	}
}

func TestWhoeverRollsLooseDiceDoesNotUndoARequestToGoBack(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	dest := "channel/" + thread
	c.attack(thread)
	c.lock(alice, "")
	c.lock(bob, "")
	c.command(alice, thread, "undo", nil)
	allow := find(t, c.last(dest), "Agree to go back")
	c.command(sam, thread, "roll", map[string]string{"dice": "1d6"})
	c.command(bob, thread, "roll", map[string]string{"dice": "1d6"})
	_, err := c.try(alice, thread, "undo", nil)
	c.refused(err, "asked already")
	if _, err := c.tryPress(bob, "m", allow); err != nil {
		t.Fatalf("after loose dice: %v", err)
	}
	if text := c.text(thread); !strings.Contains(text, "**Alice takes the last step back, and the other side agrees.**") {
		t.Errorf("it is told as\n%s", text)
	}
}

// With the house rule that hands are filled when the turn passes, nobody is told
// of a card, but /hand shows it.
func TestATurnThatDrewCardsIsNotTakenBackAlone(t *testing.T) {
	c := newClub(t)
	thread := c.fight(map[string]string{"refill": "turn"})
	c.attack(thread)
	c.lock(alice, "")
	c.lock(bob, "")
	c.command(alice, thread, "done", nil)
	c.command(alice, thread, "undo", nil)
	c.says("channel/"+thread, "Alice asks to go back")
	if _, last := c.log(thread); last.Undo != nil {
		t.Errorf("the last line is %s", last.Public())
	}
}

func TestATurnThatDrewNothingIsTakenBackAlone(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	c.command(alice, thread, "done", nil)
	c.command(alice, thread, "undo", nil)
	if _, last := c.log(thread); last.Undo == nil || last.Agreed != "" {
		t.Errorf("the last line is %s", last.Public())
	}
	c.attack(thread)
}
