package commands

import (
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/storage"
)

// gathered is a post of the thread that grows: orders of a kind that is given
// often in a row are told in one post, not in one each. Another post closes it.
type gathered struct {
	Slot  string   `json:"slot"`
	Texts []string `json:"texts"`
}

// gathers tells whether the move is an order that is told in the growing post:
// nothing was rolled for it, and it is done.
func (t *Table) gathers() bool {
	if len(t.lines) != 1 || len(t.preface) > 0 || t.fight.Middle() || t.fight.Over() != nil || t.fight.Held() != nil {
		return false
	}
	e := t.lines[0].entry
	return e.Reply != nil && e.Reply.Order != nil && e.Seat > rules.Everyone && len(e.Rolls) == 0 && t.spec(e.Reply.Order.Verb, false).Gather
}

// gather adds texts to the growing post, or begins one, which is then the newest
// in the thread. It is false where that cannot be.
func (t *Table) gather(texts []string, a awaited) ([]storage.Row, bool) {
	var facts []string
	foot := ""
	for _, text := range texts {
		if foot = ""; strings.HasPrefix(text, "-# ") {
			foot = text
			continue
		}
		facts = append(facts, text)
	}
	if !t.gathers() || a.text == "" || len(facts) == 0 {
		return nil, false
	}
	whole := func(told []string) string {
		return strings.TrimSuffix(strings.Join(append(slices.Clone(told), a.text, foot), "\n"), "\n")
	}
	g := t.lobby.Gather
	if g == nil || runes(whole(append(slices.Clone(g.Texts), facts...))) > textLimit {
		g = &gathered{Slot: fmt.Sprintf("gather/%d", t.fight.Line())}
	}
	g.Texts = append(g.Texts, facts...)
	text := whole(g.Texts)
	if runes(text) > textLimit {
		return nil, false
	}
	t.lobby.Gather = g
	if len(a.rows) > 0 {
		t.live(g.Slot)
	}
	m := Message{Text: text, Rows: a.rows, Mentions: a.mentions}
	return []storage.Row{t.row(ToChannel+t.session.Place, g.Slot, Post{Message: m})}, true
}
