package commands_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"umpire/commands"
	"umpire/commands/chronicle"
	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/catalog"
	"umpire/storage"
)

// logOf asks for a fight's log and gives the file.
func (c *club) logOf(who commands.Person, thread, format string) string {
	c.t.Helper()
	reply := c.command(who, thread, "log", map[string]string{"format": format})
	if reply.Message.File == nil {
		c.t.Fatalf("no file comes with %q", reply.Message.Text)
	}
	return string(reply.Message.File.Body)
}

// held lists what somebody is offered by the newest direct message.
func (c *club) held(who commands.Person) (cards []string) {
	for _, choice := range menuOf(c.t, c.last("user/"+who.ID)).Choices {
		cards = append(cards, choice.Value)
	}
	return cards
}

func TestALogBeforeTheEndHoldsOnesOwnSecretsAndNobodyElses(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	c.attack(thread)
	cards := c.held(bob)
	reply := c.lock(bob, cards[0])
	nonce := strings.Fields(reply.Message.Text[strings.Index(reply.Message.Text, "nonce ")+6:])[0]
	nonce = strings.TrimSuffix(nonce, ",")
	for _, format := range []string{"text", "markdown", "html", "record"} {
		if own := c.logOf(bob, thread, format); !strings.Contains(own, nonce) {
			t.Errorf("Bob's own log as %s lacks his receipt", format)
		}
		for _, who := range []commands.Person{alice, sam, gail} {
			other := c.logOf(who, thread, format)
			for _, card := range cards {
				if strings.Contains(other, nonce) || strings.Contains(other, `"`+card+`"`) || strings.Contains(other, ": "+card+",") {
					t.Errorf("%s's log as %s shows what Bob holds or has locked", who.Name, format)
				}
			}
		}
	}
	secret := c.session(thread).Secret
	for _, who := range []commands.Person{alice, bob, sam, gail} {
		for _, text := range []string{c.logOf(who, thread, "record"), c.command(who, thread, "verify", nil).Message.Text} {
			if strings.Contains(text, secret) {
				t.Errorf("%s reads the secret of the dice", who.Name)
			}
		}
	}
}

func TestTheWholeRecordVerifiesAfterTheEndAndTheFormsTellIt(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	c.attack(thread)
	c.lock(bob, "")
	c.lock(alice, "")
	c.command(gail, thread, "session end", map[string]string{"reason": "late & <tired>"})
	secret := c.session(thread).Secret
	c.says("channel/"+thread, "Their secret was "+secret, "/log")
	for who, text := range map[string]string{"a spectator": c.logOf(sam, thread, "record"), "a player": c.logOf(alice, thread, "record")} {
		log, err := rules.ReadRecord([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		found, err := chronicle.Check(catalog.All(), log)
		if all := strings.Join(found, "\n"); err != nil || !strings.Contains(all, "come out as they were written") || !strings.Contains(all, secret) {
			t.Errorf("the record of %s: %v\n%s", who, err, all)
		}
	}
	for format, words := range map[string][]string{
		"text":     {"Alice: side 1: /attack attacker Marshal Hale", "Defence: ", "late & <tired>", secret},
		"markdown": {"# Last Hope Frontier", "> **"},
		"html":     {"<!doctype html>", "<strong>", "late &amp; &lt;tired&gt;"},
	} {
		text := c.logOf(sam, thread, format)
		for _, w := range words {
			if !strings.Contains(text, w) {
				t.Errorf("the log as %s does not say %q:\n%s", format, w, text)
			}
		}
	}
	if page := c.logOf(sam, thread, "html"); strings.Contains(page, "src=") || strings.Contains(page, "href=\"http") || strings.Contains(page, "<script") {
		t.Error("the page needs something from elsewhere")
	}
	if said := c.command(sam, thread, "verify", nil).Message.Text; !strings.HasPrefix(said, "**The record holds.**") {
		t.Errorf("/verify says\n%s", said)
	}
}

func TestALogOfAnotherPlaceIsForThoseWhoFoughtThere(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	id := c.session(thread).ID
	for _, who := range []commands.Person{bob, gail} {
		c.command(who, "table", "log", map[string]string{"fight": strings.ToLower(id)})
	}
	_, err := c.try(sam, "table", "log", map[string]string{"fight": id})
	c.refused(err, "no fight "+id)
	_, err = c.send(commands.Request{Kind: commands.Command, Path: "log", Options: map[string]string{"fight": id}, User: bob, Guild: "elsewhere", Channel: "x"})
	c.refused(err, "no fight")
	_, err = c.try(sam, "x", "verify", map[string]string{"fight": "NO `way` @everyone"})
	c.refused(err, "no fight")
	_, err = c.try(sam, "x", "log", nil)
	c.refused(err, "No fight is fought in this channel")
	_, err = c.try(bob, thread, "log", map[string]string{"format": "docx"})
	c.refused(err, "no format docx")
}

func TestVerifySaysWhichStoredLineDoesNotHold(t *testing.T) {
	whole := newClub(t).fought()
	log := slices.Clone(whole)
	log[3].Begin = false
	found, err := chronicle.Check(catalog.All(), log)
	if err == nil || !strings.Contains(err.Error(), "line 4 does not hold") || !strings.Contains(strings.Join(found, "\n"), "The first 3 lines hold") {
		t.Errorf("%v\n%v", err, found)
	}
	found, err = chronicle.Check(nil, whole)
	if err != nil || !strings.Contains(strings.Join(found, "\n"), "does not have them") {
		t.Errorf("a program without the rules says %v\n%v", err, found)
	}
}

// fought plays a whole fight and gives its record.
func (c *club) fought() []rules.Entry {
	c.t.Helper()
	thread := c.fight(nil)
	c.attack(thread)
	c.lock(bob, "")
	c.lock(alice, "")
	c.press(bob, c.command(bob, thread, "concede", nil).Message, "Concede")
	log, err := rules.ReadRecord([]byte(c.logOf(alice, thread, "record")))
	if err != nil {
		c.t.Fatal(err)
	}
	return log
}

// session is the newest session at a place.
func (c *club) session(place string) (s storage.Session) {
	c.t.Helper()
	if err := c.store.Read(context.Background(), func(tx *storage.Tx) (err error) {
		s, err = tx.LastSessionAt(place)
		return err
	}); err != nil {
		c.t.Fatal(err)
	}
	return s
}

func TestARecordOfARunningFightIsNotGivenWhileASheetHidesSomething(t *testing.T) {
	l := newLeague(t, "forbidden", campaign.DefaultTerms())
	thread := l.open()
	for _, who := range []commands.Person{alice, bob, sam} {
		_, err := l.try(who, thread, "log", map[string]string{"format": "record"})
		l.refused(err, "once the fight is over")
		l.command(who, thread, "log", map[string]string{"format": "text"})
	}
	l.conceded(bob, thread)
	file := l.command(sam, thread, "log", map[string]string{"format": "record"}).Message.File
	if _, err := rules.ReadRecord(file.Body); err != nil || !strings.Contains(string(file.Body), `"salt":"`) {
		t.Errorf("the record: %v", err)
	}
}
