package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/kit"
)

// What of a member can be changed besides its sheet.
const (
	editGain     = "gain"
	editLose     = "lose"
	editStanding = "standing"
	editWounds   = "wounds"
	editNotes    = "notes"
	editSecret   = "secret notes"
)

// errSheetHidden answers who may correct a roster but may not read what it hides.
const errSheetHidden = rules.Refusal("Its own side alone may read that, and its owner changes it.")

// editMember changes one thing of a member.
func editMember(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	var reply Reply
	err := d.keep(ctx, r, func(b *books) error {
		k, err := b.rosterNamed(r.Options["roster"])
		if err != nil {
			return err
		}
		if err := k.mayChange(r.why()); err != nil {
			return err
		}
		m, err := k.member(r.Options["member"])
		if err != nil {
			return err
		}
		changes, err := k.edit(*m, r.Options["what"], r.Options["value"])
		if err != nil {
			return err
		}
		told := strings.Join(k.now.Words(changes), "; ")
		if err := k.change(r.why(), changes...); err != nil {
			return err
		}
		reply = k.written(kit.Capital(told) + ".")
		return nil
	})
	return reply, err
}

// edit gives the changes that somebody means who names what changes and to what.
func (k *kept) edit(m campaign.Member, what, value string) ([]campaign.Change, error) {
	what = strings.TrimSpace(what)
	if (what == editGain || what == editLose) && k.sys.Keeping.Gear == nil {
		return nil, rules.Refuse("Members of %s carry nothing that comes and goes.", k.sys.Title)
	}
	options, err := k.editOptions(m)
	if err != nil {
		return nil, err
	}
	what, err = kit.Find("thing of "+rules.Escape(m.Name)+" that can be changed", what, options)
	if err != nil {
		return nil, err
	}
	switch what {
	case editGain, editLose:
		return k.editGear(m, what == editGain, value)
	case editStanding:
		return k.editStanding(m, value)
	case editWounds:
		return k.setWounds(m, value)
	case editNotes, editSecret:
		return k.editNotes(m, what == editSecret, value)
	}
	return k.editField(m, strings.TrimPrefix(what, sheetPrefix), value)
}

func (k *kept) editStanding(m campaign.Member, value string) ([]campaign.Change, error) {
	to, err := kit.Find("standing", strings.TrimSpace(value), standingOptions())
	if err != nil {
		return nil, err
	}
	if now := m.Set; now == campaign.Standing(to) || now == "" && campaign.Standing(to) == campaign.Ready {
		return nil, errAsItIs(m)
	}
	return []campaign.Change{{What: campaign.Stand, Member: m.ID, To: to}}, nil
}

// errAsItIs answers a change that would change nothing.
func errAsItIs(m campaign.Member) error {
	return rules.Refuse("That is how it is with %s already.", rules.Escape(m.Name))
}

func standingOptions() []rules.Option {
	return []rules.Option{
		{ID: string(campaign.Ready), Label: "ready", Detail: "fit to fight, as far as its wounds let it"},
		{ID: string(campaign.Routed), Label: "routed", Detail: "misses the next battle"},
		{ID: string(campaign.Out), Label: "out", Detail: "laid up, misses the next battle"},
		{ID: string(campaign.Dead), Label: "dead", Detail: "fights no more"},
	}
}

func (k *kept) editNotes(m campaign.Member, secret bool, value string) ([]campaign.Change, error) {
	text := plain(value)
	if runes(text) > campaign.MostNotes {
		return nil, rules.Refuse("A note has at most %d letters; this one has %d.", campaign.MostNotes, runes(text))
	}
	c, now := campaign.Change{What: campaign.Note, Member: m.ID, To: text}, m.Notes
	if secret {
		if !k.reads() {
			return nil, errSheetHidden
		}
		c.What, now = campaign.Secret, m.Secret
	}
	if text == now {
		return nil, errAsItIs(m)
	}
	return []campaign.Change{c}, nil
}

// editGear gives a member one more of a gear, or takes one.
func (k *kept) editGear(m campaign.Member, more bool, value string) ([]campaign.Change, error) {
	keeping := k.sys.Keeping
	switch {
	case !k.reads() && k.hidesGear(m):
		return nil, errSheetHidden
	case strings.TrimSpace(value) == "":
		return nil, rules.Refusal("Say what, as its `value`. A list opens while you type.")
	}
	change := keeping.Take
	if more {
		change = keeping.Give
	}
	sheet, err := change(k.side(), fighterOf(m), strings.TrimSpace(value))
	if err != nil {
		return nil, err
	}
	return k.differences(m, sheet)
}

