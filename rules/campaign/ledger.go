package campaign

import (
	"encoding/json"
	"fmt"
	"slices"

	"umpire/rules"
)

// Entry is one line of a roster's ledger. N counts from 1. By is the key of who
// did it, Battle the battle that it comes from, Fight and Line the session and its
// last log line. Reverses is the entry that this one takes back; then it has no
// changes of its own.
type Entry struct {
	N        int      `json:"n"`
	At       int64    `json:"at"` // UTC milliseconds
	By       string   `json:"by"`
	Why      string   `json:"why,omitempty"`
	Battle   string   `json:"battle,omitempty"`
	Reverses int      `json:"reverses,omitempty"`
	Fight    string   `json:"fight,omitempty"`
	Line     int      `json:"line,omitempty"`
	Changes  []Change `json:"changes,omitempty"`
}

// What a Change does.
const (
	Name     = "name"     // the roster is called To
	Side     = "side"     // the side sheet becomes Value
	Add      = "add"      // Who comes in, whole
	Remove   = "remove"   // Member is taken off
	Rename   = "rename"   // Member is called To
	Note     = "note"     // Member's notes become To
	Secret   = "secret"   // Member's secret notes become To
	Wound    = "wound"    // Member takes N wounds, and with To is out then, to tell; below zero it heals
	Mend     = "mend"     // Member heals all wounds
	Stand    = "stand"    // Member's standing is set to To
	Number   = "number"   // the number at Path of Member's sheet changes by N
	Gain     = "gain"     // the list at Path of Member's sheet has Value more
	Lose     = "lose"     // and Value less
	Put      = "put"      // what is at Path of Member's sheet becomes Value; nothing, if that is null
	Return   = "return"   // whoever was routed or set out is back
	Rest     = "rest"     // everybody but the dead heals N wounds
	RestFull = "restfull" // everybody but the dead heals all
)

// Change is one thing that an entry does to a roster. A change of a member who is
// not there, since the entry that brought it was taken back, does nothing.
type Change struct {
	What   string          `json:"what"`
	Member string          `json:"member,omitempty"`
	To     string          `json:"to,omitempty"`
	N      int             `json:"n,omitempty"`
	Path   string          `json:"path,omitempty"` // keys with "/" between them
	Value  json.RawMessage `json:"value,omitempty"`
	Who    *Member         `json:"who,omitempty"`
}

// Fold is the roster that a ledger gives: the changes of all entries that stand,
// in order.
func Fold(ledger []Entry) (Roster, error) {
	var r Roster
	stands := Stands(ledger)
	for i, e := range ledger {
		for _, c := range e.Changes {
			if !stands[i] && c.What == Add && c.Who != nil {
				r.Gone = append(r.Gone, c.Who.ID)
			}
		}
	}
	for i, e := range ledger {
		if e.N != i+1 || e.Reverses < 0 || e.Reverses >= e.N {
			return r, fmt.Errorf("entry %d of the ledger is out of order", i+1)
		}
		if !stands[i] {
			continue
		}
		for _, c := range e.Changes {
			if err := r.apply(c); err != nil {
				return r, fmt.Errorf("entry %d of the ledger: %w", e.N, err)
			}
		}
	}
	return r, nil
}

// After is the roster after some more changes.
func (r *Roster) After(changes []Change) (Roster, error) {
	next := Roster{Name: r.Name, Side: r.Side, Members: slices.Clone(r.Members), Gone: slices.Clone(r.Gone)}
	for _, c := range changes {
		if err := next.apply(c); err != nil {
			return next, err
		}
	}
	return next, nil
}

// Stands tells of each entry whether it stands: whether no later entry that stands
// takes it back.
func Stands(ledger []Entry) []bool {
	stands := make([]bool, len(ledger))
	for i := range stands {
		stands[i] = true
	}
	for i := len(ledger) - 1; i >= 0; i-- {
		if to := ledger[i].Reverses; stands[i] && to > 0 && to <= i {
			stands[to-1] = false
		}
	}
	return stands
}

// Reversible refuses to take back an entry that is not there or is taken back
// already.
func Reversible(ledger []Entry, n int) error {
	if n < 1 || n > len(ledger) {
		return rules.Refuse("There is no entry %d. The last one is %d.", n, len(ledger))
	}
	if !Stands(ledger)[n-1] {
		return rules.Refuse("Entry %d is taken back already.", n)
	}
	return nil
}

func (r *Roster) apply(c Change) error {
	switch c.What {
	case Name:
		r.Name = c.To
	case Side:
		r.Side = c.Value
	case Add:
		if c.Who == nil || c.Who.ID == "" || r.Has(c.Who.ID) {
			return fmt.Errorf("a member comes in without an id of its own")
		}
		who := *c.Who
		sheet, err := sorted(who.Sheet)
		if err != nil {
			return err
		}
		who.Sheet = sheet
		r.Members = append(r.Members, who)
	case Return, Rest, RestFull:
		for i := range r.Members {
			r.Members[i].rest(c)
		}
	default:
		return r.applyTo(c)
	}
	return nil
}

// applyTo makes a change of one member.
func (r *Roster) applyTo(c Change) error {
	m := r.Member(c.Member)
	if m == nil {
		return nil
	}
	switch c.What {
	case Remove:
		r.Members = slices.DeleteFunc(r.Members, func(o Member) bool { return o.ID == c.Member })
		r.Gone = append(r.Gone, c.Member)
	case Rename:
		m.Name = c.To
	case Note:
		m.Notes = c.To
	case Secret:
		m.Secret = c.To
	case Wound:
		m.Wounds = max(0, m.Wounds+c.N)
	case Mend:
		m.Wounds = 0
	case Stand:
		if m.Set = Standing(c.To); m.Set == Ready {
			m.Set = ""
		}
	case Number, Gain, Lose, Put:
		sheet, err := patched(m.Sheet, c)
		if err != nil {
			return fmt.Errorf("the sheet of %s: %w", m.ID, err)
		}
		m.Sheet = sheet
	default:
		return fmt.Errorf("a change is called %q, which there is not", c.What)
	}
	return nil
}

// rest makes a change of everybody.
func (m *Member) rest(c Change) {
	switch {
	case m.Set == Dead:
	case c.What == Return:
		m.Set = ""
	case c.What == RestFull:
		m.Wounds = 0
	default:
		m.Wounds = max(0, m.Wounds-c.N)
	}
}
