package storage

import (
	"errors"
	"fmt"

	"umpire/storage/internal/db"
)

// Battle is one fight of a campaign.
type Battle struct {
	ID        string
	Campaign  string
	Guild     string
	Session   string // "" of one paired only, fought without the bot, or a bye
	Round     int
	State     string // the commands' own word
	Body      []byte // small: sides and result
	Proposal  []byte // may be large: only Battle and BattleOf give it
	CreatedMS int64
	UpdatedMS int64
}

// AddBattle stores a new battle, with the times of now. It returns ErrTaken when
// its session is another battle's.
func (tx *Tx) AddBattle(b Battle) error {
	doing := "add battle " + b.ID
	if err := tx.freeOf(b); err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return found(tx.q.InsertBattle(tx.ctx, db.InsertBattleParams{
		ID: b.ID, Campaign: b.Campaign, Guild: b.Guild, Session: b.Session, Round: b.Round, State: b.State,
		CreatedMS: tx.nowMS, Body: b.Body, Proposal: b.Proposal,
	}), doing)
}

// freeOf returns ErrTaken when a battle's session is another battle's.
func (tx *Tx) freeOf(b Battle) error {
	there, err := tx.BattleOf(b.Session)
	switch {
	case errors.Is(err, ErrNotFound):
		return nil
	case err == nil && there.ID != b.ID:
		return fmt.Errorf("%w: that of battle %s", ErrTaken, there.ID)
	}
	return err
}

// Battle gives the battle with this id, or ErrNotFound.
func (tx *Tx) Battle(id string) (Battle, error) {
	b, err := tx.q.Battle(tx.ctx, id)
	return Battle(b), found(err, "battle "+id)
}

// BattleOf gives the battle that a session fights, or ErrNotFound.
func (tx *Tx) BattleOf(session string) (Battle, error) {
	b, err := tx.q.BattleOf(tx.ctx, session)
	return Battle(b), found(err, "battle of session "+session)
}

// SaveBattle changes the session, state, body, proposal and round of a battle that
// Battle or BattleOf has given. It returns ErrTaken when the session is another
// battle's, or ErrNotFound.
func (tx *Tx) SaveBattle(b Battle) error {
	if err := tx.freeOf(b); err != nil {
		return fmt.Errorf("save battle %s: %w", b.ID, err)
	}
	n, err := tx.q.SaveBattle(tx.ctx, db.SaveBattleParams{
		ID: b.ID, State: b.State, Body: b.Body, Proposal: b.Proposal, Round: b.Round, Session: b.Session, UpdatedMS: tx.nowMS,
	})
	return changed(n, err, "save battle "+b.ID)
}

// BattlesOf gives the battles of a campaign as they were added, each without its
// Proposal.
func (tx *Tx) BattlesOf(campaign string) ([]Battle, error) {
	rows, err := tx.q.BattlesOf(tx.ctx, campaign)
	battles := make([]Battle, len(rows))
	for i, r := range rows {
		battles[i] = without(r)
	}
	return battles, found(err, "battles of campaign "+campaign)
}

// BattlesIn gives the battles of a server that are in a state, oldest first, each
// without its Proposal; at most 1,000.
func (tx *Tx) BattlesIn(guild, state string) ([]Battle, error) {
	rows, err := tx.q.BattlesIn(tx.ctx, db.BattlesInParams{Guild: guild, State: state})
	battles := make([]Battle, len(rows))
	for i, r := range rows {
		battles[i] = without(db.BattlesOfRow(r))
	}
	return battles, found(err, "battles of a server")
}

// without is a battle without its Proposal.
func without(r db.BattlesOfRow) Battle {
	return Battle{
		ID: r.ID, Campaign: r.Campaign, Guild: r.Guild, Session: r.Session, Round: r.Round,
		State: r.State, Body: r.Body, CreatedMS: r.CreatedMS, UpdatedMS: r.UpdatedMS,
	}
}
