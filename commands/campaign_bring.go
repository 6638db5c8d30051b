package commands

import (
	"context"

	"umpire/rules"
	"umpire/storage"
)

// bringRow stands under the post that opens a campaign.
func bringRow(id string) Row {
	return Row{Buttons: []Button{{Path: path("campaign-bring", id), Label: "Bring a roster in"}}}
}

// offerBringing shows the presser which of their own rosters the campaign may take in.
func offerBringing(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	var reply Reply
	err := d.look(ctx, r, func(b *books) error {
		c, err := b.campaign(vars[0])
		if err != nil {
			return err
		}
		if _, err := c.bringer(); err != nil {
			return err
		}
		menu := &Menu{Path: path("campaign-enter", c.row.ID), Hint: "A roster of yours"}
		if menu.Choices, err = c.bringable(); err != nil {
			return err
		}
		if len(menu.Choices) == 0 {
			what := "You have no roster here yet"
			if c.body.System != "" {
				what = "You have no roster of " + c.systems()[0].Title + " here yet"
			}
			reply = Private(what + ". `/roster new` makes one; then press again.")
			return nil
		}
		reply = Private("Which roster do you bring into "+c.title()+"? It goes in as a copy.", Row{Menu: menu})
		return nil
	})
	return reply, err
}

// bringable are the asker's own rosters that are of a system that the campaign plays.
func (c *keptCampaign) bringable() (choices []Choice, err error) {
	if c.b.me.Key == "" {
		return nil, nil
	}
	lines, err := c.b.tx.FindRosters(c.b.r.Guild, storage.RosterQuery{Owner: &c.b.me.Key, Campaign: new(string), System: c.body.System})
	for _, l := range lines[:min(len(lines), menuLimit)] {
		sys, err := c.b.d.system(l.System)
		if err != nil {
			return nil, err
		}
		choices = append(choices, Choice{Label: clip(plain(l.Name), 100), Value: l.ID, Detail: clip(sys.Title, 100)})
	}
	return choices, err
}

// bringRoster copies the roster that was picked into the campaign.
func bringRoster(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	if len(r.Values) != 1 {
		return Reply{}, rules.ErrPicks
	}
	var text string
	err := d.keep(ctx, r, func(b *books) error {
		c, err := b.campaign(vars[0])
		if err != nil {
			return err
		}
		if _, err := c.bringer(); err != nil {
			return err
		}
		k, err := b.roster(r.Values[0])
		if err != nil {
			return err
		}
		if !k.mine() || k.camp != nil || k.row.State != storage.Kept {
			return errNoRoster
		}
		text, err = c.admit(k)
		return err
	})
	return Reply{Act: Change, Message: Message{Text: text}}, err
}
