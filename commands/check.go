package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"umpire/commands/chronicle"
	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/storage"
)

// Check proves what the books promise: what is kept of each roster is what its
// ledger gives, its system takes it, and what it is bound to is there. It reads
// beside a bot that serves, and changes nothing. Tell hears of each fault, a line
// that names the roster, battle or fight.
type Check struct {
	Systems []*rules.System
	Tell    func(fault string)

	Rosters, Entries, Battles, Fights, Lines int // that were checked
	Faults                                   int
}

func (c *Check) fault(format string, args ...any) {
	c.Faults++
	c.Tell(fmt.Sprintf(format, args...))
}

// File checks a database: its books and, if that is wanted, the logs of its fights.
// It returns fs.ErrNotExist when there is none, or storage.ErrOlder.
func (c *Check) File(ctx context.Context, path string, fights bool) error {
	from, err := storage.OpenReading(ctx, path)
	if err != nil {
		return err
	}
	err = c.Books(ctx, from)
	if err == nil && fights {
		err = c.Logs(ctx, from)
	}
	return errors.Join(err, from.Close())
}

// Err is an error if a fault was found.
func (c *Check) Err() error {
	if c.Faults == 0 {
		return nil
	}
	return errors.New("what the lines above name does not hold")
}

// Summary tells what was checked, in a line.
func (c *Check) Summary() string {
	text := fmt.Sprintf("Checked the file, %s with %s, and %s", counted(c.Rosters, "roster"), entries(c.Entries), counted(c.Battles, "battle"))
	if c.Fights > 0 {
		text += fmt.Sprintf("; and %s with %s", counted(c.Fights, "fight"), counted(c.Lines, "line"))
	}
	if c.Faults == 0 {
		return text + ": all of it holds."
	}
	return text + fmt.Sprintf(": %s.", counted(c.Faults, "fault"))
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}

// Books checks the file, and every roster, ledger and battle in it, as they are at
// one moment.
func (c *Check) Books(ctx context.Context, from *storage.Reading) error {
	faults, err := from.Integrity(ctx)
	if err != nil {
		return err
	}
	for _, fault := range faults {
		c.fault("the file: %s", fault)
	}
	return from.Read(ctx, func(tx *storage.Tx) error {
		battles := make(map[string]bool)
		if err := tx.EveryBattle(func(b storage.Battle) error {
			battles[b.ID] = true
			return c.battle(tx, b)
		}); err != nil {
			return err
		}
		return tx.EveryRoster(func(r storage.Roster, lines []storage.LedgerEntry) error {
			return c.roster(tx, r, lines, battles)
		})
	})
}

func (c *Check) battle(tx *storage.Tx, b storage.Battle) error {
	c.Battles++
	known := []string{paired, bye, fighting, proposed, confirmed, struck, reversed}
	var body campaign.Battle
	if err := json.Unmarshal(b.Body, &body); err != nil {
		c.fault("battle %s of campaign %s: what is kept of it cannot be read: %v", b.ID, b.Campaign, err)
	}
	if !slices.Contains(known, b.State) {
		c.fault("battle %s of campaign %s: it is %q, which there is not", b.ID, b.Campaign, b.State)
	}
	if b.Session == "" {
		return nil
	}
	_, err := tx.Session(b.Session)
	if errors.Is(err, storage.ErrNotFound) {
		c.fault("battle %s of campaign %s: its fight %s is not there", b.ID, b.Campaign, b.Session)
		return nil
	}
	return err
}

func (c *Check) roster(tx *storage.Tx, r storage.Roster, lines []storage.LedgerEntry, battles map[string]bool) error {
	c.Rosters++
	c.Entries += len(lines)
	what := fmt.Sprintf("roster %s (%s)", r.ID, plain(r.Name))
	c.ledger(what, r, lines)
	for _, l := range lines {
		if l.Battle != "" && !battles[l.Battle] {
			c.fault("%s, entry %d: its battle %s is not there", what, l.N, l.Battle)
		}
	}
	_, err := tx.Member(r.Guild, r.Owner)
	if errors.Is(err, storage.ErrNotFound) {
		c.fault("%s: its owner %s is not a member of its server", what, r.Owner)
	} else if err != nil {
		return err
	}
	if r.Campaign != "" {
		if _, err := tx.Campaign(r.Campaign); errors.Is(err, storage.ErrNotFound) {
			c.fault("%s: its campaign %s is not there", what, r.Campaign)
		} else if err != nil {
			return err
		}
	}
	return c.bound(tx, what, r.Fight)
}

// bound checks that what a roster fights in goes on, or waits for both sides' word.
func (c *Check) bound(tx *storage.Tx, what, fight string) error {
	if fight == "" {
		return nil
	}
	s, err := tx.Session(fight)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		c.fault("%s: the fight %s that it is in is not there", what, fight)
		return nil
	case err != nil || s.State != storage.Over:
		return err
	}
	b, err := tx.BattleOf(fight)
	switch {
	case errors.Is(err, storage.ErrNotFound) || err == nil && b.State != proposed:
		c.fault("%s: it is held in fight %s, which is over", what, fight)
		return nil
	}
	return err
}

