package factions

import (
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// melee is one Melee step under way: who stands next to whom, and each cluster in
// the order in which it strikes.
type melee struct {
	step   int
	pairs  contacts
	orders [][]*Figure
	fallen []string
}

// callMelee is the order that opens the Melee step, and the step itself.
func callMelee(s *S, t *rules.Turn, o rules.Order) error {
	if t.Seat() != s.Active {
		return rules.Refusal("The active team directs the Melee step.")
	}
	m, err := s.meet(t, o.Args["contacts"])
	if err != nil {
		return err
	}
	if len(m.orders) == 0 {
		t.Say(NobodyMet{Seat: t.Seat()})
		return nil
	}
	m.tell(s, t)
	m.prepare(s, t)
	for i, order := range m.orders {
		if len(m.orders) > 1 {
			t.Say(ClusterBegun{N: i + 1, Of: len(m.orders)})
		}
		for _, f := range order {
			if err := m.turn(s, t, f); err != nil {
				return err
			}
		}
	}
	t.Say(MeleeOver{Fallen: slices.Clone(m.fallen)})
	s.Contacts = nil
	for _, p := range m.pairs {
		s.Contacts = append(s.Contacts, [2]string{p[0].ID, p[1].ID})
	}
	return nil
}

// meet reads or asks who stands next to whom, and parts them into clusters.
func (s *S) meet(t *rules.Turn, text string) (*melee, error) {
	s.Melees++
	m := &melee{step: s.Melees}
	var err error
	if text == "" {
		t.Say(MeleeOpened{Seat: t.Seat()})
		m.pairs, err = s.askContacts(t, t.Seat())
	} else {
		m.pairs, err = s.readContacts(text)
	}
	if err != nil {
		return nil, err
	}
	for _, cluster := range m.pairs.clusters() {
		if order := s.byWits(cluster, cluster); len(order) > 0 {
			m.orders = append(m.orders, order)
		}
	}
	return m, nil
}

// tell says what was called.
func (m *melee) tell(s *S, t *rules.Turn) {
	t.Say(MeleeCalled{Seat: t.Seat(), Team: s.team(t.Seat()).Name, Clusters: len(m.orders)})
	for i, order := range m.orders {
		fact := ClusterCalled{N: i + 1, Of: len(m.orders)}
		for _, f := range order {
			fact.Order = append(fact.Order, Turned{Figure: f.Name, Team: s.team(f.Seat).Name, Wits: f.Sheet.Wits})
		}
		t.Say(fact)
	}
	var told []*Figure
	for _, p := range m.pairs {
		if slices.Contains(told, p[0]) {
			continue
		}
		told = append(told, p[0])
		fact := NextTo{Seat: t.Seat(), Figure: p[0].Name}
		for _, q := range m.pairs {
			if q[0] == p[0] {
				fact.Next = append(fact.Next, q[1].Name)
			}
		}
		t.Say(fact)
	}
}

// prepare asks all that can be asked before the first blow, of both teams at
// once: the other team's word for the contacts, who of equals goes first, and
// what each hero will do.
func (m *melee) prepare(s *S, t *rules.Turn) {
	asks := []rules.Ask{consent(other(t.Seat()), "Do they stand as called?")}
	var equals [][]*Figure
	for _, order := range m.orders {
		for _, group := range ties(order) {
			equals = append(equals, group)
			asks = append(asks, tieAsk(len(equals), group))
		}
	}
	if !s.House.AskEachTurn {
		for _, order := range m.orders {
			for _, f := range order {
				asks = append(asks, m.planAsk(s, f))
			}
		}
	}
	replies := t.Ask(asks...)
	for i, group := range equals {
		picks := replies[tieName(i+1)].Picks
		var first []string
		if len(picks) > 0 {
			first = strings.Split(picks[0], ".")
		}
		slices.SortStableFunc(group, func(a, b *Figure) int { return place(first, a) - place(first, b) })
	}
}

// place is where a figure stands in a list of IDs; behind all when it is not in it.
func place(ids []string, f *Figure) int {
	if i := slices.Index(ids, f.ID); i >= 0 {
		return i
	}
	return len(ids)
}

// consent asks a team for its word that something is as called. When it lets
// that lapse, it has agreed.
func consent(seat rules.Seat, prompt string) rules.Ask {
	return rules.Ask{
		ID: "agree", Seat: seat, Prompt: prompt, Consent: true, Default: []string{"agree"},
		Options: []rules.Option{{ID: "agree", Label: "Agreed"}},
	}
}

func tieName(n int) string { return fmt.Sprintf("first%d", n) }

// tieAsk asks a team in which order its heroes of equal Wits strike: whole orders
// of up to four, else who goes first.
func tieAsk(n int, group []*Figure) rules.Ask {
	ask := rules.Ask{
		ID: tieName(n), Seat: group[0].Seat,
		Prompt: fmt.Sprintf("Equal Wits, %d: in which order do yours strike?", group[0].Sheet.Wits),
	}
	lists := permutations(group)
	if len(group) > 4 {
		lists = nil
		for _, f := range group {
			lists = append(lists, []*Figure{f})
		}
	}
	for _, list := range lists {
		ids, names := idsOf(list), namesOf(list)
		if len(list) < len(group) {
			names = append(names, "the others")
		}
		ask.Options = append(ask.Options, rules.Option{ID: strings.Join(ids, "."), Label: kit.Clip(strings.Join(names, ", then "), 80)})
	}
	ask.Default = []string{ask.Options[0].ID}
	return ask
}

func idsOf(figures []*Figure) []string {
	var ids []string
	for _, f := range figures {
		ids = append(ids, f.ID)
	}
	return ids
}

func namesOf(figures []*Figure) []string {
	var names []string
	for _, f := range figures {
		names = append(names, f.Name)
	}
	return names
}

// permutations lists every order of some figures, as they stand first.
func permutations(figures []*Figure) [][]*Figure {
	if len(figures) < 2 {
		return [][]*Figure{slices.Clone(figures)}
	}
	var all [][]*Figure
	for i, f := range figures {
		rest := slices.Delete(slices.Clone(figures), i, i+1)
		for _, tail := range permutations(rest) {
			all = append(all, append([]*Figure{f}, tail...))
		}
	}
	return all
}

// turn is one figure's turn in the order of Wits: it may attack one enemy next to
// it, if it stands and has one left (WF-7, WF-20).
func (m *melee) turn(s *S, t *rules.Turn, f *Figure) error {
	f.Fought = true
	targets := slices.DeleteFunc(m.pairs.next(f), func(e *Figure) bool { return e.Defeated })
	switch {
	case f.Defeated:
		t.Say(Passed{Figure: f.Name, Why: whyDefeated})
		return nil
	case len(targets) == 0:
		t.Say(Passed{Figure: f.Name, Why: whyNobody})
		return nil
	}
	pick := m.choice(s, t, f, targets)
	if pick == hold {
		t.Say(Passed{Figure: f.Name, Why: whyHolds})
		return nil
	}
	b, err := s.chosen(f, targets, pick)
	if err != nil {
		return err
	}
	if s.strike(t, b) {
		m.fallen = append(m.fallen, b.at.Name)
	}
	return nil
}
