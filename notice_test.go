package main

import (
	"slices"
	"strings"
	"testing"
)

// notified lists whom a message notifies: those it may mention, or the reader of
// a direct message.
func (m message) notified() (names []string) {
	for _, p := range m.Mentions {
		names = append(names, p.Username)
	}
	return names
}

func TestOneAttackIsThreePostsAndOneDirectMessageEach(t *testing.T) {
	t.Parallel()
	f := openRoom(t).open("alice", "bob", calledCards, "sheriffs", "outlawmen")
	f.settled()
	before := map[string]int{}
	for _, who := range people {
		before[who] = len(f.state(who).dm())
	}
	posts, table := len(f.posts()), len(f.state("carol").channel("table").Messages)
	f.duel("alice", "Marshal Hale", "Cole", "hunting_knife", "JS", "7D")
	f.settled()
	var told []message
	for _, m := range f.posts()[posts:] {
		told = append(told, m)
		if m.private() {
			t.Errorf("carol sees a private message: %q", m.Content)
		}
	}
	if len(told) != 3 {
		t.Fatalf("one attack made %d posts, want 3:\n%s", len(told), f.text())
	}
	for i, want := range [][]string{nil, nil, {"alice"}} {
		if got := told[i].notified(); !slices.Equal(got, want) {
			t.Errorf("post %d notifies %v, want %v: %q", i+1, got, want, told[i].Content)
		}
	}
	for _, who := range people {
		want := 0
		if slices.Contains(f.sides[:], who) {
			want = 1
		}
		if got := len(f.state(who).dm()) - before[who]; got != want {
			t.Errorf("%s got %d direct messages, want %d", who, got, want)
		}
	}
	if got := len(f.state("carol").channel("table").Messages); got != table {
		t.Errorf("the attack made %d posts in the parent channel", got-table)
	}
}

func TestAnInvitationNotifiesOnlyWhoIsInvited(t *testing.T) {
	t.Parallel()
	f := openRoom(t).open("alice", "bob", nil)
	f.settled()
	for _, m := range f.state("carol").channel("table").Messages {
		for _, name := range m.notified() {
			if name != "bob" {
				t.Errorf("the card notifies %s", name)
			}
		}
	}
	if got := f.card.notified(); !slices.Equal(got, []string{"bob"}) {
		t.Errorf("the invitation notifies %v, want bob", got)
	}
	var thread []string
	for _, m := range f.posts() {
		thread = append(thread, m.notified()...)
	}
	if !slices.Equal(thread, []string{"alice"}) {
		t.Errorf("the thread's opening notifies %v, want alice, whose turn it is", thread)
	}
}

func TestWhomNoDirectMessageReachesIsNotifiedInTheThread(t *testing.T) {
	t.Parallel()
	f := openRoom(t).open("alice", "bob", calledCards, "sheriffs", "outlawmen")
	f.fault(map[string]any{"dms_closed": []string{"bob"}})
	f.settled()
	posts := len(f.posts())
	f.command("alice", f.thread, "attack", map[string]any{"attacker": "Marshal Hale", "target": "Cole", "weapon": "hunting_knife"})
	f.settled()
	var names []string
	for _, m := range f.posts()[posts:] {
		names = append(names, m.notified()...)
	}
	if !slices.Equal(names, []string{"bob"}) {
		t.Errorf("the declaration notifies %v in the thread, want bob once", names)
	}
	knock, ok := last(f.posts(), "Choose in secret")
	if !ok {
		t.Fatal("nobody can choose in the thread")
	}
	mine := *f.press("bob", knock, "Choose in secret").Message
	if !mine.private() || !strings.Contains(mine.Content, "Cole is under attack") {
		t.Errorf("the button opens %q", mine.Content)
	}
	f.press("bob", f.show("bob", mine, "7D"), "Lock it in")
	f.lock("alice", "JS")
	f.until("carol", "the outcome", func(v view) bool {
		return strings.Contains(v.channel(f.thread).Messages[len(v.channel(f.thread).Messages)-1].Content, "Jack of Spades")
	})
}
