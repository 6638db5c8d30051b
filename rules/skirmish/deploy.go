package skirmish

import (
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// deployDepth is how far from its edge an army is placed.
const deployDepth = 6 * kit.Inch

// rollOff decides who is A, and in the mission's too.
func rollOff(s *S, t *rules.Turn) error {
	s.A = s.roll(t)
	if s.House.LoserChooses {
		loser := other(s.A)
		t.Ask(rules.Ask{
			ID: "side", Seat: loser, Prompt: "You rolled lower, and choose: A goes first in every phase.", Default: []string{"b"},
			Options: []rules.Option{{ID: "a", Label: "Be A"}, {ID: "b", Label: "Be B"}},
		})
		if t.Pick("side") == "a" {
			s.A = loser
		}
	}
	s.Attacker = s.A
	mission, _ := missionOf(s.House.Mission)
	t.Say(SidesSet{
		A: s.A, B: s.B(), ArmyA: s.side(s.A).Name, ArmyB: s.side(s.B()).Name, Mission: mission.Name, Text: mission.Text,
		Field: s.Field.Name, Called: s.House.Called, Startillery: s.startillery(),
	})
	return nil
}

// roll rolls off until one side is higher: it is A (SK-1).
func (s *S) roll(t *rules.Turn) rules.Seat {
	for {
		dice := t.Roll("roll-off", 2, 6)
		t.Say(RolledOff{First: dice[0], Second: dice[1]})
		if seat := RollOff(dice[0], dice[1]); seat != rules.Everyone {
			return seat
		}
	}
}

// RollOff tells who rolled higher; Everyone when nobody did.
func RollOff(first, second int) rules.Seat {
	switch {
	case first > second:
		return 1
	case second > first:
		return 2
	}
	return rules.Everyone
}

// startillery tells how often a bombardment falls, for it is worth much (SK-6).
func (s *S) startillery() string {
	var texts []string
	for i, side := range s.Sides {
		for _, r := range s.rulebook() {
			if r.Bombard == nil || !slices.Contains(side.Rules, r.Key) {
				continue
			}
			when := "in both End Phases of every round"
			if s.House.OwnEndOnly {
				when = "in its own End Phase of every round"
			}
			texts = append(texts, fmt.Sprintf("%s of %s: one shot %s.", r.Name, rules.Escape(s.Sides[i].Name), when))
		}
	}
	return strings.Join(texts, " ")
}

// edgeAsks lets A pick an edge.
func edgeAsks(s *S) []rules.Ask {
	if s.House.Called {
		return nil
	}
	ask := rules.Ask{ID: "edge", Seat: s.Attacker, Prompt: "pick your edge of the battlefield; the other side gets the opposite one.", Default: []string{"south"}}
	for _, c := range []kit.Compass{kit.South, kit.North, kit.East, kit.West} {
		ask.Options = append(ask.Options, rules.Option{ID: c.String(), Label: kit.Capital(c.String())})
	}
	return []rules.Ask{ask}
}

func pickEdge(s *S, t *rules.Turn) error {
	s.Placing = s.Attacker
	if s.House.Called {
		t.Say(AtYourTable{Depth: deployDepth})
		return nil
	}
	s.Edge, _ = kit.ParseCompass(t.Pick("edge"))
	t.Say(EdgePicked{Seat: s.Attacker, Edge: s.Edge.String(), Other: s.Edge.Opposite().String()})
	return nil
}

// setting tells whether the battle has not begun: models or markers are placed.
func (s *S) setting() bool { return s.Placing != 0 || s.Marking }

// edgeOf is a side's own edge.
func (s *S) edgeOf(seat rules.Seat) kit.Compass {
	if seat == s.Attacker {
		return s.Edge
	}
	return s.Edge.Opposite()
}

// waiting lists the models of a side that are not placed yet.
func (s *S) waiting(seat rules.Seat) []*Model {
	return s.filter(seat, func(m *Model) bool { return m.Status == Waiting })
}

// placed lists the models of a side that are placed.
func (s *S) placed(seat rules.Seat) []*Model {
	return s.filter(seat, func(m *Model) bool { return m.Status == Stands || m.Status == Aboard })
}

func deployAsks(seat func(*S) rules.Seat) func(*S) []rules.Ask {
	return func(s *S) []rules.Ask {
		if s.House.Called || s.Done {
			return nil
		}
		prompt := fmt.Sprintf("place %s within %s of your edge, the %s one; deploy all spreads them.", models(len(s.waiting(seat(s)))), deployDepth, s.edgeOf(seat(s)))
		verbs := []string{"deploy"}
		if len(s.waiting(seat(s))) == 0 {
			prompt, verbs = "your army is placed; change what you like, or end the deployment.", []string{"done", "deploy"}
		}
		return []rules.Ask{{ID: "placing", Seat: seat(s), Prompt: prompt, Orders: verbs, Default: []string{"spread"}}}
	}
}

// doneSetting ends a deployment, or the placing of markers.
func (s *S) doneSetting(t *rules.Turn) error {
	seat := t.Seat()
	switch {
	case s.Marking && seat != other(s.Attacker), s.Placing != 0 && seat != s.Placing:
		return rules.Refuse("The other side is placing now.")
	case s.Placing != 0 && len(s.waiting(seat)) > 0:
		return rules.Refuse("%s are not placed yet: deploy them one by one, or all.", kit.Capital(models(len(s.waiting(seat)))))
	case s.Marking && len(s.Markers) < 3 && !s.Warned:
		s.Warned = true
		t.Say(FewMarkers{Seat: seat, Count: len(s.Markers)})
		return nil
	}
	s.Done = true
	return nil
}

// endDeployment places what is left when the decision lapses, and goes on.
func endDeployment(seat func(*S) rules.Seat) func(*S, *rules.Turn) error {
	return func(s *S, t *rules.Turn) error {
		if left := s.waiting(seat(s)); len(left) > 0 && !s.House.Called {
			if err := s.spread(left); err != nil {
				return err
			}
			t.Say(Deployed{Seat: seat(s), Models: names(left), Spread: true})
		}
		s.Done = false
		s.Placing = other(s.Attacker)
		if seat(s) != s.Attacker {
			s.Placing, s.Marking = 0, true
		}
		return nil
	}
}

// deploy places models: one at a point, one into a transport, or as many as are
// named spread along the edge.
func deploy(s *S, t *rules.Turn, o rules.Order) error {
	seat := t.Seat()
	if s.Placing != seat || s.House.Called {
		return rules.Refuse("It is not for you to deploy now.")
	}
	list, err := s.chosen(seat, o.Args["models"], s.deployable)
	if err != nil {
		return err
	}
	for _, m := range list {
		if m.Status == Dead {
			return rules.Refuse("%s has no life left and stays behind.", m.shown())
		}
	}
	to := strings.TrimSpace(o.Args["to"])
	if to == "" {
		if err := s.spread(list); err != nil {
			return err
		}
		t.Say(Deployed{Seat: seat, Models: names(list), Spread: true})
		return nil
	}
	if transport := s.transportNamed(seat, to); transport != nil {
		return s.embark(t, list, transport)
	}
	at, err := s.Field.ParsePlace(to)
	if err != nil {
		return err
	}
	return s.deployAt(t, list, at, to)
}

// deployable lists the models that "all" means: those that wait, or all.
func (s *S) deployable(seat rules.Seat) []*Model {
	if waiting := s.waiting(seat); len(waiting) > 0 {
		return waiting
	}
	return s.placed(seat)
}

// zone tells whether a base stands within a side's deployment zone.
func (s *S) zone(seat rules.Seat) func(kit.Base) bool {
	edge := s.edgeOf(seat)
	return func(b kit.Base) bool { return s.Field.Holds(b) && s.Field.Edge(b, edge) <= deployDepth }
}

func (s *S) deployAt(t *rules.Turn, list []*Model, at kit.Point, told string) error {
	if len(list) > 1 {
		return rules.Refuse("One model is placed at a point; leave the place out to spread several.")
	}
	m := list[0]
	b := s.base(m).Moved(at)
	if !s.Field.Holds(b) {
		return rules.Refuse("%s would stand off the table at %s; its base is %s wide.", m.shown(), at, s.kind(m).Base)
	}
	if far := s.Field.Edge(b, s.edgeOf(m.Seat)); far > deployDepth {
		return rules.Refuse("%s would stand %s from your %s edge; an army is placed within %s.", m.shown(), far, s.edgeOf(m.Seat), deployDepth)
	}
	others := s.bases(func(o *Model) bool { return o != m })
	free, found := s.Field.Free(b, others, s.zone(m.Seat))
	_, isPoint := s.Field.Middle(told)
	if !found || free != at && !isPoint {
		for _, o := range s.Models {
			if o != m && o.Standing() && s.base(o).Overlaps(b) {
				return rules.Refuse("%s stands there.", o.shown())
			}
		}
		return rules.Refuse("There is no room for %s.", m.shown())
	}
	m.Status, m.Inside, m.At = Stands, "", free
	t.Say(Deployed{Seat: m.Seat, Models: []string{m.Name}, At: free.String(), Square: s.Field.Square(free)})
	return nil
}

// spread places models in a row along their edge, where there is room.
func (s *S) spread(list []*Model) error {
	for _, m := range list {
		if m.Status == Aboard {
			continue
		}
		m.Status, m.Inside = Waiting, ""
	}
	along := slices.DeleteFunc(slices.Clone(list), func(m *Model) bool { return m.Status == Aboard })
	for i, m := range along {
		b := s.base(m)
		b.At = s.slot(m.Seat, i, len(along))
		at, free := s.Field.Free(b, s.bases(func(*Model) bool { return true }), s.zone(m.Seat))
		if !free {
			return rules.Refuse("There is no room left for %s within %s of the edge.", m.shown(), deployDepth)
		}
		m.Status, m.At = Stands, at
	}
	return nil
}

// slot is the i-th of so many places along a side's edge, midway in its zone.
func (s *S) slot(seat rules.Seat, i, of int) kit.Point {
	across := func(side kit.Length) kit.Length { return side * kit.Length(2*i+1) / kit.Length(2*of) }
	size := s.Field.Size
	switch s.edgeOf(seat) {
	case kit.North:
		return kit.Point{X: across(size.X), Y: size.Y - deployDepth/2}
	case kit.East:
		return kit.Point{X: size.X - deployDepth/2, Y: across(size.Y)}
	case kit.West:
		return kit.Point{X: deployDepth / 2, Y: across(size.Y)}
	}
	return kit.Point{X: across(size.X), Y: deployDepth / 2}
}

// transportNamed finds the transport that a place means: "in Wardog APC", or its
// name alone.
func (s *S) transportNamed(seat rules.Seat, to string) *Model {
	to = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(to), "in."), "in "), "aboard ")
	for _, m := range s.filter(seat, s.carries) {
		if strings.EqualFold(m.Name, to) || strings.EqualFold(m.ID, to) {
			return m
		}
	}
	return nil
}

// embark lets models start aboard a transport (SK-32).
func (s *S) embark(t *rules.Turn, list []*Model, transport *Model) error {
	for _, m := range list {
		if s.kind(m).Type != Infantry {
			return rules.Refuse("%s is no infantry, and %s carries nothing else.", m.shown(), transport.shown())
		}
		if m.Inside != transport.ID && s.room(transport) < 1 {
			return rules.Refuse("%s is full: it carries one for each life it has, %d.", transport.shown(), transport.Lives)
		}
		m.Status, m.Inside, m.At = Aboard, transport.ID, kit.Point{}
	}
	t.Say(Deployed{Seat: transport.Seat, Models: names(list), Aboard: transport.Name})
	return nil
}

func names(list []*Model) []string {
	var texts []string
	for _, m := range list {
		texts = append(texts, m.Name)
	}
	return texts
}
