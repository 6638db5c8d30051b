package bot

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"umpire/commands"
	"umpire/storage"
)

// examine gives a doctor's lines.
func examine(t *testing.T, d Doctor) (sound bool, lines string) {
	t.Helper()
	var all strings.Builder
	if d.EnvFile == "" {
		d.EnvFile = filepath.Join(t.TempDir(), ".env")
	}
	if d.DB == "" {
		d.DB = filepath.Join(t.TempDir(), "umpire.db")
	}
	sound = d.Examine(t.Context(), func(f Finding) { fmt.Fprintln(&all, f) })
	if strings.Contains(all.String(), "%!") {
		t.Errorf("a line is badly made: %s", all.String())
	}
	return sound, all.String()
}

func wantLine(t *testing.T, lines, grade, about, part string) {
	t.Helper()
	for line := range strings.Lines(lines) {
		words := strings.Fields(line)
		if len(words) > 2 && words[0] == grade && words[1] == about && strings.Contains(line, part) {
			return
		}
	}
	t.Errorf("no line %q about %q with %q in:\n%s", grade, about, part, lines)
}

func TestTheDoctorFindsAServedBotSoundAndLeavesItAlone(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	sound, lines := examine(t, Doctor{Token: tab.discord.Token(), API: tab.server.URL + "/api", DB: tab.file})
	for about, part := range map[string]string{
		"settings": "environment", "discord": "answers", "token": `"Umpire"`, "bot": "permissions=", "gateway": "it answers",
		"servers": "1 of 1", "clock": "agrees", "database": "served since", "disk": "free",
	} {
		wantLine(t, lines, "ok", about, part)
	}
	if !sound || strings.Contains(lines, tab.discord.Token()) {
		t.Errorf("sound: %t; the lines:\n%s", sound, lines)
	}
	if !tab.state("alice").Bot.Connected || strings.Contains(tab.log.String(), "lost") {
		t.Error("the bot was disturbed")
	}
}

func TestTheDoctorNamesAMissingAndAnUnknownToken(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	sound, lines := examine(t, Doctor{API: tab.server.URL + "/api"})
	wantLine(t, lines, "FAIL", "token", "no DISCORD_TOKEN")
	wantLine(t, lines, "ok", "discord", "answers")
	wantLine(t, lines, "ok", "database", "first start")
	if sound {
		t.Error("sound without a token")
	}
	sound, lines = examine(t, Doctor{Token: "nobody's", API: tab.server.URL + "/api"})
	wantLine(t, lines, "FAIL", "token", "Reset Token")
	if sound || strings.Contains(lines, "nobody's") {
		t.Errorf("sound: %t; the lines:\n%s", sound, lines)
	}
}

func TestTheDoctorNamesADiscordOutOfReach(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(nil)
	gone.Close()
	sound, lines := examine(t, Doctor{Token: "x", API: gone.URL})
	wantLine(t, lines, "FAIL", "discord", "no answer from "+gone.URL)
	if sound || strings.Contains(lines, " token ") {
		t.Errorf("sound: %t; the lines:\n%s", sound, lines)
	}
	_, lines = examine(t, Doctor{Token: "x", API: "ftp:/nowhere"})
	wantLine(t, lines, "FAIL", "discord", "DISCORD_API")
}

func TestTheDoctorHoldsTheClockAgainstDiscords(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	for off, word := range map[time.Duration]string{-5 * time.Second: "behind", time.Hour: "ahead of", 200 * time.Millisecond: ""} {
		sound, lines := examine(t, Doctor{
			Token: tab.discord.Token(), API: tab.server.URL + "/api",
			Now: func() time.Time { return time.Now().Add(off) },
		})
		if !sound {
			t.Error("a wrong clock is no reason not to serve")
		}
		if word == "" {
			wantLine(t, lines, "ok", "clock", "agrees")
			continue
		}
		wantLine(t, lines, "warn", "clock", word)
	}
}

func TestClocksAreComparedAsNarrowlyAsTheirDatesAllow(t *testing.T) {
	second := time.Unix(1_700_000_000, 0)
	var c clocks
	c.compare(second, second.Add(-100*time.Millisecond), second.Add(100*time.Millisecond)) // ahead by -0.1 to 1.1 s
	if got := c.ahead(); got != 500*time.Millisecond {
		t.Errorf("one answer: %v", got)
	}
	c.compare(second, second.Add(900*time.Millisecond), second.Add(950*time.Millisecond)) // by -0.95 to 0.1 s
	if got := c.ahead(); got != 0 {
		t.Errorf("two answers: %v", got)
	}
	c.compare(second.Add(time.Hour), second, second) // ours was set back meanwhile
	if got := c.ahead(); got != time.Hour+500*time.Millisecond {
		t.Errorf("a clock that was set: %v", got)
	}
}

