package campaign

import "slices"

// Campaign is what the books keep of a campaign beside its rosters and battles.
// People are named by their keys. System is "" where every system is played.
type Campaign struct {
	System    string   `json:"system,omitempty"`
	Channel   string   `json:"channel"` // where its results are told
	Organiser string   `json:"organiser"`
	Helpers   []string `json:"helpers,omitempty"`
	Closed    bool     `json:"closed,omitempty"` // only the organiser and helpers bring rosters in
	Round     int      `json:"round,omitempty"`  // the last that was paired
	Terms     Terms    `json:"terms"`
}

// Runs tells whether somebody runs the campaign: its organiser or a helper.
func (c Campaign) Runs(person string) bool {
	return person != "" && (c.Organiser == person || slices.Contains(c.Helpers, person))
}

// Plays tells whether a system is played in the campaign.
func (c Campaign) Plays(system string) bool { return c.System == "" || c.System == system }
