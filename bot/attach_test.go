package bot

import (
	"testing"

	"umpire/commands"
	"umpire/storage"
)

func TestAPictureThatMayNotBeSentLeavesItsWords(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	tab.act("fault", given{"rights": given{"channel": "table", "deny": []string{"ATTACH_FILES"}}})
	dest := "channel/" + tab.id("table")
	tab.post(storage.Row{Session: "s", Dest: dest, Slot: "map", Body: pictured(t, commands.Message{Text: "The field", Picture: scene()})})
	tab.settled()
	tab.wantTexts(tab.channel("bob", "table"), "The field")
	if got := tab.channel("bob", "table")[0].Attachments; len(got) > 0 {
		t.Errorf("a picture is sent without the right to: %+v", got)
	}
}
