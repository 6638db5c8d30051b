package commands_test

import (
	"slices"
	"strings"
	"testing"

	"umpire/commands"
	"umpire/storage"
)

func TestConcedingAsksOnceMoreAndIsTold(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	ask := c.command(bob, thread, "concede", nil).Message
	c.press(bob, c.command(bob, thread, "concede", nil).Message, "Fight on")
	_, err := c.try(sam, thread, "concede", nil)
	c.refused(err, "no seat in this fight")
	c.pings = nil
	c.press(bob, ask, "Concede")
	c.says("channel/"+thread, "**Alice wins.** Outlawmen concede.")
	c.says("channel/table", "**Last Hope Frontier:** Sheriffs (Alice) beat Outlawmen (Bob), who concede. <#"+thread+">")
	if len(c.pings) > 0 {
		t.Errorf("the end notifies %v", c.pings)
	}
}

func TestAStaleConcedeConfirmationDoesNothing(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	ask := c.command(alice, thread, "concede", nil).Message
	c.command(alice, thread, "done", nil)
	_, err := c.tryPress(alice, private, find(t, ask, "Concede"))
	c.refused(err, "gone on since", "/concede")
	c.says("channel/"+thread, "Outlawmen to act")
}

func TestADrawNeedsTheOtherSide(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	dest := "channel/" + thread
	c.pings = nil
	c.command(alice, thread, "draw", nil)
	c.says(dest, "Alice offers a draw. <@102>, do you agree?")
	if len(c.pings) != 1 || c.pings[0].user != bob.ID {
		t.Errorf("the offer notifies %v, want Bob alone", c.pings)
	}
	_, err := c.try(alice, thread, "draw", nil)
	c.refused(err, "asked already")
	_, err = c.tap(alice, dest, "Accept the draw")
	c.refused(err, "for another side")
	_, err = c.tap(sam, dest, "Accept the draw")
	c.refused(err, "no seat in this fight")
	c.must(c.tap(bob, dest, "Accept the draw"))
	c.says(dest, "ends without a winner.** Every side agreed to a draw.")
	c.says("channel/table", "Sheriffs (Alice) against Outlawmen (Bob) ends in a draw.")
}

func TestAnOfferIsGoneWhenTheFightHasMovedOn(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	dest := "channel/" + thread
	c.command(alice, thread, "draw", nil)
	offer := c.last(dest)
	c.command(alice, thread, "done", nil)
	_, err := c.tryPress(bob, "m", find(t, offer, "Accept the draw"))
	c.refused(err, "that offer is gone")
	for _, p := range c.chans[dest] {
		if has(p.message, "Accept the draw") != "" {
			t.Error("the old offer still has its button")
		}
	}
	_, err = c.tryPress(bob, "m", strings.Replace(find(t, offer, "Accept the draw"), "/drawn", "/won", 1))
	c.refused(err, "another time")
}

func TestEndingWithoutAResultTakesBothSidesOrAManager(t *testing.T) {
	t.Run("both", func(t *testing.T) {
		c := newClub(t)
		thread := c.fight(nil)
		dest := "channel/" + thread
		c.command(bob, thread, "session end", map[string]string{"reason": "my *train* leaves"})
		c.says(dest, `Bob asks to end this fight without a result. “my \*train\* leaves” <@101>, do you agree?`)
		c.must(c.tap(alice, dest, "Agree to end"))
		c.says("channel/table", "ends without a result")
	})
	t.Run("a manager", func(t *testing.T) {
		c := newClub(t)
		thread := c.fight(nil)
		_, err := c.try(sam, thread, "session end", map[string]string{"reason": "boring"})
		c.refused(err, "Only those who fight here")
		_, err = c.try(gail, thread, "session end", nil)
		c.refused(err, "Say why")
		c.command(gail, thread, "session end", map[string]string{"reason": "the club closes"})
		c.says("channel/"+thread, "the club closes")
	})
	t.Run("in the middle of an attack", func(t *testing.T) {
		c := newClub(t)
		thread := c.fight(nil)
		c.attack(thread)
		c.lock(bob, "")
		c.command(gail, thread, "session end", map[string]string{"reason": "the club closes"})
		if text := c.text(thread); !strings.Contains(text, "Bob's face-down choice was") {
			t.Errorf("what was locked stays hidden:\n%s", text)
		}
		if dm := c.last("user/102"); len(dm.Rows) > 0 || !strings.HasPrefix(dm.Text, "-# You played") {
			t.Errorf("Bob still reads %+v", dm)
		}
	})
	t.Run("alone", func(t *testing.T) {
		c := newClub(t)
		thread := c.fight(nil)
		c.leaves(bob, thread)
		c.command(alice, thread, "session end", nil)
		c.says("channel/table", "ends without a result")
	})
}

func TestPracticeEndsAtOnce(t *testing.T) {
	for _, how := range []string{"draw", "session end"} {
		t.Run(how, func(t *testing.T) {
			c := newClub(t)
			c.command(alice, "table", "session new", map[string]string{"system": "lasthope", "opponent": alice.ID})
			thread := c.chans["channel/table"][0].id
			c.must(c.tap(alice, "channel/table", "Ready"))
			c.command(alice, thread, how, nil)
			c.says("channel/table", "ends")
		})
	}
}

// leaves lets somebody leave the server, which shows when they are to be asked.
func (c *club) leaves(who commands.Person, thread string) {
	c.t.Helper()
	c.lost["user/"+who.ID] = commands.Left
	c.attack(thread)
}

func TestAPlayerWhoHasLeftIsToldOfOnceWithTheWaysOn(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	dest := "channel/" + thread
	c.pings = nil
	c.leaves(bob, thread)
	c.says(dest, "**Bob has left the server.** <@101>, you can wait", "/session replace", "/session end")
	told := len(c.chans[dest])
	c.must(c.tap(alice, dest, "Take back"))
	c.attack(thread)
	if text := c.text(thread); strings.Count(text, "has left the server") != 1 {
		t.Errorf("after %d posts it is told again:\n%s", told, text)
	}
	c.command(alice, thread, "session replace", map[string]string{"player": bob.ID, "by": sam.ID})
	c.says(dest, "**Sam takes the seat of Bob.**")
	c.lock(sam, "")
}

func TestReplacingIsForWhoLeavesTheirMatesManagersAndTheSideLeftBehind(t *testing.T) {
	for name, may := range map[string]struct {
		who commands.Person
		ok  bool
	}{"the leaver": {bob, true}, "a mate": {sam, true}, "a manager": {gail, true}, "the other side": {alice, false}, "a spectator": {odd, false}} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			card := c.lobby(map[string]string{"opponent": bob.ID})
			c.must(c.tap(bob, card, "Share your seat with somebody", sam.ID))
			c.must(c.tap(bob, card, "Ready"))
			c.must(c.tap(alice, card, "Ready"))
			thread := c.chans[card][0].id
			options := map[string]string{"player": bob.ID, "by": odd.ID}
			if !may.ok {
				_, err := c.try(may.who, thread, "session replace", options)
				c.refused(err, "Only Bob, somebody on that seat, or a server manager")
				return
			}
			c.command(may.who, thread, "session replace", options)
			c.says("channel/"+thread, `**\*Odd\* \<\@`, "takes the seat of Bob.**")
		})
	}
}

func TestAReplacementMustBeAPersonWithoutASeat(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	for by, say := range map[string]string{"bot": "A bot cannot take a seat", alice.ID: "Alice has a seat in this fight already"} {
		_, err := c.try(bob, thread, "session replace", map[string]string{"player": bob.ID, "by": by})
		c.refused(err, say)
	}
	_, err := c.try(alice, thread, "session replace", map[string]string{"player": sam.ID, "by": odd.ID})
	c.refused(err, "has no seat in this fight")
}

func TestWhoeverTakesASeatIsCalledOnceAndAskedWhatWaits(t *testing.T) {
	replace := func(c *club, thread string, leaver commands.Person) {
		c.pings = nil
		c.command(gail, thread, "session replace", map[string]string{"player": leaver.ID, "by": sam.ID})
	}
	t.Run("in the open", func(t *testing.T) {
		c := newClub(t)
		thread := c.fight(nil)
		replace(c, thread, alice)
		if len(c.pings) != 1 || c.pings[0].user != sam.ID || c.pings[0].dest == "dm" {
			t.Errorf("it notifies %v, want Sam in the thread", c.pings)
		}
		c.order(sam, thread, "Pike", "Cole")
		_, err := c.try(alice, thread, "attack", nil)
		c.refused(err, "no seat in this fight")
	})
	t.Run("in secret", func(t *testing.T) {
		c := newClub(t)
		thread := c.fight(nil)
		c.attack(thread)
		replace(c, thread, bob)
		if len(c.pings) != 1 || c.pings[0].user != sam.ID || c.pings[0].dest != "dm" {
			t.Errorf("it notifies %v, want Sam by direct message", c.pings)
		}
		if dm := c.last("user/102"); len(dm.Rows) > 0 || !strings.Contains(dm.Text, "passed on with your seat") {
			t.Errorf("Bob still reads %+v", dm)
		}
		c.lock(sam, "")
		c.lock(alice, "")
		if waits := c.must(c.try(bob, "x", "waiting", nil)).Message.Text; strings.Contains(waits, "<#") {
			t.Errorf("Bob, who has no seat any more, reads\n%s", waits)
		}
	})
}

