package sandbox

import (
	"encoding/json"
	"time"
)

// recordLimit is how many records the log keeps.
const recordLimit = 2000

// record is one line of the log: a request of the bot, an event to it, or a
// person's act.
type record struct {
	N      int             `json:"n"`
	At     time.Time       `json:"at"`
	Kind   string          `json:"kind"` // request, event or act
	Route  string          `json:"route,omitempty"`
	Method string          `json:"method,omitempty"`
	Path   string          `json:"path,omitempty"`
	Event  string          `json:"event,omitempty"`
	By     string          `json:"by,omitempty"`
	Status int             `json:"status,omitempty"`
	Code   int             `json:"code,omitempty"`
	Body   json.RawMessage `json:"body,omitempty"`
	Answer json.RawMessage `json:"answer,omitempty"`

	filed   bool     // the handler has said whom it concerns; if not, nobody reads its body
	channel *channel // if it concerns one: only who sees it reads the record
	only    *person  // if it concerns one person alone
}

// readBy tells whether p may read the record.
func (r *record) readBy(p *person) bool {
	return (r.channel == nil || r.channel.sees(p)) && (r.only == nil || r.only == p)
}

func (w *world) keepRecord(r *record) {
	w.recorded++
	r.N, r.At = w.recorded, w.now()
	w.records = append(w.records, r)
	if len(w.records) > recordLimit {
		w.records = append([]*record(nil), w.records[len(w.records)-recordLimit:]...)
	}
}

// note writes what came of the call into its record.
func (c *call) note(answer any, err error) {
	r := c.record
	r.Body = brief(c.raw)
	if err != nil {
		no := asRefusal(err)
		r.Status, r.Code, answer = no.status, no.code, no.json()
	} else if r.Status = c.status; r.Status == 0 {
		r.Status = 200
		if answer == nil {
			r.Status = 204
		}
	}
	if !r.filed {
		r.Body = nil
		if err == nil {
			return
		}
		no := asRefusal(err) // without the tree, which names what was sent
		answer = object{"code": no.code, "message": no.message}
	}
	if answer != nil {
		raw, _ := json.Marshal(answer) // it is about to be sent, so it encodes
		r.Answer = brief(raw)
	}
}

// brief keeps a JSON value unless it is long.
func brief(raw json.RawMessage) json.RawMessage {
	if len(raw) > 8<<10 {
		return json.RawMessage(`"left out: longer than 8 KiB"`)
	}
	return raw
}
