package sandbox_test

import (
	"bufio"
	"encoding/json"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"umpire/bot/sandbox"
	"umpire/bot/sandbox/contract"
)

const client = "testdata/discordjs" // a bot on discord.js, with its own dependencies

// guest is a bot that runs as a process of its own, on a library made elsewhere.
type guest struct {
	*bench
	said chan object // what it says it met
}

// invite starts the bot on discord.js; the test is skipped where it cannot run.
func invite(t *testing.T) *guest {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("skipped: node is not installed; a discord.js bot is not played")
	}
	if _, err := os.Stat(client + "/node_modules/discord.js"); err != nil {
		t.Skipf("skipped: run npm ci in bot/sandbox/%s; a discord.js bot is not played", client)
	}
	logged := &logbook{}
	server := sandbox.New(sandbox.Options{Log: logTo(logged)})
	web := httptest.NewServer(discordContract.Watch(t, contract.Bot, server))
	t.Cleanup(func() { server.Close(); web.Close() })
	g := &guest{&bench{t: t, server: server, url: web.URL, logged: logged}, make(chan object, 100)}
	cmd := exec.Command(node, "bot.js")
	cmd.Dir, cmd.Stderr = client, os.Stderr
	cmd.Env = append(os.Environ(), "API="+web.URL, "TOKEN="+server.Token())
	leave, err := cmd.StdinPipe()
	must(t, err)
	out, err := cmd.StdoutPipe()
	must(t, err)
	if err := cmd.Start(); err != nil {
		t.Fatalf("starting node: %v", err)
	}
	go func() {
		defer close(g.said)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var line object
			if json.Unmarshal(lines.Bytes(), &line) == nil {
				g.said <- line
			}
		}
	}()
	t.Cleanup(func() {
		leave.Close()
		for line := range g.said { // until it has ended
			if line["event"] == "failed" || line["event"] == "warned" {
				t.Errorf("discord.js: %v", line)
			}
		}
		must(t, cmd.Wait())
		if text := logged.String(); text != "" {
			t.Errorf("the sandbox complains: %s", text)
		}
	})
	return g
}

// hears waits until the bot says that it has met something.
func (g *guest) hears(event string) object {
	g.t.Helper()
	late := time.After(20 * time.Second)
	for {
		select {
		case line, ok := <-g.said:
			switch {
			case !ok:
				g.t.Fatalf("the bot has ended; it should have met %q", event)
			case line["event"] == "failed", line["event"] == "warned":
				g.t.Fatalf("discord.js: %v", line)
			case line["event"] == event:
				return line
			}
		case <-late:
			g.t.Fatalf("the bot never meets %q", event)
		}
	}
}

// read gives the message of an answer, or its further state.
func (g *guest) read(channel, id string) *discordgo.Message {
	g.t.Helper()
	v := g.state("alice")
	lists := [][]*discordgo.Message{}
	for _, dm := range v.DMs {
		lists = append(lists, dm.Messages)
	}
	if c := v.channel(channel); c != nil {
		lists = append(lists, c.Messages)
	}
	for _, list := range lists {
		for _, m := range list {
			if m.ID == id {
				return m
			}
		}
	}
	g.t.Fatalf("alice sees no message %s in %s", id, channel)
	return nil
}

func idOf(answer object) string {
	m, _ := answer["message"].(object)
	id, _ := m["id"].(string)
	return id
}

