package rulestest

import (
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
)

// shadow is the fight as it would stand had a seat sealed another pick. While
// the pick is sealed, nobody else may see or hear any difference.
type shadow struct {
	f     *rules.Fight
	ask   string
	owner rules.Seat
	line  int          // that sealed the pick
	knows []rules.Seat // who was shown it
}

const (
	maxShadows = 16
	maxSwaps   = 4 // of one pick
)

// split makes shadows of the fight when a move seals a pick. Their move is made
// in follow, like that of the older shadows.
func (g *game) split(m Move) (swapped map[*shadow]Move) {
	swapped = make(map[*shadow]Move)
	f := g.b.Fight
	if m.Reply == nil || m.Reply.Order != nil || m.Reply.Lapse {
		return swapped
	}
	asks := f.Asks(m.Seat)
	i := slices.IndexFunc(asks, func(q rules.Question) bool { return q.ID == m.Reply.Ask })
	if i < 0 || !asks[i].Secret {
		return swapped
	}
	for _, picks := range g.swaps(asks[i].Ask, m.Reply.Picks) {
		if len(g.shadows)+len(swapped) == maxShadows {
			break
		}
		alt, err := rules.Load(g.sys, f.Snapshot())
		if err != nil {
			g.fail("a snapshot does not load: %v", err)
		}
		r := *m.Reply
		r.Picks = picks
		swapped[&shadow{f: alt, ask: r.Ask, owner: m.Seat, line: f.Line() + 1}] = Move{Seat: m.Seat, Reply: &r}
	}
	return swapped
}

// swaps gives other picks that the ask takes.
func (g *game) swaps(a rules.Ask, picks []string) [][]string {
	var list [][]string
	seen := []string{strings.Join(picks, ",")}
	add := func(picks []string) {
		if name := strings.Join(picks, ","); !slices.Contains(seen, name) && len(list) < maxSwaps {
			seen = append(seen, name)
			list = append(list, picks)
		}
	}
	if _, most := a.Bounds(); most > 1 {
		for range 2 * maxSwaps {
			add(g.picks(a))
		}
		return list
	}
	for _, o := range g.shuffled(ids(a.Options)) {
		add([]string{o})
	}
	return list
}

func ids(options []rules.Option) []string {
	var list []string
	for _, o := range options {
		list = append(list, o.ID)
	}
	return list
}

// follow makes the move on every shadow and compares what all others see.
func (g *game) follow(swapped map[*shadow]Move, m Move, entry rules.Entry, events []rules.Event) {
	if m.Undo > 0 || m.Withdraw {
		g.shadows = nil // the pick may be taken back
		return
	}
	all := g.shadows
	g.shadows = nil
	for s := range swapped {
		all = append(all, s)
	}
	for _, s := range all {
		move, fresh := swapped[s]
		if !fresh {
			move = m
		}
		if g.step(s, move, fresh, entry, events) {
			g.shadows = append(g.shadows, s)
		}
	}
}

// step makes a move on one shadow; false: it is to be followed no further.
func (g *game) step(s *shadow, m Move, fresh bool, entry rules.Entry, events []rules.Event) bool {
	if !fresh && m.Reply != nil && m.Seat == s.owner && m.Reply.Ask == s.ask {
		return false // the pick was changed
	}
	line, told, err := g.b.try(s.f, m, nil)
	if err != nil {
		why, refused := rules.IsRefusal(err)
		switch {
		case !refused:
			g.fail("%s breaks the rules: %v", show(m), err)
		case m.Seat != s.owner && !slices.Contains(s.knows, m.Seat):
			g.fail("%s is refused only because of what side %d has sealed in %s: %s", show(m), s.owner, s.ask, why)
		case fresh && len(m.Reply.Picks) == 1:
			g.fail("%s was offered, and is refused: %s", show(m), why)
		}
		return false
	}
	if s.opened(entry) || s.opened(line) {
		return false
	}
	for _, seat := range append([]rules.Seat{rules.Everyone}, g.b.seats()...) {
		shown := func(e rules.Event) bool {
			fact, ok := e.Fact.(rules.Shown)
			return ok && e.To == seat && fact.Of == s.owner
		}
		if slices.ContainsFunc(events, shown) || slices.ContainsFunc(told, shown) {
			s.knows = append(s.knows, seat)
		}
		if seat == s.owner || slices.Contains(s.knows, seat) {
			continue
		}
		if is, other := sight(g.b.Fight, seat, entry, events), sight(s.f, seat, line, told); is != other {
			g.fail("what side %d has sealed in %s shows to side %d:\n%s\n%s", s.owner, s.ask, seat, is, other)
		}
	}
	return true
}

