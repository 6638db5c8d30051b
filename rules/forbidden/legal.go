package forbidden

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

const mostListed = 24 // forces and areas that a menu offers

// legalTargets lists areas that a side may attack: known ones of others, and new
// names.
func legalTargets(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	return s.areaOptions(func(a *Area) bool {
		return a.of(seat) == nil && len(a.others(seat)) < 2
	}, true, true)
}

func legalWorlds(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	return s.areaOptions(func(a *Area) bool {
		if !a.Sure || a.Void || a.of(seat) != nil || len(a.others(seat)) != 1 {
			return false
		}
		h := a.of(a.others(seat)[0])
		return len(shielded(true, a, s.force(h), true)) == 0
	}, true, false)
}

func legalMuster(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	return s.areaOptions(func(a *Area) bool { return len(a.others(seat)) == 0 }, true, true)
}

func legalOrigins(s *S, seat rules.Seat, args map[string]string) []rules.Option {
	to := s.known(args["to"])
	return s.areaOptions(func(a *Area) bool { return a != to && a.of(seat) != nil && a.Sure }, false, false)
}

// areaOptions lists known areas that are wanted, and names for new ones.
func (s *S) areaOptions(want func(*Area) bool, worlds, voids bool) []rules.Option {
	var options []rules.Option
	for _, a := range s.Areas {
		if want(a) && len(options) < mostListed-2 {
			options = append(options, rules.Option{ID: a.ID, Label: a.Name, Detail: kit.Clip(s.heldBy(a), 100)})
		}
	}
	for _, kind := range []struct {
		word string
		want bool
	}{{"world", worlds}, {"void", voids}} {
		id := fmt.Sprintf("%s-%d", kind.word, s.Named+1)
		if kind.want && s.known(kit.Capital(strings.ReplaceAll(id, "-", " "))) == nil {
			options = append(options, rules.Option{ID: id, Label: kit.Capital(strings.ReplaceAll(id, "-", " ")), Detail: "a new one; any other name can be typed"})
		}
	}
	return options
}

func (s *S) heldBy(a *Area) string {
	var words []string
	for _, h := range a.Held {
		words = append(words, fmt.Sprintf("%s: %s", s.side(h.Seat).Name, s.force(h)))
	}
	if len(words) == 0 {
		return "nobody there"
	}
	return strings.Join(words, "; ")
}

func legalForces(s *S, seat rules.Seat, args map[string]string) []rules.Option {
	a, err := s.place(args["to"])
	if seat < 1 || args["to"] == "" || err != nil {
		return nil
	}
	return s.forces(seat, func(k Kind) bool { return !a.Sure || k.Ship == a.Void }, append(split(args["from"]), a.Name)...)
}

func legalShips(s *S, seat rules.Seat, args map[string]string) []rules.Option {
	if seat < 1 {
		return nil
	}
	return s.forces(seat, func(k Kind) bool { return k.Ship }, append(split(args["from"]), args["to"])...)
}

// legalStated lists forces for a side of the combat that has not begun.
func legalStated(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	c := s.Combat
	if c == nil || c.army(seat) == nil {
		return nil
	}
	ships := c.Void || c.Orbital && c.army(seat).Role == Attacker
	return s.forces(seat, func(k Kind) bool { return k.Ship == ships }, append(slices.Clone(c.From), c.Area)...)
}

func legalMustered(s *S, seat rules.Seat, args map[string]string) []rules.Option {
	options := legalForces(s, seat, args)
	if len(options) > 0 || args["to"] != "" && seat > 0 {
		options = append(options, rules.Option{ID: "nothing", Label: "Nothing"})
	}
	return options
}

func split(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' })
}

