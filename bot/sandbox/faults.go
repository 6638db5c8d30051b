package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// faults are the switches that make this Discord misbehave.
type faults struct {
	lose    []*routeFault
	slow    []*routeFault
	fail    []*routeFault
	hold    []*heldRoute
	doubled int // how many of the next interactions are delivered twice
	strange int // how many of the next interactions have parts unknown to all

	understate int // how many of the next files given to a command are said to be tiny

	connections []*badStart
	deaf        bool    // heartbeats are not acknowledged
	beat        seconds // between heartbeats of new connections; 0: as Discord has it
}

// routeFault is one misbehaviour of a route for the next Count requests.
type routeFault struct {
	Route  string  `json:"route"`
	Count  int     `json:"count"`
	For    seconds `json:"for,omitzero"`
	Status int     `json:"status,omitempty"`
	Code   int     `json:"code,omitempty"`
	Global bool    `json:"global,omitempty"`
	HTML   bool    `json:"html,omitempty"`
	After  bool    `json:"after,omitempty"`
}

// heldRoute blocks requests to a route until released.
type heldRoute struct {
	route    string
	released chan struct{}
}

// fault is what one request suffers.
type fault struct {
	held  <-chan struct{}
	delay time.Duration // before anything is done
	late  time.Duration // after it is done, before it is told
	lose  bool          // the server acts, but the answer is lost
	fail  *refusal      // the server does not act
}

// seconds is a duration written as "4s", or as a number of seconds.
type seconds time.Duration

func (d *seconds) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		text = string(raw) + "s"
	}
	parsed, err := time.ParseDuration(text)
	*d = seconds(parsed)
	return err
}

func (d seconds) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(d).String()) }

// oneOrMore reads one object or a list of them.
type oneOrMore[T any] []T

func (l *oneOrMore[T]) UnmarshalJSON(raw []byte) error {
	if strings.HasPrefix(strings.TrimSpace(string(raw)), "[") {
		return json.Unmarshal(raw, (*[]T)(l))
	}
	var one T
	err := json.Unmarshal(raw, &one)
	*l = []T{one}
	return err
}

// sameRoute compares "POST /channels/{id}/messages" with a route's pattern,
// whatever the names in braces are.
func sameRoute(a, b string) bool { return bareRoute(a) == bareRoute(b) }

func bareRoute(route string) string {
	parts := strings.Split(route, "/")
	for i, part := range parts {
		if strings.HasPrefix(part, "{") {
			parts[i] = "{}"
		}
	}
	return strings.Join(parts, "/")
}

// take gives what the next request to route suffers, and counts it off.
func (f *faults) take(route string) fault {
	var out fault
	if i := slices.IndexFunc(f.hold, func(h *heldRoute) bool { return sameRoute(h.route, route) }); i >= 0 {
		out.held = f.hold[i].released
	}
	if slow := spendFault(&f.slow, route); slow != nil {
		out.delay = time.Duration(slow.For)
		if slow.After {
			out.delay, out.late = 0, time.Duration(slow.For)
		}
	}
	out.lose = spendFault(&f.lose, route) != nil
	if fail := spendFault(&f.fail, route); fail != nil {
		out.fail = fail.refusal()
	}
	return out
}

// refusal is the answer that the fault gives. Of a rate limit For is the time to
// wait; a page of HTML comes from what stands in front of Discord.
func (f *routeFault) refusal() *refusal {
	no := refuse(f.Status, f.Code, http.StatusText(f.Status))
	if f.Status == http.StatusTooManyRequests {
		wait := time.Duration(f.For)
		if wait == 0 {
			wait = time.Second
		}
		no = limitedBy(wait, refuse(f.Status, f.Code, "You are being rate limited."), f.Global)
	}
	if f.HTML {
		no.html = fmt.Sprintf("<html><head><title>%d %s</title></head><body>nginx</body></html>", f.Status, http.StatusText(f.Status))
	}
	return no
}

// spendFault takes one from the first fault of the route; nil if there is none.
func spendFault(list *[]*routeFault, route string) *routeFault {
	i := slices.IndexFunc(*list, func(f *routeFault) bool { return sameRoute(f.Route, route) })
	if i < 0 {
		return nil
	}
	found := (*list)[i]
	if found.Count--; found.Count <= 0 {
		*list = slices.Delete(*list, i, i+1)
	}
	return found
}

// wait blocks while the route is held or slow; an error when nobody waits
// for the answer any more.
func (f fault) wait(ctx context.Context, done <-chan struct{}) error {
	if f.held != nil && !received(f.held, ctx.Done(), done) || !rest(f.delay, ctx.Done(), done) {
		return errors.New("the request was given up while held")
	}
	return nil
}

// rest lets time pass; false when it is cut short.
func rest(d time.Duration, gone, done <-chan struct{}) bool {
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	return received(timer.C, gone, done)
}

func received[T any](c <-chan T, gone, done <-chan struct{}) bool {
	select {
	case <-c:
		return true
	case <-gone:
	case <-done:
	}
	return false
}

// setHolds replaces the routes held; requests on those no longer held go on.
func (w *world) setHolds(routes []string) {
	var kept []*heldRoute
	for _, h := range w.faults.hold {
		if slices.ContainsFunc(routes, func(r string) bool { return sameRoute(r, h.route) }) {
			kept = append(kept, h)
			continue
		}
		close(h.released)
	}
	for _, r := range routes {
		if !slices.ContainsFunc(kept, func(h *heldRoute) bool { return sameRoute(r, h.route) }) {
			kept = append(kept, &heldRoute{route: r, released: make(chan struct{})})
		}
	}
	w.faults.hold = kept
}

func (w *world) releaseHolds() { w.setHolds(nil) }
