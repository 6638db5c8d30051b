package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// crowd is how many sessions and how many hands pick in them at once.
const (
	crowdFights = 20
	crowdHands  = 50
)

// pressing is one press in a crowd and what its presser may read.
type pressing struct {
	act
	fight *fight
	right bool   // it locks, unless the same press has locked already
	want  string // what a press reads that may not lock
}

// crowded opens fights of pairs of their own, each with an attack under way, and
// gives the presses: each side's lock twice, and those of two who may not.
func (r *room) crowded() (fights []*fight, presses []pressing) {
	r.t.Helper()
	for i := range crowdFights {
		pair := [2]string{fmt.Sprintf("host%d", i), fmt.Sprintf("guest%d", i)}
		for _, name := range pair {
			if status, raw := r.call(http.MethodPost, "people", map[string]string{"name": name}); status != http.StatusOK {
				r.t.Fatalf("%s does not come: %s", name, raw)
			}
		}
		f := r.lobby(pair[0], pair[1], calledCards, "sheriffs", "outlawmen")
		f.agree()
		fights = append(fights, f)
	}
	for _, f := range fights {
		f.begun()
		f.command(f.sides[0], f.thread, "attack", map[string]any{"attacker": "Pike", "target": "Cole"})
	}
	for _, f := range fights {
		var host component
		for i, who := range f.sides {
			shown := f.show(who, f.prompt(who), []string{"2C", "9H"}[i])
			lock := at(shown, "Lock it in").by(who)
			presses = append(presses, pressing{act: lock, fight: f, right: true}, pressing{act: lock, fight: f, right: true})
			if i == 0 {
				host = f.part(shown, "Lock it in")
			}
		}
		public, _ := last(f.posts(), "Choose in secret")
		presses = append(presses,
			pressing{act: public.path(host.CustomID).by("sam"), fight: f, want: "no seat in this fight"},
			pressing{act: public.path(host.CustomID).by(f.sides[1]), fight: f, want: "belongs to the other side"},
		)
	}
	rand.Shuffle(len(presses), func(i, j int) { presses[i], presses[j] = presses[j], presses[i] })
	return fights, presses
}

func TestFiftyHandsPickingInTwentySessionsLoseNothing(t *testing.T) {
	t.Parallel()
	r := openRoom(t)
	fights, presses := r.crowded()
	r.settled()
	todo := make(chan int)
	texts := make([]string, len(presses))
	var all sync.WaitGroup
	for range crowdHands {
		all.Go(func() {
			for i := range todo {
				got, err := r.try("press", presses[i].act)
				if texts[i] = got.text(); err != nil {
					texts[i] = err.Error()
				}
			}
		})
	}
	for i := range presses {
		todo <- i
	}
	close(todo)
	all.Wait()
	r.settled()
	locked := map[string]int{}
	for i, p := range presses {
		text := texts[i]
		switch {
		case p.right && strings.Contains(text, "our choice: **"):
			locked[p.fight.id+p.As]++
		case p.right && (strings.Contains(text, "locked already") || strings.Contains(text, "no longer open")):
		case !p.right && (strings.Contains(text, p.want) || strings.Contains(text, "no longer open")):
		default:
			t.Errorf("%s reads %q", p.As, text)
		}
	}
	steps := map[string]int{}
	for _, f := range fights {
		for _, who := range f.sides {
			if n := locked[f.id+who]; n != 1 {
				t.Errorf("%s locked %d times in one fight", who, n)
			}
		}
		f.checkOnce(1)
		steps[f.stands().step]++
	}
	if len(steps) != 1 {
		t.Errorf("the same attack left the fights at different steps: %v", steps)
	}
}
