package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// ends ends the fight as gail, with a winner.
func (f *fight) ends(winner string) {
	f.t.Helper()
	f.rule("end", map[string]any{"winner": f.choice("gail", f.thread, "umpire end", nil, "winner", winner)})
}

// mustered lists the models on the board with their lives, in the order of their
// names: whose army is A is rolled for.
func (f *fight) mustered() string {
	f.t.Helper()
	text := f.command("alice", f.thread, "board", nil).text()
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return !strings.HasSuffix(l, ", not placed") })
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// deployable are the models that whoever deploys first may place.
func (f *fight) deployable() (who string, names []string) {
	f.t.Helper()
	b := &battle{room: f.room, thread: f.thread}
	who, board := b.asked()
	f.press(who, board, "South")
	f.settled()
	return who, f.choices(who, "deploy", nil, "models")
}

// skirmishBattles are the battles of the season of skirmish.
func skirmishBattles() [3]func(*fight) {
	return [3]func(*fight){
		func(f *fight) {
			f.rule("set-lives", map[string]any{"model": "Red Anne", "lives": 2})
			f.rule("set-lives", map[string]any{"model": "Boom Bess", "lives": 0})
			f.rule("set-lives", map[string]any{"model": "Assaulter 1", "lives": 1})
			f.concede("bob")
		},
		func(f *fight) {
			f.rule("set-lives", map[string]any{"model": "Commander Okoye", "lives": 1})
			f.rule("set-lives", map[string]any{"model": "Shockgunner", "lives": 0})
			f.ends("Landing party")
		},
		func(f *fight) {
			f.rule("set-lives", map[string]any{"model": "Hook Hal", "lives": 1})
			f.drawn()
		},
	}
}

func TestASeasonOfSkirmishIsCarriedOverAndItsSecondBattleTakenBack(t *testing.T) {
	t.Parallel()
	s := season{
		system: "skirmish", like: [2]string{"crew", "landing"},
		terms:   map[string]string{"wounds that heal between battles": "1", "who goes out of action": "dead"},
		battles: skirmishBattles(),
	}
	s.cards = [3][]string{
		{"Red Anne takes 3 wounds", "Boom Bess takes 2 wounds", "Boom Bess is dead", "Assaulter 1 takes 1 wound", "resting, Red Anne heals 1 wound"},
		{"Landing party (bob) beat Red Anne's crew (alice).", "Commander Okoye takes 4 wounds", "Shockgunner is dead"},
		{"ends in a draw", "Hook Hal takes 1 wound"},
	}
	s.offers = [3]func(*fight){
		1: func(f *fight) {
			f.checkBoard([]string{"**Red Anne** 3/5", "**Assaulter 1** 2/2"}, []string{"Boom Bess"})
			who, names := f.deployable()
			gone := map[string]string{"alice": "Boom Bess", "bob": "nobody"}[who]
			f.checkOffered(who, "deploy", nil, "models", nil, []string{gone})
			if len(names) < 5 {
				f.t.Errorf("%s may deploy %q", who, names)
			}
		},
		2: func(f *fight) {
			f.checkBoard([]string{"**Red Anne** 4/5", "**Commander Okoye** 2/5"}, []string{"Boom Bess", "Shockgunner"})
		},
	}
	s.shows = [3][2][]string{
		{{"8 of 9 members fit to fight · 123 points", "**Red Anne**, Captain: wounded, 2 of 5 wounds taken", "**Boom Bess**, Grenadier: dead"}, {"5 of 5 members fit"}},
		{{"**Red Anne**, Captain: wounded, 1 of 5 wounds taken"}, {"4 of 5 members fit", "**Shockgunner**: dead", "**Commander Okoye**, Commander: wounded, 3 of 5 wounds taken"}},
		{{"**Red Anne**, Captain: ready", "**Hook Hal**, Grappler: ready"}, {"**Commander Okoye**, Commander: wounded, 2 of 5 wounds taken"}},
	}
	s.tables = [3][]string{
		{"1. Red Anne's crew (alice): 1 fight, 1 won", "2. Landing party (bob): 1 fight, 0 won"},
		{"1= Landing party (bob): 2 fights, 1 won, 0 drawn, 1 lost; 1 member lost", "1= Red Anne's crew (alice): 2 fights, 1 won, 0 drawn, 1 lost; 1 member lost"},
		{"1= Landing party (bob): 3 fights", "1= Red Anne's crew (alice): 3 fights"},
	}
	s.without = []string{"1. Red Anne's crew (alice): 2 fights, 1 won, 1 drawn, 0 lost; 1 member lost", "2. Landing party (bob): 2 fights, 0 won, 1 drawn, 1 lost"}
	s.choices = func(f *fight) string {
		return f.mustered() + fmt.Sprint(f.choices("gail", "umpire set-lives", nil, "model"))
	}
	s.checkSeason(t)
}

