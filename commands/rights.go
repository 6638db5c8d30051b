package commands

import (
	"fmt"
	"strings"
)

// right is a permission that the bot needs in a channel, and what for.
type right struct {
	bit       int64
	name, use string
	thread    bool // only for a fight in a thread of its own
	must      bool // without it nothing can be told at all
}

// rightsNeeded are Discord's permission bits (Discord docs, Permissions).
var rightsNeeded = []right{
	{1 << 10, "View Channel", "to be here at all", false, true},
	{1 << 11, "Send Messages", "to tell what happens", false, true},
	{1 << 16, "Read Message History", "to find its own posts again after a crash", false, false},
	{1 << 35, "Create Public Threads", "to give each fight a thread of its own", true, false},
	{1 << 38, "Send Messages in Threads", "to tell the fight there", true, false},
}

// lacking lists the rights that the bot does not have in the request's channel.
func lacking(r Request) (lacks []right) {
	for _, need := range rightsNeeded {
		if r.Rights&need.bit == 0 {
			lacks = append(lacks, need)
		}
	}
	return lacks
}

func (n right) String() string { return fmt.Sprintf("**%s** (%s)", n.name, n.use) }

// lacksText is the note on a lobby's card; it goes when the rights are given.
func lacksText(lacks []string, here bool) string {
	if len(lacks) == 0 {
		return ""
	}
	text := "I lack here: " + strings.Join(lacks, ", ") + "."
	if here {
		text += " So the fight will be fought in this very channel."
	}
	return text + "\n"
}
