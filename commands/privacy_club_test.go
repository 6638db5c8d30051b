package commands_test

import (
	"strings"
	"testing"

	"umpire/rules/campaign"
	"umpire/storage"
)

func TestRostersOfSomebodyRemovedStayWithTheirCampaignAlone(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	l.write(func(tx *storage.Tx) error {
		body := []byte(`{"name":"Spare","members":null}`)
		bob, err := tx.MemberOf("g", bob.ID)
		if err != nil {
			return err
		}
		if err := tx.AddRoster(storage.Roster{ID: "SPARE1", Guild: "g", System: l.sys.Key, Owner: bob.Key, Name: "Spare", State: storage.Kept}); err != nil {
			return err
		}
		entry := []byte(`{"changes":[{"what":"name","to":"Spare"}]}`)
		return tx.AppendEntry(storage.LedgerEntry{Roster: "SPARE1", N: 1, By: bob.Key, Body: entry}, "Spare", body)
	})
	l.battle("silas_crane", 1)
	text := l.command(bob, "table", "privacy show", nil).Message.Text
	if !strings.Contains(text, "1 of your own, 1 in campaigns") {
		t.Errorf("it says\n%s", text)
	}
	file := string(l.command(bob, "table", "privacy export", nil).Message.File.Body)
	for _, want := range []string{"SPARE1", l.sea, "silas_crane", `"wound"`, "joined"} {
		if !strings.Contains(file, want) {
			t.Errorf("the export does not hold %s", want)
		}
	}
	l.forgets(bob)
	if where := l.holding("Bob"); len(where) > 0 {
		t.Errorf("Bob is still named in %v", where)
	}
	l.verifies()
	var spare, sea storage.Roster
	l.write(func(tx *storage.Tx) (err error) {
		if spare, err = tx.Roster("SPARE1"); err != nil {
			return err
		}
		sea, err = tx.Roster(l.sea)
		return err
	})
	if spare.State != storage.Withdrawn || sea.State != storage.Kept {
		t.Errorf("his own is %s, the campaign's %s", spare.State, sea.State)
	}
	if err := l.form(gail, "takeback-battle/"+l.battles()[0].ID, "never fought"); err != nil {
		t.Errorf("the books have come to a stop: %v", err)
	}
	if told := l.last("channel/league").Text; !strings.Contains(told, "somebody") {
		t.Errorf("the channel reads %s", told)
	}
}

func TestWhoOrganisesACampaignIsToldToHandItOver(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	l.battle("cole", 1)
	if err := l.form(gail, "takeback-battle/"+l.battles()[0].ID, "never fought"); err != nil {
		t.Fatal(err)
	}
	ask := l.command(gail, "table", "privacy delete", nil).Message
	if !strings.Contains(ask.Text, "Winter League") || !strings.Contains(ask.Text, "Hand it over first") {
		t.Errorf("it says\n%s", ask.Text)
	}
	l.press(gail, ask, "Leave it as it is")
	if len(l.holding("Gail")) == 0 {
		t.Error("she is removed")
	}
	l.forgets(gail)
	if where := l.holding("Gail"); len(where) > 0 {
		t.Errorf("Gail is still named in %v", where)
	}
	l.battle("silas_crane", 1) // the campaign goes on
}
