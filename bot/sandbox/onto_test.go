package sandbox_test

import (
	"testing"

	"github.com/bwmarrin/discordgo"

	"umpire/bot/sandbox"
)

func TestACommandOfAMessagesMenuBringsItsMessage(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	s, got := b.bot(attack(), &discordgo.ApplicationCommand{Type: discordgo.MessageApplicationCommand, Name: "Add to the record"})
	_, said := b.do("POST", "/sandbox/say", object{"as": "bob", "channel": "table", "text": "a photo of the table"})
	id := said["message"].(object)["id"].(string)
	i := b.start(got, "command", object{"as": "alice", "message": id, "name": "Add to the record"})
	data := i.ApplicationCommandData()
	if data.TargetID != id || data.Resolved == nil || data.Resolved.Messages[id] == nil || data.Resolved.Messages[id].Content != "a photo of the table" {
		t.Fatalf("the bot is given %+v", data)
	}
	respond(t, s, i.Interaction, discordgo.InteractionResponseChannelMessageWithSource, &discordgo.InteractionResponseData{Content: "added"})
	if answer := <-i.result; answer["outcome"] != "replied" {
		t.Errorf("alice gets %v", answer)
	}
	for code, act := range map[string]object{
		"unknown command": {"as": "alice", "message": id, "name": "attack"},
		"unknown message": {"as": "alice", "message": "1", "name": "Add to the record"},
		"unknown option":  {"as": "alice", "message": id, "name": "Add to the record", "options": object{"x": "y"}},
	} {
		status := 404
		if code == "unknown option" {
			status = 400
		}
		b.denied("command", act, status, code)
	}
	b.denied("command", object{"as": "alice", "channel": "table", "name": "Add to the record"}, 404, "unknown command")
}
