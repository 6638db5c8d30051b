package commands

import (
	"context"
	"fmt"
	"strings"

	"umpire/commands/picture"
	"umpire/rules/campaign"
	"umpire/storage"
)

// standings gives a page of the campaign's table, with the words for its rows.
func (c *keptCampaign) standings(by string, page int) (Message, error) {
	rows, err := c.table(by)
	if err != nil {
		return Message{}, err
	}
	m, _, _ := pageOf(c.standingsHead(by), c.rowLines(rows, by), page, 40, func(page int) string { return path("standings", c.row.ID, by, page) })
	return m, nil
}

// table counts the campaign's battles.
func (c *keptCampaign) table(by string) ([]campaign.Row, error) {
	people, err := c.b.people()
	if err != nil {
		return nil, err
	}
	lines, err := c.b.tx.FindRosters(c.row.Guild, storage.RosterQuery{Campaign: &c.row.ID, Withdrawn: true, Limit: -1})
	if err != nil {
		return nil, err
	}
	var in []campaign.Entrant
	for _, l := range lines {
		in = append(in, entrant(l, people))
	}
	battles, err := c.battles()
	if err != nil {
		return nil, err
	}
	return campaign.Table(countedBattles(battles), in, by), nil
}

func (c *keptCampaign) standingsHead(by string) string {
	return fmt.Sprintf("**Standings of %s**, by %s", c.title(), by)
}

// rowLines are the rows in words; where systems stand apart, each has its head.
func (c *keptCampaign) rowLines(rows []campaign.Row, by string) []string {
	if len(rows) == 0 {
		return []string{"Nobody has joined yet."}
	}
	var lines []string
	for i, row := range rows {
		if by == campaign.BySystem && (i == 0 || rows[i-1].System != row.System) {
			title := row.System
			if sys, err := c.b.d.system(row.System); err == nil {
				title = sys.Title
			}
			lines = append(lines, "__"+title+"__")
		}
		lines = append(lines, row.Words())
	}
	return lines
}

// standingsOf asks for a table and gives it in private.
func standingsOf(d *Desk, ctx context.Context, r Request, _ []string) (reply Reply, err error) {
	by := strings.ToLower(strings.TrimSpace(r.Options["by"]))
	err = d.look(ctx, r, func(b *books) error {
		c, err := b.campaignNamed(r.Options["campaign"])
		if err != nil {
			return err
		}
		reply.Message, err = c.standingsReply(by, 0)
		return err
	})
	return reply, err
}

// standingsReply is a table for one reader, with a button that shows it to all.
func (c *keptCampaign) standingsReply(by string, page int) (Message, error) {
	switch by {
	case campaign.ByPlayer, campaign.BySystem:
	default:
		by = campaign.ByRoster
	}
	m, err := c.standings(by, page)
	m.Rows = append(m.Rows, Row{Buttons: []Button{{Path: path("standings-here", c.row.ID, by), Label: "Show it here"}}})
	return m, err
}

// turnStandings shows a page of a table.
func turnStandings(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	reply := Reply{Act: Change}
	err := d.look(ctx, r, func(b *books) error {
		c, err := b.campaign(vars[0])
		if err != nil {
			return err
		}
		reply.Message, err = c.standingsReply(vars[1], number(vars[2]))
		return err
	})
	return reply, err
}

// onShow is how many rows of a table are shown to all.
const onShow = 20

// showStandings posts a table in the channel.
func showStandings(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	err := d.keep(ctx, r, func(b *books) error {
		c, err := b.campaign(vars[0])
		if err != nil {
			return err
		}
		if err := able(r, true); err != nil {
			return err
		}
		m, err := c.shown(vars[1])
		if err != nil {
			return err
		}
		_, err = b.tx.Post(row(c.row.ID, ToChannel+r.Channel, "", Post{Message: m}))
		return err
	})
	return Reply{Act: Change, Message: Message{Text: "The standings are shown here."}}, err
}

// shown is a table for all to see: its first rows, and a picture of them.
func (c *keptCampaign) shown(by string) (Message, error) {
	rows, err := c.table(by)
	if err != nil {
		return Message{}, err
	}
	lines := c.rowLines(rows[:min(len(rows), onShow)], by)
	text := cutLines(strings.Join(append([]string{c.standingsHead(by)}, lines...), "\n"), textLimit)
	told := -1 // the table's head
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "**") { // a system's head has other marks
			told++
		}
	}
	if more := len(rows) - told; more > 0 {
		text += fmt.Sprintf("\nAnd %d more: `/campaign standings`.", more)
	}
	m := Message{Text: text}
	if len(rows) > 0 {
		m.Picture = &Picture{Standings: &picture.Standings{Title: plain(c.row.Name), Rows: rows}}
	}
	return m, nil
}
