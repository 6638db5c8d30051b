package skirmish

import (
	"slices"

	"umpire/rules"
	"umpire/rules/kit"
)

// S is a battle of two armies.
type S struct {
	House    House       `json:"house"`
	Field    kit.Field   `json:"field"`
	Round    int         `json:"round"`
	Phase    Phase       `json:"phase"`
	Stage    int         `json:"stage,omitempty"` // within an End Phase
	A        rules.Seat  `json:"a"`               // who is A in the order of phases
	Attacker rules.Seat  `json:"attacker"`        // who is A in the mission
	Edge     kit.Compass `json:"edge"`            // the attacker's
	Sides    []Side      `json:"sides"`           // seat n is Sides[n-1]
	Kinds    []Kind      `json:"kinds"`
	Specials []Special   `json:"specials,omitempty"` // that the armies brought
	Models   []*Model    `json:"models"`
	Markers  []Marker    `json:"markers,omitempty"`
	Due      []Due       `json:"due,omitempty"`     // moves that something gave, the next first
	Placing  rules.Seat  `json:"placing,omitempty"` // who deploys
	Marking  bool        `json:"marking,omitempty"` // the mission is being set up
	Done     bool        `json:"done,omitempty"`    // the player whose phase it is has said so
	Warned   bool        `json:"warned,omitempty"`
	Lines    []Line      `json:"lines,omitempty"` // what moved and shot in this phase
	Last     []Line      `json:"last,omitempty"`  // in the one that ended with it, until something else does

	book []Special // every special rule, once looked up
}

// Side is one army.
type Side struct {
	Name    string   `json:"name"`
	Faction string   `json:"faction"`
	Rules   []string `json:"rules,omitempty"`
	Score   int      `json:"score,omitempty"`
}

// Status is where a model is.
type Status string

// Where a model may be. Lying counts as dead but for the roll to get up.
const (
	Waiting Status = "waiting" // for its deployment
	Stands  Status = ""
	Aboard  Status = "aboard"
	Lies    Status = "lying"
	Dead    Status = "dead"
	Gone    Status = "gone" // left the table
)

// Model is one miniature. ID and Name are its own in this fight; Brought is how
// its roster calls it. From is where it stood when its phase began, as long as
// its move may still be taken back.
type Model struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"`
	Brought *Brought   `json:"brought,omitempty"` // when it is called otherwise
	Seat    rules.Seat `json:"seat"`
	Kind    int        `json:"kind"` // in S.Kinds
	Lives   int        `json:"lives"`
	Status  Status     `json:"status,omitempty"`
	At      kit.Point  `json:"at,omitzero"`
	Inside  string     `json:"inside,omitempty"` // the transport it is aboard
	Cover   kit.Cover  `json:"cover,omitempty"`  // that both sides agreed on, until it moves

	From     *kit.Point `json:"from,omitempty"`
	Moved    bool       `json:"moved,omitempty"`    // in this phase
	Attacked bool       `json:"attacked,omitempty"` // in this phase: struck, shot or ran
	Charged  bool       `json:"charged,omitempty"`  // ran or was urged on, on a called table: may have made contact
	Doors    bool       `json:"doors,omitempty"`    // a transport that somebody got in or out of in this phase
}

// Brought is a model's ID and name in the roster that it came from.
type Brought struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Due is a move that something gave a model, to be made before anything else:
// Seat says where, up to Most.
type Due struct {
	Seat  rules.Seat `json:"seat"`
	Model string     `json:"model"`
	Most  kit.Length `json:"most"`
	Why   Cause      `json:"why"`
}

// Cause is why a model moves.
type Cause string

// The causes of a move.
const (
	ByMove    Cause = "move"
	ByRun     Cause = "run"
	ByGrapple Cause = "grapple"
	ByCrest   Cause = "crest"
	ByBailing Cause = "bailing"
)

// Marker is an objective on the table.
type Marker struct {
	ID   string    `json:"id"`
	Name string    `json:"name"`
	At   kit.Point `json:"at"`
}

// Line is something that happened along a line in this phase.
type Line struct {
	Kind  string    `json:"kind"`
	Model string    `json:"model"`
	From  kit.Point `json:"from"`
	To    kit.Point `json:"to"`
}

