package skirmish

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"umpire/rules"
	"umpire/rules/kit"
	"umpire/rules/rulestest"
)

// table is a battle under test. It is laid out first, model by model, and begins
// with the first thing that is ordered: Alice is seat 1 and A, in the south.
type table struct {
	t      testing.TB
	s      *S // how it is laid out
	b      *rulestest.Table
	dice   *rulestest.Script
	other  rules.Dice // in the place of dice
	teller *rules.Narrator
	told   string
	facts  []any
}

// army musters a list such as "pirates: 1 Captain, 2 Fighter".
func army(t testing.TB, text string) rules.Roster {
	t.Helper()
	key, list, _ := strings.Cut(text, ":")
	for _, f := range Factions() {
		if f.Key == key {
			roster, err := f.muster(armyFile{Key: "army", Models: listed(t, f, list)})
			if err != nil {
				t.Fatal(err)
			}
			return roster
		}
	}
	t.Fatalf("no faction is called %s", key)
	return rules.Roster{}
}

// listed reads the models of such a list. Each item has a count, its kind's name and,
// in quotation marks, a name or none.
func listed(t testing.TB, f Faction, list string) (all []modelsFile) {
	t.Helper()
	for item := range strings.SplitSeq(list, ",") {
		item, name, named := strings.Cut(strings.TrimSpace(item), ` "`)
		count, called, _ := strings.Cut(item, " ")
		n, err := strconv.Atoi(count)
		i := slices.IndexFunc(f.Kinds, func(k Kind) bool { return k.Name == called })
		if err != nil || i < 0 {
			t.Fatalf("%s has no %q: %v", f.Name, item, err)
		}
		m := modelsFile{Kind: f.Kinds[i].Key, Count: n}
		if named {
			m.Names = []string{strings.TrimSuffix(name, `"`)}
		}
		all = append(all, m)
	}
	return all
}

// lay lays out a battle in the first A Moves/Melees phase, on an open field and
// with house rules in pairs. The armies stand along their edges.
func lay(t testing.TB, one, two string, options ...string) *table {
	t.Helper()
	return layOut(t, army(t, one), army(t, two), options...)
}

func layOut(t testing.TB, one, two rules.Roster, options ...string) *table {
	t.Helper()
	setup := rules.Setup{Sides: []rules.Roster{one, two}, Options: map[string]string{}}
	for i := 0; i+1 < len(options); i += 2 {
		setup.Options[options[i]] = options[i+1]
	}
	s, err := newS(setup)
	if err != nil {
		t.Fatal(err)
	}
	s.Edge = kit.South
	for _, seat := range []rules.Seat{1, 2} {
		if err := s.spread(s.waiting(seat)); err != nil {
			t.Fatal(err)
		}
	}
	mission, _ := missionOf(s.House.Mission)
	mission.SetUp(s)
	return &table{t: t, s: s, dice: rulestest.NewScript()}
}

// at stands a model at a point, in inches.
func (tb *table) at(name string, x, y float64) *table {
	tb.t.Helper()
	tb.model(name).At = kit.Point{X: kit.Length(x * 100), Y: kit.Length(y * 100)}
	return tb
}

// phase lays the battle out in another phase.
func (tb *table) phase(p Phase) *table {
	tb.s.Phase = p
	return tb
}

// model gives a model as it is laid out, or as it is now.
func (tb *table) model(name string) *Model {
	tb.t.Helper()
	s := tb.state()
	i := slices.IndexFunc(s.Models, func(m *Model) bool { return m.Name == name })
	if i < 0 {
		tb.t.Fatalf("no model is called %s", name)
	}
	return s.Models[i]
}

// state is the battle as it stands.
func (tb *table) state() *S {
	tb.t.Helper()
	if tb.b == nil {
		return tb.s
	}
	_, body, _ := bytes.Cut(tb.b.Fight.Snapshot(), []byte("\n"))
	s := new(S)
	if err := json.Unmarshal(body, s); err != nil {
		tb.t.Fatal(err)
	}
	return s
}

