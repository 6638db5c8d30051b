package commands_test

import (
	"strings"
	"testing"

	"umpire/commands"
)

// codeOf reads a fight's code from somebody's /waiting.
func (c *club) codeOf(who commands.Person) string {
	c.t.Helper()
	parts := strings.Split(c.must(c.try(who, "x", "waiting", nil)).Message.Text, "`")
	if len(parts) < 3 || len(parts[1]) != 5 {
		c.t.Fatalf("/waiting names no code: %q", parts)
	}
	return parts[1]
}

func TestAFightWhoseThreadIsGoneIsEndedByItsCode(t *testing.T) {
	t.Run("both sides by the command", func(t *testing.T) {
		c := newClub(t)
		thread := c.fight(nil)
		c.lost["channel/"+thread] = dead
		fight := map[string]string{"fight": strings.ToLower(c.codeOf(alice))}
		c.command(alice, "elsewhere", "session end", fight)
		_, err := c.try(alice, "elsewhere", "session end", fight)
		c.refused(err, "asked already")
		c.command(bob, "another", "session end", fight)
		c.says("channel/table", "ends without a result")
	})
	t.Run("the other side by its direct message", func(t *testing.T) {
		c := newClub(t)
		thread := c.fight(nil)
		c.lost["channel/"+thread] = dead
		code := c.codeOf(alice)
		c.command(alice, "elsewhere", "session end", map[string]string{"fight": code})
		found := false
		for _, p := range c.chans["user/"+bob.ID] {
			found = found || strings.Contains(p.message.Text, "fight:"+code)
		}
		if !found {
			t.Error("Bob is not told how the fight is ended without its thread")
		}
		c.must(c.tap(bob, "user/"+bob.ID, "Agree to end"))
		c.says("channel/table", "ends without a result")
		for _, p := range c.chans["user/"+bob.ID] {
			if has(p.message, "Agree to end") != "" {
				t.Error("the offer keeps its button when the fight is over")
			}
		}
	})
	t.Run("one who concedes", func(t *testing.T) {
		c := newClub(t)
		thread := c.fight(nil)
		c.lost["channel/"+thread] = dead
		ask := c.command(bob, "elsewhere", "concede", map[string]string{"fight": c.codeOf(bob)})
		c.press(bob, ask.Message, "Concede")
		c.says("channel/table", "Outlawmen (Bob), who concede")
	})
	t.Run("a manager", func(t *testing.T) {
		c := newClub(t)
		c.fight(nil)
		c.command(gail, "elsewhere", "session end", map[string]string{"fight": c.codeOf(bob), "reason": "its thread is gone"})
		c.says("channel/table", "ends without a result")
	})
}

func TestAnOfferFromElsewhereNotifiesOnce(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	fight := map[string]string{"fight": c.codeOf(alice)}
	c.pings = nil
	c.command(alice, "elsewhere", "session end", fight)
	c.says("channel/"+thread, "Alice asks to end this fight", "do you agree?")
	c.notified("the offer", "102 dm")
	c.must(c.tap(bob, "channel/"+thread, "Agree to end"))
	c.says("channel/table", "ends without a result")
}

func TestAnotherPlacesFightIsNamedByItsCodeOnlyToWhomItConcerns(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	code := c.codeOf(alice)
	fight := map[string]string{"fight": code}
	if text := c.command(bob, "elsewhere", "session status", fight).Message.Text; !strings.Contains(text, "fight "+code) {
		t.Errorf("the status is %s", text)
	}
	for _, path := range []string{"session status", "session end", "concede"} {
		_, err := c.try(sam, "elsewhere", path, fight)
		c.refused(err, "no fight "+code)
		_, err = c.try(bob, "elsewhere", path, map[string]string{"fight": "*no*"})
		c.refused(err, `no fight \*NO\*`)
		if offered := c.complete(bob, "elsewhere", path, "fight", "", nil); len(offered) != 1 || offered[0] != code {
			t.Errorf("/%s offers Bob %q", path, offered)
		}
		if offered := c.complete(sam, thread, path, "fight", "", nil); len(offered) != 0 {
			t.Errorf("/%s offers Sam, who has no seat, %q", path, offered)
		}
	}
}

func TestALobbyIsClosedInItsChannelByThoseWhomItConcerns(t *testing.T) {
	for name, may := range map[string]struct {
		who commands.Person
		ok  bool
	}{"the host": {alice, true}, "the invited": {bob, true}, "a manager": {gail, true}, "anybody": {sam, false}} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			card := c.lobby(map[string]string{"opponent": bob.ID})
			reply, err := c.try(may.who, "table", "session end", nil)
			if !may.ok {
				c.refused(err, "Only those at its card")
				return
			}
			c.must(reply, err)
			c.says(card, "this lobby is closed")
		})
	}
	t.Run("the newest of one's own", func(t *testing.T) {
		c := newClub(t)
		card := c.lobby(nil)
		c.command(sam, "table", "session new", map[string]string{"system": "lasthope"})
		c.command(alice, "table", "session end", nil)
		c.says(card, "a fight is being set up") // Sam's
		if first := c.chans[card][0].message.Text; !strings.Contains(first, "this lobby is closed") {
			t.Errorf("Alice's card reads\n%s", first)
		}
		c.command(gail, "table", "session end", nil)
		c.says(card, "this lobby is closed")
	})
	t.Run("a host who gave the seat up", func(t *testing.T) {
		c := newClub(t)
		card := c.lobby(map[string]string{"opponent": bob.ID})
		c.must(c.tap(alice, card, "Leave"))
		c.command(alice, "table", "session end", nil)
		c.says(card, "this lobby is closed")
	})
}
