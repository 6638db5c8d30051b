package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// UndoDepth is how many units back an undo can go.
const UndoDepth = 50

// Fight is one running instance of a system. Its methods either change it and
// give the log line to keep with what is to be told, or leave it as it was.
// It is for one goroutine at a time.
type Fight struct {
	sys  *System
	s    snapshot
	seen seen
}

// snapshot is all that a fight is between two lines, as it is stored.
type snapshot struct {
	System   string          `json:"system"`
	Version  int             `json:"version"`
	ID       string          `json:"id"`
	Seats    int             `json:"seats"`
	Seal     string          `json:"seal"`
	Words    []string        `json:"words,omitempty"`
	Pledges  []string        `json:"pledges,omitempty"` // by seat: SHA-256 of the word that it must give
	Line     int             `json:"line"`
	Rolls    int             `json:"rolls"` // numbers given out
	Chain    string          `json:"chain"`
	State    json.RawMessage `json:"state,omitempty"` // before the unit that waits, if one does
	Begun    bool            `json:"begun,omitempty"`
	Step     int             `json:"step"`
	Asked    int             `json:"asked,omitempty"` // the line that opened the asks
	Older    map[string]int  `json:"older,omitempty"` // the lines that opened secret asks which came again as they were
	Asks     []Ask           `json:"asks,omitempty"`
	Given    []given         `json:"given,omitempty"` // answers to asks, until the last is in
	Kept     []kept          `json:"kept,omitempty"`  // answers that an order set by, until the step asks again
	Unit     *unit           `json:"unit,omitempty"`
	Standing []standing      `json:"standing,omitempty"` // asks of the unit whose answers may still change
	Facedown []given         `json:"facedown,omitempty"`
	Held     *Objection      `json:"held,omitempty"`
	Units    []int           `json:"units,omitempty"` // lines that an undo can go back to
	Acted    []int           `json:"acted,omitempty"` // by seat: the last line in which it did something
	Firm     int             `json:"firm,omitempty"`  // the last line that its own seat alone cannot take back
	Paused   string          `json:"paused,omitempty"`
	Over     *Outcome        `json:"over,omitempty"`
	Secret   string          `json:"secret,omitempty"` // of the dice, once opened
}

// given is an answer to an ask. A sealed one keeps what opening it takes.
type given struct {
	Ask    string   `json:"ask"`
	Seat   Seat     `json:"seat"`
	Picks  []string `json:"picks,omitempty"`
	Labels []string `json:"labels,omitempty"`
	Order  *Order   `json:"order,omitempty"`
	Lapsed bool     `json:"lapsed,omitempty"`
	Line   int      `json:"line,omitempty"`
	Asked  int      `json:"asked,omitempty"`
	By     string   `json:"by,omitempty"`
	Nonce  string   `json:"nonce,omitempty"`
	Seal   string   `json:"seal,omitempty"`
	Forced bool     `json:"forced,omitempty"` // taken by the engine
	Down   bool     `json:"down,omitempty"`   // answers a secret ask: lies face down until opened
	Up     bool     `json:"up,omitempty"`     // turned up
	Stands bool     `json:"stands,omitempty"` // may be changed: the rules have not looked at it
}

// standing is a closed ask whose sealed answer may be changed until the rules
// look at it. Asked is the line that opened it.
type standing struct {
	Ask   Ask `json:"ask"`
	Asked int `json:"asked"`
}

func (g given) open() Opened {
	return Opened{Line: g.Line, Asked: g.Asked, By: g.By, Picks: g.Picks, Nonce: g.Nonce, Ask: g.Ask, Seat: g.Seat, Seal: g.Seal}
}

// unit is a step or an order that runs: Order is nil for a step. Replies[0]
// answers the step's own asks, Replies[k] the k-th asking in the middle.
type unit struct {
	Order   *Order    `json:"order,omitempty"`
	Seat    Seat      `json:"seat,omitempty"`
	Rolls   []Rolled  `json:"rolls,omitempty"`
	Replies [][]given `json:"replies"`
	Told    int       `json:"told,omitempty"`
	Sum     string    `json:"sum,omitempty"`
	Shown   bool      `json:"shown,omitempty"` // a pick was shown to somebody, or a card was turned
}

// New opens a fight with its first log line. People holds the keys of each
// seat's people; seal is SealOf the dice secret.
func New(sys *System, id string, setup Setup, people [][]string, seal string, st Stamp) (*Fight, Entry, error) {
	setup, err := sys.settle(setup)
	if err != nil {
		return nil, Entry{}, err
	}
	state, err := sys.fresh(setup)
	if err != nil {
		return nil, Entry{}, err
	}
	body, err := json.Marshal(state)
	if err != nil {
		return nil, Entry{}, fault("the state of a new %s does not become JSON: %v", sys.Key, err)
	}
	f := &Fight{sys: sys, s: snapshot{
		System: sys.Key, Version: sys.Version, ID: id, Seats: len(setup.Sides), Seal: seal,
		Words: make([]string, len(setup.Sides)), Acted: make([]int, len(setup.Sides)), State: body,
	}}
	w := f.open(nil, st)
	w.entry.Setup = &Opening{Fight: id, System: sys.Key, Version: sys.Version, Setup: setup, People: people, Seal: seal}
	if slices.ContainsFunc(setup.Sides, sys.Hides) && st.Nonce != nil {
		w.entry.Setup.Salt = st.Nonce()
	}
	return w.f, w.close(), nil
}

