package rulestest

import (
	"slices"
	"strings"
	"testing"
)

// stops gives why a script cannot be performed, "" when it can.
func stops(t *testing.T, lines ...string) (why string) {
	t.Helper()
	f := &fallen{TB: t}
	defer func() {
		if r := recover(); r != nil && r != any(f) {
			panic(r)
		}
		why = f.why
	}()
	perform(f, ProvingGround(), strings.Join(lines, "\n"))
	return ""
}

func TestScriptThatDoesNotFitTheRulesStops(t *testing.T) {
	toScout := []string{"start", "lapse card1", "lapse card2", "lapse stance", "lapse trap"}
	for want, lines := range map[string][]string{
		"never says start":           {"# nothing"},
		"comes before start":         {"1 card1 4"},
		"setup comes before start":   {"start", "setup rounds=2"},
		"no house rule called laps":  {"setup laps=2", "start"},
		"no roster called x":         {"setup 1=x", "start"},
		"finds only the dice []":     append(toScout, "2 scout scout"),
		"cannot show 7":              append(toScout, "dice 7", "2 scout scout"),
		"did not use dice [3]":       append(toScout, "dice 4 3", "2 scout scout"),
		"did not use shuffle deck:1": append(toScout, "shuffle deck:1:9 1", "2 scout stay"),
		"cannot begin with [9]":      {"shuffle deck:1:1 9", "start"},
		"a quote is not closed":      {"start", `umpire end reason="late`},
		"is not understood":          {"start", "attack"},
		"lapse names an open ask":    {"start", "lapse nothing"},
		"nothing to undo":            {"start", "undo"},
		"takes NAME=VALUE":           {"start", "umpire end late"},
	} {
		if why := stops(t, lines...); !strings.Contains(why, want) {
			t.Errorf("%q stops with %q, not %q", lines, why, want)
		}
	}
}

func TestRefusalsAreHeardAndTheScriptGoesOn(t *testing.T) {
	heard := perform(t, ProvingGround(), "start\n1 card1 9\n1 strike who=a1 target=b1\n2 stance hold\n")
	if n := strings.Count(heard, "\n! "); n != 3 {
		t.Errorf("%d refusals are heard in:\n%s", n, heard)
	}
}

func TestPerformingWhatWasHeardChangesNothing(t *testing.T) {
	script := "# a comment\nstart\n\n1 card1 9\nview 1\n"
	once := perform(t, ProvingGround(), script)
	if twice := perform(t, ProvingGround(), once); once != twice || once == script {
		t.Errorf("the second time it is:\n%s", twice)
	}
}

func TestStackedDeckLiesAsItWasStacked(t *testing.T) {
	for size := 2; size < 8; size++ {
		for _, top := range [][]int{nil, {0}, {size - 1}, {size - 1, 0}, {1, 0}} {
			dice := NewScript()
			dice.Stack("deck:1:1", top...)
			order := make([]int, size)
			for i := range order {
				order[i] = i
			}
			for m := size; m > 1; m-- { // as the engine shuffles
				j := dice.Roll(1, "deck:1:1", 1, m)[0] - 1
				order[m-1], order[j] = order[j], order[m-1]
			}
			if !slices.Equal(order[:len(top)], top) || !slices.IsSorted(order[len(top):]) {
				t.Errorf("%d cards stacked %v lie %v", size, top, order)
			}
			if left := dice.Left(); left != "" {
				t.Errorf("left are %s", left)
			}
		}
	}
}

func TestBytesPlayAndEnd(t *testing.T) {
	p := &tape{[]byte{5, 255, 1, 0}}
	if a, b := p.IntN(4), p.IntN(300); a != 1 || b != (255<<8|1)%300 {
		t.Errorf("the bytes give %d and %d", a, b)
	}
	if p.spent() || p.IntN(3) != 0 || !p.spent() || p.IntN(3) != 0 {
		t.Error("the tape does not end")
	}
}

func TestEveryDefaultRunOfConformanceIsTheSame(t *testing.T) {
	play := func() string {
		g := newGame(t, ProvingGround(), ProvingGround().Sample(), seeded(7), "seed 7")
		g.play(fightLines, g.sometimes)
		return g.b.Fight.Chain()
	}
	if one, two := play(), play(); one != two {
		t.Error("the same seed plays another fight")
	}
}
