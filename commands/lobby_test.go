package commands_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"umpire/commands"
)

// lobby opens a lobby in a channel by Alice and gives its card's destination.
func (c *club) lobby(options map[string]string) (dest string) {
	c.t.Helper()
	all := map[string]string{"system": "lasthope"}
	for name, value := range options {
		all[name] = value
	}
	c.command(alice, "table", "session new", all)
	return "channel/table"
}

// says checks that the newest post of a destination holds words.
func (c *club) says(dest string, words ...string) {
	c.t.Helper()
	text := c.last(dest).Text
	for _, w := range words {
		if !strings.Contains(text, w) {
			c.t.Errorf("%s does not say %q:\n%s", dest, w, text)
		}
	}
}

// silent checks that the newest post of a destination does not hold words.
func (c *club) silent(dest string, words ...string) {
	c.t.Helper()
	text := c.last(dest).Text
	for _, w := range words {
		if strings.Contains(text, w) {
			c.t.Errorf("%s says %q:\n%s", dest, w, text)
		}
	}
}

func TestEveryChangeOfTheTermsTakesReadyBack(t *testing.T) {
	changes := map[string]func(c *club, card string){
		"a side":     func(c *club, card string) { c.must(c.tap(alice, card, "Your side", "townsfolk")) },
		"patience":   func(c *club, card string) { c.must(c.tap(alice, card, "Patience of 3 days", "24")) },
		"a mate":     func(c *club, card string) { c.must(c.tap(alice, card, "Share your seat with somebody", sam.ID)) },
		"a leaver":   func(c *club, card string) { c.must(c.tap(bob, card, "Leave")) },
		"house rule": func(c *club, card string) { c.house(card, "hand_size", "7") },
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			card := c.lobby(map[string]string{"opponent": bob.ID})
			c.must(c.tap(bob, card, "Ready"))
			if !strings.Contains(c.card(card), "<@102>, **ready**") {
				t.Fatalf("Ready is not shown:\n%s", c.card(card))
			}
			change(c, card)
			if text := c.card(card); strings.Contains(text, "**ready**") {
				t.Errorf("somebody is still ready:\n%s", text)
			}
		})
	}
}

// card is the text of the lobby's card.
func (c *club) card(dest string) string {
	c.t.Helper()
	for _, p := range c.chans[dest] {
		if p.slot == "lobby" {
			return p.message.Text
		}
	}
	c.t.Fatal("there is no card")
	return ""
}

// house sets a house rule at a card, as Alice.
func (c *club) house(card, key, value string) {
	c.t.Helper()
	menu := c.must(c.tap(alice, card, "House rules", key))
	set := c.press(alice, menu.Message, "menu", value)
	if !strings.HasPrefix(set.Message.Text, "House rule set") {
		c.t.Errorf("it answers %q", set.Message.Text)
	}
}

func TestAnOpenSeatIsAnybodysAndAFullOneNobodys(t *testing.T) {
	c := newClub(t)
	card := c.lobby(nil)
	c.says(card, "*open, anybody may sit down*")
	_, err := c.tap(sam, card, "Ready")
	c.refused(err, "no seat at this card")
	sit := has(c.last(card), "Take a seat")
	c.must(c.tap(sam, card, "Take a seat"))
	c.says(card, "Side 2, Outlawmen: <@103>")
	_, err = c.tryPress(bob, "m", sit)
	c.refused(err, "Every seat is taken")
	if has(c.last(card), "Take a seat") != "" {
		t.Error("a full card still offers a seat")
	}
}

func TestASharedSeatIsOfferedToThePersonByName(t *testing.T) {
	c := newClub(t)
	card := c.lobby(map[string]string{"opponent": bob.ID})
	c.pings = nil
	c.must(c.tap(bob, card, "Share your seat with somebody", sam.ID))
	if want := []ping{{sam.ID, card, "invite/103"}}; !slices.Equal(c.pings, want) {
		t.Errorf("it notifies %v, want %v", c.pings, want)
	}
	if !strings.Contains(c.card(card), "<@102> and <@103>") {
		t.Errorf("the card reads\n%s", c.card(card))
	}
	for _, who := range []struct{ id, say string }{{"999", "A bot cannot"}, {alice.ID, "Alice has a seat"}} {
		_, err := c.tap(bob, card, "Share your seat with somebody", who.id)
		c.refused(err, who.say)
	}
	c.must(c.tap(alice, card, "Ready"))
	c.must(c.tap(sam, card, "Ready")) // for the seat
	if !strings.Contains(c.card(card), "It is fought in") {
		t.Errorf("a mate's Ready does not count:\n%s", c.card(card))
	}
}

