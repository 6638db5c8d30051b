package sandbox_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"umpire/bot/sandbox"
)

// line is one record of the log.
type line struct {
	N                                    int
	Kind, Route, Method, Path, Event, By string
	Status, Code                         int
	Body, Answer                         json.RawMessage
}

// log gives what one person reads in the log, and the same as text.
func (b *bench) log(as string) (lines []line, text string) {
	b.t.Helper()
	status, raw := b.raw("GET", "/sandbox/log?as="+as, nil)
	var log struct{ Records []line }
	if err := json.Unmarshal(raw, &log); err != nil || status != http.StatusOK {
		b.t.Fatalf("the log of %s: %d %v", as, status, err)
	}
	return log.Records, string(raw)
}

// secrets plays alice through all that nobody else may learn. Each secret is a
// word of its own; it gives them with the words that everybody may read.
func (b *bench) secrets() (hidden, open []string) {
	b.t.Helper()
	private := func(text string) object { return object{"content": text, "flags": 64} }
	table := b.channelID("table")
	b.api("POST", "/applications/"+b.state("alice").Bot.ID+"/commands", object{
		"name": "try", "description": "Try it", "options": []object{{"type": 3, "name": "what", "description": "what", "autocomplete": true}},
	})
	w, _ := b.loginByHand()
	command := object{"channel": "table", "name": "try", "options": object{"what": "TYPED-OPTION"}}
	done := func(a *asked) { b.t.Helper(); <-a.result }

	a := b.asks(w, "command", command)
	a.answer(4, object{"content": "PRIVATE-REPLY", "flags": 64, "components": menu(object{"options": []object{{"label": "a", "value": "CHOSEN-VALUE"}}})})
	done(a)
	a.further("POST", "", private("PRIVATE-FOLLOWUP"))
	a.further("PATCH", "/messages/@original", object{"content": "PRIVATE-EDIT"})
	a.further("GET", "/messages/@original", nil)
	c := b.asks(w, "choose", object{"custom_id": "m", "values": []string{"CHOSEN-VALUE"}})
	c.answer(7, object{"content": "PRIVATE-UPDATE", "components": []object{}})
	done(c)

	d := b.asks(w, "command", command)
	d.answer(5, object{"flags": 64})
	done(d)
	d.further("PATCH", "/messages/@original", object{"content": "PUT-OFF-REPLY", "components": buttons(1, func(int) string { return "open" })})
	f := b.asks(w, "press", object{"custom_id": "open"})
	f.answer(9, modalOf(textInput(object{"value": "FORM-DEFAULT"})))
	done(f)
	g := b.asks(w, "submit", object{"fields": object{"i": "FORM-FIELD"}})
	g.answer(4, private(strings.Repeat("x", 1990)+"REFUSED-REPLY"))
	g.answer(4, private("FORM-REPLY"))
	done(g)

	h := b.asks(w, "autocomplete", object{"channel": "table", "name": "try", "focused": "what", "value": "TYPED-LETTERS"})
	h.answer(8, object{"choices": []object{{"name": "OFFERED-CHOICE", "value": "x"}}})
	done(h)

	_, dm := b.api("POST", "/users/@me/channels", object{"recipient_id": b.personID("alice")})
	at := "/channels/" + dm["id"].(string) + "/messages"
	_, sent := b.api("POST", at, object{"content": "DIRECT-MESSAGE"})
	b.api("PATCH", at+"/"+sent["id"].(string), object{"content": "DIRECT-EDIT"})
	b.raw("GET", "/api/v10"+at, nil, "Authorization", "Bot "+b.server.Token())
	b.act("say", object{"as": "alice", "channel": "@Umpire", "text": "DIRECT-WORDS"})
	_, thread := b.api("POST", "/channels/"+table+"/threads", object{"name": "PRIVATE-THREAD", "type": 12})
	b.api("PUT", "/channels/"+thread["id"].(string)+"/thread-members/"+b.personID("alice"), nil)
	b.api("POST", "/channels/"+thread["id"].(string)+"/messages", object{"content": "THREAD-WORDS"})

	b.api("POST", "/channels/"+table+"/messages", object{"content": "OPEN-WORDS"})
	p := b.asks(w, "command", object{"channel": "table", "name": "try"})
	p.answer(4, object{"content": "OPEN-REPLY"})
	done(p)
	return []string{
		"TYPED-OPTION", "PRIVATE-REPLY", "CHOSEN-VALUE", "PRIVATE-FOLLOWUP", "PRIVATE-EDIT", "PRIVATE-UPDATE",
		"PUT-OFF-REPLY", "FORM-DEFAULT", "FORM-FIELD", "REFUSED-REPLY", "FORM-REPLY", "TYPED-LETTERS",
		"OFFERED-CHOICE", "DIRECT-MESSAGE", "DIRECT-EDIT", "DIRECT-WORDS", "PRIVATE-THREAD", "THREAD-WORDS",
	}, []string{"OPEN-WORDS", "OPEN-REPLY"}
}

