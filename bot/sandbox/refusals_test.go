package sandbox_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"umpire/bot/sandbox"
)

// asked is an interaction that waits for its answer.
type asked struct {
	*bench
	id, token, application string
	result                 chan object // what the person is told
}

// asks lets alice do something and takes the interaction off the gateway.
func (b *bench) asks(w *wire, route string, body object) *asked {
	b.t.Helper()
	a := &asked{bench: b, result: make(chan object, 1)}
	body["as"] = "alice"
	go func() {
		_, answer := b.do("POST", "/sandbox/"+route, body)
		a.result <- answer
	}()
	for {
		p, err := w.read()
		if err != nil {
			b.t.Fatalf("no interaction comes of %s %v: %v", route, body, err)
		}
		if p.Type == "INTERACTION_CREATE" {
			a.id, a.token, a.application = p.Data["id"].(string), p.Data["token"].(string), p.Data["application_id"].(string)
			return a
		}
	}
}

// answer gives a first answer.
func (a *asked) answer(kind int, data any) (int, object) {
	a.t.Helper()
	body := object{"type": kind}
	if data != nil {
		body["data"] = data
	}
	return a.do("POST", "/api/v10/interactions/"+a.id+"/"+a.token+"/callback", body)
}

// further asks something of the interaction's webhook.
func (a *asked) further(method, path string, body any) (int, object) {
	a.t.Helper()
	return a.do(method, "/api/v10/webhooks/"+a.application+"/"+a.token+path, body)
}

func (a *asked) advance(by string) { a.act("clock", object{"advance": by}) }

func textInput(change object) object {
	input := object{"type": 4, "style": 1, "custom_id": "i"}
	for key, value := range change {
		input[key] = value
	}
	return object{"type": 18, "label": "Name", "component": input}
}

func modalOf(parts ...object) object {
	return object{"title": "A form", "custom_id": "f", "components": parts}
}