func TestOnePersonOnBothSeatsIsPracticeAndSaysSo(t *testing.T) {
	c := newClub(t)
	card := c.lobby(nil)
	c.must(c.tap(alice, card, "Take a seat"))
	c.says(card, "Practice: one person plays both sides.")
	_, err := c.tap(alice, card, "Share your seat with somebody", sam.ID)
	c.refused(err, "both sides", "Leave")
	which := c.must(c.tap(alice, card, "Your side", "townsfolk"))
	c.press(alice, which.Message, "Side 2")
	c.says(card, "Side 1, Sheriffs", "Side 2, Townsfolk")
	c.must(c.tap(alice, card, "Ready"))
	thread := "channel/" + c.chans[card][0].id
	c.order(alice, strings.TrimPrefix(thread, "channel/"), "Marshal Hale", "Finch")
	if n := len(c.chans["user/101"]); n != 3 { // the greeting, and a card for each side
		t.Errorf("Alice has %d direct messages, want 3", n)
	}
	c.lock(alice, "")
	first := c.chans["user/101"][1]
	c.must(c.tryPress(alice, private, menuOf(t, first.message).Path, menuOf(t, first.message).Choices[0].Value))
}

func TestSharingAndPlayingBothSidesDoNotMix(t *testing.T) {
	c := newClub(t)
	card := c.lobby(nil)
	c.must(c.tap(alice, card, "Share your seat with somebody", sam.ID))
	_, err := c.tap(alice, card, "Take a seat")
	c.refused(err, "You share the other seat")
}

func TestAWordIsMixedIntoTheDiceAndShownWithoutPower(t *testing.T) {
	c := newClub(t)
	card := c.lobby(map[string]string{"opponent": bob.ID})
	form := c.must(c.tap(alice, card, "Ready, with a word"))
	if form.Act != commands.Fill || len(form.Form.Inputs) != 1 {
		t.Fatalf("it answers %+v", form)
	}
	submit := func(who commands.Person, word string) (commands.Reply, error) {
		return c.send(commands.Request{
			Kind: commands.Submit, Path: form.Form.Path, User: who, Guild: "g", Channel: "table",
			Fields: map[string]string{"word": word}, Message: c.chans[card][0].id,
		})
	}
	_, err := submit(alice, strings.Repeat("x", 101))
	c.refused(err, "at most 100")
	c.must(submit(alice, "  **green**\n @everyone <@104>  "))
	c.must(c.tap(bob, card, "Ready"))
	terms := c.chans["channel/"+c.chans[card][0].id][0].message
	if !strings.Contains(terms.Text, `words: \*\*green\*\* \@`) || !strings.Contains(terms.Text, ", (the press's number) 90000") || len(terms.Mentions) > 0 {
		t.Errorf("the terms read\n%s", terms.Text)
	}
}

func TestTheGreetingComesOnceAndItsRefusalIsPrivate(t *testing.T) {
	c := newClub(t)
	c.lost["user/102"] = "403 Cannot send messages to this user"
	card := c.lobby(map[string]string{"opponent": bob.ID})
	c.must(c.tap(bob, card, "Ready"))
	told := c.chans[fmt.Sprintf("press/%d", 900000+c.n)]
	if len(told) != 1 || !strings.Contains(told[0].message.Text, "I may not send you direct messages") {
		t.Fatalf("Bob is told %+v", told)
	}
	if len(c.chans[card]) != 1 {
		t.Errorf("the channel reads of it: %q", c.last(card).Text)
	}
	delete(c.lost, "user/102")
	c.house(card, "hand_size", "7")
	c.must(c.tap(bob, card, "Ready"))
	c.must(c.tap(alice, card, "Ready"))
	if n := len(c.chans["user/102"]); n != 0 {
		t.Errorf("Bob is greeted again, %d times", n)
	}
	if n := len(c.chans["user/101"]); n != 1 {
		t.Errorf("Alice, who was the last to be ready, has %d greetings, want 1", n)
	}
}

