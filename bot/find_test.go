package bot

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"umpire/commands"
	"umpire/storage"
)

func TestAMessageIsNotTakenForARowsWhileTheStoreCannotBeRead(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	channel := tab.id("table")
	tab.post(storage.Row{Session: "s", Dest: "channel/" + channel, Body: body("one")})
	tab.settled()
	shut, err := storage.Open(context.Background(), filepath.Join(t.TempDir(), "shut.db"), storage.Options{})
	if err == nil {
		err = shut.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	o := &outbox{rest: tab.bot.rest, store: shut, who: tab.bot.gateway.self()}
	row := storage.Row{ID: 9, AtMS: time.Now().UnixMilli()}
	at, err := o.find(t.Context(), channel, row, outgoing(commands.Message{Text: "one"}))
	if f := failed(err); err == nil || f.fate != unsure || at.message != "" {
		t.Errorf("found %+v, %v", at, err)
	}
}
