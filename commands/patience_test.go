package commands_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the clock changes of real places, wherever the test runs

	"umpire/commands"
)

// three opens three fights at once between Alice and Bob: in the first Alice is
// to order, in the second Bob is to choose in secret, in the third Bob is to order.
func (c *club) three() (threads [3]string) {
	c.t.Helper()
	for i := range threads {
		threads[i] = c.fight(nil)
	}
	c.attack(threads[1])
	c.lock(alice, "")
	c.command(alice, threads[2], "done", nil)
	return threads
}

func TestThreeFightsOfTheSameTwoPeopleAreKeptApart(t *testing.T) {
	c := newClub(t)
	threads := c.three()
	for _, guild := range []string{"g", ""} {
		wantWaiting(t, c, guild, threads)
	}
	// Each direct message names its own fight and its buttons lead there.
	dm := c.last("user/102")
	if !strings.Contains(dm.Text, "-# In <#"+threads[1]+">.") {
		t.Errorf("Bob's direct message is of another fight:\n%s", dm.Text)
	}
	before := [3]int{c.lines(threads[0]), c.lines(threads[1]), c.lines(threads[2])}
	c.lock(bob, "")
	for i, thread := range threads {
		if moved := c.lines(thread) > before[i]; moved != (i == 1) {
			t.Errorf("fight %d moved: %v", i, moved)
		}
	}
	if done := c.last("user/102").Text; !strings.Contains(done, "<#"+threads[1]+">") {
		t.Errorf("the receipt is of another fight:\n%s", done)
	}
	hands := map[string]bool{}
	for _, thread := range threads {
		hands[c.command(bob, thread, "hand", nil).Message.Text] = true
	}
	if len(hands) != 3 {
		t.Errorf("/hand shows %d hands in three fights", len(hands))
	}
}

func wantWaiting(t *testing.T, c *club, guild string, threads [3]string) {
	t.Helper()
	read := func(who commands.Person) string {
		return c.must(c.send(commands.Request{Kind: commands.Command, Path: "waiting", User: who, Guild: guild, Channel: "anywhere"})).Message.Text
	}
	a, b := read(alice), read(bob)
	for _, want := range []struct{ text, line string }{
		{a, "**These fights wait for you:**\n<#" + threads[0] + "> Sheriffs"},
		{a, "<#" + threads[1] + "> Sheriffs"},
		{b, "<#" + threads[1] + ">"},
		{b, "a choice in secret, asked <t:"},
		{b, "six of your models may attack, asked <t:"},
		{b, "**In these you wait for others:**\n<#" + threads[0] + ">"},
	} {
		if !strings.Contains(want.text, want.line) {
			t.Errorf("in %q it does not say %q:\n%s", guild, want.line, want.text)
		}
	}
	if at := strings.Index(a, "In these you wait"); strings.Count(a[:at], "<#") != 1 || strings.Count(a[at:], "Awaited: Bob.") != 2 {
		t.Errorf("Alice reads\n%s", a)
	}
}

func TestLapseInOneFightLeavesTheOthersAlone(t *testing.T) {
	c := newClub(t)
	threads := c.three()
	c.now = c.now.Add(73 * time.Hour)
	before := [3]int{c.lines(threads[0]), c.lines(threads[1]), c.lines(threads[2])}
	board := c.command(alice, threads[1], "board", nil)
	c.press(alice, board.Message, "Let it lapse")
	for i, thread := range threads {
		if moved := c.lines(thread) > before[i]; moved != (i == 1) {
			t.Errorf("fight %d moved: %v", i, moved)
		}
	}
	c.says("channel/"+threads[1], "seals open and true")
	if text := c.text(threads[1]); !strings.Contains(text, "Bob let the decision lapse") {
		t.Errorf("the lapse is not told:\n%s", text)
	}
	if text := c.must(c.try(alice, "x", "waiting", nil)).Message.Text; !strings.Contains(text, "Patience has run out") {
		t.Errorf("/waiting does not say that another may lapse:\n%s", text)
	}
}

