package commands_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"umpire/commands"
	"umpire/storage"
)

// ask gives what a command about rosters answers in private.
func (c *club) ask(who commands.Person, path string, options ...string) commands.Message {
	c.t.Helper()
	reply, err := c.try(who, "table", path, pairs(options))
	if err != nil {
		c.t.Fatalf("%s: /%s %q: %v", who.Name, path, options, err)
	}
	if reply.Act != commands.Say {
		c.t.Fatalf("/%s is answered in the open: %+v", path, reply)
	}
	return reply.Message
}

// cannot checks that a command is refused in a sentence that holds words.
func (c *club) cannot(who commands.Person, words, path string, options ...string) {
	c.t.Helper()
	_, err := c.try(who, "table", path, pairs(options))
	c.refused(err, words)
}

func pairs(options []string) map[string]string {
	m := make(map[string]string)
	for i := 0; i+1 < len(options); i += 2 {
		m[options[i]] = options[i+1]
	}
	return m
}

// holds checks that a text has words in it.
func holds(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("it does not say %q:\n%s", w, text)
		}
	}
}

// lacks checks that a text has none of some words in it.
func lacks(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if strings.Contains(text, w) {
			t.Errorf("it says %q:\n%s", w, text)
		}
	}
}

// gang gives somebody a roster of Last Hope Frontier, the Sheriffs.
func (c *club) gang(who commands.Person, name string) {
	c.t.Helper()
	c.ask(who, "roster new", "system", "lasthope", "name", name, "like", "sheriffs")
}

// rosterID is the id of a roster by its name.
func (c *club) rosterID(name string) (id string) {
	c.t.Helper()
	c.write(func(tx *storage.Tx) error {
		all, err := tx.FindRosters("g", storage.RosterQuery{Part: name, Withdrawn: true})
		if err == nil && len(all) == 1 {
			id = all[0].ID
		} else {
			err = fmt.Errorf("rosters called %s: %+v, %w", name, all, err)
		}
		return err
	})
	return id
}

// typing gives what autocomplete offers for an option, by value.
func (c *club) typing(who commands.Person, path, focused string, options ...string) []string {
	c.t.Helper()
	reply, err := c.desk.Answer(context.Background(), commands.Request{
		Kind: commands.Complete, Path: path, Options: pairs(options), Focused: focused, User: who, Guild: "g", Channel: "table", Manager: who == gail,
	})
	if err != nil || reply.Act != commands.Offer || len(reply.Choices) > 25 {
		c.t.Fatalf("/%s: %+v, %v", path, reply, err)
	}
	var values []string
	for _, choice := range reply.Choices {
		if n := len([]rune(choice.Label)); n == 0 || n > 100 || choice.Value == "" {
			c.t.Errorf("/%s offers %+v", path, choice)
		}
		values = append(values, choice.Value)
	}
	return values
}

func TestARosterIsMadeShownAndListed(t *testing.T) {
	c := newClub(t)
	holds(t, c.ask(alice, "roster show").Text, "You have no roster here", "`/roster new`")
	made := c.ask(alice, "roster new", "system", "lasthope", "like", "sheriffs")
	holds(t, made.Text, "**Sheriffs** is on your list", "6 members of Sheriffs", "entry 1")
	page := c.press(alice, made, "See the roster").Message
	holds(t, page.Text, "**Sheriffs** · Last Hope Frontier · Alice", "6 of 6 members fit to fight", "● **Marshal Hale**, Leader: ready · Strength 3, Defence 3")
	lacks(t, page.Text, "Wounds")
	one := c.press(alice, page, "A member", "josie_marsh").Message
	holds(t, one.Text, "**Josie Marsh**, Deputy · Sheriffs", "Weapons: Hunting knife")
	holds(t, c.press(alice, one, "Back to the roster").Message.Text, "**Sheriffs**")
	c.ask(alice, "roster new", "system", "lasthope", "like", "sheriffs")
	list := c.ask(alice, "roster show")
	holds(t, list.Text, "**Your rosters**", "**Sheriffs** · Last Hope Frontier · 6 ready", "**Sheriffs 2**")
	holds(t, c.press(alice, list, "Open one", c.rosterID("Sheriffs 2")).Message.Text, "**Sheriffs 2**")
	holds(t, c.ask(bob, "roster show", "roster", "sheriffs 2").Text, "**Sheriffs 2** · Last Hope Frontier · Alice")
	c.cannot(alice, "You have a roster called sheriffs already", "roster new", "system", "lasthope", "name", "sheriffs", "like", "sheriffs")
	asked := c.ask(alice, "roster new", "system", "lasthope", "name", "Law")
	holds(t, asked.Text, "which side is it to be like?")
	if _, err := c.tryPress(bob, private, find(t, asked, "A side to begin with"), "outlawmen"); err == nil {
		t.Error("another picks for her")
	}
	holds(t, c.press(alice, asked, "A side to begin with", "outlawmen").Message.Text, "**Law** is on your list", "6 members of Outlawmen")
	c.cannot(alice, "There is no system called chess", "roster new", "system", "chess")
	c.cannot(alice, "No roster of Last Hope Frontier is called x", "roster new", "system", "lasthope", "like", "x")
}

