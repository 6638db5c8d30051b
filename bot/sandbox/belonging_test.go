package sandbox_test

import (
	"encoding/json"
	"testing"

	"github.com/bwmarrin/discordgo"

	"umpire/bot/sandbox"
)

// guildEvents gives the coming and going of servers that a bot hears of.
func guildEvents(b *bench) <-chan *discordgo.Event {
	b.t.Helper()
	events := make(chan *discordgo.Event, 10)
	s := b.session()
	s.SyncEvents = true
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "GUILD_CREATE" || e.Type == "GUILD_DELETE" {
			events <- e
		}
	})
	must(b.t, s.Open())
	b.t.Cleanup(func() { s.Close() })
	return events
}

func wantGuild(b *bench, events <-chan *discordgo.Event, kind, guild string, unavailable any) {
	b.t.Helper()
	e := <-events
	var got object
	must(b.t, json.Unmarshal(e.RawData, &got))
	if e.Type != kind || got["id"] != guild || got["unavailable"] != unavailable {
		b.t.Errorf("%s of %v, unavailable %v; want %s of %s, %v", e.Type, got["id"], got["unavailable"], kind, guild, unavailable)
	}
}

func TestABotThatIsExpelledHearsItAndReachesNothingThere(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	guild, table := b.state("alice").Servers[0].ID, b.channelID("table")
	_, dm := b.api("POST", "/users/@me/channels", object{"recipient_id": b.personID("bob")})
	events := guildEvents(b)
	wantGuild(b, events, "GUILD_CREATE", guild, false)
	b.denied("expel", object{"as": "alice"}, 403, "not allowed")
	b.denied("invite", object{"as": "gail"}, 409, "already there")
	b.act("expel", object{"as": "gail"})
	wantGuild(b, events, "GUILD_DELETE", guild, nil)
	b.denied("expel", object{"as": "gail"}, 409, "no bot")
	for path, code := range map[string]float64{
		"/channels/" + table: 50001, "/guilds/" + guild: 10004, "/guilds/" + guild + "/members/" + b.personID("bob"): 10004,
		"/channels/" + table + "/messages": 50001,
	} {
		if _, answer := b.api("GET", path, nil); answer["code"] != code {
			t.Errorf("GET %s: %v, want %v", path, answer, code)
		}
	}
	if _, answer := b.api("POST", "/channels/"+dm["id"].(string)+"/messages", object{"content": "x"}); answer["code"] != 50278.0 {
		t.Errorf("writing to bob: %v", answer)
	}
	b.denied("command", object{"as": "alice", "channel": "table", "name": "attack"}, 403, "no bot")
	b.act("say", object{"as": "alice", "channel": "table", "text": "still here"})
	b.act("invite", object{"as": "gail"})
	wantGuild(b, events, "GUILD_CREATE", guild, false)
	if status, _ := b.api("GET", "/channels/"+table, nil); status != 200 {
		t.Errorf("back again the bot sees %d", status)
	}
}

func TestWhatTheBotSaidBeforeItWasExpelledCannotBePressed(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	row := object{"type": 1, "components": []object{{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}}}
	b.api("POST", "/channels/"+b.channelID("table")+"/messages", object{"content": "x", "components": []object{row}})
	b.act("expel", object{"as": "gail", "server": "The Gaming Table"})
	b.denied("press", object{"as": "alice", "label": "Go"}, 403, "no bot")
}

func TestABotThatComesBackSeesOnlyTheServersItIsIn(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	guild := b.act("servers", object{"name": "The Club"})["server"].(object)["id"].(string)
	b.act("expel", object{"as": "gail", "server": "The Gaming Table"})
	s := b.login(nil)
	if got := s.State.Guilds; len(got) != 1 || got[0].ID != guild {
		t.Errorf("it is in %v", got)
	}
}

func TestAnOutageIsNoExpulsion(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	guild := b.state("alice").Servers[0].ID
	events := guildEvents(b)
	wantGuild(b, events, "GUILD_CREATE", guild, false)
	b.fault(object{"away": []string{"The Gaming Table"}})
	wantGuild(b, events, "GUILD_DELETE", guild, true)
	b.denied("command", object{"as": "alice", "channel": "table", "name": "attack"}, 503, "outage")
	b.fault(object{"away": []string{}})
	wantGuild(b, events, "GUILD_CREATE", guild, false)
}
