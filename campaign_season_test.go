package main

import (
	"slices"
	"strings"
	"testing"
)

// season is three battles of a campaign in one system.
type season struct {
	system  string
	like    [2]string         // the templates of the rosters, alice's first
	terms   map[string]string // what is set before the first battle
	battles [3]func(*fight)   // from the first turn to the end
	cards   [3][]string       // what each battle's card says
	offers  [3]func(*fight)   // holds what a battle offers to what those before it left
	shows   [3][2][]string    // what the rosters show after each battle
	tables  [3][]string       // the standings after each
	without []string          // the standings when the second is taken back
	choices func(*fight) string
}

// world is all that players can read of a league.
type world struct {
	Shows, Files [2]string
	Standings    string
	Choices      string // of the next battle
}

// read reads what a league is like between two battles.
func (l *league) read() world {
	l.t.Helper()
	w := world{Standings: passing.ReplaceAllString(l.reads("standings", nil), "")}
	for side := range players {
		w.Shows[side], w.Files[side] = l.show(side), l.file(side)
	}
	return w
}

// play fights battles of the season, numbered from 0.
func (s *season) play(l *league, battles ...int) {
	l.t.Helper()
	for _, n := range battles {
		f := l.battle()
		if s.offers[n] != nil && len(battles) == 3 {
			s.offers[n](f)
		}
		s.battles[n](f)
		f.confirm(s.cards[n]...)
		if len(battles) < 3 {
			continue
		}
		for side, want := range s.shows[n] {
			l.checkShow(side, want...)
		}
		l.checkStandings(s.tables[n]...)
		l.checkBattles(n + 1)
	}
}

// checkBattles counts the battles in the campaign's list.
func (l *league) checkBattles(want int) {
	l.t.Helper()
	if got := strings.Count(l.reads("battles", nil), "\n"); got != want {
		l.t.Errorf("%d battles are listed, want %d:\n%s", got, want, l.reads("battles", nil))
	}
}

// next opens a further battle and reads what it offers.
func (s *season) next(l *league) string {
	l.t.Helper()
	f := l.battle()
	return passing.ReplaceAllString(s.choices(f), "")
}

// boards are what both players may see of the fight, and what they are asked.
func (f *fight) boards() string {
	f.t.Helper()
	var texts []string
	for _, who := range players {
		texts = append(texts, f.command(who, f.thread, "board", nil).text())
	}
	return strings.Join(texts, "\n")
}

// choices is what autocomplete offers for an option of an order, by name.
func (f *fight) choices(as, verb string, options map[string]any, focused string) []string {
	f.t.Helper()
	names, _ := f.offers(as, f.thread, verb, options, focused, "")
	return names
}

// checkOffered holds autocomplete to what it must offer and what it must not, by
// words in the names.
func (f *fight) checkOffered(as, verb string, options map[string]any, focused string, want, gone []string) {
	f.t.Helper()
	names := f.choices(as, verb, options, focused)
	has := func(word string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return strings.Contains(n, word) })
	}
	for _, word := range want {
		if !has(word) {
			f.t.Errorf("%s's %s offers no %s %q: %q", as, verb, focused, word, names)
		}
	}
	for _, word := range gone {
		if has(word) {
			f.t.Errorf("%s's %s still offers the %s %q: %q", as, verb, focused, word, names)
		}
	}
}

// checkBoard holds the boards to what must stand there and what must not.
func (f *fight) checkBoard(want, gone []string) {
	f.t.Helper()
	text := f.boards()
	for _, word := range want {
		if !strings.Contains(text, word) {
			f.t.Errorf("the board does not say %q:\n%s", word, text)
		}
	}
	for _, word := range gone {
		if strings.Contains(text, word) {
			f.t.Errorf("the board still says %q:\n%s", word, text)
		}
	}
}

// checkSeason fights a season, takes its second battle back, counts it again, takes
// it back once more, and compares the league with one in which it was never fought.
func (s *season) checkSeason(t *testing.T) {
	l := openRoom(t).openLeague(s.system, s.like, s.terms)
	s.play(l, 0, 1, 2)
	before := l.read()
	l.takeBack(2, "it was another table's")
	l.checkStandings(s.without...)
	l.checkTakenBack("it was another table's")
	l.countAgain(2, "it was theirs after all")
	if now := l.read(); now != before {
		t.Errorf("taken back and counted again, the league reads\n%+v\nnot\n%+v", now, before)
	}
	l.takeBack(2, "no, it was not")
	now := l.read()
	now.Choices = s.next(l)

	other := openRoom(t).openLeague(s.system, s.like, s.terms)
	s.play(other, 0, 2)
	never := other.read()
	never.Choices = s.next(other)
	for side, who := range players {
		if now.Shows[side] != never.Shows[side] {
			t.Errorf("%s's roster shows\n%s\nand had the battle never been\n%s", who, now.Shows[side], never.Shows[side])
		}
		if now.Files[side] != never.Files[side] {
			t.Errorf("%s's file is\n%s\nand had the battle never been\n%s", who, now.Files[side], never.Files[side])
		}
	}
	if now.Standings != never.Standings {
		t.Errorf("the standings are\n%s\nand had the battle never been\n%s", now.Standings, never.Standings)
	}
	if now.Choices != never.Choices {
		t.Errorf("the next battle offers\n%s\nand had the battle never been\n%s", now.Choices, never.Choices)
	}
}

// checkTakenBack holds both ledgers and the list of battles to saying that the
// second battle was taken back, by whom and why.
func (l *league) checkTakenBack(why string) {
	l.t.Helper()
	for side, who := range players {
		story := l.command(who, "table", "roster history", map[string]any{"roster": l.rosters[side]}).text()
		for _, want := range []string{"(taken back by entry 5)", "**gail**: takes entry 3 back · “" + why + "”"} {
			if !strings.Contains(story, want) {
				l.t.Errorf("%s's history does not say %q:\n%s", who, want, story)
			}
		}
	}
	if list := strings.Split(l.reads("battles", nil), "\n"); len(list) != 4 || !strings.Contains(list[2], "taken back") {
		l.t.Errorf("the list of battles does not tell that one was taken back: %q", list)
	}
	posts := l.state("carol").channel("table").Messages // she asks nothing
	if told := posts[len(posts)-1].Content; !strings.Contains(told, "Taken back by gail") || !strings.Contains(told, why) {
		l.t.Errorf("the channel is told %q", told)
	}
}
