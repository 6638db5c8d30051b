package storage

import (
	"fmt"
	"strings"

	"umpire/storage/internal/db"
)

// LedgerEntry is one change of a roster. Nothing in it ever changes.
type LedgerEntry struct {
	Roster   string
	N        int    // from 1, without gaps
	By       string // key of a member of the roster's server
	AtMS     int64  // set by AppendEntry
	Why      string
	Battle   string // the battle it comes from, or ""
	Reverses int    // the earlier entry that it takes back, or 0
	Body     []byte // the changes
}

// AppendEntry adds an entry to its roster's ledger, with the time of now, and
// gives the roster the name and body that follow from it. It returns ErrStale
// when e.N is not the ledger's next, or ErrNotFound.
func (tx *Tx) AppendEntry(e LedgerEntry, name string, body []byte) error {
	doing := fmt.Sprintf("append entry %d to roster %s", e.N, e.Roster)
	last, err := tx.q.LastEntry(tx.ctx, e.Roster)
	if err != nil {
		return found(err, doing)
	}
	if e.N != last+1 {
		return fmt.Errorf("%s: %w: it is at entry %d", doing, ErrStale, last)
	}
	e.AtMS = tx.nowMS
	if err := tx.q.InsertEntry(tx.ctx, db.InsertEntryParams(e)); err != nil {
		return found(err, doing)
	}
	return found(tx.q.MoveRoster(tx.ctx, db.MoveRosterParams{
		ID: e.Roster, Entry: e.N, Name: name, Folded: strings.ToLower(name), Body: body, UpdatedMS: tx.nowMS,
	}), doing)
}

// Ledger gives the entries of a roster in order.
func (tx *Tx) Ledger(roster string) ([]LedgerEntry, error) {
	rows, err := tx.q.Ledger(tx.ctx, roster)
	entries := make([]LedgerEntry, len(rows))
	for i, r := range rows {
		entries[i] = LedgerEntry(r)
	}
	return entries, found(err, "ledger of roster "+roster)
}

// EveryRoster calls fn with each roster and its ledger until fn returns an error.
func (tx *Tx) EveryRoster(fn func(Roster, []LedgerEntry) error) error {
	ids, err := tx.q.RosterIDs(tx.ctx)
	if err != nil {
		return found(err, "list the rosters")
	}
	for _, id := range ids {
		r, err := tx.Roster(id)
		if err != nil {
			return err
		}
		ledger, err := tx.Ledger(id)
		if err != nil {
			return err
		}
		if err := fn(r, ledger); err != nil {
			return err
		}
	}
	return nil
}

// EveryBattle calls fn with each battle of every campaign, without its Proposal,
// until fn returns an error.
func (tx *Tx) EveryBattle(fn func(Battle) error) error {
	campaigns, err := tx.q.CampaignIDs(tx.ctx)
	if err != nil {
		return found(err, "list the campaigns")
	}
	for _, id := range campaigns {
		battles, err := tx.BattlesOf(id)
		if err != nil {
			return err
		}
		for _, b := range battles {
			if err := fn(b); err != nil {
				return err
			}
		}
	}
	return nil
}
