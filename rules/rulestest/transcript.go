package rulestest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"umpire/rules"
)

// Transcripts plays every *.txt file of a directory and compares what all hear
// with what the file says; with the flag -update it writes the file instead. A
// script is typed as input lines alone:
//
//	setup 1=KEY rounds=2      rosters by seat and house rules; may be left out
//	dice 4 3                  the faces of the next open rolls
//	shuffle deck:1:1 9 0      what lies on top after that shuffle, by old places
//	start                     words and beginning
//	1 card1 JS                seat 1 picks JS in its open ask card1
//	1 strike who=a1 x="two words"
//	umpire end reason=late
//	lapse card2               that ask falls to its default
//	undo                      back by one unit; undo 12: to line 12
//	object 2 "too far"        then: stand 2 (or umpire), or withdraw 1
//	view 1, ask 1 card1       what seat 1 sees; that ask with all its options
//	close                     opens the secret of the dice
//
// After each, the run writes what Everyone (*) and each seat (1>) hear, a
// refusal (!), the open asks by seat (1?), then the log line and the hash (=).
// Lines that begin with # are comments.
func Transcripts(t *testing.T, sys *rules.System, dir string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s holds no transcript (*.txt): %v", dir, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			heard := perform(t, sys, string(body))
			if *update {
				if err := os.WriteFile(file, []byte(heard), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(strings.Split(string(body), "\n"), strings.Split(heard, "\n")); diff != "" {
				t.Errorf("%s is told otherwise now (-was +is); -update writes it anew:\n%s", file, diff)
			}
		})
	}
}

// heardPattern marks the lines that a run writes.
var heardPattern = regexp.MustCompile(`^(\*|=|!|[0-9]+[>?|]) ?`)

// stage is a transcript that is being performed.
type stage struct {
	testing.TB
	sys    *rules.System
	setup  rules.Setup
	dice   *Script
	b      *Table
	teller *rules.Narrator
	out    []string
	line   int // of the file
}

// perform plays a script and gives it back with what was heard.
func perform(t testing.TB, sys *rules.System, script string) string {
	s := &stage{TB: t, sys: sys, setup: sys.Sample(), dice: NewScript()}
	s.setup.Options = make(map[string]string)
	s.teller = rules.NewNarrator(sys, []string{"Alice", "Bob", "Carol", "Dan", "Eve", "Frank"}, false, "T1")
	for i, text := range strings.Split(strings.TrimRight(script, "\n"), "\n") {
		s.line = i + 1
		if heardPattern.MatchString(text) {
			continue
		}
		s.out = append(s.out, text)
		words, err := split(text)
		if err != nil {
			s.stop("%v", err)
		}
		if len(words) > 0 && !strings.HasPrefix(words[0], "#") {
			s.input(words)
		}
	}
	if s.b == nil {
		s.stop("the script never says start")
	}
	s.replay()
	return strings.Join(s.out, "\n") + "\n"
}

func (s *stage) stop(format string, args ...any) {
	s.Helper()
	s.Fatalf("line %d of the script: %s", s.line, fmt.Sprintf(format, args...))
}

func (s *stage) write(mark, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		s.out = append(s.out, strings.TrimRight(mark+" "+line, " "))
	}
}

// input obeys one line of the script.
func (s *stage) input(words []string) {
	switch words[0] {
	case "setup":
		s.set(words[1:])
	case "dice":
		s.dice.Queue(s.numbers(words[1:])...)
	case "shuffle":
		if len(words) < 2 {
			s.stop("shuffle wants a kind (deck:SEAT:k) and places")
		}
		s.dice.Stack(words[1], s.numbers(words[2:])...)
	case "start":
		s.start()
	default:
		if s.b == nil {
			s.stop("%s comes before start", words[0])
		}
		s.play(words)
	}
}

func (s *stage) start() {
	b, err := Sit(s.sys, s.setup, "transcript", s.dice)
	if err != nil {
		s.stop("the fight does not start: %v", err)
	}
	s.b = b
	for _, m := range b.Start() {
		if err := b.Make(m); err != nil {
			s.stop("the fight does not begin: %v", err)
		}
	}
	s.hear()
}

// hear writes what the last log line told, and what is open now.
func (s *stage) hear() {
	b := s.b
	last := len(b.Log) - 1
	for i, e := range b.Told[last] {
		text, err := s.teller.Tell(e.Fact, b.Fight.Line(), i)
		switch {
		case err != nil:
			s.stop("%v", err)
		case text == "":
		case e.To == rules.Everyone:
			s.write("*", text)
		default:
			s.write(fmt.Sprintf("%d>", e.To), text)
		}
	}
	s.open()
	s.write("=", fmt.Sprintf("line %d %s", b.Fight.Line(), b.Fight.Hash()[:8]))
	if left := s.dice.Left(); left != "" {
		s.stop("the rules did not use %s", left)
	}
}

// open writes the open asks of every seat.
func (s *stage) open() {
	for _, seat := range s.b.seats() {
		for _, q := range s.b.Fight.Asks(seat) {
			text := q.ID
			if q.Secret {
				text += " (secret)"
			}
			if q.Answered {
				text += " (answered)"
			}
			text += ": " + strings.ReplaceAll(q.Prompt, "\n", " / ")
			if len(q.Options) > 0 {
				text += " [" + strings.Join(ids(q.Options), " ") + "]"
			}
			if least, most := q.Bounds(); most > 0 && (least != 1 || most != 1) {
				text += fmt.Sprintf(" %d to %d", least, most)
			}
			for _, verb := range q.Orders {
				text += " /" + verb
			}
			s.write(fmt.Sprintf("%d?", seat), text)
		}
	}
}

// replay checks that the log of the whole script gives the same fight.
func (s *stage) replay() {
	f, told, err := rules.Replay(s.sys, s.b.Log)
	if err != nil {
		s.stop("the log does not play again: %v", err)
	}
	same := slices.EqualFunc(told, s.b.Told, func(a, b []rules.Event) bool { return tell(a) == tell(b) })
	if f.Hash() != s.b.Fight.Hash() || !same {
		s.stop("the log gives another fight")
	}
}
