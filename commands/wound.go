package commands

import (
	"context"
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
)

// wound counts wounds that a member of a roster took off the table.
func wound(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	return d.tend(ctx, r, func(k *kept, m campaign.Member, health rules.Health) (campaign.Change, error) {
		n, err := countOf(r.Options["wounds"], 1, mostWounds)
		left := health.Most - health.Taken
		switch {
		case err != nil:
			return campaign.Change{}, err
		case left == 0:
			return campaign.Change{}, rules.Refuse("%s has taken all its %s already.", rules.Escape(m.Name), counted(health.Most, "wound"))
		}
		return woundsTo(m, health.Taken+min(n, left)), nil
	})
}

// heal takes wounds off a member of a roster: all, where no number is given.
func heal(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	return d.tend(ctx, r, func(k *kept, m campaign.Member, health rules.Health) (campaign.Change, error) {
		if health.Taken == 0 {
			return campaign.Change{}, rules.Refuse("%s has taken no wounds.", rules.Escape(m.Name))
		}
		if strings.TrimSpace(r.Options["wounds"]) == "" {
			return campaign.Change{What: campaign.Mend, Member: m.ID}, nil
		}
		n, err := countOf(r.Options["wounds"], 1, mostWounds)
		return woundsTo(m, health.Taken-min(n, health.Taken)), err
	})
}

const mostWounds = 99 // that one command counts

// woundsTo is the change by which a member has taken so many wounds.
func woundsTo(m campaign.Member, taken int) campaign.Change {
	return campaign.Change{What: campaign.Wound, Member: m.ID, N: taken - m.Wounds}
}

// tend changes the wounds of the member that a request names.
func (d *Desk) tend(ctx context.Context, r Request, how func(*kept, campaign.Member, rules.Health) (campaign.Change, error)) (Reply, error) {
	var reply Reply
	err := d.keep(ctx, r, func(b *books) error {
		k, err := b.rosterNamed(r.Options["roster"])
		if err != nil {
			return err
		}
		if err := k.yours(); err != nil {
			return err
		}
		if err := k.unengaged(". Its umpire sets wounds there, with `/umpire set-wounds`, and what it leaves is written down at its end."); err != nil {
			return err
		}
		m, err := k.member(r.Options["member"])
		if err != nil {
			return err
		}
		health, err := k.mortal(*m)
		if err != nil {
			return err
		}
		c, err := how(k, *m, health)
		if err != nil {
			return err
		}
		if err := k.change(r.why(), c); err != nil {
			return err
		}
		reply = k.written(k.tended(m.ID))
		return nil
	})
	return reply, err
}

// mortal gives what wounds a member has, or refuses one that takes none.
func (k *kept) mortal(m campaign.Member) (rules.Health, error) {
	health, err := m.Health(k.sys)
	if err == nil && health.Most == 0 {
		return health, rules.Refuse("%s takes no wounds in %s.", rules.Escape(m.Name), k.sys.Title)
	}
	return health, err
}

// tended says how a member is off now.
func (k *kept) tended(id string) string {
	m := k.now.Member(id)
	return fmt.Sprintf("**%s** is %s.", rules.Escape(m.Name), condition(k.sys, *m))
}

// setWounds is the change by which a member has taken a typed number of wounds.
func (k *kept) setWounds(m campaign.Member, value string) ([]campaign.Change, error) {
	health, err := k.mortal(m)
	if err != nil {
		return nil, err
	}
	n, err := countOf(value, 0, health.Most)
	switch {
	case err != nil:
		return nil, err
	case strings.TrimSpace(value) == "":
		return nil, rules.Refuse("Say how many wounds it has taken, from 0 to %d, as its `value`.", health.Most)
	case n == m.Wounds:
		return nil, errAsItIs(m)
	}
	return []campaign.Change{woundsTo(m, n)}, nil
}
