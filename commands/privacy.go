package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/storage"
)

var privacyRoutes = []route{
	{Command, "privacy show", 0, showPrivacy},
	{Command, "privacy export", 0, exportPrivacy},
	{Command, "privacy delete", 0, askForget},
	{Press, "forget-me", 0, forgetMe},
	{Press, "remember-me", 0, rememberMe},
}

// privacyDefinition is the command about what is kept of the asker. It may be
// given in a direct message too.
func privacyDefinition() *definition {
	return &definition{Name: "privacy", Description: "What I keep about you: read it, get it as a file, have it removed.", Options: []*option{
		{Type: optionSub, Name: "show", Description: "What I keep about you, where, and for how long."},
		{Type: optionSub, Name: "export", Description: "All of it as a file, for you alone."},
		{Type: optionSub, Name: "delete", Description: "Have it removed; you are told what goes and what stays, and asked once more."},
	}}
}

// showPrivacy tells the asker in plain words what is kept about them.
func showPrivacy(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	o, err := d.own(ctx, r.User)
	if err != nil {
		return Reply{}, err
	}
	text := "**What I keep about you**\n" + strings.Join(o.words(), "\n") + fmt.Sprintf(`
**Where, and for how long:** in one file on the machine of whoever hosts me; I send it nowhere but to Discord. Fights, rosters and campaigns stay until you have yourself removed; my messages for %d days after their fight is over; all there is of a server for %d days after I was removed from it.
**What I do not keep:** what people write in the server, which I cannot read, who is in it, or anything of you but your Discord number, the name that I am shown when you press something, and what you give me in commands, buttons and forms.
`+"`/privacy export` gives you all of it as a file. `/privacy delete` removes it.", days(keptMessages), days(keptOfServer))
	return Private(clip(text, 2000)), nil
}

// words tells what is kept, a line for each kind of thing.
func (o *own) words() []string {
	lines := []string{
		fmt.Sprintf("- **Fights:** a seat in %s that %s on and in %d that are over. What you chose and rolled there stands in each fight's log under a key such as `p1`; your number and name stand beside it.",
			counted(len(o.in(storage.Running)), "fight"), goes(len(o.in(storage.Running))), len(o.in(storage.Over))),
	}
	if n := len(o.openCards()); n > 0 {
		lines = append(lines, fmt.Sprintf("- **Cards of fights that have not begun:** you sit at %d.", n))
	}
	own := 0
	for _, row := range o.rosters {
		if row.Campaign == "" {
			own++
		}
	}
	lines = append(lines, fmt.Sprintf("- **Rosters:** %d of your own, %d in campaigns, each with all that was changed in it and why.", own, len(o.rosters)-own))
	if len(o.campaigns) > 0 {
		var names []string
		for _, c := range o.campaigns {
			names = append(names, typed(c.row.Name))
		}
		lines = append(lines, "- **Campaigns that you run:** "+clip(rules.List(names), 300)+".")
	}
	me := "nothing that differs from the usual."
	if o.taste != (taste{}) {
		me = "how you want to be asked and shown things."
	}
	lines = append(lines, "- **`/me`:** "+me)
	if len(o.drafts) > 0 {
		lines = append(lines, "- **Drafts:** "+o.draftWords()+".")
	}
	waiting := 0
	for _, row := range o.messages {
		if row.State == storage.Waiting || row.State == storage.Claimed {
			waiting++
		}
	}
	if o.dm != "" || len(o.messages) > 0 {
		lines = append(lines, fmt.Sprintf("- **Direct messages:** the number of our channel, and %s of mine to you, %d of them still on the way.", counted(len(o.messages), "message"), waiting))
	}
	if len(o.names) > 0 {
		lines = append(lines, "- **Your name** as it was shown to me: "+clip(listed(o.names), 200)+".")
	}
	return lines
}

