package commands

import (
	"slices"

	"umpire/rules"
	"umpire/rules/campaign"
)

// A sheet may hide something from all but its owner's side, as a combat deck. What
// others read of a roster and its ledger is made here.

// memberView is a member's sheet in words. What it hides is in it only for reads.
func memberView(sys *rules.System, m campaign.Member, reads bool) (rules.View, error) {
	if sys.Sheet == nil {
		return rules.View{}, nil
	}
	sheet, err := m.Hurt(sys)
	if err != nil {
		return rules.View{}, err
	}
	view, err := sys.Sheet(sheet)
	if !reads {
		view.Fields = slices.DeleteFunc(view.Fields, func(f rules.Field) bool { return f.Hidden })
	}
	return view, err
}

// openWords puts changes of the roster into sentences that everybody may read.
func (k *kept) openWords(changes []campaign.Change) []string {
	return openWords(k.sys, k.now, changes)
}

// openWords puts changes of a roster into sentences without what a sheet hides.
func openWords(sys *rules.System, r campaign.Roster, changes []campaign.Change) []string {
	var lines []string
	hidden := make(map[string]bool) // members of whom it is said already
	for _, c := range changes {
		next, err := r.After([]campaign.Change{c})
		if err != nil {
			return lines // what was written down has been checked
		}
		switch before := r.Member(c.Member); {
		case !conceals(sys, before, next.Member(c.Member), c):
			lines = append(lines, r.Words([]campaign.Change{c})...)
		case before != nil && !hidden[c.Member]:
			lines = append(lines, rules.Escape(before.Name)+" changes in what its own side alone may read")
			hidden[c.Member] = true
		}
		r = next
	}
	return lines
}

// conceals tells whether a change of a member is of what its sheet hides: the sheet
// hides something, and nothing that is open in it has changed. Of a member who is
// not there nothing is told.
func conceals(sys *rules.System, before, after *campaign.Member, c campaign.Change) bool {
	switch {
	case !slices.Contains([]string{campaign.Number, campaign.Gain, campaign.Lose, campaign.Put}, c.What):
		return false
	case before == nil || after == nil:
		return true
	}
	from, hides, err := openFields(sys, *before)
	if err != nil {
		return true
	}
	to, hidesNow, err := openFields(sys, *after)
	if err != nil {
		return hides // on the way from one sheet to another it may be none
	}
	return (hides || hidesNow) && slices.Equal(from, to)
}

func openFields(sys *rules.System, m campaign.Member) (open []rules.Field, hides bool, err error) {
	view, err := memberView(sys, m, true)
	for _, f := range view.Fields {
		if f.Hidden {
			hides = true
		} else {
			open = append(open, f)
		}
	}
	return open, hides, err
}
