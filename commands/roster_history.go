package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
)

const (
	entriesOnPage = 8
	changesShown  = 8 // of one entry
)

// story is the ledger of a roster as the asker may read it.
type story struct {
	k      *kept
	ledger []campaign.Entry
	stands []bool
}

func (k *kept) story() (*story, error) {
	ledger, err := k.ledger()
	return &story{k, ledger, campaign.Stands(ledger)}, err
}

// told gives what each entry did, in sentences. Members are called what they were
// called then.
func (s *story) told() ([][]string, error) {
	var r campaign.Roster
	reads := s.k.reads()
	lines := make([][]string, len(s.ledger))
	for i, e := range s.ledger {
		var err error
		if reads {
			lines[i] = r.Words(e.Changes)
		} else {
			lines[i] = openWords(s.k.sys, r, e.Changes)
		}
		if e.Reverses > 0 {
			r, err = campaign.Fold(s.ledger[:i+1])
		} else {
			r, err = r.After(e.Changes)
		}
		if err != nil {
			return nil, fmt.Errorf("tell entry %d: %w", e.N, err)
		}
	}
	return lines, nil
}

// entry is one entry as a line of the story.
func (s *story) entry(i int, lines []string) (string, error) {
	e := s.ledger[i]
	who, err := s.k.b.person(e.By)
	if err != nil {
		return "", err
	}
	what := strings.Join(lines[:min(len(lines), changesShown)], "; ")
	if more := len(lines) - changesShown; more > 0 {
		what += fmt.Sprintf("; and %d more", more)
	}
	if e.Reverses > 0 {
		what = fmt.Sprintf("takes entry %d back", e.Reverses)
	}
	text := fmt.Sprintf("<t:%d:d> **%s**", e.At/1000, who)
	battle := e.Battle != "" && e.Reverses == 0
	if battle {
		text = fmt.Sprintf("<t:%d:d> **A battle**", e.At/1000)
	}
	if what != "" {
		text += ": " + clipWords(what, 600)
	}
	if e.Why != "" {
		text += " · “" + rules.Escape(e.Why) + "”"
	}
	switch {
	case e.Fight != "":
		text += fmt.Sprintf(" · fight `%s`", e.Fight)
	case e.Battle != "":
		text += fmt.Sprintf(" · battle `%s`", e.Battle)
	}
	if battle {
		text += " · confirmed last by " + who
	}
	if !s.stands[i] {
		text += fmt.Sprintf(" (taken back by entry %d)", s.backBy(e.N))
	}
	return text + fmt.Sprintf("\n-# entry %d", e.N), nil
}

// backBy is the entry that took one back and stands.
func (s *story) backBy(n int) int {
	for i, e := range s.ledger {
		if e.Reverses == n && s.stands[i] {
			return e.N
		}
	}
	return 0
}

// pages are the texts of the story from its start.
func (s *story) pages() ([]string, error) {
	told, err := s.told()
	if err != nil {
		return nil, err
	}
	var pages []string
	onPage := 0
	for i := range s.ledger {
		text, err := s.entry(i, told[i])
		if err != nil {
			return nil, err
		}
		last := len(pages) - 1
		if last < 0 || onPage == entriesOnPage || runes(pages[last])+runes(text) > textLimit-150 {
			pages, onPage = append(pages, text), 1
			continue
		}
		pages[last] += "\n" + text
		onPage++
	}
	return pages, nil
}

// message is a page of the story; -1 is the last.
func (s *story) message(page int) (Message, error) {
	pages, err := s.pages()
	if err != nil || len(pages) == 0 {
		return Message{Text: "Nothing is written down yet."}, err
	}
	page = thePage(page, len(pages))
	m := Message{Text: fmt.Sprintf("**The story of %s**", rules.Escape(s.k.now.Name))}
	if len(pages) > 1 {
		m.Text += fmt.Sprintf(", page %d of %d", page+1, len(pages))
	}
	m.Text += "\n" + pages[page]
	menu, err := s.backMenu()
	if err != nil {
		return Message{}, err
	}
	if menu != nil {
		m.Rows = append(m.Rows, Row{Menu: menu})
		m.Text += "\n-# What a battle did is taken back as a whole, with `/campaign battles`."
	}
	buttons := turning(page, len(pages), func(to int) string { return path("rosterstory", s.k.row.ID, to) })
	m.Rows = append(m.Rows, Row{Buttons: append(buttons, Button{Path: path("rostercard", s.k.row.ID, 0), Label: "Back to the roster"})})
	return m, nil
}

