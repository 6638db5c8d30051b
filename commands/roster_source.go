package commands

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/kit"
)

// source is what a roster is read from, and where it is to go. Roster is the id of
// the one that it is added to; "" for a new one.
type source struct {
	System string `json:"system,omitempty"`
	Roster string `json:"roster,omitempty"`
	Like   string `json:"like,omitempty"` // the side that a new one is of, as it was typed
	Name   string `json:"name,omitempty"`
	Why    string `json:"why,omitempty"`
	File   string `json:"file,omitempty"` // its name, whose ending tells the format
	Data   []byte `json:"data,omitempty"` // the list itself; none yet for a form
}

// saysItself is picked instead of a system for a list that names it.
const saysItself = "-"

// side finds the side that a new roster is to be of, and the system if the side says it.
// Nothing typed is none.
func (d *Desk) side(sys *rules.System, like string) (*rules.System, rules.Roster, error) {
	like = strings.TrimSpace(like)
	if like == "" {
		return sys, rules.Roster{}, nil
	}
	systems := d.systems
	if sys != nil {
		systems = []*rules.System{sys}
	}
	var found rules.Roster
	var of *rules.System
	var why error
	for _, one := range systems {
		if one.Rosters == nil {
			continue
		}
		key, err := kit.Find("roster of "+one.Title, like, sideOptions(one))
		switch {
		case err != nil:
			why = err
		case of != nil:
			return nil, rules.Roster{}, rules.Refuse("Several systems have a side called %s. Say of which `system` the list is.", typed(like))
		default:
			of, found = one, sideOf(one, key)
		}
	}
	switch {
	case of == nil && sys == nil:
		return nil, found, rules.Refuse("No system has a side called %s.", typed(like))
	case of == nil:
		return nil, found, why
	}
	return of, found, nil
}

// sideOf is one of a system's own sides, by its key.
func sideOf(sys *rules.System, key string) rules.Roster {
	for _, o := range sys.Rosters() {
		if o.Key == key {
			return o
		}
	}
	return rules.Roster{}
}

// askSystem asks of which system a list is, and keeps what has come of it.
func (d *Desk) askSystem(ctx context.Context, r Request, from source) (Reply, error) {
	id := d.name(8)
	menu := &Menu{Path: path("rostersystem", id), Hint: "The rules that it fights by"}
	for _, sys := range d.systems {
		if sys.Rosters != nil && len(menu.Choices) < menuLimit-1 {
			menu.Choices = append(menu.Choices, Choice{Label: clip(sys.Title, 100), Value: sys.Key})
		}
	}
	text := "Of which system is the list? Nothing is kept yet."
	if len(from.Data) == 0 {
		text = "Of which system is the list? A form for it opens then."
		menu.Choices = append(menu.Choices, Choice{Label: "The list says so itself", Value: saysItself, Detail: "our own YAML"})
	}
	err := d.keep(ctx, r, func(b *books) error { return b.setAside(id, aSource, from) })
	return Private(text, Row{Menu: menu}), err
}

// systemOfList goes on with a list of which it is said now of which system it is. What
// was kept of it stays, so that another system can be picked.
func systemOfList(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	if len(r.Values) != 1 {
		return Reply{}, rules.ErrPicks
	}
	var from source
	err := d.look(ctx, r, func(b *books) error { return b.draft(vars[0], aSource, &from) })
	if err != nil {
		return Reply{}, err
	}
	if r.Values[0] != saysItself {
		from.System = r.Values[0]
	}
	if len(from.Data) == 0 {
		form, err := d.pasteForm(ctx, r, from)
		return Reply{Act: Fill, Form: form}, err
	}
	reply, err := d.readIn(ctx, r, from)
	if err == nil && len(reply.Message.Rows) > 0 { // faults go beside the menu
		reply.Act = Change
	}
	return reply, err
}

// pasteForm asks for the list where none came with the command.
func (d *Desk) pasteForm(ctx context.Context, r Request, from source) (*Form, error) {
	hint, err := d.exampleFor(ctx, r, &from)
	if err != nil {
		return nil, err
	}
	form := &Form{Path: path("rosterpaste", from.System, from.Roster, from.Like), Title: "Read a roster", Inputs: []Input{
		{ID: "list", Label: "The list", Hint: clip(hint, 100), Long: true, Required: true, Max: mostPasted},
	}}
	if from.Roster == "" {
		form.Inputs = append(form.Inputs, Input{ID: "name", Label: "What it is called", Value: clip(from.Name, typedLimit), Max: typedLimit})
		return form, nil
	}
	form.Inputs = append(form.Inputs, Input{ID: "reason", Label: "Why, if it is another's roster", Value: from.Why, Max: typedLimit})
	return form, nil
}

