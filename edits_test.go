package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestEditsThatAreLostOrRefusedLeaveNoQuestionOpen(t *testing.T) {
	const changeRoute = "PATCH /channels/{channel}/messages/{message}"
	for name, fault := range map[string]any{
		"their answers are lost": map[string]any{"lose_answers": map[string]any{"route": changeRoute, "count": 3}},
		"Discord fails":          map[string]any{"fail": map[string]any{"route": changeRoute, "status": 503, "count": 3}},
		"everything fails at once": map[string]any{"fail": []any{
			map[string]any{"route": sendRoute, "status": 500}, map[string]any{"route": changeRoute, "status": 502}, map[string]any{"route": answerRoute, "status": 503},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := openRoom(t).open("alice", "bob", calledCards, "sheriffs", "outlawmen")
			f.settled()
			p := &played{fight: f, cards: map[string]string{"alice": "2C", "bob": "9H"}, locked: map[string]bool{}}
			p.before, _ = last(f.posts(), "Attack")
			f.fault(fault)
			f.ready()
			look := time.NewTicker(5 * time.Millisecond)
			defer look.Stop()
			for limit := time.Now().Add(patience); !p.on(); <-look.C {
				if time.Now().After(limit) {
					t.Fatalf("the attack does not come to its end:\n%s", f.text())
				}
			}
			f.settled()
			f.checkOnce(1)
			for _, who := range f.sides {
				// The answer to the press that locks and the edit that closes the
				// question may arrive in either order: both leave it closed.
				asked := slices.DeleteFunc(f.state(who).dm(), func(m message) bool {
					return !strings.Contains(m.Content, "You played") && !strings.Contains(m.Content, "The result stands") || len(m.Components) > 0
				})
				if len(asked) != 1 {
					t.Errorf("%s has %d closed questions of one attack", who, len(asked))
				}
			}
		})
	}
}
