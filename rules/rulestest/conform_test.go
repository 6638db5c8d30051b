package rulestest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"umpire/rules"
)

// fallen is a test that may fail without failing the one that runs it.
type fallen struct {
	testing.TB
	why string
}

func (f *fallen) Fatalf(format string, args ...any) {
	f.why = fmt.Sprintf(format, args...)
	panic(f)
}

// falls plays fights of a system until a check fails, and says which.
func falls(t *testing.T, sys *rules.System) string {
	t.Helper()
	for seed := range 30 {
		f := &fallen{TB: t}
		func() {
			defer func() {
				if r := recover(); r != nil && r != any(f) {
					panic(r)
				}
			}()
			g := newGame(f, sys, sys.Sample(), seeded(seed), fmt.Sprint("seed ", seed))
			g.play(fightLines, g.sometimes)
			g.finish()
		}()
		if f.why != "" {
			return f.why
		}
	}
	return ""
}

// stepOf gives one of the steps of the round, to be broken.
func stepOf(spec *rules.Spec[ground], name string) *rules.Step[ground] {
	for i := range spec.Steps {
		if spec.Steps[i].Name == name {
			return &spec.Steps[i]
		}
	}
	panic("no step " + name)
}

// then lets a step do more after it has run.
func then(step *rules.Step[ground], more func(*ground, *rules.Turn)) {
	run := step.Run
	step.Run = func(g *ground, t *rules.Turn) error {
		err := run(g, t)
		if err == nil {
			more(g, t)
		}
		return err
	}
}

// Secretly is a fact that the broken grounds tell.
type Secretly struct{ Text string }

