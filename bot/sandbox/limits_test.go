package sandbox_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"umpire/bot/sandbox"
)

func repeat[T any](n int, make func(int) T) []T {
	var out []T
	for i := range n {
		out = append(out, make(i))
	}
	return out
}

func buttons(n int, id func(int) string) []object {
	return []object{{"type": 1, "components": repeat(n, func(i int) object {
		return object{"type": 2, "style": 1, "label": "x", "custom_id": id(i)}
	})}}
}

func numbered(i int) string { return fmt.Sprint("b", i) }

func menu(change object) []object {
	m := object{"type": 3, "custom_id": "m", "options": []object{{"label": "a", "value": "a"}}}
	for key, value := range change {
		m[key] = value
	}
	return []object{{"type": 1, "components": []object{m}}}
}

func TestMessagesBeyondDiscordsLimitsAreRefusedWithItsCodes(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	path := "/channels/" + b.channelID("table") + "/messages"
	text := func(n int) string { return strings.Repeat("ä", n) }
	embed := func(e object) object { return object{"embeds": []object{e}} }
	for name, c := range map[string]struct {
		body object
		code int
		at   string // path of the fault in the tree
	}{
		"2,000 characters":     {object{"content": text(2000)}, 0, ""},
		"2,001 characters":     {object{"content": text(2001)}, 50035, "content"},
		"nothing":              {object{"content": " \n "}, 50006, ""},
		"nulls for lists":      {object{"content": "x", "embeds": nil, "components": nil, "sticker_ids": nil}, 0, ""},
		"an unknown field":     {object{"content": "x", "colour": "red"}, 50035, "colour"},
		"a poll":               {object{"content": "x", "poll": object{}}, 50035, "poll"},
		"ten embeds":           {object{"embeds": repeat(10, func(int) object { return object{"title": "t"} })}, 0, ""},
		"eleven embeds":        {object{"embeds": repeat(11, func(int) object { return object{"title": "t"} })}, 50035, "embeds"},
		"a title of 257":       {embed(object{"title": text(257)}), 50035, "embeds.0.title"},
		"a blank-padded title": {embed(object{"title": " " + text(256) + " "}), 0, ""},
		"a description of 4097": {
			embed(object{"description": text(4097)}),
			50035, "embeds.0.description",
		},
		"6,001 characters of embeds": {object{"embeds": []object{{"description": text(4096)}, {"description": text(1905)}}}, 50035, "embeds"},
		"26 fields": {
			embed(object{"fields": repeat(26, func(int) object { return object{"name": "n", "value": "v"} })}),
			50035, "embeds.0.fields",
		},
		"a field without value":  {embed(object{"fields": []object{{"name": "n"}}}), 50035, "embeds.0.fields.0.value"},
		"a file that is missing": {embed(object{"image": object{"url": "attachment://a.png"}}), 50035, "embeds.0.image.url"},
		"a footer of 2,049":      {embed(object{"footer": object{"text": text(2049)}}), 50035, "embeds.0.footer.text"},
		"five buttons":           {object{"components": buttons(5, numbered)}, 0, ""},
		"six buttons":            {object{"components": buttons(6, numbered)}, 50035, "components.0.components"},
		"a doubled id":           {object{"components": buttons(2, func(int) string { return "same" })}, 50035, "components.0.components.1.custom_id"},
		"an id of 101":           {object{"components": buttons(1, func(int) string { return text(101) })}, 50035, "components.0.components.0.custom_id"},
		"no id":                  {object{"components": buttons(1, func(int) string { return "" })}, 50035, "components.0.components.0.custom_id"},
		"six rows": {object{"components": repeat(6, func(i int) object {
			return buttons(1, func(int) string { return numbered(i) })[0]
		})}, 50035, "components"},
		"a bare button":           {object{"components": buttons(1, numbered)[0]["components"]}, 50035, "components.0.type"},
		"a label of 81":           {object{"components": []object{{"type": 1, "components": []object{{"type": 2, "style": 1, "label": text(81), "custom_id": "x"}}}}}, 50035, "components.0.components.0.label"},
		"a link with an id":       {object{"components": []object{{"type": 1, "components": []object{{"type": 2, "style": 5, "label": "x", "url": "https://a.example", "custom_id": "x"}}}}}, 50035, "components.0.components.0"},
		"a menu":                  {object{"components": menu(nil)}, 0, ""},
		"a menu without options":  {object{"components": menu(object{"options": nil})}, 50035, "components.0.components.0.options"},
		"a menu of 26":            {object{"components": menu(object{"options": repeat(26, func(i int) object { return object{"label": "a", "value": numbered(i)} })})}, 50035, "components.0.components.0.options"},
		"a menu of doubled value": {object{"components": menu(object{"options": repeat(2, func(int) object { return object{"label": "a", "value": "v"} })})}, 50035, "components.0.components.0.options.1.value"},
		"a menu of min above max": {object{"components": menu(object{"min_values": 2, "max_values": 1})}, 50035, "components.0.components.0.min_values"},
		"a placeholder of 151":    {object{"components": menu(object{"placeholder": text(151)})}, 50035, "components.0.components.0.placeholder"},
		"a text input":            {object{"components": []object{{"type": 1, "components": []object{{"type": 4, "style": 1, "custom_id": "x", "label": "x"}}}}}, 50035, "components.0.components.0.type"},
		"display components":      {object{"flags": 32768, "components": []object{{"type": 17, "components": []object{{"type": 10, "content": "x"}}}}}, 0, ""},
		"display without flag":    {object{"components": []object{{"type": 10, "content": "x"}}}, 50035, "components.0.type"},
		"display beside content":  {object{"flags": 32768, "content": "x", "components": []object{{"type": 10, "content": "x"}}}, 50035, ""},
		"41 components":           {object{"flags": 32768, "components": []object{{"type": 17, "components": repeat(40, func(int) object { return object{"type": 10, "content": "x"} })}}}, 50035, "components"},
		"an ephemeral message":    {object{"content": "x", "flags": 64}, 50035, "flags"},
		"mentions both ways":      {object{"content": "x", "allowed_mentions": object{"parse": []string{"users"}, "users": []string{"1"}}}, 50035, "allowed_mentions"},
		"101 mentions":            {object{"content": "x", "allowed_mentions": object{"users": repeat(101, numbered)}}, 50035, "allowed_mentions.users"},
		"parse null":              {object{"content": "x", "allowed_mentions": object{"parse": nil, "replied_user": false}}, 0, ""},
		"a nonce of 26":           {object{"content": "x", "nonce": strings.Repeat("1", 26)}, 50035, "nonce"},
		"text for a number":       {object{"content": "x", "flags": "many"}, 50035, "flags"},
		"a reply to nothing":      {object{"content": "x", "message_reference": object{"message_id": "1"}}, 50035, "message_reference"},
	} {
		t.Run(name, func(t *testing.T) {
			status, answer := b.api("POST", path, c.body)
			if c.code == 0 {
				if status != http.StatusOK {
					t.Fatalf("refused: %d %v", status, answer)
				}
				return
			}
			if answer["code"] != float64(c.code) || status != http.StatusBadRequest {
				t.Fatalf("%d %v, want code %d", status, answer, c.code)
			}
			if c.code == 50035 && leaf(answer, c.at) == nil {
				t.Errorf("no fault at %q in %v", c.at, answer["errors"])
			}
		})
	}
}

