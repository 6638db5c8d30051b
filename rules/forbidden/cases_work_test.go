package forbidden

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"umpire/rules"
)

// worker works one case with the functions that the steps use.
type worker struct {
	t      *testing.T
	kinds  map[string]caseKind
	c      workedCase
	rolls  []string    // that a card will roll
	offers [2][]string // units offered to damage
	aims   []string    // units that cards are about
	wrong  string
	tally  [2]Tally
	morale []int
}

func (w *worker) army(role Role, units []caseUnit) *Army {
	a := &Army{Seat: rules.Seat(role + 1), Role: role}
	for _, u := range units {
		k, known := w.kinds[u.Kind]
		if !known {
			w.t.Fatalf("no kind is called %q", u.Kind)
		}
		a.Units = append(a.Units, &Unit{ID: u.ID, Token: u.Token, Routed: u.Routed, Kind: Kind{
			Key: u.Kind, Name: u.Kind, Plural: u.Kind, Dice: k.Dice, Health: k.Health, Morale: k.Morale, Bastion: u.Kind == bastionKey,
		}})
	}
	return a
}

var caseFaces = map[string]Face{"atk": Offence, "shd": Defence, "mor": Morale}

func (w *worker) hands(c *Combat) hands {
	named := func(ids *[]string, from []group) *Unit {
		for len(*ids) > 0 {
			id := (*ids)[0]
			*ids = (*ids)[1:]
			for _, g := range from {
				for _, u := range g {
					if u.ID == id {
						return u
					}
				}
			}
			if slices.ContainsFunc(slices.Concat(c.Armies[0].Units, c.Armies[1].Units), func(u *Unit) bool { return u.ID == id }) {
				w.wrong = "illegal_target"
			}
		}
		return from[0][0]
	}
	return hands{
		roll: func(_ *Army, _ string, n int) (list []Face) {
			for range n {
				if len(w.rolls) == 0 {
					w.t.Fatal("the case has no more rolls")
				}
				list = append(list, caseFaces[w.rolls[0]])
				w.rolls = w.rolls[1:]
			}
			return list
		},
		ask: func(a rules.Ask) []string { return a.Default },
		say: func(fact any) {
			switch f := fact.(type) {
			case Assessed:
				w.tally = f.Sides
			case MoraleCounted:
				w.morale = []int{f.Attack.Total(), f.Defence.Total()}
			}
		},
		look:    func(*Army) {},
		retreat: func(*Army, *Unit) {},
		unit:    func(_ rules.Ask, from []group) *Unit { return named(&w.aims, from) },
		target:  func(a *Army, from []group, _ int) *Unit { return named(&w.offers[a.Role], from) },
	}
}

func (w *worker) work() worked {
	given := w.c.Given
	switch w.c.Type {
	case "pool":
		n, _ := w.army(Attacker, given.Units).Pool()
		return worked{Dice: &n}
	case "faces":
		var list []string
		for _, d6 := range given.D6 {
			for name, f := range caseFaces {
				if f == FaceOf(d6) {
					list = append(list, name)
				}
			}
		}
		return worked{Faces: list}
	case "reinforce":
		n := min(given.Wanted, w.army(Attacker, given.Units).MostTokens(given.Owned))
		return worked{Placed: &n}
	case "damage":
		return w.suffer()
	case "retreat":
		return w.retreats()
	case "combat":
		return w.combat()
	}
	w.t.Fatalf("there is no type of case %q", w.c.Type)
	return worked{}
}

func (w *worker) suffer() worked {
	c := &Combat{Orbital: w.c.Given.Orbital, House: houseOf(w.c.Given.Options)}
	a := w.army(Attacker, w.c.Given.Units)
	c.Armies = [2]*Army{a, w.army(Defender, nil)}
	before := slices.Clone(a.Units)
	w.offers[Attacker] = slices.Clone(w.c.Given.Assign)
	lost := c.Suffer(w.hands(c), a, w.c.Given.Damage)
	if w.wrong != "" {
		return worked{Error: w.wrong}
	}
	var gone []any
	for _, id := range offeredFirst(before, w.c.Given.Assign) {
		if !slices.ContainsFunc(a.Units, func(u *Unit) bool { return u.ID == id }) {
			gone = append(gone, id)
		}
	}
	if gone == nil {
		gone = []any{}
	}
	return worked{Destroyed: gone, Routed: down(a), Lost: &lost}
}

// offeredFirst lists the units' ids, those that were offered first.
func offeredFirst(units []*Unit, offered []string) []string {
	ids := slices.Clone(offered)
	for _, u := range units {
		if !slices.Contains(ids, u.ID) {
			ids = append(ids, u.ID)
		}
	}
	return ids
}

func down(a *Army) []string {
	var ids []string
	for _, u := range a.Units {
		if u.Routed {
			ids = append(ids, u.ID)
		}
	}
	return ids
}

