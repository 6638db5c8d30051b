package rules

import "encoding/json"

// Seat is a side of a fight, from 1.
type Seat int

// Everyone is the public audience: spectators and all seats alike.
// Umpire is the human umpire, who corrects but does not play.
const (
	Everyone Seat = 0
	Umpire   Seat = -1
)

// Option is one thing that an Ask lets a seat pick, or an Arg lets it name.
// ID is short and stable ("7D", "s1"); Label is at most 80 characters; Detail
// says what the choice gives, in at most 100; Group heads long lists ("Spades").
type Option struct {
	ID     string `json:"id"`
	Label  string `json:"label"`
	Detail string `json:"detail,omitempty"`
	Group  string `json:"group,omitempty"`
}

// Ask is one pending decision of one seat.
type Ask struct {
	ID      string   `json:"id"` // unique among the open asks; short, no slash
	Prompt  string   `json:"prompt"`
	Seat    Seat     `json:"seat"`
	Secret  bool     `json:"secret,omitempty"` // prompt and options are this seat's own; the pick is sealed
	Options []Option `json:"options,omitempty"`
	Min     int      `json:"min,omitempty"` // Min and Max both zero: exactly one
	Max     int      `json:"max,omitempty"`
	Orders  []string `json:"orders,omitempty"`  // verbs that may be given instead of a pick
	Default []string `json:"default,omitempty"` // what counts when the decision lapses; may name what only Run understands

	Consent  bool `json:"consent,omitempty"`  // somebody's word: asked even where there is one answer
	Free     bool `json:"free,omitempty"`     // may be left open: nobody waits for it; a secret one keeps its answer while its step takes orders, see Turn.Answered
	Standing bool `json:"standing,omitempty"` // secret, in a unit's middle: the pick may be changed until the rules look at it
}

// Order is a command that a seat gives while a step waits, or in answer to an
// Ask that names its verb.
type Order struct {
	Verb string            `json:"verb"`
	Args map[string]string `json:"args,omitempty"`
}

// Reply answers one open Ask with picks (option ids) or an order. Asked is the
// log line that opened the question, so that an old button never answers a new
// one. Lapse lets the decision fall to its default.
type Reply struct {
	Asked int      `json:"asked"`
	Ask   string   `json:"ask,omitempty"`
	Picks []string `json:"picks,omitempty"`
	Order *Order   `json:"order,omitempty"`
	Lapse bool     `json:"lapse,omitempty"`
}

// Event is one told fact and who hears it: Everyone, or one seat.
// Fact is a plain struct named after what happened: Revealed, Wounded.
type Event struct {
	To   Seat
	Fact any
}

// Fighter is one model as a roster keeps it. Sheet is the system's own JSON.
type Fighter struct {
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Seat  Seat            `json:"seat,omitempty"`
	Sheet json.RawMessage `json:"sheet"`
}

// Roster is one side's models. Sheet is what the side as a whole has (a
// favoured suit, a faction), in the system's own JSON.
type Roster struct {
	Key      string          `json:"key"`
	Name     string          `json:"name"`
	Sheet    json.RawMessage `json:"sheet,omitempty"`
	Fighters []Fighter       `json:"fighters"`
}

// Setup is everything that a fight starts from, in full: a roster for each seat
// in order, the house rules in force (all of them, defaults filled in) and, in
// Given by its name, what they only name (a field, a deck), so that a corrected
// file never changes a fight.
type Setup struct {
	Sides   []Roster                   `json:"sides"`
	Options map[string]string          `json:"options,omitempty"`
	Given   map[string]json.RawMessage `json:"given,omitempty"`
}

// HouseRule is a choice that a table makes before a fight. Values lists the
// legal values, the default first. Text says in one sentence what it changes.
type HouseRule struct {
	Key    string
	Values []string
	Text   string
}

// Rule is one entry of a system's reference: a ruling or a special rule, with
// its number in the rulings ("LH-1") where it has one.
type Rule struct{ ID, Title, Text string }

