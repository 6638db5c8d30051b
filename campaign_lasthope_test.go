package main

import (
	"fmt"
	"testing"
)

// lastHopeBattles are the battles of the season of Last Hope.
func lastHopeBattles() [3]func(*fight) {
	return [3]func(*fight){
		func(f *fight) {
			f.duel("alice", "Marshal Hale", "Dusty", "thrown_knife", "JS", "2C")
			f.duel("alice", "Josie Marsh", "Silas Crane", "hunting_knife", "KS", "2C")
			f.concede("bob")
		},
		func(f *fight) {
			f.command("alice", f.thread, "done", nil)
			f.duel("bob", "Cole", "Tully", "thrown_knife", "JD", "2C")
			f.rule("set-wounds", map[string]any{"model": "Josie Marsh", "wounds": 1})
			f.concede("alice")
		},
		func(f *fight) {
			f.rule("set-wounds", map[string]any{"model": "Rosa Vane", "wounds": 1})
			f.drawn()
		},
	}
}

func TestASeasonOfLastHopeIsCarriedOverAndItsSecondBattleTakenBack(t *testing.T) {
	t.Parallel()
	s := season{
		system: "lasthope", like: [2]string{"sheriffs", "outlawmen"},
		terms:   map[string]string{"wounds between battles": "stay", "cards, Last Hope": "called"},
		battles: lastHopeBattles(),
	}
	s.cards = [3][]string{
		{"Sheriffs (alice) beat Outlawmen (bob), who concede", "Marshal Hale loses hunting knife", "Silas Crane takes 1 wound", "Dusty takes 1 wound"},
		{"Outlawmen (bob) beat Sheriffs (alice), who concede", "Cole loses hunting knife", "Tully takes 1 wound", "Josie Marsh takes 1 wound"},
		{"ends in a draw", "Rosa Vane takes 1 wound", "**Sheriffs:** nothing."},
	}
	s.offers = [3]func(*fight){
		1: func(f *fight) {
			f.checkBoard([]string{"**Silas Crane**, leader: 2 of 3 wounds left", "Lefty"}, []string{"Dusty"})
			f.checkOffered("alice", "attack", map[string]any{"attacker": "Marshal Hale"}, "target", []string{"Lefty"}, []string{"Dusty"})
			f.checkOffered("alice", "attack", map[string]any{"attacker": "Marshal Hale", "target": "Lefty"}, "weapon", []string{"No weapon"}, []string{"knife"})
			f.checkOffered("alice", "attack", map[string]any{"attacker": "Abel Stone", "target": "Lefty"}, "weapon", []string{"thrown"}, nil)
		},
		2: func(f *fight) {
			f.checkBoard([]string{"**Josie Marsh**, deputy: 1 of 2 wounds left"}, []string{"Dusty", "Tully"})
			f.checkOffered("alice", "attack", nil, "attacker", []string{"Nan", "Josie Marsh"}, []string{"Tully"})
			f.checkOffered("bob", "attack", map[string]any{"attacker": "Cole", "target": "Nan"}, "weapon", nil, []string{"knife"})
		},
	}
	s.shows = [3][2][]string{
		{
			{"6 of 6 members fit", "**Marshal Hale**, Leader: ready · Strength 3, Defence 3, Toughness 3, Shot 3"},
			{"5 of 6 members fit", "**Silas Crane**, Leader: wounded, 1 of 3 wounds taken", "**Dusty**, Ganger: out of action"},
		},
		{
			{"5 of 6 members fit", "**Josie Marsh**, Deputy: wounded, 1 of 2 wounds taken", "**Tully**, Ganger: out of action"},
			{"5 of 6 members fit", "**Dusty**, Ganger: out of action"},
		},
		{{"5 of 6 members fit"}, {"**Silas Crane**, Leader: wounded, 1 of 3", "**Rosa Vane**, Deputy: wounded, 1 of 2"}},
	}
	s.tables = [3][]string{
		{"1. Sheriffs (alice): 1 fight, 1 won, 0 drawn, 0 lost", "2. Outlawmen (bob): 1 fight, 0 won, 0 drawn, 1 lost; 1 member lost"},
		{"1= Outlawmen (bob): 2 fights, 1 won, 0 drawn, 1 lost; 1 member lost", "1= Sheriffs (alice): 2 fights, 1 won, 0 drawn, 1 lost; 1 member lost"},
		{"1= Outlawmen (bob): 3 fights, 1 won, 1 drawn, 1 lost", "1= Sheriffs (alice): 3 fights, 1 won, 1 drawn, 1 lost"},
	}
	s.without = []string{"1. Sheriffs (alice): 2 fights, 1 won, 1 drawn, 0 lost", "2. Outlawmen (bob): 2 fights, 0 won, 1 drawn, 1 lost; 1 member lost"}
	s.choices = func(f *fight) string {
		return f.boards() + fmt.Sprint(
			f.choices("alice", "attack", nil, "attacker"),
			f.choices("alice", "attack", map[string]any{"attacker": "Josie Marsh"}, "target"),
			f.choices("alice", "attack", map[string]any{"attacker": "Josie Marsh", "target": "Cole"}, "weapon"),
			f.choices("bob", "attack", map[string]any{"attacker": "Cole", "target": "Nan"}, "weapon"),
		)
	}
	s.checkSeason(t)
}