// portal is a Discord that answers as it is told, to what a doctor asks.
func portal(t *testing.T, answers map[string]any) Doctor {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	all := map[string]any{
		"/gateway": given{}, "/users/@me": given{"id": "7", "username": "Umpire", "bot": true},
		"/applications/@me": given{"id": "8", "name": "Umpire"},
		"/gateway/bot": given{
			"url": "ws" + strings.TrimPrefix(server.URL, "http") + "/hello", "shards": 1,
			"session_start_limit": given{"remaining": 900, "reset_after": 3_600_000},
		},
		"/users/@me/guilds": []given{},
	}
	for path, answer := range answers {
		all[path] = answer
	}
	for path, answer := range all {
		mux.HandleFunc("GET /v9"+path, func(w http.ResponseWriter, _ *http.Request) {
			if err := json.NewEncoder(w).Encode(answer); err != nil {
				t.Error(err)
			}
		})
	}
	mux.HandleFunc("GET /hello/", func(w http.ResponseWriter, r *http.Request) {
		conn, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		if err := conn.WriteJSON(all["hello"]); err != nil {
			t.Error(err)
		}
	})
	return Doctor{Token: "x", API: server.URL}
}

func TestTheDoctorNamesWhatIsSetUpWrongOnDiscord(t *testing.T) {
	t.Parallel()
	hello := given{"op": 10}
	most := lacksOnly("Create Public Threads")
	door := func(url string, remaining, shards int) given {
		return given{"url": url, "shards": shards, "session_start_limit": given{"remaining": remaining, "reset_after": 3_600_000}}
	}
	for name, c := range map[string]struct {
		answers            map[string]any
		grade, about, part string
	}{
		"a person's token": {map[string]any{"/users/@me": given{"id": "7", "username": "alice"}}, "FAIL", "token", "Bot page"},
		"an endpoint":      {map[string]any{"/applications/@me": given{"id": "8", "interactions_endpoint_url": "https://a.example"}}, "FAIL", "bot", "Interactions Endpoint URL"},
		"no server":        {nil, "warn", "servers", "invite link"},
		"a missing right": {map[string]any{"/users/@me/guilds": []given{
			{"name": "The Table", "permissions": fmt.Sprint(most)}, {"name": "Ours", "permissions": "8"},
		}}, "warn", "servers", `in "The Table" the bot lacks Create Public Threads (`},
		"an administrator":   {map[string]any{"/users/@me/guilds": []given{{"name": "Ours", "permissions": "8"}}}, "ok", "servers", "1 of 1"},
		"a silent gateway":   {map[string]any{"/gateway/bot": door("ws://127.0.0.1:1", 900, 1)}, "FAIL", "gateway", "firewall"},
		"a strange greeting": {map[string]any{"hello": given{"op": 1}}, "FAIL", "gateway", "op 1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answers := map[string]any{"hello": hello}
			for path, answer := range c.answers {
				answers[path] = answer
			}
			sound, lines := examine(t, portal(t, answers))
			wantLine(t, lines, c.grade, c.about, c.part)
			if sound == (c.grade == "FAIL") {
				t.Errorf("sound: %t", sound)
			}
		})
	}
}

// lacksOnly gives all the rights that the bot needs but one.
func lacksOnly(name string) (bits int64) {
	for _, r := range commands.Rights() {
		if r.Name != name {
			bits |= r.Bit
		}
	}
	return bits
}

func TestTheDoctorNamesWhatIsWrongWithTheFiles(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps rights elsewhere")
	}
	dir := t.TempDir()
	d := portal(t, map[string]any{"hello": given{"op": 10}})
	d.DB, d.EnvFile = filepath.Join(dir, "umpire.db"), filepath.Join(dir, ".env")
	if err := os.WriteFile(d.EnvFile, []byte("DISCORD_TOKEN=x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	store, err := storage.Open(t.Context(), d.DB, storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(d.DB, 0o644); err != nil {
		t.Fatal(err)
	}
	sound, lines := examine(t, d)
	wantLine(t, lines, "warn", "settings", "chmod 600")
	wantLine(t, lines, "warn", "database", "chmod 600")
	wantLine(t, lines, "ok", "database", "not served now")
	if !sound {
		t.Error("open rights are no reason not to serve")
	}
	if err := os.WriteFile(d.DB, []byte(strings.Repeat("no database ", 600)), 0o600); err != nil {
		t.Fatal(err)
	}
	sound, lines = examine(t, d)
	wantLine(t, lines, "FAIL", "database", "restore a backup")
	if sound {
		t.Error("sound on a file that is no database")
	}
	d.DB = filepath.Join(dir, "missing", "umpire.db")
	_, lines = examine(t, d)
	wantLine(t, lines, "FAIL", "disk", "folder")
	if left, err := filepath.Glob(filepath.Join(dir, ".umpire-doctor-*")); len(left) > 0 || err != nil {
		t.Errorf("left %v, %v", left, err)
	}
}

func TestTheInviteLinkInTheDocsAsksForWhatTheBotNeeds(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "docs", "hosting.md"))
	if err != nil {
		t.Fatal(err)
	}
	link := InviteLink("APPLICATION_ID")
	if !strings.Contains(string(text), link) {
		t.Errorf("docs/hosting.md does not have %s", link)
	}
	for _, r := range commands.Rights() {
		if !strings.Contains(string(text), r.Name) {
			t.Errorf("docs/hosting.md does not say that the bot needs %s", r.Name)
		}
	}
}
