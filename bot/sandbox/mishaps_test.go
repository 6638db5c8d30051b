package sandbox_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"umpire/bot/sandbox"
)

func TestWhoeverLeavesSeesNothingMoreAndCannotBeWrittenTo(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	bob := b.personID("bob")
	_, dm := b.api("POST", "/users/@me/channels", object{"recipient_id": bob})
	guild := b.state("alice").Servers[0].ID
	write := func() (int, object) {
		return b.api("POST", "/channels/"+dm["id"].(string)+"/messages", object{"content": "x"})
	}
	b.fault(object{"left": []string{"bob"}})
	if got := b.state("bob").Servers; len(got) != 0 {
		t.Errorf("bob still sees %v", got)
	}
	if status, answer := b.api("GET", "/guilds/"+guild+"/members/"+bob, nil); status != 404 || answer["code"] != 10007.0 {
		t.Errorf("looking bob up: %d %v", status, answer)
	}
	if status, answer := write(); status != 403 || answer["code"] != 50278.0 {
		t.Errorf("writing to bob: %d %v", status, answer)
	}
	b.denied("say", object{"as": "bob", "channel": "table", "text": "x"}, 404, "unknown channel")
	b.fault(object{"left": []string{}})
	if status, answer := write(); status != 200 || len(b.state("bob").Servers) != 1 {
		t.Errorf("once bob is back: %d %v", status, answer)
	}
	if status, _ := b.do("POST", "/sandbox/fault", object{"left": []string{"gail"}}); status != http.StatusConflict {
		t.Error("the owner has left")
	}
}

func TestADeletedChannelIsGoneWithItsThreads(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	s, got := b.bot(attack())
	table := b.channelID("table")
	_, thread := b.api("POST", "/channels/"+table+"/threads", object{"name": "fight", "type": 11})
	i := b.start(got, "command", inAttack(nil))
	b.fault(object{"delete_channel": "table"})
	for _, id := range []string{table, thread["id"].(string)} {
		if status, answer := b.api("POST", "/channels/"+id+"/messages", object{"content": "x"}); status != 404 || answer["code"] != 10003.0 {
			t.Errorf("writing there: %d %v", status, answer)
		}
	}
	if v := b.state("alice"); v.channel("table") != nil || v.channel("fight") != nil {
		t.Error("alice still sees them")
	}
	if status, answer := b.do("POST", "/api/v10/interactions/"+i.ID+"/"+i.Token+"/callback", object{"type": 4, "data": object{"content": "x"}}); answer["code"] != 10003.0 {
		t.Errorf("answering there: %d %v", status, answer)
	}
	if ch, err := s.GuildChannels(b.state("alice").Servers[0].ID); err != nil || len(ch) != 1 {
		t.Errorf("the server has %v, %v", ch, err)
	}
	b.fault(object{"delete_channel": "side-table"})
	if status, _ := b.do("POST", "/sandbox/fault", object{"delete_channel": "side-table"}); status != 404 {
		t.Error("a channel can be deleted twice")
	}
}

func TestAThreadIsPutAwayAndLocked(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	_, thread := b.api("POST", "/channels/"+b.channelID("table")+"/threads", object{"name": "fight", "type": 11})
	path := "/channels/" + thread["id"].(string)
	b.fault(object{"thread": object{"name": "fight", "archived": true, "locked": true}})
	if status, answer := b.api("POST", path+"/messages", object{"content": "x"}); status != 400 || answer["code"] != 50083.0 {
		t.Errorf("writing there: %d %v", status, answer)
	}
	b.fault(object{"thread": object{"name": "fight", "archived": true}})
	if status, answer := b.api("POST", path+"/messages", object{"content": "x"}); status != 200 || b.state("alice").channel("fight").Archived {
		t.Errorf("a thread without a lock stays shut: %d %v", status, answer)
	}
	if status, _ := b.do("POST", "/sandbox/fault", object{"thread": object{"name": "table"}}); status != http.StatusBadRequest {
		t.Error("a channel is put away as a thread")
	}
}

