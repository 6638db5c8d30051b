package bot

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"umpire/commands"
)

func testRouter(log *scroll, answer func(context.Context, commands.Request) (commands.Reply, error)) *router {
	return newRouter(nil, nil, Options{
		Log: slog.New(slog.NewTextHandler(log, nil)), Now: time.Now, Handlers: Handlers{Answer: answer},
	}, newCounts())
}

func read(t *testing.T, raw string) (commands.Request, bool) {
	t.Helper()
	var in interaction
	if err := json.Unmarshal([]byte(raw), &in); err != nil {
		t.Fatal(err)
	}
	return in.request(time.Time{})
}

func TestAPersonIsNamedAsTheServerNamesThem(t *testing.T) {
	for raw, want := range map[string]string{
		`"member":{"nick":"Nick","user":{"id":"1","global_name":"Glob","username":"user"}}`: "Nick",
		`"member":{"nick":null,"user":{"id":"1","global_name":"Glob","username":"user"}}`:   "Glob",
		`"user":{"id":"1","global_name":null,"username":"user"}`:                            "user",
	} {
		got, ok := read(t, `{"id":"9","type":3,"data":{"custom_id":"x"},`+raw+`}`)
		if !ok || got.User.Name != want {
			t.Errorf("%s gives %q", raw, got.User.Name)
		}
	}
}

func TestOptionsOfAnyTypeAreReadWithoutTrust(t *testing.T) {
	got, ok := read(t, `{"id":"9","type":4,"user":{"id":"1"},"data":{"name":"a","options":[{"name":"b","type":2,"options":[
		{"name":"c","type":1,"options":[
			{"name":"n","type":4,"value":"12"},{"name":"m","type":4,"value":12},{"name":"f","type":10,"value":1.5},
			{"name":"yes","type":5,"value":true},{"name":"nil","type":3,"value":null},
			{"name":"odd","type":99,"value":{"a":1}},{"name":"typed","type":3,"value":"x","focused":true}]}]}],
		"resolved":{"users":{"3":{"id":"3","username":"u"},"4":{"id":"4","username":"b","bot":true}},"members":{"3":{"nick":"N"}}}}}`)
	want := map[string]string{"n": "12", "m": "12", "f": "1.5", "yes": "true", "nil": "", "odd": "", "typed": "x"}
	if diff := cmp.Diff(want, got.Options); !ok || diff != "" {
		t.Error(ok, diff)
	}
	if got.Path != "a b c" || got.Focused != "typed" || got.Kind != commands.Complete {
		t.Errorf("request %+v", got)
	}
	if diff := cmp.Diff(map[string]commands.Person{"3": {ID: "3", Name: "N"}}, got.People); diff != "" {
		t.Error(diff)
	}
}

func TestAnInteractionWithPartsUnknownHereIsStillRead(t *testing.T) {
	got, ok := read(t, `{"id":"9","type":5,"user":{"id":"1"},"data":{"custom_id":"form","components":[
		{"type":18,"component":{"type":4,"custom_id":"a","value":"1"}},
		{"type":1,"components":[{"type":4,"custom_id":"b","value":"2"},{"type":77,"new":[]}]}]}}`)
	if diff := cmp.Diff(map[string]string{"a": "1", "b": "2"}, got.Fields); !ok || diff != "" {
		t.Error(ok, diff)
	}
	for _, raw := range []string{
		`{"id":"9","type":77,"user":{"id":"1"}}`, `{"id":"9","type":3,"user":{"id":"1"}}`,
		`{"id":"9","type":2,"data":{"name":"x"}}`, `{"type":2}`,
	} {
		if _, ok := read(t, raw); ok {
			t.Errorf("%s was taken", raw)
		}
	}
}

func TestACommandFromAMessagesMenuNamesItsMessage(t *testing.T) {
	got, ok := read(t, `{"id":"9","type":2,"user":{"id":"1"},"data":{"id":"5","type":3,"name":"Add to the record","target_id":"77",
		"resolved":{"messages":{"77":{"id":"77","content":"a photo","attachments":[]}}}}}`)
	if !ok || got.Kind != commands.Onto || got.Path != "Add to the record" || got.Target != "77" || got.Message != "" {
		t.Errorf("request %+v", got)
	}
}

func TestOnlyManagersManageAndOnlyThreadsHaveParents(t *testing.T) {
	for perms, want := range map[string]bool{"8": true, "32": true, "40": true, "16": false, "": false, "9007199254740993": false} {
		got, _ := read(t, `{"id":"9","type":3,"data":{"custom_id":"x"},"member":{"permissions":"`+perms+`","user":{"id":"1"}}}`)
		if got.Manager != want {
			t.Errorf("permissions %s: manager %v", perms, got.Manager)
		}
	}
	for kind, want := range map[string]string{"0": "", "5": "", "10": "7", "11": "7", "12": "7"} {
		got, _ := read(t, `{"id":"9","type":3,"data":{"custom_id":"x"},"user":{"id":"1"},"channel":{"id":"8","type":`+kind+`,"parent_id":"7"}}`)
		if got.Parent != want {
			t.Errorf("type %s: parent %q", kind, got.Parent)
		}
	}
}
