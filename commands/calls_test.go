package commands_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"umpire/commands"
)

// object objects to what is declared in a thread, with a reason.
func (c *club) object(who commands.Person, thread, reason string) error {
	c.t.Helper()
	form, err := c.tap(who, "channel/"+thread, "Object")
	if err != nil {
		return err
	}
	if form.Act != commands.Fill {
		c.t.Fatalf("Object answers %+v", form)
	}
	_, err = c.send(commands.Request{
		Kind: commands.Submit, Path: form.Form.Path, User: who, Guild: "g", Channel: thread, Message: "m",
		Fields: map[string]string{form.Form.Inputs[0].ID: reason},
	})
	return err
}

// lines is how many lines a session's log has.
func (c *club) lines(thread string) int {
	c.t.Helper()
	_, last := c.log(thread)
	return last.Line
}

func TestAnObjectionHoldsEverythingUntilItIsSettled(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	dest := "channel/" + thread
	c.attack(thread)
	c.pings = nil
	if err := c.object(bob, thread, "a *fence* stands between"); err != nil {
		t.Fatal(err)
	}
	c.says(dest, `**Bob objects:** “a \*fence\* stands between”`, "<@101>, an objection waits for you.")
	if len(c.pings) != 1 || c.pings[0].user != alice.ID {
		t.Errorf("it notifies %v, want Alice alone", c.pings)
	}
	line := c.lines(thread)
	for _, who := range []commands.Person{alice, bob} {
		c.show(who, "")
		_, err := c.tap(who, "user/"+who.ID, "Lock it in")
		c.refused(err, `Bob objects: “a \*fence`, "until Alice takes the declaration back or Bob lets it stand", "not lost")
	}
	_, err := c.try(alice, thread, "attack", map[string]string{"attacker": "Pike", "target": "Cole"})
	c.refused(err, "Bob objects")
	c.refused(c.object(bob, thread, "again"), "An objection is open already")
	_, err = c.tap(alice, dest, "Let it stand")
	c.refused(err, "Only who objected")
	_, err = c.tap(bob, dest, "Take back")
	c.refused(err, "Only who declared")
	for _, label := range []string{"Let it stand", "Take back"} {
		_, err = c.tap(sam, dest, label)
		c.refused(err, "no seat in this fight")
	}
	if now := c.lines(thread); now != line {
		t.Errorf("the log went from line %d to %d", line, now)
	}
	c.must(c.tap(bob, dest, "Let it stand"))
	c.says(dest, "Bob lets it stand. The fight goes on.")
	if old := c.post(dest, fmt.Sprintf("step/%d/1", line)); len(old.Rows) > 0 {
		t.Errorf("the settled objection still has buttons: %+v", old)
	}
	c.must(c.tap(alice, "user/101", "Lock it in"))
	c.must(c.tap(bob, "user/102", "Lock it in"))
	c.says(dest, "seals open and true")
}

// post is a message by its slot.
func (c *club) post(dest, slot string) commands.Message {
	c.t.Helper()
	i := slices.IndexFunc(c.chans[dest], func(p *post) bool { return p.slot == slot })
	if i < 0 {
		c.t.Fatalf("%s has no %s", dest, slot)
	}
	return c.chans[dest][i].message
}

func TestAManagerWhoDoesNotPlaySettlesAnObjection(t *testing.T) {
	for label, told := range map[string]string{"Let it stand": "The umpire rules that it stands: “I see no fence”", "Take back": "The umpire takes Alice's declaration back: “I see no fence”"} {
		t.Run(label, func(t *testing.T) {
			c := newClub(t)
			thread := c.fight(nil)
			c.attack(thread)
			_, err := c.tap(gail, "channel/"+thread, "Take back")
			c.refused(err, "as long as nobody objects")
			if err := c.object(bob, thread, "a fence"); err != nil {
				t.Fatal(err)
			}
			form := c.must(c.tap(gail, "channel/"+thread, label)).Form
			c.must(c.submit(gail, thread, form, "I see no fence"))
			if text := c.text(thread); !strings.Contains(text, told) {
				t.Errorf("it is told as\n%s", text)
			}
		})
	}
}

// submit fills in a form's one field.
func (c *club) submit(who commands.Person, channel string, form *commands.Form, text string) (commands.Reply, error) {
	c.t.Helper()
	if form == nil {
		c.t.Fatal("there is no form to fill in")
	}
	return c.send(commands.Request{
		Kind: commands.Submit, Path: form.Path, User: who, Guild: "g", Channel: channel, Message: "m",
		Fields: map[string]string{form.Inputs[0].ID: text},
	})
}

// text is all that a thread says.
func (c *club) text(thread string) string {
	var b strings.Builder
	for _, p := range c.chans["channel/"+thread] {
		fmt.Fprintln(&b, p.message.Text)
	}
	return b.String()
}

func TestAManagerDoesNotRuleInAFightOfTheirOwn(t *testing.T) {
	c := newClub(t)
	c.command(gail, "table", "session new", map[string]string{"system": "lasthope", "opponent": bob.ID})
	thread := c.chans["channel/table"][0].id
	c.must(c.tap(bob, "channel/table", "Ready"))
	c.must(c.tap(gail, "channel/table", "Ready"))
	c.order(gail, thread, "Marshal Hale", "Dusty")
	if err := c.object(bob, thread, "a fence"); err != nil {
		t.Fatal(err)
	}
	_, err := c.tap(gail, "channel/"+thread, "Let it stand")
	c.refused(err, "Only who objected")
	c.must(c.tap(gail, "channel/"+thread, "Take back"))
}

