package forbidden

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// S is a session: its sides, what they are known to hold, and the combat that
// is being fought, if any.
type S struct {
	House  houseRules `json:"house"`
	Sides  []*Side    `json:"sides"` // seat n is Sides[n-1]
	Areas  []*Area    `json:"areas,omitempty"`
	Named  int        `json:"named"` // areas that were ever known
	Combat *Combat    `json:"combat,omitempty"`
	Fought int        `json:"fought"`
}

// Side is one player's faction. Cards is its combat deck at rest, by key; in a
// combat the cards are in its Army. Loss is how it takes damage, once that is
// open; LossAsk is the ask by which it gave a new order that lies face down.
type Side struct {
	Name     string   `json:"name"`
	ID       string   `json:"id"`
	Brought  string   `json:"brought"` // its name in the roster
	Faction  string   `json:"faction"` // as its sheet has it
	Book     *Book    `json:"book"`
	Cards    []string `json:"cards"`
	Shuffles int      `json:"shuffles"`
	Tokens   int      `json:"tokens"`
	Loss     Policy   `json:"loss,omitempty"`
	LossAsk  string   `json:"loss_ask,omitempty"`
	Losses   int      `json:"losses,omitempty"` // loss orders given so far
}

// newS checks a setup and copies it: two to four sides of one sheet each.
func newS(setup rules.Setup) (*S, error) {
	if n := len(setup.Sides); n < 2 || n > 4 {
		return nil, rules.Refuse("Forbidden Stars is for two to four sides, not %d.", n)
	}
	s := &S{House: houseOf(setup.Options)}
	var sheets []Sheet
	for _, roster := range setup.Sides {
		if len(roster.Fighters) != 1 {
			return nil, rules.Refuse("%s has %d sheets. A side has one: its faction's.", rules.Escape(roster.Name), len(roster.Fighters))
		}
		f := roster.Fighters[0]
		sheet, err := readSheet(f.Sheet)
		if err != nil {
			return nil, rules.Refuse("%s: %v", rules.Escape(roster.Name), err)
		}
		if f.ID == "" || len(f.ID) > 32 || strings.TrimSpace(f.Name) == "" || len([]rune(f.Name)) > mostLetters {
			return nil, rules.Refuse("%s needs an id and a name of at most %d letters.", rules.Escape(roster.Name), mostLetters)
		}
		side := s.newSide(f, sheet)
		if n := len(side.deck().Designs); n != designsInDeck {
			return nil, rules.Refuse("%s has %d designs in its combat deck, and it needs %d: put an upgrade in.", rules.Escape(roster.Name), n, designsInDeck)
		}
		s.Sides = append(s.Sides, side)
		sheets = append(sheets, sheet)
	}
	s.tellApart()
	return s, s.station(sheets)
}

// newSide is a side with what its sheet brings, but for what it holds.
func (s *S) newSide(f rules.Fighter, sheet Sheet) *Side {
	d := decks{sheet.Deck, sheet.Printed}
	if s.House.Printed && d.Spare != nil {
		d = decks{*sheet.Printed, &sheet.Deck}
	}
	return &Side{
		Name: sheet.Faction, Faction: sheet.Faction, ID: f.ID, Brought: f.Name,
		Book: newBook(sheet.Units, d), Cards: d.Deck.cards(), Tokens: sheet.Tokens,
	}
}

// tellApart numbers factions of one name.
func (s *S) tellApart() {
	for i, side := range s.Sides {
		name := side.Name
		for n := 2; slices.ContainsFunc(s.Sides[:i], func(o *Side) bool { return o.Name == side.Name }); n++ {
			side.Name = fmt.Sprintf("%s %s", name, strings.Repeat("I", n))
		}
	}
}

// station puts what the sheets hold into areas.
func (s *S) station(sheets []Sheet) error {
	for i, sheet := range sheets {
		seat := rules.Seat(i + 1)
		for _, at := range sheet.Held {
			f, faults := s.forceAt(seat, at)
			if len(f.units)+len(f.structures)+len(faults) == 0 {
				continue // nothing is left there
			}
			area, err := s.place(at.Area)
			if err != nil {
				return err
			}
			area.Void, area.Sure = at.Void, true
			faults = append(faults, s.checkForce(seat, f, area, area.Name)...)
			if len(faults) > 0 {
				return rules.Refuse("%s at %s: %s", rules.Escape(s.side(seat).Name), rules.Escape(area.Name), strings.Join(faults, " "))
			}
			s.settle(area, seat, f)
		}
	}
	return nil
}

func (s *S) side(seat rules.Seat) *Side { return s.Sides[seat-1] }

// token is what a side's reinforcement token stands for: its unit of command
// level 0, on the ground or in the void (FS-26).
func (side *Side) token(void bool) Kind {
	for _, k := range side.units() {
		if k.Ship == void && slices.Contains(k.Levels, 0) {
			return k
		}
	}
	return side.units()[0]
}

// seats lists the seats of the session.
func (s *S) seats() []rules.Seat {
	var seats []rules.Seat
	for i := range s.Sides {
		seats = append(seats, rules.Seat(i+1))
	}
	return seats
}

// roster gives the sheets as the session leaves them: upgraded decks, tokens
// and what each side holds. A combat that is being fought is broken off (FS-31).
func roster(s *S) []rules.Fighter {
	if s.Combat != nil {
		s = s.copied()
		if err := s.breakOff(); err != nil {
			panic("forbidden: " + err.Error())
		}
	}
	var fighters []rules.Fighter
	for i, side := range s.Sides {
		seat := rules.Seat(i + 1)
		fighters = append(fighters, rules.Fighter{ID: side.ID, Name: side.Brought, Seat: seat, Sheet: kit.Encode(s.sheet(seat))})
	}
	return fighters
}

// copied gives a session that shares nothing with this one.
func (s *S) copied() *S {
	var c S
	if err := json.Unmarshal(kit.Encode(s), &c); err != nil {
		panic("forbidden: " + err.Error())
	}
	return &c
}

func (s *S) sheet(seat rules.Seat) Sheet {
	side := s.side(seat)
	d := side.decks()
	sheet := Sheet{Faction: side.Faction, Units: side.units(), Deck: d.Deck, Printed: d.Spare, Tokens: side.Tokens}
	if s.House.Printed && d.Spare != nil {
		sheet.Deck, sheet.Printed = *d.Spare, &d.Deck
	}
	for _, area := range s.Areas {
		if h := area.of(seat); h != nil {
			sheet.Held = append(sheet.Held, Station{Area: area.Name, Void: area.Void, Force: s.force(h).String()})
		}
	}
	return sheet
}