// exampleFor is the beginning of a list such as can be read for where it is to go. It
// makes a key of the side that was typed.
func (d *Desk) exampleFor(ctx context.Context, r Request, from *source) (hint string, err error) {
	if from.Roster != "" {
		err = d.look(ctx, r, func(b *books) error {
			k, err := b.listed(from.Roster)
			if err == nil {
				hint = exampleList(k.recruits())
			}
			return err
		})
		return hint, err
	}
	if from.System == "" {
		return "umpire: roster/1\nsystem: …", nil
	}
	sys, err := d.rosterSystem(from.System)
	if err != nil {
		return "", err
	}
	_, side, err := d.side(sys, from.Like)
	if err != nil {
		return "", err
	}
	if from.Like = side.Key; side.Key == "" {
		side = sys.Rosters()[0]
	}
	hint = exampleList(sys.Keeping.Recruits(rules.Roster{Sheet: side.Sheet}))
	if name := campaign.SideName(sys, side.Sheet); name != "" {
		hint = name + ":\n" + hint
	}
	return hint, nil
}

// exampleList is a list of two of some recruits.
func exampleList(recruits []rules.Recruit) string {
	if len(recruits) == 0 {
		return ""
	}
	second := recruits[min(1, len(recruits)-1)]
	return fmt.Sprintf("%s \"Ann\"\n2 %s", recruits[0].Name, second.Name)
}

func pasteRoster(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.readIn(ctx, r, source{
		System: vars[0], Roster: vars[1], Like: vars[2],
		Name: r.Fields["name"], Why: clip(plain(r.Fields["reason"]), typedLimit), Data: []byte(r.Fields["list"]),
	})
}

// readIn reads a list and shows what would come in. Where nobody has said of which system
// it is, it asks.
func (d *Desk) readIn(ctx context.Context, r Request, from source) (Reply, error) {
	in, warnings, err := d.readFrom(ctx, r, &from)
	if errors.Is(err, campaign.ErrNoSystem) {
		return d.askSystem(ctx, r, from)
	}
	var faults campaign.FileFaults
	if errors.As(err, &faults) {
		return faultsReply(faults), nil
	}
	if err != nil {
		return Reply{}, err
	}
	id := d.name(8)
	m, err := d.comingIn(ctx, r, id, in, warnings)
	if err != nil {
		return Reply{}, err
	}
	err = d.keep(ctx, r, func(b *books) error { return b.setAside(id, aList, in) })
	return Reply{Message: m}, err
}

// readFrom reads the list for where it is to go.
func (d *Desk) readFrom(ctx context.Context, r Request, from *source) (broughtIn, []string, error) {
	in := broughtIn{Roster: from.Roster, Why: from.Why}
	sys, to, err := d.readingFor(ctx, r, from)
	if err != nil {
		return in, nil, err
	}
	if in.Named = from.Roster == "" && strings.TrimSpace(from.Name) != ""; in.Named {
		if to.Name, err = campaign.ReadName(from.Name); err != nil {
			return in, nil, err
		}
	}
	read, err := campaign.Read(d.systems, sys, to, from.File, from.Data)
	if err != nil {
		return in, nil, err
	}
	in.System, in.List = read.System, read.Roster
	if from.Roster != "" {
		err := read.Beside(to)
		in.List = read.Roster
		return in, read.Warnings, err
	}
	if in.Named {
		in.List.Name = to.Name
	}
	return in, read.Warnings, nil
}

// readingFor is the roster that a list is for, as far as it is known, and its system;
// nil where only the list may say it.
func (d *Desk) readingFor(ctx context.Context, r Request, from *source) (sys *rules.System, to campaign.Roster, err error) {
	if from.Roster != "" {
		if strings.TrimSpace(from.Like) != "" {
			return nil, to, rules.Refusal("Whoever joins a roster is of its side: leave `like` out.")
		}
		err = d.look(ctx, r, func(b *books) error {
			k, err := b.listed(from.Roster)
			if err != nil {
				return err
			}
			sys, to = k.sys, k.now
			return k.mayChange(from.Why)
		})
		return sys, to, err
	}
	if from.System != "" {
		if sys, err = d.rosterSystem(from.System); err != nil {
			return nil, to, err
		}
	}
	sys, side, err := d.side(sys, from.Like)
	to.Side = side.Sheet
	return sys, to, err
}
