package commands

import "time"

// Kind is what sort of interaction a Request is.
type Kind int

// The kinds of interaction that the edge hands on.
const (
	Command  Kind = iota // a slash command: Path is "session new"
	Complete             // autocomplete of a slash command's Focused option
	Press                // a button or a menu: Path is its custom id
	Submit               // a modal: Path is its custom id
	Onto                 // a command from a message's menu: Path is its name, Target the message
)

// Person is a Discord user as this interaction shows them. Name is what the
// server or the user calls them, unescaped.
type Person struct{ ID, Name string }

// MostAttached is how big an attached file may be, in bytes.
const MostAttached = 1 << 20

// Attachment is a file that came with a command. Size is in bytes. Body is nil
// when the file is bigger than MostAttached or could not be fetched, and Fault
// says which, in words for the person. Name is a label and no path, unescaped.
type Attachment struct {
	Name  string
	Size  int
	Body  []byte
	Fault string
}

// Request is one interaction. Ids are Discord's, as text.
type Request struct {
	ID      string // of the interaction; each is answered once
	Kind    Kind
	Path    string
	Options map[string]string     // a slash command's options; users and channels by id
	Files   map[string]Attachment // what was attached, by option; never for Complete
	Focused string                // the option being typed, for Complete
	Values  []string              // what was picked in a menu, for Press
	Fields  map[string]string     // what was typed, for Submit
	User    Person
	People  map[string]Person // people named in the options or picked, by id; bots are left out
	Guild   string            // empty in a direct message
	Channel string
	Parent  string // the channel that Channel is a thread of, or empty
	Message string // the message that a pressed component sits on
	Target  string // the message that a command was given on, for Onto
	Private bool   // that message is one that only the presser sees
	Manager bool   // may manage the server
	Rights  int64  // the bot's permission bits in this channel
	At      time.Time
}

// Act is how a Reply answers.
type Act int

// The ways to answer an interaction.
const (
	Say    Act = iota // a new message, seen by the presser alone
	Change            // the pressed message becomes Reply.Message
	Ride              // the outbox row Reply.Row is the answer, in the open
	Fill              // a form to fill in
	Offer             // choices for autocomplete
	Open              // a new message that everybody sees, and no row of the outbox
)

// Reply answers one Request. The zero Reply is an empty private message, which
// no handler gives.
type Reply struct {
	Act     Act
	Message Message
	Row     int64 // for Ride: claimed in the outbox for this interaction
	Form    *Form
	Choices []Choice
}

// Form is a modal with text fields.
type Form struct {
	Path, Title string
	Inputs      []Input
}

// Input is one text field of a Form, at most Max characters long.
type Input struct {
	ID, Label, Hint, Value string
	Long, Required         bool
	Max                    int
}

// Private answers the presser alone.
func Private(text string, rows ...Row) Reply {
	return Reply{Act: Say, Message: Message{Text: text, Rows: rows}}
}
