package factions

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// shuffle is the first step of the opening.
func shuffle(s *S, t *rules.Turn) error {
	for i := range s.Piles {
		s.Piles[i].Shuffle(t.Shuffle)
	}
	t.Say(Shuffled{Cards: len(s.Teams[0].Deck), Shared: s.House.SharedDeck, Independent: s.House.Independent})
	return nil
}

// deck is the challenge cards that a team draws from.
func (s *S) deck(seat rules.Seat) []Challenge {
	if s.House.SharedDeck {
		return s.Teams[0].Deck
	}
	return s.team(seat).Deck
}

// pile is how that deck lies; nil when every card is drawn afresh.
func (s *S) pile(seat rules.Seat) *Pile {
	switch {
	case s.House.Independent:
		return nil
	case s.House.SharedDeck:
		return &s.Piles[0]
	}
	return &s.Piles[seat-1]
}

// draw draws one challenge card for a team (WF-1).
func (s *S) draw(t *rules.Turn, seat rules.Seat) Drawn {
	deck, pile := s.deck(seat), s.pile(seat)
	drawn := Drawn{Team: s.team(seat).Name}
	if pile == nil {
		drawn.Card = t.Roll("challenge", 1, len(deck))[0]
		drawn.Shows = deck[drawn.Card-1]
		return drawn
	}
	if len(pile.Draw) == 0 {
		name := drawn.Team
		if s.House.SharedDeck {
			name = ""
		}
		t.Say(Reshuffled{Team: name})
	}
	drawn.Card = pile.Take(t.Shuffle)
	drawn.Shows = deck[drawn.Card-1]
	return drawn
}

// cardAsks asks each team in secret what the cards are that lie face down before
// its heroes when the fight begins.
func cardAsks(s *S) []rules.Ask {
	var asks []rules.Ask
	n := s.Cards
	for _, f := range s.everyone() {
		for range f.Sheet.FaceDown {
			n++
			asks = append(asks, s.cardAsk(f, n))
		}
	}
	return asks
}

// layCards lays them down, and begins the first half.
func layCards(s *S, t *rules.Turn) error {
	for _, f := range s.everyone() {
		for range f.Sheet.FaceDown {
			s.lay(f)
			if err := s.seal(t, f); err != nil {
				return err
			}
		}
		if f.Sheet.FaceDown > 0 {
			t.Say(CardsLaid{Seat: f.Seat, Figure: f.Name, Down: f.down()})
		}
	}
	s.CardsLaid = true
	t.Say(s.begins())
	return nil
}

// cardAsk asks a team which treasure card its hero takes face down. It is the
// fight's n-th card.
func (s *S) cardAsk(f *Figure, n int) rules.Ask {
	ask := rules.Ask{
		ID: fmt.Sprintf("card%d", n), Seat: f.Seat, Secret: true, Default: []string{otherCard().Key},
		Prompt: fmt.Sprintf("**What lies face down before %s?** Nobody else sees it until it is used.", f.shown()),
	}
	for _, w := range append(slices.Clone(s.team(f.Seat).Pool), otherCard()) {
		detail := "no weapon"
		if w.Kind != "" {
			detail = fmt.Sprintf("%s: %s", w.Kind, w.numbers())
			if why := f.Sheet.bars(w, s.House); why != "" {
				detail += "; useless, " + why
			}
		}
		ask.Options = append(ask.Options, rules.Option{ID: w.Key, Label: kit.Capital(w.Name), Detail: kit.Clip(detail, 100)})
	}
	return ask
}

// lay gives a figure a card face down. Until its team has said which, it is none
// that does anything.
func (s *S) lay(f *Figure) {
	s.Cards++
	f.Cards = append(f.Cards, Holding{ID: fmt.Sprintf("c%d", s.Cards), Card: otherCard(), Down: true, Ask: fmt.Sprintf("card%d", s.Cards), By: f.Seat})
}

// seal makes the card that was laid last the one that the figure's team has
// sealed for it.
func (s *S) seal(t *rules.Turn, f *Figure) error {
	h := &f.Cards[len(f.Cards)-1]
	pick := t.Pick(h.Ask)
	if pick == h.Card.Key {
		return nil
	}
	i := slices.IndexFunc(s.team(f.Seat).Pool, func(w Weapon) bool { return w.Key == pick })
	if i < 0 {
		return fmt.Errorf("lay down a card of seat %d: it knows no %q", f.Seat, pick)
	}
	h.Card = s.team(f.Seat).Pool[i]
	return nil
}

// treasure is the order by which a hero takes a card or gold outside the fight:
// face down when neither is named, and then the team says in secret which.
func treasure(s *S, t *rules.Turn, o rules.Order) error {
	f, err := s.ownHero(t.Seat(), o.Args["hero"])
	if err != nil {
		return err
	}
	told := Treasure{Seat: t.Seat(), Figure: f.Name}
	if text := o.Args["gold"]; text != "" {
		if told.Gold, err = goldOf(text, 1, mostGold-f.Gold); err != nil {
			return err
		}
		if o.Args["card"] != "" {
			return rules.Refuse("Name a card or gold, not both.")
		}
		f.Gold += told.Gold
		t.Say(told)
		return nil
	}
	if len(f.Cards) >= mostCarried {
		return rules.Refuse("%s carries %d cards already.", f.shown(), mostCarried)
	}
	if text := o.Args["card"]; text != "" {
		card, err := s.poolCard(t.Seat(), text)
		if err != nil {
			return err
		}
		s.hold(f, card)
		if told.Card = card.Name; card.Kind != "" {
			told.Terms = card.terms()
		}
		t.Say(told)
		return nil
	}
	told.Down = true
	t.Say(told)
	ask := s.cardAsk(f, s.Cards+1)
	s.lay(f) // it lies there, whatever becomes of the question (WF-31)
	t.Ask(ask)
	return s.seal(t, f)
}

// poolCard finds a treasure card that a team knows, or one that is no weapon.
func (s *S) poolCard(seat rules.Seat, text string) (Weapon, error) {
	id, err := kit.Find("card", text, poolOptions(s, seat))
	if err != nil {
		return Weapon{}, err
	}
	for _, w := range s.team(seat).Pool {
		if w.Key == id {
			return w, nil
		}
	}
	return otherCard(), nil
}

func goldOf(text string, from, to int) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < from || n > to {
		return 0, rules.Refuse("Gold is a number from %d to %d.", from, to)
	}
	return n, nil
}

// holding finds a card that lies with the figure; nil for none.
func (f *Figure) holding(id string) *Holding {
	for i := range f.Cards {
		if f.Cards[i].ID == id {
			return &f.Cards[i]
		}
	}
	return nil
}

// drop takes a card away.
func (f *Figure) drop(id string) {
	f.Cards = slices.DeleteFunc(f.Cards, func(h Holding) bool { return h.ID == id })
}
