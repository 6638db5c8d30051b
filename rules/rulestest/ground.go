package rulestest

import (
	"encoding/json"
	"slices"
	"strconv"

	"umpire/rules"
	"umpire/rules/kit"
)

// ground is the state of the Proving Ground: two sides of two duellists on a
// square of nine by nine paces. A round goes: both sides play a card in secret
// while the hunter (the sides take turns) also takes a stance in the open; the
// hunter hides a trap, which the prey may scout; the hunter acts, then the prey,
// twice each; the trap springs. A duellist with no wounds left is out.
type ground struct {
	Round  int
	Last   int // round
	Acts   int // that the side at turn may still do
	Edge   rules.Seat
	Piles  [2]pile
	Duel   []duellist
	Struck bool // by the hunter this round, so the trap bites harder
}

type duellist struct {
	ID, Name string
	Seat     rules.Seat
	Wounds   int // left
	X, Y     int // paces, 1 to 9
}

// pile is one side's cards, numbered 1 to 4.
type pile struct{ Hand, Draw, Discards []string }

func (g *ground) hunter() rules.Seat { return rules.Seat(1 + (g.Round-1)%2) }
func (g *ground) prey() rules.Seat   { return foe(g.hunter()) }
func foe(seat rules.Seat) rules.Seat { return 3 - seat }

func (g *ground) find(id string) *duellist {
	i := slices.IndexFunc(g.Duel, func(d duellist) bool { return d.ID == id && d.Wounds > 0 })
	if i < 0 {
		return nil
	}
	return &g.Duel[i]
}

func (g *ground) standing(seat rules.Seat) []rules.Option {
	var options []rules.Option
	for _, d := range g.Duel {
		if d.Seat == seat && d.Wounds > 0 {
			options = append(options, rules.Option{ID: d.ID, Label: d.Name})
		}
	}
	return options
}

// newGround checks the sheets and puts the sides at opposite edges.
func newGround(s rules.Setup) (*ground, error) {
	last, err := strconv.Atoi(s.Options["rounds"])
	if err != nil || len(s.Sides) != 2 {
		return nil, rules.Refuse("The proving ground takes two sides and a number of rounds.")
	}
	g := &ground{Round: 1, Last: last}
	for i, side := range s.Sides {
		if n := len(side.Fighters); n > mostDuellists {
			return nil, rules.Refuse("%s has %d duellists, and a side fields at most %d.", rules.Escape(side.Name), n, mostDuellists)
		}
		for j, f := range side.Fighters {
			d := duellist{ID: f.ID, Name: f.Name, Seat: rules.Seat(i + 1), X: 3 + 2*j, Y: 1 + 8*i}
			if d.Wounds, err = wounds(f.Sheet); err != nil {
				return nil, err
			}
			g.Duel = append(g.Duel, d)
		}
		if len(g.standing(rules.Seat(i+1))) == 0 {
			return nil, rules.Refuse("%s has nobody who can fight.", rules.Escape(side.Name))
		}
		g.Piles[i].Discards = []string{"1", "2", "3", "4"}
	}
	return g, nil
}

// groundSheet has the wounds that are left. A duellist has three, and more only
// by the umpire's word.
type groundSheet struct{ Wounds int }

const (
	mostDuellists = 4 // of a side
	groundWounds  = 3
)

func wounds(sheet json.RawMessage) (int, error) {
	s, err := kit.ReadSheet[groundSheet](sheet)
	if err != nil {
		return 0, err
	}
	if s.Wounds < 0 || s.Wounds > 9 {
		return 0, rules.Refuse("A duellist has 0 to 9 wounds.")
	}
	return s.Wounds, nil
}

// groundKeeping is what a campaign needs of duellists.
func groundKeeping() rules.Keeping {
	home := func(sheet json.RawMessage, taken int) (json.RawMessage, error) {
		if _, err := wounds(sheet); err != nil {
			return nil, err
		}
		if taken < 0 || taken > groundWounds {
			return nil, rules.Refuse("A duellist takes 0 to %d wounds, not %d.", groundWounds, taken)
		}
		return json.Marshal(groundSheet{groundWounds - taken})
	}
	return rules.Keeping{
		Health: func(sheet json.RawMessage) (rules.Health, error) {
			left, err := wounds(sheet)
			return rules.Health{Taken: max(0, groundWounds-left), Most: groundWounds}, err
		},
		Home: home,
		Recruits: func(rules.Roster) []rules.Recruit {
			return []rules.Recruit{{Key: "duellist", Name: "Duellist", Sheet: json.RawMessage(`{"Wounds":3}`)}}
		},
	}
}

// draw takes the top card, turning the discards over first when none is left.
func (g *ground) draw(t *rules.Turn, seat rules.Seat) (card string) {
	p := &g.Piles[seat-1]
	if len(p.Draw) == 0 {
		for _, i := range t.Shuffle("deck:"+strconv.Itoa(int(seat))+":"+strconv.Itoa(g.Round), len(p.Discards)) {
			p.Draw = append(p.Draw, p.Discards[i])
		}
		p.Discards = nil
	}
	if len(p.Draw) == 0 {
		return ""
	}
	card, p.Draw = p.Draw[0], p.Draw[1:]
	p.Hand = append(p.Hand, card)
	return card
}

func (g *ground) deal(t *rules.Turn) error {
	for seat := rules.Seat(1); seat <= 2; seat++ {
		g.draw(t, seat)
		g.draw(t, seat)
		t.Whisper(seat, Drawn{slices.Clone(g.Piles[seat-1].Hand)})
	}
	return nil
}

