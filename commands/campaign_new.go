package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/storage"
)

// mostCampaigns is how many may be open in one server, and mostOfOneOrganiser of one
// person who does not manage it.
const (
	mostCampaigns      = 25
	mostOfOneOrganiser = 3
)

// newCampaign opens a campaign that its asker runs, and tells it in the channel.
func newCampaign(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	name, err := givenName(r.Options["name"])
	if err != nil {
		return Reply{}, err
	}
	key := r.Options["system"]
	if _, err := d.system(key); err != nil && key != "" {
		return Reply{}, rules.Refuse("There is no system called %s. There is: %s.", typed(key), rules.List(d.titles()))
	}
	var ride int64
	err = d.keep(ctx, r, func(b *books) error {
		if err := able(r, true); err != nil {
			return err
		}
		if err := b.unused(name, ""); err != nil {
			return err
		}
		c := &keptCampaign{b: b, row: storage.Campaign{ID: d.name(6), Guild: r.Guild, Name: name, State: storage.Opened}}
		c.body = campaign.Campaign{System: key, Channel: r.Channel, Organiser: b.me.Key, Terms: campaign.DefaultTerms()}
		if err := c.add(); err != nil {
			return err
		}
		post := row(c.row.ID, ToChannel+r.Channel, "", Post{Message: Message{Text: c.opening(), Rows: []Row{bringRow(c.row.ID)}}})
		ride, err = postRiding(b.tx, post, r)
		return err
	})
	if err != nil {
		return Reply{}, err
	}
	return posted(ride, "The campaign is open. It is told here in a moment."), nil
}

// add stores a new campaign.
func (c *keptCampaign) add() error {
	body, err := json.Marshal(c.body)
	if err != nil {
		return fmt.Errorf("open campaign %s: %w", c.row.ID, err)
	}
	c.row.Body = body
	return c.b.tx.AddCampaign(c.row)
}

// unused refuses a name that another open campaign of the server has, and one
// campaign more than a server holds.
func (b *books) unused(name, id string) error {
	all, err := b.tx.CampaignsIn(b.r.Guild)
	if err != nil {
		return err
	}
	open, own := 0, 0
	for _, c := range all {
		if c.State != storage.Opened || c.ID == id {
			continue
		}
		open++
		if d, err := b.campaign(c.ID); err != nil {
			return err
		} else if d.body.Organiser == b.me.Key {
			own++
		}
		if strings.EqualFold(c.Name, name) {
			return rules.Refuse("A campaign called %s is open here already. Choose another name.", rules.Escape(c.Name))
		}
	}
	if own >= mostOfOneOrganiser && !b.r.Manager {
		return rules.Refuse("You run %d open campaigns here, and that is as many as one person can. End one first, or hand it over.", own)
	}
	if open >= mostCampaigns {
		return rules.Refuse("%d campaigns are open here, and that is as many as there can be. End one first.", open)
	}
	return nil
}

// opening tells the table of a new campaign.
func (c *keptCampaign) opening() string {
	what := "Every system is played."
	if c.body.System != "" {
		what = "It is fought by " + c.systems()[0].Title + "."
	}
	return fmt.Sprintf("**%s: a campaign is open.** %s runs it. %s\nMake a roster with `/roster new` and bring it in with the button, or with `/campaign join`. Results and pairings are told in this channel.",
		c.title(), rules.Escape(clip(c.b.r.User.Name, typedLimit)), what)
}