func TestEachMissingRightIsNamedWithItsUse(t *testing.T) {
	for name, l := range map[string]struct {
		bit     int64
		refused string // of the command
		noted   string // on the card
	}{
		"view":    {1 << 10, "**View Channel** (to be here at all)", ""},
		"send":    {1 << 11, "**Send Messages** (to tell what happens)", ""},
		"history": {1 << 16, "", "**Read Message History** (to find its own posts again after a crash)."},
		"open":    {1 << 35, "", "**Create Public Threads** (to give each fight a thread of its own). So the fight will be fought in this very channel."},
		"threads": {1 << 38, "", "**Send Messages in Threads** (to tell the fight in its thread). So the fight will be fought in this very channel."},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			c.right = allRights &^ l.bit
			reply, err := c.try(alice, "table", "session new", map[string]string{"system": "lasthope", "opponent": bob.ID})
			if l.refused != "" {
				c.refused(err, l.refused, "Somebody who manages this channel")
				return
			}
			c.settle("channel/table", c.must(reply, err))
			c.says("channel/table", "I lack here: "+l.noted)
			c.right = allRights
			c.must(c.tap(bob, "channel/table", "Ready"))
			c.silent("channel/table", "I lack here", "very channel")
		})
	}
}

func TestWithoutTheRightToThreadsAFightIsFoughtInItsChannel(t *testing.T) {
	c := newClub(t)
	c.right = allRights &^ (1 << 35)
	card := c.lobby(map[string]string{"opponent": bob.ID})
	c.must(c.tap(bob, card, "Ready"))
	c.must(c.tap(alice, card, "Ready"))
	if !strings.Contains(c.card(card), "It is fought here.") {
		t.Errorf("the card reads\n%s", c.card(card))
	}
	c.says(card, "Turn 1, Sheriffs to act")
	c.attack("table")
	c.says(card, "**Marshal Hale")
}

func TestARightTakenAwayMeanwhileStopsReadyAndNothingElse(t *testing.T) {
	c := newClub(t)
	card := c.lobby(map[string]string{"opponent": bob.ID})
	c.right = allRights &^ (1 << 11)
	_, err := c.tap(bob, card, "Ready")
	c.refused(err, "Send Messages")
	c.must(c.tap(bob, card, "Leave"))
}

func TestAnAdministratorsBotLacksNothing(t *testing.T) {
	c := newClub(t)
	c.right = 1 << 3
	c.silent(c.lobby(nil), "I lack")
}

func TestAFightIsFoughtWhereItWasCalledIfThatIsAsked(t *testing.T) {
	t.Run("here", func(t *testing.T) {
		c := newClub(t)
		card := c.lobby(map[string]string{"opponent": bob.ID, "here": "true"})
		_, err := c.try(sam, "table", "session new", map[string]string{"system": "lasthope", "here": "true"})
		c.refused(err, "already", "https://discord.com/channels/g/table/"+c.chans[card][0].id)
		c.must(c.tap(bob, card, "Ready"))
		c.must(c.tap(alice, card, "Ready"))
		c.says(card, "Turn 1")
		_, err = c.try(sam, "table", "session new", map[string]string{"system": "lasthope", "here": "true"})
		c.refused(err, "already", "https://discord.com/channels/g/table/", "/session end")
		c.command(sam, "table", "session new", map[string]string{"system": "lasthope"}) // with a thread of its own
	})
	t.Run("in a thread", func(t *testing.T) {
		c := newClub(t)
		c.right = 1<<10 | 1<<15 | 1<<16 | 1<<38 // what counts in a thread
		c.under["side"] = "table"
		c.command(alice, "side", "session new", map[string]string{"system": "lasthope", "opponent": bob.ID})
		c.silent("channel/side", "I lack")
		c.must(c.tap(bob, "channel/side", "Ready"))
		c.must(c.tap(alice, "channel/side", "Ready"))
		c.says("channel/side", "Turn 1")
	})
}

func TestTwoLobbiesWithoutRightToThreadsBeginOneFight(t *testing.T) {
	c := newClub(t)
	c.right = allRights &^ (1 << 35)
	c.lobby(map[string]string{"opponent": bob.ID})
	first := c.last("channel/table")
	c.lobby(map[string]string{"opponent": sam.ID})
	second := c.last("channel/table")
	for _, who := range []commands.Person{bob, alice} {
		c.must(c.tryPress(who, "m", find(t, first, "Ready")))
	}
	c.must(c.tryPress(sam, "m", find(t, second, "Ready")))
	_, err := c.tryPress(alice, "m", find(t, second, "Ready"))
	c.refused(err, "already", "https://discord.com/channels/g/table/")
}

