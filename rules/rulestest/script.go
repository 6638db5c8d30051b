package rulestest

import (
	"fmt"
	"slices"
	"strings"

	"umpire/rules"
)

// Script is dice whose faces are laid out beforehand. Open rolls take the queued
// faces in order, and a missing one is a fault. A deck lies in its old order
// unless Stack says otherwise.
type Script struct {
	faces   []int
	stacked map[string][][]int // by kind: what lies on top, one shuffle after the other
	draws   map[string][]int   // of the shuffle that is going on
}

// NewScript returns dice with these faces queued.
func NewScript(faces ...int) *Script {
	return &Script{faces, make(map[string][][]int), make(map[string][]int)}
}

// Queue adds faces behind those that wait.
func (s *Script) Queue(faces ...int) { s.faces = append(s.faces, faces...) }

// Stack says how the next shuffle of a kind not stacked yet will lie: these
// places of the old order on top, the others below as they were.
func (s *Script) Stack(kind string, top ...int) {
	s.stacked[kind] = append(s.stacked[kind], top)
}

// Left tells what was laid out and not used, or "".
func (s *Script) Left() string {
	var left []string
	if len(s.faces) > 0 {
		left = append(left, fmt.Sprintf("dice %v", s.faces))
	}
	for kind, tops := range s.stacked {
		if len(tops) > 0 {
			left = append(left, fmt.Sprintf("shuffle %s %v", kind, tops[0]))
		}
	}
	slices.Sort(left)
	return strings.Join(left, ", ")
}

// Roll gives the faces of an open roll, or one draw of a shuffle.
func (s *Script) Roll(n int, kind string, count, sides int) []int {
	if strings.HasPrefix(kind, "deck:") {
		return []int{s.draw(kind, sides)}
	}
	if len(s.faces) < count {
		panic(&rules.Fault{What: fmt.Sprintf("roll %d (%s, %d dice of %d sides) finds only the dice %v", n, kind, count, sides, s.faces)})
	}
	faces := slices.Clone(s.faces[:count])
	for _, face := range faces {
		if face < 1 || face > sides {
			panic(&rules.Fault{What: fmt.Sprintf("a die of %d sides cannot show %d", sides, face)})
		}
	}
	s.faces = s.faces[count:]
	return faces
}

// draw gives the next face of a shuffle. The engine shuffles from the bottom
// up: the die with m sides says which of the first m cards goes to place m.
func (s *Script) draw(kind string, m int) int {
	if len(s.draws[kind]) == 0 {
		var top []int
		if stacked := s.stacked[kind]; len(stacked) > 0 {
			top, s.stacked[kind] = stacked[0], stacked[1:]
		}
		s.draws[kind] = drawsFor(top, m)
	}
	face := s.draws[kind][0]
	s.draws[kind] = s.draws[kind][1:]
	return face
}

// drawsFor works out the faces that bring size cards into the order wanted.
func drawsFor(top []int, size int) []int {
	want := slices.Clone(top)
	now := make([]int, size)
	for i := range now {
		if now[i] = i; !slices.Contains(top, i) {
			want = append(want, i)
		}
	}
	if len(want) != size {
		panic(&rules.Fault{What: fmt.Sprintf("a deck of %d cards cannot begin with %v", size, top)})
	}
	var faces []int
	for m := size; m > 1; m-- {
		j := slices.Index(now, want[m-1])
		now[m-1], now[j] = now[j], now[m-1]
		faces = append(faces, j+1)
	}
	return faces
}