const mostLines = 60

// draw keeps a line for the picture.
func (s *S) draw(kind string, m *Model, from, to kit.Point) {
	if !s.House.Called && len(s.Lines) < mostLines {
		s.Lines, s.Last = append(s.Lines, Line{kind, m.ID, from, to}), nil
	}
}

// wipe forgets the lines of a model's move.
func (s *S) wipe(m *Model) {
	s.Lines = slices.DeleteFunc(s.Lines, func(l Line) bool { return l.Kind == "move" && l.Model == m.ID })
}

func (s *S) side(seat rules.Seat) *Side { return &s.Sides[seat-1] }

func other(seat rules.Seat) rules.Seat { return 3 - seat }

func (s *S) kind(m *Model) *Kind { return &s.Kinds[m.Kind] }

// model finds a model of either side by its ID; nil when there is none.
func (s *S) model(id string) *Model {
	for _, m := range s.Models {
		if m.ID == id {
			return m
		}
	}
	return nil
}

// Standing tells whether a model stands on the table.
func (m *Model) Standing() bool { return m.Status == Stands }

// inPlay tells whether a model is neither dead nor gone. A lying one may still
// get up.
func (m *Model) inPlay() bool { return m.Status != Dead && m.Status != Gone }

// shown is the model's name where markdown is read.
func (m *Model) shown() string { return rules.Escape(m.Name) }

// base is the model's base where it stands.
func (s *S) base(m *Model) kit.Base { return kit.Base{At: m.At, Radius: s.kind(m).Base / 2} }

// standing lists a side's models that stand on the table.
func (s *S) standing(seat rules.Seat) []*Model {
	return s.filter(seat, (*Model).Standing)
}

// filter lists a side's models that are so.
func (s *S) filter(seat rules.Seat, so func(*Model) bool) []*Model {
	var list []*Model
	for _, m := range s.Models {
		if m.Seat == seat && so(m) {
			list = append(list, m)
		}
	}
	return list
}

// bases lists the bases of all that stand and are so.
func (s *S) bases(so func(*Model) bool) []kit.Base {
	var list []kit.Base
	for _, m := range s.Models {
		if m.Standing() && so(m) {
			list = append(list, s.base(m))
		}
	}
	return list
}

// touched lists the enemies in contact with a model. On a called table the
// umpire knows of none.
func (s *S) touched(m *Model) []*Model {
	if s.House.Called || !m.Standing() {
		return nil
	}
	var list []*Model
	for _, o := range s.Models {
		if o.Seat != m.Seat && o.Standing() && s.base(o).Touches(s.base(m)) {
			list = append(list, o)
		}
	}
	return list
}

func (s *S) engaged(m *Model) bool { return len(s.touched(m)) > 0 }

// aboard lists the models inside a transport.
func (s *S) aboard(transport *Model) []*Model {
	return s.filter(transport.Seat, func(m *Model) bool { return m.Status == Aboard && m.Inside == transport.ID })
}

// room is how many more a transport can take.
func (s *S) room(transport *Model) int { return transport.Lives - len(s.aboard(transport)) }

// roster gives the sheets as the fight leaves them, under the names that they
// came with.
func roster(s *S) []rules.Fighter {
	var fighters []rules.Fighter
	for _, m := range s.Models {
		left := m.Lives
		brought := Brought{m.ID, m.Name}
		if m.Brought != nil {
			brought = *m.Brought
		}
		fighters = append(fighters, rules.Fighter{ID: brought.ID, Name: brought.Name, Seat: m.Seat, Sheet: kit.Encode(Sheet{*s.kind(m), &left})})
	}
	return fighters
}

// kindOf gives the place of a kind in S.Kinds, and puts it there.
func (s *S) kindOf(k Kind) int {
	same := func(o Kind) bool {
		o.Rules, k.Rules = slices.Clone(o.Rules), slices.Clone(k.Rules)
		return string(kit.Encode(o)) == string(kit.Encode(k))
	}
	if i := slices.IndexFunc(s.Kinds, same); i >= 0 {
		return i
	}
	s.Kinds = append(s.Kinds, k)
	return len(s.Kinds) - 1
}
