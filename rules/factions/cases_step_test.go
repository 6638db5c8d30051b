package factions

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/kit"
)

// attacked is what the facts tell of one attack.
type attacked struct {
	by, target, face  string
	hit               bool
	hitRow, damageRow int
	wounds, draws     int
}

func (a attacked) expected() map[string]any {
	is := map[string]any{"by": a.by, "target": a.target, "hit": a.hit, "wounds_caused": a.wounds}
	if a.hit {
		is["result"] = a.face
	}
	return is
}

// attacksOf reads the attacks that facts tell of.
func attacksOf(facts []any) []attacked {
	var list []attacked
	last := func() *attacked { return &list[len(list)-1] }
	for _, fact := range facts {
		switch f := fact.(type) {
		case Struck:
			list = append(list, attacked{by: f.Attacker, target: f.Target})
		case HitDrawn:
			last().hit, last().hitRow, last().draws = f.Hit, f.Row(), 1
		case DamageDrawn:
			last().face, last().damageRow, last().draws = strings.ToLower(f.Face.String()), f.Row(), 2
		case Wounded:
			last().wounds = f.Wounds
		case Felled:
			last().wounds = f.Wounds
		}
	}
	return list
}

func attackOf(facts []any) attacked { return attacksOf(facts)[0] }

func (c workedCase) defeat(t *testing.T) any {
	given := c.Given.Hero
	idle := rules.Fighter{ID: "idle", Name: "Idle", Sheet: kit.Encode(Sheet{Health: 5})}
	tb := c.table(t, nil, []rules.Fighter{given.fighter(given.sheet())}, []rules.Fighter{idle}, nil)
	for _, node := range given.Trackers {
		var tracker struct {
			Name  string
			Stays bool
		}
		if node.Value != "" {
			tracker.Name = node.Value
		} else if err := node.Load(&tracker); err != nil {
			t.Fatal(err)
		}
		tb.order(1, "track", "name", tracker.Name, "because", given.Name, "on", "Idle", "stays", fmt.Sprint(tracker.Stays))
	}
	tb.umpire("set-wounds", "model", given.Name, "wounds", fmt.Sprint(max(1, given.Health)), "reason", "the case says so")
	facts := tb.facts
	for _, q := range tb.fight.Asks(1) {
		if !tb.fight.Middle() {
			break
		}
		pick := q.Default[0]
		if stack := c.Given.Choice.StackGold; stack != nil {
			pick = map[bool]string{true: goldStack, false: goldKeep}[*stack]
		}
		tb.pick(1, q.ID, pick)
		facts = append(facts, tb.facts...)
	}
	hero := tb.state().figure("a1")
	is := map[string]any{
		"placard_area": "underpit", "wounds": hero.Wounds, "gold_in_space": 0, "trackers_removed": []string{}, "can_act": !hero.Defeated,
		"loot_with_hero_card": map[string]int{"cards": 0, "gold": 0}, "defeat_marker_at": nil,
	}
	for _, fact := range facts {
		switch f := fact.(type) {
		case TrackersGone:
			is["trackers_removed"] = f.Trackers
		case GoldStacked:
			is["gold_in_space"] = f.Gold
		case LootLeft:
			is["defeat_marker_at"], is["loot_with_hero_card"] = f.Space, map[string]int{"cards": f.Cards, "gold": f.Gold}
		}
	}
	return is
}