func TestAnswersBeyondDiscordsRulesAreRefusedWithItsCodes(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	table := b.channelID("table")
	b.api("POST", "/applications/"+b.state("alice").Bot.ID+"/commands", object{
		"name": "try", "description": "Try it", "options": []object{{"type": 3, "name": "what", "description": "what", "autocomplete": true}},
	})
	b.api("POST", "/channels/"+table+"/messages", object{"content": "x", "components": buttons(1, func(int) string { return "go" })})
	w, _ := b.loginByHand()
	ways := map[string]func() *asked{
		"command": func() *asked { return b.asks(w, "command", object{"channel": "table", "name": "try"}) },
		"press":   func() *asked { return b.asks(w, "press", object{"custom_id": "go"}) },
		"typing": func() *asked {
			return b.asks(w, "autocomplete", object{"channel": "table", "name": "try", "focused": "what", "value": "x"})
		},
		"form": func() *asked {
			a := b.asks(w, "press", object{"custom_id": "go"})
			a.answer(9, modalOf(textInput(nil)))
			<-a.result
			return b.asks(w, "submit", object{"fields": object{"i": "x"}})
		},
	}
	text := func(n int) string { return strings.Repeat("ä", n) }
	say := func(data object) func(*asked) (int, object) {
		return func(a *asked) (int, object) { return a.answer(4, data) }
	}
	as := func(kind int, data any) func(*asked) (int, object) {
		return func(a *asked) (int, object) { return a.answer(kind, data) }
	}
	choice := func(n int, change object) object {
		return object{"choices": repeat(n, func(i int) object {
			c := object{"name": numbered(i), "value": numbered(i)}
			for key, value := range change {
				c[key] = value
			}
			return c
		})}
	}
	hello := object{"content": "hello"}
	for name, c := range map[string]struct {
		by           string
		do           func(*asked) (int, object)
		status, code int
		at           string // the fault's place
	}{
		"in time":             {"command", say(hello), 204, 0, ""},
		"after three seconds": {"command", func(a *asked) (int, object) { a.advance("3001ms"); return a.answer(4, hello) }, 404, 10062, ""},
		"a second answer":     {"command", func(a *asked) (int, object) { a.answer(4, hello); return a.answer(4, hello) }, 400, 40060, ""},
		"another's token":     {"command", func(a *asked) (int, object) { a.token = "x"; return a.answer(4, hello) }, 404, 10062, ""},
		"an edit before any answer": {
			"command",
			func(a *asked) (int, object) { return a.further("PATCH", "/messages/@original", hello) },
			404, 10015, "",
		},
		"an edit after a quarter of an hour": {"command", func(a *asked) (int, object) {
			a.answer(4, hello)
			a.advance("15m1s")
			return a.further("PATCH", "/messages/@original", hello)
		}, 401, 50027, ""},
		"a follow-up in time": {"command", func(a *asked) (int, object) {
			a.answer(4, hello)
			a.advance("14m50s")
			return a.further("POST", "", hello)
		}, 200, 0, ""},
		"an edit of another message": {"command", func(a *asked) (int, object) {
			a.answer(4, hello)
			return a.further("PATCH", "/messages/1", hello)
		}, 404, 10008, ""},

		"2,000 characters":       {"command", say(object{"content": text(2000)}), 204, 0, ""},
		"2,001 characters":       {"command", say(object{"content": text(2001)}), 400, 50035, "data.content"},
		"nothing":                {"command", say(object{"content": ""}), 400, 50006, ""},
		"six rows":               {"command", say(object{"content": "x", "components": repeat(6, func(i int) object { return buttons(1, func(int) string { return numbered(i) })[0] })}), 400, 50035, "data.components"},
		"a doubled id":           {"command", say(object{"content": "x", "components": buttons(2, func(int) string { return "same" })}), 400, 50035, "data.components.0.components.1.custom_id"},
		"six buttons":            {"command", say(object{"content": "x", "components": buttons(6, numbered)}), 400, 50035, "data.components.0.components"},
		"a menu of 26":           {"command", say(object{"content": "x", "components": menu(object{"options": repeat(26, func(i int) object { return object{"label": "a", "value": numbered(i)} })})}), 400, 50035, "data.components.0.components.0.options"},
		"6,001 in embeds":        {"command", say(object{"embeds": []object{{"description": text(4096)}, {"description": text(1905)}}}), 400, 50035, "data.embeds"},
		"eleven embeds":          {"command", say(object{"embeds": repeat(11, func(int) object { return object{"title": "t"} })}), 400, 50035, "data.embeds"},
		"a flag not to be set":   {"command", say(object{"content": "x", "flags": 128}), 400, 50035, "data.flags"},
		"content beside display": {"command", say(object{"content": "x", "flags": 32768, "components": []object{{"type": 10, "content": "x"}}}), 400, 50035, "data"},
		"an unknown field":       {"command", say(object{"content": "x", "colour": "red"}), 400, 50035, "data.colour"},
		"2,001 in an edit": {"command", func(a *asked) (int, object) {
			a.answer(5, nil)
			return a.further("PATCH", "/messages/@original", object{"content": text(2001)})
		}, 400, 50035, "content"},
		"2,001 in a follow-up": {"command", func(a *asked) (int, object) {
			a.answer(4, hello)
			return a.further("POST", "", object{"content": text(2001)})
		}, 400, 50035, "content"},

		"an update of a command":        {"command", as(7, hello), 400, 50035, "type"},
		"a put-off update of a command": {"command", as(6, nil), 400, 50035, "type"},
		"choices for a command":         {"command", as(8, choice(1, nil)), 400, 50035, "type"},
		"an unknown kind of answer":     {"command", as(13, nil), 400, 50035, "type"},
		"a pong":                        {"command", as(1, nil), 400, 50035, "type"},
		"no kind":                       {"command", as(0, nil), 400, 50035, "type"},
		"a form for a press":            {"press", as(9, modalOf(textInput(nil))), 204, 0, ""},
		"an update of a press":          {"press", as(7, object{"content": "x", "components": buttons(1, func(int) string { return "go" })}), 204, 0, ""},
		"choices for a press":           {"press", as(8, choice(1, nil)), 400, 50035, "type"},
		"a form for a form":             {"form", as(9, modalOf(textInput(nil))), 400, 50035, "type"},
		"an update by a form":           {"form", as(7, object{"content": "x", "components": buttons(1, func(int) string { return "go" })}), 204, 0, ""},

		"25 choices":             {"typing", as(8, choice(25, nil)), 204, 0, ""},
		"no choices":             {"typing", as(8, object{}), 204, 0, ""},
		"26 choices":             {"typing", as(8, choice(26, nil)), 400, 50035, "data.choices"},
		"a choice's name of 101": {"typing", as(8, choice(1, object{"name": text(101)})), 400, 50035, "data.choices.0.name"},
		"a choice's value of 101": {
			"typing", as(8, choice(1, object{"value": text(101)})),
			400, 50035, "data.choices.0.value",
		},
		"a message for typing": {"typing", say(hello), 400, 50035, "type"},

		"a title of 46":          {"press", as(9, object{"title": text(46), "custom_id": "f", "components": []object{textInput(nil)}}), 400, 50035, "data.title"},
		"a form's id of 101":     {"press", as(9, object{"title": "x", "custom_id": text(101), "components": []object{textInput(nil)}}), 400, 50035, "data.custom_id"},
		"a form of nothing":      {"press", as(9, modalOf()), 400, 50035, "data.components"},
		"a form of six":          {"press", as(9, modalOf(repeat(6, func(i int) object { return textInput(object{"custom_id": numbered(i)}) })...)), 400, 50035, "data.components"},
		"a doubled input":        {"press", as(9, modalOf(textInput(nil), textInput(nil))), 400, 50035, "data.components.1.component.custom_id"},
		"a label of 46":          {"press", as(9, modalOf(object{"type": 18, "label": text(46), "component": object{"type": 4, "style": 1, "custom_id": "i"}})), 400, 50035, "data.components.0.label"},
		"a hint of 101":          {"press", as(9, modalOf(textInput(object{"placeholder": text(101)}))), 400, 50035, "data.components.0.component.placeholder"},
		"a value of 4,001":       {"press", as(9, modalOf(textInput(object{"value": text(4001)}))), 400, 50035, "data.components.0.component.value"},
		"a button in a form":     {"press", as(9, modalOf(buttons(1, numbered)[0])), 400, 50035, "data.components.0.components.0.type"},
		"at least more than all": {"press", as(9, modalOf(textInput(object{"min_length": 9, "max_length": 5}))), 400, 50035, "data.components.0.component.min_length"},
	} {
		t.Run(name, func(t *testing.T) {
			a := ways[c.by]()
			status, answer := c.do(a)
			if got, _ := answer["code"].(float64); status != c.status || int(got) != c.code {
				t.Fatalf("answered %d %v, want %d %d", status, answer, c.status, c.code)
			}
			if c.code == 50035 && leaf(answer, c.at) == nil {
				t.Errorf("no fault at %q in %v", c.at, answer["errors"])
			}
			a.advance("4s") // whoever still waits is told that there is no answer
			told := <-a.result
			refused := c.code == 10062 || c.code == 50006 || c.code == 10015 || c.code == 50035 && (strings.HasPrefix(c.at, "data") || c.at == "type")
			if none := told["outcome"] == "no answer"; none != refused {
				t.Errorf("alice is told %v", told)
			}
		})
	}
}

