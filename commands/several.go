package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
)

// The kinds of argument that have ways of their own to be filled in.
const (
	kindSeveral = "several"
	kindPlace   = "place"
)

// everyID is the option of a several that stands for all the others.
const everyID = "all"

// severalMenus is how many menus of one leaf stand above the buttons.
const severalMenus = 3

// several is an argument that takes more than one of what is listed: menus to
// tick in, and a press that takes a whole group of them, or all.
type several struct {
	id      string // the draft's
	arg     rules.VerbArg
	options []rules.Option // without the one for all
	every   bool           // there is one for all
	groups  [][]string     // ids of each group of more than one, the first all of them
	labels  []string       // what taking each group says
}

func newSeveral(id string, arg rules.VerbArg, options []rules.Option) several {
	s := several{id: id, arg: arg}
	for _, o := range options {
		if o.ID == everyID {
			s.every = true
		} else {
			s.options = append(s.options, o)
		}
	}
	s.group("", "All %d")
	var names []string
	for _, o := range s.options {
		if o.Group != "" && !slices.Contains(names, o.Group) {
			names = append(names, o.Group)
		}
	}
	if len(names) > 1 {
		for _, name := range names {
			s.group(name, "%d × "+strings.ReplaceAll(name, "%", ""))
		}
	}
	return s
}

// group notes what belongs to a group, or all; one alone is no group.
func (s *several) group(name, label string) {
	var ids []string
	for _, o := range s.options {
		if name == "" || o.Group == name {
			ids = append(ids, o.ID)
		}
	}
	if len(ids) > 1 {
		s.groups = append(s.groups, ids)
		s.labels = append(s.labels, clip(fmt.Sprintf(label, len(ids)), 80))
	}
}

// ids are those that a value names, in the order of the list.
func (s several) ids(value string) (ids []string) {
	named := strings.Split(value, ",")
	for _, o := range s.options {
		if value == everyID || slices.Contains(named, o.ID) {
			ids = append(ids, o.ID)
		}
	}
	return ids
}

// value names those of the ids that are listed.
func (s several) value(ids []string) string {
	ids = s.ids(strings.Join(ids, ","))
	if s.every && len(ids) == len(s.options) {
		return everyID
	}
	return strings.Join(ids, ",")
}

// label is what a value says in a text.
func (s several) label(value string) string {
	const most = 8
	var labels []string
	ids := s.ids(value)
	for _, o := range s.options {
		if slices.Contains(ids, o.ID) {
			labels = append(labels, o.Label)
		}
	}
	switch {
	case len(labels) == 0:
		return typed(value)
	case len(labels) > most:
		return fmt.Sprintf("%d: %s and others", len(labels), strings.Join(escaped(labels[:most]), ", "))
	}
	return listed(labels)
}

func escaped(labels []string) []string {
	list := make([]string, len(labels))
	for i, l := range labels {
		list[i] = rules.Escape(l)
	}
	return list
}

// leaf gives the parts, a menu each, that one leaf of the list shows, and how
// many leaves there are.
func (s several) leaf(n int) (parts [][]rules.Option, leaves int) {
	all := slices.Collect(slices.Chunk(s.options, menuLimit))
	leaves = (len(all) + severalMenus - 1) / severalMenus
	n = max(0, min(n, leaves-1)) * severalMenus
	return all[min(n, len(all)):min(n+severalMenus, len(all))], leaves
}

// rows are the menus and the buttons to take several by.
func (s several) rows(value string, leaf int) []Row {
	chosen := s.ids(value)
	parts, leaves := s.leaf(leaf)
	var rows []Row
	for i, part := range parts {
		menu := &Menu{Path: path("arg", s.id, s.arg.Name, leaf*severalMenus+i), Hint: "Choose one or more", Min: 1, Max: len(part)}
		if len(parts) > 1 || leaves > 1 {
			menu.Hint = clip(fmt.Sprintf("From %s on", part[0].Label), 100)
		}
		for _, o := range part {
			menu.Choices = append(menu.Choices, Choice{
				Label: clip(o.Label, 100), Value: o.ID, Detail: clip(o.Detail, 100), Chosen: slices.Contains(chosen, o.ID),
			})
		}
		rows = append(rows, Row{Menu: menu})
	}
	return append(rows, s.wholes(leaf, leaves)...)
}