func TestWaitingListsMoreFightsThanOneMessageHolds(t *testing.T) {
	c := newClub(t)
	for range 20 {
		c.fight(nil)
	}
	text := c.must(c.try(bob, "x", "waiting", nil)).Message.Text
	if !strings.Contains(text, "more") || strings.Count(text, "<#") > 19 {
		t.Errorf("it reads\n%s", text)
	}
}

func TestOnlyThoseWhoWaitMayNudgeAndNotTooOften(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	dest := "channel/" + thread
	_, err := c.try(alice, thread, "nudge", nil)
	c.refused(err, "You are awaited yourself")
	_, err = c.try(sam, thread, "nudge", nil)
	c.refused(err, "no seat in this fight")
	since := fmt.Sprintf("<t:%d:f>", c.now.Add(-2*time.Second).Unix())
	c.pings = nil
	c.command(bob, thread, "nudge", nil)
	c.says(dest, "<@101>, the fight has waited for you since "+since)
	if len(c.pings) != 1 || c.pings[0].user != alice.ID {
		t.Errorf("it notifies %v, want Alice alone", c.pings)
	}
	c.now = c.now.Add(11 * time.Hour)
	_, err = c.try(bob, thread, "nudge", nil)
	c.refused(err, "There was a reminder already", "<t:")
	c.now = c.now.Add(time.Hour)
	c.command(bob, thread, "nudge", nil)
	// Another decision is another matter.
	c.command(alice, thread, "done", nil)
	c.command(alice, thread, "nudge", nil)
	c.says(dest, "<@102>, the fight has waited")
}

func TestANudgeDuringAnObjectionGoesToTheOtherSide(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	c.attack(thread)
	c.must(commands.Reply{}, c.object(bob, thread, "a fence"))
	c.command(bob, thread, "nudge", nil)
	c.says("channel/"+thread, "<@101>, the fight has waited")
}

func TestADecisionLapsesForTheOtherSideOnceTimeIsUp(t *testing.T) {
	for _, hours := range []int{24, 48, 72, 168} {
		t.Run(fmt.Sprint(hours), func(t *testing.T) {
			c := newClub(t)
			thread := c.patient(hours)
			asked := c.now
			lapse := "lapse/" + c.chans["channel/"+thread][0].session + "/" + strings.Split(has(c.last("channel/"+thread), "Attack"), "/")[2]
			press := func(who commands.Person, at time.Time) error {
				c.now = at.Add(-time.Second)
				_, err := c.tryPress(who, "m", lapse)
				return err
			}
			out := asked.Add(time.Duration(hours) * time.Hour)
			c.refused(press(bob, out.Add(-time.Second)), "too early", fmt.Sprintf("<t:%d:f>", out.Unix()))
			c.refused(press(alice, out), "You are awaited yourself")
			c.refused(press(sam, out), "no seat in this fight")
			if err := press(bob, out); err != nil {
				t.Fatal(err)
			}
			c.says("channel/"+thread, "Outlawmen to act")
			c.refused(press(bob, out), "no longer open")
		})
	}
}

// patient opens a fight with so many hours of patience, 0 for none.
func (c *club) patient(hours int) (thread string) {
	c.t.Helper()
	card := c.lobby(map[string]string{"opponent": bob.ID})
	if hours != 72 {
		c.must(c.tap(alice, card, "Patience of 3 days", fmt.Sprint(hours)))
	}
	c.must(c.tap(bob, card, "Ready"))
	c.must(c.tap(alice, card, "Ready"))
	return c.chans[card][0].id
}

