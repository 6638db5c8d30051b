package campaign

import "slices"

// Battle is one battle of a campaign as its books keep it. Sides is one side alone
// for a bye. Result is "" while it is not known. Winner counts sides from 1; 0 is
// nobody.
type Battle struct {
	System string       `json:"system"`
	Sides  []BattleSide `json:"sides"`
	Result string       `json:"result,omitempty"`
	Winner int          `json:"winner,omitempty"`
	ByHand bool         `json:"by_hand,omitempty"` // fought without the bot
	Note   string       `json:"note,omitempty"`
}

// How a battle ended.
const (
	Won        = "won"
	Drawn      = "drawn"
	Conceded   = "conceded"   // the others gave up: the winner has won
	Unrecorded = "unrecorded" // it was fought, and nobody knows how it ended
)

// BattleSide is one side of a battle. Roster is its id, Name what it is called,
// Players the keys of those who fight it, Lost how many members went out or died,
// Agreed the key of who confirmed the outcome.
type BattleSide struct {
	Roster  string   `json:"roster"`
	Name    string   `json:"name"`
	Players []string `json:"players,omitempty"`
	Lost    int      `json:"lost,omitempty"`
	Agreed  string   `json:"agreed,omitempty"`
}

// Bye tells whether a battle is none: one side that had nobody to meet.
func (b Battle) Bye() bool { return len(b.Sides) == 1 }

// Between tells whether two battles are between the same rosters.
func (b Battle) Between(other Battle) bool {
	in := func(side BattleSide) bool {
		return slices.ContainsFunc(other.Sides, func(o BattleSide) bool { return o.Roster == side.Roster })
	}
	return len(b.Sides) == len(other.Sides) && !slices.ContainsFunc(b.Sides, func(s BattleSide) bool { return !in(s) })
}

// Known tells whether a battle has an outcome that counts: somebody has won it, or
// it is drawn.
func (b Battle) Known() bool {
	switch b.Result {
	case Won, Conceded:
		return len(b.Sides) > 1 && b.Winner >= 1 && b.Winner <= len(b.Sides)
	case Drawn:
		return len(b.Sides) > 1
	}
	return false
}

// Past is who has met whom, and who had how many byes.
type Past struct {
	met  map[[2]string]int
	byes map[string]int
}

// Remember reads the past from battles. Those that are still to be fought count
// as well: whoever is paired has met.
func Remember(battles []Battle) Past {
	p := Past{met: make(map[[2]string]int), byes: make(map[string]int)}
	for _, b := range battles {
		if b.Bye() {
			p.byes[b.Sides[0].Roster]++
		}
		for i, one := range b.Sides {
			for _, other := range b.Sides[i+1:] {
				p.met[couple(one.Roster, other.Roster)]++
			}
		}
	}
	return p
}

// Met is how many battles two rosters had with each other.
func (p Past) Met(a, b string) int { return p.met[couple(a, b)] }

// Byes is how often a roster had nobody to meet.
func (p Past) Byes(roster string) int { return p.byes[roster] }

// couple names two rosters in one order.
func couple(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }
