package campaign_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"umpire/rules/campaign"
)

func entrant(roster, name, player string) campaign.Entrant {
	return campaign.Entrant{Roster: roster, Name: name, Player: player, Person: "Person " + player, System: "skirmish"}
}

func side(roster, player string, lost int) campaign.BattleSide {
	return campaign.BattleSide{Roster: roster, Name: "Roster " + roster, Players: []string{player}, Lost: lost}
}

func ended(result string, winner int, sides ...campaign.BattleSide) campaign.Battle {
	return campaign.Battle{System: "skirmish", Sides: sides, Result: result, Winner: winner}
}

func lines(rows []campaign.Row) []string {
	var out []string
	for _, r := range rows {
		out = append(out, r.Words())
	}
	return out
}

func wantLines(t *testing.T, rows []campaign.Row, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, lines(rows)); diff != "" {
		t.Error(diff)
	}
}

func TestTheTableCountsOutcomesAndOnlyThose(t *testing.T) {
	entrants := []campaign.Entrant{entrant("a", "Red *Company*", "alice"), entrant("b", "Blues", "bob"), entrant("c", "Crows", "cara"), entrant("d", "Dogs", "dan")}
	entrants[3].Withdrawn = true
	battles := []campaign.Battle{
		ended(campaign.Won, 1, side("a", "alice", 3), side("b", "bob", 5)),
		ended(campaign.Conceded, 2, side("c", "cara", 0), side("a", "alice", 1)),
		ended(campaign.Drawn, 0, side("a", "alice", 0), side("d", "dan", 0)),
		ended(campaign.Unrecorded, 0, side("a", "alice", 0), side("b", "bob", 0)),
		ended("", 0, side("b", "bob", 9), side("c", "cara", 9)),
		ended("", 0, side("c", "cara", 0)),
		ended(campaign.Won, 0, side("b", "bob", 9), side("c", "cara", 9)), // won by nobody: not known
		ended(campaign.Won, 3, side("b", "bob", 9), side("c", "cara", 9)),
	}
	wantLines(t, campaign.Table(battles, entrants, campaign.ByRoster),
		`**1. Red \*Company\*** (Person alice): 3 fights, 2 won, 1 drawn, 0 lost; 4 members lost; 1 fight unrecorded`,
		`**2. Dogs** (Person dan): 1 fight, 0 won, 1 drawn, 0 lost; withdrawn`,
		`**3. Crows** (Person cara): 1 fight, 0 won, 0 drawn, 1 lost; 1 bye`,
		`**4. Blues** (Person bob): 1 fight, 0 won, 0 drawn, 1 lost; 5 members lost; 1 fight unrecorded`)
}

func TestOfSeveralSidesOneWinsAndAllOthersLose(t *testing.T) {
	b := ended(campaign.Won, 2, side("a", "alice", 0), side("b", "bob", 0), side("c", "cara", 1))
	wantLines(t, campaign.Table([]campaign.Battle{b}, nil, campaign.ByRoster),
		"**1. Roster b** (bob): 1 fight, 1 won, 0 drawn, 0 lost; withdrawn",
		"**2. Roster a** (alice): 1 fight, 0 won, 0 drawn, 1 lost; withdrawn",
		"**3. Roster c** (cara): 1 fight, 0 won, 0 drawn, 1 lost; 1 member lost; withdrawn")
}

func TestEqualRowsShareARank(t *testing.T) {
	entrants := []campaign.Entrant{entrant("a", "Axes", "a"), entrant("b", "Bows", "b"), entrant("c", "Clubs", "c"), entrant("d", "Darts", "d")}
	battles := []campaign.Battle{
		ended(campaign.Won, 1, side("b", "b", 0), side("d", "d", 0)),
		ended(campaign.Drawn, 0, side("a", "a", 0), side("c", "c", 0)),
	}
	var places []string
	for _, r := range campaign.Table(battles, entrants, campaign.ByRoster) {
		places = append(places, r.Place()+r.Name)
	}
	if diff := cmp.Diff([]string{"1.Bows", "2=Axes", "2=Clubs", "4.Darts"}, places); diff != "" {
		t.Error(diff)
	}
}

func TestAPlayersRowIsWhatThePlayerFought(t *testing.T) {
	entrants := []campaign.Entrant{entrant("a1", "Axes", "alice"), entrant("a2", "Adders", "alice"), entrant("b", "Bows", "bob"), entrant("x", "Orphans", "")}
	entrants[0].Withdrawn = true
	team := side("a2", "alice", 0)
	team.Players = []string{"zoe", "alice", "zoe"} // Zoe helps out
	nobody := side("b", "bob", 0)
	nobody.Players = nil
	battles := []campaign.Battle{
		ended(campaign.Won, 1, side("a1", "alice", 1), nobody),
		ended(campaign.Drawn, 0, team, side("b", "bob", 2)),
	}
	wantLines(t, campaign.Table(battles, entrants, campaign.ByPlayer),
		"**1. Person alice**: 2 fights, 1 won, 1 drawn, 0 lost; 1 member lost",
		"**2. zoe**: 1 fight, 0 won, 1 drawn, 0 lost",
		"**3. Person bob**: 2 fights, 0 won, 1 drawn, 1 lost; 2 members lost")
}

