package bot

import (
	"bytes"
	"context"
	"encoding/base64"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"umpire/commands"
)

const cdnRoute = "GET /cdn/attachments/{channel}/{attachment}/{name}"

// attached is a file as a person attaches it.
func attached(name string, body []byte) given {
	return given{"filename": name, "base64": base64.StdEncoding.EncodeToString(body)}
}

// attaching gives the bot's command with a file.
func attaching(name string, body []byte) given {
	return given{"as": "alice", "channel": "table", "name": "try", "options": given{"what": "it", "file": attached(name, body)}}
}

// keepsRequest makes the handler keep what it was asked.
func (t *table) keepsRequest() *commands.Request {
	var kept commands.Request
	t.answers(func(_ context.Context, r commands.Request) (commands.Reply, error) {
		kept = r
		return commands.Private("read"), nil
	})
	return &kept
}

func TestAFileComesWithItsCommandAndWithNothingElse(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	got := tab.keepsRequest()
	tab.sit()
	list := []byte("name: Ash\n\x00\xff")
	if r := tab.act("command", attaching("ash.yaml", list)); r.Outcome != "replied" {
		t.Fatalf("answered %+v", r)
	}
	want := map[string]commands.Attachment{"file": {Name: "ash.yaml", Size: len(list), Body: list}}
	if diff := cmp.Diff(want, got.Files); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{"what": "it"}, got.Options); diff != "" {
		t.Error(diff)
	}
	tab.act("command", attaching("empty.yaml", nil))
	if f := got.Files["file"]; f.Body == nil || f.Size != 0 || f.Fault != "" {
		t.Errorf("an empty file is %+v", f)
	}
	tab.try()
	if got.Files != nil {
		t.Errorf("without a file there is %+v", got.Files)
	}
}

func TestAFileIsNotFetchedWhileItsCommandIsTyped(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	var got commands.Request
	tab.answers(func(_ context.Context, r commands.Request) (commands.Reply, error) {
		got = r
		return commands.Reply{Act: commands.Offer}, nil
	})
	tab.sit()
	tab.act("fault", given{"hold": []string{cdnRoute}})
	typed := attaching("a.yaml", []byte("a"))
	delete(typed["options"].(given), "what")
	typed["focused"], typed["value"] = "what", "x"
	if r := tab.act("autocomplete", typed); r.Outcome != "choices" || got.Files != nil || got.Options["what"] != "x" {
		t.Errorf("answered %+v to %+v", r, got)
	}
}

func TestAFileThatIsTooBigIsNotRead(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	got := tab.keepsRequest()
	tab.sit()
	most := bytes.Repeat([]byte("x"), commands.MostAttached)
	tab.act("command", attaching("most.yaml", most))
	if f := got.Files["file"]; len(f.Body) != commands.MostAttached || f.Fault != "" {
		t.Errorf("of a file as big as may be %d bytes are read: %s", len(f.Body), f.Fault)
	}
	big := append(most, 'x')
	for said, size := range map[int]int{0: len(big), 1: 1} { // what is said is believed only where it is too big
		tab.act("fault", given{"understate": said})
		tab.act("command", attaching("big.yaml", big))
		want := commands.Attachment{Name: "big.yaml", Size: size, Fault: tooBigLine}
		if diff := cmp.Diff(want, got.Files["file"]); diff != "" {
			t.Errorf("understated %d times: %s", said, diff)
		}
	}
}

