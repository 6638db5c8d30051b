package bot

import (
	"strconv"
	"time"

	"umpire/commands"
)

// The permissions that let somebody manage a server (Discord docs).
const (
	permAdministrator = 1 << 3
	permManageGuild   = 1 << 5
)

// messageCommand is the type of a command from a message's menu.
const messageCommand = 3

// The types of option that hold other options, and that of a file.
const (
	optionSubcommand = 1
	optionGroup      = 2
	optionAttachment = 11
)

// request frees an interaction of Discord's form. It is false for a type of
// interaction that nothing here asks for, and for one that names no user.
func (in *interaction) request(at time.Time) (commands.Request, bool) {
	r := commands.Request{
		ID: string(in.ID), Guild: string(in.GuildID), Channel: string(in.ChannelID),
		Rights: bits(in.AppPermissions), At: at,
	}
	who, perms := in.presser()
	r.User, r.Manager = who, perms&(permAdministrator|permManageGuild) != 0
	if c := in.Channel; c != nil && (c.Type == announcementThread || c.Type == publicThread || c.Type == privateThread) {
		r.Parent = string(c.ParentID)
	}
	if in.Message != nil {
		r.Message = string(in.Message.ID)
		r.Private = bits(in.Message.Flags)&flagEphemeral != 0
	}
	switch in.Type {
	case typeCommand, typeComplete:
		in.command(&r)
	case typePress:
		r.Kind, r.Path = commands.Press, in.Data.CustomID
		for _, v := range in.Data.Values {
			r.Values = append(r.Values, string(v))
		}
		r.People = in.people()
	case typeSubmit:
		r.Kind, r.Path, r.Fields = commands.Submit, in.Data.CustomID, map[string]string{}
		fields(r.Fields, in.Data.Components)
	default:
		return r, false
	}
	return r, r.ID != "" && r.User.ID != "" && r.Path != ""
}

// presser is who acts, by the name that the server shows, with what they may do.
// Discord sends a member in a server and a user in direct messages.
func (in *interaction) presser() (commands.Person, int64) {
	switch {
	case in.Member != nil && in.Member.User != nil:
		return person(*in.Member.User, in.Member.Nick), bits(in.Member.Permissions)
	case in.User != nil:
		return person(*in.User, ""), 0
	}
	return commands.Person{}, 0
}

// person names a user: nick in the server, else the name shown, else the user
// name.
func person(u user, nick string) commands.Person {
	name := nick
	if name == "" {
		name = u.GlobalName
	}
	if name == "" {
		name = u.Username
	}
	return commands.Person{ID: string(u.ID), Name: name}
}

// command reads a slash command: "session new" and its options.
func (in *interaction) command(r *commands.Request) {
	verbs, options := in.given()
	r.Path, r.Options = in.Data.Name, map[string]string{}
	for _, verb := range verbs {
		r.Path += " " + verb
	}
	for _, o := range options {
		if o.Type == optionAttachment {
			continue // it comes as a file
		}
		r.Options[o.Name] = string(o.Value)
		if o.Focused {
			r.Focused = o.Name
		}
	}
	r.People = in.people()
	r.Kind, r.Target = commands.Command, string(in.Data.TargetID)
	switch {
	case in.Type == typeComplete:
		r.Kind = commands.Complete
	case in.Data.Type == messageCommand:
		r.Kind = commands.Onto
	}
}

// given takes the subcommands off a command's options.
func (in *interaction) given() (verbs []string, options []option) {
	options = in.Data.Options
	for len(options) == 1 && (options[0].Type == optionSubcommand || options[0].Type == optionGroup) {
		verbs = append(verbs, options[0].Name)
		options = options[0].Options
	}
	return verbs, options
}

// attached are the files that came with a command which was given, by option.
func (in *interaction) attached() map[string]attachedFile {
	files := map[string]attachedFile{}
	if in.Type != typeCommand {
		return files
	}
	_, options := in.given()
	for _, o := range options {
		if file, ok := in.Data.Resolved.Attachments[string(o.Value)]; ok && o.Type == optionAttachment {
			files[o.Name] = file
		}
	}
	return files
}

// people are those that the options or the picks name, without bots.
func (in *interaction) people() map[string]commands.Person {
	people := map[string]commands.Person{}
	for id, u := range in.Data.Resolved.Users {
		if !u.Bot {
			u.ID = word(id)
			people[id] = person(u, in.Data.Resolved.Members[id].Nick)
		}
	}
	return people
}

// fields collects what was typed, wherever in the form it stands.
func fields(typed map[string]string, list []component) {
	for _, c := range list {
		if c.CustomID != "" {
			typed[c.CustomID] = string(c.Value)
		}
		fields(typed, c.Components)
		if c.Component != nil {
			fields(typed, []component{*c.Component})
		}
	}
}

// bits reads a set of permissions or flags; what is unreadable is empty.
func bits(w word) int64 {
	n, err := strconv.ParseInt(string(w), 10, 64)
	if err != nil {
		return 0
	}
	return n
}
