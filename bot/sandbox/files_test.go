package sandbox_test

import (
	"bytes"
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
