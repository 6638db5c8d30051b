package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/campaign"
	"umpire/storage"
)

const (
	membersOnPage = 8   // that a page of a roster shows at most
	numbersLimit  = 130 // letters of a member's sheet in its line
)

// card is a roster as one reader is shown it.
type card struct {
	k     *kept
	reads bool // what only its own side may read, too
}

// seen is the card for the asker.
func (k *kept) seen() card { return card{k, k.reads()} }

// head says whose the roster is, and what it brings to a fight.
func (c card) head() (string, error) {
	k := c.k
	owner, err := k.b.person(k.row.Owner)
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("**%s** · %s · %s", rules.Escape(k.now.Name), k.sys.Title, owner)
	if k.camp != nil {
		text += " · " + k.camp.title()
	}
	if k.row.State != storage.Kept {
		text += " · withdrawn"
	}
	text += "\n" + k.strength()
	if k.row.Fight != "" {
		text += fmt.Sprintf(" · in fight `%s`", k.row.Fight)
	}
	return text, nil
}

// strength counts who can fight, and what they are worth.
func (k *kept) strength() string {
	if len(k.now.Members) == 0 {
		return "No members yet. `/roster add` brings some in."
	}
	side, err := k.now.Fielded(k.sys, "side")
	text := fmt.Sprintf("%d of %s fit to fight", len(side.Fighters), counted(len(k.now.Members), "member"))
	if err != nil || k.sys.Keeping.Worth == nil {
		return text
	}
	worth, err := k.sys.Keeping.Worth(side)
	if err != nil {
		return text
	}
	for _, w := range worth {
		text += fmt.Sprintf(" · %d %s", w.N, w.Name)
	}
	return text
}

// pages are the ids of the members by page.
func (c card) pages() (pages [][]string, lines map[string]string, err error) {
	lines = make(map[string]string)
	size := 0
	for _, m := range c.k.now.Members {
		line, err := c.line(m)
		if err != nil {
			return nil, nil, err
		}
		lines[m.ID] = line
		last := len(pages) - 1
		if size += runes(line) + 1; last < 0 || len(pages[last]) == membersOnPage || size > 1450 {
			pages, size, last = append(pages, nil), runes(line)+1, last+1
		}
		pages[last] = append(pages[last], m.ID)
	}
	return pages, lines, nil
}

// line is a member in one line.
func (c card) line(m campaign.Member) (string, error) {
	numbers, title, err := c.numbers(m)
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("%s **%s**", glyph(m.Standing(c.k.sys)), rules.Escape(m.Name))
	if title != "" && title != rules.Escape(m.Name) {
		text += ", " + title
	}
	text += ": " + condition(c.k.sys, m)
	if numbers != "" {
		text += " · " + numbers
	}
	if m.Notes != "" {
		text += " · “" + rules.Escape(clip(m.Notes, 60)) + "”"
	}
	return text, nil
}

// condition says how a member is off: "wounded, 1 of 3 wounds taken".
func condition(sys *rules.System, m campaign.Member) string {
	word := standingWord(m.Standing(sys))
	health, err := m.Health(sys)
	if err != nil || health.Taken == 0 {
		return word
	}
	return fmt.Sprintf("%s, %d of %s taken", word, health.Taken, counted(health.Most, "wound"))
}

func glyph(s campaign.Standing) string {
	switch s {
	case campaign.Wounded:
		return "◐"
	case campaign.Routed:
		return "↩"
	case campaign.Out:
		return "✖"
	case campaign.Dead:
		return "✝"
	}
	return "●"
}

func standingWord(s campaign.Standing) string {
	if s == campaign.Out {
		return "out of action"
	}
	return string(s)
}

// musterWords counts the members by how they are off: "5 ready, 1 dead".
func (k *kept) musterWords() string {
	if len(k.now.Members) == 0 {
		return "no members"
	}
	counts := make(map[campaign.Standing]int)
	for _, m := range k.now.Members {
		counts[m.Standing(k.sys)]++
	}
	var parts []string
	for _, s := range campaign.Standings() {
		if n := counts[s]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, standingWord(s)))
		}
	}
	return strings.Join(parts, ", ")
}

