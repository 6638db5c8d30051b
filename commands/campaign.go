package commands

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/storage"
)

var campaignRoutes = []route{
	{Command, "campaign new", 0, newCampaign},
	{Command, "campaign join", 0, joinCampaign},
	{Complete, "campaign join", 0, completeCampaign},
	{Press, "campaign-bring", 1, offerBringing}, // campaign
	{Press, "campaign-enter", 1, bringRoster},   // campaign; the roster is picked
	{Command, "campaign leave", 0, leaveCampaign},
	{Complete, "campaign leave", 0, completeCampaign},
	{Command, "campaign show", 0, showCampaign},
	{Complete, "campaign show", 0, completeCampaign},
	{Press, "campaign-open", 0, openCampaign},
	{Press, "campaign-page", 2, turnCampaign},
	{Command, "campaign standings", 0, standingsOf},
	{Complete, "campaign standings", 0, completeCampaign},
	{Press, "standings", 3, turnStandings},
	{Press, "standings-here", 2, showStandings},
	{Command, "campaign battles", 0, listBattles},
	{Complete, "campaign battles", 0, completeCampaign},
	{Press, "battles", 2, turnBattles},
	{Press, "battle-open", 1, lookAtBattle},
	{Command, "campaign pair", 0, pairRound},
	{Complete, "campaign pair", 0, completeCampaign},
	{Command, "campaign record", 0, recordBattle},
	{Complete, "campaign record", 0, completeCampaign},
	{Command, "campaign settings", 0, settings},
	{Complete, "campaign settings", 0, completeCampaign},
	{Command, "campaign hand-over", 0, handOver},
	{Complete, "campaign hand-over", 0, completeCampaign},
	{Command, "campaign end", 0, askEndCampaign},
	{Complete, "campaign end", 0, completeCampaign},
	{Press, "campaign-end", 2, endCampaign},
	{Press, "campaign-stay", 0, keepCampaign},
	{Command, "campaign export", 0, exportCampaign},
	{Complete, "campaign export", 0, completeCampaign},
}

// campaignDefinitions is the command of campaigns.
func campaignDefinitions(systems []*rules.System) []*definition {
	var choices []*discordgo.ApplicationCommandOptionChoice
	for _, sys := range systems {
		choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: sys.Title, Value: sys.Key})
	}
	which := listedOption("campaign", "Which campaign; leave it out where only one is open.")
	return []*definition{{
		Name: "campaign", Description: "Run a campaign: rosters, battles, pairings and standings.", Contexts: inServers(),
		Options: []*option{
			{Type: optionSub, Name: "new", Description: "Open a campaign, which is told in this channel. You run it.", Options: []*option{
				{Type: optionText, Name: "name", Description: "What it is called.", Required: true, MaxLength: longestName},
				{Type: optionText, Name: "system", Description: "The rules it is fought by; leave it out for all.", Choices: choices},
			}},
			{Type: optionSub, Name: "join", Description: "Bring a roster of yours into a campaign, as a copy.", Options: []*option{
				listedOption("roster", "Which roster; leave it out if you have one only."), which,
				{Type: optionUser, Name: "player", Description: "Whose roster, for who runs the campaign."},
			}},
			{Type: optionSub, Name: "leave", Description: "Withdraw a roster from a campaign; its results stay.", Options: []*option{
				listedOption("roster", "Which roster; leave it out if you have one only."), which,
			}},
			{Type: optionSub, Name: "show", Description: "Read who runs a campaign, its terms, its rosters and its next battles.", Options: []*option{which}},
			{Type: optionSub, Name: "standings", Description: "Read how everybody stands.", Options: []*option{
				which, fixedOption("by", "What each line is.", campaign.ByRoster, campaign.ByPlayer, campaign.BySystem),
			}},
			{Type: optionSub, Name: "battles", Description: "Read the battles of a campaign, the newest first.", Options: []*option{which}},
			{Type: optionSub, Name: "pair", Description: "Pair the rosters for the next round, for who runs the campaign.", Options: []*option{
				needed(fixedOption("how", "How they are paired.", roundRobin, byStanding, byHand)), which,
				listedOption("a", "By hand: one roster."), listedOption("b", "By hand: the other."),
				{Type: optionText, Name: "by", Description: "Until when: a number of days, or a date as 2027-03-31.", MaxLength: 20},
				{Type: optionFlag, Name: "new-round", Description: "By hand: begin a new round with it."},
			}},
			{Type: optionSub, Name: "record", Description: "Enter a battle that was fought without me; both sides confirm it.", Options: []*option{
				needed(listedOption("mine", "Your roster.")), needed(listedOption("theirs", "The other roster.")),
				needed(fixedOption("result", "How it ended for your roster.", wonIt, drewIt, lostIt)),
				{Type: optionText, Name: "note", Description: "A word about it.", MaxLength: typedLimit},
				which,
			}},
			{Type: optionSub, Name: "settings", Description: "Read a campaign's terms, or change one.", Options: []*option{
				listedOption("what", "What to change; leave it out to read them all."),
				listedOption("value", "What it becomes."), which,
				{Type: optionUser, Name: "who", Description: "The helper to add or to remove."},
			}},
			{Type: optionSub, Name: "hand-over", Description: "Give a campaign, or a roster in it, to another person.", Options: []*option{
				{Type: optionUser, Name: "to", Description: "Who gets it.", Required: true},
				which,
				listedOption("roster", "Which roster; leave it out to give the campaign itself."),
			}},
			{Type: optionSub, Name: "end", Description: "End a campaign; you are asked once more.", Options: []*option{which}},
			{Type: optionSub, Name: "export", Description: "Get a campaign's books as one file, for who runs it.", Options: []*option{which}},
		},
	}}
}

