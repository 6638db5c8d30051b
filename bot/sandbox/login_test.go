package sandbox_test

import (
	"testing"

	"github.com/bwmarrin/discordgo"

	"umpire/bot/sandbox"
)

func TestDiscordgoLogsInAndItsCommandsAreAnswered(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{Settled: func() bool { return true }})
	row := []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
		discordgo.Button{Label: "Ready", Style: discordgo.PrimaryButton, CustomID: "ready/1"},
		discordgo.Button{Label: "Gone", Style: discordgo.DangerButton, CustomID: "gone/1", Disabled: true},
	}}}
	s := b.login(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		switch i.Type {
		case discordgo.InteractionApplicationCommand:
			data := i.ApplicationCommandData()
			text := data.Name + " " + data.Options[0].Name + " " + data.Options[0].Options[0].StringValue()
			must(t, s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
				Type: discordgo.InteractionResponseChannelMessageWithSource,
				Data: &discordgo.InteractionResponseData{Content: text, Components: row},
			}))
		case discordgo.InteractionMessageComponent:
			must(t, s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
				Type: discordgo.InteractionResponseUpdateMessage,
				Data: &discordgo.InteractionResponseData{
					Content:    i.Member.User.Username + " is ready",
					Components: []discordgo.MessageComponent{},
				},
			}))
		}
	})
	commands, err := s.ApplicationCommandBulkOverwrite(s.State.User.ID, "", []*discordgo.ApplicationCommand{{
		Name: "session", Description: "Sessions", Options: []*discordgo.ApplicationCommandOption{{
			Type: discordgo.ApplicationCommandOptionSubCommand, Name: "new", Description: "Start one",
			Options: []*discordgo.ApplicationCommandOption{{
				Type: discordgo.ApplicationCommandOptionString, Name: "system", Description: "Which rules", Required: true,
			}},
		}},
	}})
	if err != nil || len(commands) != 1 || commands[0].ID == "" || commands[0].Version == "" {
		t.Fatalf("registering: %v, %v", commands, err)
	}

	answer := b.act("command", object{
		"as": "alice", "channel": "table", "name": "session new",
		"options": object{"system": "skirmish"},
	})
	message, _ := answer["message"].(object)
	if answer["outcome"] != "replied" || message["content"] != "session new skirmish" {
		t.Fatalf("the command got %v", answer)
	}
	b.denied("press", object{"as": "bob", "label": "Gone"}, 409, "disabled")
	answer = b.act("press", object{"as": "bob", "label": "Ready"})
	if answer["outcome"] != "updated" {
		t.Fatalf("the press got %v", answer)
	}
	b.settle()
	m := b.state("sam").channel("table").Messages[0]
	if m.Content != "bob is ready" || len(m.Components) != 0 || m.EditedTimestamp == nil {
		t.Errorf("sam sees %q with %d components, edited %v", m.Content, len(m.Components), m.EditedTimestamp)
	}
	b.denied("press", object{"as": "bob", "custom_id": "ready/1"}, 404, "not there")
	if b.logged.String() != "" {
		t.Errorf("the sandbox complains: %s", b.logged)
	}
}

func TestMessagesDirectMessagesAndThreadsTakeWhatDiscordgoSends(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	s := b.session()
	table, alice := b.channelID("table"), b.personID("alice")

	first, err := s.ChannelMessageSend(table, "Hello <@"+alice+">")
	if err != nil || len(first.Mentions) != 1 {
		t.Fatalf("sending: %+v, %v", first, err)
	}
	if _, err := s.ChannelMessageEdit(table, first.ID, "Goodbye"); err != nil {
		t.Errorf("editing: %v", err)
	}
	dm, err := s.UserChannelCreate(alice)
	again, err2 := s.UserChannelCreate(alice)
	if err != nil || err2 != nil || dm.ID != again.ID {
		t.Fatalf("opening a DM: %v %v, %v %v", dm, err, again, err2)
	}
	if _, err := s.ChannelMessageSend(dm.ID, "A secret"); err != nil {
		t.Errorf("sending a DM: %v", err)
	}
	thread, err := s.MessageThreadStart(table, first.ID, "the fight", 1440)
	if err != nil || thread.ID != first.ID {
		t.Fatalf("starting a thread: %+v, %v", thread, err)
	}
	if _, err := s.ChannelMessageSend(thread.ID, "It begins"); err != nil {
		t.Errorf("writing in the thread: %v", err)
	}
	on := true
	if ch, err := s.ChannelEditComplex(thread.ID, &discordgo.ChannelEdit{Archived: &on}); err != nil || !ch.ThreadMetadata.Archived {
		t.Errorf("archiving: %v", err)
	}
	if _, err := s.ChannelMessageSend(thread.ID, "It goes on"); err != nil {
		t.Errorf("waking the thread: %v", err)
	}

	v := b.state("alice")
	if got := contents(v.channel("table").Messages); got != "Goodbye" {
		t.Errorf("the table reads %q", got)
	}
	if got := contents(v.channel("the fight").Messages); got != "|It begins|It goes on" || v.channel("the fight").Archived {
		t.Errorf("the thread reads %q", got)
	}
	if len(v.DMs) != 1 || contents(v.DMs[0].Messages) != "A secret" {
		t.Errorf("alice's direct messages: %+v", v.DMs)
	}
	if got := b.state("bob").DMs; len(got) != 0 {
		t.Errorf("bob sees direct messages of alice's: %+v", got)
	}
	listed, err := s.ChannelMessages(table, 100, "", "", "")
	if err != nil || len(listed) != 1 {
		t.Errorf("listing: %v, %v", listed, err)
	}
	if b.logged.String() != "" {
		t.Errorf("the sandbox complains: %s", b.logged)
	}
}
