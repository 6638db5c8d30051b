package bot

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// seen is a message as people see it.
type seen struct {
	Attachments []struct {
		Filename, Description, URL string
		ContentType                string `json:"content_type"`
	}
	ID         string
	Content    string
	Flags      int
	Components []component
	Mentions   []struct{ ID string }
	Nonce      string
}

func (s seen) paths() string { return strings.Join(pathsFound(s.Components), " ") }

// sight is what one person sees.
type sight struct {
	Me       struct{ ID string }
	Bot      struct{ Connected bool }
	Commands []struct{ Name string }
	Modal    *struct{ Title string }
	Servers  []struct {
		ID, Name string
		Channels []struct {
			ID, Name, Parent string
			Messages         []seen
		}
	}
	DMs []struct{ Messages []seen }
}

func (t *table) state(as string) (s sight) {
	t.Helper()
	t.get("/sandbox/state?as="+as, &s)
	return s
}

func (t *table) get(path string, into any) {
	t.Helper()
	answer, err := http.Get(t.server.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		t.Fatal(err)
	}
}

// channel gives what a person sees in a channel or thread, by name.
func (t *table) channel(as, name string) []seen {
	t.Helper()
	for _, c := range t.state(as).Servers[0].Channels {
		if c.Name == name {
			return c.Messages
		}
	}
	return nil
}

func (t *table) dms(as string) []seen {
	t.Helper()
	if s := t.state(as); len(s.DMs) > 0 {
		return s.DMs[0].Messages
	}
	return nil
}

// id gives the id of a channel of the server.
func (t *table) id(name string) string {
	t.Helper()
	for _, c := range t.state("gail").Servers[0].Channels {
		if c.Name == name {
			return c.ID
		}
	}
	t.Fatalf("there is no channel %s", name)
	return ""
}

// result is what came of an act.
type result struct {
	Outcome string
	ID      string `json:"interaction_id"`
	Message seen
	Choices []struct{ Name, Value string }
	Modal   any
	Error   *struct{ Message string }
}

type given = map[string]any

// act lets a person do something.
func (t *table) act(route string, what given) (r result) {
	t.Helper()
	raw, err := json.Marshal(what)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Post(t.server.URL+"/sandbox/"+route, "application/json", bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s %s %v", route, answer.Status, body, err)
	}
	if err := json.Unmarshal(body, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func (t *table) try() result {
	t.Helper()
	return t.act("command", given{"as": "alice", "channel": "table", "name": "try"})
}

func texts(list []seen) string {
	var all []string
	for _, m := range list {
		if m.Content != "" { // the mark at the start of a thread
			all = append(all, m.Content)
		}
	}
	return strings.Join(all, "|")
}

func (t *table) wantTexts(list []seen, want string) {
	t.Helper()
	if got := texts(list); got != want {
		t.Errorf("messages %q, want %q", got, want)
	}
}
