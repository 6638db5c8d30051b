package commands_test

import (
	"strings"
	"testing"
	"time"
)

func TestAReturnMatchIsCalledAgainOnceItsCardIsClosedOrExpired(t *testing.T) {
	for name, closes := range map[string]func(c *club){
		"closed": func(c *club) { c.command(alice, "table", "session end", nil) },
		"left": func(c *club) {
			c.must(c.tap(alice, "channel/table", "Leave"))
			c.must(c.tap(bob, "channel/table", "Leave"))
		},
		"expired": func(c *club) { c.now = c.now.Add(8 * 24 * time.Hour) },
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			thread := c.fight(nil)
			c.press(bob, c.command(bob, thread, "concede", nil).Message, "Concede")
			c.must(c.tap(bob, "channel/"+thread, "Return match"))
			_, err := c.tap(alice, "channel/"+thread, "Return match")
			c.refused(err, "called already")
			closes(c)
			c.must(c.tap(alice, "channel/"+thread, "Return match"))
			open := 0
			for _, p := range c.chans["channel/table"] {
				if strings.Contains(p.message.Text, "a fight is being set up") {
					open++
				}
			}
			if open != 1 {
				t.Errorf("%d cards are open", open)
			}
			c.must(c.tap(alice, "channel/table", "Ready"))
			c.must(c.tap(bob, "channel/table", "Ready"))
			_, err = c.tap(bob, "channel/"+thread, "Return match")
			c.refused(err, "called already")
		})
	}
}