func (c workedCase) step(t *testing.T) any {
	g := c.Given
	teams := make([][]rules.Fighter, 2)
	for _, h := range g.Heroes {
		seat := 1
		if h.Team == g.ActiveTeam {
			seat = 0
		}
		teams[seat] = append(teams[seat], h.fighter(h.sheet()))
	}
	tb := c.table(t, nil, teams[0], teams[1], nil)
	tb.order(1, "melee", "contacts", c.contacts())
	facts := tb.facts
	for tb.fight.Middle() {
		q, seat := tb.open()
		pick := q.Options[0].ID
		switch {
		case strings.HasPrefix(q.ID, "first"):
			pick = c.ownerOrder(tb, q)
		case strings.HasPrefix(q.ID, "turn"):
			_, id, _ := strings.Cut(q.ID, "-")
			pick = hold
			if at := tb.find(g.Targets[tb.state().figure(id).Name]); at != nil && q.LabelsOf([]string{"natural." + at.ID}) != nil {
				pick = "natural." + at.ID
			}
		}
		tb.pick(seat, q.ID, pick)
		facts = append(facts, tb.facts...)
	}
	order, skipped, fallen := []string{}, []string{}, []string{}
	attacks := []map[string]any{}
	draws := 0
	for _, fact := range facts {
		switch f := fact.(type) {
		case Struck:
			order = append(order, f.Attacker)
		case Passed:
			order, skipped = append(order, f.Figure), append(skipped, f.Figure)
		case MeleeOver:
			fallen = append(fallen, f.Fallen...)
		}
	}
	for _, a := range attacksOf(facts) {
		attacks = append(attacks, a.expected())
		draws += a.draws
	}
	wounds := make(map[string]int)
	for _, f := range tb.state().everyone() {
		wounds[f.Name] = f.Wounds
	}
	return map[string]any{"order": order, "attacks": attacks, "skipped": skipped, "wounds": wounds, "defeated": fallen, "draws_used": draws}
}

// contacts writes the adjacency of a case as a player types it, cluster by cluster.
func (c workedCase) contacts() string {
	pairs := slices.Clone(c.Given.Adjacent)
	slices.SortStableFunc(pairs, func(a, b []string) int { return c.cluster(a[0]) - c.cluster(b[0]) })
	var lines []string
	for _, p := range pairs {
		lines = append(lines, p[0]+": "+strings.Join(p[1:], ", "))
	}
	return strings.Join(lines, "\n")
}

func (c workedCase) cluster(name string) int {
	return slices.IndexFunc(c.Given.ClusterOrder, func(names []string) bool { return slices.Contains(names, name) })
}

// ownerOrder picks the order of equals that their player names.
func (c workedCase) ownerOrder(tb *table, q rules.Question) string {
	for _, names := range c.Given.OwnerOrder {
		var ids []string
		for _, name := range names {
			if f := tb.find(name); f != nil && strings.Contains(q.Options[0].ID, f.ID) {
				ids = append(ids, f.ID)
			}
		}
		if pick := strings.Join(ids, "."); len(ids) > 1 && q.LabelsOf([]string{pick}) != nil {
			return pick
		}
	}
	return q.Options[0].ID
}

func (c workedCase) reshuffle(t *testing.T) any {
	g := c.Given
	names := slices.Concat(g.DrawPile, g.DiscardPile)
	number := func(name string) int { return slices.Index(names, name) + 1 }
	p := Pile{Seat: 1}
	for _, name := range g.DrawPile {
		p.Draw = append(p.Draw, number(name))
	}
	for _, name := range g.DiscardPile {
		p.Discards = append(p.Discards, number(name))
	}
	before := p.Shuffles
	as := func(_ string, n int) []int {
		var order []int
		for _, name := range g.Shuffled {
			order = append(order, slices.Index(p.Discards, number(name)))
		}
		if len(order) != n || slices.Contains(order, -1) {
			t.Fatalf("%v are shuffled, not %v", p.Discards, g.Shuffled)
		}
		return order
	}
	named := func(cards []int) []string {
		list := []string{}
		for _, n := range cards {
			list = append(list, names[n-1])
		}
		return list
	}
	var drawn []int
	for range c.DrawsNeeded {
		drawn = append(drawn, p.Take(as))
	}
	return map[string]any{"drawn": named(drawn), "draw_pile": named(p.Draw), "discard_pile": named(p.Discards), "reshuffles": p.Shuffles - before}
}

func (c workedCase) deck(*testing.T) any {
	rows := make(map[string]map[string]int)
	for row := lowest; row <= highest; row++ {
		counts := make(map[string]int)
		for _, face := range []Face{Fopp, Fail, Squeak, Pass, Amaze} {
			counts[strings.ToLower(face.String())] = 0
		}
		counts["hit"] = 0
		for _, card := range DefaultDeck() {
			counts[strings.ToLower(card.Face(row).String())]++
			if card.Hits(row) {
				counts["hit"]++
			}
		}
		rows[fmt.Sprint(row)] = counts
	}
	return map[string]any{"rows": rows}
}