func TestABotOnDiscordJSIsServedAsDiscordServesIt(t *testing.T) {
	t.Parallel()
	g := invite(t)
	if ready := g.hears("ready"); ready["commands"] != 3.0 || ready["guilds"].([]any)[0] != "The Gaming Table" {
		t.Errorf("it is ready with %v", ready)
	}
	duel := object{"as": "alice", "channel": "table", "name": "duel", "options": object{"rival": "bob", "paces": 12}}
	typed := g.act("autocomplete", object{"as": "alice", "channel": "table", "name": "duel", "focused": "weapon", "value": "sa"})
	if choices := typed["choices"].([]any); len(choices) != 2 || choices[0].(object)["name"] != "SABRE" {
		t.Errorf("autocomplete offers %v", typed)
	}
	reply := g.act("command", duel)
	card := idOf(reply)
	if said := g.hears("replied"); said["message"] != card || said["rival"] != "bob" || said["channel"] != "table" {
		t.Errorf("it knows of its reply %v", said)
	}
	m := g.read("table", card)
	if len(m.Embeds) != 1 || m.Embeds[0].Fields[0].Value != "12" || len(m.Components) != 3 || len(m.Mentions) != 1 {
		t.Errorf("the card is %+v", m)
	}
	on := func(route string, more object) object {
		body := object{"as": "alice", "message": card}
		for key, value := range more {
			body[key] = value
		}
		return g.act(route, body)
	}
	if got := on("choose", object{"custom_id": "ground", "values": []string{"bridge"}}); got["outcome"] != "deferred" {
		t.Errorf("the menu is answered with %v", got)
	}
	g.until("the deferred edit arrives", func() bool { return g.read("table", card).Content == "On the bridge" })
	seconds := on("choose", object{"custom_id": "second", "values": []string{"carol", "sam"}})
	if got := g.read("table", idOf(seconds)).Content; got != "Seconded by carol and sam" {
		t.Errorf("the menu of people is answered with %q", got)
	}
	if got := on("press", object{"custom_id": "terms"}); got["outcome"] != "modal" {
		t.Fatalf("the button opens %v", got)
	}
	form := object{"as": "alice", "custom_id": "terms-form", "fields": object{"stakes": "honour", "hour": []string{"noon"}}}
	if got := g.act("submit", form); got["outcome"] != "updated" || g.read("table", card).Content != "For honour at noon" {
		t.Errorf("the form is answered with %v", got)
	}
}

func TestABotOnDiscordJSSendsFilesAndDirectMessages(t *testing.T) {
	t.Parallel()
	g := invite(t)
	g.hears("ready")
	g.act("command", object{"as": "alice", "channel": "table", "name": "report"})
	said := g.hears("reported")
	if said["files"] != 1.0 && said["image"] == "" || !strings.Contains(said["image"].(string), "/cdn/attachments/") {
		t.Errorf("of its file it knows %v", said)
	}
	if got := g.read("table", said["further"].(string)); got.Content != "For you alone" || got.Flags&discordgo.MessageFlagsEphemeral == 0 {
		t.Errorf("the follow-up is %+v", got)
	}
	notes := g.state("alice").channel("Field notes")
	if notes == nil || !notes.Archived || contents(notes.Messages) != "|Begun and ended" {
		t.Errorf("the thread is %+v", notes)
	}
	picture := strings.TrimPrefix(said["image"].(string), g.url)
	if status, raw := g.raw("GET", picture, nil); status != 200 || !strings.HasPrefix(string(raw), "\x89PNG") {
		t.Errorf("the picture is %d %.8q", status, raw)
	}
	g.act("command", object{"as": "alice", "channel": "table", "name": "duel", "options": object{"rival": "bob"}})
	g.act("press", object{"as": "alice", "custom_id": "whisper"})
	g.hears("whispered")
	got := g.act("press", object{"as": "alice", "custom_id": "heard"})
	if dm := g.state("alice").DMs[0].Messages; contents(dm) != "Heard" || got["outcome"] != "updated" {
		t.Errorf("the direct messages read %q", contents(dm))
	}
	g.act("say", object{"as": "alice", "channel": "@Umpire", "text": "in private"})
	if said := g.hears("message"); said["content"] != "in private" || said["direct"] != true {
		t.Errorf("it reads %v", said)
	}
}

func TestABotOnDiscordJSResumesWhatItMissed(t *testing.T) {
	t.Parallel()
	g := invite(t)
	g.hears("ready")
	join := object{"as": "alice", "channel": "table", "name": "club join"}
	for _, fault := range []object{{"drop_gateway": true}, {"reconnect": true}, {"close_gateway": 4000}, {"invalid_session": true}} {
		g.fault(fault)
		got := g.act("command", join) // given while nobody is there, within the three seconds
		if said := g.hears("resumed"); got["outcome"] != "replied" {
			t.Errorf("after %v it resumes (%v) and answers %v", fault, said, got)
		}
	}
	g.fault(object{"invalid_session": false})
	g.until("it has logged in anew", func() bool { return g.state("alice").Bot.Connected })
	g.until("it answers again", func() bool { return g.act("command", join)["outcome"] == "replied" })
}
