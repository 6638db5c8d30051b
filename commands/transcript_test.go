package commands_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"umpire/commands"
	"umpire/rules/rulestest"
)

// scribe writes down what everybody reads, in the order in which it comes.
type scribe struct {
	*club
	page  strings.Builder
	seen  map[*post]commands.Message
	names map[string]string
}

// note writes what an act changed: new posts, and new texts of old ones.
func (s *scribe) note(act string) {
	fmt.Fprintf(&s.page, "▸ %s\n\n", act)
	for _, dest := range []string{"thread", "user/101", "user/102", "channel/table"} {
		where := dest
		if dest == "thread" {
			where = "channel/" + s.thread()
		}
		for _, p := range s.chans[where] {
			now := p.message
			switch old, known := s.seen[p]; {
			case !known:
				fmt.Fprintf(&s.page, "%s\n%s\n", s.names[dest], shape(now, true))
			case shape(old, true) == shape(now, true):
			case len(now.Rows) == 0 && len(old.Rows) > 0 && strings.HasPrefix(old.Text, now.Text):
				first, _, _ := strings.Cut(now.Text, "\n")
				fmt.Fprintf(&s.page, "%s: the post “%s” loses its buttons\n\n", s.names[dest], first)
			default:
				fmt.Fprintf(&s.page, "%s, now\n%s\n", s.names[dest], shape(now, dest != "channel/table"))
			}
			s.seen[p] = now
		}
	}
}

// private writes what only one person reads.
func (s *scribe) private(who commands.Person, act string, reply commands.Reply) {
	fmt.Fprintf(&s.page, "▸ %s\n\nonly %s\n%s\n", act, who.Name, shape(reply.Message, true))
}

func (s *scribe) thread() string {
	if len(s.chans["channel/table"]) == 0 {
		return ""
	}
	return s.chans["channel/table"][0].id
}

// shape is a message as people see it, with what its menus hold or without.
func shape(m commands.Message, menus bool) string {
	var b strings.Builder
	for line := range strings.Lines(m.Text + "\n") {
		fmt.Fprintf(&b, "> %s", line)
	}
	for _, row := range m.Rows {
		b.WriteString("> ")
		for _, button := range row.Buttons {
			fmt.Fprintf(&b, "[%s] ", button.Label)
		}
		if row.Menu != nil {
			fmt.Fprintf(&b, "[%s ▾]", row.Menu.Hint)
			for _, c := range row.Menu.Choices {
				if !menus {
					break
				}
				fmt.Fprintf(&b, " · %s", c.Label)
				if c.Detail != "" && strings.HasPrefix(row.Menu.Path, "pick/") {
					fmt.Fprintf(&b, " (%s)", c.Detail)
				}
			}
		}
		b.WriteString("\n")
	}
	return strings.ReplaceAll(b.String(), " \n", "\n")
}

// TestAFightReadsAsItDid holds all that two players read against a golden file;
// -update writes it anew.
func TestAFightReadsAsItDid(t *testing.T) {
	s := &scribe{club: newClub(t), seen: make(map[*post]commands.Message), names: map[string]string{
		"channel/table": "channel", "thread": "thread", "user/101": "DM Alice", "user/102": "DM Bob",
	}}
	s.play()
	got := steady(s.page.String())
	file := filepath.Join("testdata", "fight.txt")
	if rulestest.Updating() {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("it reads otherwise (-was +is), -update takes it:\n%s", diff)
	}
}

// steady takes out what may change without anybody reading otherwise: a version
// of the rules goes into the seals and the chain. How a model's line reads is the
// system's matter, and how the opened dice do is the engine's.
func steady(page string) string {
	page = regexp.MustCompile(`(?m)(^> [^[].*wounds left.*\n)+`).ReplaceAllString(page, "> … the models\n")
	page = regexp.MustCompile(`(?m)^> -# The dice.*\n`).ReplaceAllString(page, "")
	page = regexp.MustCompile(`(step \d+ · |chain )[0-9a-f]{8}`).ReplaceAllString(page, "${1}cccccccc")
	page = regexp.MustCompile(`[0-9a-f]{4}( [0-9a-f]{4}){3}`).ReplaceAllString(page, "ssss ssss ssss ssss")
	return regexp.MustCompile(`\b[0-9a-f]{32,64}\b`).ReplaceAllString(page, "hhhh")
}

// play is the fight: an attack by buttons, an objection, a card changed before
// the reveal, a draw refused, a lapse, and an end.
func (s *scribe) play() {
	card := s.lobby(map[string]string{"opponent": bob.ID})
	s.note("Alice: /session new system:lasthope opponent:@Bob")
	s.house(card, "hand_size", "3")
	s.note("Alice sets a house rule at the card")
	s.must(s.tap(bob, card, "Ready"))
	s.note("Bob presses [Ready]")
	s.must(s.tap(alice, card, "Ready"))
	s.note("Alice presses [Ready]")
	dest := "channel/" + s.thread()
	draft := s.must(s.tap(alice, dest, "Attack"))
	s.private(alice, "Alice presses [Attack]", draft)
	draft = s.press(alice, draft.Message, "menu", "marshal_hale")
	s.private(alice, "Alice picks Marshal Hale", draft)
	draft = s.press(alice, draft.Message, "menu", "dusty")
	s.private(alice, "Alice picks Dusty", draft)
	s.private(alice, "Alice presses [Attack]", s.press(alice, draft.Message, "Attack"))
	s.note("… and it is declared")
	s.must(commands.Reply{}, s.object(bob, s.thread(), "a fence stands between"))
	s.note("Bob objects")
	s.must(s.tap(bob, dest, "Let it stand"))
	s.note("Bob presses [Let it stand]")
	s.show(alice, "")
	s.note("Alice picks a card")
	s.must(s.tap(alice, "user/101", "Lock it in"))
	s.note("Alice presses [Lock it in]")
	s.lock(bob, "")
	s.note("Bob picks a card and presses [Lock it in]")
	s.command(alice, s.thread(), "done", nil)
	s.note("Alice: /done")
	s.private(bob, "Bob: /waiting", s.command(bob, s.thread(), "waiting", nil))
	s.now = s.now.Add(80 * 3600e9)
	s.private(alice, "80 hours later, Alice: /board", s.command(alice, s.thread(), "board", nil))
	s.press(alice, s.command(alice, s.thread(), "board", nil).Message, "Let it lapse")
	s.note("Alice presses [Let it lapse]")
	s.private(alice, "Alice: /hand", s.command(alice, s.thread(), "hand", nil))
	s.private(bob, "Bob: /session status", s.command(bob, s.thread(), "session status", nil))
	s.command(bob, s.thread(), "draw", nil)
	s.note("Bob: /draw")
	s.must(s.tap(alice, dest, "Accept the draw"))
	s.note("Alice presses [Accept the draw]")
}
