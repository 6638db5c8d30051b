package rulestest

import (
	"math/rand/v2"
	"slices"
	"strings"

	"umpire/rules"
)

// source is where a random player's choices come from: a seeded generator, or
// the bytes of a fuzz input.
type source interface{ IntN(n int) int }

// tape reads choices from bytes; when they are used up it gives 0.
type tape struct{ left []byte }

func (p *tape) IntN(n int) int {
	if len(p.left) == 0 {
		return 0
	}
	b := int(p.left[0])
	p.left = p.left[1:]
	if n > 256 && len(p.left) > 0 {
		b = b<<8 | int(p.left[0])
		p.left = p.left[1:]
	}
	return b % n
}

// spent tells whether a tape has no bytes left; no tape never is.
func (p *tape) spent() bool { return p != nil && len(p.left) == 0 }

// player makes moves that are legal as far as menus can tell.
type player struct {
	source
	b *Table
}

// next gives a move. Sure: the rules must take it, for it came out of what was
// offered alone. It gives false when nobody is awaited.
func (p player) next() (m Move, sure, ok bool) {
	f := p.b.Fight
	var open, answered []rules.Question
	for _, seat := range p.b.seats() {
		for _, q := range f.Asks(seat) {
			if q.Answered {
				answered = append(answered, q)
			} else {
				open = append(open, q)
			}
		}
	}
	if len(open) == 0 {
		return Move{}, false, false
	}
	if m, ok := p.call(); ok {
		return m, true, true
	}
	units := f.Units()
	switch odd := p.IntN(100); {
	case odd == 2:
		return Move{Seat: rules.Seat(p.IntN(len(p.b.seats()) + 1)), Loose: 1 + p.IntN(3)}, true, true
	case odd < 2 && len(units) > 1 && units[0] < f.Line():
		return Move{Undo: units[p.IntN(len(units)-1)]}, true, true
	case odd == 3:
		return Move{People: p.b.Log[0].Setup.People}, true, true
	case odd < 6:
		if m, ok := p.correction(); ok {
			return m, false, true
		}
	case odd < 8:
		q := open[p.IntN(len(open))]
		return lapse(q), true, true
	case odd < 20 && len(answered) > 0:
		if m, sure, ok := p.reply(answered[p.IntN(len(answered))]); ok && m.Reply.Order == nil {
			return m, sure, true
		}
	}
	return p.reply(open[p.IntN(len(open))])
}

// call objects now and then to a declaration that waits, settles an objection
// that holds the fight, or takes a declaration back.
func (p player) call() (Move, bool) {
	f := p.b.Fight
	by, open := f.Declared()
	held := f.Held()
	switch {
	case held == nil && (!open || p.IntN(10) > 0):
		return Move{}, false
	case held == nil && p.IntN(3) > 0:
		for _, seat := range p.b.seats() {
			if seat != by {
				return Move{Seat: seat, Object: "too far"}, true
			}
		}
	case held == nil:
		return Move{Seat: by, Withdraw: true}, true
	}
	return []Move{
		{Seat: held.Seat, Stand: true},
		{Seat: rules.Umpire, Stand: true},
		{Seat: by, Stand: true, Lapse: true},
		{Seat: by, Withdraw: true},
		{Seat: rules.Umpire, Withdraw: true},
		{Seat: held.Seat, Withdraw: true, Lapse: true},
	}[p.IntN(6)], true
}

func lapse(q rules.Question) Move {
	return Move{Seat: q.Seat, Reply: &rules.Reply{Asked: q.Asked, Ask: q.ID, Lapse: true}}
}

// reply answers a question by picks or an order. It gives false for a dead end:
// neither can be given.
func (p player) reply(q rules.Question) (m Move, sure, ok bool) {
	r := &rules.Reply{Asked: q.Asked, Ask: q.ID}
	m = Move{Seat: q.Seat, Reply: r}
	if len(q.Orders) > 0 && (len(q.Options) == 0 || p.IntN(2) == 0) {
		for _, verb := range p.shuffled(q.Orders) {
			if order, sure := p.order(q.Seat, verb); order != nil {
				r.Order = order
				return m, sure, true
			}
		}
	}
	if len(q.Options) == 0 {
		return m, false, false
	}
	r.Picks = p.picks(q.Ask)
	return m, len(r.Picks) <= 1, true
}

func (p player) shuffled(words []string) []string {
	words = slices.Clone(words)
	for i := len(words) - 1; i > 0; i-- {
		j := p.IntN(i + 1)
		words[i], words[j] = words[j], words[i]
	}
	return words
}

// picks gives as many options as the ask takes, at random.
func (p player) picks(a rules.Ask) []string {
	var ids []string
	for _, o := range a.Options {
		ids = append(ids, o.ID)
	}
	least, most := a.Bounds()
	return p.shuffled(ids)[:least+p.IntN(most-least+1)]
}

// order fills in a verb's arguments from what Legal lists, and others from
// nowhere. It gives none when a required one has nothing to name.
func (p player) order(seat rules.Seat, name string) (order *rules.Order, sure bool) {
	f := p.b.Fight
	i := slices.IndexFunc(f.System().Verbs, func(v rules.Verb) bool { return v.Name == name })
	if i < 0 {
		return nil, false
	}
	order, sure = &rules.Order{Verb: name, Args: map[string]string{}}, true
	for _, arg := range f.System().Verbs[i].Args {
		if !arg.Required && p.IntN(2) == 0 {
			continue
		}
		if !arg.Lists {
			order.Args[arg.Name], sure = p.fuzzed(arg.Kind), false
			continue
		}
		options := f.Legal(seat, name, arg.Name, order.Args)
		switch {
		case len(options) > 1 && arg.Kind == "several" && p.IntN(3) == 0:
			order.Args[arg.Name], sure = p.several(options), false
		case len(options) > 0:
			order.Args[arg.Name] = options[p.IntN(len(options))].ID
			sure = sure && arg.Required
		case arg.Required:
			return nil, false
		}
	}
	return order, sure
}

// several names some of what is listed.
func (p player) several(options []rules.Option) string {
	var ids []string
	for _, o := range options {
		if o.ID != "all" {
			ids = append(ids, o.ID)
		}
	}
	ids = p.shuffled(ids)
	return strings.Join(ids[:min(len(ids), 2+p.IntN(3))], ",")
}

// fuzzed gives what a player might type: mostly sense, sometimes not.
func (p player) fuzzed(kind string) string {
	switch {
	case kind == "flag":
		return []string{"true", "false"}[p.IntN(2)]
	case kind == "number" && p.IntN(8) > 0:
		return []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "1.5", "24", "45", "100"}[p.IntN(16)]
	}
	odd := []string{"word", "two words", "-1", "99999999999999999999", "NaN", "**`@everyone`**", "\xff\xfe", "ünï ♠", " ", "1e309"}
	return odd[p.IntN(len(odd))]
}

// correction is an order of the human umpire.
func (p player) correction() (Move, bool) {
	var verbs []string
	for _, v := range p.b.Fight.Verbs(rules.Umpire) {
		verbs = append(verbs, v.Name)
	}
	for _, verb := range p.shuffled(verbs) {
		if order, _ := p.order(rules.Umpire, verb); order != nil {
			return Move{Seat: rules.Umpire, Reply: &rules.Reply{Order: order}}, true
		}
	}
	return Move{}, false
}

func seeded(seed int) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 0x756d7069)) }
