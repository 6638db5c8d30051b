package forbidden

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"umpire/rules"
	"umpire/rules/kit"
)

// mostAreas is how many areas the umpire keeps in mind.
const mostAreas = 24

// Area is a world or a void that the umpire has heard of, with what each side is
// known to hold there. Sure: it is known which of the two it is.
type Area struct {
	ID   string     `json:"id"`
	Name string     `json:"name"`
	Void bool       `json:"void,omitempty"`
	Sure bool       `json:"sure,omitempty"`
	Held []*Holding `json:"held,omitempty"`
}

// Holding is what one side has in an area.
type Holding struct {
	Seat       rules.Seat `json:"seat"`
	Pieces     []Pieces   `json:"pieces,omitempty"`
	Structures []string   `json:"structures,omitempty"`
}

// Pieces are units of one kind and state in an area, bastions among them.
type Pieces struct {
	Key    string `json:"k"`
	N      int    `json:"n"`
	Routed bool   `json:"r,omitempty"`
}

// force gives a holding's units, as copies, and its structures.
func (s *S) force(h *Holding) force {
	f := force{structures: slices.Clone(h.Structures)}
	for _, p := range h.Pieces {
		for range p.N {
			f.units = append(f.units, &Unit{ID: fmt.Sprintf("u%d", len(f.units)+1), Kind: s.side(h.Seat).kind(p.Key), Routed: p.Routed})
		}
	}
	return f
}

func (a *Area) of(seat rules.Seat) *Holding {
	for _, h := range a.Held {
		if h.Seat == seat {
			return h
		}
	}
	return nil
}

// others lists the seats that hold something here, without one of them.
func (a *Area) others(seat rules.Seat) []rules.Seat {
	var seats []rules.Seat
	for _, h := range a.Held {
		if h.Seat != seat {
			seats = append(seats, h.Seat)
		}
	}
	return seats
}

func (a *Area) kind() string {
	if a.Void {
		return "void"
	}
	return "world"
}

// known finds an area by its id or name, nil when the umpire has not heard of it.
func (s *S) known(text string) *Area {
	for _, a := range s.Areas {
		if a.ID == text || plain(a.Name) == plain(text) {
			return a
		}
	}
	return nil
}

// fresh marks the ids under which areas are offered that are not known yet.
var freshID = regexp.MustCompile(`^(world|void)-([0-9]{1,4})$`)

// place finds an area, or makes one that is not among Areas yet: see settle.
func (s *S) place(text string) (*Area, error) {
	if a := s.known(text); a != nil {
		return a, nil
	}
	name := strings.Join(strings.Fields(text), " ")
	if m := freshID.FindStringSubmatch(name); m != nil {
		name = kit.Capital(m[1]) + " " + m[2]
		if a := s.known(name); a != nil {
			return a, nil
		}
	}
	if n := len([]rune(name)); n == 0 || n > mostLetters {
		return nil, rules.Refuse("An area has a name of 1 to %d letters.", mostLetters)
	}
	a := &Area{Name: name}
	for word := range strings.FieldsSeq(strings.ToLower(name)) {
		if word == "void" || word == "world" {
			a.Void, a.Sure = word == "void", true
		}
	}
	return a, nil
}

// note keeps an area in mind. When there are too many it forgets the oldest in
// which nobody holds anything or, where there is none, the oldest.
func (s *S) note(a *Area) {
	if slices.Contains(s.Areas, a) {
		return
	}
	if len(s.Areas) >= mostAreas {
		i := slices.IndexFunc(s.Areas, func(o *Area) bool { return len(o.Held) == 0 })
		s.Areas = slices.Delete(s.Areas, max(0, i), max(0, i)+1)
	}
	s.Named++
	a.ID = fmt.Sprintf("area%d", s.Named)
	s.Areas = append(s.Areas, a)
}

// settle sets what a side holds in an area; nothing leaves it.
func (s *S) settle(a *Area, seat rules.Seat, f force) {
	s.note(a)
	a.Held = slices.DeleteFunc(a.Held, func(h *Holding) bool { return h.Seat == seat })
	if len(f.units)+len(f.structures) == 0 {
		return
	}
	h := &Holding{Seat: seat, Structures: slices.Clone(f.structures)}
	for _, g := range groups(f.units) {
		h.Pieces = append(h.Pieces, Pieces{Key: g[0].Kind.Key, N: len(g), Routed: g[0].Routed})
	}
	a.Held = append(a.Held, h)
	slices.SortFunc(a.Held, func(x, y *Holding) int { return int(x.Seat - y.Seat) })
}

// join adds units to what a side holds in an area.
func (s *S) join(a *Area, seat rules.Seat, units []*Unit) {
	f := force{units: slices.Clone(units)}
	if h := a.of(seat); h != nil {
		held := s.force(h)
		f.units, f.structures = append(held.units, units...), held.structures
	}
	s.settle(a, seat, f)
}

// leave takes units out of what a side holds in an area, as far as it is known
// to hold them unrouted. It gives those that were not.
func (s *S) leave(a *Area, seat rules.Seat, units []*Unit) (rest []*Unit) {
	h := a.of(seat)
	if h == nil {
		return units
	}
	f := s.force(h)
	for _, u := range units {
		i := slices.IndexFunc(f.units, func(o *Unit) bool { return o.Kind.Key == u.Kind.Key && !o.Routed })
		if i < 0 {
			rest = append(rest, u)
			continue
		}
		f.units = slices.Delete(f.units, i, i+1)
	}
	s.settle(a, seat, f)
	return rest
}

// elsewhere counts the pieces of a kind that a side is known to hold outside
// these areas.
func (s *S) elsewhere(seat rules.Seat, key string, except ...string) (n int, where []string) {
	for _, a := range s.Areas {
		h := a.of(seat)
		if h == nil || slices.ContainsFunc(except, func(name string) bool { return plain(name) == plain(a.Name) }) {
			continue
		}
		here := 0
		for _, p := range h.Pieces {
			if p.Key == key {
				here += p.N
			}
		}
		for _, key2 := range h.Structures {
			if key2 == key {
				here++
			}
		}
		if here > 0 {
			n += here
			where = append(where, fmt.Sprintf("%d at %s", here, rules.Escape(a.Name)))
		}
	}
	return n, where
}

// plain is a name without what typing differs in.
func plain(text string) string { return strings.Join(strings.Fields(strings.ToLower(text)), " ") }
