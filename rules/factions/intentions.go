package factions

import (
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// What a hero can do in its turn besides attacking.
const (
	hold  = "hold"
	askMe = "ask"
)

// A choice to attack is WEAPON.TARGET…: a card's ID or "natural", and the targets
// in order, the next where the one before has fallen.

func (m *melee) planName(f *Figure) string { return fmt.Sprintf("plan%d-%s", m.step, f.ID) }

// planAsk asks in secret what a hero will do when its turn comes. The answer may
// be changed until then.
func (m *melee) planAsk(s *S, f *Figure) rules.Ask {
	targets := m.pairs.next(f)
	ask := rules.Ask{
		ID: m.planName(f), Seat: f.Seat, Secret: true, Standing: true, Default: []string{hold},
		Prompt: fmt.Sprintf("**%s:** what when the turn comes? Wits %d, next to %s. Nobody sees it before, and you may change it until then.",
			f.shown(), f.Sheet.Wits, listOf(targets)),
		Options: []rules.Option{
			{ID: askMe, Label: f.Name + ": ask me when the turn comes", Group: "No plan"},
			{ID: hold, Label: f.Name + ": hold, and attack nobody", Group: "No plan"},
		},
	}
	lists := permutations(targets)
	if len(targets) > 3 { // too many orders for a menu: the others follow as called
		lists = nil
		for _, at := range targets {
			lists = append(lists, []*Figure{at})
		}
	}
	for _, w := range s.weapons(f, Melee, 0, true) {
		for _, list := range lists {
			option := s.option(blow{by: f, at: list[0], arm: w}, list)
			option.Label = kit.Clip(f.Name+": "+option.Label, 80) // opened at the end, it must say whose it was
			option.Group = kit.Clip("With "+w.Name, 80)
			ask.Options = append(ask.Options, option)
		}
	}
	return ask
}

// turnAsk asks in secret what a hero does now. Its form is the same whether or
// not cards lie face down.
func (m *melee) turnAsk(s *S, f *Figure, targets []*Figure) rules.Ask {
	ask := rules.Ask{
		ID: fmt.Sprintf("turn%d-%s", m.step, f.ID), Seat: f.Seat, Secret: true, Default: []string{hold},
		Prompt: fmt.Sprintf("**%s** may strike now, next to %s.", f.shown(), listOf(targets)),
	}
	for _, at := range targets {
		for _, w := range s.weapons(f, Melee, 0, true) {
			option := s.option(blow{by: f, at: at, arm: w}, []*Figure{at})
			option.Group = kit.Clip("At "+at.Name, 80)
			ask.Options = append(ask.Options, option)
		}
	}
	ask.Options = append(ask.Options, rules.Option{ID: hold, Label: "Hold, and attack nobody", Group: "Hold"})
	return ask
}

// option is one way to attack, with its exact chances against the first target.
func (s *S) option(b blow, targets []*Figure) rules.Option {
	id := b.arm.Holding
	if b.arm.bare() {
		id = natural
	}
	label := kit.Capital(b.arm.Name)
	if b.arm.Down {
		label += " (face down)"
	}
	return rules.Option{
		ID:     strings.Join(append([]string{id}, idsOf(targets)...), "."),
		Label:  kit.Clip(fmt.Sprintf("%s at %s", label, strings.Join(namesOf(targets), ", then ")), 80),
		Detail: kit.Clip(s.gives(b), 100),
	}
}

// gives tells what may come of a blow: "Melee −2: hits on 19 of 50 cards; wounds 0: 74%, …".
func (s *S) gives(b blow) string {
	hit := s.toHit(b)
	text := fmt.Sprintf("%s %s: %s", hit.Rating[0].Why, signed(hit.Difference()), s.odds(b))
	switch b.arm.Use {
	case Skull:
		text += "; has a skull"
	case Once:
		text += "; serves once"
	}
	return text
}

// choice is what a hero does in its turn: as it was sealed, or asked now. What is
// used is turned up with it.
func (m *melee) choice(s *S, t *rules.Turn, f *Figure, targets []*Figure) string {
	if !s.House.AskEachTurn {
		t.Open(m.planName(f))
		if pick := t.Pick(m.planName(f)); pick != askMe {
			return pick
		}
	}
	t.Say(TurnCome{Seat: f.Seat, Figure: f.Name, Wits: f.Sheet.Wits})
	ask := m.turnAsk(s, f, targets)
	t.Ask(ask)
	t.Open(ask.ID)
	return t.Pick(ask.ID)
}

// chosen makes a blow of a pick: at the first of its targets that stands, and
// when none does, at the first that stands as called.
func (s *S) chosen(f *Figure, targets []*Figure, pick string) (blow, error) {
	names := strings.Split(pick, ".")
	arm, err := s.armed(f, Melee, 0, names[0])
	if err != nil {
		return blow{}, err
	}
	slices.SortStableFunc(targets, func(a, b *Figure) int { return place(names[1:], a) - place(names[1:], b) })
	return blow{by: f, at: targets[0], arm: arm}, nil
}

// armed finds the weapon of a pick among those that the figure can use.
func (s *S) armed(f *Figure, kind Kind, reach int, id string) (wielded, error) {
	for _, w := range s.weapons(f, kind, reach, true) {
		if id == w.Holding || id == natural && w.bare() {
			return w, nil
		}
	}
	return wielded{}, fmt.Errorf("arm %s: there is no weapon %q", f.Name, id)
}

func listOf(figures []*Figure) string {
	var names []string
	for _, f := range figures {
		names = append(names, f.shown())
	}
	return rules.List(names)
}
