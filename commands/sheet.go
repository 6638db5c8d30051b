package commands

import (
	"fmt"

	"umpire/rules"
)

// sheet is a draft as its giver sees it: what it says so far, the menus of what
// may be added, and what would come of it.
type sheet struct {
	t     *Table
	id    string
	dr    *draft
	text  string
	menus []Row         // of what may be added
	place rules.VerbArg // that is found step by step, with what it is counted from
	reach rules.Reach
	open  []Button // to choose several anew
	lacks bool     // something required is missing
	write bool     // what is missing has to be written
	form  bool     // something may be written
}

// written tells whether an argument can be written into a form.
func written(arg rules.VerbArg) bool { return !arg.Lists || arg.Kind == kindPlace }

// take notes what an argument is, or gives the rows to ask for it.
func (s *sheet) take(arg rules.VerbArg) (ask []Row, err error) {
	options := s.t.fight.Legal(s.dr.Seat, s.dr.Verb, arg.Name, s.t.until(*s.dr, arg.Name))
	if arg.Kind == kindSeveral {
		return s.takeSeveral(arg, options)
	}
	s.form = s.form || written(arg)
	steps := s.takePlace(arg)
	if arg.Required && arg.Lists && !steps && s.dr.Args[arg.Name] == "" {
		if len(options) == 0 {
			return nil, s.errNothing(arg)
		}
		if len(options) > 1 {
			return argRows(s.id, arg, options, s.dr), nil
		}
		s.dr.Args[arg.Name] = options[0].ID
	}
	value := s.dr.Args[arg.Name]
	if value != "" {
		s.text += fmt.Sprintf("\n%s: %s", words(arg.Name), optionLabel(options, value))
	}
	if rows := argRows(s.id, arg, options, s.dr); len(rows) > 0 && (!arg.Required || steps) {
		s.menus = append(s.menus, rows[0])
		if steps && len(rows) > 1 {
			s.menus = append(s.menus, rows[1])
		}
	}
	if arg.Required && value == "" {
		s.lacks = true
		s.write = s.write || !steps
	}
	return nil, nil
}

func (s *sheet) errNothing(arg rules.VerbArg) error {
	return rules.Refuse("There is no %s to name for /%s now.", words(arg.Name), s.dr.Verb)
}

// takePlace notes a place that is found step by step.
func (s *sheet) takePlace(arg rules.VerbArg) (steps bool) {
	if arg.Kind != kindPlace || s.place.Name != "" {
		return false
	}
	at, ok := s.t.fight.Reach(s.dr.Seat, s.dr.Verb, arg.Name, s.dr.Args)
	if ok {
		s.place, s.reach = arg, at
	}
	return ok
}

func (s *sheet) takeSeveral(arg rules.VerbArg, options []rules.Option) (ask []Row, err error) {
	list := newSeveral(s.id, arg, options)
	value := s.dr.Args[arg.Name]
	if value == "" && arg.Required || s.dr.Open == arg.Name {
		switch {
		case len(list.options) == 0:
			return nil, s.errNothing(arg)
		case len(list.options) > 1:
			return list.rows(value, s.dr.Leaf), nil
		}
		value = list.options[0].ID
		s.dr.Args[arg.Name], s.dr.Open = value, ""
	}
	if value != "" {
		s.text += fmt.Sprintf("\n%s: %s", words(arg.Name), list.label(value))
	}
	if len(list.options) > 1 {
		s.open = append(s.open, Button{Path: path("open", s.id, arg.Name), Label: clip("Choose "+words(arg.Name), 80)})
	}
	return nil, nil
}

// whole shows a draft with all that is known of it, and what would come of it.
func (s *sheet) whole(spec rules.Verb) (Message, error) {
	var p preview
	if !s.lacks {
		var err error
		if p, err = s.t.try(*s.dr); err != nil {
			return Message{}, err
		}
	}
	if q := s.t.fight.Asks(s.dr.Seat); len(spec.Args) == 0 && len(q) > 0 {
		s.text += "\n" + q[0].Prompt
	}
	m := Message{Text: s.text}
	if p.text != "" {
		m.Text += "\n>>> " + p.text
	}
	m.Text = clip(m.Text, 2000)
	m.Picture = s.picture(p)
	m.Rows = s.rows(spec, !s.lacks && !p.refused)
	return m, nil
}

// picture shows what would come of the draft or, while a place is looked for, the
// table as it stands; with how far it may be.
func (s *sheet) picture(p preview) *Picture {
	scene := p.scene
	if scene == nil && s.place.Name != "" && (s.lacks || p.refused) {
		scene = s.t.fight.Scene(s.dr.Seat)
	}
	return s.t.drawn(scene, ringOf(s.reach))
}

func (s *sheet) rows(spec rules.Verb, ready bool) []Row {
	var give *Button
	if ready {
		give = &Button{Path: path("give", s.id), Label: label(spec), Style: Main}
	}
	var others []Button
	if s.form {
		b := Button{Path: path("write", s.id), Label: "Write"}
		if s.write {
			b.Style = Main
		}
		others = append(others, b)
	}
	if len(spec.Args) > 0 {
		others = append(others, Button{Path: path("anew", s.id), Label: "Start over"})
	}
	others = append(others, s.open...)
	if s.place.Name != "" {
		rows := placeRows(s.id, s.place, s.reach, give, others, len(s.menus) < 2)
		return append(s.menus[:min(len(s.menus), 5-len(rows))], rows...)
	}
	if give != nil {
		others = append([]Button{*give}, others...)
	}
	rows := s.menus[:min(len(s.menus), mostMenus)]
	if len(others) > 0 {
		rows = append(rows, Row{Buttons: others[:min(len(others), buttonLimit)]})
	}
	return rows
}

func optionLabel(options []rules.Option, id string) string {
	for _, o := range options {
		if o.ID == id {
			return rules.Escape(o.Label)
		}
	}
	return typed(id)
}

// argRows are menus of what an argument may be, as many as its options fill.
func argRows(id string, arg rules.VerbArg, options []rules.Option, dr *draft) []Row {
	var rows []Row
	for start := 0; start < len(options) && len(rows) < mostMenus; start += menuLimit {
		part := options[start:min(len(options), start+menuLimit)]
		menu := &Menu{Path: path("arg", id, arg.Name, len(rows)), Hint: clip(arg.Text, 100)}
		switch {
		case len(rows) > 0:
			menu.Hint = clip(fmt.Sprintf("From %s on", part[0].Label), 100)
		case arg.Required:
			menu.Hint = "Choose" // the text above says what
		}
		for _, o := range part {
			menu.Choices = append(menu.Choices, Choice{
				Label: clip(o.Label, 100), Value: o.ID, Detail: clip(o.Detail, 100), Chosen: dr.Args[arg.Name] == o.ID,
			})
		}
		rows = append(rows, Row{Menu: menu})
	}
	return rows
}