// draftWords counts what the person has begun and not finished.
func (o *own) draftWords() string {
	lists := 0
	for _, draft := range o.drafts {
		if ofBooks(draft) {
			lists++
		}
	}
	var parts []string
	switch n := len(o.drafts) - lists; n {
	case 0:
	case 1:
		parts = append(parts, "1 order or choice that you have not given yet")
	default:
		parts = append(parts, fmt.Sprintf("%d orders or choices that you have not given yet", n))
	}
	switch lists {
	case 0:
	case 1:
		parts = append(parts, "1 new roster or list that you have not taken in")
	default:
		parts = append(parts, fmt.Sprintf("%d new rosters or lists that you have not taken in", lists))
	}
	return rules.List(parts)
}

func goes(n int) string {
	if n == 1 {
		return "goes"
	}
	return "go"
}

// askForget says what goes and what stays, and asks once more.
func askForget(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	o, err := d.own(ctx, r.User)
	if err != nil {
		return Reply{}, err
	}
	if err := o.free(); err != nil {
		return Reply{}, err
	}
	text := "**Have all that I keep about you removed?**\n" +
		"**What goes**, in every server at once: your number and your name wherever they stand beside a fight, a roster or a campaign or in what I have kept of my messages; what `/me` keeps, drafts, and my messages to you. Rosters of your own are withdrawn: nobody can see or field them again.\n" +
		"**What stays:** the logs of fights and the ledgers of rosters, which name keys such as `p1` alone, so that they can still be checked; what you typed as a note, a word, a reason or a name for a model, which does not say who wrote it; your rosters in campaigns, for their organisers, under “somebody”; and what was posted on Discord, which is Discord's and those to whom it was sent."
	var led []string
	for _, c := range o.campaigns {
		if c.role == organises && c.row.State == storage.Opened {
			led = append(led, typed(c.row.Name))
		}
	}
	if len(led) > 0 {
		text += "\n**Who runs it then?** You organise " + clip(rules.List(led), 300) + ". Hand it over first; else somebody who manages the server can do that later."
	}
	text += "\nIt cannot be undone, and you cannot get at your rosters or `/log` as their player any more. `/privacy export` gives you a file of it first."
	return Private(clip(text, 2000), Row{Buttons: []Button{
		{Path: "forget-me", Label: "Remove it all", Style: Grave},
		{Path: "remember-me", Label: "Leave it as it is"},
	}}), nil
}

func rememberMe(*Desk, context.Context, Request, []string) (Reply, error) {
	return Reply{Act: Change, Message: Message{Text: "Nothing was removed."}}, nil
}

// free refuses to forget somebody whom others wait for, and says where that is.
func (o *own) free() error {
	var fights, cards []string
	for _, s := range o.in(storage.Running) {
		fights = append(fights, linkTo(s))
	}
	for _, s := range o.openCards() {
		cards = append(cards, linkTo(s))
	}
	var text string
	if len(fights) > 0 {
		text = fmt.Sprintf("You have a seat in %s that %s on: %s. Give it to somebody with `/session replace`, or end the fight there with `/concede` or `/session end`.", counted(len(fights), "fight"), goes(len(fights)), rules.List(shortest(fights)))
	}
	if len(cards) > 0 {
		text += fmt.Sprintf(" You sit at %s of a fight that has not begun: %s. Press **Leave** there.", counted(len(cards), "card"), rules.List(shortest(cards)))
	}
	if text == "" {
		return nil
	}
	return rules.Refuse("Others wait for you, so nothing was removed. %s Then ask again.", strings.TrimSpace(text))
}

// linkTo is where a session is to be found, for a text that may be read outside of
// its server.
func linkTo(s storage.Session) string {
	place := s.Place
	if place == "" {
		place = s.Channel
	}
	return fmt.Sprintf("`%s` at https://discord.com/channels/%s/%s", s.ID, s.Guild, place)
}

// shortest keeps a list to what fits a reply.
func shortest(list []string) []string {
	const most = 8
	if len(list) <= most {
		return list
	}
	return append(slices.Clone(list[:most]), fmt.Sprintf("%d more", len(list)-most))
}