func TestADeclarationTakenBackIsAsIfNeverMade(t *testing.T) {
	for name, before := range map[string]func(c *club, thread string){
		"at once":                  func(*club, string) {},
		"after the other locked":   func(c *club, _ string) { c.lock(bob, "") },
		"after one locked oneself": func(c *club, _ string) { c.lock(alice, "") },
		"while there is objected":  func(c *club, thread string) { c.must(commands.Reply{}, c.object(bob, thread, "no")) },
		"after an objection passed": func(c *club, thread string) {
			c.must(commands.Reply{}, c.object(bob, thread, "no"))
			c.must(c.tap(bob, "channel/"+thread, "Let it stand"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			thread := c.fight(nil)
			dest := "channel/" + thread
			hand := c.command(bob, thread, "hand", nil).Message.Text
			c.attack(thread)
			before(c, thread)
			_, err := c.tap(bob, dest, "Take back")
			c.refused(err, "Only who declared")
			c.must(c.tap(alice, dest, "Take back"))
			c.says(dest, "Alice takes it back. It counts as never made.", "<@101>, six of your models may attack.")
			for _, who := range []commands.Person{alice, bob} {
				if dm := c.last("user/" + who.ID); len(dm.Rows) > 0 || !strings.Contains(dm.Text, "taken back, so nothing is to be chosen") {
					t.Errorf("%s still reads %+v", who.Name, dm)
				}
			}
			if now := c.command(bob, thread, "hand", nil).Message.Text; now != hand {
				t.Errorf("Bob's hand has changed from\n%s\nto\n%s", hand, now)
			}
			c.attack(thread)
			c.lock(alice, "")
			c.lock(bob, "")
		})
	}
}

func TestCallsAreTooLateOnceACardIsTurned(t *testing.T) {
	c := newClub(t)
	thread := c.fight(map[string]string{"cards": "called", "declare_weapon": "after_reveal"})
	dest := "channel/" + thread
	c.order(alice, thread, "Marshal Hale", "Dusty")
	post := c.last(dest)
	object, back := has(post, "Object"), has(post, "Take back")
	c.lock(alice, "AS")
	c.lock(bob, "2H")
	c.says(dest, "<@101>, Marshal Hale strikes home. With which weapon?")
	if last := c.last(dest); has(last, "Object") != "" || has(last, "Take back") != "" {
		t.Errorf("calls are still offered: %+v", last.Rows)
	}
	_, err := c.tryPress(bob, "m", object)
	c.refused(err, "too late")
	_, err = c.tryPress(alice, "m", back)
	c.refused(err, "too late")
	weapon := menuOf(t, c.last(dest))
	shown := c.must(c.tap(alice, dest, weapon.Hint, weapon.Choices[0].Value))
	c.press(alice, shown.Message, "Lock it in")
	c.says(dest, "out of action")
	_, err = c.tryPress(bob, "m", object)
	c.refused(err, "too late")
}

func TestAnOldObjectionsButtonSettlesNoNewOne(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	dest := "channel/" + thread
	c.attack(thread)
	c.must(commands.Reply{}, c.object(bob, thread, "one"))
	old := has(c.last(dest), "Let it stand")
	c.must(c.tap(bob, dest, "Let it stand"))
	_, err := c.tryPress(bob, "m", old)
	c.refused(err, "No objection is open")
	c.must(commands.Reply{}, c.object(bob, thread, "two"))
	_, err = c.tryPress(bob, "m", old)
	c.refused(err, "No objection is open")
}

func TestAnObjectionNeedsAReasonAndIsForTheOtherSide(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	c.attack(thread)
	c.refused(c.object(bob, thread, " \n "), "Say why")
	c.refused(c.object(alice, thread, "mine"), "your own")
	c.refused(c.object(sam, thread, "I watch"), "no seat in this fight")
	if err := c.object(bob, thread, strings.Repeat("long ", 500)); err != nil {
		t.Error(err)
	}
}

func TestAnOpenChoiceInTheMiddleOfADeclarationCanBeCalledToo(t *testing.T) {
	c := newClub(t)
	thread := c.proving()
	dest := "channel/" + thread
	c.toAct(thread)
	c.command(alice, thread, "strike", map[string]string{"who": "a1", "target": "b1"})
	c.says(dest, "Awaited: Alice.")
	c.first(alice)
	last := c.last(dest)
	for _, label := range []string{"high", "low", "Object", "Take back"} {
		if has(last, label) == "" {
			t.Errorf("%s is missing under %q: %+v", label, last.Text, last.Rows)
		}
	}
	if !slices.Equal(last.Mentions, []string{bob.ID}) {
		t.Errorf("it calls %v, want Bob, who is asked in the open", last.Mentions)
	}
}

// toAct plays a fight on the Proving Ground until Alice may give orders.
func (c *club) toAct(thread string) {
	c.t.Helper()
	dest := "channel/" + thread
	c.must(c.tap(alice, dest, "hold"))
	for _, who := range []commands.Person{alice, bob} {
		c.first(who)
	}
	c.first(alice) // the trap
	c.must(c.tap(bob, dest, "stay"))
}

// first answers the newest secret question to somebody by its first button.
func (c *club) first(who commands.Person) {
	c.t.Helper()
	dest := "user/" + who.ID
	for i := len(c.chans[dest]) - 1; i >= 0; i-- {
		if rows := c.chans[dest][i].message.Rows; len(rows) > 0 && len(rows[0].Buttons) > 0 && strings.HasPrefix(rows[0].Buttons[0].Path, "take/") {
			c.must(c.tap(who, dest, rows[0].Buttons[0].Label))
			c.must(c.tap(who, dest, "Lock it in"))
			return
		}
	}
	c.t.Fatalf("%s is asked nothing", who.Name)
}
