package commands

import (
	"context"
	"encoding/json"
	"fmt"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/storage"
)

// ledgers is a campaign with all its books, as a file gives it: people by name,
// secret notes left out.
type ledgers struct {
	Campaign  string         `json:"campaign"`
	State     string         `json:"state"`
	Organiser string         `json:"organiser"`
	Helpers   []string       `json:"helpers,omitempty"`
	System    string         `json:"system,omitempty"`
	Rounds    int            `json:"rounds,omitempty"`
	Terms     campaign.Terms `json:"terms"`
	Rosters   []ledgerRoster `json:"rosters"`
	Battles   []ledgerBattle `json:"battles"`
	Standings []campaign.Row `json:"standings"`
}

type ledgerRoster struct {
	ID     string           `json:"id"`
	Owner  string           `json:"owner"`
	System string           `json:"system"`
	State  string           `json:"state"`
	Now    campaign.Roster  `json:"now"`
	Ledger []campaign.Entry `json:"ledger"`
}

type ledgerBattle struct {
	ID    string          `json:"id"`
	Round int             `json:"round,omitempty"`
	State string          `json:"state"`
	Fight string          `json:"fight,omitempty"`
	At    int64           `json:"at"` // UTC milliseconds
	What  campaign.Battle `json:"what"`
}

// exportCampaign sends the books of a campaign as one file, for who runs it. While it
// is open, sheets that hide something are left out, but the asker's own.
func exportCampaign(d *Desk, ctx context.Context, r Request, _ []string) (reply Reply, err error) {
	err = d.look(ctx, r, func(b *books) error {
		c, err := b.campaignNamed(r.Options["campaign"])
		if err != nil {
			return err
		}
		if !c.body.Runs(b.me.Key) {
			return rules.Refuse("The books of %s are for its organiser and helpers.", c.title())
		}
		body, err := c.export()
		if err != nil {
			return err
		}
		if len(body) > mostInLog {
			return rules.Refusal("These books are too big to be sent here. `/roster export` gives one roster.")
		}
		reply = Private(fmt.Sprintf("The books of %s, as they are now. Secret notes are left out, and while it is open, sheets that hide something.", c.title()))
		reply.Message.File = &File{Name: "campaign-" + c.row.ID + ".json", Alt: "The books of the campaign", Body: body}
		return nil
	})
	return reply, err
}

func (c *keptCampaign) export() ([]byte, error) {
	people, err := c.b.people()
	if err != nil {
		return nil, err
	}
	rosters, err := c.rosters()
	if err != nil {
		return nil, err
	}
	battles, err := c.battles()
	if err != nil {
		return nil, err
	}
	l := ledgers{Campaign: c.row.Name, State: c.row.State, Organiser: people.name(c.body.Organiser), System: c.body.System, Rounds: c.body.Round, Terms: c.body.Terms}
	for _, key := range c.body.Helpers {
		l.Helpers = append(l.Helpers, people.name(key))
	}
	for _, k := range rosters {
		one, err := k.export(people)
		if err != nil {
			return nil, err
		}
		l.Rosters = append(l.Rosters, one)
	}
	if l.Standings, err = c.table(campaign.ByRoster); err != nil {
		return nil, err
	}
	for i := range l.Standings {
		l.Standings[i].Player = ""
	}
	for _, bt := range battles {
		for i := range bt.body.Sides {
			s := &bt.body.Sides[i]
			for j, key := range s.Players {
				s.Players[j] = people.name(key)
			}
			if s.Agreed != "" {
				s.Agreed = people.name(s.Agreed)
			}
		}
		l.Battles = append(l.Battles, ledgerBattle{ID: bt.row.ID, Round: bt.row.Round, State: bt.row.State, Fight: bt.row.Session, At: bt.row.CreatedMS, What: bt.body})
	}
	body, err := json.MarshalIndent(l, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("export campaign %s: %w", c.row.ID, err)
	}
	return append(body, '\n'), nil
}

// export is a roster with its ledger, without secret notes.
func (k *kept) export(people peopleByKey) (ledgerRoster, error) {
	one := ledgerRoster{ID: k.row.ID, Owner: people.name(k.row.Owner), System: k.row.System, State: k.row.State, Now: k.now}
	veiled := !k.mine() && k.camp.row.State == storage.Opened && k.sys.Hides(k.side())
	for i := range one.Now.Members {
		m := &one.Now.Members[i]
		if m.Secret = ""; veiled {
			m.Sheet = nil
		}
	}
	ledger, err := k.ledger()
	for i, e := range ledger {
		ledger[i].By = people.name(e.By)
		for j := range e.Changes {
			change := &e.Changes[j]
			if change.What == campaign.Secret {
				change.To = ""
			}
			if change.Who != nil {
				change.Who.Secret = ""
			}
			if veiled {
				veil(change)
			}
		}
	}
	one.Ledger = ledger
	return one, err
}

// veil takes out of a change what it says of a sheet.
func veil(c *campaign.Change) {
	c.Path, c.Value = "", nil
	if c.What == campaign.Number {
		c.N = 0
	}
	if c.Who != nil {
		c.Who.Sheet = nil
	}
}
