package commands

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"umpire/rules"
)

type (
	definition = discordgo.ApplicationCommand
	option     = discordgo.ApplicationCommandOption
)

const (
	optionSub  = discordgo.ApplicationCommandOptionSubCommand
	optionText = discordgo.ApplicationCommandOptionString
	optionInt  = discordgo.ApplicationCommandOptionInteger
	optionFlag = discordgo.ApplicationCommandOptionBoolean
	optionUser = discordgo.ApplicationCommandOptionUser
)

// inServers keeps a command out of direct messages.
func inServers() *[]discordgo.InteractionContextType {
	return &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild}
}

// ownDefinitions are the commands that every system shares.
func ownDefinitions(systems []*rules.System) []*definition {
	var choices []*discordgo.ApplicationCommandOptionChoice
	for _, sys := range systems {
		choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: sys.Title, Value: sys.Key})
	}
	return []*definition{
		{Name: "session", Description: "Open a fight, see how it stands, or end it.", Contexts: inServers(), Options: []*option{
			{Type: optionSub, Name: "new", Description: "Open a fight in this channel.", Options: []*option{
				{Type: optionText, Name: "system", Description: "The rules to fight by.", Required: true, Choices: choices},
				{Type: optionUser, Name: "opponent", Description: "Who is invited; leave it out and anybody may sit down."},
				{Type: optionText, Name: "side", Description: "The side that you bring.", Autocomplete: true},
				{Type: optionUser, Name: "umpire", Description: "Who rules on questions; server managers who do not play always may."},
				{Type: optionFlag, Name: "here", Description: "Fight in this very channel, without a thread of its own."},
			}},
			{Type: optionSub, Name: "status", Description: "What is fought in this channel, who is awaited, and the seals in full.", Options: []*option{meantOption()}},
			{Type: optionSub, Name: "end", Description: "End this fight: both sides agree, or a server manager says why.", Options: []*option{
				{Type: optionText, Name: "reason", Description: "Why; it is told and stays in the record.", MaxLength: 200},
				meantOption(),
			}},
			{Type: optionSub, Name: "replace", Description: "Give somebody's seat to another person.", Options: []*option{
				{Type: optionUser, Name: "player", Description: "Who gives up the seat.", Required: true},
				{Type: optionUser, Name: "by", Description: "Who takes it.", Required: true},
			}},
		}},
		{Name: "waiting", Description: "Every fight that waits for you, and those in which you wait for others."},
		{Name: "nudge", Description: "Remind whoever is awaited in this fight; once in 12 hours.", Contexts: inServers()},
		{Name: "concede", Description: "Give this fight up; you are asked once more.", Contexts: inServers(), Options: []*option{meantOption()}},
		{Name: "draw", Description: "Offer the other side a draw.", Contexts: inServers()},
		{Name: "me", Description: "How you want to be asked, in every fight.", Options: []*option{
			{Type: optionText, Name: "choices", Description: "Where secret choices reach you.", Choices: []*discordgo.ApplicationCommandOptionChoice{
				{Name: "by direct message", Value: "dm"}, {Name: "here, in the fight's thread", Value: "here"},
			}},
			{Type: optionText, Name: "pictures", Description: "Whether you are shown pictures of battlefields.", Choices: []*discordgo.ApplicationCommandOptionChoice{
				{Name: "words before pictures", Value: "both"}, {Name: "words only", Value: "words"},
			}},
		}},
		privacyDefinition(),
		{Name: "hand", Description: "See what only your side may see.", Contexts: inServers()},
		{Name: "board", Description: "See how the fight stands.", Contexts: inServers()},
		{Name: "map", Description: "See the battlefield, in words and as a picture.", Contexts: inServers(), Options: []*option{
			{Type: optionText, Name: "around", Description: "A model, to see who is within a range of it.", Autocomplete: true},
			{Type: optionText, Name: "range", Description: "How far about it, in inches."},
		}},
		{Name: "rules", Description: "Read a ruling or a special rule.", Options: []*option{
			{Type: optionText, Name: "topic", Description: "Its number or its name; leave it out for the list.", Autocomplete: true},
		}},
		rollDefinition(),
		{Name: "help", Description: "How a fight goes, in a few lines."},
	}
}

// verbDefinitions are the slash commands made from the systems' orders: the
// union of them all, since a channel's system decides which count. An argument
// is required by none, so that a command without any opens the menus.
func verbDefinitions(systems []*rules.System) []*definition {
	var list []*definition
	umpire := &definition{
		Name: "umpire", Description: "Rule in a fight or correct it, with a reason; for its umpire and server managers.",
		Contexts: inServers(), Options: rulingDefinitions(),
	}
	for _, sys := range systems {
		for _, verb := range sys.Verbs {
			if verb.Umpire {
				sub := subcommand(umpire, verb)
				merge(&sub.Options, verb)
				continue
			}
			i := slices.IndexFunc(list, func(d *definition) bool { return d.Name == verb.Name })
			if i < 0 {
				list = append(list, &definition{Name: verb.Name, Description: clip(verb.Text, 100), Contexts: inServers()})
				i = len(list) - 1
			}
			merge(&list[i].Options, verb)
		}
	}
	if len(umpire.Options) > 0 {
		list = append(list, umpire)
	}
	return list
}

func subcommand(of *definition, verb rules.Verb) *option {
	for _, sub := range of.Options {
		if sub.Name == verb.Name {
			return sub
		}
	}
	sub := &option{Type: optionSub, Name: verb.Name, Description: clip(verb.Text, 100)}
	of.Options = append(of.Options, sub)
	return sub
}

// merge adds a verb's arguments to those that other systems gave its command.
func merge(options *[]*option, verb rules.Verb) {
	for _, arg := range verb.Args {
		if slices.ContainsFunc(*options, func(o *option) bool { return o.Name == arg.Name }) {
			continue
		}
		o := &option{Type: optionText, Name: arg.Name, Description: clip(arg.Text, 100), Autocomplete: arg.Lists}
		switch arg.Kind {
		case "number":
			o.Type = optionInt
		case "flag":
			o.Type = optionFlag
		}
		*options = append(*options, o)
	}
}