// ledger checks a roster against its ledger.
func (c *Check) ledger(what string, r storage.Roster, lines []storage.LedgerEntry) {
	if r.Entry != len(lines) {
		c.fault("%s: it is at entry %d, and its ledger has %d", what, r.Entry, len(lines))
	}
	entries, err := Entries(lines)
	if err != nil {
		c.fault("%s: %v", what, err)
		return
	}
	folded, err := campaign.Fold(entries)
	if err != nil {
		c.fault("%s: %v", what, err)
		return
	}
	var now campaign.Roster
	if len(lines) > 0 || len(r.Body) > 0 {
		if err := json.Unmarshal(r.Body, &now); err != nil {
			c.fault("%s, entry %d: what is kept of it cannot be read: %v", what, r.Entry, err)
			return
		}
	}
	if folded.Digest() != now.Digest() || !slices.Equal(folded.Gone, now.Gone) {
		c.fault("%s, entry %d: what is kept of it is not what its ledger gives%s", what, r.Entry, differing(folded, now))
	} else if r.Name != now.Name {
		c.fault("%s, entry %d: the ledger calls it %q", what, r.Entry, now.Name)
	}
	i := slices.IndexFunc(c.Systems, func(s *rules.System) bool { return s.Key == r.System })
	if i < 0 {
		c.fault("%s: this program does not have its system %q", what, r.System)
	} else if err := now.Check(c.Systems[i]); err != nil && slices.ContainsFunc(entries, func(e campaign.Entry) bool { return e.Battle != "" }) {
		c.Tell(fmt.Sprintf("%s, entry %d: no fault, but a sheet waits to be put right after a battle: %v", what, r.Entry, err))
	} else if err != nil {
		c.fault("%s, entry %d: %v", what, r.Entry, err)
	}
}

// differing names the members in which two rosters differ.
func differing(a, b campaign.Roster) string {
	var names []string
	note := func(m, other *campaign.Member) {
		if other == nil || (&campaign.Roster{Members: []campaign.Member{*m}}).Digest() != (&campaign.Roster{Members: []campaign.Member{*other}}).Digest() {
			if !slices.Contains(names, m.ID) {
				names = append(names, m.ID)
			}
		}
	}
	for i := range a.Members {
		note(&a.Members[i], b.Member(a.Members[i].ID))
	}
	for i := range b.Members {
		note(&b.Members[i], a.Member(b.Members[i].ID))
	}
	if len(names) == 0 {
		return ""
	}
	return ": " + strings.Join(names, ", ")
}

// Logs checks the log of every fight, as umpire verify does, and that what is kept
// of the fight is where its log ends.
func (c *Check) Logs(ctx context.Context, from *storage.Reading) error {
	for after := ""; ; {
		var page []storage.Session
		err := from.Read(ctx, func(tx *storage.Tx) (err error) {
			page, err = tx.LobbiesAfter(after)
			return err
		})
		if err != nil || len(page) == 0 {
			return err
		}
		for _, s := range page {
			after = s.ID
			err := from.Read(ctx, func(tx *storage.Tx) error { return c.log(tx, s.ID) })
			if err != nil {
				return err
			}
		}
	}
}

func (c *Check) log(tx *storage.Tx, id string) error {
	s, err := tx.Session(id)
	if err != nil || s.Purged || s.Line == 0 { // it was forgotten, or has not begun
		return err
	}
	lines, err := tx.Log(id, 0)
	if err != nil {
		return err
	}
	c.Fights++
	c.Lines += len(lines)
	if len(lines) != s.Line {
		c.fault("fight %s: it is at line %d, and its log has %d", id, s.Line, len(lines))
		return nil
	}
	log := make([]rules.Entry, len(lines))
	for i, l := range lines {
		if log[i], err = rules.ParseEntry(l.Public, l.Secret, l.Chain); err != nil {
			c.fault("fight %s, line %d: %v", id, l.Line, err)
			return nil
		}
	}
	if _, err := chronicle.Check(c.Systems, log); err != nil {
		c.fault("fight %s: %v", id, err)
		return nil
	}
	c.snapshot(s, lines[len(lines)-1].Chain)
	return nil
}

// snapshot checks that a fight as it is kept stands at the end of its log.
func (c *Check) snapshot(s storage.Session, chain string) {
	i := slices.IndexFunc(c.Systems, func(sys *rules.System) bool { return sys.Key == s.System })
	if i < 0 {
		c.fault("fight %s: this program does not have its system %q", s.ID, s.System)
		return
	}
	fight, err := rules.Load(c.Systems[i], s.Snapshot)
	switch {
	case err != nil:
		c.fault("fight %s: what is kept of it cannot be read: %v", s.ID, err)
	case fight.Chain() != chain:
		c.fault("fight %s: what is kept of it does not stand at line %d, where its log ends", s.ID, s.Line)
	}
}