func TestConformanceNotices(t *testing.T) {
	outside := 0
	for name, c := range map[string]struct {
		broken func(*rules.Spec[ground])
		want   string
	}{
		"a sealed pick that is told to all": {func(spec *rules.Spec[ground]) {
			then(stepOf(spec, "Trap"), func(_ *ground, t *rules.Turn) { t.Say(Secretly{t.Pick("trap")}) })
		}, "sealed in trap shows"},
		"a sealed pick that is whispered to the other side": {func(spec *rules.Spec[ground]) {
			then(stepOf(spec, "Trap"), func(g *ground, t *rules.Turn) { t.Whisper(g.prey(), Secretly{t.Pick("trap")}) })
		}, "sealed in trap shows"},
		"a sealed pick that the view shows": {func(spec *rules.Spec[ground]) {
			then(stepOf(spec, "Trap"), func(g *ground, t *rules.Turn) { g.Duel[0].Name += t.Pick("trap") })
		}, "sealed in trap shows"},
		"a sealed pick that changes what is rolled": {func(spec *rules.Spec[ground]) {
			then(stepOf(spec, "Trap"), func(_ *ground, t *rules.Turn) { t.Roll("x", len(t.Pick("trap")), 6) })
		}, "sealed in trap shows"},
		"a sealed pick that changes what the other side may do": {func(spec *rules.Spec[ground]) {
			then(stepOf(spec, "Trap"), func(g *ground, t *rules.Turn) {
				if t.Pick("trap") == "pit" {
					t.Ask(rules.Ask{ID: "jump", Prompt: "Jump?", Seat: g.prey(), Options: options("yes", "no"), Default: []string{"no"}})
				}
			})
		}, "sealed in trap shows"},
		"a hand that the view shows": {func(spec *rules.Spec[ground]) {
			view := spec.View
			spec.View = func(g *ground, seat rules.Seat) rules.View {
				v := view(g, seat)
				v.Fields = append(v.Fields, rules.Field{Name: "Side 1", Value: rules.List(g.Piles[0].Hand)})
				return v
			}
		}, "deck:1:1 lies shows to side 0"},
		"a fact without a line": {func(spec *rules.Spec[ground]) {
			then(stepOf(spec, "Trap"), func(_ *ground, t *rules.Turn) { t.Say(struct{ X int }{1}) })
		}, "not a plain struct with a name"},
		"a second line that does not work": {func(spec *rules.Spec[ground]) {
			spec.Lines += `{{define "Turned/2"}}{{.NoSuchField}}{{end}}`
		}, "does not work"},
		"a line with a broken verb": {func(spec *rules.Spec[ground]) {
			spec.Lines += `{{define "Turned/2"}}{{printf "%d" "x"}}{{end}}`
		}, "told with %!"},
		"a rule that depends on what is not in the fight": {func(spec *rules.Spec[ground]) {
			then(stepOf(spec, "Cards"), func(g *ground, _ *rules.Turn) {
				outside++
				g.Duel[0].X = outside
			})
		}, "goes on otherwise"},
		"an ask that cannot lapse": {func(spec *rules.Spec[ground]) {
			then(stepOf(spec, "Trap"), func(g *ground, t *rules.Turn) {
				_ = t.Ask(rules.Ask{ID: "jump", Prompt: "Jump?", Seat: g.prey(), Options: options("yes", "no")})["jump"].Picks[0]
			})
		}, "cannot lapse"},
		"a menu that offers what is refused": {func(spec *rules.Spec[ground]) {
			spec.Orders[0].Args[1] = duellists("target", "Whom to strike", both)
		}, "was offered, and is refused"},
		"a menu that shows a hand": {func(spec *rules.Spec[ground]) {
			spec.Orders[2].Args = []rules.Arg[ground]{{
				Name: "card", Text: "Which", Kind: "text",
				Legal: func(g *ground, _ rules.Seat, _ map[string]string) []rules.Option { return options(g.Piles[0].Hand...) },
			}}
		}, "deck:1:1 lies shows to side 2"},
		"an id that no button can carry": {func(spec *rules.Spec[ground]) {
			stepOf(spec, "Trap").Asks = func(g *ground) []rules.Ask {
				asks := g.trapAsks()
				asks[0].Options[0].ID = "pit/1"
				return asks
			}
		}, "is not 1 to 40"},
		"a seat that is asked and can do nothing": {func(spec *rules.Spec[ground]) {
			spec.Orders[2].Args = []rules.Arg[ground]{{
				Name: "card", Text: "Which", Kind: "text", Required: true,
				Legal: func(*ground, rules.Seat, map[string]string) []rules.Option { return nil },
			}}
			stepOf(spec, "Act").Asks = func(g *ground) []rules.Ask {
				return []rules.Ask{{ID: "act", Prompt: "What?", Seat: 1, Orders: []string{"draw"}}}
			}
		}, "nobody can do anything"},
		"a fighter that comes home under another name": {func(spec *rules.Spec[ground]) {
			roster := spec.Roster
			spec.Roster = func(g *ground) []rules.Fighter {
				list := roster(g)
				list[1].Name += " II"
				return list
			}
		}, "does not give back Abel"},
		"a fighter that nobody brought": {func(spec *rules.Spec[ground]) {
			roster := spec.Roster
			spec.Roster = func(g *ground) []rules.Fighter { return append(roster(g), roster(g)...) }
		}, "whom nobody brought"},
		"a fight that hurts before it begins": {func(spec *rules.Spec[ground]) {
			spec.New = func(s rules.Setup) (*ground, error) {
				g, err := newGround(s)
				if err == nil {
					g.Duel[0].Wounds--
				}
				return g, err
			}
		}, "came with the health"},
		"a sheet that cannot go home": {func(spec *rules.Spec[ground]) {
			home := spec.Keeping.Home
			spec.Keeping.Home = func(sheet json.RawMessage, taken int) (json.RawMessage, error) {
				if taken == 2 {
					return nil, rules.Refuse("Two is too many.")
				}
				return home(sheet, taken)
			}
		}, "cannot go home with 2 wounds"},
		"lapses that never leave a unit": {func(spec *rules.Spec[ground]) {
			then(stepOf(spec, "Trap"), func(g *ground, t *rules.Turn) {
				for {
					t.Ask(rules.Ask{ID: "jump", Prompt: "Jump?", Seat: g.prey(), Options: options("yes", "no")})
				}
			})
		}, "still not done"},
	} {
		t.Run(name, func(t *testing.T) {
			spec := groundSpec()
			spec.Lines += `{{define "Secretly"}}{{.Text}}{{end}}`
			c.broken(&spec)
			if why := falls(t, rules.Define(spec)); why == "" || !strings.Contains(why, c.want) {
				t.Errorf("conformance says %q, not %q", why, c.want)
			}
		})
	}
}
