package storage

import (
	"slices"
	"strings"

	"umpire/storage/internal/db"
)

// The states of a campaign.
const (
	Opened = "open"
	Ended  = "ended"
)

// Campaign is a series of battles of a server.
type Campaign struct {
	ID        string
	Guild     string
	Name      string
	State     string // Opened or Ended
	Body      []byte // what the commands keep about it, unread here
	CreatedMS int64
	UpdatedMS int64
}

// AddCampaign stores a new campaign, with the times of now.
func (tx *Tx) AddCampaign(c Campaign) error {
	return found(tx.q.InsertCampaign(tx.ctx, db.InsertCampaignParams{
		ID: c.ID, Guild: c.Guild, Name: c.Name, State: c.State, Body: c.Body, CreatedMS: tx.nowMS,
	}), "add campaign "+c.ID)
}

// Campaign gives the campaign with this id, or ErrNotFound.
func (tx *Tx) Campaign(id string) (Campaign, error) {
	c, err := tx.q.Campaign(tx.ctx, id)
	return Campaign(c), found(err, "campaign "+id)
}

// SaveCampaign changes the name, state and body of c, or returns ErrNotFound.
func (tx *Tx) SaveCampaign(c Campaign) error {
	n, err := tx.q.SaveCampaign(tx.ctx, db.SaveCampaignParams{
		ID: c.ID, Name: c.Name, State: c.State, Body: c.Body, UpdatedMS: tx.nowMS,
	})
	return changed(n, err, "save campaign "+c.ID)
}

// mostCampaigns is how many campaigns CampaignsIn gives at most.
const mostCampaigns = 100

// CampaignsIn gives the campaigns of a server, open ones first, then by name; at
// most 100.
func (tx *Tx) CampaignsIn(guild string) ([]Campaign, error) {
	rows, err := tx.q.CampaignsIn(tx.ctx, guild)
	campaigns := make([]Campaign, len(rows))
	for i, r := range rows {
		campaigns[i] = Campaign(r)
	}
	slices.SortStableFunc(campaigns, func(a, b Campaign) int { // not in SQL: SQLite's LOWER knows A to Z alone
		if a.State == b.State {
			return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
		}
		if a.State == Opened {
			return -1
		}
		return 1
	})
	return campaigns[:min(len(campaigns), mostCampaigns)], found(err, "campaigns of a server")
}