// Field is one line of a View. Hidden: of a sheet, only the owner's side may
// read it.
type Field struct {
	Name, Value string
	Hidden      bool `json:",omitempty"`
}

// View is what one seat may see of a fight, or of a sheet, as titled lines.
// It is built up from what the seat may know, never stripped down.
type View struct {
	Title  string
	Fields []Field
}

// Outcome is how a fight ended: Winner is Everyone for a draw or when it was
// ended without a result.
type Outcome struct {
	Winner Seat   `json:"winner"`
	Why    string `json:"why"`
}

// Step is one box of the rulebook's flow chart.
type Step[S any] struct {
	Name string
	Asks func(*S) []Ask // what it waits for first; nil or none: it runs at once
	Run  func(*S, *Turn) error
}

// Arg is one argument of an order. Kind is "text", "number", "flag", or one of
//
//   - "several": one or more of what Legal lists, by their ids with commas
//     between them. An option "all" stands for all the others.
//   - "place": a point of the Scene as "24.5,10" in inches from its south-west
//     corner, or one of what Legal suggests.
//
// Legal lists what may be given now, seen by that seat, after the arguments
// already given; nil: free. Reach says where a place is counted from; nil: it is
// not found step by step.
type Arg[S any] struct {
	Name, Text, Kind string
	Required         bool
	Legal            func(*S, Seat, map[string]string) []Option
	Reach            func(*S, Seat, map[string]string) (Reach, bool)
}

// Reach is what a place is found from, step by step: where that which is placed
// stands, where it ends by the place that is given, and how far from its start
// it may end. With a Far the name of one of Directions is a place too, the whole
// way there; zero: it is placed anywhere. All in hundredths of an inch.
type Reach struct {
	FromX, FromY int
	AtX, AtY     int
	Far          int
}

// Directions are the names of the eight directions of a Scene, from north by
// east around it.
func Directions() []string {
	return []string{"north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"}
}

// OrderSpec is one verb of a system: its slash command, its menus and its rule.
// Label is what its button says. Umpire orders are the human umpire's
// corrections. Gather: many are given in a row, and are told as one.
// Run checks everything that the seat can get wrong before it rolls, and says
// it with Refuse.
type OrderSpec[S any] struct {
	Verb, Text string
	Label      string
	Args       []Arg[S]
	Umpire     bool
	Gather     bool
	Run        func(*S, *Turn, Order) error
}

// Spec is a system. S is its own state: plain data that survives JSON. Run,
// Asks and View may depend on nothing but state, rolls and replies.
type Spec[S any] struct {
	Key, Title string
	Version    int                                 // raised with every change of rules
	Sample     func() Setup                        // always starts: tests and demos need no arguments
	Rosters    func() []Roster                     // the default rosters that a lobby offers
	Seats      [2]int                              // fewest and most sides; zero: as many as Sample has
	Sheet      func(json.RawMessage) (View, error) // checks and shows one fighter's sheet
	Brings     func(Roster) []string               // names the rules of a whole side that the others should hear of beforehand; nil: none
	Fill       func(Setup) (Setup, error)          // writes into Given what the options name and is not there; nil: nothing
	New        func(Setup) (*S, error)             // checks and deep-copies; may not roll: dealing is a step
	Opening    []Step[S]                           // once
	Steps      []Step[S]                           // the round, over and over
	Orders     []OrderSpec[S]
	View       func(*S, Seat) View
	Scene      func(*S, Seat) *Scene     // what a picture shows, as data; nil: nothing to draw
	Card       func(fact any) *SceneCard // the card that a fact tells of, for all to see; nil: none
	Roster     func(*S) []Fighter        // sheets as the fight leaves them
	Options    []HouseRule
	Rules      []Rule // what /rules shows
	Lines      string // narration templates: see Narrator
	Keeping    Keeping
}