// differences are the changes that make another sheet of a member's, which is put
// in its canonical form first.
func (k *kept) differences(m campaign.Member, after json.RawMessage) ([]campaign.Change, error) {
	before, err := k.sys.Keeping.Home(m.Sheet, 0)
	if err != nil {
		return nil, err
	}
	if after, err = k.sys.Keeping.Home(after, 0); err != nil {
		return nil, rules.Refuse("%s: %v", rules.Escape(m.Name), err)
	}
	return campaign.Differences(m.ID, before, after)
}

// hidesGear tells whether what a member carries is in no open line of its sheet.
func (k *kept) hidesGear(m campaign.Member) bool {
	for _, g := range k.sys.Keeping.Gear(k.side(), fighterOf(m)) {
		change := k.sys.Keeping.Give
		if g.Has > 0 {
			change = k.sys.Keeping.Take
		}
		sheet, err := change(k.side(), fighterOf(m), g.Key)
		if err != nil {
			continue
		}
		other := m
		other.Sheet = sheet
		if conceals(k.sys, &m, &other, campaign.Change{What: campaign.Gain}) {
			return true
		}
	}
	return false
}

// editField gives a field of a member's sheet a value. The system has the last word.
func (k *kept) editField(m campaign.Member, path, value string) ([]campaign.Change, error) {
	fields := k.sheetFields(m)
	i := slices.IndexFunc(fields, func(f sheetField) bool { return f.path == path })
	c, err := fields[i].to(m.ID, value)
	if err != nil {
		return nil, err
	}
	next, err := k.now.After([]campaign.Change{c})
	if err != nil {
		return nil, err
	}
	after := next.Member(m.ID)
	changes, err := k.differences(m, after.Sheet)
	switch {
	case err != nil:
		return nil, err
	case len(changes) == 0:
		return nil, errAsItIs(m)
	case !k.reads() && conceals(k.sys, &m, after, c):
		return nil, errSheetHidden
	}
	return changes, nil
}

// sheetPrefix is put before the path of a field of a sheet that is called like
// something else that can be changed.
const sheetPrefix = "sheet/"

// editOptions lists what of a member can be changed.
func (k *kept) editOptions(m campaign.Member) ([]rules.Option, error) {
	health, err := m.Health(k.sys)
	if err != nil {
		return nil, err
	}
	var options []rules.Option
	if k.sys.Keeping.Gear != nil {
		options = append(options, rules.Option{ID: editGain, Label: "gain", Detail: "of its gear"}, rules.Option{ID: editLose, Label: "lose", Detail: "of its gear"})
	}
	if health.Most > 0 {
		options = append(options, rules.Option{ID: editWounds, Label: "wounds taken", Detail: fmt.Sprintf("0 to %d", health.Most)})
	}
	options = append(
		options,
		rules.Option{ID: editStanding, Label: "standing", Detail: "ready, routed, out or dead"},
		rules.Option{ID: editNotes, Label: "notes"},
		rules.Option{ID: editSecret, Label: "secret notes", Detail: "its own side alone reads them"},
	)
	for _, f := range k.sheetFields(m) {
		o := rules.Option{ID: f.path, Label: f.label()}
		if slices.ContainsFunc(options, func(other rules.Option) bool { return other.ID == o.ID }) {
			o = rules.Option{ID: sheetPrefix + f.path, Label: "sheet: " + f.label()}
		}
		if f.has && k.reads() {
			o.Detail = clip("now "+plain(fmt.Sprint(f.value)), 40)
		}
		options = append(options, o)
	}
	return options, nil
}

// whatOptions are what autocomplete offers of the member that is named.
func (k *kept) whatOptions() ([]rules.Option, error) {
	m, err := k.member(k.b.r.Options["member"])
	if err != nil || k.editable() != nil {
		return nil, err
	}
	return k.editOptions(*m)
}

// valueOptions are what autocomplete offers as the new value.
func (k *kept) valueOptions() ([]rules.Option, error) {
	m, err := k.member(k.b.r.Options["member"])
	if err != nil || k.editable() != nil {
		return nil, err
	}
	switch what := k.b.r.Options["what"]; what {
	case editStanding:
		return standingOptions(), nil
	case editGain, editLose:
		if k.sys.Keeping.Gear == nil || !k.reads() && k.hidesGear(*m) {
			return nil, nil
		}
		var options []rules.Option
		for _, g := range k.sys.Keeping.Gear(k.side(), fighterOf(*m)) {
			o := rules.Option{ID: g.Key, Label: plain(g.Name)}
			if g.Has > 0 {
				o.Detail = fmt.Sprintf("has %d", g.Has)
			}
			if what == editGain || g.Has > 0 {
				options = append(options, o)
			}
		}
		return options, nil
	}
	return nil, nil
}
