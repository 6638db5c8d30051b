package rules_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"umpire/rules"
)

// trials is how often a property is tried; SEEDS sets another number.
func trials(t testing.TB, ordinary int) int {
	text := os.Getenv("SEEDS")
	if text == "" {
		return ordinary
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// check is what the offline check does with a file.
func check(t testing.TB, sys *rules.System, text []byte) error {
	t.Helper()
	log, err := rules.ReadRecord(text)
	if err != nil {
		return err
	}
	if _, err := rules.Verify(log); err != nil {
		return err
	}
	if rules.Whole(log) {
		_, _, err = rules.Retrace(sys, log)
	}
	return err
}

func TestARecordIsReadBackAsItWasWritten(t *testing.T) {
	b := recordedFight(t)
	text := rules.WriteRecord(b.Log)
	if err := check(t, b.Fight.System(), text); err != nil {
		t.Fatal(err)
	}
	log, err := rules.ReadRecord(text)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(rules.WriteRecord(log), text) {
		t.Error("it is written otherwise the second time")
	}
	windows := bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	if err := check(t, b.Fight.System(), windows); err != nil {
		t.Errorf("an editor's line ends break it: %v", err)
	}
}

func TestEveryFlippedBitOfARecordIsFound(t *testing.T) {
	b := recordedFight(t)
	text := rules.WriteRecord(b.Log)
	random := rand.New(rand.NewPCG(7, 7))
	for range trials(t, 3000) {
		at, bit := random.IntN(len(text)-1), random.IntN(8) // but for the last line's end
		forged := bytes.Clone(text)
		forged[at] ^= 1 << bit
		line := bytes.Count(text[:at], []byte("\n")) + 1
		err := check(t, b.Fight.System(), forged)
		if err == nil {
			t.Fatalf("bit %d of byte %d is flipped unnoticed, in line %d: %q", bit, at, line, forged[max(0, at-40):min(len(forged), at+40)])
		}
		if text[at] != '\n' && !strings.HasPrefix(err.Error(), fmt.Sprintf("line %d ", line)) {
			t.Fatalf("a flip in line %d is told as: %v", line, err)
		}
	}
}

func TestLinesLeftOutRepeatedSwappedOrAddedAreFound(t *testing.T) {
	b := recordedFight(t)
	lines := bytes.SplitAfter(rules.WriteRecord(b.Log), []byte("\n"))
	lines = lines[:len(lines)-1]
	forge := func(name string, at int, forged [][]byte) {
		if err := check(t, b.Fight.System(), bytes.Join(forged, nil)); err == nil {
			t.Errorf("line %d %s unnoticed", at+1, name)
		}
	}
	for i := range lines {
		forge("is left out", i, slices.Delete(slices.Clone(lines), i, i+1))
		forge("is repeated", i, slices.Insert(slices.Clone(lines), i, lines[i]))
		forge("is the last", i, lines[:i])
		if i > 0 {
			swapped := slices.Clone(lines)
			swapped[i-1], swapped[i] = swapped[i], swapped[i-1]
			forge("changes places", i, swapped)
		}
	}
}

// Whatever single value of what happened is changed, and even when the chain is
// made to fit again, the check fails. What the fight starts from, and the words
// of a reason, only the chain that was posted can prove.
func TestAForgedValueUnderANewChainIsFound(t *testing.T) {
	b := recordedFight(t)
	random := rand.New(rand.NewPCG(11, 3))
	tried := 0
	for range trials(t, 400) {
		log := slices.Clone(b.Log)
		i := random.IntN(len(log))
		forged, ok := forgeValue(t, random, log[i])
		if !ok {
			continue
		}
		log[i] = forged
		tried++
		rechain(log)
		if err := check(t, b.Fight.System(), rules.WriteRecord(log)); err == nil {
			t.Fatalf("line %d is believed as\n%s\nwas\n%s", i+1, forged.Public(), b.Log[i].Public())
		}
	}
	if tried < 50 {
		t.Errorf("only %d values were forged", tried)
	}
}

// forgeValue changes one text or number somewhere in a line or its secret part.
func forgeValue(t *testing.T, random *rand.Rand, e rules.Entry) (rules.Entry, bool) {
	t.Helper()
	part, secret := e.Public(), secretPart(t, e)
	target := &part
	if random.IntN(3) == 0 {
		target = &secret
	}
	var tree any
	if err := json.Unmarshal(*target, &tree); err != nil {
		t.Fatal(err)
	}
	var spots []func()
	spread(tree, func(any) {}, &spots)
	if len(spots) == 0 {
		return e, false
	}
	spots[random.IntN(len(spots))]()
	*target, _ = json.Marshal(tree)
	again, err := rules.ParseEntry(part, secret, "")
	if err != nil || bytes.Equal(again.Public(), e.Public()) && bytes.Equal(secretPart(t, again), secretPart(t, e)) {
		return e, false
	}
	return again, e.Undo == nil || again.Seat == e.Seat // who asked to go back, only the posted chain proves
}

// spread lists how each leaf of a tree can be changed, but for what the posted
// chain alone proves.
func spread(tree any, set func(any), spots *[]func()) {
	switch v := tree.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			inner := v[key]
			if key != "at" && key != "by" && key != "agreed" && key != "reason" && key != "setup" {
				spread(inner, func(to any) { v[key] = to }, spots)
			}
		}
	case []any:
		for i, inner := range v {
			spread(inner, func(to any) { v[i] = to }, spots)
		}
	case string:
		*spots = append(*spots, func() { set(v + "x") })
	case float64:
		*spots = append(*spots, func() { set(v + 1) })
	case bool:
		*spots = append(*spots, func() { set(!v) })
	}
}

