package commands_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"umpire/commands"
	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/catalog"
	"umpire/storage"
)

// league is a campaign of a club, with a roster of Alice's and one of Bob's.
type league struct {
	*club
	id, red, sea string // campaign, Alice's roster, Bob's
	sys          *rules.System
}

// newLeague opens a campaign and lets two rosters join, as a store keeps them.
func newLeague(t *testing.T, system string, terms campaign.Terms) *league {
	t.Helper()
	l := &league{club: newClub(t), id: "LEAGUE", red: "REDCOM", sea: "SEADOG"}
	for _, sys := range append(catalog.All(), ground()) {
		if sys.Key == system {
			l.sys = sys
		}
	}
	sides := l.sys.Sample().Sides
	l.write(func(tx *storage.Tx) error {
		gail, err := tx.Join("g", gail.ID, gail.Name)
		if err != nil {
			return err
		}
		body, _ := json.Marshal(campaign.Campaign{Channel: "league", Organiser: gail.Key, Terms: terms})
		if err := tx.AddCampaign(storage.Campaign{ID: l.id, Guild: "g", Name: "Winter League", State: storage.Opened, Body: body}); err != nil {
			return err
		}
		if err := l.enlist(tx, l.red, alice, sides[0]); err != nil {
			return err
		}
		return l.enlist(tx, l.sea, bob, sides[1])
	})
	return l
}

func (l *league) enlist(tx *storage.Tx, id string, owner commands.Person, side rules.Roster) error {
	who, err := tx.Join("g", owner.ID, owner.Name)
	if err != nil {
		return err
	}
	changes := []campaign.Change{{What: campaign.Name, To: side.Name}, {What: campaign.Side, Value: side.Sheet}}
	for _, f := range side.Fighters {
		m, err := campaign.Enlist(l.sys, f)
		if err != nil {
			return err
		}
		changes = append(changes, campaign.Change{What: campaign.Add, Who: &m})
	}
	now, err := campaign.Fold([]campaign.Entry{{N: 1, Changes: changes}})
	if err != nil {
		return err
	}
	if err := tx.AddRoster(storage.Roster{ID: id, Guild: "g", Campaign: l.id, System: l.sys.Key, Owner: who.Key, Name: side.Name, State: storage.Kept}); err != nil {
		return err
	}
	entry, _ := json.Marshal(map[string]any{"changes": changes})
	body, _ := json.Marshal(now)
	return tx.AppendEntry(storage.LedgerEntry{Roster: id, N: 1, By: who.Key, Why: "joined", Body: entry}, side.Name, body)
}

// now is a roster as it is, which its ledger must fold to.
func (l *league) now(id string) campaign.Roster {
	l.t.Helper()
	var now campaign.Roster
	err := l.store.Read(context.Background(), func(tx *storage.Tx) error {
		row, err := tx.Roster(id)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(row.Body, &now); err != nil {
			return err
		}
		lines, err := tx.Ledger(id)
		if err != nil {
			return err
		}
		ledger, err := commands.Entries(lines)
		if err != nil {
			return err
		}
		folded, err := campaign.Fold(ledger)
		if err == nil && folded.Digest() != now.Digest() {
			err = fmt.Errorf("roster %s is not what its ledger folds to", id)
		}
		return err
	})
	if err != nil {
		l.t.Fatal(err)
	}
	return now
}

// open opens a fight of the two rosters and gives its thread.
func (l *league) open() (thread string) {
	l.t.Helper()
	card := l.lobby()
	for _, who := range []commands.Person{alice, bob} {
		if _, err := l.tryPress(who, card.id, find(l.t, card.message, "Ready")); err != nil {
			l.t.Fatal(err)
		}
	}
	return card.id
}

// lobby opens a card on which both bring their rosters.
func (l *league) lobby() *post {
	l.t.Helper()
	l.command(alice, "table", "session new", map[string]string{"system": l.sys.Key, "opponent": bob.ID})
	card := l.chans["channel/table"][len(l.chans["channel/table"])-1]
	for who, roster := range map[commands.Person]string{alice: l.red, bob: l.sea} {
		menu := l.must(l.tryPress(who, card.id, find(l.t, card.message, "Your side"), "kept"))
		said := l.press(who, menu.Message, "Your rosters", roster)
		if !strings.Contains(said.Message.Text, "brings") {
			l.t.Fatalf("it says %q", said.Message.Text)
		}
	}
	return card
}

