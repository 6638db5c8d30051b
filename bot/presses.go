package bot

import (
	"sync"
	"time"
)

// pressLife is how long Discord takes further words for an interaction, with a
// minute to spare.
const pressLife = 14 * time.Minute

// presses remembers the interactions that can still be answered further, so that
// an outbox row can be a private word to whoever gave one. It is memory alone:
// after a restart such a word is dropped.
type presses struct {
	mu   sync.Mutex
	list map[string]*interaction
	ages []press // oldest first
}

type press struct {
	id string
	at time.Time // by this machine's clock
}

func newPresses() *presses { return &presses{list: map[string]*interaction{}} }

func (p *presses) keep(in *interaction) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	p.forget(now)
	p.list[string(in.ID)] = in
	p.ages = append(p.ages, press{string(in.ID), now})
}

// forget drops what is too old. The caller holds the lock.
func (p *presses) forget(now time.Time) {
	for len(p.ages) > 0 && now.Sub(p.ages[0].at) > pressLife {
		delete(p.list, p.ages[0].id)
		p.ages = p.ages[1:]
	}
}

// find gives an interaction, or nil when it is too old or unknown.
func (p *presses) find(id string) *interaction {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forget(time.Now())
	return p.list[id]
}