// file is one part of a multipart body.
type file struct {
	name string
	size int
}

// upload sends a message with files as the bot.
func (b *bench) upload(payload string, files ...file) (int, string) {
	b.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	must(b.t, form.WriteField("payload_json", payload))
	for n, f := range files {
		part, err := form.CreateFormFile(fmt.Sprintf("files[%d]", n), f.name)
		must(b.t, err)
		_, err = part.Write(make([]byte, f.size))
		must(b.t, err)
	}
	must(b.t, form.Close())
	return b.rawBody("/channels/"+b.channelID("table")+"/messages", form.FormDataContentType(), &body)
}

func (b *bench) rawBody(path, kind string, body *bytes.Buffer) (int, string) {
	b.t.Helper()
	q, err := http.NewRequest("POST", b.url+"/api/v10"+path, body)
	must(b.t, err)
	q.Header.Set("Content-Type", kind)
	q.Header.Set("Authorization", "Bot "+b.server.Token())
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	var text bytes.Buffer
	_, err = text.ReadFrom(answer.Body)
	must(b.t, err)
	return answer.StatusCode, text.String()
}

func TestFilesAndBodiesBeyondDiscordsLimitsAreRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	const megabyte = 1 << 20
	for name, c := range map[string]struct {
		payload      string
		files        []file
		status, code int
	}{
		"a file":             {`{"attachments":[{"id":"0","description":"a field"}]}`, []file{{"a.png", 10}}, 200, 0},
		"ten files":          {`{}`, repeat(10, func(i int) file { return file{numbered(i), 1} }), 200, 0},
		"eleven files":       {`{}`, repeat(11, func(i int) file { return file{numbered(i), 1} }), 400, 30015},
		"11 MiB":             {`{}`, []file{{"a.png", 11 * megabyte}}, 413, 40005},
		"26 MiB in all":      {`{}`, repeat(3, func(i int) file { return file{numbered(i), 9 * megabyte} }), 413, 40005},
		"alt text of 1,025":  {`{"attachments":[{"id":"0","description":"` + strings.Repeat("x", 1025) + `"}]}`, []file{{"a.png", 10}}, 400, 50035},
		"a file not sent":    {`{"content":"x","attachments":[{"id":"3","filename":"x"}]}`, []file{{"a.png", 10}}, 400, 50035},
		"a picture not sent": {`{"embeds":[{"image":{"url":"attachment://b.png"}}]}`, []file{{"a.png", 10}}, 400, 50035},
		"broken JSON":        {`{"content":`, []file{{"a.png", 10}}, 400, 50109},
	} {
		status, answer := b.upload(c.payload, c.files...)
		if status != c.status || c.code != 0 && !strings.Contains(answer, fmt.Sprintf(`"code":%d`, c.code)) {
			t.Errorf("%s: %d %.200s, want %d %d", name, status, answer, c.status, c.code)
		}
	}
	path := "/channels/" + b.channelID("table") + "/messages"
	if status, answer := b.rawBody(path, "application/json", bytes.NewBufferString("{")); status != 400 || !strings.Contains(answer, "50109") {
		t.Errorf("broken JSON: %d %s", status, answer)
	}
	if status, answer := b.rawBody(path, "text/plain", bytes.NewBufferString("{}")); status != 400 || !strings.Contains(answer, "50035") {
		t.Errorf("plain text: %d %s", status, answer)
	}
}