// hurt sets wounds of a model by the umpire's word, as the fight's thread has it.
func (l *league) umpire(thread, verb string, args map[string]string) {
	l.t.Helper()
	args["reason"] = "as diced at the table"
	l.command(gail, thread, "umpire "+verb, args)
}

func (l *league) conceded(who commands.Person, thread string) {
	l.t.Helper()
	ask := l.command(who, thread, "concede", nil)
	l.press(who, ask.Message, "Concede")
}

// battleCard is the newest card of a battle in a thread.
func (l *league) battleCard(thread string) *post {
	l.t.Helper()
	posts := l.chans["channel/"+thread]
	for _, p := range slices.Backward(posts) {
		if p.slot == "battle" {
			return p
		}
	}
	l.t.Fatalf("no battle's card in %s", thread)
	return nil
}

func (l *league) confirm(who commands.Person, thread string) {
	l.t.Helper()
	card := l.battleCard(thread)
	if _, err := l.tryPress(who, card.id, find(l.t, card.message, "Confirm")); err != nil {
		l.t.Fatal(err)
	}
}

func (l *league) form(who commands.Person, path, why string) error {
	_, err := l.send(commands.Request{Kind: commands.Submit, Path: path, Fields: map[string]string{"why": why}, User: who, Guild: "g", Channel: "table"})
	return err
}

func standingOf(sys *rules.System, r campaign.Roster, id string) campaign.Standing {
	m := r.Member(id)
	if m == nil {
		return "gone"
	}
	return m.Standing(sys)
}

func TestABattlesWoundsAreCarriedOverOnceBothSidesConfirm(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	before := l.now(l.sea)
	thread := l.open()
	l.umpire(thread, "set-wounds", map[string]string{"model": "silas_crane", "wounds": "1"})
	l.conceded(bob, thread)
	card := l.battleCard(thread)
	for _, want := range []string{"Winter League", "Silas Crane takes 2 wounds", "Alice", "Bob"} {
		if !strings.Contains(card.message.Text, want) {
			t.Errorf("the card does not say %q:\n%s", want, card.message.Text)
		}
	}
	l.confirm(alice, thread)
	if got := l.now(l.sea); got.Digest() != before.Digest() {
		t.Error("one side's word was enough")
	}
	l.confirm(bob, thread)
	hurt := l.now(l.sea)
	if got := hurt.Member("silas_crane"); got.Wounds != 2 {
		t.Errorf("got %+v", got)
	}
	if has(l.battleCard(thread).message, "Confirm") != "" {
		t.Errorf("the card still asks: %s", l.battleCard(thread).message.Text)
	}
}

func TestABattleTakenBackIsAsIfItHadNeverBeen(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	l.battle("silas_crane", 2)
	l.battle("cole", 1) // the one that is taken back
	second := l.battles()[1].ID
	l.battle("rosa_vane", 1)
	with := l.now(l.sea)
	if err := l.form(bob, "takeback-battle/"+second, "wrong table"); err != nil || l.battles()[1].State != "confirmed" {
		t.Errorf("one player alone: it is %s, %v", l.battles()[1].State, err)
	}
	if err := l.form(gail, "takeback-battle/"+second, "wrong table"); err != nil {
		t.Fatal(err)
	}
	r := l.now(l.sea)
	wounds := map[string]int{}
	for _, m := range r.Members {
		wounds[m.ID] = m.Wounds
	}
	if wounds["silas_crane"] != 1 || wounds["cole"] != 0 || wounds["rosa_vane"] != 1 {
		t.Errorf("wounds %v", wounds)
	}
	if got := l.battles()[1].State; got != "reversed" {
		t.Errorf("the battle is %s", got)
	}
	l.refused(l.form(gail, "takeback-battle/"+second, "again"), "confirmed")
	if err := l.form(gail, "restore-battle/"+second, "it was right"); err != nil {
		t.Fatal(err)
	}
	if got := l.now(l.sea); got.Digest() != with.Digest() {
		t.Errorf("counted again it is %+v", got)
	}
	told := l.last("channel/league").Text
	if !strings.Contains(told, "it was right") || !strings.Contains(told, "Gail") {
		t.Errorf("the channel reads %q", told)
	}
}

