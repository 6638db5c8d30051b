package commands

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/storage"
)

// keptCampaign is a campaign as the books have it.
type keptCampaign struct {
	b    *books
	row  storage.Campaign
	body campaign.Campaign
}

// errNoCampaign answers a campaign that this server does not have.
const errNoCampaign = rules.Refusal("There is no such campaign here. `/campaign show` lists those that there are.")

// campaign gives a campaign of the asker's server by its id.
func (b *books) campaign(id string) (*keptCampaign, error) {
	c := &keptCampaign{b: b}
	var err error
	c.row, err = b.tx.Campaign(id)
	if errors.Is(err, storage.ErrNotFound) || err == nil && c.row.Guild != b.r.Guild {
		return nil, errNoCampaign
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(c.row.Body, &c.body); err != nil {
		return nil, fmt.Errorf("read campaign %s: %w", id, err)
	}
	return c, nil
}

// campaignNamed gives a campaign by what somebody typed: its id or its name, or
// nothing where the server has only one that is open.
func (b *books) campaignNamed(text string) (*keptCampaign, error) {
	all, err := b.tx.CampaignsIn(b.r.Guild)
	if err != nil {
		return nil, err
	}
	open := slices.DeleteFunc(slices.Clone(all), func(c storage.Campaign) bool { return c.State != storage.Opened })
	text = strings.TrimSpace(text)
	switch {
	case text == "" && len(open) == 1:
		return b.campaign(open[0].ID)
	case text == "" && len(open) > 1:
		return nil, rules.Refuse("Several campaigns are open here: %s. Say which one.", rules.List(campaignNames(open)))
	case text == "" && len(all) == 0:
		return nil, rules.Refusal("No campaign is open here. `/campaign new` begins one.")
	}
	for _, means := range []func(storage.Campaign) bool{ // ids first: a name may look like one
		func(c storage.Campaign) bool { return c.ID == text },
		func(c storage.Campaign) bool { return strings.EqualFold(c.Name, text) },
	} {
		for _, c := range append(open, all...) {
			if means(c) {
				return b.campaign(c.ID)
			}
		}
	}
	return nil, errNoCampaign
}

func campaignNames(list []storage.Campaign) []string {
	var names []string
	for _, c := range list[:min(len(list), 10)] {
		names = append(names, rules.Escape(c.Name))
	}
	return names
}

// runs tells whether the asker runs the campaign: its organiser, a helper, or
// whoever manages the server.
func (c *keptCampaign) runs() bool { return c.b.r.Manager || c.body.Runs(c.b.me.Key) }

// save writes the campaign down.
func (c *keptCampaign) save() error {
	body, err := json.Marshal(c.body)
	if err != nil {
		return fmt.Errorf("keep campaign %s: %w", c.row.ID, err)
	}
	c.row.Body = body
	return c.b.tx.SaveCampaign(c.row)
}

// tell posts a line in the campaign's channel.
func (c *keptCampaign) tell(text string) error {
	_, err := c.b.tx.Post(row(c.row.ID, ToChannel+c.body.Channel, "", Post{Message: Message{Text: clip(text, textLimit)}}))
	return err
}