// factionsBattles are the battles of the season of Factions.
func factionsBattles() [3]func(*fight) {
	return [3]func(*fight){
		func(f *fight) {
			f.rule("set-gold", map[string]any{"hero": "Blackbeard", "gold": 1})
			f.rule("set-wounds", map[string]any{"model": "Bilge Rat", "wounds": 2})
			f.concede("bob")
		},
		func(f *fight) {
			f.lock("alice", "boarding_cutlass")
			f.lock("bob", "court_rapier")
			f.settled()
			f.rule("set-wounds", map[string]any{"model": "Iron Agnes", "wounds": 5})
			f.rule("take-card", map[string]any{"hero": "Iron Agnes", "card": "Broadaxe"})
			f.rule("set-wounds", map[string]any{"model": "Pip Quickly", "wounds": 4})
			f.press("bob", *f.command("bob", f.thread, "board", nil).Message, "Stack it in the space")
			f.settled()
			f.concede("alice")
		},
		func(f *fight) {
			f.rule("set-gold", map[string]any{"hero": "Rizzik", "gold": 4})
			f.drawn()
		},
	}
}

func TestASeasonOfFactionsIsCarriedOverAndItsSecondBattleTakenBack(t *testing.T) {
	t.Parallel()
	s := season{
		system: "factions", like: [2]string{"white", "black"},
		terms:   map[string]string{"who goes out of action": "dead"},
		battles: factionsBattles(),
	}
	s.cards = [3][]string{
		{"Blackbeard has 2 less gold", "Bilge Rat takes 2 wounds", "Bilge Rat is dead"},
		{"Iron Agnes takes 5 wounds", "Iron Agnes loses Broadaxe", "Pip Quickly is dead"},
		{"ends in a draw", "Rizzik has 4 more gold", "**White:** nothing."},
	}
	s.offers = [3]func(*fight){
		1: func(f *fight) {
			f.checkBoard([]string{"**Blackbeard**: 0 of 7 wounds taken", "1 gold"}, []string{"Bilge Rat"})
			f.checkOffered("gail", "umpire set-wounds", nil, "model", []string{"Iron Agnes", "Tin Wolf"}, []string{"Bilge Rat"})
		},
		2: func(f *fight) {
			f.checkBoard([]string{"**Iron Agnes**: 5 of 8 wounds taken", "Rizzik"}, []string{"Bilge Rat", "Pip Quickly", "Broadaxe"})
		},
	}
	s.shows = [3][2][]string{
		{{"2 of 3 members fit", "**Bilge Rat**, Minion: dead"}, {"3 of 3 members fit"}},
		{{"**Iron Agnes**, Hero: wounded, 5 of 8 wounds taken"}, {"2 of 3 members fit", "**Pip Quickly**, Hero: dead"}},
		{{"**Iron Agnes**, Hero: wounded, 5 of 8 wounds taken"}, {"**Rizzik**, Hero: ready"}},
	}
	s.tables = [3][]string{
		{"1. White (alice): 1 fight, 1 won, 0 drawn, 0 lost; 1 member lost", "2. Black (bob): 1 fight, 0 won"},
		{"1= Black (bob): 2 fights", "1= White (alice): 2 fights"},
		{"1= Black (bob): 3 fights", "1= White (alice): 3 fights"},
	}
	s.without = []string{"1. White (alice): 2 fights, 1 won, 1 drawn, 0 lost; 1 member lost", "2. Black (bob): 2 fights, 0 won, 1 drawn, 1 lost"}
	s.choices = func(f *fight) string {
		return f.boards() + fmt.Sprint(
			f.choices("gail", "umpire set-wounds", nil, "model"),
			f.choices("gail", "umpire take-card", nil, "hero"),
			f.choices("gail", "umpire set-gold", nil, "hero"),
		)
	}
	s.checkSeason(t)
}