func (w *worker) retreats() worked {
	role := Attacker
	if w.c.Given.Role == "defender" {
		role = Defender
	}
	var candidates []Candidate
	for _, a := range w.c.Given.Areas {
		candidates = append(candidates, Candidate{Area: a.ID, Status: Status(a.Status), Origin: a.Origin})
	}
	got := worked{Destroyed: true}
	for _, c := range Retreats(role, candidates) {
		got.Legal = append(got.Legal, c.Area)
		got.Destroyed, got.RoutedAfter = false, true
	}
	return got
}

func (w *worker) combat() worked {
	given := w.c.Given
	c := &Combat{House: houseOf(given.Options), Armies: [2]*Army{w.army(Attacker, given.Attacker), w.army(Defender, given.Defender)}}
	var got worked
	if c.Result = c.Auto(); c.Result == nil {
		c.Round = 1
		for role, name := range []string{"attacker", "defender"} {
			if n, _ := c.Armies[role].Pool(); n != len(given.Rolls[name]) {
				w.t.Errorf("the %s rolls %d dice, and the case has %v", name, n, given.Rolls[name])
			}
			for _, face := range given.Rolls[name] {
				c.Armies[role].Dice.Add(caseFaces[face], 1)
			}
		}
	}
	for _, r := range given.Rounds {
		if c.Result != nil {
			w.t.Fatal("the combat is over before the case is")
		}
		got.Rounds = append(got.Rounds, w.round(c, r))
	}
	if c.Result == nil {
		w.t.Fatal("the combat is not over")
	}
	got.Morale, got.Reason, got.Captures = w.morale, string(c.Result.Reason), c.Captures()
	got.Winner = "none"
	if c.Result.Won {
		got.Winner = c.Result.Winner.String()
	}
	return got
}

func (w *worker) round(c *Combat, r caseRound) workedRound {
	w.rolls, w.offers = r.Rolls, [2][]string{slices.Clone(r.Assign["attacker"]), slices.Clone(r.Assign["defender"])}
	before := [2][]*Unit{slices.Clone(c.Armies[0].Units), slices.Clone(c.Armies[1].Units)}
	h := w.hands(c)
	for role, card := range []caseCard{r.AttackerCard, r.DefenderCard} {
		if c.Result == nil {
			c.Resolve(h, c.Armies[role], w.card(card), nil)
			c.Turned[role] = true
			c.Eliminated()
		}
	}
	if c.Result == nil {
		c.Assess(h)
	}
	if w.wrong != "" {
		w.t.Errorf("the case offers a unit that may not take damage")
	}
	got := workedRound{
		Offence: []int{w.tally[0].Offence.Total(), w.tally[1].Offence.Total()},
		Defence: []int{w.tally[0].Defence.Total(), w.tally[1].Defence.Total()},
		Damage:  []int{w.tally[0].Damage, w.tally[1].Damage},
	}
	for role, name := range []string{"attacker", "defender"} {
		var gone []string
		for _, id := range offeredFirst(before[role], r.Assign[name]) {
			had := slices.ContainsFunc(before[role], func(u *Unit) bool { return u.ID == id })
			if had && !slices.Contains(c.Armies[role].Units, find(before[role], id)) {
				gone = append(gone, id)
			}
		}
		got.Destroyed = append(got.Destroyed, gone)
		got.Routed = append(got.Routed, down(c.Armies[role]))
	}
	return got
}

func find(units []*Unit, id string) *Unit {
	for _, u := range units {
		if u.ID == id {
			return u
		}
	}
	return nil
}

// card makes a card of a case's: its operations become sentences.
func (w *worker) card(c caseCard) Card {
	icons := Icons{c.Icons["atk"], c.Icons["shd"], c.Icons["mor"]}
	card := Card{Key: "case", Name: "Case", Icons: icons.Letters(), Needs: c.Requires}
	for _, op := range c.General {
		card.General = append(card.General, w.sentence(op))
	}
	for _, op := range c.Unit {
		card.Unit = append(card.Unit, w.sentence(op))
	}
	for _, text := range slices.Concat(card.General, card.Unit) {
		if _, err := ParseEffect(text); err != nil {
			w.t.Fatal(err)
		}
	}
	return card
}

func (w *worker) sentence(op string) string {
	words := strings.Fields(op)
	at := func(i int) string {
		if i < len(words) {
			if f, ok := caseFaces[words[i]]; ok {
				return string(f)
			}
			return words[i]
		}
		return "1"
	}
	switch words[0] {
	case "token":
		return fmt.Sprintf("gain %s %s tokens", at(2), at(1))
	case "gain":
		return fmt.Sprintf("gain %s %s dice", at(2), at(1))
	case "roll":
		return fmt.Sprintf("roll %s extra dice", at(1))
	case "foe_lose":
		return fmt.Sprintf("enemy loses %s %s dice", at(2), at(1))
	case "rally":
		w.aims = append(w.aims, at(1))
		return "rally 1 unit"
	case "rout_foe":
		w.aims = append(w.aims, at(1))
		return "rout 1 enemy unit"
	}
	w.t.Fatalf("there is no operation %q", op)
	return ""
}
