package forbidden

import (
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// blind is the pick that a lapsed choice of a card falls to.
const blind = "blind"

func cardAsk(a *Army) string { return fmt.Sprintf("card%d", a.Seat) }

// chooseAsks has both sides choose a card of their hand, face down.
func chooseAsks(s *S) []rules.Ask {
	c := s.fought()
	if c == nil {
		return nil
	}
	var asks []rules.Ask
	for _, a := range c.Armies {
		asks = append(asks, s.cardAsk(c, a))
	}
	return asks
}

// cardAsk offers each design of a hand once, with what it gives and what it may
// be expected to do.
func (s *S) cardAsk(c *Combat, a *Army) rules.Ask {
	side := s.side(a.Seat)
	lines := []string{fmt.Sprintf("**%s, round %d.** Your dice: %s. You have %s.", rules.Escape(c.Area), c.Round, a.Dice, rules.Escape(a.force()))}
	ask := rules.Ask{ID: cardAsk(a), Seat: a.Seat, Secret: true, Default: []string{blind}}
	hand := side.designs(a.Hand)
	odds := s.odds(c, a, hand)
	for i, card := range hand {
		lines = append(lines, fmt.Sprintf("**%s**: %s", rules.Escape(card.Name), card.text(side.fighting(c.Void))))
		ask.Options = append(ask.Options, card.option(fmt.Sprintf("%s, deals %s, takes %s", card.glyphs(), odds[i].dealt, odds[i].taken)))
	}
	if len(hand) == 0 {
		lines = append(lines, "You have no card left to play.")
	}
	ask.Prompt = kit.Clip(strings.Join(lines, "\n"), 1500)
	return ask
}

// designs gives the designs of a hand, each once, in the deck's order.
func (side *Side) designs(hand []string) []Card {
	var cards []Card
	for _, c := range side.deck().Designs {
		if slices.Contains(hand, c.Key) {
			cards = append(cards, c)
		}
	}
	return cards
}

// cardStep turns one side's card and resolves it wholly. The attacker's comes
// first, while the defender's lies face down (FS-15).
func cardStep(role Role) rules.Step[S] {
	return rules.Step[S]{
		Name: role.String() + "'s card",
		Run: func(s *S, t *rules.Turn) error {
			c := s.fought()
			if c == nil || c.Turned[role] {
				return nil
			}
			return s.turn(t, c, c.Armies[role])
		},
	}
}

func (s *S) turn(t *rules.Turn, c *Combat, a *Army) error {
	key := s.played(t, a)
	t.Open(cardAsk(a))
	a.Blind = ""
	if key == "" {
		t.Say(NoCard{Seat: a.Seat})
	} else {
		i := slices.Index(a.Hand, key)
		if i < 0 {
			return fmt.Errorf("seat %d plays %s, which it does not hold", a.Seat, key)
		}
		a.Hand = slices.Delete(slices.Clone(a.Hand), i, i+1)
		a.Faceup = append(a.Faceup, key)
		side := s.side(a.Seat)
		card := side.deck().card(key)
		foe := c.foe(a)
		t.Say(CardTurned{Seat: a.Seat, Card: card.Name, Icons: card.icons(), Foe: foe.Seat, Waits: !c.Turned[Defender] && a.Role == Attacker})
		c.Resolve(s.hands(t, c, card.Name), a, card, side.fighting(c.Void))
	}
	c.Turned[a.Role] = true
	if d := c.Armies[Defender]; c.Eliminated() && a.Role == Attacker {
		t.Open(cardAsk(d)) // turned up unread
		d.Blind = ""
	}
	return nil
}

// played gives the card that lies face down for a side, "" for none. A lapsed
// choice falls to a card of the hand by a numbered roll (FS-24).
func (s *S) played(t *rules.Turn, a *Army) string {
	pick := t.Pick(cardAsk(a))
	if pick != blind {
		return pick
	}
	if a.Blind == "" && len(a.Hand) > 0 {
		hand := slices.Sorted(slices.Values(a.Hand))
		a.Blind = hand[t.Roll("blind", 1, len(hand))[0]-1]
		t.Say(Blind{Seat: a.Seat})
	}
	return a.Blind
}

// hands let a combat play at the table.
func (s *S) hands(t *rules.Turn, c *Combat, by string) hands {
	h := hands{
		roll: func(_ *Army, why string, n int) []Face { return roll(t, why, n) },
		ask: func(a rules.Ask) []string {
			picks := t.Ask(a)[a.ID].Picks
			if len(picks) == 0 {
				return a.Default
			}
			return picks
		},
		say:     t.Say,
		look:    func(me *Army) { s.peek(t, c, me) },
		retreat: func(a *Army, u *Unit) { s.fallBack(t, c, a, []*Unit{u}, by) },
		target:  func(a *Army, from []group, n int) *Unit { return s.target(t, c, a, from, n) },
	}
	h.unit = h.choice
	return h
}

// peek shows the enemy's face-down card to one side alone.
func (s *S) peek(t *rules.Turn, c *Combat, me *Army) {
	foe := c.foe(me)
	t.Say(Peeked{Seat: me.Seat, Foe: foe.Seat})
	if t.Pick(cardAsk(foe)) != blind {
		t.Show(cardAsk(foe), me.Seat)
		return
	}
	if key := s.played(t, foe); key != "" {
		t.Whisper(me.Seat, Looked{Foe: foe.Seat, Card: s.side(foe.Seat).deck().card(key).Name})
	}
}
