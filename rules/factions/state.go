package factions

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// S is a fight of two teams.
type S struct {
	House    House       `json:"house"`
	Teams    []Team      `json:"teams"` // seat n is Teams[n-1]
	Active   rules.Seat  `json:"active"`
	Round    int         `json:"round"` // each team has one half of it
	Done     bool        `json:"done,omitempty"`
	Piles    []Pile      `json:"piles,omitempty"`    // one a team, or one shared; none when cards are drawn afresh
	Contacts [][2]string `json:"contacts,omitempty"` // who stood next to whom in the last Melee step, by id
	Markers  []Marker    `json:"markers,omitempty"`
	Trackers []Tracker   `json:"trackers,omitempty"`
	Cards    int         `json:"cards,omitempty"`  // cards so far, for their names
	Melees   int         `json:"melees,omitempty"` // Melee steps so far, for the names of their asks
	Laid     int         `json:"laid,omitempty"`   // markers and trackers so far

	CardsLaid bool `json:"cards_laid,omitempty"` // those that the sheets bring face down
}

// Team is one side of the fight.
type Team struct {
	Name    string    `json:"name"`
	Deck    Deck      `json:"deck"`
	Pool    []Weapon  `json:"pool,omitempty"` // the treasure cards that it knows
	Figures []*Figure `json:"figures"`
}

// Figure is a hero or a minion. ID is short and its own in this fight ("a1");
// Brought is how its roster calls it. Its sheet's wounds, cards, gold and defeat
// are kept here instead.
type Figure struct {
	ID       string     `json:"id"`
	Name     string     `json:"name"`
	Seat     rules.Seat `json:"seat"`
	Brought  Brought    `json:"brought"`
	Sheet    Sheet      `json:"sheet"`
	Wounds   int        `json:"wounds,omitempty"`
	Defeated bool       `json:"defeated,omitempty"` // in the Underpit; a minion is gone
	Fought   bool       `json:"fought,omitempty"`   // had its turn in this half's Melee step
	Gold     int        `json:"gold,omitempty"`
	Cards    []Holding  `json:"cards,omitempty"`
}

// Brought is a figure's ID and name in the roster that it came from.
type Brought struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Holding is one treasure card that lies with a hero or a marker. A Down one is
// known to its team alone: Ask is the sealed pick that says what it is.
type Holding struct {
	ID   string     `json:"id"`
	Card Weapon     `json:"card"`
	Down bool       `json:"down,omitempty"`
	Ask  string     `json:"ask,omitempty"`
	By   rules.Seat `json:"by,omitempty"` // who sealed it, of one that was laid face down
}

// newS checks a setup and copies it: two teams, each with somebody who stands.
func newS(setup rules.Setup) (*S, error) {
	if len(setup.Sides) != 2 {
		return nil, rules.Refuse("Worldspanner Factions is fought by two teams, not %d.", len(setup.Sides))
	}
	s := &S{House: houseOf(setup.Options), Active: 1, Round: 1}
	for i, roster := range setup.Sides {
		team, err := s.newTeam(rules.Seat(i+1), roster)
		if err != nil {
			return nil, err
		}
		s.Teams = append(s.Teams, team)
	}
	s.tellApart()
	switch {
	case s.House.Independent:
	case s.House.SharedDeck:
		s.Piles = []Pile{newPile(rules.Everyone, len(s.Teams[0].Deck))}
	default:
		s.Piles = []Pile{newPile(1, len(s.Teams[0].Deck)), newPile(2, len(s.Teams[1].Deck))}
	}
	return s, nil
}

func (s *S) newTeam(seat rules.Seat, roster rules.Roster) (Team, error) {
	var sheet teamSheet
	dec := json.NewDecoder(bytes.NewReader(roster.Sheet))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&sheet); err != nil || len(sheet.Cards) > mostPool || len(sheet.Deck) < fewestCards || len(sheet.Deck) > mostCards {
		return Team{}, rules.Refuse("The team %s needs a challenge deck of %d to %d cards and at most %d treasure cards.", rules.Escape(roster.Name), fewestCards, mostCards, mostPool)
	}
	team := Team{Name: roster.Name, Deck: sheet.Deck}
	for _, card := range sheet.Cards {
		if err := card.check(); err != nil {
			return Team{}, rules.Refuse("A card of %s: %s.", rules.Escape(roster.Name), rules.Escape(err.Error()))
		}
		team.Pool = append(team.Pool, card)
	}
	if n := len([]rune(team.Name)); n == 0 || n > mostLetters || strings.ContainsAny(team.Name, "\n\r") {
		return Team{}, rules.Refuse("A team needs a name of at most %d letters.", mostLetters)
	}
	if n := len(roster.Fighters); n > mostFigures {
		return Team{}, rules.Refuse("%s have %d heroes and minions, and a team fields at most %d.", rules.Escape(roster.Name), n, mostFigures)
	}
	for _, f := range roster.Fighters {
		figure, err := s.newFigure(seat, team, f)
		if err != nil {
			return Team{}, rules.Refuse("%s of %s: %v", rules.Escape(f.Name), rules.Escape(roster.Name), err)
		}
		team.Figures = append(team.Figures, figure)
	}
	if len(team.standing()) == 0 {
		return Team{}, rules.Refuse("%s have nobody who can fight.", rules.Escape(roster.Name))
	}
	return team, nil
}