// start begins the battle as it is laid out.
func (tb *table) start() {
	tb.t.Helper()
	if tb.b != nil {
		return
	}
	laid := spec()
	laid.New = func(rules.Setup) (*S, error) { return tb.s, nil }
	laid.Opening = nil
	laid.Steps = slices.Concat(laid.Steps[tb.s.Phase:], laid.Steps[:tb.s.Phase])
	sys := rules.Define(laid)
	tb.teller = rules.NewNarrator(sys, []string{"Alice", "Bob"}, true, "test")
	var dice rules.Dice = tb.dice
	if tb.other != nil {
		dice = tb.other
	}
	b, err := rulestest.Sit(sys, sys.Sample(), "secret", dice)
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.b = b
	for _, m := range b.Start() {
		tb.make(m)
	}
}

func (tb *table) make(m rulestest.Move) {
	tb.t.Helper()
	if err := tb.b.Make(m); err != nil {
		tb.t.Fatal(err)
	}
	last := len(tb.b.Told) - 1
	var lines []string
	tb.facts = nil
	for i, e := range tb.b.Told[last] {
		text, err := tb.teller.Tell(e.Fact, tb.b.Fight.Line(), i)
		if err != nil {
			tb.t.Fatal(err)
		}
		tb.facts = append(tb.facts, e.Fact)
		lines = append(lines, text)
	}
	tb.told = strings.ReplaceAll(strings.Join(lines, "\n"), "\\", "")
	if left := tb.dice.Left(); left != "" && m.Reply != nil {
		tb.t.Fatalf("after:\n%s\nthe rules did not use %s", tb.told, left)
	}
}

// rolls lays out the faces of the next dice.
func (tb *table) rolls(faces ...int) *table {
	tb.dice.Queue(faces...)
	return tb
}

func (tb *table) reply(seat rules.Seat, verb string, args ...string) rulestest.Move {
	tb.start()
	order := &rules.Order{Verb: verb, Args: map[string]string{}}
	for i := 0; i+1 < len(args); i += 2 {
		order.Args[args[i]] = args[i+1]
	}
	return rulestest.Move{Seat: seat, Reply: &rules.Reply{Asked: tb.b.Fight.Asked(), Order: order}}
}

// order gives an order with arguments in pairs.
func (tb *table) order(seat rules.Seat, verb string, args ...string) {
	tb.t.Helper()
	tb.make(tb.reply(seat, verb, args...))
}

func (tb *table) move(seat rules.Seat, models, to string) {
	tb.t.Helper()
	tb.order(seat, "move", "models", models, "to", to)
}

func (tb *table) attack(seat rules.Seat, attacker, target string, more ...string) {
	tb.t.Helper()
	tb.order(seat, "attack", append([]string{"attacker", attacker, "target", target}, more...)...)
}

func (tb *table) pick(seat rules.Seat, ask string, picks ...string) {
	tb.t.Helper()
	tb.start()
	tb.make(rulestest.Move{Seat: seat, Reply: &rules.Reply{Asked: tb.b.Fight.Asked(), Ask: ask, Picks: picks}})
}

func (tb *table) lapse(seat rules.Seat, ask string) {
	tb.t.Helper()
	tb.start()
	tb.make(rulestest.Move{Seat: seat, Reply: &rules.Reply{Asked: tb.b.Fight.Asked(), Ask: ask, Lapse: true}})
}

// refused wants an order to be refused in these words, and nothing to move.
func (tb *table) refused(want string, seat rules.Seat, verb string, args ...string) {
	tb.t.Helper()
	m := tb.reply(seat, verb, args...)
	before := tb.b.Fight.Hash()
	err := tb.b.Make(m)
	var refusal rules.Refusal
	if !errors.As(err, &refusal) || !strings.Contains(err.Error(), want) {
		tb.t.Errorf("%s %v: %v, want a refusal with %q", verb, args, err, want)
	}
	if tb.b.Fight.Hash() != before {
		tb.t.Errorf("%s %v moves something though it is refused", verb, args)
	}
}

