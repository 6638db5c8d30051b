package lasthope

import (
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// blind is the pick that a lapsed decision falls to: a card that nobody chose.
const blind = "blind"

// deck is the cards that a combat is fought with.
func (h House) deck() []kit.Card { return kit.Deck(h.Jokers != JokersRemoved) }

// newPiles gives each side its own deck, both one, or none when cards are called.
func newPiles(h House) []kit.Pile {
	switch {
	case h.Called:
		return nil
	case h.SharedDeck:
		return []kit.Pile{kit.NewPile(rules.Everyone, h.deck())}
	}
	return []kit.Pile{kit.NewPile(1, h.deck()), kit.NewPile(2, h.deck())}
}

// pile is what a seat draws from; nil when cards are called.
func (s *S) pile(seat rules.Seat) *kit.Pile {
	switch {
	case s.House.Called:
		return nil
	case s.House.SharedDeck:
		return &s.Piles[0]
	}
	return &s.Piles[seat-1]
}

// deal is the opening: it shuffles and fills both hands.
func deal(s *S, t *rules.Turn) error {
	s.refill(t)
	t.Say(Dealt{Size: s.House.HandSize, Called: s.House.Called, Shared: s.House.SharedDeck, Jokers: s.House.Jokers})
	t.Say(s.begins())
	return nil
}

// refill draws both hands full, the active side first.
func (s *S) refill(t *rules.Turn) {
	if s.House.Called {
		return
	}
	for _, seat := range []rules.Seat{s.Active, other(s.Active)} {
		s.draw(t, seat, func(pile *kit.Pile) { s.side(seat).Hand.Refill(pile, s.House.HandSize, t.Shuffle) })
	}
}

// draw lets a seat draw from its pile, and tells when discards became a new deck.
func (s *S) draw(t *rules.Turn, seat rules.Seat, take func(*kit.Pile)) {
	pile := s.pile(seat)
	before := pile.Shuffles
	take(pile)
	if before > 0 && pile.Shuffles > before {
		t.Say(Reshuffled{Seat: pile.Seat})
	}
}

// askFor is the ask by which a seat commits its one card.
func askFor(seat rules.Seat) string { return fmt.Sprintf("card%d", seat) }

// commit has each side choose one card, face down, and turns both up together.
// What a side plays when it has not chosen is told before.
func (d *duel) commit(s *S, t *rules.Turn) error {
	t.Ask(d.cardAsk(s, d.by), d.cardAsk(s, other(d.by)))
	attack, err := s.play(t, d.by)
	if err != nil {
		return err
	}
	defence, err := s.play(t, other(d.by))
	if err != nil {
		return err
	}
	t.Open(askFor(d.by), askFor(other(d.by)))
	d.attack.Card, d.defence.Card = attack, defence
	if !s.House.Called {
		s.pile(d.by).Discard(attack)
		s.pile(other(d.by)).Discard(defence)
	}
	return nil
}

// play takes the card that a seat chose, or the one that counts in its place:
// blind when the decision lapsed (LH-16), by the house when the hand is empty
// (LH-13). No card at all is left when deck and discards are empty too.
func (s *S) play(t *rules.Turn, seat rules.Seat) (kit.Card, error) {
	pick := t.Pick(askFor(seat))
	if pick != "" && pick != blind {
		card, err := kit.ParseCard(pick)
		if err != nil {
			return card, fmt.Errorf("read the card of seat %d: %w", seat, err)
		}
		if !s.House.Called && !s.side(seat).Hand.Play(card) {
			return card, fmt.Errorf("seat %d plays %s, which it does not hold", seat, card.ID())
		}
		return card, nil
	}
	fact := Blind{Seat: seat, Empty: pick == "", From: FromDeck}
	var card kit.Card
	switch {
	case s.House.Called:
		deck := s.House.deck()
		fact.From, card = FromRoll, deck[t.Roll("blind", 1, len(deck))[0]-1]
	case pick == "" && s.House.EmptyHandIsZero:
		fact.From = FromNothing
	default:
		s.draw(t, seat, func(pile *kit.Pile) { card, _ = pile.Take(t.Shuffle) })
		if card.None() {
			fact.From = FromNothing
		}
	}
	t.Say(fact)
	return card, nil
}

// cardAsk asks a side of the duel for its card, in secret.
func (d *duel) cardAsk(s *S, seat rules.Seat) rules.Ask {
	ask := rules.Ask{ID: askFor(seat), Seat: seat, Secret: true, Default: []string{blind}, Prompt: d.prompt(seat)}
	cards := s.side(seat).Hand.Sorted()
	if s.House.Called {
		cards = s.House.deck()
	}
	for _, card := range cards {
		group := card.Suit.Name()
		if card.Rank.Joker() {
			group = "Jokers"
		}
		ask.Options = append(ask.Options, rules.Option{ID: card.ID(), Label: card.String(), Detail: d.gives(s, seat, card), Group: group})
	}
	return ask
}

// gives tells what a card would make of a side's sum: "8, favoured, wins a tie".
func (d *duel) gives(s *S, seat rules.Seat, card kit.Card) string {
	a, g := d.attack, d.defence
	a.Card, g.Card = card, card
	attack, defence := Test(a, g, s.House)
	sum, favoured, bonus := attack, a.Favoured, "damage"
	if seat != d.by {
		sum, favoured, bonus = defence, g.Favoured, "toughness"
	}
	words := []string{fmt.Sprint(sum.Total())}
	if Favours(card, favoured) {
		words = append(words, "favoured")
	}
	if breaks(card, favoured, s.House) {
		words = append(words, "wins a tie")
	}
	if n := TestBonus(card, favoured); n > 0 {
		words = append(words, fmt.Sprintf("its +%d is counted", n))
	}
	if n := DamageBonus(card, favoured); n > 0 {
		words = append(words, plus(n, bonus))
	}
	return strings.Join(words, ", ")
}

// prompt heads the choice of a card: what is afoot, and the seat's own number.
func (d *duel) prompt(seat rules.Seat) string {
	attacker, target := d.attacker.shown(), d.target.shown()
	with := d.attack.Weapon.Name
	switch {
	case d.throws:
		with += ", thrown"
	case d.unnamed:
		with = "weapon named later"
	}
	const sealed = "Nobody sees your card until both are in."
	if seat == d.by {
		return fmt.Sprintf("**%s goes for %s**: %s.\nYour %s is %d. %s", attacker, target, with, d.attack.Stat.Why, d.attack.Stat.N, sealed)
	}
	_, defence := Test(d.attack, d.defence, House{})
	return fmt.Sprintf("**%s is under attack**: %s, %s.\nYour defence is %d. %s", target, attacker, with, defence.Total(), sealed)
}
