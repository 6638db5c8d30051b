package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// stateWait is how long a request for a newer state, or for quiet, may wait.
const stateWait = 10 * time.Second

// act is what a script or the page asks a person to do. Which fields count
// depends on the route; docs/sandbox-api.md tells.
type act struct {
	As            string         `json:"as"`
	Server        string         `json:"server"`
	Channel       string         `json:"channel"`
	Name          string         `json:"name"`
	Options       map[string]any `json:"options"`
	Focused       string         `json:"focused"`
	Value         any            `json:"value"`
	Message       string         `json:"message"`
	CustomID      string         `json:"custom_id"`
	Label         string         `json:"label"`
	Values        []string       `json:"values"`
	Fields        map[string]any `json:"fields"`
	Text          string         `json:"text"`
	Late          bool           `json:"late"`
	InteractionID string         `json:"interaction_id"`
	Display       string         `json:"display"`
	Manager       bool           `json:"manager"`
	Advance       string         `json:"advance"`
}

// denial is an act that Discord's client, or Discord, would not let happen.
type denial struct {
	Status  int    `json:"-"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (d *denial) Error() string { return d.Code + ": " + d.Message }

func deny(status int, code, format string, args ...any) *denial {
	return &denial{Status: status, Code: code, Message: fmt.Sprintf(format, args...)}
}

func (s *Server) addControlRoutes() {
	s.routes.HandleFunc("GET /sandbox/state", s.getState)
	s.routes.HandleFunc("GET /sandbox/events", s.streamEvents)
	s.routes.HandleFunc("GET /sandbox/settled", s.getSettled)
	s.routes.HandleFunc("GET /sandbox/log", s.getLog)
	s.routes.HandleFunc("GET /sandbox/fault", s.getFaults)
	s.routes.HandleFunc("POST /sandbox/fault", s.setFaults)
	s.control("command", s.useCommand)
	s.control("autocomplete", s.autocomplete)
	s.control("press", s.press)
	s.control("choose", s.choose)
	s.control("submit", s.submit)
	s.control("dismiss", s.dismiss)
	s.control("say", s.say)
	s.control("people", s.addPerson)
	s.control("channels", s.addChannel)
	s.control("servers", s.addServer)
	s.control("expel", s.expel)
	s.control("invite", s.invite)
	s.control("clock", s.moveClock)
	s.routes.HandleFunc("/sandbox/", func(w http.ResponseWriter, r *http.Request) {
		writeDenial(w, deny(http.StatusNotFound, "unknown route", "there is no %s %s", r.Method, r.URL.Path))
	})
}

// control registers a POST route that does one act.
func (s *Server) control(name string, do func(*http.Request, act) (any, error)) {
	s.routes.HandleFunc("POST /sandbox/"+name, func(w http.ResponseWriter, r *http.Request) {
		var a act
		raw, err := readStrictly(r, &a)
		if err != nil {
			writeDenial(w, err)
			return
		}
		answer, err := do(r, a)
		s.recordAct(name, a, raw, err)
		if err != nil {
			writeDenial(w, err)
			return
		}
		writeJSON(w, http.StatusOK, answer)
	})
}

// readStrictly decodes a control request; an unknown field is a mistake.
func readStrictly(r *http.Request, into any) (json.RawMessage, error) {
	raw, err := io.ReadAll(io.LimitReader(r.Body, bodyLimit+1))
	if err != nil || len(raw) > bodyLimit {
		return nil, deny(http.StatusRequestEntityTooLarge, "too large", "a request may have %d bytes", bodyLimit)
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		return nil, deny(http.StatusBadRequest, "bad request", "reading the request: %v", err)
	}
	return raw, nil
}

func writeDenial(w http.ResponseWriter, err error) {
	var no *denial
	if !errors.As(err, &no) {
		no = deny(http.StatusInternalServerError, "broken", "%v", err)
	}
	writeJSON(w, no.Status, object{"error": no})
}

// recordAct files what a person did under that person alone; what the
// organiser of the sandbox did concerns everybody.
func (s *Server) recordAct(name string, a act, raw json.RawMessage, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := &record{Kind: "act", Route: name, By: a.As, Status: http.StatusOK, Body: brief(raw)}
	if a.As != "" {
		if r.only = s.world.person(a.As); r.only == nil {
			return
		}
	}
	var no *denial
	if errors.As(err, &no) {
		r.Status = no.Status
	}
	s.world.keepRecord(r)
}

// player finds who acts.
func (w *world) player(ref string) (*person, error) {
	p := w.person(ref)
	switch {
	case ref == "":
		return nil, deny(http.StatusBadRequest, "who", "say who is acting: as")
	case p == nil:
		return nil, deny(http.StatusNotFound, "unknown person", "there is no %q here", ref)
	case p.bot:
		return nil, deny(http.StatusBadRequest, "who", "the bot plays itself")
	}
	return p, nil
}

// place finds a channel that p sees, by id, by name, or as @Umpire for the
// direct messages with the bot.
func (w *world) place(p *person, ref string) (*channel, error) {
	if ref == "@"+w.bot.name {
		return w.dm(p), nil
	}
	var found []*channel
	for _, c := range w.channels {
		if c.sees(p) && (c.id == ref || c.name == ref && ref != "") {
			found = append(found, c)
		}
	}
	switch len(found) {
	case 0:
		return nil, deny(http.StatusNotFound, "unknown channel", "%s sees no channel %q", p.name, ref)
	case 1:
		return found[0], nil
	}
	return nil, deny(http.StatusConflict, "which channel", "%s sees %d channels named %q; name it by id", p.name, len(found), ref)
}

// getSettled answers once nothing is under way, or after a while that
// something still is.
func (s *Server) getSettled(w http.ResponseWriter, r *http.Request) {
	deadline := time.NewTimer(stateWait)
	defer deadline.Stop()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for {
		if s.quiet() {
			writeJSON(w, http.StatusOK, object{"settled": true})
			return
		}
		select {
		case <-look.C:
		case <-deadline.C:
			writeJSON(w, http.StatusOK, object{"settled": false})
			return
		case <-r.Context().Done():
			return
		case <-s.done:
			return
		}
	}
}

// quiet tells whether no interaction waits for its first answer, no request
// is under way or just done, and the bot, if it can be asked, agrees. Alone,
// silence has to last longer, as it is all there is to judge by.
func (s *Server) quiet() bool {
	silence := 300 * time.Millisecond
	if s.opts.Settled != nil {
		silence = 30 * time.Millisecond
	}
	s.mu.Lock()
	w := s.world
	calm := w.inFlight == 0 && time.Since(w.lastAct) >= silence
	for _, i := range w.interactions {
		calm = calm && (i.outcome != "" || i.late(w.now()))
	}
	s.mu.Unlock()
	return calm && (s.opts.Settled == nil || s.opts.Settled())
}