// backMenu offers the entries that the asker may take back, the newest first.
func (s *story) backMenu() (*Menu, error) {
	if s.k.editable() != nil {
		return nil, nil
	}
	told, err := s.told()
	if err != nil {
		return nil, err
	}
	menu := &Menu{Path: path("rosterback", s.k.row.ID), Hint: "Take an entry back"}
	for i, e := range slices.Backward(s.ledger) {
		if s.reversible(e.N) != nil || len(menu.Choices) == menuLimit {
			continue
		}
		label := strings.Join(told[i], "; ")
		if e.Reverses > 0 {
			label = fmt.Sprintf("takes entry %d back", e.Reverses)
		}
		menu.Choices = append(menu.Choices, Choice{Label: clip(fmt.Sprintf("%d: %s", e.N, unescaped(label)), 100), Value: fmt.Sprint(e.N)})
	}
	if len(menu.Choices) == 0 {
		return nil, nil
	}
	return menu, nil
}

// unescaped is what was escaped for a text, where no markdown is read.
func unescaped(text string) string { return plain(rules.Unescape(text)) }

// reversible refuses to take back an entry that is not one to be taken back alone.
func (s *story) reversible(n int) error {
	if err := campaign.Reversible(s.ledger, n); err != nil {
		return err
	}
	e := s.ledger[n-1]
	switch {
	case n == 1:
		return rules.Refusal("The first entry is the roster itself. `/roster remove` takes it off the list.")
	case e.Battle != "":
		return rules.Refusal("That entry is of a battle, which is taken back as a whole: `/campaign battles` does it.")
	case e.Reverses == 0 && len(e.Changes) == 0:
		return rules.Refuse("Entry %d changed nothing.", n)
	}
	return nil
}

func rosterHistory(d *Desk, ctx context.Context, r Request, _ []string) (Reply, error) {
	var m Message
	err := d.look(ctx, r, func(b *books) error {
		k, err := b.rosterToRead(r.Options["roster"])
		if err != nil {
			return err
		}
		s, err := k.story()
		if err != nil {
			return err
		}
		m, err = s.message(-1)
		return err
	})
	return Reply{Message: m}, err
}

func turnHistory(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.onRoster(ctx, r, vars[0], func(k *kept) (Message, error) {
		s, err := k.story()
		if err != nil {
			return Message{}, err
		}
		return s.message(number(vars[1]))
	})
}

// askBack asks why an entry is taken back.
func askBack(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	if len(r.Values) != 1 {
		return Reply{}, rules.ErrPicks
	}
	form := &Form{Path: path("rosterreverse", vars[0], number(r.Values[0])), Title: fmt.Sprintf("Take entry %d back", number(r.Values[0]))}
	err := d.look(ctx, r, func(b *books) error {
		k, err := b.listed(vars[0])
		if err != nil {
			return err
		}
		if err := k.editable(); err != nil {
			return err
		}
		s, err := k.story()
		if err != nil {
			return err
		}
		form.Inputs = []Input{{ID: "reason", Label: "Why", Hint: "A mistake: it was Dusty who was hit.", Required: !k.mine(), Max: typedLimit}}
		return s.reversible(number(r.Values[0]))
	})
	return Reply{Act: Fill, Form: form}, err
}

// reverseOne takes an entry back.
func reverseOne(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	n, why := number(vars[1]), clip(plain(r.Fields["reason"]), typedLimit)
	var m Message
	err := d.keep(ctx, r, func(b *books) error {
		k, err := b.listed(vars[0])
		if err != nil {
			return err
		}
		if err := k.mayChange(why); err != nil {
			return err
		}
		s, err := k.story()
		if err != nil {
			return err
		}
		if err := s.reversible(n); err != nil {
			return err
		}
		if err := k.reverse(s.ledger, n, why, ""); err != nil {
			return err
		}
		what, err := s.openly(n)
		if err != nil {
			return err
		}
		if err := k.tellCorrection(fmt.Sprintf("entry %d is taken back (%s)", n, what), why); err != nil {
			return err
		}
		if s, err = k.story(); err != nil {
			return err
		}
		m, err = s.message(-1)
		return err
	})
	if err == nil && r.Private {
		return Reply{Act: Change, Message: m}, nil
	}
	return Reply{Message: m}, err
}

// openly is what an entry did, as everybody may read it.
func (s *story) openly(n int) (string, error) {
	if back := s.ledger[n-1].Reverses; back > 0 {
		return fmt.Sprintf("which took entry %d back", back), nil
	}
	before, err := campaign.Fold(s.ledger[:n-1])
	return strings.Join(openWords(s.k.sys, before, s.ledger[n-1].Changes), "; "), err
}