func TestEachSystemIsRankedApart(t *testing.T) {
	entrants := []campaign.Entrant{entrant("a", "Axes", "alice"), entrant("b", "Bows", "bob"), entrant("c", "Cards", "alice"), entrant("d", "Decks", "bob")}
	entrants[2].System, entrants[3].System = "lasthope", "lasthope"
	card := ended(campaign.Won, 2, side("c", "alice", 0), side("d", "bob", 0))
	card.System = "lasthope"
	var got []string
	for _, r := range campaign.Table([]campaign.Battle{ended(campaign.Won, 1, side("a", "alice", 0), side("b", "bob", 0)), card}, entrants, campaign.BySystem) {
		got = append(got, r.System+" "+r.Place()+" "+r.Name)
	}
	want := []string{"lasthope 1. Person bob", "lasthope 2. Person alice", "skirmish 1. Person alice", "skirmish 2. Person bob"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTheTableDoesNotDependOnTheOrderOfTheBattlesAndAddsUp(t *testing.T) {
	results := []string{campaign.Won, campaign.Drawn, campaign.Conceded, campaign.Unrecorded, ""}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 3))
		var entrants []campaign.Entrant
		for i := range 2 + r.IntN(12) {
			entrants = append(entrants, entrant(string(rune('a'+i)), "Same name", string(rune('p'+i/2))))
		}
		var battles []campaign.Battle
		known := 0
		for range r.IntN(40) {
			i, j := r.IntN(len(entrants)), r.IntN(len(entrants))
			if i == j {
				continue
			}
			b := ended(results[r.IntN(5)], 1+r.IntN(2), side(entrants[i].Roster, entrants[i].Player, r.IntN(3)), side(entrants[j].Roster, entrants[j].Player, r.IntN(3)))
			battles = append(battles, b)
			if b.Known() {
				known++
			}
		}
		for _, by := range []string{campaign.ByRoster, campaign.ByPlayer, campaign.BySystem} {
			first := campaign.Table(battles, entrants, by)
			r.Shuffle(len(battles), func(i, j int) { battles[i], battles[j] = battles[j], battles[i] })
			if diff := cmp.Diff(first, campaign.Table(battles, entrants, by)); diff != "" {
				t.Fatalf("seed %d: %s", seed, diff)
			}
			fights, wins, losses := 0, 0, 0
			for _, row := range first {
				fights, wins, losses = fights+row.Fights, wins+row.Wins, losses+row.Losses
				if row.Fights != row.Wins+row.Draws+row.Losses {
					t.Fatalf("seed %d: %+v", seed, row)
				}
			}
			if fights != 2*known || wins != losses {
				t.Fatalf("seed %d: %d fights of two sides are %d in the table, won %d, lost %d", seed, known, fights, wins, losses)
			}
			if !slices.IsSortedFunc(first, func(a, b campaign.Row) int { return a.Rank - b.Rank }) {
				t.Fatalf("seed %d: %s", seed, strings.Join(lines(first), "\n"))
			}
		}
	}
}

func TestWinsComeBeforeDrawsLossesMembersAndNames(t *testing.T) {
	entrants := []campaign.Entrant{
		entrant("z", "Axes", "p1"), entrant("y", "Bows", "p2"), entrant("x", "Clubs", "p3"), entrant("w", "Darts", "p4"),
		entrant("v", "Elks", "p5"), entrant("u", "Foxes", "p6"),
	}
	foe := side("foe", "foe", 0)
	battles := []campaign.Battle{
		ended(campaign.Won, 1, side("u", "p6", 9), foe), ended(campaign.Won, 2, side("u", "p6", 0), foe), // a win, with a loss
		ended(campaign.Drawn, 0, side("v", "p5", 9), foe), ended(campaign.Won, 2, side("v", "p5", 0), foe), // a draw, with a loss
		ended(campaign.Won, 2, side("w", "p4", 0), foe),
		ended(campaign.Won, 2, side("z", "p1", 1), foe), // like the last, but a member is lost
	}
	var names []string
	for _, r := range campaign.Table(battles, entrants, campaign.ByRoster)[1:] {
		names = append(names, r.Name)
	}
	if diff := cmp.Diff([]string{"Foxes", "Elks", "Bows", "Clubs", "Darts", "Axes"}, names); diff != "" {
		t.Error(diff)
	}
}

func TestAPlayerHasWithdrawnWhenEveryRosterHas(t *testing.T) {
	for _, out := range [][]bool{{false, false}, {true, false}, {false, true}, {true, true}} {
		entrants := []campaign.Entrant{entrant("a", "Axes", "alice"), entrant("b", "Bows", "alice")}
		entrants[0].Withdrawn, entrants[1].Withdrawn = out[0], out[1]
		if row := campaign.Table(nil, entrants, campaign.ByPlayer)[0]; row.Withdrawn != (out[0] && out[1]) {
			t.Errorf("of rosters withdrawn %v, the player is %v", out, row.Withdrawn)
		}
	}
}
