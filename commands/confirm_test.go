package commands_test

import (
	"encoding/json"
	"strings"
	"testing"

	"umpire/commands"
	"umpire/rules/campaign"
	"umpire/storage"
)

func TestADisputedBattleIsDecidedByWhoRunsTheCampaign(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	before := l.now(l.sea)
	thread := l.open()
	l.umpire(thread, "set-wounds", map[string]string{"model": "cole", "wounds": "1"})
	l.conceded(bob, thread)
	card := l.battleCard(thread)
	id := l.battles()[0].ID
	_, err := l.tryPress(sam, card.id, "confirm/"+id)
	l.refused(err, "fought this battle")
	_, err = l.tryPress(sam, card.id, "dispute/"+id)
	l.refused(err, "runs the campaign")
	l.refused(l.form(sam, "dispute/"+id, "no"), "fought this battle")
	if err := l.form(bob, "dispute/"+id, "Cole was not hit"); err != nil {
		t.Fatal(err)
	}
	if text := l.last("channel/" + thread).Text; !strings.Contains(text, "<@"+gail.ID+">") || !strings.Contains(text, "Bob says of this battle: “Cole was not hit”") {
		t.Errorf("the organiser is not called: %s", text)
	}
	l.refused(l.form(sam, "strike-battle/"+id, "mine"), "runs the campaign")
	if err := l.form(gail, "strike-battle/"+id, "it was a test"); err != nil {
		t.Fatal(err)
	}
	if got := l.now(l.sea); got.Digest() != before.Digest() || l.battles()[0].State != "struck" {
		t.Errorf("%s, %+v", l.battles()[0].State, got)
	}
	l.open() // its rosters may fight again
}

func TestADisputedBattleIsNotConfirmedByTimeAlone(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	thread := l.open()
	l.conceded(bob, thread)
	card := l.battleCard(thread)
	l.confirm(alice, thread)
	if err := l.form(bob, "dispute/"+l.battles()[0].ID, "Cole was not hit"); err != nil {
		t.Fatal(err)
	}
	l.wait(100)
	_, err := l.tryPress(alice, card.id, "confirm/"+l.battles()[0].ID)
	l.refused(err, "whoever runs the campaign decides")
	l.confirm(gail, thread)
	if got := l.battles()[0].State; got != "confirmed" || !strings.Contains(l.battleCard(thread).message.Text, "Gail") {
		t.Errorf("it is %s: %s", got, l.battleCard(thread).message.Text)
	}
}

func TestOneSidesWordIsEnoughWhenTheOtherLetsItsTimePass(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	thread := l.open()
	l.conceded(bob, thread)
	card := l.battleCard(thread)
	l.confirm(alice, thread)
	_, err := l.tryPress(alice, card.id, "confirm/"+l.battles()[0].ID)
	l.refused(err, "confirmed already")
	l.wait(73)
	l.confirm(alice, thread)
	if got := l.battles()[0].State; got != "confirmed" {
		t.Errorf("it is %s", got)
	}
	_, err = l.tryPress(bob, card.id, "confirm/"+l.battles()[0].ID)
	l.refused(err, "confirmed already")
	if got := len(l.entries(l.sea)); got != 2 {
		t.Errorf("the ledger has %d entries", got)
	}
}

// change alters the campaign itself.
func (l *league) change(how func(*storage.Campaign, *campaign.Campaign, *storage.Tx)) {
	l.t.Helper()
	l.write(func(tx *storage.Tx) error {
		row, err := tx.Campaign(l.id)
		if err != nil {
			return err
		}
		var body campaign.Campaign
		if err := json.Unmarshal(row.Body, &body); err != nil {
			return err
		}
		how(&row, &body, tx)
		if row.Body, err = json.Marshal(body); err != nil {
			return err
		}
		return tx.SaveCampaign(row)
	})
}

func TestTheBooksOfACampaignThatIsOverStayAsTheyAre(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	l.battle("cole", 1)
	card := l.lobby()
	if _, err := l.tryPress(alice, card.id, find(t, card.message, "Ready")); err != nil {
		t.Fatal(err)
	}
	l.change(func(row *storage.Campaign, _ *campaign.Campaign, _ *storage.Tx) { row.State = storage.Ended })
	before := l.now(l.sea)
	l.refused(l.form(gail, "takeback-battle/"+l.battles()[0].ID, "late"), "is over")
	_, err := l.tryPress(bob, card.id, find(t, card.message, "Ready"))
	l.refused(err, "is over")
	if got := l.now(l.sea); got.Digest() != before.Digest() {
		t.Error("the roster changed")
	}
}

// organised makes somebody the campaign's organiser.
func (l *league) organised(who commands.Person) {
	l.t.Helper()
	l.change(func(_ *storage.Campaign, body *campaign.Campaign, tx *storage.Tx) {
		m, err := tx.Join("g", who.ID, who.Name)
		if err != nil {
			l.t.Fatal(err)
		}
		body.Organiser, body.Helpers = m.Key, nil
	})
}

