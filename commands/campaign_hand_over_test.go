package commands_test

import (
	"context"
	"fmt"
	"testing"

	"umpire/commands"
	"umpire/storage"
)

func TestARosterIsHandedOverOnlyToSomebodyWhoHasRoomForIt(t *testing.T) {
	c := newClub(t)
	c.campaign("Winter War")
	c.joined(alice, "Sea Dogs")
	c.joined(bob, "Sea Dogs")
	c.joined(bob, "Crows")
	give := func(name string, who commands.Person) error {
		_, err := c.try(bob, "x", "campaign hand-over", opt("to", who.ID, "roster", name))
		return err
	}
	dogs := c.ownCopy(bob, "Sea Dogs")
	c.refused(give(dogs, alice), "Sea Dogs is in Winter War already")
	for i := range 5 {
		c.joined(sam, fmt.Sprint("Company ", i))
	}
	c.refused(give("Crows", sam), "at most 5 rosters")
	c.command(sam, "x", "campaign leave", opt("roster", "Company 0"))
	if err := give("Crows", sam); err != nil {
		t.Error(err)
	}
	if err := give(dogs, sam); err == nil {
		t.Error("Sam has six")
	}
	c.command(alice, "x", "campaign leave", opt("roster", c.ownCopy(alice, "Sea Dogs")))
	if err := give(dogs, alice); err != nil {
		t.Error(err)
	}
}

// ownCopy is the id of somebody's roster in the campaign.
func (c *club) ownCopy(who commands.Person, name string) (id string) {
	c.t.Helper()
	err := c.store.Read(context.Background(), func(tx *storage.Tx) error {
		m, err := tx.MemberOf("g", who.ID)
		if err != nil {
			return err
		}
		lines, err := tx.FindRosters("g", storage.RosterQuery{Owner: &m.Key, Part: name})
		for _, l := range lines {
			if l.Campaign != "" && l.Name == name {
				id = l.ID
			}
		}
		return err
	})
	if err != nil || id == "" {
		c.t.Fatalf("%s has no roster %s in a campaign: %v", who.Name, name, err)
	}
	return id
}
