package commands_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"umpire/commands/chronicle"
	"umpire/rules"
)

func TestDiceAreCountedAsTheyStandInTheRecord(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	for range 20 {
		c.command(sam, thread, "roll", map[string]string{"dice": "10d6; 3d20"})
	}
	id := c.session(thread).ID
	said := c.command(sam, thread, "dice fight", nil).Message.Text
	recount := make(map[int]int)
	log, err := rules.ReadRecord([]byte(c.logOf(sam, thread, "record")))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		for _, r := range e.Rolls {
			for _, face := range r.Faces {
				if r.Sides == 6 {
					recount[face]++
				}
			}
		}
	}
	for face := 1; face <= 6; face++ {
		if want := fmt.Sprintf("%d came %d", face, recount[face]); !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	for _, want := range []string{"fight " + id, "d6: 200 rolled", "about 33.3 times", "from 23 to 44 times", "d20: 60 rolled"} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	for what, who := range map[string]string{"dice server": "", "dice player": alice.ID} {
		if other := c.command(sam, "x", what, map[string]string{"player": who}).Message.Text; !strings.Contains(other, "d6: 200 rolled") {
			t.Errorf("/%s says\n%s", what, other)
		}
	}
	if none := c.command(sam, "x", "dice player", nil).Message.Text; !strings.Contains(none, "No dice have been rolled") {
		t.Errorf("of Sam's own fights it says\n%s", none)
	}
}

func TestUnopenedSealsAreListedUntilTheyAreOpened(t *testing.T) {
	c := newClub(t)
	thread := c.fight(nil)
	s := c.session(thread)
	if said := c.command(sam, "x", "dice seals", nil).Message.Text; !strings.Contains(said, rules.Digits(rules.SealOf(s.Secret, s.ID))) || strings.Contains(said, s.Secret) {
		t.Errorf("it says\n%s", said)
	}
	c.command(gail, thread, "session end", map[string]string{"reason": "late"})
	if said := c.command(sam, "x", "dice seals", nil).Message.Text; !strings.Contains(said, "No seal is unopened") {
		t.Errorf("it says\n%s", said)
	}
}

// The bounds are those of the binomial distribution, by summing it up in another
// way.
func TestBoundsHoldAtLeastNineteenOfTwentyCases(t *testing.T) {
	for _, c := range []struct{ n, sides int }{{1, 6}, {10, 6}, {60, 6}, {600, 6}, {37, 20}, {5000, 10}} {
		low, high := chronicle.Band(c.n, c.sides)
		row := make([]float64, c.n+1) // chance of k so far
		row[0] = 1
		p := 1 / float64(c.sides)
		for range c.n {
			for k := c.n; k > 0; k-- {
				row[k] = row[k]*(1-p) + row[k-1]*p
			}
			row[0] *= 1 - p
		}
		below, above := 0.0, 0.0
		for k, chance := range row {
			if k < low {
				below += chance
			}
			if k > high {
				above += chance
			}
		}
		if below > 0.025 || above > 0.025 || below+row[low] <= 0.025 || above+row[high] <= 0.025 && high > low {
			t.Errorf("%d dice of %d sides: from %d to %d leaves %v below and %v above", c.n, c.sides, low, high, below, above)
		}
	}
}

func TestHiddenShufflesAreNotCounted(t *testing.T) {
	line, err := json.Marshal(rules.Entry{Rolls: []rules.Rolled{{N: 1, Kind: "deck:1:1", Sides: 6, Faces: []int{1, 2}, Hidden: true}}})
	if err != nil {
		t.Fatal(err)
	}
	tally := make(chronicle.Tally)
	if err := tally.Add(line); err != nil || len(tally) > 0 {
		t.Errorf("it counts %v, %v", tally, err)
	}
}
