package bot

import (
	"strings"
	"testing"

	"umpire/commands"
	"umpire/commands/picture"
	"umpire/rules/campaign"
	"umpire/storage"
)

func TestStandingsAreDrawnAtDeliveryWithTheirWords(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	rows := campaign.Table(nil, []campaign.Entrant{{Roster: "r", Name: "Red Company", Player: "m1", Person: "Alice"}}, campaign.ByRoster)
	m := commands.Message{Text: rows[0].Words(), Picture: &commands.Picture{Standings: &picture.Standings{Title: "Winter", Rows: rows}}}
	tab.post(storage.Row{Session: "s", Dest: "channel/" + tab.id("table"), Slot: "standings", Body: pictured(t, m)})
	tab.settled()
	got := tab.channel("bob", "table")[0].Attachments
	if len(got) != 1 || !strings.Contains(got[0].Description, "1. Red Company (Alice): no fights") || got[0].ContentType != "image/png" {
		t.Errorf("the message has %+v", got)
	}
}
