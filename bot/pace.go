package bot

import (
	"context"
	"sync"
	"time"
)

// pace lets requests through evenly, after a few at once.
type pace struct {
	every time.Duration
	saved time.Duration // what an idle time saves up

	mu   sync.Mutex
	last time.Time // the turn that was given out last
}

func newPace(perSecond int) *pace {
	every := time.Second / time.Duration(perSecond)
	return &pace{every: every, saved: 4 * every}
}

// wait waits for the caller's turn, or until ctx ends.
func (p *pace) wait(ctx context.Context) error {
	pause := p.turn(time.Now())
	if pause <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// turn gives out the next turn and says how long it is until then.
func (p *pace) turn(now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if earliest := now.Add(-p.saved); p.last.Before(earliest) {
		p.last = earliest
	}
	p.last = p.last.Add(p.every)
	return p.last.Sub(now)
}

// hold lets nothing through for a while.
func (p *pace) hold(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if until := time.Now().Add(d); p.last.Before(until) {
		p.last = until
	}
}
