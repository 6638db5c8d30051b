package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/storage"
)

// aboutYou is what a person is given of what is kept about them. Times are RFC 3339,
// ids Discord's, or the umpire's own of fights, rosters and campaigns. It holds
// nothing that is another's, and nothing that a fight's dice come from.
type aboutYou struct {
	Written   string          `json:"written"`
	User      string          `json:"user"`
	Names     []string        `json:"names"`
	Members   []aboutMember   `json:"keys_in_servers"`
	Fights    []aboutFight    `json:"fights"`
	Cards     []aboutFight    `json:"cards_that_name_you"`
	Rosters   []aboutRoster   `json:"rosters"`
	Campaigns []aboutCampaign `json:"campaigns_you_run"`
	Taste     taste           `json:"me"`
	DM        string          `json:"direct_message_channel"`
	Drafts    []aboutDraft    `json:"drafts"`
	Messages  []aboutMessage  `json:"messages_to_you"`
}

type aboutMember struct {
	Server string `json:"server"`
	Key    string `json:"key"`
	Name   string `json:"name"`
}

type aboutFight struct {
	ID      string `json:"id"`
	System  string `json:"system,omitempty"`
	Server  string `json:"server"`
	Channel string `json:"channel,omitempty"`
	Place   string `json:"place,omitempty"`
	State   string `json:"state"`
	Result  string `json:"result,omitempty"`
	Seat    int    `json:"seat,omitempty"` // 0: given to somebody else
	Key     string `json:"key,omitempty"`
	Name    string `json:"name,omitempty"`
	Opened  string `json:"opened,omitempty"`
	Changed string `json:"changed,omitempty"`
}

type aboutRoster struct {
	ID       string           `json:"id"`
	Server   string           `json:"server"`
	Campaign string           `json:"campaign,omitempty"`
	System   string           `json:"system"`
	State    string           `json:"state"`
	Fight    string           `json:"fight,omitempty"`
	Made     string           `json:"made"`
	Changed  string           `json:"changed"`
	Now      json.RawMessage  `json:"now"`
	Ledger   []campaign.Entry `json:"ledger"`
}

type aboutCampaign struct {
	ID     string          `json:"id"`
	Server string          `json:"server"`
	Name   string          `json:"name"`
	State  string          `json:"state"`
	Role   string          `json:"role"`
	Terms  json.RawMessage `json:"terms"`
}

type aboutDraft struct {
	Of   string          `json:"fight_or_server"` // whose it is
	At   string          `json:"at"`
	Body json.RawMessage `json:"body"`
}

type aboutMessage struct {
	Fight string `json:"fight"`
	At    string `json:"at"`
	State string `json:"state"`
	Text  string `json:"text"`
}

// exportPrivacy gives the asker all that is kept about them as one file.
func exportPrivacy(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	o, err := d.own(ctx, r.User)
	if err != nil {
		return Reply{}, err
	}
	e := o.export(r.At)
	err = d.store.Read(ctx, func(tx *storage.Tx) error { return e.addRosters(tx, o.rosters) })
	if err != nil {
		return Reply{}, err
	}
	body, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return Reply{}, fmt.Errorf("write what is kept about a user: %w", err)
	}
	if len(body) > mostInLog {
		return Reply{}, rules.Refusal("There is more of it than I can send here. Ask whoever hosts me for it.")
	}
	reply := Private("All that I keep about you is in this file. It holds what your own side hides in fights that go on and in rosters, so keep it to yourself. `/log` gives the log of each fight.")
	reply.Message.File = &File{Name: "umpire-about-you.json", Alt: "All that the umpire keeps about you", Body: body}
	return reply, nil
}

func (o *own) export(at time.Time) *aboutYou {
	e := &aboutYou{
		Written: date(at.UnixMilli()), User: o.user.ID, Names: o.names, Taste: o.taste, DM: o.dm,
		Members: []aboutMember{}, Fights: []aboutFight{}, Cards: []aboutFight{}, Rosters: []aboutRoster{},
		Campaigns: []aboutCampaign{}, Drafts: []aboutDraft{}, Messages: []aboutMessage{},
	}
	for _, m := range o.members {
		e.Members = append(e.Members, aboutMember{m.Guild, m.Key, m.Name})
	}
	for _, mine := range o.seats {
		e.Fights = append(e.Fights, mine.export())
	}
	for _, s := range o.cards {
		e.Cards = append(e.Cards, aboutFight{ID: s.ID, Server: s.Guild, Place: s.Place, State: s.State})
	}
	for _, c := range o.campaigns {
		terms, _ := json.Marshal(c.body.Terms) // plain data
		e.Campaigns = append(e.Campaigns, aboutCampaign{c.row.ID, c.row.Guild, c.row.Name, c.row.State, c.role, terms})
	}
	for _, dr := range o.drafts {
		e.Drafts = append(e.Drafts, aboutDraft{dr.Session, date(dr.AtMS), dr.Body})
	}
	for _, row := range o.messages {
		var post Post
		_ = json.Unmarshal(row.Body, &post) // one without a text is listed all the same
		e.Messages = append(e.Messages, aboutMessage{row.Session, date(row.AtMS), row.State, post.Message.Text})
	}
	return e
}

func (mine ownSeat) export() aboutFight {
	s, p := mine.session, mine.person
	var l lobby
	_ = json.Unmarshal(s.Lobby, &l) // of a purged one there is none
	return aboutFight{
		ID: s.ID, System: s.System, Server: s.Guild, Channel: s.Channel, Place: s.Place, State: s.State, Result: l.Result,
		Seat: p.Seat, Key: p.Key, Name: p.Name, Opened: date(s.CreatedMS), Changed: date(s.UpdatedMS),
	}
}

func (e *aboutYou) addRosters(tx *storage.Tx, rosters []storage.Roster) error {
	for _, row := range rosters {
		lines, err := tx.Ledger(row.ID)
		if err != nil {
			return err
		}
		ledger, err := Entries(lines)
		if err != nil {
			return err
		}
		e.Rosters = append(e.Rosters, aboutRoster{
			ID: row.ID, Server: row.Guild, Campaign: row.Campaign, System: row.System, State: row.State, Fight: row.Fight,
			Made: date(row.CreatedMS), Changed: date(row.UpdatedMS), Now: row.Body, Ledger: ledger,
		})
	}
	return nil
}

func date(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }
