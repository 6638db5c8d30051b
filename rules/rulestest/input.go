package rulestest

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
)

// split cuts a line of a script into words; quotes keep spaces together.
func split(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	quoted, begun := false, false
	for _, r := range text {
		switch {
		case r == '"':
			quoted, begun = !quoted, true
		case (r == ' ' || r == '\t') && !quoted:
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quoted {
		return nil, fmt.Errorf("a quote is not closed")
	}
	if begun {
		words = append(words, word.String())
	}
	return words, nil
}

func (s *stage) numbers(words []string) []int {
	var list []int
	for _, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil {
			s.stop("%q is not a number", word)
		}
		list = append(list, n)
	}
	return list
}

// set takes rosters (1=KEY) and house rules (KEY=VALUE).
func (s *stage) set(words []string) {
	if s.b != nil {
		s.stop("setup comes before start")
	}
	for _, word := range words {
		name, value, ok := strings.Cut(word, "=")
		if !ok {
			s.stop("setup takes NAME=VALUE, not %q", word)
		}
		seat, err := strconv.Atoi(name)
		if err != nil {
			s.setup.Options[name] = value
			continue
		}
		var rosters []rules.Roster
		if s.sys.Rosters != nil {
			rosters = s.sys.Rosters()
		}
		i := slices.IndexFunc(rosters, func(r rules.Roster) bool { return r.Key == value })
		if i < 0 || seat < 1 || seat > len(s.setup.Sides) {
			s.stop("no seat %d, or no roster called %s", seat, value)
		}
		s.setup.Sides[seat-1] = rosters[i]
	}
}

// play makes the move that a line says, or shows what it asks for.
func (s *stage) play(words []string) {
	switch words[0] {
	case "view":
		s.view(words[1:])
		return
	case "ask":
		s.options(words[1:])
		return
	}
	m := s.move(words)
	err := s.b.Make(m)
	if err == nil {
		s.hear()
		return
	}
	why, refused := rules.IsRefusal(err)
	if !refused {
		s.stop("%s breaks the rules: %v", strings.Join(words, " "), err)
	}
	s.write("!", why)
}

func (s *stage) move(words []string) Move {
	f := s.b.Fight
	switch words[0] {
	case "undo":
		return Move{Undo: s.undo(words[1:])}
	case "close":
		return Move{Close: true}
	case "lapse":
		for _, seat := range s.b.seats() {
			for _, q := range f.Asks(seat) {
				if len(words) == 2 && q.ID == words[1] {
					return lapse(q)
				}
			}
		}
		s.stop("lapse names an open ask")
	case "object", "stand", "withdraw":
		return s.call(words)
	case "umpire":
		if len(words) < 2 {
			s.stop("umpire wants a verb")
		}
		return Move{Seat: rules.Umpire, Reply: &rules.Reply{Order: s.order(words[1:])}}
	}
	seat, err := strconv.Atoi(words[0])
	if err != nil || len(words) < 2 {
		s.stop("%q is not understood: a line is a seat and what it picks or orders", strings.Join(words, " "))
	}
	r := &rules.Reply{Asked: f.Asked()}
	asks := f.Asks(rules.Seat(seat))
	i := slices.IndexFunc(asks, func(q rules.Question) bool { return q.ID == words[1] })
	isVerb := func(v rules.Verb) bool { return v.Name == words[1] }
	if i >= 0 || !slices.ContainsFunc(s.sys.Verbs, isVerb) {
		r.Ask, r.Picks = words[1], words[2:]
		if i >= 0 { // one that stands was opened by an earlier line
			r.Asked = asks[i].Asked
		}
	} else {
		r.Order = s.order(words[1:])
	}
	return Move{Seat: rules.Seat(seat), Reply: r}
}

// call objects to a declaration, lets it stand or takes it back: who, and why.
func (s *stage) call(words []string) Move {
	m := Move{Seat: rules.Umpire, Stand: words[0] == "stand", Withdraw: words[0] == "withdraw"}
	if len(words) > 1 && words[1] != "umpire" {
		m.Seat = rules.Seat(s.numbers(words[1:2])[0])
	}
	if words[0] == "object" {
		if len(words) < 3 {
			s.stop("object wants a seat and a reason")
		}
		m.Object = strings.Join(words[2:], " ")
	}
	return m
}

func (s *stage) undo(words []string) int {
	if len(words) > 0 {
		return s.numbers(words)[0]
	}
	to := 0
	for _, line := range s.b.Fight.Units() {
		if line < s.b.Fight.Line() {
			to = line
		}
	}
	if to == 0 {
		s.stop("there is nothing to undo")
	}
	return to
}

func (s *stage) order(words []string) *rules.Order {
	order := &rules.Order{Verb: words[0], Args: make(map[string]string)}
	for _, word := range words[1:] {
		name, value, ok := strings.Cut(word, "=")
		if !ok {
			s.stop("an order takes NAME=VALUE, not %q", word)
		}
		order.Args[name] = value
	}
	return order
}

// view writes what a seat sees: view 1, or view 0 for everyone.
func (s *stage) view(words []string) {
	for _, n := range s.numbers(words) {
		v := s.b.Fight.View(rules.Seat(n))
		mark := strconv.Itoa(n) + "|"
		s.write(mark, v.Title)
		for _, field := range v.Fields {
			s.write(mark, field.Name+": "+field.Value)
		}
	}
}

// options writes an ask of a seat with its whole prompt and options: ask 1 card1.
func (s *stage) options(words []string) {
	if len(words) != 2 {
		s.stop("ask wants a seat and an ask")
	}
	seat := rules.Seat(s.numbers(words[:1])[0])
	asks := make(map[string]rules.Question)
	for _, q := range s.b.Fight.Asks(seat) {
		asks[q.ID] = q
	}
	q, open := asks[words[1]]
	if !open {
		s.stop("open for seat %d are %v", seat, slices.Sorted(maps.Keys(asks)))
	}
	mark := words[0] + "|"
	s.write(mark, q.Prompt)
	for _, o := range q.Options {
		text := o.ID + " " + o.Label
		if o.Detail != "" {
			text += " (" + o.Detail + ")"
		}
		if o.Group != "" {
			text += ", under " + o.Group
		}
		s.write(mark, text)
	}
}
