package main

import (
	"slices"
	"strings"
	"testing"
)

// playCombat plays a combat of Forbidden Stars, with whatever is offered first, to
// its end.
func (f *fight) playCombat() {
	f.t.Helper()
	b := &battle{room: f.room, thread: f.thread}
	for range 80 {
		moved := false
		for _, who := range players {
			f.settled()
			board := *f.command(who, f.thread, "board", nil).Message
			switch {
			case strings.Contains(board.Content, "Between combats"):
				return
			case has(board, "choose"):
				f.lock(who, "")
			case has(board, "take"), has(board, "pick"):
				b.answer(who, board)
			default:
				continue
			}
			moved = true
		}
		if !moved {
			f.t.Fatalf("nobody is asked for anything:\n%s", f.text())
		}
	}
	f.t.Fatalf("the combat is not over:\n%s", f.text())
}

// standing is what stands where between combats, the units of an area in the order
// of their names.
func (f *fight) standing() string {
	f.t.Helper()
	text := f.command("sam", f.thread, "board", nil).text()
	_, text, _ = strings.Cut(text, "\n") // how many were fought
	text, _, _ = strings.Cut(text, "\nAwaited")
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if area, units, ok := strings.Cut(line, ": "); ok {
			lines[i] = area + ": " + strings.Join(slices.Sorted(slices.Values(strings.Split(units, ", "))), ", ")
		}
	}
	return strings.Join(lines, "\n")
}

func TestWhatACombatLeavesStandsThereWhenTheNextSessionBegins(t *testing.T) {
	t.Parallel()
	l := openRoom(t).openLeague("forbidden", [2]string{"ultramarines", "orks"}, nil)
	f := l.battle()
	f.command("alice", f.thread, "muster", map[string]any{"to": "Brae", "force": "3 space marines, 2 scouts"})
	f.command("bob", f.thread, "muster", map[string]any{"to": "Halden", "force": "2 boyz"})
	f.command("bob", f.thread, "muster", map[string]any{"to": "Tor", "force": "1 nob, bastion"})
	f.settled()
	f.command("alice", f.thread, "attack", map[string]any{"to": "Halden", "force": "3 Space Marines", "from": "Brae", "against": "2 Boyz"})
	f.playCombat()
	left := f.standing()
	if !strings.Contains(f.text(), "Cards and dice go back.") || !strings.Contains(left, "Brae (world): 2 Scouts") {
		t.Errorf("the combat leaves\n%s\n%s", left, f.text())
	}
	f.concede("alice")
	f.confirm("Halden")
	if next := l.battle().standing(); next != left {
		t.Errorf("the next session begins with\n%s\nand the last ended with\n%s", next, left)
	}
}
