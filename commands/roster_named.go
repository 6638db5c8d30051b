package commands

import (
	"errors"
	"strings"

	"umpire/rules"
	"umpire/storage"
)

// A roster that left its campaign, or was taken off its owner's list, is withdrawn:
// nobody changes it or fights with it, and it can still be read, by everybody what a
// campaign had and by its owner alone what was only theirs.

// listed gives a roster by its id, to be read.
func (b *books) listed(id string) (*kept, error) {
	k, err := b.roster(id)
	if err == nil && k.camp == nil && k.row.State != storage.Kept && !k.mine() {
		return nil, rules.Refuse("%s was taken off the list.", rules.Escape(k.now.Name))
	}
	return k, err
}

// reading tells whether the command only reads a roster.
func (b *books) reading() bool {
	return b.r.Path == "roster show" || b.r.Path == "roster history" || b.r.Path == "roster export"
}

// rosterToRead gives a roster as rosterNamed does, or else one that is withdrawn.
func (b *books) rosterToRead(text string) (*kept, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return b.rosterNamed(text)
	}
	lines, err := b.tx.FindRosters(b.r.Guild, storage.RosterQuery{Part: text, Withdrawn: true, Limit: mostNamed})
	if err != nil {
		return nil, err
	}
	exact := only(lines, func(l storage.RosterLine) bool { return l.ID == text || strings.EqualFold(l.Name, text) })
	left := func(l storage.RosterLine) bool {
		return l.State != storage.Kept && (l.Campaign != "" || b.owns(l))
	}
	off := only(exact, left)
	if len(off) == 0 || len(only(exact, func(l storage.RosterLine) bool { return l.State == storage.Kept })) > 0 {
		k, err := b.rosterNamed(text)
		if !errors.Is(err, errNoRoster) {
			return k, err
		}
		off = only(lines, left)
	}
	if own := only(off, b.owns); len(own) > 0 {
		off = own
	}
	switch len(off) {
	case 0:
		return nil, errNoRoster
	case 1:
		return b.roster(off[0].ID)
	}
	return nil, b.severalGone(off)
}

// severalGone refuses a name that several withdrawn rosters have, which no list that
// opens holds: their ids tell them apart.
func (b *books) severalGone(lines []storage.RosterLine) error {
	var names []string
	for _, l := range lines[:min(len(lines), 10)] {
		name, err := b.rosterNames([]storage.RosterLine{l})
		if err != nil {
			return err
		}
		names = append(names, name+" (`"+l.ID+"`)")
	}
	return rules.Refuse("Several withdrawn rosters could be meant: %s. Type the id of one.", rules.List(names))
}