// wholes are the ways to take a whole group, and to turn the leaf.
func (s several) wholes(leaf, leaves int) []Row {
	var rows []Row
	var buttons []Button
	shown := len(s.groups)
	if leaves > 1 {
		shown = min(shown, 1)
	}
	if len(s.groups) > buttonLimit || shown < len(s.groups) {
		menu := &Menu{Path: path("every", s.id, s.arg.Name, "menu"), Hint: "Or a whole kind"}
		for i, label := range s.labels[:min(menuLimit, len(s.labels))] {
			menu.Choices = append(menu.Choices, Choice{Label: label, Value: fmt.Sprint(i)})
		}
		rows, shown = append(rows, Row{Menu: menu}), 1
	}
	for i := range shown {
		buttons = append(buttons, Button{Path: path("every", s.id, s.arg.Name, i), Label: s.labels[i]})
	}
	buttons = append(buttons, turning(leaf, leaves, func(to int) string { return path("leaf", s.id, s.arg.Name, to) })...)
	if len(buttons) > 0 {
		rows = append(rows, Row{Buttons: buttons})
	}
	return rows
}

// tick takes what was ticked in one menu, and leaves what others have.
func (s several) tick(value string, part int, ticked []string) (string, error) {
	parts, _ := s.leaf(part / severalMenus)
	part %= severalMenus
	if part < 0 || part >= len(parts) || len(ticked) == 0 {
		return "", rules.ErrPicks
	}
	in := func(id string) bool {
		return slices.ContainsFunc(parts[part], func(o rules.Option) bool { return o.ID == id })
	}
	for _, id := range ticked {
		if !in(id) {
			return "", rules.ErrPicks
		}
	}
	rest := slices.DeleteFunc(s.ids(value), in)
	return s.value(append(rest, ticked...)), nil
}

// several loads a draft with one of its arguments that takes several.
func (d *Desk) several(ctx context.Context, r Request, vars []string) (t *Table, dr draft, s several, err error) {
	if t, dr, err = d.draft(ctx, r, vars[0]); err != nil {
		return nil, dr, s, err
	}
	arg, ok := t.argument(dr, vars[1])
	if !ok || arg.Kind != kindSeveral {
		return nil, dr, s, rules.ErrPicks
	}
	return t, dr, newSeveral(vars[0], arg, t.fight.Legal(dr.Seat, dr.Verb, arg.Name, t.until(dr, arg.Name))), nil
}

// draftEvery takes a whole group, by its button or from the menu of groups.
func draftEvery(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, dr, s, err := d.several(ctx, r, vars)
	if err != nil {
		return Reply{}, err
	}
	which := vars[2]
	if which == "menu" && len(r.Values) == 1 {
		which = r.Values[0]
	}
	for i, ids := range s.groups {
		if which == fmt.Sprint(i) {
			return t.draftTake(ctx, vars[0], dr, s.arg.Name, s.value(ids))
		}
	}
	return Reply{}, rules.ErrPicks
}

// draftLeaf turns the leaf of a long list.
func draftLeaf(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, dr, s, err := d.several(ctx, r, vars)
	if err != nil {
		return Reply{}, err
	}
	if _, leaves := s.leaf(0); number(vars[2]) < 0 || number(vars[2]) >= leaves {
		return Reply{}, errOld
	}
	dr.Open, dr.Leaf = s.arg.Name, number(vars[2])
	return t.draftSave(ctx, vars[0], dr)
}

// draftOpen shows the menus of an argument again, with what is chosen ticked.
func draftOpen(d *Desk, ctx context.Context, r Request, vars []string) (Reply, error) {
	t, dr, s, err := d.several(ctx, r, vars)
	if err != nil {
		return Reply{}, err
	}
	dr.Open = s.arg.Name
	return t.draftSave(ctx, vars[0], dr)
}
