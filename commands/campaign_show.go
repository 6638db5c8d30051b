package commands

import (
	"context"
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/kit"
	"umpire/storage"
)

// showCampaign tells the asker all about a campaign; where several could be meant, a
// menu of them.
func showCampaign(d *Desk, ctx context.Context, r Request, _ []string) (reply Reply, err error) {
	err = d.look(ctx, r, func(b *books) error {
		reply.Message, err = b.showOrList(r.Options["campaign"])
		return err
	})
	return reply, err
}

func (b *books) showOrList(text string) (Message, error) {
	options, err := b.campaignList(true)
	if err != nil {
		return Message{}, err
	}
	if strings.TrimSpace(text) != "" || len(options) < 2 {
		c, err := b.campaignNamed(text)
		if err != nil {
			return Message{}, err
		}
		return c.show(0)
	}
	menu := &Menu{Path: "campaign-open", Hint: "Open a campaign"}
	var lines []string
	for _, o := range options {
		line := "**" + rules.Escape(o.Label) + "**"
		if o.Detail != "" {
			line += ", " + o.Detail
		}
		lines = append(lines, line)
		if len(menu.Choices) < menuLimit {
			menu.Choices = append(menu.Choices, Choice{Label: clip(o.Label, 100), Value: o.ID, Detail: o.Detail})
		}
	}
	text = cutLines(strings.Join(append([]string{"The campaigns of this server:"}, lines...), "\n"), textLimit)
	return Message{Text: text, Rows: []Row{{Menu: menu}}}, nil
}

// openCampaign shows the campaign that was picked in a menu.
func openCampaign(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	if len(r.Values) != 1 {
		return Reply{}, errNoCampaign
	}
	return turnCampaign(d, ctx, r, []string{r.Values[0], "0"})
}

// turnCampaign shows a page of a campaign.
func turnCampaign(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	reply := Reply{Act: Change}
	err := d.look(ctx, r, func(b *books) error {
		c, err := b.campaign(vars[0])
		if err != nil {
			return err
		}
		reply.Message, err = c.show(number(vars[1]))
		return err
	})
	return reply, err
}

// show is a page of all that is kept of a campaign.
func (c *keptCampaign) show(page int) (Message, error) {
	people, err := c.b.people()
	if err != nil {
		return Message{}, err
	}
	rosters, err := c.rosters()
	if err != nil {
		return Message{}, err
	}
	battles, err := c.battles()
	if err != nil {
		return Message{}, err
	}
	lines := append([]string{c.about(people)}, c.termLines()...)
	lines = append(lines, c.fieldLines(rosters, people)...)
	lines = append(lines, c.nextLines(battles)...)
	m, _, _ := pageOf(c.head(), lines, page, 100, func(page int) string { return path("campaign-page", c.row.ID, page) })
	return m, nil
}

func (c *keptCampaign) head() string {
	if c.row.State != storage.Opened {
		return "**" + c.title() + "**, which is over"
	}
	return "**" + c.title() + "**"
}

// about tells who runs the campaign, and what is played where.
func (c *keptCampaign) about(people peopleByKey) string {
	text := "Run by " + rules.Escape(people.name(c.body.Organiser))
	if people.gone(c.body.Organiser) {
		text = "Run by nobody any more: whoever manages the server gives it to somebody with `/campaign hand-over`"
	}
	if len(c.body.Helpers) > 0 {
		text += ", helped by " + people.names(c.body.Helpers)
	}
	what := "every system"
	if c.body.System != "" {
		what = c.systems()[0].Title
	}
	return fmt.Sprintf("%s. Played: %s. Told in <#%s>.", text, what, c.body.Channel)
}

// termLines puts the campaign's terms into words.
func (c *keptCampaign) termLines() []string {
	lines := []string{woundTerm(c.body.Terms) + " " + fallenTerm(c.body.Terms)}
	if c.body.Closed {
		lines[0] += " Only who runs it brings rosters in."
	}
	for _, sys := range c.systems() {
		var parts []string
		for _, rule := range sys.Options {
			if value, set := c.body.Terms.Rules[sys.Key][rule.Key]; set {
				parts = append(parts, words(rule.Key)+": "+spoken(value))
			}
		}
		for _, name := range limitNames(sys) {
			if limit := c.body.Terms.Limits[sys.Key][name]; limit > 0 {
				parts = append(parts, fmt.Sprintf("at most %d %s", limit, name))
			}
		}
		if len(parts) > 0 {
			lines = append(lines, sys.Title+" – "+strings.Join(parts, "; ")+".")
		}
	}
	return lines
}

func woundTerm(t campaign.Terms) string {
	switch t.Wounds {
	case campaign.Fresh:
		return "All wounds heal right after a battle: nobody misses the next because of wounds."
	case campaign.Heal:
		return fmt.Sprintf("Everybody alive heals up to %s right after a battle, before it is seen who is still out for the next.", counted(t.Heals, "wound"))
	}
	return "Wounds stay until somebody heals them."
}

func fallenTerm(t campaign.Terms) string {
	switch t.Fallen {
	case campaign.Dies:
		return "Who goes out of action is dead."
	case campaign.Rolls:
		return "Who goes out of action rolls on the injury table."
	}
	return "Who goes out of action is out until enough wounds heal."
}

// fieldLines are the rosters of the campaign, a line each.
func (c *keptCampaign) fieldLines(rosters []*kept, people peopleByKey) []string {
	in := 0
	var lines []string
	left := false
	for _, k := range rosters {
		line := fmt.Sprintf("**%s** (%s)", rules.Escape(k.now.Name), rules.Escape(people.name(k.row.Owner)))
		if c.body.System == "" {
			line += ", " + k.sys.Title
		}
		if k.row.State != storage.Kept {
			lines = append(lines, line+": withdrawn")
			continue
		}
		in++
		line += ": " + k.musterWords()
		if k.row.Fight != "" {
			line += "; in fight `" + k.row.Fight + "`"
		}
		if people.gone(k.row.Owner) {
			line += "; nobody holds it any more"
			left = true
		}
		lines = append(lines, line)
	}
	if left {
		lines = append(lines, "What nobody holds is not paired. Who runs the campaign gives it to somebody with `/campaign hand-over`, with the option **roster**.")
	}
	if len(lines) == 0 {
		return []string{"Nobody has joined yet: `/campaign join` brings a roster in."}
	}
	return append([]string{fmt.Sprintf("\n%s:", kit.Capital(counted(in, "roster")))}, lines...)
}

// nextLines are the pairings that are still to be fought.
func (c *keptCampaign) nextLines(battles []*battle) []string {
	var lines []string
	for _, bt := range battles {
		if bt.row.State != paired && bt.row.State != fighting {
			continue
		}
		line := bt.inRound(bt.versus())
		if bt.row.State == fighting {
			line += ", which goes on"
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return nil
	}
	return append([]string{"\nTo be fought:"}, lines...)
}

// versus names the sides of a battle.
func (bt *battle) versus() string {
	names := make([]string, len(bt.body.Sides))
	for i, s := range bt.body.Sides {
		names[i] = rules.Escape(s.Name)
	}
	return strings.Join(names, " – ")
}
