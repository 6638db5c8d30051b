package commands

import (
	"umpire/commands/picture"
	"umpire/rules"
)

// Message is one Discord message as a value: what the outbox keeps and the edge
// turns into a request. Text is markdown of at most 2,000 characters; Mentions
// are the users that it may notify.
type Message struct {
	Text     string   `json:"text"`
	Rows     []Row    `json:"rows,omitempty"` // at most 5
	Mentions []string `json:"mentions,omitempty"`
	Picture  *Picture `json:"picture,omitempty"`
	File     *File    `json:"file,omitempty"`
}

// File goes with a message as it is, at most 8 MiB. Alt says what is in it to
// those who do not open it. An edit of the message leaves it as it is.
type File struct {
	Name string `json:"name"`
	Alt  string `json:"alt"`
	Body []byte `json:"body"`
}

// Picture is a scene, or a campaign's standings, to be drawn when its message is
// delivered. An edit of the message leaves it as it is.
type Picture struct {
	Scene     rules.Scene        `json:"scene,omitzero"`
	Ring      *picture.Ring      `json:"ring,omitempty"`
	Standings *picture.Standings `json:"standings,omitempty"` // instead of Scene
}

// Row is one line of components: up to five buttons, or one menu.
type Row struct {
	Buttons []Button `json:"buttons,omitempty"`
	Menu    *Menu    `json:"menu,omitempty"`
}

// Style is how much a button stands out.
type Style int

// The styles of buttons: the ordinary one, the one most people want, and one
// that gives something up.
const (
	Plain Style = iota
	Main
	Grave
)

// Button is pressed to send its Path. Label is at most 80 characters.
type Button struct {
	Path  string `json:"path"`
	Label string `json:"label"`
	Style Style  `json:"style,omitempty"`
}

// Menu is a select of at most 25 choices, or of the server's people. Min and Max
// both zero: exactly one.
type Menu struct {
	Path    string   `json:"path"`
	People  bool     `json:"people,omitempty"` // instead of Choices: the picks are user ids
	Hint    string   `json:"hint,omitempty"`   // shown while nothing is picked
	Choices []Choice `json:"choices"`
	Min     int      `json:"min,omitempty"`
	Max     int      `json:"max,omitempty"`
}

// Choice is one line of a menu or of autocomplete, at most 100 characters each.
type Choice struct {
	Label  string `json:"label"`
	Value  string `json:"value"`
	Detail string `json:"detail,omitempty"`
	Chosen bool   `json:"chosen,omitempty"`
}

// Post is the body of an outbox row: a message, or the opening of a thread on a
// message that is already there (the row's destination is then the thread).
type Post struct {
	Message Message `json:"message,omitzero"`
	Thread  *Thread `json:"thread,omitempty"`
	Ask     *Prompt `json:"ask,omitempty"` // set on a direct message that asks
}

// A row's destination is "channel/ID", "user/ID" for a direct message, or
// "press/ID" for a private word to whoever gave the interaction of that id.
// Such a word is dropped when the interaction is no longer at hand.
const (
	ToChannel = "channel/"
	ToUser    = "user/"
	ToPress   = "press/"
)

// Thread is a public thread to open. Its id will be that of Message.
type Thread struct {
	Channel string `json:"channel"`
	Message string `json:"message"`
	Name    string `json:"name"` // at most 100 characters
}

// Prompt says which decision a direct message asks for, so that a refused one
// can be told to its table.
type Prompt struct {
	Session string `json:"session"`
	Asked   int    `json:"asked"`
	User    string `json:"user"`
	Guild   string `json:"guild,omitempty"` // the server that the user must still be in
}
