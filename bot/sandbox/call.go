package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// call is one REST request while it is being answered.
type call struct {
	r       *http.Request
	route   string // "POST /channels/{channel}/messages"
	version int    // 9 or 10
	body    form
	list    []any // when the body is an array
	raw     json.RawMessage
	uploads map[int]upload
	status  int // what a success is answered with; 0: 200, or 204 without a body
	record  *record
}

// handler answers a call under the world's lock: a JSON value, nil for none.
type handler func(*call) (any, error)

func (c *call) arg(name string) string { return c.r.PathValue(name) }

// about files the call's record under a channel, so that only those who see
// the channel (or only one of them) read it in the log.
func (c *call) about(ch *channel, only *person) {
	c.record.filed, c.record.channel, c.record.only = true, ch, only
}

// discord wraps a handler with what every REST route does: version, faults,
// login, rate limits, form reading, the record.
func (s *Server) discord(method, path string, open bool, h handler) {
	route := method + " " + path
	s.routes.HandleFunc(method+" /api/{version}"+path, func(w http.ResponseWriter, r *http.Request) {
		c := &call{r: r, route: route, body: newForm(nil)}
		c.record = &record{Kind: "request", Route: route, Method: r.Method, Path: cleanPath(r)}
		fault := s.begin(route)
		defer s.end()
		readAhead(r)
		if fault.wait(r.Context(), s.done) != nil {
			return
		}
		answer, err := s.serveCall(c, open, fault, h)
		rest(fault.late, r.Context().Done(), s.done)
		if fault.lose {
			panic(http.ErrAbortHandler) // cuts the connection: the bot never learns
		}
		s.write(w, c, answer, err)
	})
}

// readAhead takes a request's body off the connection, as far as it may be read
// at all: only then is it noticed while the request is held that the caller has
// gone. What breaks off is found when the body is parsed.
func readAhead(r *http.Request) {
	raw, _ := io.ReadAll(io.LimitReader(r.Body, bodyLimit+1))
	r.Body = io.NopCloser(bytes.NewReader(raw))
}

func (s *Server) serveCall(c *call, open bool, fault fault, h handler) (any, error) {
	c.version, _ = strconv.Atoi(strings.TrimPrefix(c.arg("version"), "v"))
	var err error
	if c.version != 9 && c.version != 10 {
		err = refuse(http.StatusBadRequest, 50041, "Invalid API version")
	} else if fault.fail != nil {
		err = fault.fail
	} else {
		err = c.read()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.world
	w.tick()
	var answer any
	if err == nil && !open && !s.loggedIn(c.r) {
		err = unauthorized()
	}
	if err == nil {
		err = w.rateLimit(c, open)
	}
	if err == nil {
		answer, err = h(c)
	}
	if len(c.body.faults.unknown) > 0 {
		s.log.Error("sandbox: a request has fields that the sandbox does not know",
			"route", c.route, "fields", c.body.faults.unknown)
	}
	c.note(answer, err)
	w.keepRecord(c.record)
	return answer, err
}

// begin counts a request in and takes the faults that are set for its route.
func (s *Server) begin(route string) fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.world.inFlight++
	s.world.lastAct = time.Now()
	return s.world.faults.take(route)
}

func (s *Server) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.world.inFlight--
	s.world.lastAct = time.Now()
	s.world.wake()
}

func (s *Server) loggedIn(r *http.Request) bool {
	return r.Header.Get("Authorization") == "Bot "+s.token
}