func options(ids ...string) []rules.Option {
	var list []rules.Option
	for _, id := range ids {
		list = append(list, rules.Option{ID: id, Label: id})
	}
	return list
}

func (g *ground) cardAsks() []rules.Ask {
	return []rules.Ask{
		{ID: "card1", Prompt: "Which card?", Seat: 1, Secret: true, Options: options(g.Piles[0].Hand...)},
		{ID: "stance", Prompt: "Charge or hold?", Seat: g.hunter(), Options: options("charge", "hold"), Default: []string{"hold"}},
		{ID: "card2", Prompt: "Which card?", Seat: 2, Secret: true, Options: options(g.Piles[1].Hand...)},
	}
}

// cards turns both cards up: the higher one gives its side the edge.
func (g *ground) cards(t *rules.Turn) error {
	t.Open("card1", "card2")
	told := Turned{Cards: [2]string{t.Pick("card1"), t.Pick("card2")}, Hunter: g.hunter(), Stance: t.Pick("stance")}
	for i, card := range told.Cards {
		if at := slices.Index(g.Piles[i].Hand, card); at >= 0 {
			g.Piles[i].Hand = slices.Delete(g.Piles[i].Hand, at, at+1)
			g.Piles[i].Discards = append(g.Piles[i].Discards, card)
		}
	}
	switch one, two := told.Cards[0], told.Cards[1]; {
	case one > two:
		told.Edge = 1
	case two > one:
		told.Edge = 2
	case told.Stance == "charge":
		told.Edge = g.hunter()
	}
	g.Edge, g.Struck = told.Edge, false
	t.Say(told)
	return nil
}

func (g *ground) trapAsks() []rules.Ask {
	return []rules.Ask{{ID: "trap", Prompt: "Which trap?", Seat: g.hunter(), Secret: true, Options: options("pit", "net", "bluff"), Default: []string{"bluff"}}}
}

// trap lies face down. The prey may scout: a 4 or more shows it to the prey alone.
func (g *ground) trap(t *rules.Turn) error {
	g.Acts = 2
	ask := rules.Ask{ID: "scout", Prompt: "Scout for the trap?", Seat: g.prey(), Options: options("scout", "stay"), Default: []string{"stay"}}
	if r := t.Ask(ask)["scout"]; r.Picks[0] == "stay" {
		return nil
	}
	face := t.Roll("scout", 1, 6)[0]
	t.Say(Scouted{g.prey(), face})
	if face >= 4 {
		t.Show("trap", g.prey())
	}
	return nil
}

func act(seat func(*ground) rules.Seat) rules.Step[ground] {
	return rules.Step[ground]{
		Name: "Act",
		Asks: func(g *ground) []rules.Ask {
			if g.Acts == 0 {
				return nil
			}
			ask := rules.Ask{ID: "act", Prompt: "What do you do?", Seat: seat(g), Orders: []string{"strike", "march", "done"}}
			if p := g.Piles[ask.Seat-1]; len(p.Draw)+len(p.Discards) > 0 {
				ask.Orders = append(ask.Orders, "draw")
			}
			return []rules.Ask{ask}
		},
		Run: func(g *ground, _ *rules.Turn) error {
			g.Acts = 2
			return nil
		},
	}
}

// spring turns the trap up and ends the round.
func (g *ground) spring(t *rules.Turn) error {
	t.Open("trap")
	trap := t.Pick("trap")
	told := Sprung{Trap: trap}
	if trap != "bluff" {
		told.Face = t.Roll("trap", 1, 6)[0]
	}
	t.Say(told)
	if g.Round == g.Last {
		t.End(rules.Outcome{Why: "Night falls."})
	}
	if prey := g.standing(g.prey()); told.Face >= 4 || told.Face > 0 && g.Struck {
		g.wound(t, g.find(prey[0].ID), 1)
	}
	g.Round++
	return nil
}

func (g *ground) wound(t *rules.Turn, d *duellist, n int) {
	d.Wounds = max(0, d.Wounds-n)
	t.Say(Wounded{d.Name, d.Wounds})
	if len(g.standing(d.Seat)) == 0 {
		t.End(rules.Outcome{Winner: foe(d.Seat), Why: "Nobody of the other side stands."})
	}
}

func (g *ground) view(seat rules.Seat) rules.View {
	v := rules.View{Title: "Round " + strconv.Itoa(g.Round)}
	for _, d := range g.Duel {
		v.Fields = append(v.Fields, rules.Field{Name: d.Name, Value: strconv.Itoa(d.Wounds) + " wounds at " + strconv.Itoa(d.X) + "," + strconv.Itoa(d.Y)})
	}
	for i, p := range g.Piles {
		v.Fields = append(v.Fields, rules.Field{Name: "Cards of side " + strconv.Itoa(i+1), Value: strconv.Itoa(len(p.Hand))})
		if seat == rules.Seat(i+1) {
			v.Fields = append(v.Fields, rules.Field{Name: "Your hand", Value: rules.List(p.Hand)})
		}
	}
	return v
}

func (g *ground) roster() []rules.Fighter {
	var list []rules.Fighter
	for _, d := range g.Duel {
		sheet, _ := json.Marshal(groundSheet{d.Wounds})
		list = append(list, rules.Fighter{ID: d.ID, Name: d.Name, Seat: d.Seat, Sheet: sheet})
	}
	return list
}
