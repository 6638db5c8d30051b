package main

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"testing"
)

// wire lies between the bot and Discord. It can keep an answer back after
// Discord has done what was asked.
type wire struct {
	mu    sync.Mutex
	after int // keep the answer of this many requests from now, the first is 1
	kept  chan string
}

// keep lets the wire keep back the nth answer from now; the request is sent on
// the channel when Discord has done it.
func (w *wire) keep(n int) <-chan string {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.after, w.kept = n, make(chan string, 1)
	return w.kept
}

// take counts a request off, and tells whether it is the one.
func (w *wire) take() (chan string, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.after--
	return w.kept, w.after == 0
}

// serve puts the wire before a Discord and gives its own address.
func (w *wire) serve(t *testing.T) func(discord string) string {
	return func(discord string) string {
		to, err := url.Parse(discord)
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(&httputil.ReverseProxy{
			Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) },
			ModifyResponse: func(res *http.Response) error {
				if kept, ok := w.take(); ok {
					kept <- res.Request.Method + " " + res.Request.URL.Path
					<-res.Request.Context().Done() // until the bot is gone
				}
				return nil
			},
			ErrorHandler: func(http.ResponseWriter, *http.Request, error) {}, // the bot is gone
		})
		t.Cleanup(server.Close)
		return server.URL
	}
}
