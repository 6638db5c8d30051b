package commands

import (
	"context"
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/storage"
)

// askEndCampaign asks once more whether a campaign is to end, and tells what is not
// settled in it.
func askEndCampaign(d *Desk, ctx context.Context, r Request, _ []string) (reply Reply, err error) {
	err = d.look(ctx, r, func(b *books) error {
		c, err := b.running(r.Options["campaign"])
		if err != nil {
			return err
		}
		reply.Message, err = c.askEnd()
		return err
	})
	return reply, err
}

// askEnd is the question whether a campaign is to end.
func (c *keptCampaign) askEnd() (Message, error) {
	battles, err := c.battles()
	if err != nil {
		return Message{}, err
	}
	lines := []string{fmt.Sprintf("End **%s**? Its final standings are posted, and its rosters stay to be read.", c.title())}
	open, waiting := 0, 0
	for _, bt := range battles {
		switch bt.row.State {
		case proposed:
			waiting++
			lines = append(lines, "Not confirmed yet: "+bt.versus()+".")
		case paired:
			open++
		}
	}
	end := Button{Path: path("campaign-end", c.row.ID, waiting), Label: "End it", Style: Grave}
	if waiting > 0 {
		lines = append(lines, "Whoever runs the campaign can confirm or strike these first, in `/campaign battles`. Otherwise they are struck: they change nothing.")
		end.Label = "End it anyway"
	}
	if open > 0 {
		lines = append(lines, strings.Replace(pairingsOff(open), " called off.", " not fought, and then called off.", 1))
	}
	foot := lines[len(lines)-1]
	text := cutLines(strings.Join(lines, "\n"), textLimit)
	if !strings.Contains(text, foot) {
		text = cutLines(text, textLimit-runes(foot)-1) + "\n" + foot
	}
	return Message{Text: text, Rows: []Row{{Buttons: []Button{end, {Path: "campaign-stay", Label: "Keep it open"}}}}}, nil
}

// keepCampaign leaves a campaign open.
func keepCampaign(*Desk, context.Context, Request, []string) (Reply, error) {
	return Reply{Act: Change, Message: Message{Text: "It stays open."}}, nil
}

// endCampaign ends a campaign, unless a battle came to an end since it was asked.
func endCampaign(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	reply := Reply{Act: Change}
	err := d.keep(ctx, r, func(b *books) error {
		c, err := b.campaign(vars[0])
		if err != nil {
			return err
		}
		if err := c.opened(); err != nil {
			return err
		}
		if err := c.byWhoRuns(); err != nil {
			return err
		}
		waiting, err := c.waiting()
		if err != nil {
			return err
		}
		if waiting > number(vars[1]) {
			reply.Message, err = c.askEnd()
			return err
		}
		reply.Message.Text = fmt.Sprintf("%s is over. Its books stay: `/campaign show`, `/campaign standings`, `/campaign battles`.", c.title())
		return c.end()
	})
	return reply, err
}

// waiting counts the battles that wait for a word. A fight that goes on keeps a
// campaign from ending.
func (c *keptCampaign) waiting() (n int, err error) {
	battles, err := c.battles()
	if err != nil {
		return 0, err
	}
	for _, bt := range battles {
		switch bt.row.State {
		case proposed:
			n++
		case fighting:
			return 0, rules.Refuse("Fight `%s` goes on: %s. End it first, with `/session end` in its place.", bt.row.Session, bt.versus())
		}
	}
	return n, nil
}

// end strikes what is not settled, closes the campaign and posts its standings.
func (c *keptCampaign) end() error {
	if _, err := c.callOff(func(*battle) bool { return true }, "Called off: the campaign is over."); err != nil {
		return err
	}
	if err := c.strikeProposed(); err != nil {
		return err
	}
	c.row.State = storage.Ended
	if err := c.save(); err != nil {
		return err
	}
	m, err := c.shown(campaign.ByRoster)
	if err != nil {
		return err
	}
	m.Text = fmt.Sprintf("**%s is over.** These are its final standings.\n%s", c.title(), m.Text)
	_, err = c.b.tx.Post(row(c.row.ID, ToChannel+c.body.Channel, "", Post{Message: m}))
	return err
}

// strikeProposed strikes the battles that nobody confirmed in time.
func (c *keptCampaign) strikeProposed() error {
	battles, err := c.battles()
	if err != nil {
		return err
	}
	for _, listed := range battles {
		if listed.row.State != proposed {
			continue
		}
		bt, err := c.b.battle(listed.row.ID)
		if err != nil {
			return err
		}
		bt.row.State, bt.after.Settled = struck, settled{How: "Struck: the campaign is over."}
		if err := bt.free(); err != nil {
			return err
		}
		if err := bt.save(); err != nil {
			return err
		}
		if err := bt.postCard(); err != nil {
			return err
		}
	}
	return nil
}
