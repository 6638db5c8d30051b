package sandbox

import (
	"encoding/json"
	"net/http"
	"slices"
)

// wantedFaults is the body of POST /sandbox/fault; what is absent stays.
// docs/sandbox-api.md tells what each does.
type wantedFaults struct {
	Lose *oneOrMore[*routeFault] `json:"lose_answers"`
	Slow *oneOrMore[*routeFault] `json:"slow"`
	Fail *oneOrMore[*routeFault] `json:"fail"`
	Hold *[]string               `json:"hold"`

	DMsClosed *[]string `json:"dms_closed"`
	Left      *[]string `json:"left"`
	Away      *[]string `json:"away"`
	Rights    *struct {
		Channel string   `json:"channel"`
		Deny    []string `json:"deny"`
	} `json:"rights"`
	DeleteChannel string `json:"delete_channel"`
	Thread        *struct {
		Name     string `json:"name"`
		Archived bool   `json:"archived"`
		Locked   bool   `json:"locked"`
	} `json:"thread"`

	Doubled *json.RawMessage `json:"doubled"`
	Strange *int             `json:"strange"`

	Understate *int `json:"understate"`
	wantedDisturbance
}

// setFaults switches misbehaviour on and off.
func (s *Server) setFaults(w http.ResponseWriter, r *http.Request) {
	var want wantedFaults
	raw, err := readStrictly(r, &want)
	if err == nil {
		s.mu.Lock()
		err = s.world.setFaults(&want)
		s.world.keepRecord(&record{Kind: "act", Route: "fault", Body: brief(raw)})
		s.mu.Unlock()
	}
	if err != nil {
		writeDenial(w, err)
		return
	}
	s.getFaults(w, r)
}

func (w *world) setFaults(want *wantedFaults) error {
	if err := w.setMishaps(want); err != nil {
		return err
	}
	if want.Doubled != nil {
		n, err := howOften(*want.Doubled)
		if err != nil {
			return err
		}
		w.faults.doubled = n
	}
	for _, pair := range []struct {
		want *oneOrMore[*routeFault]
		have *[]*routeFault
	}{{want.Lose, &w.faults.lose}, {want.Slow, &w.faults.slow}, {want.Fail, &w.faults.fail}} {
		if pair.want == nil {
			continue
		}
		for _, f := range *pair.want {
			f.Count = max(f.Count, 1)
		}
		*pair.have = *pair.want
	}
	if want.Hold != nil {
		w.setHolds(*want.Hold)
	}
	if want.Strange != nil {
		if w.faults.strange = *want.Strange; w.faults.strange > 0 {
			w.speakStrangely()
		}
	}
	if want.Understate != nil {
		w.faults.understate = *want.Understate
	}
	return w.disturbGateway(&want.wantedDisturbance)
}

// howOften reads a number, or true for one and false or [] for none.
func howOften(raw json.RawMessage) (n int, err error) {
	switch text := string(raw); text {
	case "true":
		return 1, nil
	case "false", "[]":
		return 0, nil
	default:
		if json.Unmarshal(raw, &n) != nil {
			return 0, deny(http.StatusBadRequest, "bad request", "doubled is how many interactions, not %s", text)
		}
		return n, nil
	}
}

// getFaults tells which faults are set.
func (s *Server) getFaults(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	closed, left, away, denied, held := []string{}, []string{}, []string{}, map[string]string{}, []string{}
	for _, g := range s.world.servers {
		if g.away {
			away = append(away, g.name)
		}
	}
	for _, p := range s.world.people {
		if p.dmsClosed {
			closed = append(closed, p.name)
		}
		if len(p.left) > 0 {
			left = append(left, p.name)
		}
	}
	for _, c := range s.world.channels {
		if c.denied != 0 {
			denied[c.id] = bits(c.denied)
		}
	}
	f := s.world.faults
	for _, h := range f.hold {
		held = append(held, h.route)
	}
	answer := object{
		"dms_closed": closed, "left": left, "away": away, "rights": denied, "hold": held, "doubled": f.doubled, "strange": f.strange,
		"lose_answers": listOf(copies(f.lose)), "slow": listOf(copies(f.slow)), "fail": listOf(copies(f.fail)),
		"connections": listOf(copies(f.connections)), "deaf": f.deaf, "understate": f.understate, "heartbeat": f.beat, "in_flight": s.world.inFlight,
	}
	s.mu.Unlock()
	writeJSON(w, http.StatusOK, answer)
}

// copies gives values that may be read without the lock.
func copies[T any](list []*T) []T {
	out := make([]T, 0, len(list))
	for _, f := range list {
		out = append(out, *f)
	}
	return out
}

// setMishaps does what befalls people and places.
func (w *world) setMishaps(want *wantedFaults) error {
	if want.DMsClosed != nil {
		if err := w.closeDMs(*want.DMsClosed); err != nil {
			return err
		}
	}
	if want.Left != nil {
		if err := w.setLeft(*want.Left); err != nil {
			return err
		}
	}
	if want.Away != nil {
		if err := w.setAway(*want.Away); err != nil {
			return err
		}
	}
	if want.Rights != nil {
		if err := w.denyRights(want.Rights.Channel, want.Rights.Deny); err != nil {
			return err
		}
	}
	if want.DeleteChannel != "" {
		c, err := w.placeNamed(want.DeleteChannel)
		if err != nil {
			return err
		}
		w.deleteChannel(c)
	}
	if t := want.Thread; t != nil {
		c, err := w.placeNamed(t.Name)
		if err != nil {
			return err
		}
		if !c.thread {
			return deny(http.StatusBadRequest, "no thread", "%q is no thread", t.Name)
		}
		c.archived, c.locked, c.archivedAt, c.active = t.Archived, t.Locked, w.now(), w.now()
		w.channelChanged("THREAD_UPDATE", c)
	}
	return nil
}

// named gives the people of these names or ids.
func (w *world) named(names []string) ([]*person, error) {
	var found []*person
	for _, name := range names {
		p, err := w.player(name)
		if err != nil {
			return nil, err
		}
		found = append(found, p)
	}
	return found, nil
}

func (w *world) closeDMs(names []string) error {
	closed, err := w.named(names)
	if err != nil {
		return err
	}
	for _, p := range w.people {
		p.dmsClosed = slices.Contains(closed, p)
	}
	return nil
}
