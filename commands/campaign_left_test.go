package commands_test

import (
	"strings"
	"testing"

	"umpire/storage"
)

func TestWhatNobodyHoldsIsLeftOutOfARoundAndSaidSo(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(alice, "Red Company")
	c.joined(bob, "Sea Dogs")
	c.joined(sam, "Crows")
	c.write(func(tx *storage.Tx) error { return tx.Erase(bob.ID) })
	c.reads(c.shown(alice, ""), "**Sea Dogs**", "nobody holds it any more", "/campaign hand-over")
	_, err := c.try(alice, "x", "campaign pair", opt("how", "by hand", "a", "Red Company", "b", "Sea Dogs"))
	c.refused(err, "Nobody holds Sea Dogs any more", "/campaign hand-over")
	for _, how := range []string{"round robin", "by standing"} {
		reply := c.command(alice, "x", "campaign pair", opt("how", how))
		c.reads(reply.Message, "1 battle paired", "Left out, since nobody holds them any more: Sea Dogs.", "/campaign hand-over")
	}
	c.command(gail, "x", "campaign hand-over", opt("to", gail.ID, "roster", "Sea Dogs"))
	c.says(hall, "**Sea Dogs** belongs to Gail from now on, in Winter War. Gail handed it over.")
	if text := c.shown(alice, "").Text; strings.Contains(text, "nobody holds") {
		t.Errorf("it says\n%s", text)
	}
	lacks(t, c.command(alice, "x", "campaign pair", opt("how", "round robin")).Message.Text, "Left out")
}

func TestWhereEveryRosterIsNobodysThereIsNobodyToPairAndWhy(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(alice, "Red Company")
	c.joined(bob, "Sea Dogs")
	c.write(func(tx *storage.Tx) error { return tx.Erase(bob.ID) })
	_, err := c.try(alice, "x", "campaign pair", opt("how", "round robin"))
	c.refused(err, "There is nobody to pair", "Left out", "Sea Dogs")
}

func TestAManagerWhoTakesACampaignIsNamedInItsChannel(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.command(gail, "x", "campaign hand-over", opt("to", gail.ID))
	c.says(hall, "**Winter War** is run by Gail from now on. Gail handed it over.")
	c.command(gail, "x", "campaign hand-over", opt("to", bob.ID))
	if text := c.last(hall).Text; strings.Contains(text, "handed it over") {
		t.Errorf("who gives their own is named twice: %s", text)
	}
}

func TestBattlesOfTheSameTwoAreToldApartInTheMenu(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(alice, "Red Company")
	c.joined(bob, "Sea Dogs")
	c.played("Red Company", "Sea Dogs", "won")
	list := c.command(sam, "x", "campaign battles", nil).Message
	if detail := menuOf(t, list).Choices[0].Detail; detail != "fought, entered by hand, 1 Mar" {
		t.Errorf("the menu says %q", detail)
	}
	for _, text := range []string{list.Text, c.shown(sam, "").Text, c.press(sam, list, "Open a battle", menuOf(t, list).Choices[0].Value).Message.Text} {
		lacks(t, text, "ound 0")
	}
}
