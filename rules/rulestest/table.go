package rulestest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"umpire/rules"
)

// Table is a fight with its whole log, as the store would keep it.
type Table struct {
	Fight *rules.Fight
	Log   []rules.Entry
	Told  [][]rules.Event // by log line
	Kept  map[int][]byte  // snapshots that an undo can go back to, by line

	secret string
	dice   rules.Dice
}

// Move is one thing that happens at a table: the first of these, from Word on,
// that is set.
type Move struct {
	Seat     rules.Seat   `json:",omitzero"` // who makes it
	Lapse    bool         `json:",omitzero"` // of Stand and Withdraw
	Word     string       `json:",omitzero"`
	Begin    bool         `json:",omitzero"`
	Reply    *rules.Reply `json:",omitzero"`
	Undo     int          `json:",omitzero"`
	Alone    bool         `json:",omitzero"` // of Undo: nobody else agrees
	People   [][]string   `json:",omitzero"`
	Object   string       `json:",omitzero"` // the reason
	Stand    bool         `json:",omitzero"`
	Withdraw bool         `json:",omitzero"`
	Loose    int          `json:",omitzero"` // dice of ten sides
	Pledge   string       `json:",omitzero"`
	Note     string       `json:",omitzero"`
	Pause    bool         `json:",omitzero"`
	Resume   bool         `json:",omitzero"`
	Reason   string       `json:",omitzero"` // the umpire's
	Close    bool         `json:",omitzero"`
}

// Sit opens a fight whose dice are drawn from secret, or are dice when that is
// not nil. Words and Begin are the first moves: see Start.
func Sit(sys *rules.System, setup rules.Setup, secret string, dice rules.Dice) (*Table, error) {
	secret = digest(secret)
	b := &Table{Kept: make(map[int][]byte), secret: secret, dice: dice}
	people := make([][]string, len(setup.Sides))
	for i := range people {
		people[i] = []string{key(rules.Seat(i + 1))}
	}
	f, entry, err := rules.New(sys, "T1", setup, people, rules.SealOf(secret, "T1"), stamp(1, 0))
	if err != nil {
		return nil, err
	}
	b.Fight = f
	b.record(entry, nil)
	return b, nil
}

// Start gives the moves that begin the fight: a word from each seat, then Begin.
func (b *Table) Start() []Move {
	var moves []Move
	for i := range b.Log[0].Setup.Setup.Sides {
		moves = append(moves, Move{Seat: rules.Seat(i + 1), Word: fmt.Sprintf("word %d", i+1)})
	}
	return append(moves, Move{Begin: true})
}

// Make makes a move and keeps what comes of it.
func (b *Table) Make(m Move) error {
	entry, events, err := b.try(b.Fight, m, b.dice)
	if err != nil {
		return err
	}
	b.record(entry, events)
	return nil
}

// try makes a move on a fight of this table, or on one like it, and keeps
// nothing. Dice nil: the sealed ones.
func (b *Table) try(f *rules.Fight, m Move, dice rules.Dice) (rules.Entry, []rules.Event, error) {
	if dice == nil {
		dice = rules.NewSealed(b.secret, f.ID(), f.Mix())
	}
	st := stamp(f.Line()+1, m.Seat)
	agreed := "other"
	if m.Alone {
		agreed = ""
	}
	st.Reason = m.Reason
	switch {
	case m.Pledge != "":
		return f.Pledge(m.Seat, m.Pledge, st)
	case m.Note != "":
		return f.Note(m.Seat, m.Note, "", st)
	case m.Pause:
		return f.Pause(st)
	case m.Resume:
		return f.Resume(st)
	case m.Word != "":
		return f.Word(m.Seat, m.Word, st)
	case m.Begin:
		return f.Begin(dice, st)
	case m.Reply != nil:
		return f.Answer(m.Seat, *m.Reply, dice, st)
	case m.Undo != 0:
		return f.Undo(max(1, m.Seat), m.Undo, agreed, b.Kept[m.Undo], st)
	case m.People != nil:
		return f.Seats(m.People, st)
	case m.Object != "":
		return f.Object(m.Seat, m.Object, st)
	case m.Stand:
		return f.Stand(m.Seat, m.Lapse, st)
	case m.Withdraw:
		return f.Withdraw(m.Seat, m.Lapse, st)
	case m.Loose > 0:
		return f.Loose(m.Seat, func(roll func(count, sides int) []int) (string, error) {
			return fmt.Sprint(roll(m.Loose, 10)), nil
		}, dice, st)
	}
	return f.Close(b.secret, st)
}

func (b *Table) record(entry rules.Entry, events []rules.Event) {
	b.Log = append(b.Log, entry)
	b.Told = append(b.Told, events)
	if slices.Contains(b.Fight.Units(), b.Fight.Line()) {
		b.Kept[b.Fight.Line()] = b.Fight.Snapshot()
	}
}

// fork gives a second table that stands where this one does.
func (b *Table) fork() (*Table, error) {
	f, err := rules.Load(b.Fight.System(), b.Fight.Snapshot())
	if err != nil {
		return nil, err
	}
	return &Table{f, slices.Clone(b.Log), slices.Clone(b.Told), maps.Clone(b.Kept), b.secret, b.dice}, nil
}

// seats gives the seats of the table, from 1.
func (b *Table) seats() []rules.Seat {
	var list []rules.Seat
	for i := range b.Log[0].Setup.Setup.Sides {
		list = append(list, rules.Seat(i+1))
	}
	return list
}

// stamp is who writes a line; its nonces follow from the line, so that two
// fights that differ in one pick differ in nothing else.
func stamp(line int, seat rules.Seat) rules.Stamp {
	drawn := 0
	return rules.Stamp{By: key(seat), At: int64(line) * 1000, Nonce: func() string {
		drawn++
		return digest(fmt.Sprintf("nonce %d %d", line, drawn))[:32]
	}}
}

func key(seat rules.Seat) string {
	if seat < 1 {
		return "umpire"
	}
	return fmt.Sprintf("p%d", seat)
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
