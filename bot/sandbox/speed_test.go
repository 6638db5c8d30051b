package sandbox_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"umpire/bot/sandbox"
)

// BenchmarkAnInteraction measures what the sandbox adds to one press that is
// answered at once, from the person's request to the outcome: two HTTP requests
// and a gateway event over loopback, with nobody thinking in between.
func BenchmarkAnInteraction(bm *testing.B) {
	server := sandbox.New(sandbox.Options{Log: logTo(&logbook{})})
	web := httptest.NewServer(server)
	defer web.Close()
	defer server.Close()
	b := &bench{t: bm, server: server, url: web.URL}
	table := b.channelID("table")
	b.api("POST", "/channels/"+table+"/messages", object{"content": "x", "components": buttons(1, func(int) string { return "go" })})
	w, _ := b.loginByHand()
	answers := make(chan error, 1)
	go func() {
		for {
			p, err := w.read()
			if err != nil {
				answers <- err
				return
			}
			if p.Type != "INTERACTION_CREATE" {
				continue
			}
			address := b.url + "/api/v10/interactions/" + p.Data["id"].(string) + "/" + p.Data["token"].(string) + "/callback"
			answer, err := http.Post(address, "application/json", strings.NewReader(`{"type":6}`))
			if err != nil {
				answers <- err
				return
			}
			_, _ = io.Copy(io.Discard, answer.Body)
			answer.Body.Close()
		}
	}()
	for bm.Loop() {
		answer, err := http.Post(b.url+"/sandbox/press", "application/json", strings.NewReader(`{"as":"alice","custom_id":"go"}`))
		if err != nil {
			bm.Fatal(err)
		}
		var got struct{ Outcome string }
		err = json.NewDecoder(answer.Body).Decode(&got)
		answer.Body.Close()
		if err != nil || got.Outcome != "deferred" {
			bm.Fatalf("the press comes to %q, %v", got.Outcome, err)
		}
	}
	select {
	case err := <-answers:
		bm.Error(err)
	default:
	}
}

// BenchmarkTheStart measures how long it takes from nothing to a page that has
// been served with all that a person sees.
func BenchmarkTheStart(bm *testing.B) {
	for bm.Loop() {
		server := sandbox.New(sandbox.Options{Page: sandbox.Page(), Log: logTo(&logbook{})})
		web := httptest.NewServer(server)
		for _, path := range []string{"/", "/main.js", "/style.css", "/sandbox/state?as=alice"} {
			answer, err := http.Get(web.URL + path)
			if err != nil || answer.StatusCode != http.StatusOK {
				bm.Fatalf("%s: %v", path, err)
			}
			_, _ = io.Copy(io.Discard, answer.Body)
			answer.Body.Close()
		}
		server.Close()
		web.Close()
	}
}
