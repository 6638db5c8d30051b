package sandbox_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"umpire/bot/sandbox"
)

func TestAPictureTravelsInItsEmbedAndStaysThroughAnEdit(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	s := b.session()
	table := b.channelID("table")
	var drawn bytes.Buffer
	must(t, png.Encode(&drawn, image.NewGray(image.Rect(0, 0, 3, 2))))
	m, err := s.ChannelMessageSendComplex(table, &discordgo.MessageSend{
		Embeds: []*discordgo.MessageEmbed{{Title: "The field", Image: &discordgo.MessageEmbedImage{URL: "attachment://field.png"}}},
		Files: []*discordgo.File{
			{Name: "field.png", ContentType: "image/png", Reader: bytes.NewReader(drawn.Bytes())},
			{Name: "list.txt", ContentType: "text/plain", Reader: strings.NewReader("a list")},
		},
	})
	if err != nil {
		t.Fatalf("sending: %v", err)
	}
	if len(m.Attachments) != 1 || m.Attachments[0].Filename != "list.txt" {
		t.Errorf("beside the embed stand %+v", m.Attachments)
	}
	address := m.Embeds[0].Image.URL
	if status, raw := b.raw("GET", strings.TrimPrefix(address, b.url), nil); status != 200 || !bytes.Equal(raw, drawn.Bytes()) {
		t.Errorf("the picture at %s: %d, %d bytes", address, status, len(raw))
	}
	b.act("clock", object{"advance": "25h"})
	if status, _ := b.raw("GET", strings.TrimPrefix(address, b.url), nil); status != 404 {
		t.Errorf("a day later the address still gives %d", status)
	}
	kept := []*discordgo.MessageAttachment{m.Attachments[0]}
	after, err := s.ChannelMessageEditComplex(&discordgo.MessageEdit{
		ID: m.ID, Channel: table,
		Embeds: &[]*discordgo.MessageEmbed{}, Attachments: &kept,
		Files: []*discordgo.File{{Name: "new.txt", Reader: strings.NewReader("new")}},
	})
	if err != nil || len(after.Attachments) != 2 {
		t.Fatalf("editing: %+v, %v", after, err)
	}
	_, err = s.ChannelMessageSendComplex(table, &discordgo.MessageSend{Files: []*discordgo.File{
		{Name: "big", Reader: bytes.NewReader(make([]byte, 10<<20+1))},
	}})
	if code(err) != 40005 {
		t.Errorf("a file of more than 10 MiB: %v", err)
	}
}

func TestOnlyTheAllowedAreMentioned(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	alice, bob := b.personID("alice"), b.personID("bob")
	path := "/channels/" + b.channelID("table") + "/messages"
	text := "<@" + alice + "> awaits <@" + bob + "> @everyone"
	for name, c := range map[string]struct {
		allowed any
		want    int
	}{
		"all by default":   {nil, 2},
		"none":             {object{"parse": []string{}}, 0},
		"one who is meant": {object{"parse": []string{}, "users": []string{bob}}, 1},
	} {
		body := object{"content": text}
		if c.allowed != nil {
			body["allowed_mentions"] = c.allowed
		}
		_, m := b.api("POST", path, body)
		if got, _ := m["mentions"].([]any); len(got) != c.want || m["mention_everyone"] != false {
			t.Errorf("%s: %v, everyone %v", name, m["mentions"], m["mention_everyone"])
		}
	}
}

// attach gives the command "import" with a file and the event that it became.
func attach(b *bench, events <-chan *discordgo.Event, file object) discordgo.MessageAttachment {
	b.t.Helper()
	b.act("command", object{"as": "alice", "channel": "table", "name": "import", "options": object{"file": file}})
	var got struct {
		Data struct {
			Resolved struct {
				Attachments map[string]discordgo.MessageAttachment
			}
			Options []struct{ Value string }
		}
	}
	must(b.t, json.Unmarshal((<-events).RawData, &got))
	return got.Data.Resolved.Attachments[got.Data.Options[0].Value]
}

func TestAFileGivenToACommandIsKeptWhereTheBotReachesIt(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	events := make(chan *discordgo.Event, 1)
	importer(b).AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "INTERACTION_CREATE" {
			events <- e
		}
	})
	list := object{"filename": "my list.yaml", "base64": "YWJj"}
	got := attach(b, events, list)
	if got.Filename != "my_list.yaml" || got.Size != 3 || !got.Ephemeral || !strings.HasPrefix(got.URL, b.url+"/cdn/") {
		t.Errorf("it is %+v", got)
	}
	const route = "GET /cdn/attachments/{channel}/{attachment}/{name}"
	path := strings.TrimPrefix(got.URL, b.url)
	for _, want := range []int{404, 200} {
		if want == 404 {
			b.act("fault", object{"fail": object{"route": route, "status": want}})
		}
		if status, raw := b.raw("GET", path, nil); status != want || want == 200 && string(raw) != "abc" {
			t.Errorf("%s gives %d %q, want %d", path, status, raw, want)
		}
	}
	b.act("fault", object{"understate": 1})
	if got := attach(b, events, list); got.Size != 1 {
		t.Errorf("it is said to have %d bytes", got.Size)
	}
	command := func(file any) object {
		return object{"as": "alice", "channel": "table", "name": "import", "options": object{"file": file}}
	}
	b.denied("command", command("a path"), 400, "bad value")
	b.denied("command", command(object{"filename": "a", "base64": "?"}), 400, "bad value")
	b.denied("command", command(object{"filename": "a", "base64": base64.StdEncoding.EncodeToString(make([]byte, 10<<20+1))}), 413, "too large")
	b.denied("command", command(nil), 400, "required")
}
