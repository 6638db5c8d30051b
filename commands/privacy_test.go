package commands_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"umpire/commands"
	"umpire/commands/chronicle"
	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/catalog"
	"umpire/storage"
)

// forgets has somebody removed.
func (c *club) forgets(who commands.Person) {
	c.t.Helper()
	ask := c.command(who, "table", "privacy delete", nil)
	for _, want := range []string{"What goes", "What stays", "cannot be undone"} {
		if !strings.Contains(ask.Message.Text, want) {
			c.t.Errorf("it does not say %q:\n%s", want, ask.Message.Text)
		}
	}
	c.press(who, ask.Message, "Remove it all")
}

func (c *club) concedes(who commands.Person, thread string) {
	c.t.Helper()
	ask := c.command(who, thread, "concede", nil)
	c.press(who, ask.Message, "Concede")
}

// cells are all values of all tables of the club's database, each with where it
// stands.
func (c *club) cells() map[string]string {
	c.t.Helper()
	path := filepath.Join(c.t.TempDir(), "copy.db")
	if err := storage.Backup(context.Background(), c.file, path); err != nil {
		c.t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		c.t.Fatal(err)
	}
	defer db.Close()
	cells := make(map[string]string)
	for _, table := range tablesOf(c.t, db) {
		cellsOf(c.t, db, table, cells)
	}
	return cells
}

