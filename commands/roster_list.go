package commands

import (
	"context"
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/storage"
)

// rostersOnPage is how many rosters a page of somebody's list shows.
const rostersOnPage = 8

// showRoster shows a roster, or the list of the asker's own.
func showRoster(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	var m Message
	err := d.look(ctx, r, func(b *books) (err error) {
		if strings.TrimSpace(r.Options["roster"]) == "" {
			m, err = b.ownRosters(0)
			return err
		}
		k, err := b.rosterToRead(r.Options["roster"])
		if err != nil {
			return err
		}
		m, err = k.seen().message(0)
		return err
	})
	return Reply{Message: m}, err
}

// ownRosters is a page of the list of the asker's rosters.
func (b *books) ownRosters(page int) (Message, error) {
	var all []storage.RosterLine
	if b.me.Key != "" {
		var err error
		if all, err = b.tx.FindRosters(b.r.Guild, storage.RosterQuery{Owner: &b.me.Key}); err != nil {
			return Message{}, err
		}
	}
	if len(all) == 0 {
		return Message{Text: "You have no roster here. `/roster new` makes one, and `/roster import` reads one from a file or a text."}, nil
	}
	of := (len(all) + rostersOnPage - 1) / rostersOnPage
	page = thePage(page, of)
	lines := []string{"**Your rosters**"}
	menu := &Menu{Path: path("rosteropen"), Hint: "Open one"}
	for _, l := range all[page*rostersOnPage : min(len(all), (page+1)*rostersOnPage)] {
		k, err := b.roster(l.ID)
		if err != nil {
			return Message{}, err
		}
		lines = append(lines, k.inList())
		detail, err := b.whose(l, k.camp)
		if err != nil {
			return Message{}, err
		}
		menu.Choices = append(menu.Choices, Choice{Label: clip(plain(l.Name), 100), Value: l.ID, Detail: clip(strings.TrimSpace(k.sys.Title+" "+detail), 100)})
	}
	m := Message{Rows: []Row{{Menu: menu}}}
	if of > 1 {
		lines = append(lines, fmt.Sprintf("-# page %d of %d", page+1, of))
		m.Rows = append(m.Rows, Row{Buttons: turning(page, of, func(to int) string { return path("rosterlist", to) })})
	}
	m.Text = clip(strings.Join(lines, "\n"), textLimit)
	return m, nil
}

// inList is the roster in one line of its owner's list.
func (k *kept) inList() string {
	text := fmt.Sprintf("**%s** · %s", rules.Escape(k.now.Name), k.sys.Title)
	if k.camp != nil {
		text += " · " + k.camp.title()
	}
	text += " · " + k.musterWords()
	if k.row.Fight != "" {
		text += fmt.Sprintf(" · in fight `%s`", k.row.Fight)
	}
	return text
}

func turnRosters(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	var m Message
	err := d.look(ctx, r, func(b *books) (err error) {
		m, err = b.ownRosters(number(vars[0]))
		return err
	})
	return Reply{Act: Change, Message: m}, err
}

func openRoster(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	if len(r.Values) != 1 {
		return Reply{}, rules.ErrPicks
	}
	return d.onRoster(ctx, r, r.Values[0], func(k *kept) (Message, error) { return k.seen().message(0) })
}