func (s *S) newFigure(seat rules.Seat, team Team, f rules.Fighter) (*Figure, error) {
	sheet, err := readSheet(f.Sheet)
	if err != nil {
		return nil, err
	}
	name := strings.TrimSpace(f.Name)
	switch {
	case name == "" || len([]rune(name)) > mostLetters || strings.ContainsAny(name, "\n\r:;,"):
		return nil, rules.Refuse("A name has at most %d letters, and no comma, colon or semicolon.", mostLetters)
	case slices.ContainsFunc(team.Figures, func(o *Figure) bool { return strings.EqualFold(o.Name, name) }):
		return nil, rules.Refuse("Two of a team have that name. Give each its own.")
	}
	figure := &Figure{
		ID: fmt.Sprintf("%c%d", 'a'+rune(seat-1), len(team.Figures)+1), Name: name, Seat: seat, Brought: Brought{f.ID, f.Name},
		Sheet: sheet, Wounds: sheet.Wounds, Defeated: sheet.Defeated, Gold: sheet.Gold,
	}
	for _, card := range sheet.Cards {
		s.hold(figure, card)
	}
	figure.Sheet.Wounds, figure.Sheet.Defeated, figure.Sheet.Gold, figure.Sheet.Cards = 0, false, 0, nil
	return figure, nil
}

// hold lays a card open before a hero.
func (s *S) hold(f *Figure, card Weapon) {
	s.Cards++
	f.Cards = append(f.Cards, Holding{ID: fmt.Sprintf("c%d", s.Cards), Card: card})
}

// tellApart gives the second team's figures other names where the first has the
// same, for a team may fight its like.
func (s *S) tellApart() {
	first, second := s.Teams[0], &s.Teams[1]
	if strings.EqualFold(first.Name, second.Name) {
		second.Name += " II"
	}
	all := slices.Concat(first.Figures, second.Figures)
	for _, f := range second.Figures {
		for slices.ContainsFunc(all, func(o *Figure) bool { return o != f && strings.EqualFold(o.Name, f.Name) }) {
			f.Name += " II"
		}
	}
}

func other(seat rules.Seat) rules.Seat { return 3 - seat }

func (s *S) team(seat rules.Seat) *Team { return &s.Teams[seat-1] }

// everyone lists the figures of both teams, the first team's first.
func (s *S) everyone() []*Figure { return slices.Concat(s.Teams[0].Figures, s.Teams[1].Figures) }

// figure finds a figure of either team by its ID.
func (s *S) figure(id string) *Figure {
	for _, f := range s.everyone() {
		if f.ID == id {
			return f
		}
	}
	return nil
}

// standing lists who is not defeated.
func (t *Team) standing() []*Figure {
	var standing []*Figure
	for _, f := range t.Figures {
		if !f.Defeated {
			standing = append(standing, f)
		}
	}
	return standing
}

// shown is the figure's name where markdown is read.
func (f *Figure) shown() string { return rules.Escape(f.Name) }

// down counts the figure's cards that lie face down.
func (f *Figure) down() int {
	n := 0
	for _, h := range f.Cards {
		if h.Down {
			n++
		}
	}
	return n
}

// strikes tells whether a figure attacks in a Melee step at all: heroes do, and
// minions where the house has it so and they have Wits and a Power (WF-15).
func (s *S) strikes(f *Figure) bool {
	return !f.Sheet.Minion || s.House.MinionsAttack && f.Sheet.Wits > 0 && f.Sheet.Power > 0
}

// mayStrike tells whether a figure has its turn in this half's Melee step still
// before it.
func (s *S) mayStrike(f *Figure) bool { return !f.Defeated && !f.Fought && s.strikes(f) }

// roster gives the sheets as the fight leaves them, under the names that they
// came with. What lies face down is counted, not named; before the cards are
// laid it is what the sheet has.
func roster(s *S) []rules.Fighter {
	var fighters []rules.Fighter
	for _, f := range s.everyone() {
		sheet := f.Sheet
		sheet.Wounds, sheet.Defeated, sheet.Gold, sheet.FaceDown = f.Wounds, f.Defeated, f.Gold, f.down()
		if !s.CardsLaid {
			sheet.FaceDown = f.Sheet.FaceDown
		}
		for _, h := range f.Cards {
			if !h.Down {
				sheet.Cards = append(sheet.Cards, h.Card)
			}
		}
		fighters = append(fighters, rules.Fighter{ID: f.Brought.ID, Name: f.Brought.Name, Seat: f.Seat, Sheet: kit.Encode(sheet)})
	}
	return fighters
}
