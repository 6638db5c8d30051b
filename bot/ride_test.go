package bot

import (
	"context"
	"testing"

	"umpire/commands"
	"umpire/storage"
)

func TestARowThatCannotBeReadToRideDoesNotStopItsChannel(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	dest := "channel/" + tab.id("table")
	ids := tab.post(storage.Row{Session: "s", Dest: dest, Rides: "i", Body: body("one")}, storage.Row{Session: "s", Dest: dest, Body: body("two")})
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	rider := &turn{router: tab.bot.router, in: &interaction{ID: "1", Token: "t"}, asked: commands.Request{Kind: commands.Command}}
	rider.ride(gone, commands.Reply{Act: commands.Ride, Row: ids[0]})
	tab.settled()
	tab.wantTexts(tab.channel("bob", "table"), "one|two")
}