// forces lists forces that a side has the pieces for: so many of one kind, and
// pairs of kinds. Any other is typed.
func (s *S) forces(seat rules.Seat, want func(Kind) bool, except ...string) []rules.Option {
	var options []rules.Option
	add := func(id, label string) {
		if len(options) < mostListed && len(id) <= mostLetters {
			options = append(options, rules.Option{ID: id, Label: kit.Clip(label, 80)})
		}
	}
	for i, area := range except {
		if known := s.known(area); known != nil {
			except[i] = known.Name
		}
	}
	free := make(map[string]int)
	kinds := slices.DeleteFunc(slices.Clone(s.side(seat).units()), func(k Kind) bool { return !want(k) })
	for _, k := range kinds {
		other, _ := s.elsewhere(seat, k.Key, except...)
		free[k.Key] = k.Pieces - other
	}
	for n := 1; n <= 3; n++ {
		for _, k := range kinds {
			if free[k.Key] >= n {
				u := Unit{Kind: k}
				add(fmt.Sprintf("%d-%s", n, k.Key), u.names(n))
			}
		}
	}
	for i, k := range kinds {
		for _, l := range kinds[i+1:] {
			if free[k.Key] > 0 && free[l.Key] > 0 && k.Ship == l.Ship {
				add(fmt.Sprintf("1-%s.1-%s", k.Key, l.Key), k.Name+", "+l.Name)
			}
		}
	}
	return options
}

func legalFoes(s *S, seat rules.Seat, args map[string]string) []rules.Option {
	if a := s.known(args["to"]); a != nil && len(a.others(seat)) == 1 {
		return slices.DeleteFunc(s.sideOptions(seat), func(o rules.Option) bool { return o.ID != strconv.Itoa(int(a.others(seat)[0])) })
	}
	return s.sideOptions(seat)
}

func legalUpgrades(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	if seat < 1 || int(seat) > len(s.Sides) {
		return nil
	}
	return s.side(seat).cardOptions(s.side(seat).deck().Upgrades)
}

func legalReplaced(s *S, seat rules.Seat, _ map[string]string) []rules.Option {
	if seat < 1 || int(seat) > len(s.Sides) {
		return nil
	}
	return s.side(seat).cardOptions(s.side(seat).deck().Designs)
}

func (side *Side) cardOptions(cards []Card) []rules.Option {
	var options []rules.Option
	for _, c := range cards {
		options = append(options, c.option(c.text(named(side.units()))))
	}
	return options
}

// upgrade is the order that puts a pair of upgrade cards in the place of another.
func upgrade(s *S, t *rules.Turn, o rules.Order) error {
	side := s.side(t.Seat())
	card, err := kit.Find("upgrade", o.Args["card"], side.cardOptions(side.deck().Upgrades))
	if err != nil {
		return err
	}
	gone, err := kit.Find("card of your deck", o.Args["replaces"], side.cardOptions(side.deck().Designs))
	if err != nil {
		return err
	}
	is := func(key string) func(Card) bool { return func(c Card) bool { return c.Key == key } }
	from, to := slices.IndexFunc(side.deck().Upgrades, is(card)), slices.IndexFunc(side.deck().Designs, is(gone))
	t.Say(PairReplaced{Seat: t.Seat(), Card: side.deck().Upgrades[from].Name, Gone: side.deck().Designs[to].Name})
	side.replace(to, from)
	return nil
}

// reserve is the order by which a side tells how many tokens it owns.
func reserve(s *S, t *rules.Turn, o rules.Order) error {
	n, err := strconv.Atoi(strings.TrimSpace(o.Args["tokens"]))
	if err != nil || n < 0 || n > mostTokens {
		return rules.Refuse("A side has from 0 to %d reinforcement tokens in its play area.", mostTokens)
	}
	s.side(t.Seat()).Tokens = n
	t.Say(Reserved{Seat: t.Seat(), N: n})
	return nil
}

func numbers(from, to int) []rules.Option {
	var options []rules.Option
	for n := from; n <= to; n++ {
		options = append(options, rules.Option{ID: strconv.Itoa(n), Label: strconv.Itoa(n)})
	}
	return options
}
