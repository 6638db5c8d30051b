package bot

import (
	"umpire/commands"
)

// The types of response to an interaction (Discord docs).
const (
	respondMessage     = 4
	respondLater       = 5 // with a message
	respondUpdateLater = 6 // by changing the pressed message
	respondUpdate      = 7
	respondChoices     = 8
	respondForm        = 9
)

// The types and styles of components that are sent (Discord docs).
const (
	kindRow    = 1
	kindButton = 2
	kindMenu   = 3
	kindPeople = 5
	kindInput  = 4

	styleMain  = 1
	stylePlain = 2
	styleGrave = 4

	inputLine = 1
	inputLong = 2
)

// response is the first response to an interaction.
type response struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`
}

// message is a message as it is sent. Components are always given, and mentions
// always named: an edit would keep what it does not give, and a text would notify
// whomever it names.
type message struct {
	Content      string   `json:"content"`
	Components   []sent   `json:"components"`
	Mentions     mentions `json:"allowed_mentions"`
	Flags        int      `json:"flags,omitempty"`
	Nonce        string   `json:"nonce,omitempty"`
	EnforceNonce bool     `json:"enforce_nonce,omitempty"`

	Attachments *[]attachment `json:"attachments,omitempty"` // nil: an edit keeps what there is
	picture     *commands.Picture
	file        *commands.File
}

type mentions struct {
	Parse []string `json:"parse"` // kinds of mention to allow: none
	Users []string `json:"users"`
}

// sent is a component as it is sent.
type sent struct {
	Type        int          `json:"type"`
	CustomID    string       `json:"custom_id,omitempty"`
	Label       string       `json:"label,omitempty"`
	Style       int          `json:"style,omitempty"`
	Placeholder string       `json:"placeholder,omitempty"`
	Options     []sentChoice `json:"options,omitempty"`
	MinValues   *int         `json:"min_values,omitempty"`
	MaxValues   int          `json:"max_values,omitempty"`
	Value       string       `json:"value,omitempty"`
	Required    *bool        `json:"required,omitempty"`
	MaxLength   int          `json:"max_length,omitempty"`
	Components  []sent       `json:"components,omitempty"`
}

type sentChoice struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

type offered struct {
	Choices []offer `json:"choices"`
}

type offer struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type form struct {
	CustomID   string `json:"custom_id"`
	Title      string `json:"title"`
	Components []sent `json:"components"`
}

// outgoing gives a message its Discord form.
func outgoing(m commands.Message) message {
	out := message{Content: m.Text, Components: []sent{}, Mentions: mentions{[]string{}, []string{}}, picture: m.Picture, file: m.File}
	out.Mentions.Users = append(out.Mentions.Users, m.Mentions...)
	for _, row := range m.Rows {
		line := sent{Type: kindRow}
		for _, b := range row.Buttons {
			line.Components = append(line.Components, sent{
				Type: kindButton, CustomID: b.Path, Label: b.Label, Style: style(b.Style),
			})
		}
		if row.Menu != nil {
			line.Components = append(line.Components, menu(*row.Menu))
		}
		out.Components = append(out.Components, line)
	}
	return out
}

// update gives a message the form that takes the place of another, whose picture
// goes with it.
func update(m commands.Message) message {
	out := outgoing(m)
	out.Attachments = &[]attachment{}
	return out
}

func private(m commands.Message) message {
	out := outgoing(m)
	out.Flags = flagEphemeral
	return out
}

func style(s commands.Style) int {
	switch s {
	case commands.Main:
		return styleMain
	case commands.Grave:
		return styleGrave
	}
	return stylePlain
}

func menu(m commands.Menu) sent {
	least, most := m.Min, m.Max
	if least == 0 && most == 0 {
		least, most = 1, 1
	}
	out := sent{Type: kindMenu, CustomID: m.Path, Placeholder: m.Hint, MinValues: &least, MaxValues: most}
	if m.People {
		out.Type = kindPeople
	}
	for _, c := range m.Choices {
		out.Options = append(out.Options, sentChoice{Label: c.Label, Value: c.Value, Description: c.Detail, Default: c.Chosen})
	}
	return out
}

func offers(choices []commands.Choice) response {
	list := offered{Choices: []offer{}}
	for _, c := range choices {
		list.Choices = append(list.Choices, offer{Name: c.Label, Value: c.Value})
	}
	return response{respondChoices, list}
}

func fillIn(f commands.Form) response {
	out := form{CustomID: f.Path, Title: f.Title}
	for _, in := range f.Inputs {
		field := sent{
			Type: kindInput, CustomID: in.ID, Label: in.Label, Style: inputLine, Placeholder: in.Hint,
			Value: in.Value, Required: &in.Required, MaxLength: in.Max,
		}
		if in.Long {
			field.Style = inputLong
		}
		out.Components = append(out.Components, sent{Type: kindRow, Components: []sent{field}})
	}
	return response{respondForm, out}
}
