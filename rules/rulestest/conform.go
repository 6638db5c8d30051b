package rulestest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"umpire/rules"
)

// fightLines is how long a random fight is played when it does not end by
// itself: some systems never end.
const fightLines = 250

// Conform plays random legal fights of a system, as many as the flag -seeds
// says, and checks at every log line what the umpire promises. The first fight
// has the default house rules, the others random ones.
func Conform(t *testing.T, sys *rules.System) {
	t.Run("definition", func(t *testing.T) { checkDefinition(t, sys) })
	t.Run("keeping", func(t *testing.T) { checkKeeping(t, sys) })
	for seed := range *seeds {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			rnd := seeded(seed)
			setup := sys.Sample()
			if seed > 0 {
				setup = housed(sys, rnd)
			}
			g := newGame(t, sys, setup, rnd, fmt.Sprint("seed ", seed))
			g.play(fightLines, g.sometimes)
			g.finish()
		})
	}
}

// housed gives the sample under random house rules that go together.
func housed(sys *rules.System, rnd source) rules.Setup {
	setup := sys.Sample()
	if least, most := sys.Seats[0], sys.Seats[1]; least < most && sys.Rosters != nil {
		setup = seated(sys, least+rnd.IntN(most-least+1))
	}
	options := make(map[string]string)
	for _, rule := range sys.Options {
		options[rule.Key] = rule.Values[rnd.IntN(len(rule.Values))]
	}
	setup.Options = options
	if _, err := Sit(sys, setup, "", nil); err != nil {
		return sys.Sample()
	}
	return setup
}

// seated is the sample with so many sides: default rosters in turn fill it up.
func seated(sys *rules.System, n int) rules.Setup {
	setup := sys.Sample()
	rosters := sys.Rosters()
	for len(setup.Sides) < n {
		setup.Sides = append(setup.Sides, rosters[len(setup.Sides)%len(rosters)])
	}
	setup.Sides = setup.Sides[:n]
	return setup
}

// game is one fight that is watched while it is played.
type game struct {
	testing.TB
	player
	sys     *rules.System
	hashes  map[int]string // by line
	rolls   int            // numbers seen
	shadows []*shadow
	teller  [2]*rules.Narrator
}

func newGame(t testing.TB, sys *rules.System, setup rules.Setup, rnd source, secret string) *game {
	b, err := Sit(sys, setup, secret, nil)
	if err != nil {
		t.Fatalf("a fight does not start: %v", err)
	}
	names := []string{"Alice", "Bob", "Carol", "Dan", "Eve", "Frank"}
	g := &game{TB: t, player: player{rnd, b}, sys: sys, hashes: make(map[int]string)}
	for i := range g.teller {
		g.teller[i] = rules.NewNarrator(sys, names, i == 1, "T1")
	}
	return g
}

// play begins the fight and makes moves, each followed by more checks, until it
// is over, has that many lines or finds its tape used up.
func (g *game) play(lines int, more func()) {
	for _, m := range g.b.Start() {
		g.move(m, true)
	}
	if g.b.Fight.Over() == nil {
		g.checkReturned(true)
	}
	tape, _ := g.source.(*tape)
	for len(g.b.Log) < lines && g.b.Fight.Over() == nil && !tape.spent() {
		m, sure, ok := g.next()
		if !ok {
			g.fail("nobody can do anything, yet the fight is not over")
		}
		g.move(m, sure)
		more()
	}
}

func (g *game) sometimes() {
	g.checkBroken()
	switch g.IntN(12) {
	case 0:
		g.checkWrong()
	case 1:
		g.checkLapses()
	case 2:
		g.checkUndo(1)
	}
}

// finish closes a fight that is over, and replays all.
func (g *game) finish() {
	g.checkUndo(4)
	g.checkWrong()
	g.checkLapses()
	if g.b.Fight.Over() != nil {
		g.checkOver()
		g.move(Move{Close: true}, true)
	}
	g.checkKept()
	g.checkReplay(g.b)
}

func (g *game) fail(format string, args ...any) {
	g.Helper()
	g.Fatalf("line %d, step %q: %s", g.b.Fight.Line(), g.b.Fight.Step(), fmt.Sprintf(format, args...))
}

// move makes a move on the fight, on its reloaded twin and on the shadows, and
// compares them.
func (g *game) move(m Move, sure bool) {
	before := g.b.Fight.Snapshot()
	lines := len(g.b.Log)
	shadows := g.split(m)
	then := g.try(m)
	err := g.b.Make(m)
	if err != nil {
		why, refused := rules.IsRefusal(err)
		if !refused {
			g.fail("%s breaks the rules: %v", show(m), err)
		}
		g.keep(then, m, why, 0, nil)
		if sure {
			g.fail("%s was offered, and is refused: %s", show(m), why)
		}
		if !bytes.Equal(before, g.b.Fight.Snapshot()) || len(g.b.Log) != lines {
			g.fail("%s is refused, and yet the fight moved", show(m))
		}
		return
	}
	entry, events := g.b.Log[lines], g.b.Told[lines]
	g.keep(then, m, "", len(entry.Rolls), events)
	g.twin(before, m, entry, events)
	g.follow(shadows, m, entry, events)
	g.reshuffle(before, m, entry, events)
	g.checkLine(entry, events)
}

// twin makes the same move on the fight as it was stored before it.
func (g *game) twin(before []byte, m Move, entry rules.Entry, events []rules.Event) {
	f, err := rules.Load(g.sys, before)
	if err != nil {
		g.fail("a snapshot does not load: %v", err)
	}
	again, told, err := g.b.try(f, m, nil)
	switch {
	case err != nil:
		g.fail("%s works on the live fight, not on the reloaded one: %v", show(m), err)
	case asJSON(entry) != asJSON(again) || entry.Chain != again.Chain || asJSON(entry.Secret) != asJSON(again.Secret):
		g.fail("%s: the reloaded fight writes another line:\n%s\n%s", show(m), asJSON(entry), asJSON(again))
	case tell(events) != tell(told):
		g.fail("%s: the reloaded fight tells it otherwise:\n%s\n%s", show(m), tell(events), tell(told))
	case !bytes.Equal(f.Snapshot(), g.b.Fight.Snapshot()):
		g.fail("%s: the reloaded fight goes on otherwise:\n%s\n%s", show(m), g.b.Fight.Snapshot(), f.Snapshot())
	}
}

func show(m Move) string { return fmt.Sprintf("move %s", asJSON(m)) }

func asJSON(v any) string {
	body, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprintf("%#v", v)
	}
	return string(body)
}

// tell writes events as text that can be compared: the fact's name and all it says.
func tell(events []rules.Event) string {
	text := ""
	for _, e := range events {
		text += fmt.Sprintf("%d %T %s\n", e.To, e.Fact, asJSON(e.Fact))
	}
	return text
}