// listedOption is a text for which a list opens while it is typed.
func listedOption(name, text string) *option {
	return &option{Type: optionText, Name: name, Description: text, Autocomplete: true, MaxLength: typedLimit}
}

// fixedOption is a text that is one of a few.
func fixedOption(name, text string, values ...string) *option {
	o := &option{Type: optionText, Name: name, Description: text}
	for _, value := range values {
		o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: value, Value: value})
	}
	return o
}

// needed is an option that cannot be left out.
func needed(o *option) *option {
	o.Required = true
	return o
}

// completeCampaign offers what the focused option of any campaign command may be.
func completeCampaign(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	var options []rules.Option
	err := d.look(ctx, r, func(b *books) (err error) {
		options, err = b.campaignOptions(r.Focused)
		return err
	})
	if _, refused := rules.IsRefusal(err); refused {
		return Reply{Act: Offer}, nil
	}
	return offer(options, r.Options[r.Focused]), err
}

func (b *books) campaignOptions(focused string) ([]rules.Option, error) {
	if focused == "campaign" {
		return b.campaignList(b.r.Path == "campaign show" || b.r.Path == "campaign export")
	}
	if focused == "roster" && b.r.Path == "campaign join" {
		return b.rostersOffered(storage.RosterQuery{Owner: &b.me.Key, Campaign: new(string)})
	}
	c, err := b.campaignMeant()
	if _, several := rules.IsRefusal(err); several && (focused == "roster" || focused == "mine") {
		return b.rostersOffered(storage.RosterQuery{Owner: &b.me.Key})
	}
	if err != nil {
		return nil, err
	}
	switch focused {
	case "what":
		return c.whatOptions(), nil
	case "value":
		return c.valueOptions(b.r.Options["what"]), nil
	}
	q := storage.RosterQuery{Campaign: &c.row.ID}
	if !c.runs() && (focused == "roster" || focused == "mine") {
		q.Owner = &b.me.Key
	}
	return b.rostersOffered(q)
}

// campaignMeant is the campaign of which a list is to be offered.
func (b *books) campaignMeant() (*keptCampaign, error) {
	for _, name := range []string{"mine", "theirs", "a", "b"} { // an id that was picked already
		if name == b.r.Focused || b.r.Options["campaign"] != "" || b.r.Options[name] == "" {
			continue
		}
		if k, err := b.roster(b.r.Options[name]); err == nil && k.camp != nil {
			return k.camp, nil
		}
	}
	return b.campaignNamed(b.r.Options["campaign"])
}

// campaignList offers the server's campaigns, with those that are over or without.
func (b *books) campaignList(over bool) ([]rules.Option, error) {
	all, err := b.tx.CampaignsIn(b.r.Guild)
	var options []rules.Option
	for _, c := range all {
		switch {
		case c.State == storage.Opened:
			options = append(options, rules.Option{ID: c.ID, Label: plain(c.Name)})
		case over:
			options = append(options, rules.Option{ID: c.ID, Label: plain(c.Name), Detail: "over"})
		}
	}
	return options, err
}

// rostersOffered offers rosters with their owners.
func (b *books) rostersOffered(q storage.RosterQuery) ([]rules.Option, error) {
	if q.Owner != nil && *q.Owner == "" {
		return nil, nil // of somebody who has none yet
	}
	q.Part = b.r.Options[b.r.Focused]
	lines, err := b.tx.FindRosters(b.r.Guild, q)
	if err != nil {
		return nil, err
	}
	people, err := b.people()
	var options []rules.Option
	for _, l := range lines {
		if q.Campaign == nil && l.Campaign == "" {
			continue // in no campaign
		}
		options = append(options, rules.Option{ID: l.ID, Label: plain(l.Name), Detail: plain(people.name(l.Owner))})
	}
	return options, err
}
