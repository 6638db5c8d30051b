package commands_test

import (
	"strings"
	"testing"

	"umpire/commands"
	"umpire/rules"
	"umpire/storage"
)

// ready gives a side's Ready with a word, as the form does.
func (c *club) ready(who commands.Person, card, word string) (commands.Reply, error) {
	c.t.Helper()
	form := c.must(c.tap(who, card, "Ready, with a word")).Form
	return c.send(commands.Request{
		Kind: commands.Submit, Path: form.Path, User: who, Guild: "g", Channel: "table", Message: c.chans[card][0].id,
		Fields: map[string]string{"word": word},
	})
}

func TestAWaryPlayersWordStaysSealedUntilTheOthersAreIn(t *testing.T) {
	c := newClub(t)
	card := c.lobby(map[string]string{"opponent": bob.ID})
	_, err := c.ready(alice, card, "sha256:1234")
	c.refused(err, "64 hex digits")
	sum := rules.WordSum("green tide")
	c.must(c.ready(alice, card, "SHA256: "+strings.ToUpper(sum)))
	c.says(card, "<@101>, **word sealed** as "+rules.Digits(sum))
	_, err = c.ready(alice, card, "green tide")
	c.refused(err, "when everybody else is in")
	_, err = c.ready(alice, card, "sha256:"+rules.WordSum("another"))
	c.refused(err, "cannot be changed")
	c.must(c.ready(bob, card, "hold the bridge"))
	c.says(card, "<@102>, **ready**, word "+rules.Digits(rules.WordSum("hold the bridge")))
	_, err = c.ready(alice, card, "green tides")
	c.refused(err, "not the word whose SHA-256")
	form := c.must(c.tap(alice, card, "Ready"))
	if form.Act != commands.Fill || !strings.Contains(form.Form.Title, "Open") {
		t.Fatalf("Ready answers %+v", form)
	}
	c.must(c.send(commands.Request{
		Kind: commands.Submit, Path: form.Form.Path, User: alice, Guild: "g", Channel: "table", Message: c.chans[card][0].id,
		Fields: map[string]string{"word": "green tide"},
	}))
	thread := c.chans[card][0].id
	f, _ := c.log(thread)
	if f.Mix() != rules.Mix([]string{"green tide", "hold the bridge"}) {
		t.Error("the words are mixed otherwise")
	}
	if text := c.logOf(sam, thread, "text"); !strings.Contains(text, "Alice: hands in a word, sealed: SHA-256 "+sum) {
		t.Errorf("the record does not tell of it:\n%s", text)
	}
}

func TestAChangeOfTermsTakesASealedWordBack(t *testing.T) {
	c := newClub(t)
	card := c.lobby(map[string]string{"opponent": bob.ID})
	c.must(c.ready(alice, card, "sha256:"+rules.WordSum("green tide")))
	c.must(c.tap(bob, card, "Your side", "townsfolk"))
	c.silent(card, "word sealed")
	c.must(c.tap(bob, card, "Ready"))
	c.must(c.tap(alice, card, "Ready"))
	c.says("channel/"+c.chans[card][0].id, "Awaited since")
}

// Three fights called off and three given up: whoever does not like the dice to
// come cannot hide that there were others.
func TestFightsCalledOffOrGivenUpLeaveTheirSealsAndTheirSecrets(t *testing.T) {
	c := newClub(t)
	for range 3 {
		card := c.lobby(map[string]string{"opponent": bob.ID})
		seal := sealOn(t, c.last(card).Text)
		c.must(c.tap(bob, card, "Ready"))
		c.must(c.tap(bob, card, "Leave"))
		c.must(c.tap(alice, card, "Leave"))
		s := c.named(strings.Fields(c.last(card).Text[strings.LastIndex(c.last(card).Text, "-# ")+3:])[0])
		if !strings.Contains(c.last(card).Text, "dice sealed: "+seal+"; opened: "+s.Secret) || seal != rules.Digits(rules.SealOf(s.Secret, s.ID)) {
			t.Errorf("the closed card reads %q", c.last(card).Text)
		}
	}
	for range 3 {
		thread := c.fight(nil)
		s := c.session(thread)
		c.command(gail, thread, "session end", map[string]string{"reason": "once more"})
		if text := c.text(thread); !strings.Contains(text, "dice sealed "+rules.Digits(rules.SealOf(s.Secret, s.ID))) || !strings.Contains(text, "Their secret was "+s.Secret) {
			t.Errorf("the fight that was given up reads\n%s", text)
		}
		if last := c.chans["channel/table"][0].message.Text; !strings.Contains(last, "dice sealed: ") {
			t.Errorf("its card reads %q", last)
		}
		c.chans["channel/table"] = nil
	}
}

// named is a session by its id.
func (c *club) named(id string) (s storage.Session) {
	c.t.Helper()
	if err := c.store.Read(c.t.Context(), func(tx *storage.Tx) (err error) {
		s, err = tx.Session(id)
		return err
	}); err != nil {
		c.t.Fatal(err)
	}
	return s
}

// sealOn reads the seal on a card.
func sealOn(t *testing.T, text string) string {
	t.Helper()
	_, seal, ok := strings.Cut(text, "dice sealed: ")
	if !ok || len(seal) < 19 {
		t.Fatalf("no seal stands on %q", text)
	}
	return seal[:19]
}

func TestNoSealIsPostedAfterAWord(t *testing.T) {
	c := newClub(t)
	card := c.lobby(map[string]string{"opponent": bob.ID})
	seal := sealOn(t, c.last(card).Text)
	c.must(c.ready(bob, card, "hold the bridge"))
	c.must(c.ready(alice, card, "green tide"))
	thread := c.chans[card][0].id
	if text := c.text(thread); !strings.Contains(text, "dice sealed "+seal) || !strings.Contains(text, "words: green tide, hold the bridge") {
		t.Errorf("the fight begins with\n%s", text)
	}
}