func TestTheLogTellsAPersonNobodyElsesSecrets(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	hidden, open := b.secrets()
	_, mine := b.log("alice")
	for _, word := range append(hidden, open...) {
		if !strings.Contains(mine, word) {
			t.Errorf("alice's log lacks %s", word)
		}
	}
	for _, who := range []string{"bob", "carol", "sam"} {
		_, log := b.log(who)
		for _, word := range hidden {
			if strings.Contains(log, word) {
				t.Errorf("the log of %s holds %s", who, word)
			}
		}
		for _, word := range open {
			if !strings.Contains(log, word) {
				t.Errorf("the log of %s lacks %s", who, word)
			}
		}
	}
	// Whoever owns the server sees private threads too, and no more than that.
	_, log := b.log("gail")
	for _, word := range hidden {
		if thread := word == "PRIVATE-THREAD" || word == "THREAD-WORDS"; strings.Contains(log, word) != thread {
			t.Errorf("the log of gail and %s: %v", word, !thread)
		}
	}
	for _, text := range []string{mine, log} {
		for _, token := range []string{b.server.Token(), "aW50ZXJhY3Rpb246", `"token"`} {
			if strings.Contains(text, token) {
				t.Errorf("the log holds the token %.8s…", token)
			}
		}
	}
}

func TestTheLogHoldsEveryRequestWithItsAnswerAndEveryEvent(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	b.loginByHand()
	at := "/channels/" + b.channelID("table") + "/messages"
	b.api("POST", at, object{"content": "said"})
	b.api("POST", at, object{"content": ""})
	b.api("GET", "/channels/1", nil)
	b.api("GET", "/nowhere", nil)
	b.fault(object{"fail": object{"route": "POST /channels/{id}/messages", "status": 502}})
	b.api("POST", at, object{"content": "failed"})
	b.act("say", object{"as": "bob", "channel": "table", "text": "words of bob"})
	b.denied("say", object{"as": "alice", "channel": "nowhere", "text": "x"}, 404, "unknown channel")
	lines, _ := b.log("alice")
	var got []string
	for _, l := range lines {
		told := l.Kind + " " + l.Route + l.Event
		if l.Kind != "event" {
			told += " " + http.StatusText(l.Status)
		}
		if l.Kind == "request" && l.Route != "unknown" && l.Answer == nil {
			t.Errorf("%s %s has no answer", l.Method, l.Path)
		}
		got = append(got, told)
	}
	const post = "request POST /channels/{channel}/messages "
	want := []string{
		"event READY", "event GUILD_CREATE", "event MESSAGE_CREATE", post + "OK", post + "Bad Request",
		"request GET /channels/{channel} Not Found", "request unknown Not Implemented", "act fault ", post + "Bad Gateway",
		"event MESSAGE_CREATE", "act say Not Found",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the log tells\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
