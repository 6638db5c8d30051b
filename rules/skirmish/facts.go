package skirmish

import (
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// Facts before the battle and between its attacks. Names are as the roster
// writes them.
type (
	// RolledOff: both sides have rolled for who is A.
	RolledOff struct{ First, Second int }
	// SidesSet: it is settled who is A, and what the battle is about.
	SidesSet struct {
		A, B        rules.Seat
		ArmyA       string
		ArmyB       string
		Mission     string
		Text        string
		Field       string
		Called      bool
		Startillery string
	}
	// SidesRolled: who is A was rolled for again.
	SidesRolled struct{ A rules.Seat }
	// AtYourTable: the players deploy on their own table.
	AtYourTable struct{ Depth kit.Length }
	// EdgePicked: A has picked an edge.
	EdgePicked struct {
		Seat        rules.Seat
		Edge, Other string
	}
	// Deployed: models are placed, at a point, spread, or aboard a transport.
	Deployed struct {
		Seat       rules.Seat
		Models     []string
		At, Square string
		Spread     bool
		Aboard     string
	}
	// Marked: a marker is placed; on a called table, so many.
	Marked struct {
		Seat       rules.Seat
		Name       string
		At, Square string
		Count      int
		Called     bool
	}
	// FewMarkers: B wants to go on with fewer than three markers (SK-22).
	FewMarkers struct {
		Seat  rules.Seat
		Count int
	}
	// PhaseBegun: a phase begins.
	PhaseBegun struct {
		Round, Of int
		Phase     Phase
		Seat      rules.Seat
		Army      string
	}
	// Moved: models have moved.
	Moved struct {
		Why    Cause
		Where  string // "toward Wardog APC 1", escaped
		Models []OneMove
		More   int // that moved too
	}
	// MoveUndone: moves were taken back.
	MoveUndone struct {
		Seat   rules.Seat
		Models []string
	}
	// Stayed: a model does not use a move that it was given.
	Stayed struct {
		Model string
		Why   Cause
	}
	// Ran: how far a model may run.
	Ran struct {
		Seat    rules.Seat
		Model   string
		Die     int
		Far     kit.Length
		Doubled bool
		Called  bool
	}
	// Urged: an ally is urged on.
	Urged struct {
		Seat        rules.Seat
		Model, Ally string
		Rule        string
		Dice        []int
		Least       int
		Far         kit.Length
		Called      bool
	}
	// Boarded: a model got into a transport.
	Boarded struct {
		Seat             rules.Seat
		Model, Transport string
		Inside, Room     int
	}
	// GotOut: models got out of a transport. Bailing: they had to.
	GotOut struct {
		Models    []string
		Transport string
		Bailing   bool
		Called    bool
		Far       kit.Length
	}
	// Left: a model left the table over the far edge.
	Left struct {
		Seat  rules.Seat
		Model string
		Score int
	}
	// Rose: the rolls of models that lie down.
	Rose struct {
		Seat   rules.Seat
		Rule   string
		Models []Riser
	}
	// Demolished: markers were destroyed.
	Demolished struct {
		Markers []string
		Left    int
		Called  bool
	}
	// Ford: who holds the ford, with so many models near. Scores are by seat.
	Ford struct {
		First, Second int
		Winner        rules.Seat
		Scores        []int
		Called        bool
	}
	// LivesSet: the umpire corrected what a model has left.
	LivesSet struct {
		Model         string
		From, To, Max int
		Reason        string
	}
	// Placed: the umpire corrected where a model stands.
	Placed struct{ Model, At, Square, Reason string }
)

// OneMove is how one model moved: how far, to which square, and which enemies it
// touches there.
type OneMove struct {
	Name, Square string
	Far, Most    kit.Length
	Why          string
	Contact      []string
}

// Riser is one model that lies down, and its roll.
type Riser struct {
	Name  string
	Die   int
	Up    bool
	Lives int
}

const mostTold = 10 // moves of one order, one by one

// moved tells planned moves.
func (s *S) moved(planned []course, dest destination, why Cause) Moved {
	told := Moved{Why: why, Where: dest.told()}
	for _, c := range planned {
		if c.length() == 0 {
			continue
		}
		if len(told.Models) == mostTold {
			told.More++
			continue
		}
		told.Models = append(told.Models, OneMove{
			Name: c.model.Name, Square: s.Field.Square(c.end()), Far: c.length(), Most: c.most, Why: c.why,
			Contact: names(s.touchedAt(c.model, c.end())),
		})
	}
	return told
}

// arrival says where planned moves end: `9.4" to C4, in contact with …`.
func (s *S) arrival(planned []course) string {
	c := planned[0]
	text := fmt.Sprintf("%s to %s", c.length(), s.Field.Square(c.end()))
	if len(planned) > 1 {
		text = fmt.Sprintf("%s moves ", c.model.Name) + text
	}
	if met := s.touchedAt(c.model, c.end()); len(met) > 0 {
		text += ", in contact with " + rules.List(names(met))
	}
	return text
}

// One tells whether a single model moved.
func (m Moved) One() bool { return len(m.Models) == 1 && m.More == 0 }

// Touching tells whom the model touches: "Wardog APC 1 and Sniper".
func (o OneMove) Touching() string { return escaped(o.Contact) }

// escaped joins names as a sentence does, where markdown is read.
func escaped(names []string) string {
	var texts []string
	for _, n := range names {
		texts = append(texts, rules.Escape(n))
	}
	return rules.List(texts)
}

// Who lists the models, at most ten by name.
func (d Deployed) Who() string { return crowd(d.Models) }

// Who lists the models, at most ten by name.
func (m MoveUndone) Who() string { return crowd(m.Models) }

// Who lists the models, at most ten by name.
func (g GotOut) Who() string { return crowd(g.Models) }

// What lists the markers.
func (d Demolished) What() string { return kit.Capital(escaped(d.Markers)) }

func crowd(names []string) string {
	if len(names) <= mostTold {
		return escaped(names)
	}
	return escaped(append(names[:mostTold:mostTold], fmt.Sprintf("%d more", len(names)-mostTold)))
}

// Faces is dice as they are told: "1 1 2 6".
func faces(dice []int) string {
	var texts []string
	for _, die := range dice {
		texts = append(texts, fmt.Sprint(die))
	}
	return strings.Join(texts, " ")
}

// Roll is the dice in order.
func (u Urged) Roll() string { return faces(u.Dice) }

// Name is the phase as the text calls it.
func (p PhaseBegun) Name() string { return p.Phase.String() }