func (tb *table) says(want ...string) {
	tb.t.Helper()
	for _, w := range want {
		if !strings.Contains(tb.told, w) {
			tb.t.Errorf("told:\n%s\nwithout: %s", tb.told, w)
		}
	}
}

func (tb *table) mute(unwanted string) {
	tb.t.Helper()
	if strings.Contains(tb.told, unwanted) {
		tb.t.Errorf("told:\n%s\nwith: %s", tb.told, unwanted)
	}
}

// lives wants models to have so many left.
func (tb *table) lives(want map[string]int) {
	tb.t.Helper()
	for name, n := range want {
		if m := tb.model(name); m.Lives != n {
			tb.t.Errorf("%s has %d lives left, want %d", name, m.Lives, n)
		}
	}
}

// is wants a model to be so.
func (tb *table) is(name string, want Status) {
	tb.t.Helper()
	if m := tb.model(name); m.Status != want {
		tb.t.Errorf("%s is %q, want %q", name, m.Status, want)
	}
}

// gap wants two models to stand so far apart, in hundredths, to a hair.
func (tb *table) gap(one, two string, want kit.Length) {
	tb.t.Helper()
	s := tb.state()
	base := func(name string) kit.Base {
		i := slices.IndexFunc(s.Models, func(m *Model) bool { return m.Name == name })
		return s.base(s.Models[i])
	}
	a, b := base(one), base(two)
	if gap := a.Gap(b); gap < want-3 || gap > want+3 {
		tb.t.Errorf("%s and %s are %s apart, want %s", one, two, gap, want)
	}
}

// asked gives the open question of a seat, or fails.
func (tb *table) asked(seat rules.Seat) rules.Question {
	tb.t.Helper()
	tb.start()
	asks := tb.b.Fight.Asks(seat)
	if len(asks) != 1 {
		tb.t.Fatalf("seat %d is asked %d things, want 1; told:\n%s", seat, len(asks), tb.told)
	}
	return asks[0]
}

// done ends the phase of whoever's it is.
func (tb *table) done() {
	tb.t.Helper()
	for _, seat := range []rules.Seat{1, 2} {
		tb.start()
		for _, q := range tb.b.Fight.Asks(seat) {
			if slices.Contains(q.Orders, "done") {
				tb.order(seat, "done")
				return
			}
		}
	}
	tb.t.Fatal("nobody can end a phase")
}

func (tb *table) over(winner rules.Seat) {
	tb.t.Helper()
	if o := tb.b.Fight.Over(); o == nil || o.Winner != winner {
		tb.t.Errorf("over: %+v, want a win of %d", o, winner)
	}
}

// homemade is an army of models of its own: each "NAME: range raf maf df lv
// rules…" is a kind with one model.
func homemade(t testing.TB, f Faction, kinds ...Kind) rules.Roster {
	t.Helper()
	roster := rules.Roster{Key: "own", Name: "Own army", Sheet: kit.Encode(armySheet{Faction: "own", Title: "Own", Rules: f.Rules, Specials: f.Specials, Limits: f.Limits})}
	for i, k := range kinds {
		if k.Key == "" {
			k.Key = fmt.Sprintf("kind%d", i+1)
		}
		if k.LV == 0 {
			k.LV = 1
		}
		roster.Fighters = append(roster.Fighters, rules.Fighter{ID: k.Key, Name: k.Name, Sheet: kit.Encode(Sheet{Kind: k})})
	}
	return roster
}

// mustFill is a setup with a shipped field in full.
func mustFill(t testing.TB, field string) rules.Setup {
	t.Helper()
	setup, err := fill(rules.Setup{Options: map[string]string{"field": field}})
	if err != nil {
		t.Fatal(err)
	}
	return setup
}