// numbers are the short lines of a member's sheet, numbers first, without what it has
// none of. What it can take is said as it is of the wounded, who have it in condition.
func (c card) numbers(m campaign.Member) (text, title string, err error) {
	sound := m
	sound.Wounds = 0
	view, err := memberView(c.k.sys, sound, false)
	if err != nil {
		return "", "", err
	}
	sound.Wounds = 1
	other, err := memberView(c.k.sys, sound, false)
	if err != nil {
		return "", "", err
	}
	var shown [2][]string // numbers, and what takes words
	size := 0
	for sort := range shown {
		for _, f := range view.Fields {
			part := f.Name + " " + f.Value
			if sortOf(f) != sort || !slices.Contains(other.Fields, f) || size+runes(part)+2 > numbersLimit {
				continue
			}
			size += runes(part) + 2
			shown[sort] = append(shown[sort], part)
		}
	}
	if health, err := m.Health(c.k.sys); err == nil && health.Taken == 0 && health.Most > 1 {
		shown[0] = append(shown[0], fmt.Sprintf("0 of %d wounds taken", health.Most))
	}
	return strings.Join(slices.Concat(shown[0], shown[1]), ", "), view.Title, nil
}

// sortOf tells the place of a field in a member's line: 0 for a number, 1 for a few
// words; -1 for none, because it is long or says that there is none.
func sortOf(f rules.Field) int {
	value := strings.ToLower(f.Value)
	switch {
	case value == "" || value == "0" || value == "none" || strings.HasPrefix(value, "no "):
		return -1
	case strings.Contains(value, "\n") || runes(value) > 40:
		return -1
	case runes(value) <= 4:
		return 0
	}
	return 1
}

// message is a page of the card, with what can be pressed.
func (c card) message(page int) (Message, error) {
	text, ids, page, of, err := c.page(page)
	if err != nil {
		return Message{}, err
	}
	m := Message{Text: text}
	if len(ids) > 0 {
		menu := &Menu{Path: path("rosterwho", c.k.row.ID), Hint: "A member"}
		for _, id := range ids {
			who := c.k.now.Member(id)
			menu.Choices = append(menu.Choices, Choice{Label: clip(plain(who.Name), 100), Value: id, Detail: clip(condition(c.k.sys, *who), 100)})
		}
		m.Rows = append(m.Rows, Row{Menu: menu})
	}
	buttons := turning(page, of, func(to int) string { return path("rostercard", c.k.row.ID, to) })
	buttons = append(
		buttons,
		Button{Path: path("rosterstory", c.k.row.ID, -1), Label: "History"},
		Button{Path: path("rostertable", c.k.row.ID, "", page), Label: "Show it here"},
	)
	if c.k.mine() && c.k.camp == nil && c.k.row.State != storage.Kept {
		buttons = append(buttons, Button{Path: path("rosterputback", c.k.row.ID), Label: "Put it back"})
	}
	m.Rows = append(m.Rows, Row{Buttons: buttons})
	return m, nil
}

// page is the text of a page, whose members it shows, which it is and of how many.
func (c card) page(page int) (text string, ids []string, shown, of int, err error) {
	if text, err = c.head(); err != nil {
		return "", nil, 0, 0, err
	}
	pages, lines, err := c.pages()
	if err != nil {
		return "", nil, 0, 0, err
	}
	shown = thePage(page, len(pages))
	if len(pages) > 0 {
		ids = pages[shown]
	}
	for _, id := range ids {
		text += "\n" + lines[id]
	}
	foot := fmt.Sprintf("\n-# roster `%s` · entry %d", c.k.row.ID, c.k.row.Entry)
	if len(pages) > 1 {
		foot += fmt.Sprintf(" · page %d of %d", shown+1, len(pages))
	}
	return clip(text, textLimit+100) + foot, ids, shown, len(pages), nil
}

