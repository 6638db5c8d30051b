package commands

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"umpire/rules"
	"umpire/rules/campaign"
)

// rosterDefinitions are the commands about rosters.
func rosterDefinitions(systems []*rules.System) []*definition {
	roster := rosterOption("Whose members: its name, as the list that opens shows it.", true)
	member := &option{Type: optionText, Name: "member", Description: "Which member.", Required: true, MaxLength: 100, Autocomplete: true}
	reason := &option{Type: optionText, Name: "reason", Description: "Why; who changes another's roster has to say.", MaxLength: typedLimit}
	hurt := func(text string) *option {
		return &option{Type: optionInt, Name: "wounds", Description: text, MinValue: least(1), MaxValue: mostWounds}
	}
	return []*definition{
		{Name: "roster", Description: "Rosters that are kept between fights.", Contexts: inServers(), Options: slices.Concat(
			newRosterDefinitions(systems, roster, reason), changeDefinitions(roster, member, reason), fileDefinitions(systems, reason),
		)},
		{Name: "wound", Description: "Write down wounds that a member of a roster took.", Contexts: inServers(), Options: []*option{
			roster, member, hurt("How many; left out, one."), reason,
		}},
		{Name: "heal", Description: "Write down wounds that a member of a roster has healed.", Contexts: inServers(), Options: []*option{
			roster, member, hurt("How many; left out, all."), reason,
		}},
	}
}

func least(n float64) *float64 { return &n }

func rosterOption(text string, required bool) *option {
	return &option{Type: optionText, Name: "roster", Description: text, Required: required, MaxLength: 100, Autocomplete: true}
}

func systemChoices(systems []*rules.System) (choices []*discordgo.ApplicationCommandOptionChoice) {
	for _, sys := range systems {
		if sys.Rosters != nil {
			choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: sys.Title, Value: sys.Key})
		}
	}
	return choices
}

// newRosterDefinitions are the subcommands by which rosters come and are looked at.
func newRosterDefinitions(systems []*rules.System, roster, reason *option) []*option {
	return []*option{
		{Type: optionSub, Name: "new", Description: "Make a roster.", Options: []*option{
			{Type: optionText, Name: "system", Description: "The rules that it fights by.", Required: true, Choices: systemChoices(systems)},
			{Type: optionText, Name: "name", Description: "What it is called.", MaxLength: 100},
			{Type: optionText, Name: "like", Description: "One of the system's own sides; leave it out to be shown them.", MaxLength: 100, Autocomplete: true},
			{Type: optionFlag, Name: "empty", Description: "Begin with the side alone, without its members."},
		}},
		{Type: optionSub, Name: "show", Description: "See a roster, or the list of yours.", Options: []*option{
			rosterOption("Which; leave it out for the list of yours.", false),
		}},
		{Type: optionSub, Name: "add", Description: "Take members on.", Options: []*option{
			roster,
			{Type: optionText, Name: "kind", Description: "What kind of member; leave it out to read which there are.", MaxLength: 100, Autocomplete: true},
			{Type: optionText, Name: "name", Description: "What it is called; several are numbered.", MaxLength: 100},
			{Type: optionInt, Name: "count", Description: "How many; left out, one.", MinValue: least(1), MaxValue: mostAtOnce},
			reason,
		}},
		{Type: optionSub, Name: "history", Description: "Read what has become of a roster, and take an entry back.", Options: []*option{
			rosterOption("Which.", true),
		}},
	}
}

// changeDefinitions are the subcommands by which a roster is changed.
func changeDefinitions(roster, member, reason *option) []*option {
	either := *member
	either.Required = false
	either.Description = "Which member; left out, the roster itself."
	return []*option{
		{Type: optionSub, Name: "edit", Description: "Change something of a member: its gear, notes, standing or a number.", Options: []*option{
			roster, member,
			{Type: optionText, Name: "what", Description: "What of it changes.", Required: true, MaxLength: 100, Autocomplete: true},
			{Type: optionText, Name: "value", Description: "To what; which gear.", MaxLength: campaign.MostNotes, Autocomplete: true},
			reason,
		}},
		{Type: optionSub, Name: "rename", Description: "Give a roster or a member another name.", Options: []*option{
			roster,
			{Type: optionText, Name: "name", Description: "What it is called from now on.", Required: true, MaxLength: 100},
			&either, reason,
		}},
		{Type: optionSub, Name: "remove", Description: "Take a member off a roster, or a roster off the list.", Options: []*option{roster, &either, reason}},
	}
}

// fileDefinitions are the subcommands by which a roster comes from a file or a text,
// and goes into one.
func fileDefinitions(systems []*rules.System, reason *option) []*option {
	return []*option{
		{Type: optionSub, Name: "import", Description: "Read a roster from a file or a text: YAML, CSV or plain words.", Options: []*option{
			{Type: optionText, Name: "system", Description: "The rules that it fights by; our own files say so themselves.", Choices: systemChoices(systems)},
			{Type: optionFile, Name: "file", Description: "A .yaml, .csv or .txt file of up to 1 MB."},
			{Type: optionText, Name: "text", Description: "Or the list itself; without file and text a form opens.", MaxLength: 2000},
			{Type: optionText, Name: "like", Description: "Of which of the system's own sides it is; the list may say so first.", MaxLength: 100, Autocomplete: true},
			rosterOption("A roster that its members join; left out, it makes a new one.", false),
			{Type: optionText, Name: "name", Description: "What the new roster is called.", MaxLength: 100},
			reason,
		}},
		{Type: optionSub, Name: "export", Description: "Get a roster as a file.", Options: []*option{
			rosterOption("Which.", true),
			{Type: optionText, Name: "format", Description: "What for.", Choices: []*discordgo.ApplicationCommandOptionChoice{
				{Name: "YAML, all of it", Value: "yaml"}, {Name: "CSV, for a spreadsheet", Value: "csv"}, {Name: "a list in words", Value: "words"},
			}},
		}},
	}
}

const optionFile = discordgo.ApplicationCommandOptionAttachment