func TestALobbyIsClosedAfterSevenDays(t *testing.T) {
	for name, press := range map[string]string{"Ready": "Ready", "a form": "Ready, with a word", "a menu": "House rules"} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			card := c.lobby(map[string]string{"opponent": bob.ID})
			c.now = c.now.Add(7*24*time.Hour - time.Hour)
			c.must(c.tap(bob, card, "Leave"))
			c.now = c.now.Add(2 * time.Hour)
			_, err := c.tap(alice, card, press, "hand_size")
			c.refused(err, "seven days", "/session new")
			c.says(card, "this lobby is closed")
			if len(c.last(card).Rows) > 0 {
				t.Error("the closed card still has buttons")
			}
		})
	}
}

func TestAnOldLobbyDoesNotBlockItsChannel(t *testing.T) {
	c := newClub(t)
	c.lobby(map[string]string{"here": "true"})
	c.now = c.now.Add(8 * 24 * time.Hour)
	c.command(bob, "table", "session new", map[string]string{"system": "lasthope", "here": "true"})
	if text := c.chans["channel/table"][0].message.Text; !strings.Contains(text, "closed") {
		t.Errorf("the old card reads\n%s", text)
	}
	c.says("channel/table", "Side 1, Sheriffs: <@102>")
}

func TestTheLastOneToLeaveClosesTheLobby(t *testing.T) {
	c := newClub(t)
	card := c.lobby(map[string]string{"opponent": bob.ID})
	ready := has(c.last(card), "Ready")
	c.must(c.tap(alice, card, "Leave"))
	c.says(card, "Side 1, Sheriffs: *open")
	c.must(c.tap(bob, card, "Leave"))
	c.says(card, "this lobby is closed")
	_, err := c.tryPress(bob, "m", ready)
	c.refused(err, "closed")
}

func TestSessionEndClosesALobbyInItsChannel(t *testing.T) {
	c := newClub(t)
	card := c.lobby(map[string]string{"opponent": bob.ID, "here": "true"})
	_, err := c.try(sam, "table", "session end", nil)
	c.refused(err, "Only those at its card")
	c.command(bob, "table", "session end", nil)
	c.says(card, "closed")
}

func TestOpponentAndSideAreCheckedBeforeACardIsPosted(t *testing.T) {
	c := newClub(t)
	for _, bad := range []struct {
		options map[string]string
		say     string
	}{
		{map[string]string{"system": "lasthope", "opponent": "bot"}, "A bot cannot be an opponent"},
		{map[string]string{"system": "lasthope", "side": "*knights* @everyone"}, `no side called \*knights\*`},
		{map[string]string{"system": strings.Repeat("chess ", 50)}, "There is no system called chess"},
	} {
		_, err := c.try(alice, "table", "session new", bad.options)
		c.refused(err, bad.say)
	}
	_, err := c.send(commands.Request{Kind: commands.Command, Path: "session new", User: alice, Channel: "dm", Options: map[string]string{"system": "lasthope"}})
	c.refused(err, "in a server's channel")
	if len(c.chans) > 0 {
		t.Errorf("something was posted: %v", c.chans)
	}
	c.lobby(map[string]string{"side": "outlawmen", "opponent": bob.ID})
	c.says("channel/table", "Side 1, Outlawmen: <@101>", "Side 2, Townsfolk: <@102>")
}

func TestTheInvitationNotifiesTheOpponentAlone(t *testing.T) {
	c := newClub(t)
	card := c.lobby(map[string]string{"opponent": bob.ID})
	if want := []ping{{bob.ID, card, "lobby"}}; !slices.Equal(c.pings, want) {
		t.Errorf("it notifies %v, want %v", c.pings, want)
	}
}

func TestALobbyOfAnotherServerCannotBePressed(t *testing.T) {
	c := newClub(t)
	card := c.lobby(map[string]string{"opponent": bob.ID})
	for _, guild := range []string{"other", ""} {
		_, err := c.send(commands.Request{Kind: commands.Press, Path: has(c.last(card), "Ready"), User: bob, Guild: guild, Channel: "x", Message: "m"})
		c.refused(err, "another time")
	}
}
