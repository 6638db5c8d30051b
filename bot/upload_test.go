package bot

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"umpire/commands"
	"umpire/rules"
	"umpire/storage"
)

func scene() *commands.Picture {
	return &commands.Picture{Scene: rules.Scene{
		Title: "Round 1", Width: 2400, Height: 2400, Text: []string{"1 Captain, 6 of 6 lives"},
		Models: []rules.SceneModel{{Seat: 1, Number: 1, X: 600, Y: 600, Radius: 50, Left: 6, Max: 6}},
	}}
}

func pictured(t *testing.T, m commands.Message) []byte {
	t.Helper()
	raw, err := json.Marshal(commands.Post{Message: m})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// wantPicture looks for exactly one picture with its words.
func wantPicture(t *testing.T, m seen) {
	t.Helper()
	if len(m.Attachments) != 1 {
		t.Fatalf("%d pictures under %q", len(m.Attachments), m.Content)
	}
	if a := m.Attachments[0]; !strings.Contains(a.Description, "1 Captain, 6 of 6 lives") || a.ContentType != "image/png" {
		t.Errorf("the picture is %+v", a)
	}
}

func TestAPictureIsDrawnAtDeliveryAndStaysThroughEdits(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	dest := "channel/" + tab.id("table")
	m := commands.Message{Text: "The field", Picture: scene(), Rows: []commands.Row{button("go", "Go")}}
	tab.post(storage.Row{Session: "s", Dest: dest, Slot: "map", Body: pictured(t, m)})
	tab.settled()
	wantPicture(t, tab.channel("bob", "table")[0])
	m.Text, m.Rows = "The field, later", nil
	tab.post(storage.Row{Session: "s", Dest: dest, Slot: "map", Body: pictured(t, m)})
	tab.settled()
	tab.wantTexts(tab.channel("bob", "table"), "The field, later")
	wantPicture(t, tab.channel("bob", "table")[0])
}

func TestAPrivatePreviewShowsItsPictureAndLosesIt(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	preview := commands.Private("So it would stand", button("go", "Go"))
	preview.Message.Picture = scene()
	tab.replies(preview)
	first := tab.try()
	wantPicture(t, first.Message)
	again := commands.Reply{Act: commands.Change, Message: preview.Message}
	tab.replies(again)
	press := given{"as": "alice", "message": first.Message.ID, "custom_id": "go"}
	wantPicture(t, tab.act("press", press).Message)
	tab.replies(commands.Reply{Act: commands.Change, Message: commands.Message{Text: "Given."}})
	if got := tab.act("press", press); len(got.Message.Attachments) != 0 {
		t.Errorf("the picture stays under %q", got.Message.Content)
	}
}

func TestAPictureThatCannotBeDrawnDoesNotHoldBackItsText(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	broken := scene()
	broken.Scene.Width = -1
	m := commands.Message{Text: "The field", Picture: broken}
	tab.post(storage.Row{Session: "s", Dest: "channel/" + tab.id("table"), Body: pictured(t, m)})
	tab.settled()
	tab.wantTexts(tab.channel("bob", "table"), "The field")
}

func TestAFileGoesWithAPrivateReplyAndWithAPost(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	file := &commands.File{Name: "fight-K7Q2.jsonl", Alt: "The record", Body: []byte("{}\n")}
	want := func(m seen) {
		t.Helper()
		if len(m.Attachments) != 1 || m.Attachments[0].Filename != file.Name || m.Attachments[0].Description != file.Alt {
			t.Errorf("under %q are %+v", m.Content, m.Attachments)
		}
	}
	reply := commands.Private("The record of the fight")
	reply.Message.File = file
	tab.replies(reply)
	want(tab.try().Message)
	tab.post(storage.Row{Session: "s", Dest: "channel/" + tab.id("table"), Body: pictured(t, commands.Message{Text: "Here", File: file})})
	tab.settled()
	want(tab.channel("bob", "table")[0])
}

func TestAFileGoesWithAPrivateReplyThatWasPutOff(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	reply := commands.Private("Your roster", button("go", "Go"))
	reply.Message.File = &commands.File{Name: "roster.yaml", Body: []byte("name: Ash\n")}
	tab.bot.router.patience = 0
	hold := make(chan commands.Reply)
	tab.answers(func(context.Context, commands.Request) (commands.Reply, error) { return <-hold, nil })
	tab.sit()
	want := func(sent seen) {
		t.Helper()
		if len(sent.Attachments) != 1 || sent.Attachments[0].Filename != "roster.yaml" || sent.Flags&flagEphemeral == 0 {
			t.Errorf("under %q are %+v, flags %d", sent.Content, sent.Attachments, sent.Flags)
		}
	}
	put := tab.try()
	hold <- reply
	tab.settled()
	want(tab.channel("alice", "table")[0])
	tab.act("press", given{"as": "alice", "message": put.Message.ID, "custom_id": "go"})
	hold <- reply
	tab.settled()
	all := tab.channel("alice", "table")
	want(all[len(all)-1])
	tab.wantTexts(tab.channel("alice", "table"), "Your roster|Your roster")
	tab.wantTexts(tab.channel("bob", "table"), "")
}

func TestAPictureAndAFileGoTogether(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	reply := commands.Private("Both")
	reply.Message.Picture, reply.Message.File = scene(), &commands.File{Name: "fight.txt", Body: []byte("x")}
	tab.replies(reply)
	if got := tab.try().Message.Attachments; len(got) != 2 || got[0].ContentType != "image/png" || got[1].Filename != "fight.txt" {
		t.Errorf("it carries %+v", got)
	}
}

func TestAPictureOfCardsIsNotCalledABattlefield(t *testing.T) {
	w, err := newWriter(slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	cards := rules.Scene{Title: "Cards drawn", Cards: []rules.SceneCard{{Title: "To hit", Bars: "Hit", Faces: "Wounds", Rows: []rules.CardRow{{Name: "0", Face: "Pass"}}}}}
	for name, p := range map[string]*commands.Picture{"cards.png": {Scene: cards}, "battlefield.png": scene()} {
		if drawn, err := w.draw(t.Context(), p); err != nil || drawn.Filename != name {
			t.Errorf("it is called %s, not %s: %v", drawn.Filename, name, err)
		}
	}
}
