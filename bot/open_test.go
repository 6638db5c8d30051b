package bot

import (
	"context"
	"testing"

	"umpire/commands"
)

func openReply(text string) commands.Reply {
	return commands.Reply{Act: commands.Open, Message: commands.Message{Text: text}}
}

func TestAnOpenReplyIsReadByAllAndNotifiesNobody(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.replies(openReply("It is 7, @everyone"))
	tab.sit()
	got := tab.try()
	if got.Outcome != "replied" || got.Message.Flags&flagEphemeral != 0 {
		t.Errorf("answered %+v", got)
	}
	tab.wantTexts(tab.channel("bob", "table"), "It is 7, @everyone")
	private := tab.act("command", given{"as": "bob", "channel": "@Umpire", "name": "session new"})
	if private.Outcome != "replied" || private.Message.Content != "It is 7, @everyone" || private.Message.Flags&flagEphemeral != 0 {
		t.Errorf("in a direct message answered %+v", private)
	}
	if got := outgoing(openReply("@everyone").Message); len(got.Mentions.Parse)+len(got.Mentions.Users) > 0 {
		t.Errorf("it may notify %+v", got.Mentions)
	}
}

func TestAnOpenReplyThatWasPutOffIsReadByAll(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.bot.router.patience = 0
	hold := make(chan commands.Reply)
	tab.answers(func(context.Context, commands.Request) (commands.Reply, error) { return <-hold, nil })
	tab.sit()
	if got := tab.try(); got.Outcome != "deferred" {
		t.Fatalf("answered %+v", got)
	}
	hold <- openReply("It is 7")
	tab.settled()
	tab.wantTexts(tab.channel("bob", "table"), "It is 7")
	tab.wantTexts(tab.channel("alice", "table"), doneLine+"|It is 7")
}
