package bot

import (
	"fmt"
	"unicode/utf8"

	"umpire/commands"
)

// Discord's limits, in characters or pieces (Discord docs). What is over one is
// a fault of ours: it is never cut short, since the end of a text is often what
// matters.
const (
	mostText       = 2000
	mostRows       = 5
	mostButtons    = 5
	mostLabel      = 80
	mostPath       = 100
	mostChoices    = 25
	mostChoice     = 100
	mostHint       = 150
	mostMentions   = 100
	mostTitle      = 45
	mostInputs     = 5
	mostInput      = 4000
	mostThreadName = 100
	mostFileName   = 100
	mostAlt        = 1024
	mostFile       = 8 << 20 // bytes; some servers take more
)

// limits collects the first thing that is over a limit.
type limits struct{ err error }

func (l *limits) size(what string, n, least, most int) {
	if l.err == nil && (n < least || n > most) {
		l.err = fmt.Errorf("%s: %d, allowed are %d to %d", what, n, least, most)
	}
}

func (l *limits) text(what, s string, least, most int) {
	l.size("characters of "+what, utf8.RuneCountInString(s), least, most)
}

// new notes a name that may occur once.
func (l *limits) new(what, name string, seen map[string]bool) {
	if l.err == nil && seen[name] {
		l.err = fmt.Errorf("%s: occurs twice", what)
	}
	seen[name] = true
}

// checkMessage says which of Discord's limits a message breaks, without quoting
// it.
func checkMessage(m commands.Message) error {
	var l limits
	l.text("the text", m.Text, 0, mostText)
	if m.Text == "" && len(m.Rows) == 0 {
		l.text("the text", m.Text, 1, mostText)
	}
	l.size("rows", len(m.Rows), 0, mostRows)
	l.size("mentions", len(m.Mentions), 0, mostMentions)
	if f := m.File; f != nil {
		l.text("a file's name", f.Name, 1, mostFileName)
		l.text("a file's words", f.Alt, 0, mostAlt)
		l.size("bytes of a file", len(f.Body), 1, mostFile)
	}
	paths := map[string]bool{}
	for _, row := range m.Rows {
		if row.Menu != nil {
			l.size("buttons beside a menu", len(row.Buttons), 0, 0)
			l.menu(*row.Menu, paths)
			continue
		}
		l.size("buttons in a row", len(row.Buttons), 1, mostButtons)
		for _, b := range row.Buttons {
			l.text("a button's label", b.Label, 1, mostLabel)
			l.text("a button's path", b.Path, 1, mostPath)
			l.new("a path", b.Path, paths)
		}
	}
	return l.err
}

func (l *limits) menu(m commands.Menu, paths map[string]bool) {
	l.text("a menu's path", m.Path, 1, mostPath)
	l.text("a menu's hint", m.Hint, 0, mostHint)
	l.new("a path", m.Path, paths)
	if m.People {
		l.size("choices of a menu of people", len(m.Choices), 0, 0)
		l.size("people to be chosen", m.Max, m.Min, mostChoices)
		return
	}
	l.size("choices of a menu", len(m.Choices), 1, mostChoices)
	l.size("choices to be made", m.Max, m.Min, len(m.Choices))
	values := map[string]bool{}
	for _, c := range m.Choices {
		l.text("a choice's label", c.Label, 1, mostChoice)
		l.text("a choice's value", c.Value, 1, mostChoice)
		l.text("a choice's detail", c.Detail, 0, mostChoice)
		l.new("a choice's value", c.Value, values)
	}
}

func checkForm(f *commands.Form) error {
	if f == nil {
		return fmt.Errorf("no form")
	}
	var l limits
	l.text("a form's path", f.Path, 1, mostPath)
	l.text("a form's title", f.Title, 1, mostTitle)
	l.size("inputs", len(f.Inputs), 1, mostInputs)
	ids := map[string]bool{}
	for _, in := range f.Inputs {
		l.text("an input's id", in.ID, 1, mostPath)
		l.text("an input's label", in.Label, 1, mostTitle)
		l.text("an input's hint", in.Hint, 0, mostChoice)
		l.text("an input's value", in.Value, 0, mostInput)
		l.size("an input's length", in.Max, 0, mostInput)
		l.new("an input's id", in.ID, ids)
	}
	return l.err
}

func checkOffer(choices []commands.Choice) error {
	var l limits
	l.size("choices on offer", len(choices), 0, mostChoices)
	for _, c := range choices {
		l.text("a choice's label", c.Label, 1, mostChoice)
		l.text("a choice's value", c.Value, 1, mostChoice)
	}
	return l.err
}
