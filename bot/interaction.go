package bot

import (
	"encoding/json"
	"strings"
)

// The types of interaction, and of the channels that are threads (Discord docs).
const (
	typeCommand  = 2
	typePress    = 3
	typeComplete = 4
	typeSubmit   = 5

	announcementThread = 10
	publicThread       = 11
	privateThread      = 12

	flagEphemeral = 1 << 6
)

// interaction is what is read of Discord's INTERACTION_CREATE. The library's own
// type is not used: one part that it does not know leaves it half filled.
type interaction struct {
	ID             word
	ApplicationID  word `json:"application_id"`
	Type           int
	Token          string
	GuildID        word `json:"guild_id"`
	ChannelID      word `json:"channel_id"`
	Channel        *channel
	Member         *member
	User           *user
	Message        *struct{ ID, Flags word }
	AppPermissions word `json:"app_permissions"`
	Data           struct {
		Name       string
		Type       int
		TargetID   word   `json:"target_id"`
		CustomID   string `json:"custom_id"`
		Options    []option
		Values     []word
		Components []component
		Resolved   struct {
			Users       map[string]user
			Members     map[string]member
			Attachments map[string]attachedFile
		}
	}
}

type channel struct {
	ID       word
	Type     int
	ParentID word `json:"parent_id"`
}

type user struct {
	ID         word
	Username   string
	GlobalName string `json:"global_name"`
	Bot        bool
}

type member struct {
	User        *user
	Nick        string
	Permissions word
}

// attachedFile is a file that waits to be fetched. Its size is what is said.
type attachedFile struct {
	Filename string
	Size     word
	URL      string
}

type option struct {
	Name    string
	Type    int
	Value   word
	Options []option
	Focused bool
}

// component is a row of a form, a label around a field, or a field.
type component struct {
	CustomID   string `json:"custom_id"`
	Value      word
	Components []component
	Component  *component
}

// word is a JSON string, number or boolean as text; anything else is empty.
type word string

// UnmarshalJSON takes any JSON.
func (w *word) UnmarshalJSON(raw []byte) error {
	var text string
	switch {
	case json.Unmarshal(raw, &text) == nil:
		*w = word(text) // of null: empty
	case strings.ContainsAny(string(raw[:1]), "{["):
		*w = ""
	default:
		*w = word(raw)
	}
	return nil
}
