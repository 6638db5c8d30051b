package rulestest

import (
	"bytes"
	"fmt"

	"umpire/rules"
)

// checkWrong makes every kind of wrong reply to what is open now: each must be
// refused with a sentence and move nothing.
func (g *game) checkWrong() {
	for _, seat := range g.b.seats() {
		for _, q := range g.b.Fight.Asks(seat) {
			for what, m := range g.wrong(q) {
				g.refused(what, m)
			}
		}
	}
	asked := g.b.Fight.Asked()
	g.refused("an ask that is not open", Move{Seat: 1, Reply: &rules.Reply{Asked: asked, Ask: "no-such-ask", Picks: []string{"x"}}})
	g.refused("an unknown correction", Move{Seat: rules.Umpire, Reply: &rules.Reply{Order: &rules.Order{Verb: "no-such-verb"}}})
	g.refused("a seat that is not", Move{Seat: 99, Reply: &rules.Reply{Asked: asked, Order: &rules.Order{Verb: "no-such-verb"}}})
	g.refused("an undo to no unit", Move{Undo: g.b.Fight.Line() + 1})
	for _, v := range g.sys.Verbs {
		if v.Umpire {
			g.refused("a correction by a seat", Move{Seat: 1, Reply: &rules.Reply{Asked: asked, Order: &rules.Order{Verb: v.Name}}})
		}
	}
	g.refused("an objection by nobody", Move{Seat: 99, Object: "no"})
	if _, open := g.b.Fight.Declared(); !open {
		g.refused("an objection too late", Move{Seat: 2, Object: "no"})
		g.refused("a withdrawal too late", Move{Seat: 1, Withdraw: true})
	}
	if g.b.Fight.Held() == nil {
		g.refused("settling no objection", Move{Seat: rules.Umpire, Stand: true})
	}
	if g.b.Fight.Over() == nil {
		g.refused("a closing before the end", Move{Close: true})
	}
}

// wrong gives wrong replies to one question, by what is wrong with them.
func (g *game) wrong(q rules.Question) map[string]Move {
	var all []string
	for _, o := range q.Options {
		all = append(all, o.ID)
	}
	picks := func(asked int, picks ...string) Move {
		return Move{Seat: q.Seat, Reply: &rules.Reply{Asked: asked, Ask: q.ID, Picks: picks}}
	}
	order := func(asked int, verb string, args map[string]string) Move {
		return Move{Seat: q.Seat, Reply: &rules.Reply{Asked: asked, Order: &rules.Order{Verb: verb, Args: args}}}
	}
	least, most := q.Bounds()
	moves := map[string]Move{
		"an older question": picks(q.Asked-1, all[:least]...),
		"a newer question":  picks(q.Asked+1, all[:least]...),
		"no such option":    picks(q.Asked, "no-such-option"),
		"no such verb":      order(q.Asked, "no-such-verb", nil),
	}
	if least > 0 {
		moves["too few"] = picks(q.Asked, all[:least-1]...)
	}
	if most < len(all) {
		moves["too many"] = picks(q.Asked, all[:most+1]...)
	}
	if len(all) > 0 {
		moves["the same twice"] = picks(q.Asked, all[0], all[0])
		for _, seat := range g.b.seats() {
			if seat != q.Seat {
				m := picks(q.Asked, all[:least]...)
				m.Seat = seat
				moves[fmt.Sprintf("side %d for side %d", seat, q.Seat)] = m
			}
		}
	}
	for _, verb := range q.Orders {
		moves["an unknown argument of /"+verb] = order(q.Asked, verb, map[string]string{"no-such-arg": "x"})
		moves["an old /"+verb] = order(q.Asked-1, verb, nil)
	}
	return moves
}

func (g *game) refused(what string, m Move) {
	before := g.b.Fight.Snapshot()
	_, _, err := g.b.try(g.b.Fight, m, nil)
	if _, refused := rules.IsRefusal(err); !refused {
		g.fail("%s (%s) is not refused: %v", what, show(m), err)
	}
	if !bytes.Equal(before, g.b.Fight.Snapshot()) {
		g.fail("%s (%s) is refused, and yet moves something", what, show(m))
	}
}

// checkOver checks that a fight that is over takes nothing more.
func (g *game) checkOver() {
	f := g.b.Fight
	if len(f.Waiting()) > 0 || len(f.Verbs(1)) > 0 || len(f.Verbs(rules.Umpire)) > 0 {
		g.fail("the fight is over, and still something is asked")
	}
	for _, v := range g.sys.Verbs {
		seat := rules.Seat(1)
		if v.Umpire {
			seat = rules.Umpire
		}
		g.refused("an order after the end", Move{Seat: seat, Reply: &rules.Reply{Asked: f.Asked(), Order: &rules.Order{Verb: v.Name}}})
	}
	for _, line := range g.b.Log {
		if line.Reply != nil {
			g.refused("a reply after the end", Move{Seat: line.Seat, Reply: line.Reply})
		}
	}
	g.refused("a word after the end", Move{Seat: 1, Word: "late"})
	g.refused("a second beginning", Move{Begin: true})
}