func TestASidesOwnRecordHoldsNoSecretOfTheOther(t *testing.T) {
	b := recordedFight(t)
	log := b.Log[:len(b.Log)-2] // before the end
	for seat := rules.Everyone; seat <= 2; seat++ {
		own := rules.OwnRecord(log, seat)
		if _, err := rules.Verify(own); err != nil {
			t.Fatalf("seat %d cannot check its record: %v", seat, err)
		}
		text := string(rules.WriteRecord(own))
		mine := 0
		for _, e := range log {
			if s := e.Secret; s.PickNonce != "" && !opened(log, e.Line) {
				if shows := strings.Contains(text, s.PickNonce); shows != (e.Seat == seat) {
					t.Errorf("the record of seat %d and the pick of line %d, seat %d: shown is %v", seat, e.Line, e.Seat, shows)
				}
			}
			if e.Secret.RollNonce != "" && strings.Contains(text, e.Secret.RollNonce) {
				t.Errorf("the record of seat %d shows how a deck lies", seat)
			}
			if e.Seat == seat && e.Secret.PickNonce != "" {
				mine++
			}
		}
		if seat > 0 && mine == 0 {
			t.Errorf("seat %d has sealed nothing, so this proves nothing", seat)
		}
	}
}

func opened(log []rules.Entry, line int) bool {
	return slices.ContainsFunc(log, func(e rules.Entry) bool {
		return slices.ContainsFunc(e.Opened, func(o rules.Opened) bool { return o.Line == line })
	})
}

func TestOfRulesThatWereMendedEachStretchIsPlayedByItsOwn(t *testing.T) {
	b := begin(t, rules.Define(counter()), "secret")
	round(t, b)
	play(t, b, pick(b, 1, "one", "a"))
	f, err := rules.Load(newer(), b.Fight.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	log := slices.Clone(b.Log)
	add := func(e rules.Entry, _ []rules.Event, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		log = append(log, e)
	}
	secret := strings.Repeat("1", 32)
	st := rules.Stamp{By: "p1", At: 1, Nonce: func() string { return secret }}
	dice := rules.NewSealed("none", f.ID(), f.Mix())
	add(f.Upgrade(dice, st))
	before := f.Line()
	add(f.Answer(1, rules.Reply{Asked: f.Asked(), Ask: "one", Picks: []string{"a"}}, dice, st))
	add(f.Answer(2, rules.Reply{Asked: f.Asked(), Ask: "two", Picks: []string{"b"}}, dice, st))
	read, err := rules.ReadRecord(rules.WriteRecord(log))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rules.Verify(read); err != nil {
		t.Fatal(err)
	}
	for sys, want := range map[*rules.System][]bool{newer(): {false, true}, rules.Define(counter()): {true, false}} {
		told, stretches, err := rules.Retrace(sys, read)
		if err != nil || len(stretches) != 2 || stretches[0].Played != want[0] || stretches[1].Played != want[1] || stretches[1].From != before || stretches[1].To != len(read) {
			t.Errorf("version %d: %+v, %v", sys.Version, stretches, err)
		}
		if len(told) != len(read) || (told[before-1] != nil) != want[1] {
			t.Errorf("version %d tells %d lines", sys.Version, len(told))
		}
	}
	forged := slices.Clone(read)
	forged[before-1].Secret.Before = []byte(strings.Replace(string(read[before-1].Secret.Before), `"Count":`, `"Count":9`, 1))
	if _, err := rules.Verify(forged); err == nil {
		t.Error("another state before the upgrade is believed")
	}
	own := rules.OwnRecord(read, 1)
	if own[before-1].Secret.Before != nil || rules.Whole(own) {
		t.Error("a side is given the whole state")
	}
}
