package commands_test

import (
	"strings"
	"testing"
	"time"

	"umpire/commands"
	"umpire/rules"
)

// ruled opens a fight between Alice and Bob in which Sam is named as umpire.
func (c *club) ruled() (thread string) {
	c.t.Helper()
	card := c.lobby(map[string]string{"opponent": bob.ID, "umpire": sam.ID})
	c.says(card, "Umpire: <@103>")
	c.must(c.tap(bob, card, "Ready"))
	c.must(c.tap(alice, card, "Ready"))
	return c.chans[card][0].id
}

func TestANamedUmpireRulesAndPlayersDoNot(t *testing.T) {
	c := newClub(t)
	thread := c.ruled()
	c.says("channel/"+thread, "Awaited since")
	if text := c.text(thread); !strings.Contains(text, "Umpire: Sam") {
		t.Errorf("the thread begins\n%s", text)
	}
	for _, who := range []commands.Person{alice, bob, odd} {
		for _, what := range []string{"lapse", "pause", "resume", "set-wounds"} {
			_, err := c.try(who, thread, "umpire "+what, map[string]string{"reason": "mine", "model": "Cole", "wounds": "1"})
			c.refused(err, "for the umpire of this fight")
		}
	}
	_, err := c.try(sam, thread, "umpire pause", map[string]string{"reason": "  "})
	c.refused(err, "Say why")
	c.command(sam, thread, "umpire set-wounds", map[string]string{"model": "Cole", "wounds": "1", "reason": "it was miscounted"})
	if text := c.text(thread); !strings.Contains(text, "it was miscounted") {
		t.Errorf("it is told as\n%s", text)
	}
}

func TestAnUmpireForcesADefaultWithAReasonThatIsTold(t *testing.T) {
	c := newClub(t)
	thread := c.ruled()
	c.attack(thread)
	_, err := c.try(sam, thread, "umpire lapse", map[string]string{"reason": "gone", "player": gail.ID})
	c.refused(err, "Nothing is awaited of them")
	c.command(sam, thread, "umpire lapse", map[string]string{"reason": "*away* for a month", "player": bob.ID})
	if text := c.text(thread); !strings.Contains(text, `**The umpire lets Bob's decision fall to its default:** “\*away\* for a month”`) {
		t.Errorf("it is told as\n%s", text)
	}
	_, last := c.log(thread)
	if last.Reason != "*away* for a month" || last.Seat != 2 || !last.Reply.Lapse {
		t.Errorf("the line is %s", last.Public())
	}
	c.lock(alice, "")
	c.says("channel/"+thread, "seals open and true")
}

func TestAPauseStopsAnswersAndPatience(t *testing.T) {
	c := newClub(t)
	thread := c.ruled()
	dest := "channel/" + thread
	c.attack(thread)
	c.command(gail, thread, "umpire pause", map[string]string{"reason": "a question"})
	c.says(dest, "**The umpire pauses the fight:** “a question”")
	c.show(bob, "")
	_, err := c.tap(bob, "user/102", "Lock it in")
	c.refused(err, "paused")
	_, err = c.try(alice, thread, "nudge", nil)
	c.refused(err, "paused")
	c.now = c.now.Add(30 * 24 * time.Hour)
	if text := c.command(alice, thread, "board", nil).Message; has(text, "Let it lapse") != "" || !strings.Contains(text.Text, "has paused the fight: “a question”") {
		t.Errorf("in the pause Alice reads %+v", text)
	}
	_, err = c.tryPress(alice, "m", "lapse/"+c.session(thread).ID+"/5")
	c.refused(err, "paused")
	c.command(sam, thread, "umpire resume", map[string]string{"reason": "answered"})
	c.must(c.tap(bob, "user/102", "Lock it in"))
	if text := c.command(bob, thread, "board", nil).Message; has(text, "Let it lapse") != "" {
		t.Error("the pause counts as waiting")
	}
	_, err = c.try(sam, thread, "umpire resume", map[string]string{"reason": "again"})
	c.refused(err, "not paused")
}

func TestNobodyRulesInAFightOfTheirOwn(t *testing.T) {
	c := newClub(t)
	_, err := c.try(alice, "table", "session new", map[string]string{"system": "lasthope", "opponent": bob.ID, "umpire": bob.ID})
	c.refused(err, "a fight of their own")
	_, err = c.try(alice, "table", "session new", map[string]string{"system": "lasthope", "umpire": "999"})
	c.refused(err, "A bot cannot be named")
	card := c.lobby(map[string]string{"umpire": sam.ID})
	_, err = c.tap(sam, card, "Take a seat")
	c.refused(err, "cannot play in it")
	_, err = c.tap(alice, card, "Share your seat with somebody", sam.ID)
	c.refused(err, "cannot play in it")
	c.must(c.tap(gail, card, "Take a seat"))
	c.must(c.tap(gail, card, "Ready"))
	c.must(c.tap(alice, card, "Ready"))
	thread := c.chans[card][0].id
	_, err = c.try(gail, thread, "umpire set-wounds", map[string]string{"model": "Cole", "wounds": "1", "reason": "mine"})
	c.refused(err, "does not play in it")
	_, err = c.try(gail, thread, "session replace", map[string]string{"player": alice.ID, "by": sam.ID})
	c.refused(err, "cannot play in it")
}

func TestAnUmpireSeesWhatASpectatorSees(t *testing.T) {
	c := newClub(t)
	thread := c.ruled()
	c.attack(thread)
	cards := c.held(bob)
	c.lock(bob, cards[0])
	_, err := c.try(sam, thread, "hand", nil)
	c.refused(err, "no seat in this fight")
	_, err = c.tap(sam, "channel/"+thread, "Choose in secret")
	c.refused(err, "no seat in this fight")
	if mine, theirs := c.logOf(sam, thread, "record"), c.logOf(odd, thread, "record"); mine != theirs {
		t.Error("the umpire's log is another than a spectator's")
	}
	log, err := rules.ReadRecord([]byte(c.logOf(sam, thread, "record")))
	if err != nil || rules.Whole(log) {
		t.Errorf("the umpire has the secrets: %v", err)
	}
}
