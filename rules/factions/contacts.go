package factions

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// contacts is who stands next to whom, as pairs of enemies in the order in which
// they were called.
type contacts [][2]*Figure

// asLastTime is what may be typed for the contacts of the last Melee step.
const asLastTime = "as last time"

// readContacts reads one line a figure: "Blackbeard: Rizzik, Pip". A semicolon
// ends a line too. The Refusal names the line that is wrong.
func (s *S) readContacts(text string) (contacts, error) {
	if strings.EqualFold(strings.TrimSpace(text), asLastTime) {
		if last := s.lastContacts(); len(last) > 0 {
			return last, nil
		}
		return nil, rules.Refusal("Nobody who stood together last time can still strike. Name who stands next to whom, as in Blackbeard: Rizzik, Pip.")
	}
	var pairs contacts
	n := 0
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == ';' }) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		n++
		read, err := s.readContact(line)
		if why, refused := rules.IsRefusal(err); refused {
			return nil, rules.Refuse("Contact %d: %s", n, why)
		}
		pairs = append(pairs, read...)
	}
	return pairs.once(), s.checkContacts(pairs)
}

func (s *S) readContact(line string) (contacts, error) {
	name, rest, found := strings.Cut(line, ":")
	if !found || strings.TrimSpace(name) == "" || strings.TrimSpace(rest) == "" {
		return nil, rules.Refuse("“%s” is not a name, a colon and the enemies next to it, as in Blackbeard: Rizzik, Pip.", rules.Escape(kit.Clip(strings.TrimSpace(line), 60)))
	}
	f, err := s.named(s.everyone(), name)
	if err != nil {
		return nil, err
	}
	var pairs contacts
	for _, name := range strings.Split(rest, ",") {
		if strings.TrimSpace(name) == "" {
			continue
		}
		enemy, err := s.named(s.everyone(), name)
		switch {
		case err != nil:
			return nil, err
		case enemy.Seat == f.Seat:
			return nil, rules.Refuse("%s and %s are of one team.", f.shown(), enemy.shown())
		case f.Defeated || enemy.Defeated:
			return nil, rules.Refuse("%s is defeated and stands next to nobody.", fallen(f, enemy).shown())
		}
		pairs = append(pairs, [2]*Figure{f, enemy})
	}
	return pairs, nil
}

func fallen(a, b *Figure) *Figure {
	if a.Defeated {
		return a
	}
	return b
}

// checkContacts refuses a call by which nobody could strike.
func (s *S) checkContacts(pairs contacts) error {
	if len(pairs) == 0 {
		return rules.Refusal("Name who stands next to whom, as in Blackbeard: Rizzik, Pip.")
	}
	if !slices.ContainsFunc(pairs, func(p [2]*Figure) bool { return s.mayStrike(p[0]) || s.mayStrike(p[1]) }) {
		return rules.Refusal("Nobody of those has an attack left: each strikes once in the Melee step of this half.")
	}
	return nil
}

