package sandbox

import (
	"bytes"
	"crypto/hmac"
	"image"
	_ "image/gif"  // so that a picture's size is known
	_ "image/jpeg" // so that a picture's size is known
	_ "image/png"  // so that a picture's size is known
	"net/http"
	"strconv"
	"time"
)

// cdnRoute is where files are kept; faults know it by this name.
const cdnRoute = "GET /cdn/attachments/{channel}/{attachment}/{name}"

// serveAttachment gives a file to whoever holds its address, until that ends.
func (s *Server) serveAttachment(w http.ResponseWriter, r *http.Request) {
	fault := s.begin(cdnRoute)
	defer s.end()
	if fault.wait(r.Context(), s.done) != nil {
		return
	}
	if fault.lose {
		panic(http.ErrAbortHandler)
	}
	if no := fault.fail; no != nil {
		http.Error(w, no.message, no.status)
		return
	}
	a := s.attachmentAt(r)
	if a == nil {
		http.Error(w, "This content is no longer available.", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", a.kind)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	// A roster may be an HTML page; it must not run as one of ours.
	w.Header().Set("Content-Security-Policy", "sandbox")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.data))
}

func (s *Server) attachmentAt(r *http.Request) *attachment {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.world
	until, seal := r.FormValue("ex"), r.FormValue("hm")
	path := r.PathValue("channel") + "/" + r.PathValue("attachment") + "/" + r.PathValue("name")
	at, err := strconv.ParseInt(until, 16, 64)
	if err != nil || w.now().Unix() > at || !hmac.Equal([]byte(seal), []byte(w.linkSeal(path, until))) {
		return nil
	}
	c := w.channels[r.PathValue("channel")]
	if c == nil {
		return nil
	}
	for _, m := range c.messages {
		for _, a := range m.files {
			if a.id == r.PathValue("attachment") {
				return a
			}
		}
	}
	return w.optionFile(r.PathValue("attachment"))
}

// optionFile finds a file that a person gave as an option of a command.
func (w *world) optionFile(id string) *attachment {
	for _, i := range w.interactions {
		for _, a := range i.files {
			if a.id == id {
				return a
			}
		}
	}
	return nil
}

// pictureSize is width and height in pixels, if data is a picture.
func pictureSize(data []byte) (wide, high int, ok bool) {
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	return config.Width, config.Height, err == nil
}