func (s *shadow) opened(entry rules.Entry) bool {
	return slices.ContainsFunc(entry.Opened, func(o rules.Opened) bool { return o.Line == s.line && o.Ask == s.ask })
}

// masked is a text without its seals: every 64 hex digits in a row. It is called
// for all that anybody sees, so it reads each byte once.
func masked(text string) string {
	var b strings.Builder
	from, run := 0, 0
	for i := range len(text) {
		if c := text[i]; c < '0' || c > '9' && c < 'a' || c > 'f' {
			run = 0
			continue
		}
		if run++; run == 64 {
			b.WriteString(text[from : i-63])
			b.WriteString("seal")
			from, run = i+1, 0
		}
	}
	return b.String() + text[from:]
}

// sight is all that a seat can see and hear of a line, its seals masked.
func sight(f *rules.Fight, seat rules.Seat, entry rules.Entry, events []rules.Event) string {
	var heard []rules.Event
	for _, e := range events {
		if e.To == rules.Everyone || e.To == seat {
			heard = append(heard, e)
		}
	}
	text := strings.Join([]string{
		string(entry.Public()), tell(heard), asJSON(f.View(seat)), asJSON(f.Asks(seat)),
		asJSON(f.Asks(rules.Everyone)), asJSON(f.Waiting()), asJSON(f.Over()), f.Step(),
	}, "\n")
	for _, v := range f.System().Verbs {
		if v.Umpire || seat == rules.Everyone {
			continue
		}
		text += "\n/" + v.Name
		for _, arg := range v.Args {
			text += " " + asJSON(f.Legal(seat, v.Name, arg.Name, nil))
		}
	}
	text += tried(f, seat)
	return masked(text)
}

// reshuffle makes a move that shuffled again with one deck lying otherwise. As
// long as the table hears the same, only the deck's owner may see a difference.
func (g *game) reshuffle(before []byte, m Move, entry rules.Entry, events []rules.Event) {
	for _, deck := range decks(entry.Rolls) {
		f, err := rules.Load(g.sys, before)
		if err != nil {
			g.fail("a snapshot does not load: %v", err)
		}
		dice := otherDeck{rules.NewSealed(g.b.secret, f.ID(), f.Mix()), rules.NewSealed(digest("another deck"), f.ID(), f.Mix()), deck}
		line, told, err := g.b.try(f, m, dice)
		if err != nil {
			g.fail("%s fails when %s lies otherwise: %v", show(m), deck, err)
		}
		if asJSON(line.Opened) != asJSON(entry.Opened) || public(events) != public(told) {
			continue // a card was turned up
		}
		for _, seat := range append([]rules.Seat{rules.Everyone}, g.b.seats()...) {
			shared := strings.HasPrefix(deck, "deck:0:")
			if seat > 0 && (shared || strings.HasPrefix(deck, "deck:"+strconv.Itoa(int(seat))+":")) {
				continue
			}
			if is, other := sight(g.b.Fight, seat, entry, events), sight(f, seat, line, told); is != other {
				g.fail("how %s lies shows to side %d:\n%s\n%s", deck, seat, is, other)
			}
		}
	}
}

// decks gives the kinds of the hidden shuffles, each "deck:SEAT:k", once.
func decks(rolls []rules.Rolled) []string {
	var kinds []string
	for _, r := range rolls {
		if r.Hidden && r.Sides > 1 && !slices.Contains(kinds, r.Kind) {
			kinds = append(kinds, r.Kind)
		}
	}
	return kinds
}

func public(events []rules.Event) string {
	return tell(slices.DeleteFunc(slices.Clone(events), func(e rules.Event) bool { return e.To != rules.Everyone }))
}

// otherDeck rolls as the table's dice do, but one deck lies otherwise.
type otherDeck struct {
	dice, other rules.Sealed
	deck        string
}

func (o otherDeck) Roll(n int, kind string, count, sides int) []int {
	if kind == o.deck {
		return o.other.Roll(n, kind, count, sides)
	}
	return o.dice.Roll(n, kind, count, sides)
}