func TestLimitsAndErrorsComeInEachOfTheirForms(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	const route = "POST /channels/{id}/messages"
	path := b.url + "/api/v10/channels/" + b.channelID("table") + "/messages"
	ask := func(fault object) (*http.Response, string) {
		t.Helper()
		fault["route"] = route
		b.fault(object{"fail": fault})
		q, err := http.NewRequest("POST", path, strings.NewReader(`{"content":"x"}`))
		must(t, err)
		q.Header.Set("Content-Type", "application/json")
		q.Header.Set("Authorization", "Bot "+b.server.Token())
		answer, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		raw, err := io.ReadAll(answer.Body)
		must(t, err)
		return answer, string(raw)
	}
	answer, body := ask(object{"status": 429, "for": "30s"})
	if h := answer.Header; h.Get("Retry-After") != "31" || h.Get("X-RateLimit-Scope") != "user" || !strings.Contains(body, `"retry_after":30`) {
		t.Errorf("a route's limit: %v %s", h, body)
	}
	answer, body = ask(object{"status": 429, "global": true})
	if h := answer.Header; h.Get("X-RateLimit-Global") != "true" || h.Get("X-RateLimit-Reset-After") != "" || !strings.Contains(body, `"global":true`) {
		t.Errorf("the bot's limit: %v %s", h, body)
	}
	for _, status := range []int{429, 500, 502, 503, 504} {
		answer, body = ask(object{"status": status, "html": true})
		if answer.StatusCode != status || answer.Header.Get("Content-Type") != "text/html" || !strings.HasPrefix(body, "<html>") {
			t.Errorf("a page: %d %v %s", answer.StatusCode, answer.Header, body)
		}
	}
	if got := b.state("alice").channel("table").Messages; len(got) != 0 {
		t.Error("what was refused has been done")
	}
}

func TestAnAnswerComesLateAfterTheServerHasActed(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	path := "/channels/" + b.channelID("table") + "/messages"
	b.fault(object{"slow": object{"route": "POST /channels/{id}/messages", "for": "100ms", "after": true}})
	began := time.Now()
	sent := make(chan int)
	go func() {
		status, _ := b.api("POST", path, object{"content": "x"})
		sent <- status
	}()
	v := b.state("alice")
	for len(v.channel("table").Messages) == 0 {
		v = b.stateAfter("alice", int64(v.Version))
	}
	if status := <-sent; status != 200 || time.Since(began) < 100*time.Millisecond {
		t.Errorf("answered %d after %v", status, time.Since(began))
	}
}

func TestEachRightIsMissedWhereItIsNeeded(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	_, thread := b.api("POST", "/channels/"+b.channelID("table")+"/threads", object{"name": "fight", "type": 11})
	table, fight := "/channels/"+b.channelID("table"), "/channels/"+thread["id"].(string)
	post := func(at string, body object) func() (int, object) {
		return func() (int, object) { return b.api("POST", at, body) }
	}
	for right, do := range map[string]func() (int, object){
		"VIEW_CHANNEL":             post(table+"/messages", object{"content": "x"}),
		"SEND_MESSAGES":            post(table+"/messages", object{"content": "x"}),
		"EMBED_LINKS":              post(table+"/messages", object{"embeds": []object{{"title": "x"}}}),
		"SEND_MESSAGES_IN_THREADS": post(fight+"/messages", object{"content": "x"}),
		"CREATE_PUBLIC_THREADS":    post(table+"/threads", object{"name": "x", "type": 11}),
		"CREATE_PRIVATE_THREADS":   post(table+"/threads", object{"name": "x", "type": 12}),
		"ATTACH_FILES": func() (int, object) {
			status, text := b.upload(`{}`, file{"a.png", 3})
			var answer object
			must(t, json.Unmarshal([]byte(text), &answer))
			return status, answer
		},
	} {
		b.fault(object{"rights": object{"channel": "table", "deny": []string{right}}})
		want := 50013.0
		if right == "VIEW_CHANNEL" {
			want = 50001
		}
		if status, answer := do(); status != 403 || answer["code"] != want {
			t.Errorf("without %s: %d %v", right, status, answer)
		}
		b.fault(object{"rights": object{"channel": "table", "deny": []string{}}})
		if status, answer := do(); status >= 300 {
			t.Errorf("with %s: %d %v", right, status, answer)
		}
	}
}