func TestPatienceIsInHoursWhateverTheClocksDo(t *testing.T) {
	for place, noon := range map[string][2]int{
		"Europe/Berlin":       {3, 27}, // the night after it, an hour is skipped
		"America/New_York":    {11, 6}, // and here one comes twice
		"Australia/Lord_Howe": {4, 3},  // half an hour
	} {
		t.Run(place, func(t *testing.T) {
			zone, err := time.LoadLocation(place)
			if err != nil {
				t.Fatal(err)
			}
			c := newClub(t)
			c.now = time.Date(2027, time.Month(noon[0]), noon[1], 12, 0, 0, 0, zone)
			thread := c.patient(24)
			asked := c.now
			if _, a := asked.Zone(); true {
				if _, b := asked.Add(24 * time.Hour).Zone(); a == b {
					t.Fatalf("the clocks do not change in the night after %s", asked)
				}
			}
			c.now = asked.Add(24*time.Hour - 3*time.Second)
			if board := c.command(bob, thread, "board", nil); has(board.Message, "Let it lapse") != "" {
				t.Error("it may lapse two seconds early")
			}
			c.now = asked.Add(24 * time.Hour)
			c.press(bob, c.command(bob, thread, "board", nil).Message, "Let it lapse")
		})
	}
}

func TestWithoutAnAgreedPatienceNothingLapses(t *testing.T) {
	c := newClub(t)
	card := c.lobby(map[string]string{"opponent": bob.ID})
	c.must(c.tap(alice, card, "Patience of 3 days", "0"))
	c.says(card, "Patience without end: no decision ever lapses.")
	c.must(c.tap(bob, card, "Ready"))
	c.must(c.tap(alice, card, "Ready"))
	thread := c.chans[card][0].id
	c.now = c.now.Add(1000 * time.Hour)
	if board := c.command(bob, thread, "board", nil); has(board.Message, "Let it lapse") != "" {
		t.Error("it is offered")
	}
	order := strings.Split(has(c.last("channel/"+thread), "Attack"), "/")
	_, err := c.tryPress(bob, "m", "lapse/"+order[1]+"/"+order[2])
	c.refused(err, "without an end to patience")
}

func TestAnObjectionHasAPatienceOfItsOwn(t *testing.T) {
	for name, side := range map[string]struct {
		who  commands.Person
		told string
	}{
		"the declarer lets it lie": {bob, "Alice let the objection lapse, so the declaration is taken back."},
		"the objector lets it lie": {alice, "Bob let the objection lapse, so the declaration stands."},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			thread := c.fight(nil)
			c.attack(thread)
			c.now = c.now.Add(71 * time.Hour)
			c.must(commands.Reply{}, c.object(bob, thread, "a fence"))
			c.now = c.now.Add(70 * time.Hour) // the decision's own time is long up
			if board := c.command(side.who, thread, "board", nil); has(board.Message, "Let it lapse") != "" {
				t.Fatal("the objection lapses by the decision's patience")
			}
			c.now = c.now.Add(3 * time.Hour)
			c.press(side.who, c.command(side.who, thread, "board", nil).Message, "Let it lapse")
			if text := c.text(thread); !strings.Contains(text, side.told) {
				t.Errorf("it is told as\n%s", text)
			}
			if board := c.command(side.who, thread, "board", nil); has(board.Message, "Let it lapse") != "" {
				t.Error("what was held may lapse at once")
			}
		})
	}
}

func TestALapsedChoiceIsMadeForOneAndNamedSo(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	c.attack(thread)
	c.lock(alice, "")
	c.now = c.now.Add(80 * time.Hour)
	c.press(alice, c.command(alice, thread, "board", nil).Message, "Let it lapse")
	if dm := c.last("user/102").Text; !strings.Contains(dm, "You made no choice.") {
		t.Errorf("Bob reads %q", dm)
	}
	if text := c.text(thread); !strings.Contains(text, "For Bob, the top card of the deck is played blind.") {
		t.Errorf("it is told as\n%s", text)
	}
	if users := c.last("channel/" + thread).Mentions; !slices.Equal(users, []string{alice.ID}) {
		t.Errorf("it calls %v", users)
	}
}
