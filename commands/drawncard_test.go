package commands_test

import (
	"strings"
	"testing"

	"umpire/commands"
)

// opened opens a fight of a system and makes both sides ready.
func (c *club) opened(system, side string) (thread string, card commands.Message) {
	c.t.Helper()
	c.command(alice, "table", "session new", map[string]string{"system": system, "opponent": bob.ID, "side": side})
	lobby := c.chans["channel/table"][len(c.chans["channel/table"])-1]
	card = lobby.message
	for _, who := range []commands.Person{alice, bob} {
		if _, err := c.tryPress(who, lobby.id, find(c.t, card, "Ready")); err != nil {
			c.t.Fatal(err)
		}
	}
	return lobby.id, card
}

func TestADrawnCardIsSeenBesideTheWords(t *testing.T) {
	c := newClub(t)
	thread, _ := c.opened("factions", "white")
	c.lock(alice, "")
	c.lock(bob, "")
	c.command(alice, thread, "attack", map[string]string{"attacker": "Iron Agnes", "target": "Rizzik", "weapon": "fists"})
	c.must(c.tap(bob, "channel/"+thread, "Agreed"))
	n := 0
	for _, p := range c.chans["channel/"+thread] {
		drawn := strings.Count(p.message.Text, "draws card")
		if drawn == 0 {
			continue
		}
		if n++; p.message.Picture == nil || len(p.message.Picture.Scene.Cards) != drawn {
			t.Errorf("beside %q is %+v", p.message.Text, p.message.Picture)
		}
	}
	if n != 1 {
		t.Errorf("cards are drawn in %d posts:\n%s", n, c.text(thread))
	}
}

func TestABombardmentIsAnnouncedBeforeTheBattle(t *testing.T) {
	c := newClub(t)
	_, card := c.opened("skirmish", "landing")
	if want := "Landing party brings Startillery; `/rules` tells what that is."; !strings.Contains(card.Text, want) {
		t.Errorf("the card says\n%s", card.Text)
	}
	id := c.enlist(alice, "skirmish", "Sea Dogs")
	c.command(alice, "table", "session new", opt("system", "skirmish", "opponent", bob.ID, "side", "roster:"+id))
	if card := c.last("channel/table"); strings.Contains(card.Text, "Sea Dogs brings") || !strings.Contains(card.Text, "Sea Dogs") {
		t.Errorf("the card says\n%s", card.Text)
	}
}
