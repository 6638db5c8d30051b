package commands

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
)

// menuLimit is how many choices one menu holds, and buttonLimit how many buttons
// stand in a row.
const (
	menuLimit   = 25
	buttonLimit = 5
)

// to is the path of a component of a question. It carries whose answer, if any,
// the component is to change: see asking.
func (t *Table) to(verb string, q rules.Question, more ...any) string {
	asked := strconv.Itoa(q.Asked)
	if q.By != "" {
		asked += "." + q.By
	}
	return path(append([]any{verb, t.session.ID, asked, q.ID}, more...)...)
}

// menu asks the presser a question in a message of its own.
func (t *Table) menu(q rules.Question, below string) Message {
	return t.menuFor(q, t.r.User.ID, below)
}

// menuFor asks a user a question in a message of its own. One that has an answer
// shows it, with a way to change it.
func (t *Table) menuFor(q rules.Question, user, below string) Message {
	if below != "" && !strings.HasPrefix(below, "\n") {
		below = "\n" + below
	}
	if !q.Answered {
		return Message{Text: clip(q.Prompt, 1900-runes(below)) + below, Rows: t.choiceRows(q)}
	}
	text := fmt.Sprintf("Locked: **%s**. It stays shut until the others have chosen too.", listed(q.Labels))
	if by := t.person(q.By); by != "" && t.holder(q.By).User != user {
		text = fmt.Sprintf("Already answered by %s. ", by) + text
	}
	return Message{Text: text + below, Rows: []Row{{Buttons: []Button{{Path: t.to("ask", q), Label: "Change it"}}}}}
}

// choiceRows lays out the options: up to five short ones as buttons, up to 25 as
// a menu, more as a menu of their groups, or as pages.
func (t *Table) choiceRows(q rules.Question) []Row {
	detailed := slices.ContainsFunc(q.Options, func(o rules.Option) bool { return o.Detail != "" })
	var rows []Row
	switch groups := groupsOf(q.Options); {
	case len(q.Options) <= buttonLimit && !detailed && q.Max <= 1:
		rows = []Row{t.buttonRow(q)}
	case len(q.Options) <= menuLimit:
		rows = []Row{t.menuRow(q, "pick", q.Options, "Choose")}
	case len(groups) > 1 && len(groups) <= menuLimit && q.Max <= 1:
		rows = []Row{t.menuRow(q, "group", groups, "Choose")}
	default:
		rows = t.pageRows(q, 0)
	}
	if q.Min == 0 && q.Max > 0 { // a menu cannot be left empty on every client
		rows = append(rows, Row{Buttons: []Button{{Path: t.to("none", q), Label: "None"}}})
	}
	return rows
}

// groupsOf lists the groups of options as options of their own; none when an
// option has no group or a group holds too many.
func groupsOf(options []rules.Option) []rules.Option {
	var groups []rules.Option
	count := make(map[string]int)
	for _, o := range options {
		if count[o.Group]++; count[o.Group] == 1 {
			groups = append(groups, rules.Option{ID: o.Group, Label: o.Group})
		}
		if o.Group == "" || count[o.Group] > menuLimit {
			return nil
		}
	}
	return groups
}

func (t *Table) buttonRow(q rules.Question) Row {
	var row Row
	for i, o := range q.Options {
		row.Buttons = append(row.Buttons, Button{Path: t.to("take", q, i), Label: clip(o.Label, 80)})
	}
	return row
}

func (t *Table) menuRow(q rules.Question, verb string, options []rules.Option, hint string) Row {
	menu := &Menu{Path: t.to(verb, q), Hint: hint}
	if verb == "pick" && q.Max > 1 {
		menu.Min, menu.Max = q.Min, min(q.Max, len(options))
	}
	for _, o := range options {
		menu.Choices = append(menu.Choices, Choice{
			Label: clip(o.Label, 100), Value: o.ID, Detail: clip(o.Detail, 100), Chosen: slices.Contains(q.Picks, o.ID),
		})
	}
	return Row{Menu: menu}
}

func (t *Table) pageRows(q rules.Question, page int) []Row {
	last := (len(q.Options) - 1) / menuLimit
	part := q.Options[page*menuLimit : min(len(q.Options), (page+1)*menuLimit)]
	rows := []Row{t.menuRow(q, "pick", part, fmt.Sprintf("Choose (page %d of %d)", page+1, last+1))}
	if turn := turning(page, last+1, func(to int) string { return t.to("page", q, to) }); len(turn) > 0 {
		rows = append(rows, Row{Buttons: turn})
	}
	return rows
}

// longestPath is how long a custom id may be.
const longestPath = 100

// lockPath carries the picks that it locks: their ids with commas between, or,
// where these would not fit, their places in the question's options.
func (t *Table) lockPath(q rules.Question, picks []string) string {
	ids := strings.Join(picks, ",")
	if p := t.to("lock", q, ids); len(p) <= longestPath && !strings.ContainsAny(ids, "/~") && strings.Count(ids, ",") == max(0, len(picks)-1) {
		return p
	}
	places := "~"
	for _, pick := range picks {
		i := slices.IndexFunc(q.Options, func(o rules.Option) bool { return o.ID == pick })
		places += fmt.Sprintf("%0*d", placeWidth, i)
	}
	return t.to("lock", q, places)
}

// placeWidth is how many digits a place has.
const placeWidth = 2

// lockPicks reads what lockPath wrote; the rules check ids.
func lockPicks(q rules.Question, text string) (picks []string, err error) {
	if text == "" {
		return nil, nil
	}
	places, ok := strings.CutPrefix(text, "~")
	if !ok {
		return strings.Split(text, ","), nil
	}
	for ; len(places) >= placeWidth; places = places[placeWidth:] {
		i := number(places[:placeWidth])
		if i < 0 || i >= len(q.Options) {
			return nil, rules.ErrPicks
		}
		picks = append(picks, q.Options[i].ID)
	}
	if places != "" {
		return nil, rules.ErrPicks
	}
	return picks, nil
}