func TestAReturnMatchIsCalledOnceWithTheSameTerms(t *testing.T) {
	c := newClub(t)
	thread := c.fight(map[string]string{"hand_size": "7"})
	dest := "channel/" + thread
	c.press(bob, c.command(bob, thread, "concede", nil).Message, "Concede")
	_, err := c.tap(sam, dest, "Return match")
	c.refused(err, "no seat in this fight")
	c.pings = nil
	c.must(c.tap(bob, dest, "Return match"))
	c.says("channel/table", "Side 1, Sheriffs: <@101>", "Side 2, Outlawmen: <@102>", "hand size 7")
	if len(c.pings) != 1 || c.pings[0].user != alice.ID {
		t.Errorf("it notifies %v, want Alice", c.pings)
	}
	_, err = c.tap(alice, dest, "Return match")
	c.refused(err, "A return match was called already", "<#table>")
	c.must(c.tap(bob, "channel/table", "Ready"))
	c.must(c.tap(alice, "channel/table", "Ready"))
	if !slices.ContainsFunc(c.chans["channel/table"], func(p *post) bool {
		return strings.Contains(p.message.Text, "It is fought in <#"+p.id+">") && p.id != thread
	}) {
		t.Error("the return match does not begin")
	}
}

func TestAFightInItsChannelEndsWithAReturnMatchAndWithoutAResultLine(t *testing.T) {
	c := newClub(t)
	card := c.lobby(map[string]string{"opponent": bob.ID, "here": "true"})
	c.must(c.tap(bob, card, "Ready"))
	c.must(c.tap(alice, card, "Ready"))
	c.press(bob, c.command(bob, "table", "concede", nil).Message, "Concede")
	c.says(card, "**Alice wins.**")
	c.must(c.tap(alice, card, "Return match"))
	c.says(card, "a fight is being set up")
}

func TestRefusedDirectMessagesKnockOnceForAQuestion(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	dest := "channel/" + thread
	c.lost["user/102"] = "403 Cannot send messages to this user"
	c.pings = nil
	c.attack(thread)
	c.says(dest, "<@102>, a choice waits for you here.")
	c.silent(dest, "direct message")
	if want := []string{"101", "102"}; !slices.Equal(users(c.pings), want) {
		t.Errorf("it notifies %v, want %v", users(c.pings), want)
	}
	menu := c.must(c.tap(bob, dest, "Choose in secret")).Message
	shown := c.press(bob, menu, "menu", menuOf(t, menu).Choices[0].Value).Message
	c.press(bob, shown, "Lock it in")
	c.lock(alice, "")
	for _, p := range c.chans[dest] {
		if strings.HasPrefix(p.slot, "knock/") && len(p.message.Rows) > 0 {
			t.Error("the knock keeps its button when its question is closed")
		}
	}
	if n := strings.Count(c.text(thread), "<@102>, a choice waits"); n != 1 {
		t.Errorf("there are %d knocks for one question", n)
	}
}

// users are those that pings notify, in order of their ids.
func users(pings []ping) (list []string) {
	for _, p := range pings {
		list = append(list, p.user)
	}
	slices.Sort(list)
	return list
}

func TestARefusalThatComesLateKnocksForNothing(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	c.attack(thread)
	prompt := c.chans["user/102"][len(c.chans["user/102"])-1]
	c.lock(bob, "")
	posts := len(c.chans["channel/"+thread])
	row := storage.Row{
		Session: prompt.session, Dest: "user/102", Slot: prompt.slot,
		Body: []byte(`{"ask":{"session":"` + prompt.session + `","asked":` + strings.Split(prompt.slot, "/")[1] + `,"user":"102"}}`),
	}
	if err := c.desk.Undelivered(t.Context(), row, "403"); err != nil {
		t.Fatal(err)
	}
	c.deliver()
	if n := len(c.chans["channel/"+thread]); n != posts {
		t.Errorf("Bob has locked, and is called: %q", c.last("channel/"+thread).Text)
	}
}

func TestAWhisperThatIsRefusedIsCalledOutWithoutItsWords(t *testing.T) {
	c := newClub(t)
	c.lost["user/102"] = "403 Cannot send messages to this user"
	thread := c.proving()
	if text := c.text(thread); !strings.Contains(text, "<@102>, there is word for you alone: `/hand` shows it here.") || strings.Contains(text, "You hold") {
		t.Errorf("the thread reads\n%s", text)
	}
}

func TestADeadThreadIsToldByDirectMessageAndGoesOnAtTheNextPress(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	dest := "channel/" + thread
	c.attack(thread)
	c.lock(alice, "")
	c.lost[dest] = dead
	c.lock(bob, "")
	for _, user := range []string{"user/101", "user/102"} {
		c.says(user, "I cannot write in <#"+thread+"> now. Nothing is lost", "/board")
	}
	posts, dms := len(c.chans[dest]), len(c.chans["user/101"])
	c.command(alice, thread, "board", nil) // still dead
	if n := len(c.chans["user/101"]); n != dms {
		t.Error("each try that fails is told anew")
	}
	delete(c.lost, dest)
	if len(c.chans[dest]) != posts {
		t.Fatal("the thread was not dead")
	}
	c.command(bob, thread, "board", nil)
	c.says(dest, "seals open and true", "<@101>")
}