// write sends the answer or the refusal.
func (s *Server) write(w http.ResponseWriter, c *call, answer any, err error) {
	s.mu.Lock()
	s.world.rateHeaders(w.Header(), c)
	s.mu.Unlock()
	if err == nil && answer == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	status := c.status
	if status == 0 {
		status = http.StatusOK
	}
	if err != nil {
		no := asRefusal(err)
		if no.status >= 500 {
			s.log.Error("sandbox: a request could not be answered", "route", c.route, "error", err)
		} else {
			s.log.Debug("sandbox: refused", "route", c.route, "error", err)
		}
		if no.headers["X-RateLimit-Global"] != "" {
			dropBucket(w.Header())
		}
		for name, value := range no.headers {
			w.Header().Set(name, value)
		}
		if no.html != "" {
			writePage(w, no)
			return
		}
		status, answer = no.status, no.json()
	}
	writeJSON(w, status, answer)
}

// writePage answers with a page of HTML.
func writePage(w http.ResponseWriter, no *refusal) {
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(no.status)
	w.Write([]byte(no.html))
}

func asRefusal(err error) *refusal {
	var no *refusal
	if errors.As(err, &no) {
		return no
	}
	return refuse(http.StatusInternalServerError, 0, err.Error())
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value) // the reader may have gone; nothing to do about it
}

// read takes the body in: JSON, or multipart with payload_json and files.
func (c *call) read() error {
	raw, err := io.ReadAll(io.LimitReader(c.r.Body, bodyLimit+1))
	if err != nil {
		return badJSON()
	}
	if len(raw) > bodyLimit {
		return tooLarge()
	}
	if len(raw) == 0 {
		return nil
	}
	kind, params, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	if err == nil && kind == "multipart/form-data" {
		raw, err = c.readParts(multipart.NewReader(strings.NewReader(string(raw)), params["boundary"]))
		if err != nil {
			return err
		}
	} else if kind != "application/json" {
		return invalidForm("", "CONTENT_TYPE_INVALID",
			"Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}.")
	}
	return c.parse(raw)
}

func (c *call) parse(raw []byte) error {
	value, err := parseJSON(raw)
	if err != nil {
		return err
	}
	c.raw = raw
	if list, ok := value.([]any); ok {
		c.list = list
		return nil
	}
	body, err := parseForm(raw)
	if err == nil {
		c.body = body
	}
	return err
}

func (c *call) readParts(parts *multipart.Reader) (payload []byte, err error) {
	c.uploads = map[int]upload{}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return payload, nil
		}
		if err != nil {
			return nil, invalidForm("", "CONTENT_TYPE_INVALID", "The multipart body is broken.")
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, invalidForm("", "CONTENT_TYPE_INVALID", "The multipart body is broken.")
		}
		if part.FormName() == "payload_json" {
			payload = data
			continue
		}
		n, ok := keyToIndex(part.FormName())
		if !ok {
			return nil, invalidForm(part.FormName(), "SANDBOX_UNKNOWN_FIELD", "The sandbox takes payload_json and files[n].")
		}
		kind := part.Header.Get("Content-Type")
		if kind == "" {
			kind = "application/octet-stream"
		}
		c.uploads[n] = upload{name: part.FileName(), kind: kind, data: data}
	}
}

// unknownRoute answers 501 and says so in the log: the sandbox is at fault,
// or the bot has a wrong address.
func (s *Server) unknownRoute(w http.ResponseWriter, r *http.Request) {
	route := r.Method + " " + cleanPath(r)
	s.log.Error("sandbox: a route that the sandbox does not know", "route", route)
	s.mu.Lock()
	s.world.keepRecord(&record{
		Kind: "request", Route: "unknown", Method: r.Method, Path: cleanPath(r),
		Status: http.StatusNotImplemented,
	})
	s.mu.Unlock()
	writeJSON(w, http.StatusNotImplemented,
		object{"message": "The sandbox does not know the route " + route, "code": 0})
}

// cleanPath is the request's path without interaction tokens.
func cleanPath(r *http.Request) string {
	parts := strings.Split(r.URL.Path, "/")
	for i, part := range parts {
		if i > 1 && slices.Contains([]string{"webhooks", "interactions"}, parts[i-2]) && part != "" {
			parts[i] = "{token}"
		}
	}
	return strings.Join(parts, "/")
}
