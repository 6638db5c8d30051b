package commands

import (
	"context"
	"fmt"
	"slices"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/storage"
)

// handOver gives a campaign, or a roster in it, to another person.
func handOver(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	var text string
	err := d.keep(ctx, r, func(b *books) error {
		c, err := b.campaignNamed(r.Options["campaign"])
		if err != nil {
			return err
		}
		if err := c.opened(); err != nil {
			return err
		}
		who, ok := r.People[r.Options["to"]]
		if !ok {
			return rules.Refusal("A bot runs no campaign. Name a person.")
		}
		if r.Options["roster"] != "" {
			text, err = c.giveRoster(r.Options["roster"], who)
		} else {
			text, err = c.giveAway(who)
		}
		if err != nil {
			return err
		}
		return c.tell(text)
	})
	if err != nil {
		return Reply{}, err
	}
	return Private(text), nil
}

// giveAway makes somebody else the organiser, by the organiser or whoever manages
// the server.
func (c *keptCampaign) giveAway(who Person) (string, error) {
	if !c.b.r.Manager && c.body.Organiser != c.b.me.Key {
		return "", rules.Refusal("Only the organiser, or whoever manages the server, hands a campaign over.")
	}
	m, err := c.b.tx.Join(c.b.r.Guild, who.ID, who.Name)
	if err != nil {
		return "", err
	}
	if m.Key == c.body.Organiser {
		return "", rules.Refuse("%s runs %s already.", rules.Escape(m.Name), c.title())
	}
	by := c.handedBy(c.body.Organiser)
	c.body.Organiser = m.Key
	c.body.Helpers = slices.DeleteFunc(c.body.Helpers, func(key string) bool { return key == m.Key })
	return fmt.Sprintf("**%s** is run by %s from now on.", c.title(), rules.Escape(m.Name)) + by, c.save()
}

// giveRoster gives a roster to another person, by its owner or who runs the campaign.
func (c *keptCampaign) giveRoster(text string, who Person) (string, error) {
	k, err := c.rosterOf(text)
	if err != nil {
		return "", err
	}
	name := rules.Escape(k.now.Name)
	if err := k.yours(); err != nil {
		return "", err
	}
	m, err := c.b.tx.Join(c.b.r.Guild, who.ID, who.Name)
	if err != nil {
		return "", err
	}
	if m.Key == k.row.Owner {
		return "", rules.Refuse("%s has %s already.", rules.Escape(m.Name), name)
	}
	if err := k.unengaged(". There `/session replace` gives the seat to another person; the roster can be handed over after it."); err != nil {
		return "", err
	}
	there, err := c.b.tx.RostersIn(c.row.ID)
	if err != nil {
		return "", err
	}
	if err := c.roomOf(m.Key, k, there); err != nil {
		return "", err
	}
	var forgotten []campaign.Change // what the last owner noted for their side alone
	for _, member := range k.now.Members {
		if member.Secret != "" && !k.mine() {
			forgotten = append(forgotten, campaign.Change{What: campaign.Secret, Member: member.ID})
		}
	}
	if err := k.enter(campaign.Entry{Why: "handed over to another player", Changes: forgotten}); err != nil {
		return "", err
	}
	if err := c.b.tx.SetRoster(k.row.ID, m.Key, storage.Kept); err != nil {
		return "", err
	}
	if err := c.reseat(k, m.Key); err != nil {
		return "", err
	}
	return fmt.Sprintf("**%s** belongs to %s from now on, in %s.", name, rules.Escape(m.Name), c.title()) + c.handedBy(k.row.Owner), nil
}

// handedBy says who handed over what was another's.
func (c *keptCampaign) handedBy(owner string) string {
	if owner == c.b.me.Key {
		return ""
	}
	return " " + rules.Escape(clip(c.b.r.User.Name, typedLimit)) + " handed it over."
}

// reseat gives a roster's pairings that are not begun to its new owner.
func (c *keptCampaign) reseat(k *kept, owner string) error {
	battles, err := c.battles()
	if err != nil {
		return err
	}
	for _, listed := range battles {
		i := slices.IndexFunc(listed.body.Sides, func(s campaign.BattleSide) bool { return s.Roster == k.row.ID })
		if listed.row.State != paired || i < 0 {
			continue
		}
		bt, err := c.b.battle(listed.row.ID)
		if err != nil {
			return err
		}
		bt.body.Sides[i].Players = []string{owner}
		if err := bt.save(); err != nil {
			return err
		}
	}
	return nil
}
