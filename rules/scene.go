package rules

import "fmt"

// Scene is what a picture shows of a table, as data: how it looks is the
// drawer's business. Lengths are hundredths of an inch, and places are counted
// from the south-west corner, east then north. Text is the same in words, a
// line for each model that begins with its name and a colon: what a reader who
// cannot see the picture needs.
type Scene struct {
	Title   string        `json:"title"`
	Width   int           `json:"width"`
	Height  int           `json:"height"`
	Terrain []SceneShape  `json:"terrain,omitempty"`
	Models  []SceneModel  `json:"models,omitempty"`
	Markers []SceneMarker `json:"markers,omitempty"`
	Lines   []SceneLine   `json:"lines,omitempty"`
	Cards   []SceneCard   `json:"cards,omitempty"` // instead of all that lies on a table
	Text    []string      `json:"text,omitempty"`
}

// SceneShape is a piece of terrain: a rectangle from its south-west corner X, Y
// or, with a Radius, a round one about it. Cover is "soft" or "hard".
type SceneShape struct {
	Name   string `json:"name"`
	Cover  string `json:"cover,omitempty"`
	X      int    `json:"x"`
	Y      int    `json:"y"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
	Radius int    `json:"radius,omitempty"`
}

// SceneModel is one model that stands or lies on the table. Number is its place
// in its side's list, to be drawn on it; Left of Max is what it can still take;
// Load is how many are inside it.
type SceneModel struct {
	ID     string `json:"id"`
	Seat   Seat   `json:"seat"`
	Name   string `json:"name"`
	Number int    `json:"number"`
	X      int    `json:"x"`
	Y      int    `json:"y"`
	Radius int    `json:"radius"`
	Left   int    `json:"left"`
	Max    int    `json:"max"`
	Lying  bool   `json:"lying,omitempty"`
	Load   int    `json:"load,omitempty"`
}

// SceneMarker is an objective.
type SceneMarker struct {
	Name string `json:"name"`
	X    int    `json:"x"`
	Y    int    `json:"y"`
}

// SceneLine is a straight line of something that happened last: Kind is "move",
// "shot" or "blow".
type SceneLine struct {
	Kind string `json:"kind"`
	Seat Seat   `json:"seat"`
	X1   int    `json:"x1"`
	Y1   int    `json:"y1"`
	X2   int    `json:"x2"`
	Y2   int    `json:"y2"`
}

// SceneCard is a card that was turned up, with a table of rows of which one was
// Read, counted from 0. Bars and Faces head the two columns beside the rows' names;
// ByBar: it was drawn for the bar, and not for its face. Above the rows stands why it was drawn, Below them what came of it. Text is all
// of it in words.
type SceneCard struct {
	Title string    `json:"title"`
	Above string    `json:"above,omitempty"`
	Bars  string    `json:"bars"`
	Faces string    `json:"faces"`
	Rows  []CardRow `json:"rows"`
	Read  int       `json:"read"`
	ByBar bool      `json:"by_bar,omitempty"`
	Below string    `json:"below,omitempty"`
	Text  string    `json:"text"`
}

// CardRow is one row of a card: its name, whether the card's bar covers it, and
// what it shows.
type CardRow struct {
	Name string `json:"name"`
	Bar  bool   `json:"bar,omitempty"`
	Face string `json:"face"`
}

// mostCards is how many cards one picture shows.
const mostCards = 6

// CardScene is a picture of the last cards that facts tell of, in their order; nil
// when none does, or the system draws no cards.
func (s *System) CardScene(facts ...any) *Scene {
	scene := &Scene{Title: "Cards drawn"}
	for _, fact := range facts {
		if s.card == nil {
			break
		}
		if c := s.card(fact); c != nil {
			scene.Cards = append(scene.Cards, *c)
		}
	}
	more := len(scene.Cards) - mostCards
	if more > 0 {
		scene.Title = fmt.Sprintf("The last %d cards drawn, after %d more", mostCards, more)
		scene.Cards = scene.Cards[more:]
	}
	for _, c := range scene.Cards {
		scene.Text = append(scene.Text, c.Text)
	}
	if len(scene.Cards) == 0 {
		return nil
	}
	return scene
}
