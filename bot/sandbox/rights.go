package sandbox

import (
	"slices"
	"strconv"
)

// Permission bits, as Discord documents them.
const (
	addReactions        uint64 = 1 << 6
	manageChannels      uint64 = 1 << 4
	manageGuild         uint64 = 1 << 5
	viewChannel         uint64 = 1 << 10
	sendMessages        uint64 = 1 << 11
	manageMessages      uint64 = 1 << 13
	embedLinks          uint64 = 1 << 14
	attachFiles         uint64 = 1 << 15
	readHistory         uint64 = 1 << 16
	mentionEveryone     uint64 = 1 << 17
	externalEmojis      uint64 = 1 << 18
	useCommands         uint64 = 1 << 31
	manageThreads       uint64 = 1 << 34
	createPublicThread  uint64 = 1 << 35
	createPrivateThread uint64 = 1 << 36
	sendInThreads       uint64 = 1 << 38
	pinMessages         uint64 = 1 << 51

	everyoneRights = addReactions | viewChannel | sendMessages | embedLinks | attachFiles | readHistory |
		externalEmojis | useCommands | createPublicThread | createPrivateThread | sendInThreads
	botRights     = everyoneRights | manageMessages | manageThreads | pinMessages
	managerRights = everyoneRights | manageGuild | manageChannels | manageMessages | manageThreads |
		mentionEveryone | pinMessages
	allRights = 1<<53 - 1
	dmRights  = addReactions | viewChannel | sendMessages | embedLinks | attachFiles | readHistory |
		mentionEveryone | externalEmojis | useCommands
)

// rightNamed gives the bit of a permission's documented name, 0 if unknown.
func rightNamed(name string) uint64 {
	switch name {
	case "ADD_REACTIONS":
		return addReactions
	case "VIEW_CHANNEL":
		return viewChannel
	case "SEND_MESSAGES":
		return sendMessages
	case "MANAGE_MESSAGES":
		return manageMessages
	case "EMBED_LINKS":
		return embedLinks
	case "ATTACH_FILES":
		return attachFiles
	case "READ_MESSAGE_HISTORY":
		return readHistory
	case "MENTION_EVERYONE":
		return mentionEveryone
	case "USE_EXTERNAL_EMOJIS":
		return externalEmojis
	case "MANAGE_THREADS":
		return manageThreads
	case "CREATE_PUBLIC_THREADS":
		return createPublicThread
	case "CREATE_PRIVATE_THREADS":
		return createPrivateThread
	case "SEND_MESSAGES_IN_THREADS":
		return sendInThreads
	case "PIN_MESSAGES":
		return pinMessages
	}
	return 0
}

// rights are what p may do in the channel: roles first, then what a fault has
// taken from the bot there. A thread has the rights of its parent.
func rights(p *person, c *channel) uint64 {
	g := c.server
	if g == nil {
		return dmRights
	}
	m := g.member(p)
	if m == nil {
		return 0
	}
	if p == g.owner {
		return allRights
	}
	have := everyoneRights
	if slices.Contains(m.roles, g.umpires) {
		have |= botRights
	}
	if slices.Contains(m.roles, g.managers) {
		have |= managerRights
	}
	if p.bot {
		if c.parent != nil {
			c = c.parent
		}
		have &^= c.denied
	}
	if have&viewChannel == 0 {
		return 0
	}
	return have
}

// needs refuses the bot what it lacks in c: 50001 when it cannot see the
// channel, 50013 when a right is missing.
func (w *world) needs(c *channel, want uint64) error {
	have := rights(w.bot, c)
	switch {
	case c.server == nil:
		return nil
	case have&viewChannel == 0, !c.sees(w.bot):
		return missingAccess()
	case have&want != want:
		return missingPermissions()
	}
	return nil
}

// bits writes a set of permissions as Discord does: decimal digits.
func bits(set uint64) string { return strconv.FormatUint(set, 10) }

// rolesJSON are the server's roles: everyone, the bot's, the managers'.
func (g *server) rolesJSON() []any {
	role := func(id, name string, position int, set uint64, managed bool) object {
		return object{
			"id": id, "name": name, "permissions": bits(set), "position": position, "color": 0,
			"colors": object{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
			"hoist":  false, "managed": managed, "mentionable": false, "icon": nil, "unicode_emoji": nil, "flags": 0,
		}
	}
	return []any{
		role(g.id, "@everyone", 0, everyoneRights, false),
		role(g.managers, "Organisers", 1, managerRights, false),
		role(g.umpires, "Umpire", 2, botRights, true),
	}
}