// once leaves each pair out that was called before, either way round.
func (c contacts) once() contacts {
	var pairs contacts
	for _, p := range c {
		if !slices.Contains(pairs, p) && !slices.Contains(pairs, [2]*Figure{p[1], p[0]}) {
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// lastContacts gives those of the last Melee step that can still be: both stand,
// and one of them may strike.
func (s *S) lastContacts() contacts {
	var pairs contacts
	for _, ids := range s.Contacts {
		a, b := s.figure(ids[0]), s.figure(ids[1])
		if a != nil && b != nil && !a.Defeated && !b.Defeated && (s.mayStrike(a) || s.mayStrike(b)) {
			pairs = append(pairs, [2]*Figure{a, b})
		}
	}
	return pairs
}

// next lists the enemies that stand next to a figure, in the order called.
func (c contacts) next(f *Figure) []*Figure {
	var list []*Figure
	for _, p := range c {
		switch f {
		case p[0]:
			list = append(list, p[1])
		case p[1]:
			list = append(list, p[0])
		}
	}
	return list
}

// figures lists everybody who is called, each once.
func (c contacts) figures() []*Figure {
	var list []*Figure
	for _, p := range c {
		for _, f := range p {
			if !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	}
	return list
}

// clusters parts the contacts into groups that are joined by adjacency, in the
// order in which they were called (WF-6).
func (c contacts) clusters() [][]*Figure {
	var clusters [][]*Figure
	for _, f := range c.figures() {
		if slices.ContainsFunc(clusters, func(cl []*Figure) bool { return slices.Contains(cl, f) }) {
			continue
		}
		cluster := []*Figure{f}
		for i := 0; i < len(cluster); i++ {
			for _, near := range c.next(cluster[i]) {
				if !slices.Contains(cluster, near) {
					cluster = append(cluster, near)
				}
			}
		}
		clusters = append(clusters, cluster)
	}
	return clusters
}

// byWits sorts figures: the higher Wits first, of equals the active team's first,
// of a team's equals as they stand in order, which its player has named (WF-5).
func (s *S) byWits(cluster, order []*Figure) []*Figure {
	sorted := slices.DeleteFunc(slices.Clone(cluster), func(f *Figure) bool { return !s.mayStrike(f) })
	slices.SortStableFunc(sorted, func(a, b *Figure) int {
		if a.Sheet.Wits != b.Sheet.Wits {
			return cmp.Compare(b.Sheet.Wits, a.Sheet.Wits)
		}
		if a.Seat != b.Seat {
			if a.Seat == s.Active {
				return -1
			}
			return 1
		}
		return cmp.Compare(slices.Index(order, a), slices.Index(order, b))
	})
	return sorted
}

// ties lists the groups of one team and equal Wits among figures in their order.
func ties(sorted []*Figure) [][]*Figure {
	var groups [][]*Figure
	for i := 0; i < len(sorted); {
		j := i + 1
		for j < len(sorted) && sorted[j].Seat == sorted[i].Seat && sorted[j].Sheet.Wits == sorted[i].Sheet.Wits {
			j++
		}
		if j > i+1 {
			groups = append(groups, sorted[i:j:j])
		}
		i = j
	}
	return groups
}

// askContacts lets the active team pick the pairs from a menu: of all, or figure
// by figure where there are too many for one menu.
func (s *S) askContacts(t *rules.Turn, seat rules.Seat) (contacts, error) {
	var own []*Figure
	for _, f := range s.team(seat).standing() {
		if len(s.pairsOf(f)) > 0 {
			own = append(own, f)
		}
	}
	all := s.pairOptions(own)
	if len(all) == 0 {
		return nil, rules.Refusal("Nobody has an attack left in the Melee step of this half.")
	}
	if last := s.lastContacts(); len(last) > 0 {
		option := rules.Option{ID: "last", Label: "As last time", Detail: kit.Clip(last.String(), 100)}
		if len(all) < menu {
			return s.pickContacts(t, seat, "contacts", "Who stands next to whom?", append([]rules.Option{option}, all...))
		}
	}
	if len(all) <= menu {
		return s.pickContacts(t, seat, "contacts", "Who stands next to whom?", all)
	}
	var pairs contacts
	for _, f := range own {
		prompt := fmt.Sprintf("Who stands next to %s?", f.shown())
		picked, err := s.pickContacts(t, seat, "next-"+f.ID, prompt, s.pairOptions([]*Figure{f}))
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, picked...)
	}
	return pairs.once(), nil
}

// menu is how many options one menu holds.
const menu = 25

// pairsOf lists the enemies with whom a figure could stand so that one strikes.
func (s *S) pairsOf(f *Figure) []*Figure {
	var list []*Figure
	for _, enemy := range s.team(other(f.Seat)).standing() {
		if s.mayStrike(f) || s.mayStrike(enemy) {
			list = append(list, enemy)
		}
	}
	return list
}

func (s *S) pairOptions(own []*Figure) []rules.Option {
	var options []rules.Option
	for _, f := range own {
		for _, enemy := range s.pairsOf(f) {
			options = append(options, rules.Option{ID: f.ID + "." + enemy.ID, Label: kit.Clip(f.Name+" next to "+enemy.Name, 80), Group: kit.Clip(f.Name, 80)})
		}
	}
	return options
}

// pickContacts asks for pairs of a list. In a list of the whole team at least
// one is to be picked.
func (s *S) pickContacts(t *rules.Turn, seat rules.Seat, id, prompt string, options []rules.Option) (contacts, error) {
	ask := rules.Ask{ID: id, Seat: seat, Prompt: prompt, Options: options, Min: 1, Max: len(options)}
	if options[0].ID == "last" {
		options[0].Group, ask.Default = "Last time", []string{"last"}
	}
	if id != "contacts" {
		ask.Min = 0
	}
	var pairs contacts
	for _, pick := range t.Ask(ask)[id].Picks {
		if pick == "last" {
			pairs = append(pairs, s.lastContacts()...)
			continue
		}
		a, b, _ := strings.Cut(pick, ".")
		pairs = append(pairs, [2]*Figure{s.figure(a), s.figure(b)})
	}
	return pairs.once(), nil
}

// String tells the contacts: "Blackbeard: Rizzik, Pip; Agnes: Pip".
func (c contacts) String() string {
	var lines []string
	for i, p := range c {
		if slices.ContainsFunc(c[:i], func(q [2]*Figure) bool { return q[0] == p[0] }) {
			continue
		}
		var near []string
		for _, q := range c[i:] {
			if q[0] == p[0] {
				near = append(near, q[1].Name)
			}
		}
		lines = append(lines, p[0].Name+": "+strings.Join(near, ", "))
	}
	return strings.Join(lines, "; ")
}

// named finds a figure among some as a player types it.
func (s *S) named(among []*Figure, text string) (*Figure, error) {
	id, err := kit.Find("hero", strings.TrimSpace(text), figureOptions(among))
	if err != nil {
		return nil, err
	}
	return s.figure(id), nil
}