func TestAFileThatCannotBeFetchedHoldsNothingUp(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	got := tab.keepsRequest()
	tab.sit()
	for _, c := range []struct {
		name  string
		fault given
	}{
		{"404", given{"fail": given{"route": cdnRoute, "status": 404}}},
		{"500", given{"fail": given{"route": cdnRoute, "status": 500}}},
		// An idle connection that is cut is not the end, so several are; what is left of them would befall a later case.
		{"cut", given{"lose_answers": given{"route": cdnRoute, "count": 3}}},
	} {
		name := c.name
		tab.act("fault", c.fault)
		if r := tab.act("command", attaching("a.yaml", []byte("abc"))); r.Outcome != "replied" {
			t.Errorf("%s: answered %+v", name, r)
		}
		want := commands.Attachment{Name: "a.yaml", Size: 3, Fault: notFetchedLine}
		if diff := cmp.Diff(want, got.Files["file"]); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if strings.Contains(tab.log.String(), "hm=") {
		t.Error("the log holds the address of a file")
	}
}

func TestASlowFileIsWaitedForAfterTheAnswerIsPutOff(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.bot.router.patience = 0
	got := tab.keepsRequest()
	tab.sit()
	tab.act("fault", given{"hold": []string{cdnRoute}})
	if r := tab.act("command", attaching("a.yaml", []byte("abc"))); r.Outcome != "deferred" || r.Message.Flags&flagEphemeral == 0 {
		t.Fatalf("answered %+v", r)
	}
	tab.act("fault", given{"hold": []string{}})
	tab.settled()
	tab.wantTexts(tab.channel("alice", "table"), "read")
	tab.wantTexts(tab.channel("bob", "table"), "")
	if string(got.Files["file"].Body) != "abc" {
		t.Errorf("files %+v", got.Files)
	}
}

func TestAFileThatNeverComesIsGivenUp(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.bot.router.cdn.limit = 10 * time.Millisecond
	got := tab.keepsRequest()
	tab.sit()
	tab.act("fault", given{"hold": []string{cdnRoute}})
	tab.act("command", attaching("a.yaml", []byte("abc")))
	if got.Files["file"].Fault != notFetchedLine {
		t.Errorf("files %+v", got.Files)
	}
}

func TestFilesThatAreFetchedLeaveRoomForOtherWork(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	got := tab.keepsRequest()
	tab.sit()
	for range mostFetched {
		tab.bot.router.cdn.slots <- struct{}{}
	}
	tab.act("command", attaching("a.yaml", []byte("abc")))
	if got.Files["file"].Fault != crowdedLine {
		t.Errorf("files %+v", got.Files)
	}
	<-tab.bot.router.cdn.slots
	tab.act("command", attaching("a.yaml", []byte("abc")))
	tab.act("command", attaching("a.yaml", []byte("abc")))
	if got.Files["file"].Fault != "" {
		t.Errorf("files %+v", got.Files)
	}
}

func TestOnlyWhereDiscordKeepsFilesIsAskedForOne(t *testing.T) {
	t.Parallel()
	base, _ := url.Parse("http://127.0.0.1:8750/api")
	for address, want := range map[string]bool{
		"https://cdn.discordapp.com/ephemeral-attachments/1/2/a.yaml?ex=1": true,
		"https://media.discordapp.net/attachments/1/2/a.yaml":              true,
		"http://127.0.0.1:8750/cdn/attachments/1/2/a.yaml":                 true,
		"http://cdn.discordapp.com/attachments/1/2/a.yaml":                 false,
		"https://cdn.discordapp.com:8443/attachments/1/2/a.yaml":           false,
		"https://cdn.discordapp.com.example.org/a.yaml":                    false,
		"https://cdn.discordapp.com@example.org/a.yaml":                    false,
		"https://me@cdn.discordapp.com/a.yaml":                             false,
		"https://example.org/cdn.discordapp.com":                           false,
		"http://127.0.0.1:9464/metrics":                                    false,
		"http://localhost:8750/cdn/a.yaml":                                 false,
		"http://169.254.169.254/latest/meta-data":                          false,
		"https://[::1]/":              false,
		"file:///etc/passwd":          false,
		"//cdn.discordapp.com/a.yaml": false,
		"":                            false,
	} {
		at, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := (&cdn{base: base}).keeps(at); got != want {
			t.Errorf("%q: %v", address, got)
		}
	}
	if at, _ := url.Parse("http://127.0.0.1:8750/a.yaml"); (&cdn{}).keeps(at) {
		t.Error("without another server this machine is asked")
	}
}

func TestAFileIsAskedForWithoutTheTokenAndNowhereElse(t *testing.T) {
	t.Parallel()
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path+r.Header.Get("Authorization"))
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	}))
	defer server.Close()
	n, err := newNetwork(server.URL + "/api")
	if err != nil {
		t.Fatal(err)
	}
	files := newCDN(n, slog.New(slog.DiscardHandler))
	if body, err := files.fetch(t.Context(), server.URL+"/a.yaml"); err == nil {
		t.Errorf("a redirect gives %q", body)
	}
	if diff := cmp.Diff([]string{"/a.yaml"}, asked); diff != "" {
		t.Error(diff)
	}
}

func TestAFilesNameIsALabelAndNoPath(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"list.yaml": "list.yaml", "../../etc/passwd": "passwd", `C:\lists\a.yaml`: "a.yaml", "a\n\u202e\u200bb.yaml": "ab.yaml",
		"": unnamed, "..": unnamed, "dir/": unnamed, " ": unnamed, "Hexe änd.yaml": "Hexe änd.yaml",
		strings.Repeat("ä", 300): strings.Repeat("ä", mostFileName),
	} {
		if got := label(name); got != want {
			t.Errorf("%q is called %q", name, got)
		}
	}
}
