package commands

import (
	"fmt"
	"strings"

	"umpire/rules"
)

// use is where the bot needs a right.
type use int

const (
	everywhere use = iota
	inChannel      // for the card, and for a fight in a channel itself
	inThread       // for a fight in a thread
	toOpen         // to give a fight a thread of its own
)

// Right is a permission that the bot needs in a channel: its bit (Discord docs,
// Permissions), Discord's name for it, and what for. Without one that is a must,
// nothing can be told there at all.
type Right struct {
	Bit       int64
	Name, Why string
	use       use
	must      bool
}

// Rights lists all permissions that the bot ever uses.
func Rights() []Right {
	return []Right{
		{1 << 10, "View Channel", "to be here at all", everywhere, true},
		{1 << 11, "Send Messages", "to tell what happens", inChannel, true},
		{attachFiles, "Attach Files", "to show battlefields; without it there are words alone", everywhere, false},
		{1 << 16, "Read Message History", "to find its own posts again after a crash", everywhere, false},
		{1 << 35, "Create Public Threads", "to give each fight a thread of its own", toOpen, false},
		{1 << 38, "Send Messages in Threads", "to tell the fight in its thread", inThread, true},
	}
}

// attachFiles is the permission that a picture needs.
const attachFiles = 1 << 15

// Invitation is all Rights in one: what an invite link asks for.
func Invitation() (bits int64) {
	for _, need := range Rights() {
		bits |= need.Bit
	}
	return bits
}

// Lacking lists the rights that are not among permission bits.
func Lacking(bits int64) (lacks []Right) {
	for _, need := range Rights() {
		if bits&(need.Bit|administrator) == 0 {
			lacks = append(lacks, need)
		}
	}
	return lacks
}

// administrator is the permission that holds all others.
const administrator = 1 << 3

// lacking lists the rights that the bot lacks for a fight called in the request's
// channel: here, in that very place, or in a thread of its own.
func lacking(r Request, here bool) (lacks []Right) {
	thread := r.Parent != ""
	for _, need := range Lacking(r.Rights) {
		switch {
		case need.use == inChannel && thread:
		case need.use == toOpen && (here || thread):
		case need.use == inThread && here && !thread:
		default:
			need.must = need.must && (need.use != inThread || thread) // else it is fought in the channel
			lacks = append(lacks, need)
		}
	}
	return lacks
}

// able refuses where nothing of a fight could be told.
func able(r Request, here bool) error {
	for _, need := range lacking(r, here) {
		if need.must {
			return rules.Refuse("I cannot run a fight here: I lack %s. Somebody who manages this channel can give it to me.", need)
		}
	}
	return nil
}

// forThread tells whether a fight cannot have a thread of its own without it.
func (n Right) forThread() bool { return n.use == toOpen || n.use == inThread && !n.must }

func (n Right) String() string { return fmt.Sprintf("**%s** (%s)", n.Name, n.Why) }

// lacksText is the note on a lobby's card; it goes when the rights are given.
func lacksText(lacks []string, noThread bool) string {
	if len(lacks) == 0 {
		return ""
	}
	text := "I lack here: " + strings.Join(lacks, ", ") + "."
	if noThread {
		text += " So the fight will be fought in this very channel."
	}
	return text + "\n"
}
