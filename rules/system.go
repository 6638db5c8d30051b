package rules

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"text/template"
)

// System is a Spec whose state type is forgotten, so that one engine, one log
// and one edge serve every game. Make it with Define.
type System struct {
	Key, Title string
	Version    int
	Sample     func() Setup
	Rosters    func() []Roster
	Seats      [2]int // fewest and most sides
	Sheet      func(json.RawMessage) (View, error)
	Options    []HouseRule
	Rules      []Rule
	Verbs      []Verb

	brings func(Roster) []string      // nil: nothing
	fill   func(Setup) (Setup, error) // nil: options name nothing
	fresh  func(Setup) (any, error)
	decode func([]byte) (any, error)
	steps  []boundStep // the opening, then the round
	round  int         // where the round begins in steps
	orders map[string]boundOrder
	view   func(any, Seat) View
	scene  func(any, Seat) *Scene // nil: nothing to draw
	card   func(any) *SceneCard   // nil: no fact tells of a card
	roster func(any) []Fighter
	lines  *template.Template

	Keeping Keeping
}

// Verb is one order as commands and menus need it.
type Verb struct {
	Name, Text, Label string
	Umpire, Gather    bool
	Args              []VerbArg
}

// VerbArg is one argument of a Verb; Lists tells whether Fight.Legal has
// options for it.
type VerbArg struct {
	Name, Text, Kind string
	Required, Lists  bool
}

type boundStep struct {
	name string
	asks func(any) []Ask
	run  func(any, *Turn) error
}

type boundOrder struct {
	umpire bool
	verb   Verb
	legal  map[string]func(any, Seat, map[string]string) []Option
	reach  map[string]func(any, Seat, map[string]string) (Reach, bool)
	run    func(any, *Turn, Order) error
}

// Define forgets S. It panics on a wrong definition: a system without steps, a
// verb named twice, lines that do not parse.
func Define[S any](spec Spec[S]) *System {
	if spec.Key == "" || len(spec.Steps) == 0 || spec.New == nil || spec.View == nil || spec.Sample == nil {
		panic(fmt.Sprintf("rules: system %q lacks a key, steps, New, View or Sample", spec.Key))
	}
	sys := &System{
		Key: spec.Key, Title: spec.Title, Version: spec.Version,
		Sample: spec.Sample, Rosters: spec.Rosters, Seats: spec.Seats, Sheet: spec.Sheet,
		Options: spec.Options, Rules: spec.Rules,
		brings: spec.Brings, fill: spec.Fill,
		fresh: func(s Setup) (any, error) { return spec.New(s) },
		decode: func(b []byte) (any, error) {
			s := new(S)
			return s, json.Unmarshal(b, s)
		},
		round:  len(spec.Opening),
		orders: make(map[string]boundOrder),
		view:   func(s any, seat Seat) View { return spec.View(s.(*S), seat) },
		card:   spec.Card,
		roster: func(s any) []Fighter { return spec.Roster(s.(*S)) },
		lines:  parseLines(spec.Key, spec.Lines),

		Keeping: spec.Keeping,
	}
	if sys.Seats == [2]int{} {
		n := len(spec.Sample().Sides)
		sys.Seats = [2]int{n, n}
	}
	if spec.Scene != nil {
		sys.scene = func(s any, seat Seat) *Scene { return spec.Scene(s.(*S), seat) }
	}
	for _, step := range append(slices.Clone(spec.Opening), spec.Steps...) {
		sys.steps = append(sys.steps, bindStep(step))
	}
	for _, order := range spec.Orders {
		if _, twice := sys.orders[order.Verb]; twice {
			panic(fmt.Sprintf("rules: system %q names the verb %q twice", spec.Key, order.Verb))
		}
		bound := bindOrder(order)
		sys.orders[order.Verb] = bound
		sys.Verbs = append(sys.Verbs, bound.verb)
	}
	return sys
}

// Brings names what a side brings that the others should hear of before the fight,
// by the titles of Rules; none where the roster cannot be read.
func (s *System) Brings(r Roster) []string {
	if s.brings == nil {
		return nil
	}
	return s.brings(r)
}

func bindStep[S any](step Step[S]) boundStep {
	bound := boundStep{name: step.Name, asks: func(any) []Ask { return nil }, run: func(any, *Turn) error { return nil }}
	if step.Asks != nil {
		bound.asks = func(s any) []Ask { return step.Asks(s.(*S)) }
	}
	if step.Run != nil {
		bound.run = func(s any, t *Turn) error { return step.Run(s.(*S), t) }
	}
	return bound
}

func bindOrder[S any](order OrderSpec[S]) boundOrder {
	bound := boundOrder{
		umpire: order.Umpire,
		verb:   Verb{Name: order.Verb, Text: order.Text, Label: order.Label, Umpire: order.Umpire, Gather: order.Gather},
		legal:  make(map[string]func(any, Seat, map[string]string) []Option),
		reach:  make(map[string]func(any, Seat, map[string]string) (Reach, bool)),
		run:    func(s any, t *Turn, o Order) error { return order.Run(s.(*S), t, o) },
	}
	for _, arg := range order.Args {
		bound.verb.Args = append(bound.verb.Args, VerbArg{arg.Name, arg.Text, arg.Kind, arg.Required, arg.Legal != nil})
		if arg.Legal != nil {
			bound.legal[arg.Name] = func(s any, seat Seat, args map[string]string) []Option {
				return arg.Legal(s.(*S), seat, args)
			}
		}
		if arg.Reach != nil {
			bound.reach[arg.Name] = func(s any, seat Seat, args map[string]string) (Reach, bool) {
				return arg.Reach(s.(*S), seat, args)
			}
		}
	}
	return bound
}

// check refuses arguments that the verb does not have and names those missing.
func (o boundOrder) check(order Order) error {
	for _, arg := range o.verb.Args {
		if arg.Required && order.Args[arg.Name] == "" {
			return Refuse("/%s needs %s: %s", o.verb.Name, arg.Name, arg.Text)
		}
	}
	for name := range order.Args {
		if !slices.ContainsFunc(o.verb.Args, func(a VerbArg) bool { return a.Name == name }) {
			return Refuse("/%s has no %s here.", o.verb.Name, name)
		}
	}
	return nil
}

// settle fills in the default of every house rule that the setup leaves open
// and refuses what no rule or value is called. What the options name is written
// in full.
func (s *System) settle(setup Setup) (Setup, error) {
	options := make(map[string]string, len(s.Options))
	for _, rule := range s.Options {
		options[rule.Key] = rule.Values[0]
	}
	for key, value := range setup.Options {
		i := slices.IndexFunc(s.Options, func(r HouseRule) bool { return r.Key == key })
		if i < 0 {
			return setup, Refuse("%s has no house rule called %s.", s.Title, key)
		}
		if !slices.Contains(s.Options[i].Values, value) {
			return setup, Refuse("The house rule %s takes one of %v, not %q.", key, s.Options[i].Values, value)
		}
		options[key] = value
	}
	setup.Options = options
	if s.fill != nil {
		return s.fill(setup)
	}
	return setup, nil
}

// factName is the name that a fact's lines are looked up by.
func factName(fact any) string { return reflect.TypeOf(fact).Name() }
