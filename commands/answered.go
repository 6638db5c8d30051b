package commands

import (
	"slices"

	"umpire/rules"
)

// answered is who closed a seat's questions, for the others on that seat. Asked
// is the line that had opened them, By a person's key.
type answered struct {
	Asked int        `json:"asked"`
	Seat  rules.Seat `json:"seat"`
	By    string     `json:"by"`
}

// mostClosed is how many closed questions are remembered: a menu that is older
// than that reads only that its decision is no longer open.
const mostClosed = 12

// noteClosed remembers by whom the questions were answered that the move closed.
func (t *Table) noteClosed() {
	for _, o := range t.before {
		if o.Asked == t.fight.Asked() && t.fight.Over() == nil {
			continue
		}
		by := o.By
		if i := slices.IndexFunc(t.lines, func(l line) bool { return l.answers(o.Seat) }); i >= 0 && !o.Answered {
			by = t.lines[i].entry.By
		}
		note := answered{o.Asked, o.Seat, by}
		if by != "" && !slices.Contains(t.lobby.Closed, note) {
			t.lobby.Closed = append(t.lobby.Closed, note)
		}
	}
	t.lobby.Closed = t.lobby.Closed[max(0, len(t.lobby.Closed)-mostClosed):]
}

// answers tells whether a line is what a person answered or ordered for a seat.
func (l line) answers(seat rules.Seat) bool {
	return l.entry.Seat == seat && l.entry.Reply != nil && !l.entry.Reply.Lapse
}

// closed refuses what is for a question that is no longer open. Somebody who
// shares the seat reads who answered it.
func (t *Table) closed(asked int) error {
	for _, c := range t.lobby.Closed {
		if c.Asked == asked && c.By != t.key() && slices.Contains(t.mine(), c.Seat) {
			if name := t.person(c.By); name != "" {
				return rules.Refuse("Already answered by %s.", name)
			}
		}
	}
	return rules.ErrClosed
}