func tablesOf(t *testing.T, db *sql.DB) (names []string) {
	t.Helper()
	rows, err := db.Query("SELECT name FROM sqlite_master WHERE type = 'table'")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

func cellsOf(t *testing.T, db *sql.DB, table string, cells map[string]string) {
	t.Helper()
	rows, err := db.Query("SELECT * FROM " + table)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values := make([]any, len(columns))
	for i := range values {
		values[i] = new(any)
	}
	for n := 0; rows.Next(); n++ {
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		for i, v := range values {
			where := fmt.Sprintf("%s %d %s", table, n, columns[i])
			if b, ok := (*v.(*any)).([]byte); ok {
				cells[where] = string(b)
			} else {
				cells[where] = fmt.Sprint(*v.(*any))
			}
		}
	}
}

// ann is somebody whose number and name nothing else holds.
var ann = commands.Person{ID: "777000777", Name: "Ann *Quixote* <@1>"}

// everywhere leaves Ann's name wherever it can stand: in fights that are over, won
// and replaced, at cards, as an umpire, in direct messages, dice and notes.
func (c *club) everywhere() {
	c.t.Helper()
	c.command(ann, "table", "session new", map[string]string{"system": "lasthope", "opponent": bob.ID})
	card := c.chans["channel/table"][len(c.chans["channel/table"])-1]
	for _, who := range []commands.Person{ann, bob} {
		c.must(c.tryPress(who, card.id, find(c.t, card.message, "Ready")))
	}
	thread := card.id
	c.order(ann, thread, "Marshal Hale", "Dusty")
	c.must(c.try(ann, thread, "roll", map[string]string{"dice": "2d6", "label": "for luck"}))
	c.deliver()
	c.concedes(bob, thread)

	c.command(alice, "table", "session new", map[string]string{"system": "lasthope", "opponent": bob.ID, "umpire": ann.ID})
	card = c.chans["channel/table"][len(c.chans["channel/table"])-1]
	for _, who := range []commands.Person{alice, bob} {
		c.must(c.tryPress(who, card.id, find(c.t, card.message, "Ready")))
	}
	c.must(c.try(ann, card.id, "umpire set-wounds", map[string]string{"model": "Dusty", "wounds": "1", "reason": "as seen"}))
	c.deliver()

	c.command(ann, "other", "session new", map[string]string{"system": "lasthope", "opponent": bob.ID, "here": "true"})
	c.must(c.tap(ann, "channel/other", "Leave"))
	c.must(c.tap(bob, "channel/other", "Leave"))
	c.command(ann, "table", "me", map[string]string{"choices": "here"})
	c.must(c.try(ann, "quiet", "roll", map[string]string{"dice": "1d6"}))
	c.deliver()
}

func TestWhoeverIsRemovedIsNamedNowhere(t *testing.T) {
	c := newClub(t)
	c.everywhere()
	ids := c.holding("777000777", "Quixote")
	if len(ids) < 10 {
		t.Fatalf("the test leaves too few traces: %v", ids)
	}
	c.forgets(ann)
	for _, where := range c.holding("777000777", "Quixote") {
		t.Errorf("still named in %s", where)
	}
	c.verifies()
}

// holding is where the database holds one of some words.
func (c *club) holding(words ...string) (where []string) {
	c.t.Helper()
	for at, cell := range c.cells() {
		for _, w := range words {
			if strings.Contains(cell, w) {
				where = append(where, at+": "+clipped(cell, w))
			}
		}
	}
	return where
}

func clipped(cell, word string) string {
	at := strings.Index(cell, word)
	return cell[max(0, at-120):min(len(cell), at+120)]
}

// verifies checks every log and every ledger that the club has.
func (c *club) verifies() {
	c.t.Helper()
	err := c.store.Read(context.Background(), func(tx *storage.Tx) error {
		ids, err := tx.SessionsIn("g")
		for _, id := range ids {
			lines, err := tx.Log(id, 0)
			if err != nil {
				return err
			}
			var log []rules.Entry
			for _, l := range lines {
				entry, err := rules.ParseEntry(l.Public, l.Secret, l.Chain)
				if err != nil {
					return err
				}
				log = append(log, entry)
			}
			if len(log) > 0 {
				if _, err := chronicle.Check(catalog.All(), log); err != nil {
					return fmt.Errorf("fight %s: %w", id, err)
				}
			}
		}
		return err
	})
	err2 := c.store.Read(context.Background(), func(tx *storage.Tx) error { return tx.EveryRoster(foldsWell) })
	if err := errors.Join(err, err2); err != nil {
		c.t.Error(err)
	}
}

// foldsWell checks that a roster is what its ledger gives.
func foldsWell(r storage.Roster, lines []storage.LedgerEntry) error {
	ledger, err := commands.Entries(lines)
	if err != nil {
		return err
	}
	folded, err := campaign.Fold(ledger)
	if err != nil {
		return err
	}
	var now campaign.Roster
	if err := json.Unmarshal(r.Body, &now); err != nil {
		return err
	}
	if folded.Digest() != now.Digest() {
		return fmt.Errorf("roster %s is not what its ledger gives", r.ID)
	}
	return nil
}

func TestNobodyIsRemovedWhileOthersWaitForThem(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	c.command(bob, "other", "session new", map[string]string{"system": "lasthope", "here": "true"})
	_, err := c.try(bob, "table", "privacy delete", nil)
	c.refused(err, "1 fight", "https://discord.com/channels/g/"+thread, "/session replace", "1 card", "https://discord.com/channels/g/other", "Leave")
	_, err = c.tryPress(bob, private, "forget-me")
	c.refused(err, "nothing was removed")
	c.must(c.tap(bob, "channel/other", "Leave"))
	c.concedes(bob, thread)
	c.forgets(bob)
}

func TestTheOthersFightsGoOnWhenSomebodyIsRemoved(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	c.command(bob, thread, "session replace", map[string]string{"player": bob.ID, "by": sam.ID})
	c.forgets(bob)
	if where := c.holding("Bob"); len(where) > 0 {
		t.Errorf("Bob is still named in %v", where)
	}
	c.attack(thread)
	for _, who := range []commands.Person{alice, sam} {
		c.lock(who, c.held(who)[0])
	}
	c.command(alice, thread, "log", nil)
	c.verifies()
}

func TestALogOfSomebodyRemovedCanBeReadAndNamesNobodyInTheirPlace(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	id := c.session(thread).ID
	c.concedes(bob, thread)
	c.forgets(bob)
	for _, format := range []string{"text", "markdown", "html", "record"} {
		file := c.command(alice, thread, "log", map[string]string{"fight": id, "format": format}).Message.File
		if file == nil || strings.Contains(string(file.Body), "Bob") {
			t.Errorf("the %s names Bob", format)
		}
		if format == "text" && !strings.Contains(string(file.Body), "somebody") {
			t.Errorf("the text reads\n%s", file.Body)
		}
	}
	_, err := c.try(bob, "elsewhere", "log", map[string]string{"fight": id})
	c.refused(err, "no fight")
}

func TestWhatIsKeptIsToldInWordsAlsoByDirectMessage(t *testing.T) {
	c := newClub(t)
	c.fight(nil)
	c.command(bob, "table", "me", map[string]string{"choices": "here"})
	reply, err := c.send(commands.Request{Kind: commands.Command, Path: "privacy show", User: bob, Channel: "dm"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 fight that goes on", "0 that are over", "how you want to be asked", "Bob", "whoever hosts me", "30 days", "90 days"} {
		if !strings.Contains(reply.Message.Text, want) {
			t.Errorf("it does not say %q:\n%s", want, reply.Message.Text)
		}
	}
	reply, err = c.send(commands.Request{Kind: commands.Command, Path: "privacy show", User: gail, Channel: "dm"})
	if err != nil || !strings.Contains(reply.Message.Text, "0 fights") || strings.Contains(reply.Message.Text, "Gail") {
		t.Errorf("a stranger reads %s, %v", reply.Message.Text, err)
	}
}

func TestTheExportHoldsAllOfOnesOwnAndNothingOfOthers(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	s := c.session(thread)
	c.attack(thread)
	reply := c.command(bob, thread, "privacy export", nil)
	file := reply.Message.File
	if file == nil {
		t.Fatal("there is no file")
	}
	text := string(file.Body)
	for _, want := range []string{bob.ID, `"Bob"`, s.ID, `"p2"`, thread} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not hold %s:\n%s", want, text)
		}
	}
	for _, never := range []string{s.Secret, alice.ID} {
		if strings.Contains(text, never) {
			t.Errorf("it holds %s", never)
		}
	}
	if !json.Valid(file.Body) {
		t.Error("it is no JSON")
	}
}

func TestWhatIsBegunIsCountedByWhatItIs(t *testing.T) {
	c := newClub(t)
	for range 2 {
		c.ask(alice, "roster import", "system", "skirmish", "text", "2 Musketeer")
	}
	text := c.must(c.try(alice, "x", "privacy show", nil)).Message.Text
	holds(t, text, "**Drafts:** 2 new rosters or lists that you have not taken in.")
	lacks(t, text, "order or choice")
	c.ask(bob, "roster import", "text", "2 Musketeer")
	holds(t, c.must(c.try(bob, "x", "privacy show", nil)).Message.Text, "1 new roster or list that you have not taken in.")
}
