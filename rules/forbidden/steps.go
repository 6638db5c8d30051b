package forbidden

import (
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
)

// off is the pick by which an attack lapses that nobody stated a defence to.
const off = "off"

func begin(s *S, t *rules.Turn) error {
	decks := "neutral"
	if s.House.Printed {
		decks = "printed"
	}
	t.Say(SessionBegun{Decks: decks})
	return nil
}

// idleAsks lets every side give orders while no combat is fought.
func idleAsks(s *S) []rules.Ask {
	if s.Combat != nil {
		return nil
	}
	var asks []rules.Ask
	for _, seat := range s.seats() {
		asks = append(asks, rules.Ask{
			ID: fmt.Sprintf("orders%d", seat), Seat: seat, Prompt: "attack, or wait for others to.",
			Orders:  s.may(seat, "attack", "orbital", "muster", "losses", "refresh", "reserve", "upgrade"),
			Default: []string{"wait"},
		})
	}
	return append(asks, s.lossAsks()...)
}

// idle goes on waiting when every side has let its orders lapse.
func idle(s *S, t *rules.Turn) error {
	if s.Combat == nil {
		t.Again()
	}
	return nil
}

// forceAsks has the sides agree on who stands there before a die is rolled.
func forceAsks(s *S) []rules.Ask {
	c := s.Combat
	if c == nil || c.Round > 0 {
		return nil
	}
	var asks []rules.Ask
	for _, a := range c.Armies {
		if a.Agreed {
			continue
		}
		ask := rules.Ask{ID: agreeAsk(a), Seat: a.Seat, Orders: s.may(a.Seat, "force", "losses", "call-off"), Default: []string{off}}
		area := rules.Escape(c.Area)
		ask.Prompt = fmt.Sprintf("say what you have at %s.", area)
		if a.Stated {
			ask.Prompt = fmt.Sprintf("at %s you have %s, against %s. Is it so?", area, rules.Escape(a.force()), rules.Escape(c.foe(a).force()))
			ask.Options = []rules.Option{{ID: "agreed", Label: "Agreed"}}
			ask.Default = []string{"agreed"}
		}
		asks = append(asks, ask)
	}
	if len(asks) == 0 {
		return nil
	}
	return append(asks, s.lossAsks()...)
}

func agreeAsk(a *Army) string { return fmt.Sprintf("agree%d", a.Seat) }

func (a *Army) force() string { return listed(a.Units, a.Structures...) }

// agree takes the answers: a side that never stated its force lets the attack lapse.
func agree(s *S, t *rules.Turn) error {
	c := s.Combat
	if c == nil || c.Round > 0 {
		return nil
	}
	for _, a := range c.Armies {
		if a.Agreed {
			continue
		}
		if t.Pick(agreeAsk(a)) == off {
			t.Say(CalledOff{Seat: a.Seat, Area: c.Area})
			s.Combat = nil
			return nil
		}
		a.Agreed = true
	}
	return nil
}

// prepare rolls the dice and deals the cards, unless the attacker wins at once.
func prepare(s *S, t *rules.Turn) error {
	c := s.Combat
	if c == nil || c.Round > 0 {
		return nil
	}
	if err := s.march(c); err != nil {
		return err
	}
	c.Round = 1
	if c.Orbital {
		return s.strike(t, c)
	}
	if c.Result = c.Auto(); c.Result != nil {
		return nil
	}
	for _, a := range c.Armies {
		n, sum := a.Pool()
		for _, f := range roll(t, a.Role.String()+" pool", n) {
			a.Dice.Add(f, 1)
		}
		t.Say(PoolRolled{Seat: a.Seat, Sum: sum, Dice: a.Dice})
	}
	for _, a := range c.Armies {
		s.side(a.Seat).deal(t, a)
	}
	t.Say(Dealt{Cards: handSize})
	return nil
}

// march takes the attacker's units out of the areas that they came from.
func (s *S) march(c *Combat) error {
	if c.Orbital {
		return nil
	}
	a := c.Armies[Attacker]
	units := a.Units
	for _, name := range c.From {
		area, err := s.place(name)
		if err != nil {
			return err
		}
		area.Void, area.Sure = c.Void, true
		s.note(area)
		units = s.leave(area, a.Seat, units)
	}
	return nil
}

func roll(t *rules.Turn, kind string, n int) []Face {
	if n == 0 {
		return nil
	}
	var list []Face
	for _, d6 := range t.Roll(kind, n, 6) {
		list = append(list, FaceOf(d6))
	}
	return list
}

// deal shuffles a side's combat deck and draws five cards.
func (side *Side) deal(t *rules.Turn, a *Army) {
	side.Shuffles++
	var cards []string
	for _, i := range t.Shuffle(fmt.Sprintf("deck:%d:%d", a.Seat, side.Shuffles), len(side.Cards)) {
		cards = append(cards, side.Cards[i])
	}
	n := min(handSize, len(cards))
	a.Hand, a.Draw, side.Cards = cards[:n], cards[n:], nil
}

// collect puts an army's cards back into its side's deck.
func (side *Side) collect(a *Army) {
	cards := slices.Concat(a.Hand, a.Faceup, a.Draw)
	if len(cards) == 0 {
		return
	}
	place := func(key string) int {
		return slices.IndexFunc(side.deck().Designs, func(c Card) bool { return c.Key == key })
	}
	slices.SortFunc(cards, func(x, y string) int { return place(x) - place(y) })
	a.Hand, a.Faceup, a.Draw, side.Cards = nil, nil, nil, cards
}