// forbiddenStarsBattles are the battles of the season of Forbidden Stars.
func forbiddenStarsBattles() [3]func(*fight) {
	muster := func(f *fight, who, to, force string) {
		f.command(who, f.thread, "muster", map[string]any{"to": to, "force": force})
		f.settled()
	}
	return [3]func(*fight){
		func(f *fight) {
			muster(f, "alice", "Brae", "3 space marines, bastion")
			muster(f, "bob", "Halden", "2 boyz, 1 nob")
			f.concede("bob")
		},
		func(f *fight) {
			boyz := f.choice("gail", f.thread, "umpire set-unit", nil, "unit", "Orks: Boyz")
			f.rule("set-unit", map[string]any{"unit": boyz, "state": "destroyed"})
			f.command("alice", f.thread, "upgrade", map[string]any{"card": "colossus", "replaces": "volley"})
			f.settled()
			f.concede("alice")
		},
		func(f *fight) {
			muster(f, "bob", "Tor", "1 battlewagon")
			f.drawn()
		},
	}
}

func TestASeasonOfForbiddenStarsIsCarriedOverAndItsSecondBattleTakenBack(t *testing.T) {
	t.Parallel()
	s := season{system: "forbidden", like: [2]string{"ultramarines", "orks"}, battles: forbiddenStarsBattles()}

	s.cards = [3][]string{
		{"3 Space Marine and 1 bastion at Brae", "2 Boyz and 1 Nob at Halden"},
		{"1 less Boyz at Halden", "Ultramarines changes in what its own side alone may read"},
		{"ends in a draw", "1 Battlewagon at Tor", "**Ultramarines:** nothing."},
	}
	s.offers = [3]func(*fight){
		1: func(f *fight) {
			f.checkBoard([]string{"Brae", "3 Space Marines", "2 Boyz"}, nil)
			f.checkOffered("alice", "muster", nil, "to", []string{"Brae"}, nil)
			f.checkOffered("bob", "muster", nil, "to", []string{"Halden"}, nil)
			f.checkOffered("alice", "upgrade", nil, "card", []string{"Colossus"}, nil)
		},
		2: func(f *fight) {
			f.checkBoard([]string{"Halden (world): Boyz, Nob"}, []string{"2 Boyz"})
			f.checkOffered("alice", "upgrade", nil, "card", nil, []string{"Colossus"})
		},
	}
	s.tables = [3][]string{
		{"1. Ultramarines (alice): 1 fight, 1 won, 0 drawn, 0 lost", "2. Orks (bob): 1 fight, 0 won"},
		{"1= Orks (bob): 2 fights", "1= Ultramarines (alice): 2 fights"},
		{"1= Orks (bob): 3 fights", "1= Ultramarines (alice): 3 fights"},
	}
	s.without = []string{"1. Ultramarines (alice): 2 fights, 1 won, 1 drawn, 0 lost", "2. Orks (bob): 2 fights, 0 won, 1 drawn, 1 lost"}
	s.choices = func(f *fight) string {
		return f.boards() + fmt.Sprint(
			f.choices("alice", "muster", nil, "to"), f.choices("bob", "muster", nil, "to"),
			f.choices("alice", "upgrade", nil, "card"), f.choices("alice", "upgrade", nil, "replaces"),
			f.choices("gail", "umpire set-unit", nil, "unit"),
		)
	}
	s.checkSeason(t)
}
