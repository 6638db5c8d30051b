package bot

import "fmt"

// right is a permission that the bot needs in a server, and what for.
type right struct {
	bit       int64
	name, use string
}

// rightsNeeded are all that the bot ever uses (Discord docs, Permissions).
func rightsNeeded() []right {
	return []right{
		{1 << 10, "View Channel", "to be there at all"},
		{1 << 11, "Send Messages", "to tell what happens"},
		{1 << 16, "Read Message History", "to find its own posts again after a crash"},
		{1 << 35, "Create Public Threads", "to give each fight a thread of its own"},
		{1 << 38, "Send Messages in Threads", "to tell the fight there"},
	}
}

// lacking gives the rights that are not among the permission bits.
func lacking(bits int64) (lacks []right) {
	if bits&permAdministrator != 0 {
		return nil
	}
	for _, need := range rightsNeeded() {
		if bits&need.bit == 0 {
			lacks = append(lacks, need)
		}
	}
	return lacks
}

// InviteLink is where the manager of a server adds the bot of this application,
// with the rights that it needs and no others.
func InviteLink(application string) string {
	var all int64
	for _, need := range rightsNeeded() {
		all |= need.bit
	}
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot%%20applications.commands&permissions=%d", application, all)
}
