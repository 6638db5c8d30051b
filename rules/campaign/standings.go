package campaign

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"umpire/rules"
)

// Entrant is a roster that is or was in a campaign. Player is its owner's key and
// Person what that player is called.
type Entrant struct {
	Roster, Name, Player, Person, System string
	Withdrawn                            bool
}

// What the rows of a table stand for.
const (
	ByRoster = "roster"
	ByPlayer = "player"
	BySystem = "system" // a player in a system
)

// Row is one line of the standings. Fights are those with an outcome: Wins, Draws
// and Losses. Lost counts members. Equal rows share a Rank.
type Row struct {
	Key        string `json:"key"`
	Name       string `json:"name"`
	Player     string `json:"player,omitempty"`
	Person     string `json:"person,omitempty"`
	System     string `json:"system,omitempty"`
	Fights     int    `json:"fights,omitempty"`
	Wins       int    `json:"wins,omitempty"`
	Draws      int    `json:"draws,omitempty"`
	Losses     int    `json:"losses,omitempty"`
	Unrecorded int    `json:"unrecorded,omitempty"`
	Byes       int    `json:"byes,omitempty"`
	Lost       int    `json:"lost,omitempty"`
	Withdrawn  bool   `json:"withdrawn,omitempty"`
	Rank       int    `json:"rank"`
	Shared     bool   `json:"shared,omitempty"` // another row has the same rank
}

// Table counts battles into rows by roster, player or system, the best first: by
// wins, draws, fewer losses, fewer members lost, name. A player's row counts the
// battles that the player fought, with whichever roster; where a side names nobody,
// its roster's owner fought it. By system, each system's rows stand together, by
// the system's key, and are ranked apart.
func Table(battles []Battle, entrants []Entrant, by string) []Row {
	t := tally{by: by, rows: make(map[string]*Row), owners: make(map[string]Entrant), people: make(map[string]string)}
	for _, e := range entrants {
		t.owners[e.Roster] = e
		if e.Person != "" {
			t.people[e.Player] = e.Person
		}
	}
	for _, e := range entrants {
		if e.Player == "" && by != ByRoster {
			continue // its owner is not known any more
		}
		row := t.row(e, e.Player)
		row.Withdrawn = row.Withdrawn && e.Withdrawn
	}
	for _, b := range battles {
		for i := range b.Sides {
			t.count(b, i)
		}
	}
	rows := make([]Row, 0, len(t.rows))
	for _, row := range t.rows {
		rows = append(rows, *row)
	}
	return ranked(rows, by == BySystem)
}

// tally is a table that is being counted.
type tally struct {
	by     string
	rows   map[string]*Row
	owners map[string]Entrant // by roster
	people map[string]string  // what players are called, by key
}

// row finds or makes the row of an entrant, or of a player with it.
func (t *tally) row(e Entrant, player string) *Row {
	person := cmp.Or(t.people[player], player)
	row := Row{Key: player, Name: person, Player: player, Person: person, Withdrawn: true}
	switch t.by {
	case ByRoster:
		row = Row{Key: e.Roster, Name: e.Name, Player: e.Player, Person: cmp.Or(e.Person, e.Player), System: e.System, Withdrawn: true}
	case BySystem:
		row.Key, row.System = player+" "+e.System, e.System
	}
	if t.rows[row.Key] == nil {
		t.rows[row.Key] = &row
	}
	return t.rows[row.Key]
}

// count counts one side of a battle, once in each row that it belongs to.
func (t *tally) count(b Battle, i int) {
	side := b.Sides[i]
	e, known := t.owners[side.Roster]
	if !known {
		e = Entrant{Roster: side.Roster, Name: side.Name, System: b.System, Withdrawn: true}
		if len(side.Players) > 0 {
			e.Player, e.Person = side.Players[0], t.people[side.Players[0]]
		}
	}
	players := slices.Compact(slices.Sorted(slices.Values(side.Players)))
	if len(players) == 0 || t.by == ByRoster {
		players = []string{e.Player}
	}
	for _, player := range players {
		if player == "" && t.by != ByRoster {
			continue // nobody is known to have fought it
		}
		before := len(t.rows)
		row := t.row(e, player)
		if len(t.rows) > before {
			row.Withdrawn = e.Withdrawn && player == e.Player
		}
		row.add(b, i)
	}
}

// add counts one side of a battle.
func (r *Row) add(b Battle, i int) {
	switch {
	case b.Bye():
		r.Byes++
	case b.Result == Unrecorded:
		r.Unrecorded++
		r.Lost += b.Sides[i].Lost
	case b.Known():
		r.Fights++
		r.Lost += b.Sides[i].Lost
		switch {
		case b.Result == Drawn:
			r.Draws++
		case b.Winner == i+1:
			r.Wins++
		default:
			r.Losses++
		}
	}
}

// ranked puts rows in order and gives them their ranks, system by system if they
// are apart.
func ranked(rows []Row, apart bool) []Row {
	slices.SortFunc(rows, func(a, b Row) int {
		first := 0
		if apart {
			first = cmp.Compare(a.System, b.System)
		}
		return cmp.Or(first, better(a, b), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Key, b.Key))
	})
	start := 0
	for i := range rows {
		if i > 0 && apart && rows[i].System != rows[i-1].System {
			start = i
		}
		rows[i].Rank = i - start + 1
		if i > start && better(rows[i-1], rows[i]) == 0 {
			rows[i].Rank = rows[i-1].Rank
			rows[i].Shared, rows[i-1].Shared = true, true
		}
	}
	return rows
}

// better compares what rows have done: below zero if a has done better.
func better(a, b Row) int {
	return cmp.Or(cmp.Compare(b.Wins, a.Wins), cmp.Compare(b.Draws, a.Draws),
		cmp.Compare(a.Losses, b.Losses), cmp.Compare(a.Lost, b.Lost))
}

// Place is the rank as it is written: "2.", or "2=" if it is shared.
func (r Row) Place() string {
	if r.Shared {
		return strconv.Itoa(r.Rank) + "="
	}
	return strconv.Itoa(r.Rank) + "."
}

// Words is a row as one line for Discord, names escaped.
func (r Row) Words() string {
	line := "**" + r.Place() + " " + rules.Escape(r.Name) + "**"
	if r.owned() {
		line += " (" + rules.Escape(r.Person) + ")"
	}
	return line + ": " + r.record()
}

// Plain is a row as one line of text without markdown.
func (r Row) Plain() string {
	line := r.Place() + " " + r.Name
	if r.owned() {
		line += " (" + r.Person + ")"
	}
	return line + ": " + r.record()
}

// owned tells whether a row is somebody's and not that person.
func (r Row) owned() bool { return r.Person != "" && r.Person != r.Name }

// record tells what a row counts.
func (r Row) record() string {
	parts := []string{fmt.Sprintf("%s, %d won, %d drawn, %d lost", counted(r.Fights, "fight"), r.Wins, r.Draws, r.Losses)}
	if r.Fights == 0 {
		parts[0] = "no fights"
	}
	if r.Lost > 0 {
		parts = append(parts, counted(r.Lost, "member")+" lost")
	}
	if r.Unrecorded > 0 {
		parts = append(parts, counted(r.Unrecorded, "fight")+" unrecorded")
	}
	if r.Byes > 0 {
		parts = append(parts, counted(r.Byes, "bye"))
	}
	if r.Withdrawn {
		parts = append(parts, "withdrawn")
	}
	return strings.Join(parts, "; ")
}