// leaf finds the faults at a path of an errors tree.
func leaf(answer object, path string) any {
	node, _ := answer["errors"].(object)
	for _, part := range strings.Split(path, ".") {
		if path != "" {
			node, _ = node[part].(object)
		}
	}
	return node["_errors"]
}

func TestUnknownThingsAndRoutesAreNamedByDiscordsCodes(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	table := b.channelID("table")
	_, mine := b.api("POST", "/channels/"+table+"/messages", object{"content": "mine"})
	hers := b.act("say", object{"as": "alice", "channel": "table", "text": "hers"})["message"].(object)
	_, dm := b.api("POST", "/users/@me/channels", object{"recipient_id": b.personID("bob")})
	at := "/channels/" + table + "/messages/"
	for _, c := range []struct {
		method, path string
		body         any
		status, code int
	}{
		{"GET", "/channels/1", nil, 404, 10003},
		{"GET", "/guilds/1", nil, 404, 10004},
		{"GET", at + "1", nil, 404, 10008},
		{"GET", "/users/1", nil, 404, 10013},
		{"POST", "/users/@me/channels", object{"recipient_id": "1"}, 404, 10013},
		{"PATCH", at + hers["id"].(string), object{"content": "no"}, 403, 50005},
		{"DELETE", at + hers["id"].(string), nil, 204, 0},
		{"PATCH", at + mine["id"].(string), object{"ID": "x", "Channel": "y", "content": "edited"}, 200, 0},
		{"PATCH", at + mine["id"].(string), object{"content": nil}, 400, 50006},
		{"POST", at + mine["id"].(string) + "/threads", object{"name": "t"}, 201, 0},
		{"POST", at + mine["id"].(string) + "/threads", object{"name": "t"}, 400, 160004},
		{"PATCH", "/channels/" + mine["id"].(string), object{"archived": true, "locked": true}, 200, 0},
		{"POST", "/channels/" + mine["id"].(string) + "/messages", object{"content": "x"}, 400, 50083},
		{"POST", "/channels/" + table + "/threads", object{"name": strings.Repeat("x", 101)}, 400, 50035},
		{"PATCH", "/channels/" + table, object{"name": "x"}, 403, 50013},
		{"GET", "/channels/" + dm["id"].(string) + "/messages?limit=101", nil, 400, 50035},
		{"POST", "/channels/" + table + "/messages", "not an object", 400, 50035},
		{"POST", "/channels/" + table + "/invites", object{}, 501, 0},
	} {
		status, answer := b.api(c.method, c.path, c.body)
		if got, _ := answer["code"].(float64); status != c.status || int(got) != c.code {
			t.Errorf("%s %s: %d %v, want %d %d", c.method, c.path, status, answer, c.status, c.code)
		}
	}
	if !strings.Contains(b.logged.String(), "invites") {
		t.Error("an unknown route must be named in the log")
	}
	if status, answer := b.do("GET", "/api/v10/users/@me", nil, "Authorization", "Bot wrong"); status != 401 {
		t.Errorf("a wrong token: %d %v", status, answer)
	}
	if strings.Contains(b.logged.String(), b.server.Token()) {
		t.Error("the log holds the bot's token")
	}
}

func TestCommandsAreRegisteredByDiscordsRules(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	_, self := b.api("GET", "/users/@me", nil)
	path := "/applications/" + self["id"].(string) + "/commands"
	option := func(o object) object {
		return object{"name": "x", "description": "d", "options": []object{o}}
	}
	text := object{"type": 3, "name": "o", "description": "d"}
	with := func(more object) object {
		out := object{}
		for _, part := range []object{text, more} {
			for key, value := range part {
				out[key] = value
			}
		}
		return out
	}
	choices := func(n int) []object {
		return repeat(n, func(i int) object { return object{"name": "n", "value": numbered(i)} })
	}
	for name, c := range map[string]struct {
		body object
		ok   bool
	}{
		"plain":                  {object{"name": "x", "description": "d", "options": nil}, true},
		"permissions as text":    {object{"name": "x", "description": "d", "default_member_permissions": "32"}, true},
		"upper case":             {object{"name": "X", "description": "d"}, false},
		"no description":         {object{"name": "x"}, false},
		"a name of 33":           {object{"name": strings.Repeat("x", 33), "description": "d"}, false},
		"a space in the name":    {object{"name": "x y", "description": "d"}, false},
		"a context menu":         {object{"name": "Show Hand", "type": 2}, true},
		"a menu with text":       {object{"name": "Show Hand", "type": 2, "description": "d"}, false},
		"26 options":             {object{"name": "x", "description": "d", "options": repeat(26, func(i int) object { return with(object{"name": numbered(i)}) })}, false},
		"required after another": {object{"name": "x", "description": "d", "options": []object{text, with(object{"name": "p", "required": true})}}, false},
		"25 choices":             {option(with(object{"choices": choices(25)})), true},
		"26 choices":             {option(with(object{"choices": choices(26)})), false},
		"choices and completion": {option(with(object{"choices": choices(1), "autocomplete": true})), false},
		"a nested group":         {option(object{"type": 2, "name": "g", "description": "d", "options": []object{{"type": 1, "name": "s", "description": "d", "options": []object{text}}}}), true},
		"a group in a group":     {option(object{"type": 2, "name": "g", "description": "d", "options": []object{{"type": 2, "name": "s", "description": "d"}}}), false},
		"subcommand and option":  {object{"name": "x", "description": "d", "options": []object{text, {"type": 1, "name": "s", "description": "d"}}}, false},
		"too large": {object{"name": "x", "description": "d", "options": repeat(25, func(i int) object {
			return with(object{"name": numbered(i), "choices": repeat(25, func(j int) object { return object{"name": numbered(j), "value": strings.Repeat("v", 20)} })})
		})}, false},
	} {
		status, answer := b.api("POST", path, c.body)
		if ok := status == 200 || status == 201; ok != c.ok {
			t.Errorf("%s: %d %v", name, status, answer)
		}
		if !c.ok && answer["code"] != float64(50035) {
			t.Errorf("%s: %v, want 50035", name, answer)
		}
	}
	put := func(n int, name func(int) string) (int, []byte) {
		return b.raw("PUT", "/api/v10"+path, repeat(n, func(i int) object { return object{"name": name(i), "description": "d"} }),
			"Authorization", "Bot "+b.server.Token())
	}
	if status, raw := put(101, numbered); status != 400 || !strings.Contains(string(raw), "30032") {
		t.Errorf("101 commands: %d %s", status, raw)
	}
	if status, raw := put(2, func(int) string { return "same" }); status != 400 || !strings.Contains(string(raw), "DUPLICATE") {
		t.Errorf("two of one name: %d %s", status, raw)
	}
	if status, raw := put(100, numbered); status != 200 {
		t.Errorf("100 commands: %d %.200s", status, raw)
	}
	if status, raw := put(100, func(i int) string { return fmt.Sprint("c", i) }); status != 429 || !strings.Contains(string(raw), "30034") {
		t.Errorf("more than 200 created in a day: %d %.200s", status, raw)
	}
}