// fought gives the combat when its rounds are being fought.
func (s *S) fought() *Combat {
	if c := s.Combat; c != nil && c.Round > 0 && c.Result == nil && !c.Orbital {
		return c
	}
	return nil
}

// reinforceStep is one side's reinforce step. A side without tokens is not asked.
func reinforceStep(role Role) rules.Step[S] {
	return rules.Step[S]{
		Name: role.String() + "'s reinforcements",
		Asks: func(s *S) []rules.Ask {
			c := s.fought()
			if c == nil || c.Placed[role] {
				return nil
			}
			a := c.Armies[role]
			most := a.MostTokens(s.side(a.Seat).Tokens)
			if most == 0 {
				return nil
			}
			token := s.side(a.Seat).token(c.Void)
			ask := rules.Ask{ID: reinforceAsk(a), Seat: a.Seat, Prompt: fmt.Sprintf("lay up to %s (%s each)?", count(most, "reinforcement token", "reinforcement tokens"), rules.Escape(token.Name)), Default: []string{"0"}}
			for n := range most + 1 {
				label := "None"
				if n > 0 {
					label = count(n, token.Name+" token", token.Name+" tokens")
				}
				ask.Options = append(ask.Options, rules.Option{ID: fmt.Sprint(n), Label: label})
			}
			return []rules.Ask{ask}
		},
		Run: func(s *S, t *rules.Turn) error { return s.reinforce(t, role) },
	}
}

func reinforceAsk(a *Army) string { return fmt.Sprintf("tokens%d", a.Seat) }

func (s *S) reinforce(t *rules.Turn, role Role) error {
	c := s.fought()
	if c == nil || c.Placed[role] {
		return nil
	}
	c.Placed[role] = true
	a := c.Armies[role]
	side := s.side(a.Seat)
	if a.MostTokens(side.Tokens) > 0 {
		token := side.token(c.Void)
		n := int(t.Pick(reinforceAsk(a))[0] - '0')
		for i := range n {
			a.Units = append(a.Units, &Unit{ID: fmt.Sprintf("t%d", i+1), Kind: token, Token: true})
		}
		side.Tokens -= n
		a.Used = n
		t.Say(Reinforced{Seat: a.Seat, N: n, Token: token.Name})
	}
	if role == Defender {
		t.Say(RoundBegun{Round: c.Round})
	}
	return nil
}

// damage is the last part of a round.
func damage(s *S, t *rules.Turn) error {
	if c := s.fought(); c != nil {
		c.Assess(s.hands(t, c, ""))
	}
	return nil
}

// strike is an orbital strike: the ships' offence icons are the damage, without
// defence and cards.
func (s *S) strike(t *rules.Turn, c *Combat) error {
	attacker, defender := c.Armies[Attacker], c.Armies[Defender]
	n, sum := attacker.Pool()
	for _, f := range roll(t, "strike", n) {
		attacker.Dice.Add(f, 1)
	}
	t.Say(PoolRolled{Seat: attacker.Seat, Sum: sum, Dice: attacker.Dice})
	hits := attacker.Dice.Offence
	t.Say(Struck{Seat: attacker.Seat, Foe: defender.Seat, Area: c.Area, Damage: hits})
	c.Suffer(s.hands(t, c, ""), defender, hits)
	area, err := s.place(c.Area)
	if err != nil {
		return err
	}
	s.settle(area, defender.Seat, force{defender.Units, defender.Structures})
	t.Say(StrikeOver{Seat: defender.Seat, Area: c.Area, Left: listed(defender.Units, defender.Structures...)})
	s.Combat = nil
	s.Fought++
	return nil
}

// refresh rallies every routed unit of the session (FS-21).
func refresh(s *S, t *rules.Turn, _ rules.Order) error {
	n := 0
	for _, a := range s.Areas {
		for _, h := range slices.Clone(a.Held) {
			f := s.force(h)
			for _, u := range f.units {
				if u.Routed {
					u.Routed = false
					n++
				}
			}
			s.settle(a, h.Seat, f)
		}
	}
	t.Say(Refreshed{Seat: t.Seat(), N: n})
	return nil
}

// muster is the order by which a side tells what it has in an area now: units
// that moved, were built or were lost where no combat was.
func muster(s *S, t *rules.Turn, o rules.Order) error {
	area, err := s.place(o.Args["to"])
	if err != nil {
		return err
	}
	if others := area.others(t.Seat()); len(others) > 0 {
		return rules.Refuse("%s hold %s, as far as the umpire knows. Attack it, or let them `/muster` it as nothing.", rules.Escape(s.side(others[0]).Name), rules.Escape(area.Name))
	}
	f, faults := force{}, []string(nil)
	if text := plain(o.Args["force"]); text != "nothing" && text != "none" {
		f, faults = s.readForce(t.Seat(), o.Args["force"])
		faults = append(faults, f.infer(area)...)
		if area.Sure {
			faults = append(faults, s.checkForce(t.Seat(), f, area, area.Name)...)
		}
	}
	if len(faults) > 0 {
		return rules.Refuse("%s", strings.Join(faults, "\n"))
	}
	s.settle(area, t.Seat(), f)
	t.Say(Mustered{Seat: t.Seat(), Area: area.Name, Force: f.String()})
	return nil
}
