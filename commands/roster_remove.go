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

// renameRoster gives a roster, or one of its members, another name.
func renameRoster(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	name, err := campaign.ReadName(r.Options["name"])
	if err != nil {
		return Reply{}, err
	}
	var reply Reply
	err = d.keep(ctx, r, func(b *books) error {
		k, err := b.rosterNamed(r.Options["roster"])
		if err != nil {
			return err
		}
		if err := k.mayChange(r.why()); err != nil {
			return err
		}
		c, err := k.naming(r.Options["member"], name)
		if err != nil {
			return err
		}
		told := strings.Join(k.now.Words([]campaign.Change{c}), "")
		if err := k.change(r.why(), c); err != nil {
			return err
		}
		reply = k.written(kit.Capital(told) + ".")
		return nil
	})
	return reply, err
}

// naming is the change that names a member, or without one the roster.
func (k *kept) naming(member, name string) (campaign.Change, error) {
	if strings.TrimSpace(member) == "" {
		if name == k.now.Name {
			return campaign.Change{}, rules.Refuse("It is called %s already.", rules.Escape(name))
		}
		return campaign.Change{What: campaign.Name, To: name}, k.nameFree(name)
	}
	m, err := k.member(member)
	if err != nil {
		return campaign.Change{}, err
	}
	if other := k.now.Called(name); other != nil && (other.ID != m.ID || other.Name == name) {
		return campaign.Change{}, rules.Refuse("%s has a member called %s already.", rules.Escape(k.now.Name), rules.Escape(name))
	}
	return campaign.Change{What: campaign.Rename, Member: m.ID, To: name}, nil
}

// nameFree refuses a name that another roster of the same owner has, in the same
// campaign or among their own.
func (k *kept) nameFree(name string) error {
	all, err := k.b.tx.FindRosters(k.b.r.Guild, storage.RosterQuery{Owner: &k.row.Owner, Campaign: &k.row.Campaign})
	if err != nil {
		return err
	}
	for _, l := range all {
		if l.ID != k.row.ID && strings.EqualFold(l.Name, name) {
			return rules.Refuse("There is a roster called %s already.", rules.Escape(name))
		}
	}
	return nil
}

// removeRoster takes a member off a roster, or asks once more before it takes the
// roster off its owner's list.
func removeRoster(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	if strings.TrimSpace(r.Options["member"]) != "" {
		return d.removeMember(ctx, r)
	}
	var reply Reply
	err := d.look(ctx, r, func(b *books) error {
		k, err := b.rosterNamed(r.Options["roster"])
		if err != nil {
			return err
		}
		if err := k.removable(); err != nil {
			return err
		}
		reply = Private(
			fmt.Sprintf("Take **%s** with its %s off the list? Its history is kept.", rules.Escape(k.now.Name), counted(len(k.now.Members), "member")),
			Row{Buttons: []Button{
				{Path: path("rosterdrop", k.row.ID), Label: "Take it off the list", Style: Grave},
				{Path: path("rosterspare", k.row.ID), Label: "Keep it"},
			}},
		)
		return nil
	})
	return reply, err
}

// removable refuses to take a roster off the list where that is not the asker's to
// do, or not now.
func (k *kept) removable() error {
	if err := k.unengaged(" and stays on the list until that is over."); err != nil {
		return err
	}
	if k.camp != nil {
		return rules.Refuse("%s is in the campaign %s. `/campaign leave` takes it out of there.", rules.Escape(k.now.Name), k.camp.title())
	}
	return k.editable()
}

func (d *Desk) removeMember(ctx context.Context, r Request) (Reply, error) {
	var reply Reply
	err := d.keep(ctx, r, func(b *books) error {
		k, err := b.rosterNamed(r.Options["roster"])
		if err != nil {
			return err
		}
		m, err := k.member(r.Options["member"])
		if err != nil {
			return err
		}
		name := rules.Escape(m.Name)
		if err := k.change(r.why(), campaign.Change{What: campaign.Remove, Member: m.ID}); err != nil {
			return err
		}
		reply = k.written(fmt.Sprintf("**%s** left %s. `/roster history` can take that back.", name, rules.Escape(k.now.Name)) + k.unfit())
		return nil
	})
	return reply, err
}

func dropRoster(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.shelve(ctx, r, vars[0], storage.Withdrawn)
}

func putBackRoster(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.shelve(ctx, r, vars[0], storage.Kept)
}

// shelve takes a player's own roster off the list, or puts it back.
func (d *Desk) shelve(ctx context.Context, r Request, id, state string) (Reply, error) {
	var m Message
	err := d.keep(ctx, r, func(b *books) error {
		k, err := b.roster(id)
		if err != nil {
			return err
		}
		was, shelved := k.row.State, map[string]string{storage.Kept: "put back on the list", storage.Withdrawn: "taken off the list"}
		k.row.State = storage.Kept // one that is off the list may be put back
		if err := k.removable(); err != nil {
			return err
		}
		if err := k.held(); err != nil {
			return err
		}
		if was != state {
			if err := k.enter(campaign.Entry{Why: shelved[state]}); err != nil {
				return err
			}
			if err := b.tx.SetRoster(id, k.row.Owner, state); err != nil {
				return err
			}
		}
		m = Message{
			Text: fmt.Sprintf("**%s** is off the list.", rules.Escape(k.now.Name)),
			Rows: []Row{{Buttons: []Button{{Path: path("rosterputback", id), Label: "Put it back"}}}},
		}
		if state == storage.Kept {
			m = Message{Text: fmt.Sprintf("**%s** is on the list.", rules.Escape(k.now.Name)), Rows: []Row{k.seeRow()}}
		}
		return nil
	})
	return Reply{Act: Change, Message: m}, err
}

// held refuses a roster whose owner has been forgotten.
func (k *kept) held() error {
	owner, err := k.b.tx.Member(k.row.Guild, k.row.Owner)
	switch {
	case err != nil || owner.User != "":
		return err
	case k.camp != nil:
		return rules.Refuse("Nobody holds %s any more. `/campaign hand-over`, with the option **roster**, gives it to somebody.", rules.Escape(k.now.Name))
	}
	return rules.Refuse("Nobody holds %s any more.", rules.Escape(k.now.Name))
}

func spareRoster(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.onRoster(ctx, r, vars[0], func(k *kept) (Message, error) {
		return Message{Text: fmt.Sprintf("**%s** stays on the list.", rules.Escape(k.now.Name)), Rows: []Row{k.seeRow()}}, nil
	})
}