// sheetPages is a member whole, in pages.
func (c card) sheetPages(m campaign.Member) ([]string, error) {
	view, err := memberView(c.k.sys, m, c.reads)
	if err != nil {
		return nil, err
	}
	title := fmt.Sprintf("**%s**", rules.Escape(m.Name))
	if view.Title != "" && view.Title != rules.Escape(m.Name) {
		title += ", " + view.Title
	}
	texts := []string{title + " · " + rules.Escape(c.k.now.Name) + "\n" + glyph(m.Standing(c.k.sys)) + " " + condition(c.k.sys, m)}
	for _, f := range view.Fields {
		if f.Hidden {
			f.Name += " (its own side alone reads this)"
		}
		texts = append(texts, viewText(rules.View{Fields: []rules.Field{f}}))
	}
	if m.Notes != "" {
		texts = append(texts, "Notes: "+rules.Escape(m.Notes))
	}
	if m.Secret != "" && c.reads {
		texts = append(texts, "Secret notes (its own side alone reads this): "+rules.Escape(m.Secret))
	}
	return pack(texts, textLimit), nil
}

// memberPage is the text of a page of a member, which it is and of how many. The
// table's account may have fewer than the owner's.
func (c card) memberPage(id string, page int) (text string, shown, of int, err error) {
	m := c.k.now.Member(id)
	if m == nil {
		return "", 0, 0, rules.Refuse("That member is no longer with %s.", rules.Escape(c.k.now.Name))
	}
	pages, err := c.sheetPages(*m)
	if err != nil {
		return "", 0, 0, err
	}
	page = thePage(page, len(pages))
	return pages[page] + pageFoot(page, len(pages)), page, len(pages), nil
}

// memberMessage is a page of a member with what can be pressed.
func (c card) memberMessage(id string, page int) (Message, error) {
	text, page, of, err := c.memberPage(id, page)
	if err != nil {
		return Message{}, err
	}
	buttons := turning(page, of, func(to int) string { return path("rostermember", c.k.row.ID, id, to) })
	pages, _, err := c.pages()
	if err != nil {
		return Message{}, err
	}
	at := slices.IndexFunc(pages, func(ids []string) bool { return slices.Contains(ids, id) })
	buttons = append(
		buttons,
		Button{Path: path("rostercard", c.k.row.ID, max(0, at)), Label: "Back to the roster"},
		Button{Path: path("rostertable", c.k.row.ID, id, page), Label: "Show it here"},
	)
	return Message{Text: text, Rows: []Row{{Buttons: buttons}}}, nil
}

func turnRoster(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.onRoster(ctx, r, vars[0], func(k *kept) (Message, error) { return k.seen().message(number(vars[1])) })
}

func openMember(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	if len(r.Values) != 1 {
		return Reply{}, rules.ErrPicks
	}
	return d.onRoster(ctx, r, vars[0], func(k *kept) (Message, error) { return k.seen().memberMessage(r.Values[0], 0) })
}

func turnMember(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	return d.onRoster(ctx, r, vars[0], func(k *kept) (Message, error) { return k.seen().memberMessage(vars[1], number(vars[2])) })
}

// onRoster answers a press with another face of a roster: in place, where only the
// presser sees the message.
func (d *Desk) onRoster(ctx context.Context, r Request, id string, face func(*kept) (Message, error)) (Reply, error) {
	var m Message
	err := d.look(ctx, r, func(b *books) error {
		k, err := b.listed(id)
		if err != nil {
			return err
		}
		m, err = face(k)
		return err
	})
	if err != nil {
		return Reply{}, err
	}
	if r.Private {
		return Reply{Act: Change, Message: m}, nil
	}
	return Reply{Message: m}, nil
}

// tableRoster shows everybody a page of a roster, or one member of it: what the
// table may know, whoever presses.
func tableRoster(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	var text string
	err := d.keep(ctx, r, func(b *books) error {
		k, err := b.listed(vars[0])
		if err != nil {
			return err
		}
		c := card{k: k}
		if vars[1] != "" {
			text, _, _, err = c.memberPage(vars[1], number(vars[2]))
			return err
		}
		text, _, _, _, err = c.page(number(vars[2]))
		return err
	})
	if err != nil {
		return Reply{}, err
	}
	return Reply{Act: Open, Message: Message{Text: text}}, nil
}
