package campaign_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"umpire/rules/campaign"
)

// league is a campaign whose rounds are paired and written down.
type league struct {
	entrants []campaign.Entrant
	battles  []campaign.Battle
}

func (l *league) join(player string) {
	id := fmt.Sprintf("r%02d", len(l.entrants))
	if player == "" {
		player = "owner of " + id
	}
	l.entrants = append(l.entrants, entrant(id, id, player))
}

func (l *league) past() campaign.Past { return campaign.Remember(l.battles) }

func (l *league) roundRobin() ([][2]string, []string) {
	return campaign.RoundRobin(l.entrants, l.past())
}

func (l *league) byStanding() ([][2]string, []string) {
	return campaign.ByStanding(campaign.Table(l.battles, l.entrants, campaign.ByRoster), l.past())
}

func (l *league) play(pairs [][2]string, byes []string, winner func() int) {
	for _, p := range pairs {
		l.battles = append(l.battles, ended(campaign.Won, winner(), side(p[0], "", 0), side(p[1], "", 0)))
	}
	for _, id := range byes {
		l.battles = append(l.battles, ended("", 0, side(id, "", 0)))
	}
}

func first() int { return 1 }

// in lists who is to be paired.
func (l *league) in() (ids []string) {
	for _, e := range l.entrants {
		if !e.Withdrawn {
			ids = append(ids, e.Roster)
		}
	}
	return ids
}

// wantWhole looks for everybody who is in once, and nobody else.
func (l *league) wantWhole(t *testing.T, pairs [][2]string, byes []string) {
	t.Helper()
	there := slices.Clone(byes)
	for _, p := range pairs {
		there = append(there, p[0], p[1])
	}
	slices.Sort(there)
	if diff := cmp.Diff(l.in(), there); diff != "" || len(byes) != len(there)%2 {
		t.Fatalf("%d byes and not everybody once: %s", len(byes), diff)
	}
	if faults := campaign.Faults(pairs, l.entrants); faults != nil {
		t.Fatal(faults)
	}
}

// badness is what speaks against a round, the worst first: own pairs, byes that its
// bye had before, then pairs by how often they have met, the most often first.
func (l *league) badness(pairs [][2]string, byes []string) []int {
	past := l.past()
	bad := make([]int, 40)
	owner := make(map[string]string)
	for _, e := range l.entrants {
		owner[e.Roster] = e.Player
	}
	for _, p := range pairs {
		if owner[p[0]] == owner[p[1]] {
			bad[0]++
		}
		bad[len(bad)-1-past.Met(p[0], p[1])]++
	}
	for _, id := range byes {
		bad[1] += past.Byes(id)
	}
	return bad
}

// leastBad tries every round of some rosters.
func (l *league) leastBad(ids []string, pairs [][2]string, byes []string) (best []int) {
	if len(ids) == 0 {
		return l.badness(pairs, byes)
	}
	better := func(b []int) {
		if best == nil || slices.Compare(b, best) < 0 {
			best = b
		}
	}
	if len(ids)%2 == 1 && len(byes) == 0 {
		for i, id := range ids {
			better(l.leastBad(slices.Delete(slices.Clone(ids), i, i+1), pairs, []string{id}))
		}
		return best
	}
	for i := 1; i < len(ids); i++ {
		with := append(slices.Clone(pairs), [2]string{ids[0], ids[i]})
		better(l.leastBad(slices.Delete(slices.Clone(ids[1:]), i-1, i), with, byes))
	}
	return best
}

func TestInAFieldThatStaysEverybodyMeetsEverybodyOnceACycle(t *testing.T) {
	for n := 1; n <= 25; n++ {
		var l league
		for range n {
			l.join("")
		}
		rounds := n - 1 + n%2
		for cycle := 1; cycle <= 2; cycle++ {
			for range rounds {
				pairs, byes := l.roundRobin()
				l.wantWhole(t, pairs, byes)
				l.play(pairs, byes, first)
			}
			past, ids := l.past(), l.in()
			for i, a := range ids {
				if past.Byes(a) != n%2*cycle {
					t.Fatalf("of %d, %s has %d byes after cycle %d", n, a, past.Byes(a), cycle)
				}
				for _, b := range ids[i+1:] {
					if past.Met(a, b) != cycle {
						t.Fatalf("of %d, %s and %s have met %d times after cycle %d", n, a, b, past.Met(a, b), cycle)
					}
				}
			}
		}
	}
}

