package commands

import (
	"context"
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/rules/kit"
	"umpire/storage"
)

var rosterRoutes = []route{
	{Command, "roster new", 0, newRoster},
	{Complete, "roster new", 0, completeRoster},
	{Press, "rosterlike", 1, likeRoster}, // draft; the side is picked
	{Command, "roster show", 0, showRoster},
	{Complete, "roster show", 0, completeRoster},
	{Press, "rosterlist", 1, turnRosters},  // page
	{Press, "rosteropen", 0, openRoster},   // its id is picked
	{Press, "rostercard", 2, turnRoster},   // roster, page
	{Press, "rosterwho", 1, openMember},    // roster; the member is picked
	{Press, "rostermember", 3, turnMember}, // roster, member, page
	{Press, "rostertable", 3, tableRoster}, // roster, member or nothing, page
	{Command, "roster add", 0, addMembers},
	{Complete, "roster add", 0, completeRoster},
	{Command, "roster edit", 0, editMember},
	{Complete, "roster edit", 0, completeRoster},
	{Command, "roster rename", 0, renameRoster},
	{Complete, "roster rename", 0, completeRoster},
	{Command, "roster remove", 0, removeRoster},
	{Complete, "roster remove", 0, completeRoster},
	{Press, "rosterdrop", 1, dropRoster},       // roster
	{Press, "rosterspare", 1, spareRoster},     // roster
	{Press, "rosterputback", 1, putBackRoster}, // roster
	{Command, "roster import", 0, importRoster},
	{Complete, "roster import", 0, completeRoster},
	{Press, "rostersystem", 1, systemOfList}, // draft; the system is picked
	{Submit, "rosterpaste", 3, pasteRoster},  // system, roster, side; each may be empty
	{Press, "rostertake", 1, takeRoster},     // draft
	{Press, "rosterleave", 1, leaveRoster},   // draft
	{Command, "roster export", 0, exportRoster},
	{Complete, "roster export", 0, completeRoster},
	{Command, "roster history", 0, rosterHistory},
	{Complete, "roster history", 0, completeRoster},
	{Press, "rosterstory", 2, turnHistory},   // roster, page
	{Press, "rosterback", 1, askBack},        // roster; the entry is picked
	{Submit, "rosterreverse", 2, reverseOne}, // roster, entry
	{Command, "wound", 0, wound},
	{Complete, "wound", 0, completeRoster},
	{Command, "heal", 0, heal},
	{Complete, "heal", 0, completeRoster},
}

// change enters changes that somebody makes by hand. Who changes another's roster
// says why, and the campaign's channel reads it, but nothing that a sheet hides.
func (k *kept) change(why string, changes ...campaign.Change) error {
	if err := k.mayChange(why); err != nil {
		return err
	}
	told := k.openWords(changes)
	if err := k.enter(campaign.Entry{Why: why, Changes: changes}); err != nil {
		return err
	}
	return k.tellCorrection(strings.Join(told, "; "), why)
}

// mayChange refuses somebody who may not change the roster, or gives no reason for
// changing another's.
func (k *kept) mayChange(why string) error {
	if err := k.editable(); err != nil {
		return err
	}
	if !k.mine() && why == "" {
		return rules.Refuse("%s is another's roster. Say why it changes, as its `reason`.", rules.Escape(k.now.Name))
	}
	return nil
}

// why is the reason that a request gives.
func (r Request) why() string { return clip(plain(r.Options["reason"]), typedLimit) }

// member finds a member by what somebody typed: its id or its name.
func (k *kept) member(text string) (*campaign.Member, error) {
	id, err := kit.Find("member of "+rules.Escape(k.now.Name), strings.TrimSpace(text), memberOptions(k.now))
	if err != nil {
		return nil, err
	}
	return k.now.Member(id), nil
}

func memberOptions(r campaign.Roster) []rules.Option {
	options := make([]rules.Option, len(r.Members))
	for i, m := range r.Members {
		options[i] = rules.Option{ID: m.ID, Label: m.Name}
	}
	return options
}

