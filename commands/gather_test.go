package commands_test

import (
	"fmt"
	"testing"
)

func TestAPostThatGrowsNotifiesOnceAndIsClosedByAnother(t *testing.T) {
	c := newClub(t)
	thread, a, b := c.battle(pirates, corps)
	dest := "channel/" + thread
	models := c.complete(a, thread, "move", "models", "", nil)[1:]
	move := func(model string) {
		c.command(a, thread, "move", map[string]string{"models": model, "to": "north 2"})
	}
	c.pings = nil
	before := len(c.chans[dest])
	move(models[0])
	move(models[1])
	if n := len(c.chans[dest]) - before; n != 1 || len(c.pings) != 1 {
		t.Errorf("two moves make %d posts and %d notifications, want one each", n, len(c.pings))
	}
	c.command(b, thread, "roll", map[string]string{"dice": "d6"})
	move(models[2])
	if n := len(c.chans[dest]) - before; n != 3 {
		t.Errorf("after a word between them there are %d posts, want 3", n)
	}
	buttons := 0
	for _, p := range c.chans[dest] {
		if has(p.message, "Move") != "" {
			buttons++
		}
	}
	if buttons != 1 || has(c.last(dest), "Move") == "" {
		t.Errorf("%d posts have buttons; the newest is %+v", buttons, c.last(dest))
	}
}

func TestAPostThatWouldGrowTooLongIsFollowedByAnother(t *testing.T) {
	c := newClub(t)
	thread, a, _ := c.battle(horde, legion)
	dest := "channel/" + thread
	before := len(c.chans[dest])
	for i, model := range c.complete(a, thread, "move", "models", "", nil)[1:] {
		c.command(a, thread, "move", map[string]string{"models": model, "to": fmt.Sprintf("north %d.%02d", 1+i%5, i)})
	}
	for range 2 { // the same again: the rules take a move back that is made anew
		for _, model := range c.complete(a, thread, "move", "models", "", nil)[1:] {
			c.command(a, thread, "move", map[string]string{"models": model, "to": "north 5.5"})
		}
	}
	if n := len(c.chans[dest]) - before; n < 2 || n > 5 {
		t.Errorf("seventy moves make %d posts", n)
	}
}
