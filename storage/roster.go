package storage

import (
	"database/sql"
	"fmt"
	"math"
	"strings"

	"umpire/storage/internal/db"
)

// The states of a roster.
const (
	Kept      = "kept"
	Withdrawn = "withdrawn" // from its campaign, or by its owner
)

// Roster is one player's models.
type Roster struct {
	ID        string
	Guild     string
	Campaign  string // "": the owner's own, not a campaign's copy
	System    string // key of its rules
	Owner     string // key of a member of its server
	Name      string
	State     string // Kept or Withdrawn
	Fight     string // the session in which it fights now; "": none
	Body      []byte // the present, as folding the ledger gives it
	Entry     int    // the ledger's last entry, from 1; 0: none yet
	CreatedMS int64
	UpdatedMS int64
}

// AddRoster stores a new roster before its first entry, with the times of now.
func (tx *Tx) AddRoster(r Roster) error {
	doing := "add roster " + r.ID
	if err := rosterState(r.State); err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return found(tx.q.InsertRoster(tx.ctx, db.InsertRosterParams{
		ID: r.ID, Guild: r.Guild, Campaign: r.Campaign, System: r.System, Owner: r.Owner, Name: r.Name,
		Folded: strings.ToLower(r.Name), State: r.State, Fight: r.Fight, CreatedMS: tx.nowMS, Body: r.Body,
	}), doing)
}

// rosterState refuses what is no state of a roster: one that were marked purged
// could lose its ledger.
func rosterState(state string) error {
	if state != Kept && state != Withdrawn {
		return fmt.Errorf("no state of a roster: %q", state)
	}
	return nil
}

// Roster gives the roster with this id, or ErrNotFound.
func (tx *Tx) Roster(id string) (Roster, error) {
	r, err := tx.q.Roster(tx.ctx, id)
	return Roster(r), found(err, "roster "+id)
}

// SetRoster changes a roster's owner and state, or returns ErrNotFound.
func (tx *Tx) SetRoster(id, owner, state string) error {
	doing := "set roster " + id
	if err := rosterState(state); err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	n, err := tx.q.SetRoster(tx.ctx, db.SetRosterParams{ID: id, Owner: owner, State: state, UpdatedMS: tx.nowMS})
	return changed(n, err, doing)
}

// Engage binds a roster to the session in which it fights; "" frees it. It
// returns ErrTaken while the roster is bound to another, or ErrNotFound.
func (tx *Tx) Engage(id, session string) error {
	doing := "engage roster " + id
	fight, err := tx.q.FightOf(tx.ctx, id)
	switch {
	case err != nil:
		return found(err, doing)
	case fight == session:
		return nil
	case fight != "" && session != "":
		return fmt.Errorf("%s: %w: %s", doing, ErrTaken, fight)
	}
	return found(tx.q.Engage(tx.ctx, db.EngageParams{ID: id, Fight: session, UpdatedMS: tx.nowMS}), doing)
}

// RostersIn gives all rosters of a campaign by name, withdrawn ones too.
func (tx *Tx) RostersIn(campaign string) ([]Roster, error) {
	rows, err := tx.q.RostersIn(tx.ctx, campaign)
	rosters := make([]Roster, len(rows))
	for i, r := range rows {
		rosters[i] = Roster(r)
	}
	return rosters, found(err, "rosters of campaign "+campaign)
}

// RosterQuery says which rosters of a server are meant; its zero value means all
// that are kept.
type RosterQuery struct {
	Owner     *string // key of a member; nil: anybody's
	Campaign  *string // nil: any, own ones too; of "": own ones only
	System    string  // "": any
	Part      string  // of the name, in capitals or not, or the whole id
	Withdrawn bool    // these too
	Limit     int     // 0: 100; below 0: all
}

// RosterLine is a roster in a list, without its body.
type RosterLine struct {
	ID       string
	Name     string
	Owner    string
	Campaign string
	System   string
	State    string
	Fight    string
}

// FindRosters gives the rosters of a server that q means, by name, at most as
// many as its Limit.
func (tx *Tx) FindRosters(guild string, q RosterQuery) ([]RosterLine, error) {
	p := db.FindRostersParams{
		Guild: guild, Also: Kept, Owner: maybe(q.Owner), Campaign: maybe(q.Campaign), System: q.System,
		Pattern: containing(strings.ToLower(q.Part)), ID: q.Part, Most: int32(q.Limit),
	}
	if q.Withdrawn {
		p.Also = Withdrawn
	}
	switch {
	case q.Limit == 0:
		p.Most = 100
	case q.Limit < 0:
		p.Most = math.MaxInt32
	}
	rows, err := tx.q.FindRosters(tx.ctx, p)
	lines := make([]RosterLine, len(rows))
	for i, r := range rows {
		lines[i] = RosterLine(r)
	}
	return lines, found(err, "find rosters")
}

// containing is the LIKE pattern of all that contains part.
func containing(part string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(part) + "%"
}

func maybe(s *string) sql.NullString {
	if s == nil {
		return sql.NullString{}
	}
	return sql.NullString{String: *s, Valid: true}
}

// RostersOwned gives the rosters of a user in every server, oldest first.
func (tx *Tx) RostersOwned(user string) ([]Roster, error) {
	rows, err := tx.q.RostersOwned(tx.ctx, user)
	rosters := make([]Roster, len(rows))
	for i, r := range rows {
		rosters[i] = Roster(r)
	}
	return rosters, found(err, "rosters of a user")
}