func TestARosterOfNothingTakesMembersOn(t *testing.T) {
	c := newClub(t)
	made := c.ask(alice, "roster new", "system", "skirmish", "name", "Crew", "like", "crew", "empty", "true")
	holds(t, made.Text, "no members yet", "`/roster add`")
	holds(t, c.ask(alice, "roster show", "roster", "Crew").Text, "No members yet")
	holds(t, c.ask(alice, "roster add", "roster", "Crew", "kind", "Captain", "name", "Red Anne").Text, "**Red Anne** joined Crew")
	holds(t, c.ask(alice, "roster add", "roster", "Crew", "kind", "musketeer", "count", "3").Text, "**Musketeer 1**, **Musketeer 2** and **Musketeer 3** joined Crew")
	holds(t, c.ask(alice, "roster add", "roster", "Crew", "kind", "musketeer").Text, "**Musketeer 4** joined")
	holds(t, c.ask(alice, "roster add", "roster", "Crew", "kind", "captain", "name", "Kidd").Text, "**Kidd** joined Crew. Crew cannot fight like this: one Captain is allowed")
	holds(t, c.ask(alice, "roster show", "roster", "Crew").Text, "6 of 6 members fit to fight", "points")
	c.cannot(alice, "has a member called red anne already", "roster add", "roster", "Crew", "kind", "musketeer", "name", "red anne")
	c.cannot(alice, "No kind of member that Crew may take on is called Wizard", "roster add", "roster", "Crew", "kind", "Wizard")
	c.cannot(alice, "whole number from 1 to 20", "roster add", "roster", "Crew", "kind", "musketeer", "count", "21")
	if kinds := c.typing(alice, "roster add", "kind", "roster", "Crew", "kind", "musk"); !slices.Contains(kinds, "musketeer") {
		t.Errorf("kinds offered: %q", kinds)
	}
}

func TestEveryChangeIsWrittenDownAndCanBeTakenBack(t *testing.T) {
	c := newClub(t)
	c.gang(alice, "Law")
	holds(t, c.ask(alice, "wound", "roster", "Law", "member", "Josie Marsh", "wounds", "9", "reason", "A fall").Text, "**Josie Marsh** is out of action, 2 of 2 wounds taken.", "entry 2")
	holds(t, c.ask(alice, "roster edit", "roster", "Law", "member", "marshal_hale", "what", "gain", "value", "hatchet").Text, "Marshal Hale gains hatchet")
	holds(t, c.ask(alice, "roster edit", "roster", "Law", "member", "marshal_hale", "what", "strength", "value", "4").Text, "Marshal Hale has 1 more strength")
	story := c.ask(alice, "roster history", "roster", "Law")
	holds(t, story.Text, "**The story of Law**", "**Alice**: the roster is called Law; Marshal Hale joins", "Josie Marsh takes 2 wounds · “A fall”", "entry 4")
	form := c.press(alice, story, "Take an entry back", "2").Form
	if form == nil || form.Inputs[0].Required {
		t.Fatalf("asked for a reason with %+v", form)
	}
	after := c.must(c.fill(alice, form.Path, "It was Dusty")).Message
	holds(t, after.Text, "Josie Marsh takes 2 wounds · “A fall” (taken back by entry 5)", "takes entry 2 back · “It was Dusty”")
	holds(t, c.ask(alice, "roster show", "roster", "Law").Text, "● **Josie Marsh**, Deputy: ready", "**Marshal Hale**, Leader: ready · Strength 4")
	_, err := c.fill(alice, form.Path, "again")
	c.refused(err, "Entry 2 is taken back already")
	_, err = c.fill(alice, "rosterreverse/"+c.rosterID("Law")+"/1", "")
	c.refused(err, "The first entry is the roster itself")
}

// fill sends a form with a reason.
func (c *club) fill(who commands.Person, path, reason string) (commands.Reply, error) {
	c.t.Helper()
	return c.send(commands.Request{
		Kind: commands.Submit, Path: path, Fields: map[string]string{"reason": reason}, User: who, Guild: "g", Channel: "table", Message: private, Private: true,
	})
}