func TestWhoeverComesAndGoesNoRoundIsWorseThanItMustBe(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		var l league
		for range 2 + r.IntN(5) {
			l.join([]string{"", "", "alice", "bob"}[r.IntN(4)])
		}
		for range 14 {
			switch r.IntN(4) {
			case 0:
				if len(l.in()) < 8 {
					l.join([]string{"", "", "alice"}[r.IntN(3)])
				}
			case 1:
				if e := &l.entrants[r.IntN(len(l.entrants))]; len(l.in()) > 2 || e.Withdrawn && len(l.in()) < 8 {
					e.Withdrawn = !e.Withdrawn
				}
			}
			if len(l.in()) > 8 {
				continue
			}
			pair := l.roundRobin
			if r.IntN(2) == 0 {
				pair = l.byStanding
			}
			pairs, byes := pair()
			l.wantWhole(t, pairs, byes)
			if got, want := l.badness(pairs, byes), l.leastBad(l.in(), nil, nil); slices.Compare(got, want) != 0 {
				t.Fatalf("seed %d: %v with %v free is %v, and %v can be", seed, pairs, byes, got, want)
			}
			l.play(pairs, byes, func() int { return 1 + r.IntN(2) })
		}
	}
}

func TestByStandingNeighboursMeetAndTheLowestIsFree(t *testing.T) {
	l := league{}
	for range 7 {
		l.join("")
	}
	want := [][][2]string{
		{{"r00", "r01"}, {"r02", "r03"}, {"r04", "r05"}},
		{{"r00", "r02"}, {"r04", "r06"}, {"r01", "r03"}}, // who was free has not lost
	}
	free := []string{"r06", "r05"}
	for i := range want {
		pairs, byes := l.byStanding()
		if diff := cmp.Diff(want[i], pairs); diff != "" || byes[0] != free[i] {
			t.Errorf("round %d: %v is free, %s", i+1, byes, diff)
		}
		l.play(pairs, byes, first)
	}
}

func TestASwissOfAnySizeHasNoSecondMeetingAndNoSecondByeEarly(t *testing.T) {
	for n := 2; n <= 40; n++ {
		r := rand.New(rand.NewPCG(uint64(n), 9))
		var l league
		for range n {
			l.join("")
		}
		for round := 1; round <= min(5, n/2); round++ { // so far there is always a round without
			pairs, byes := l.byStanding()
			l.wantWhole(t, pairs, byes)
			past := l.past()
			for _, p := range pairs {
				if past.Met(p[0], p[1]) > 0 {
					t.Fatalf("of %d, %v meet again in round %d", n, p, round)
				}
			}
			for _, id := range byes {
				if past.Byes(id) > 0 {
					t.Fatalf("of %d, %s is free again in round %d", n, id, round)
				}
			}
			l.play(pairs, byes, func() int { return 1 + r.IntN(2) })
		}
	}
}

func TestOnlyRostersOfOneSystemMeet(t *testing.T) {
	var l league
	for i := range 10 {
		l.join("")
		l.entrants[i].System = []string{"skirmish", "lasthope"}[i%2]
	}
	for _, pair := range []func() ([][2]string, []string){l.roundRobin, l.byStanding} {
		pairs, byes := pair()
		if faults := campaign.Faults(pairs, l.entrants); faults != nil || len(pairs) != 4 || len(byes) != 2 {
			t.Errorf("%v, free %v: %v", pairs, byes, faults)
		}
	}
}

func TestABattleOfManySidesIsAMeetingOfAllOfThem(t *testing.T) {
	past := campaign.Remember([]campaign.Battle{ended("", 0, side("a", "", 0), side("b", "", 0), side("c", "", 0)), ended("", 0, side("a", "", 0))})
	if past.Met("a", "b") != 1 || past.Met("c", "a") != 1 || past.Met("b", "c") != 1 || past.Byes("a") != 1 || past.Byes("b") != 0 {
		t.Errorf("%+v", past)
	}
}

func TestFaultsOfARoundPairedByHandAreNamed(t *testing.T) {
	entrants := []campaign.Entrant{entrant("a", "Axes", "al"), entrant("b", "B*ws", "bo"), entrant("c", "Cards", "cy"), entrant("d", "Dogs", "di"), entrant("e", "Elks", "el")}
	entrants[2].System = "lasthope"
	entrants[3].Withdrawn = true
	for _, c := range []struct {
		pairs [][2]string
		want  []string
	}{
		{[][2]string{{"a", "b"}, {"e", ""}}, nil},
		{[][2]string{{"a", "b"}, {"b", "e"}}, []string{`B\*ws is in the round twice.`}},
		{[][2]string{{"a", "a"}}, []string{"Axes is in the round twice."}},
		{[][2]string{{"a", "x"}}, []string{"x is not in the campaign."}},
		{[][2]string{{"a", "d"}}, []string{"Dogs has withdrawn."}},
		{[][2]string{{"a", "c"}}, []string{"Axes and Cards are of different systems."}},
		{[][2]string{{"d", ""}, {"a", "d"}, {"d", "b"}}, []string{"Dogs has withdrawn.", "Dogs is in the round twice."}},
	} {
		if diff := cmp.Diff(c.want, campaign.Faults(c.pairs, entrants)); diff != "" {
			t.Errorf("%v: %s", c.pairs, diff)
		}
	}
}

func BenchmarkByStanding(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var l league
	for range 99 {
		l.join("")
	}
	for range 12 {
		pairs, byes := l.byStanding()
		l.play(pairs, byes, func() int { return 1 + r.IntN(2) })
	}
	for b.Loop() {
		l.byStanding()
	}
}