// side is the roster as its system knows a side: all its members, unhurt.
func (k *kept) side() rules.Roster {
	side := rules.Roster{Key: k.row.ID, Name: k.now.Name, Sheet: k.now.Side}
	for _, m := range k.now.Members {
		side.Fighters = append(side.Fighters, fighterOf(m))
	}
	return side
}

func fighterOf(m campaign.Member) rules.Fighter {
	return rules.Fighter{ID: m.ID, Name: m.Name, Sheet: m.Sheet}
}

// seeRow opens the roster from a message that tells of a change.
func (k *kept) seeRow() Row {
	return Row{Buttons: []Button{{Path: path("rostercard", k.row.ID, 0), Label: "See the roster"}}}
}

// written tells who made a change what came of it.
func (k *kept) written(text string) Reply {
	if k.row.Fight != "" {
		text += fmt.Sprintf(" Fight `%s` goes on with what it began with.", k.row.Fight)
	}
	return Private(clip(text, textLimit)+fmt.Sprintf("\n-# entry %d", k.row.Entry), k.seeRow())
}

// completeRoster offers what the option that is typed may be.
func completeRoster(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	var options []rules.Option
	err := d.look(ctx, r, func(b *books) (err error) {
		options, err = b.rosterOptions()
		return err
	})
	if _, refused := rules.IsRefusal(err); refused {
		return Reply{Act: Offer}, nil
	}
	return offer(options, plain(r.Options[r.Focused])), err
}

// rosterOptions lists what the focused option of a command about rosters may be.
func (b *books) rosterOptions() ([]rules.Option, error) {
	switch b.r.Focused {
	case "roster":
		return b.namedRosters()
	case "like":
		return templateOptions(b.d.systems, b.r.Options["system"]), nil
	}
	k, err := b.rosterNamed(b.r.Options["roster"])
	if err != nil {
		return nil, err
	}
	switch b.r.Focused {
	case "member":
		return plainLabels(memberOptions(k.now)), nil
	case "kind":
		return plainLabels(recruitOptions(k.recruits())), nil
	case "what":
		return k.whatOptions()
	case "value":
		return k.valueOptions()
	}
	return nil, nil
}

// plainLabels are options as autocomplete shows them, where no markdown is read.
func plainLabels(options []rules.Option) []rules.Option {
	for i := range options {
		options[i].Label = plain(options[i].Label)
	}
	return options
}

// namedRosters lists rosters by name, the asker's own first. For a command that
// changes one it is those that the asker may change.
func (b *books) namedRosters() ([]rules.Option, error) {
	all, err := b.tx.FindRosters(b.r.Guild, storage.RosterQuery{Part: strings.TrimSpace(b.r.Options["roster"])})
	if err != nil {
		return nil, err
	}
	reads := b.reading()
	all = append(only(all, b.owns), only(all, func(l storage.RosterLine) bool { return !b.owns(l) })...)
	camps := make(map[string]*keptCampaign)
	var options []rules.Option
	for _, l := range all {
		if l.Campaign != "" && camps[l.Campaign] == nil {
			if camps[l.Campaign], err = b.campaign(l.Campaign); err != nil {
				return nil, err
			}
		}
		camp := camps[l.Campaign]
		if !reads && !b.owns(l) && !b.r.Manager && (camp == nil || !camp.runs()) {
			continue
		}
		detail, err := b.whose(l, camp)
		if err != nil {
			return nil, err
		}
		if options = append(options, rules.Option{ID: l.ID, Label: plain(l.Name), Detail: detail}); len(options) == menuLimit {
			break
		}
	}
	return options, nil
}

func (b *books) owns(l storage.RosterLine) bool { return b.me.Key != "" && l.Owner == b.me.Key }

// whose tells apart rosters of one name: by their campaign and their owner.
func (b *books) whose(l storage.RosterLine, camp *keptCampaign) (string, error) {
	var parts []string
	if camp != nil {
		parts = append(parts, plain(camp.row.Name))
	}
	if !b.owns(l) {
		owner, err := b.member(l.Owner)
		if err != nil {
			return "", err
		}
		if owner.Name != "" {
			parts = append(parts, plain(owner.Name))
		}
	}
	return strings.Join(parts, ", "), nil
}
