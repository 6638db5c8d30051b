package commands_test

import (
	"testing"

	"umpire/commands"
	"umpire/storage"
)

// waiting leaves a list and a question with Alice that wait for her press, and
// gives how to answer each.
func (c *club) waiting() map[string]func() (commands.Reply, error) {
	c.t.Helper()
	list := c.ask(alice, "roster import", "system", "skirmish", "name", "Crew", "text", "3 Musketeer")
	plan := c.ask(alice, "roster new", "system", "lasthope", "name", "Law")
	menu := menuOf(c.t, plan)
	return map[string]func() (commands.Reply, error){
		"list":     func() (commands.Reply, error) { return c.tryPress(alice, private, find(c.t, list, "Take it in")) },
		"question": func() (commands.Reply, error) { return c.tryPress(alice, private, menu.Path, menu.Choices[0].Value) },
	}
}

// draftsOf counts what waits for somebody's press.
func (c *club) draftsOf(who commands.Person) (n int) {
	c.t.Helper()
	c.write(func(tx *storage.Tx) error {
		drafts, err := tx.DraftsOf(who.ID)
		n = len(drafts)
		return err
	})
	return n
}

func (c *club) rostersOf() (n int) {
	c.t.Helper()
	c.write(func(tx *storage.Tx) error {
		all, err := tx.FindRosters("g", storage.RosterQuery{Limit: -1})
		n = len(all)
		return err
	})
	return n
}

func TestADraftOfARosterIsTakenUpOnce(t *testing.T) {
	c := newClub(t)
	for name, press := range c.waiting() {
		before := c.rostersOf()
		c.must(press())
		_, err := press()
		c.refused(err, "not at hand any more")
		if n := c.rostersOf() - before; n != 1 {
			t.Errorf("two presses on the %s make %d rosters", name, n)
		}
	}
	if n := c.draftsOf(alice); n != 0 {
		t.Errorf("%d drafts are left", n)
	}
}

func TestADraftThatIsRefusedWaitsForABetterPress(t *testing.T) {
	c := newClub(t)
	plan := menuOf(t, c.ask(alice, "roster new", "system", "lasthope", "name", "Law"))
	_, err := c.tryPress(alice, private, plan.Path, "no such side")
	c.refused(err)
	c.must(c.tryPress(alice, private, plan.Path, plan.Choices[0].Value))
}

func TestADraftOfARosterIsForgottenAfterAMonth(t *testing.T) {
	c := newClub(t)
	presses := c.waiting()
	c.days(29)
	c.sweep()
	if n := c.draftsOf(alice); n != len(presses) {
		t.Fatalf("%d drafts are left after 29 days", n)
	}
	c.days(2)
	c.sweep()
	if n := c.draftsOf(alice); n != 0 {
		t.Errorf("%d drafts are left after 31 days", n)
	}
	for _, press := range presses {
		_, err := press()
		c.refused(err, "not at hand any more")
	}
}

func TestADraftOfARosterGoesWithItsServer(t *testing.T) {
	c := newClub(t)
	c.waiting()
	c.write(func(tx *storage.Tx) error { return tx.SaveSetting("gone/g", "0") })
	c.sweep()
	if n := c.draftsOf(alice); n != 0 {
		t.Errorf("%d drafts are left", n)
	}
}

func TestAnOrderOfAFightThatStandsStillWaitsAsLongAsIt(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	c.must(c.tap(alice, "channel/"+thread, "Attack"))
	if n := c.draftsOf(alice); n != 1 {
		t.Fatalf("%d drafts", n)
	}
	c.days(100)
	c.sweep()
	if n := c.draftsOf(alice); n != 1 {
		t.Errorf("%d drafts are left", n)
	}
	c.concedes(bob, thread)
	if n := c.draftsOf(alice); n != 0 {
		t.Errorf("%d drafts outlive the fight", n)
	}
}