// battle fights one in which a model of Bob's is left with so many wounds.
func (l *league) battle(model string, left int) {
	l.t.Helper()
	thread := l.open()
	l.umpire(thread, "set-wounds", map[string]string{"model": model, "wounds": fmt.Sprint(left)})
	l.conceded(bob, thread)
	l.confirm(alice, thread)
	l.confirm(bob, thread)
}

func (l *league) battles() (list []storage.Battle) {
	l.t.Helper()
	if err := l.store.Read(context.Background(), func(tx *storage.Tx) (err error) {
		list, err = tx.BattlesOf(l.id)
		return err
	}); err != nil {
		l.t.Fatal(err)
	}
	return list
}

func TestWhoeverIsOutOrDeadIsNotBroughtToTheNextBattle(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.Terms{Wounds: campaign.Fresh, Fallen: campaign.Dies})
	l.battle("dusty", 0)
	r := l.now(l.sea)
	if got := standingOf(l.sys, r, "dusty"); got != campaign.Dead {
		t.Errorf("dusty is %s", got)
	}
	thread := l.open()
	board := l.command(bob, thread, "board", nil)
	if strings.Contains(board.Message.Text, "Dusty") || !strings.Contains(board.Message.Text, "Lefty") {
		t.Errorf("the board shows %s", board.Message.Text)
	}
}

func TestTheInjuryTableIsRolledInTheOpenWithTheFightsOwnDice(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.Terms{Wounds: campaign.Stay, Fallen: campaign.Rolls})
	thread := l.open()
	session := l.session(thread)
	l.umpire(thread, "set-wounds", map[string]string{"model": "dusty", "wounds": "0"})
	l.conceded(bob, thread)
	text := l.battleCard(thread).message.Text
	var words []string
	if err := l.store.Read(context.Background(), func(tx *storage.Tx) error {
		lines, err := tx.Log(session.ID, 0)
		for _, line := range lines {
			entry, err := rules.ParseEntry(line.Public, line.Secret, line.Chain)
			if err != nil {
				return err
			}
			if entry.Word != "" {
				words = append(words, entry.Word)
			}
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	face := rules.NewSealed(session.Secret, session.ID, rules.Mix(words)).Roll(0, "injury/2/dusty", 1, 6)[0]
	row := campaign.InjuryTable().Of(face)
	if want := fmt.Sprintf("Dusty: injury roll **%d**, %s.", face, row.Text); !strings.Contains(text, want) {
		t.Errorf("want %q in\n%s", want, text)
	}
}

func (l *league) wait(hours int) { l.club.now = l.club.now.Add(time.Duration(hours) * time.Hour) }

func (l *league) entries(id string) (lines []storage.LedgerEntry) {
	l.t.Helper()
	if err := l.store.Read(context.Background(), func(tx *storage.Tx) (err error) {
		lines, err = tx.Ledger(id)
		return err
	}); err != nil {
		l.t.Fatal(err)
	}
	return lines
}

func TestABattleThatEndsUnrecordedChangesNothingAndIsCounted(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	before := l.now(l.sea)
	thread := l.open()
	l.umpire(thread, "set-wounds", map[string]string{"model": "cole", "wounds": "1"})
	l.command(gail, thread, "session end", map[string]string{"reason": "the club closes"})
	b := l.battles()[0]
	if got := l.now(l.sea); b.State != "confirmed" || !strings.Contains(string(b.Body), "unrecorded") || got.Digest() != before.Digest() {
		t.Errorf("%s %s", b.State, b.Body)
	}
	l.open()
}

func TestABattleThatAwaitsASidesWordIsListedForIt(t *testing.T) {
	l := newLeague(t, "lasthope", campaign.DefaultTerms())
	thread := l.open()
	l.conceded(bob, thread)
	l.confirm(alice, thread)
	for who, want := range map[commands.Person]bool{alice: false, bob: true, sam: false} {
		text := l.command(who, "table", "waiting", nil).Message.Text
		if strings.Contains(text, "Confirm") != want {
			t.Errorf("%s reads %q", who.Name, text)
		}
	}
}