func TestNobodyRulesOnABattleOfTheirOwn(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	l.organised(bob)
	thread := l.open()
	l.command(gail, thread, "session replace", map[string]string{"player": bob.ID, "by": sam.ID})
	l.conceded(sam, thread)
	id := l.battles()[0].ID
	if err := l.form(bob, "strike-battle/"+id, "a mistake"); err != nil || l.battles()[0].State != "proposed" { // a side's wish alone
		t.Errorf("it is %s, %v", l.battles()[0].State, err)
	}
	if err := l.form(bob, "dispute/"+id, "so it was not"); err != nil {
		t.Errorf("the owner cannot say that it is not so: %v", err)
	}
	l.organised(sam)
	l.refused(l.form(sam, "strike-battle/"+id, "a mistake"), "asked for that already")
	if err := l.form(gail, "strike-battle/"+id, "a mistake"); err != nil {
		t.Fatal(err)
	}
	if text := l.last("channel/league").Text; !strings.Contains(text, "Gail") || !strings.Contains(text, "a mistake") {
		t.Errorf("the channel reads %q", text)
	}
}

func TestSettingsDoNotTouchAFightThatGoesOn(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	thread := l.open()
	l.change(func(_ *storage.Campaign, body *campaign.Campaign, _ *storage.Tx) { body.Terms.Fallen = campaign.Dies })
	l.umpire(thread, "set-wounds", map[string]string{"model": "dusty", "wounds": "0"})
	l.conceded(bob, thread)
	if text := l.battleCard(thread).message.Text; strings.Contains(text, "dead") {
		t.Errorf("the card reads\n%s", text)
	}
}

func TestACardReadsAsItWasProposedWhateverBecomesOfTheRoster(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	thread := l.open()
	l.umpire(thread, "set-wounds", map[string]string{"model": "dusty", "wounds": "0"})
	l.conceded(bob, thread)
	before, _, _ := strings.Cut(l.battleCard(thread).message.Text, "Nothing is written")
	l.command(gail, "table", "roster remove", map[string]string{"roster": l.sea, "member": "dusty", "reason": "he left"})
	l.confirm(alice, thread)
	l.confirm(bob, thread)
	if text := l.battleCard(thread).message.Text; !strings.HasPrefix(text, before) || !strings.Contains(before, "Dusty") {
		t.Errorf("the card reads\n%s\nand it was\n%s", text, before)
	}
}

func TestNobodyStandsInTheWayOfTakingABattleBack(t *testing.T) {
	l := newLeague(t, "factions", campaign.DefaultTerms())
	thread := l.open()
	r := l.now(l.sea)
	var hero string
	for _, m := range r.Members {
		if !strings.Contains(string(m.Sheet), `"minion":true`) {
			hero = m.ID
		}
	}
	l.umpire(thread, "set-gold", map[string]string{"hero": hero, "gold": "10"})
	l.conceded(bob, thread)
	l.confirm(alice, thread)
	l.confirm(bob, thread)
	l.command(bob, "table", "roster edit", map[string]string{"roster": l.sea, "member": hero, "what": "gold", "value": "3"})
	if err := l.form(gail, "takeback-battle/"+l.battles()[0].ID, "never fought"); err != nil {
		t.Fatal(err)
	}
	after := l.now(l.sea)
	if sheet := string(after.Member(hero).Sheet); strings.Contains(sheet, `"gold":-`) || strings.Contains(sheet, `"gold":1`) {
		t.Errorf("the sheet is %s", sheet)
	}
}

func TestWhoRunsACampaignDoesNotChangeTheirOwnRosterWhileItFights(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	l.organised(bob)
	l.open()
	_, err := l.try(bob, "table", "roster edit", map[string]string{"roster": l.sea, "member": "cole", "what": "strength", "value": "20", "reason": "so"})
	l.refused(err, "is in fight")
	l.command(gail, "table", "roster edit", map[string]string{"roster": l.sea, "member": "cole", "what": "strength", "value": "3", "reason": "a slip"})
}

func TestBothSidesTogetherTakeABattleBackAndMayStrikeIt(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	l.organised(bob)
	before := l.now(l.sea)
	l.battle("cole", 1)
	id := l.battles()[0].ID
	if err := l.form(bob, "takeback-battle/"+id, "the wrong table"); err != nil {
		t.Fatal(err)
	}
	if text := l.last("channel/league").Text; !strings.Contains(text, "Bob wants a battle taken back: “the wrong table”") || l.battles()[0].State != "confirmed" {
		t.Errorf("%s: %s", l.battles()[0].State, text)
	}
	l.refused(l.form(bob, "takeback-battle/"+id, "again"), "has asked for that already")
	l.refused(l.form(sam, "takeback-battle/"+id, "me too"), "runs the campaign")
	if err := l.form(alice, "takeback-battle/"+id, "yes"); err != nil {
		t.Fatal(err)
	}
	if got := l.now(l.sea); got.Digest() != before.Digest() || l.battles()[0].State != "reversed" {
		t.Errorf("it is %s", l.battles()[0].State)
	}
	thread := l.open()
	l.conceded(bob, thread)
	id = l.battles()[1].ID
	for _, who := range []commands.Person{alice, bob} {
		if err := l.form(who, "strike-battle/"+id, "a test"); err != nil {
			t.Fatal(err)
		}
	}
	if got := l.battles()[1].State; got != "struck" {
		t.Errorf("it is %s", got)
	}
}

func TestADisputedBattleIsListedForWhoDecidesIt(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	thread := l.open()
	l.conceded(bob, thread)
	if err := l.form(bob, "dispute/"+l.battles()[0].ID, "not so"); err != nil {
		t.Fatal(err)
	}
	for who, want := range map[commands.Person]bool{gail: true, alice: false, sam: false} {
		if text := l.command(who, "table", "waiting", nil).Message.Text; strings.Contains(text, "you decide") != want {
			t.Errorf("%s reads %q", who.Name, text)
		}
	}
}