// Load reads a snapshot, which is the fight's own from then on. A fight of older rules must be upgraded before it
// goes on: see Outdated.
func Load(sys *System, body []byte) (*Fight, error) {
	f := &Fight{sys: sys}
	head, state, apart := bytes.Cut(body, stateApart)
	if err := json.Unmarshal(head, &f.s); err != nil {
		return nil, fmt.Errorf("read snapshot: %w", err)
	}
	if apart {
		f.s.State = state // nobody changes it in its place
	}
	if len(f.s.State) == 0 {
		return nil, fmt.Errorf("read snapshot: fight %s has no state", f.s.ID)
	}
	if f.s.System != sys.Key {
		return nil, fault("the snapshot is of %q, not of %q", f.s.System, sys.Key)
	}
	if f.s.Version > sys.Version {
		return nil, fault("the snapshot is of rules version %d, newer than %d", f.s.Version, sys.Version)
	}
	return f, nil
}

// stateApart stands in a snapshot between the fight and its system's state, which is
// most of it and is read only when it is looked at. JSON on one line has none.
var stateApart = []byte("\n")

// Snapshot is all of the fight, as two lines of JSON: the fight, and the state of its
// system. Load gives it back.
func (f *Fight) Snapshot() []byte {
	head := f.s
	head.State = nil
	return slices.Concat(encode(head), stateApart, f.s.State)
}

// whole is the fight as one JSON, as the log keeps it; Load gives it back as well.
func (f *Fight) whole() []byte { return encode(f.s) }

func encode(s snapshot) []byte {
	body, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("rules: a fight does not become JSON: %v", err))
	}
	return body
}

// System is the rules that the fight is fought by.
func (f *Fight) System() *System { return f.sys }

// ID is the fight's own name, as seals and rolls know it.
func (f *Fight) ID() string { return f.s.ID }

// Line is the number of the last log line.
func (f *Fight) Line() int { return f.s.Line }

// Chain is the chain after the last line, in hex.
func (f *Fight) Chain() string { return f.s.Chain }

// Seal is the seal of the dice.
func (f *Fight) Seal() string { return f.s.Seal }

// Mix is what the sides' words give; it is right once all are in.
func (f *Fight) Mix() string { return Mix(f.s.Words) }

// Asked is the line that opened the asks that are open now.
func (f *Fight) Asked() int { return f.s.Asked }

// Over is the outcome, or nil while the fight goes on.
func (f *Fight) Over() *Outcome { return f.s.Over }

// Outdated tells whether the system's rules are newer than the fight's.
func (f *Fight) Outdated() bool { return f.s.Version < f.sys.Version }

// Units lists the lines that an undo can go back to, oldest first: their
// snapshots must be kept.
func (f *Fight) Units() []int { return slices.Clone(f.s.Units) }

// Step is the name of the step that waits; "" for an outdated fight whose step
// the newer rules do not have.
func (f *Fight) Step() string {
	if f.s.Step >= len(f.sys.steps) {
		return ""
	}
	return f.sys.steps[f.s.Step].name
}

// Hash is SHA-256, in hex, over what the fight is: state, step, unit and
// answers, with secret picks as their seals. Line and roll numbers are no part.
func (f *Fight) Hash() string {
	veil := func(list []given) []given {
		var out []given // nil for none, as it is after loading
		out = append(out, list...)
		for i := range out {
			if out[i].Seal != "" && !out[i].Up {
				out[i].Picks, out[i].Labels, out[i].Nonce = nil, nil, ""
			}
			out[i].Line, out[i].Asked = 0, 0
		}
		return out
	}
	var u *unit
	if f.s.Unit != nil {
		c := *f.s.Unit
		c.Replies = make([][]given, len(f.s.Unit.Replies))
		for i, r := range f.s.Unit.Replies {
			c.Replies[i] = veil(r)
		}
		c.Rolls = slices.Clone(c.Rolls)
		for i := range c.Rolls {
			c.Rolls[i].N = 0
		}
		u = &c
	}
	body, err := json.Marshal(struct {
		State           json.RawMessage
		Step            int
		Asks            []Ask `json:",omitempty"`
		Given, Facedown []given
		Kept            []given `json:",omitempty"`
		Unit            *unit
		Held            *Objection `json:",omitempty"`
		Over            *Outcome
	}{f.s.State, f.s.Step, f.s.Asks, veil(f.s.Given), veil(f.s.Facedown), veil(keptAnswers(f.s.Kept)), u, f.s.Held, f.s.Over})
	if err != nil {
		panic(fmt.Sprintf("rules: a fight does not become JSON: %v", err))
	}
	return digest(string(body))
}

// state decodes the system's state as it was before the unit that waits.
func (f *Fight) state() (any, error) {
	s, err := f.sys.decode(f.s.State)
	if err != nil {
		return nil, fault("the state of fight %s cannot be read: %v", f.s.ID, err)
	}
	return s, nil
}

func (f *Fight) clone() *Fight {
	c := &Fight{sys: f.sys, s: f.s}
	c.s.Words = slices.Clone(f.s.Words)
	c.s.Pledges = slices.Clone(f.s.Pledges)
	c.s.Acted = slices.Clone(f.s.Acted)
	c.s.Asks = slices.Clone(f.s.Asks)
	c.s.Given = slices.Clone(f.s.Given)
	c.s.Kept = slices.Clone(f.s.Kept)
	c.s.Standing = slices.Clone(f.s.Standing)
	c.s.Facedown = slices.Clone(f.s.Facedown)
	c.s.Units = slices.Clone(f.s.Units)
	if f.s.Unit != nil {
		u := *f.s.Unit
		u.Rolls = slices.Clone(u.Rolls)
		u.Replies = make([][]given, len(f.s.Unit.Replies))
		for i, r := range f.s.Unit.Replies {
			u.Replies[i] = slices.Clone(r)
		}
		c.s.Unit = &u
	}
	return c
}
