package rulestest

import (
	"bytes"
	"errors"
	"fmt"

	"umpire/rules"
)

// try tries the order of a move before it is given, and gives what must come of
// it: what is told, or the refusal. A trial that cannot be made promises nothing.
// It changes nothing.
func (g *game) try(m Move) (then trial) {
	if m.Reply == nil || m.Reply.Order == nil || m.Seat != rules.Umpire && m.Reply.Asked != g.b.Fight.Asked() {
		return trial{}
	}
	before := g.b.Fight.Snapshot()
	told, scene, err := g.b.Fight.Try(m.Seat, *m.Reply.Order)
	if !bytes.Equal(before, g.b.Fight.Snapshot()) {
		g.fail("%s is tried, and the fight moves", show(m))
	}
	why, refused := rules.IsRefusal(err)
	switch {
	case errors.Is(err, rules.ErrTry):
		return trial{}
	case err != nil && !refused:
		g.fail("%s breaks the rules when it is tried: %v", show(m), err)
	}
	return trial{true, why, tell(told), asJSON(scene)}
}

// trial is what trying an order promises.
type trial struct {
	made             bool
	why, told, scene string
}

// keep holds the move that was made against its trial.
func (g *game) keep(then trial, m Move, why string, rolls int, events []rules.Event) {
	switch {
	case !then.made:
	case then.why != why:
		g.fail("%s is tried and refused with %q, and made it is refused with %q", show(m), then.why, why)
	case why != "":
	case rolls > 0 || then.told != tell(events):
		g.fail("%s comes out otherwise than it was tried:\n%s\n%s", show(m), then.told, tell(events))
	case then.scene != asJSON(g.b.Fight.Scene(m.Seat)):
		g.fail("%s leaves another table than it was tried with:\n%s", show(m), then.scene)
	}
}

// tried is all that a seat learns by trying its orders, each with the first of
// what it may name.
func tried(f *rules.Fight, seat rules.Seat) (text string) {
	if seat < 1 {
		return ""
	}
	for _, v := range f.Verbs(seat) {
		order := rules.Order{Verb: v.Name, Args: map[string]string{}}
		for _, arg := range v.Args {
			if options := f.Legal(seat, v.Name, arg.Name, order.Args); arg.Required && len(options) > 0 {
				order.Args[arg.Name] = options[0].ID
			}
		}
		told, scene, err := f.Try(seat, order)
		text += fmt.Sprintf("\n/%s %v %s%s", v.Name, err, tell(told), asJSON(scene))
	}
	return text
}
