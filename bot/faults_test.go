package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"umpire/commands"
	"umpire/storage"
)

const callbackRoute = "POST /interactions/{interaction}/{token}/callback"

func marshal(post commands.Post) []byte {
	raw, err := json.Marshal(post)
	if err != nil {
		panic(err)
	}
	return raw
}

// lines posts lines to the table and gives what people then read if none is lost
// or doubled.
func (t *table) lines(n int) (want string) {
	t.Helper()
	var rows []storage.Row
	var texts []string
	for i := range n {
		texts = append(texts, fmt.Sprint("line ", i))
		rows = append(rows, storage.Row{Session: "s", Dest: "channel/" + t.id("table"), Body: body(texts[i])})
	}
	t.post(rows...)
	return strings.Join(texts, "|")
}

func TestMessagesAreNeitherLostNorDoubledWhateverDiscordAnswers(t *testing.T) {
	t.Parallel()
	fail := func(more given) given {
		more["route"] = postRoute
		return given{"fail": []given{more, {"route": postRoute, "status": 503}}}
	}
	faults := map[string]given{
		"a limit":                fail(given{"status": 429, "for": "20ms"}),
		"a limit of the bot":     fail(given{"status": 429, "for": "20ms", "global": true}),
		"a page about a limit":   fail(given{"status": 429, "html": true, "for": "20ms"}),
		"a lost answer":          {"lose_answers": given{"route": postRoute, "count": 2}},
		"an answer that is late": {"slow": given{"route": postRoute, "for": "50ms", "after": true, "count": 2}},
		"a request that is slow": {"slow": given{"route": postRoute, "for": "50ms", "count": 2}},
	}
	for _, status := range []int{500, 502, 503, 504} {
		faults[fmt.Sprint(status)] = fail(given{"status": status, "count": 2})
		faults[fmt.Sprint("a page about ", status)] = fail(given{"status": status, "html": true, "count": 2})
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tab := newTable(t)
			tab.sit()
			tab.act("fault", fault)
			want := tab.lines(3)
			tab.until("all is said", func() bool { return len(tab.channel("bob", "table")) >= 3 })
			tab.settled()
			tab.wantTexts(tab.channel("bob", "table"), want)
		})
	}
}

func TestAnAnswerReachesThePlayerWhateverDiscordAnswersFirst(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]given{
		"a limit":       {"fail": given{"route": callbackRoute, "status": 429, "for": "20ms"}},
		"a page":        {"fail": given{"route": callbackRoute, "status": 503, "html": true}},
		"500":           {"fail": given{"route": callbackRoute, "status": 500}},
		"504":           {"fail": given{"route": callbackRoute, "status": 504, "count": 2}},
		"a lost answer": {"lose_answers": given{"route": callbackRoute}},
		"a late answer": {"slow": given{"route": callbackRoute, "for": "50ms", "after": true}},
		"a slow answer": {"slow": given{"route": callbackRoute, "for": "50ms"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tab := newTable(t)
			tab.replies(commands.Private("yes"))
			tab.sit()
			tab.act("fault", fault)
			if got := tab.try(); got.Outcome != "replied" || got.Message.Content != "yes" {
				t.Errorf("answered %+v", got)
			}
			tab.settled()
			tab.wantTexts(tab.channel("alice", "table"), "yes")
		})
	}
}

func TestARideReachesTheTableOnceWhateverDiscordAnswersFirst(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]given{
		"unknown interaction":  {"fail": given{"route": callbackRoute, "status": 404, "code": codeUnknownInteraction}},
		"already acknowledged": {"fail": given{"route": callbackRoute, "status": 400, "code": codeAcknowledged}},
		"a long limit":         {"fail": given{"route": callbackRoute, "status": 429, "for": "9s"}},
		"down for long":        {"fail": given{"route": callbackRoute, "status": 502, "count": answerTries}},
		"a lost answer":        {"lose_answers": given{"route": callbackRoute}},
		"slower than allowed":  {"slow": given{"route": callbackRoute, "for": "4s"}},
		"told too late":        {"slow": given{"route": callbackRoute, "for": "4s", "after": true}},
		"lost, and down":       {"lose_answers": given{"route": callbackRoute}, "fail": given{"route": postRoute, "status": 500}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tab := newTable(t)
			tab.rides("Told")
			tab.sit()
			tab.act("fault", fault)
			tab.acts.Go(func() { tab.try() }) // may see no answer at all
			tab.until("it is told", func() bool { return len(tab.channel("bob", "table")) > 0 })
			tab.settled()
			tab.wantTexts(tab.channel("bob", "table"), "Told")
		})
	}
}

func TestAnAnswerThatWasPutOffArrivesWhateverDiscordAnswersFirst(t *testing.T) {
	t.Parallel()
	const edit = "PATCH /webhooks/{application}/{token}/messages/{message}"
	for name, fault := range map[string]given{
		"503":           {"fail": given{"route": edit, "status": 503}},
		"a limit":       {"fail": given{"route": edit, "status": 429, "for": "20ms"}},
		"a lost answer": {"lose_answers": given{"route": edit}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tab := newTable(t)
			tab.bot.router.patience = 0
			hold := make(chan commands.Reply)
			tab.answers(func(context.Context, commands.Request) (commands.Reply, error) { return <-hold, nil })
			tab.sit()
			tab.try()
			tab.act("fault", fault)
			hold <- commands.Private("At last")
			tab.settled()
			tab.wantTexts(tab.channel("alice", "table"), "At last")
		})
	}
}

// hasten makes the bot notice within moments what takes it minutes otherwise.
func (t *table) hasten() {
	t.bot.gateway.limit, t.bot.gateway.silence = 300*time.Millisecond, 300*time.Millisecond
	t.act("fault", given{"heartbeat": "50ms"})
}

func TestTheBotComesBackFromWhateverTheGatewayDoes(t *testing.T) {
	t.Parallel()
	starts := func(do ...string) []given {
		var list []given
		for _, d := range do {
			list = append(list, given{"do": d, "code": 4000})
		}
		return list
	}
	for name, fault := range map[string]given{
		"cut":                   {"drop_gateway": true},
		"closed with 4000":      {"close_gateway": 4000},
		"closed with 4009":      {"close_gateway": 4009},
		"closed with 1001":      {"close_gateway": 1001},
		"told to reconnect":     {"reconnect": true},
		"session to be resumed": {"invalid_session": true},
		"session over":          {"invalid_session": false},
		"silent":                {"mute": true},
		"starts without Hello":  {"drop_gateway": true, "connections": starts("no_hello")},
		"starts without READY":  {"drop_gateway": true, "connections": starts("no_ready")},
		"starts with op 7":      {"drop_gateway": true, "connections": starts("reconnect_first")},
		"starts with op 11":     {"drop_gateway": true, "connections": starts("ack_first")},
		"starts with op 9":      {"drop_gateway": true, "connections": starts("invalid_session")},
		"starts with a close":   {"drop_gateway": true, "connections": starts("close", "close")},
		"no address to be had": {"drop_gateway": true, "fail": []given{
			{"route": "GET /gateway", "status": 500},
			{"route": "GET /gateway", "status": 429, "for": "20ms"},
			{"route": "GET /gateway", "status": 502, "html": true},
		}},
		"one thing upon another": {"close_gateway": 4001, "connections": starts("no_ready", "reconnect_first", "close", "no_hello")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tab := newTable(t)
			tab.replies(commands.Private("here"))
			tab.hasten()
			tab.sit()
			tab.act("fault", fault)
			want := tab.lines(2) // what is to be said does not wait for the gateway
			tab.until("the bot answers again", func() bool {
				return tab.state("alice").Bot.Connected && tab.try().Outcome == "replied"
			})
			tab.settled()
			tab.wantTexts(tab.channel("bob", "table"), want)
			if log := tab.log.String(); strings.Contains(log, "level=ERROR") {
				t.Error("it is called an error")
			}
		})
	}
}

func TestAGatewayThatAcknowledgesNoHeartbeatIsLeft(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.replies(commands.Private("here"))
	tab.hasten()
	tab.sit()
	tab.act("fault", given{"deaf": true})
	tab.until("the connection is lost", func() bool { return strings.Contains(tab.log.String(), "gateway connection lost") })
	tab.act("fault", given{"deaf": false})
	tab.until("the bot answers again", func() bool {
		return tab.state("alice").Bot.Connected && tab.try().Outcome == "replied"
	})
}

func TestEveryFatalCloseCodeEndsRunWithWhatToDo(t *testing.T) {
	t.Parallel()
	for code, todo := range map[int]string{
		4004: "developer portal", 4010: "fewer servers", 4011: "fewer servers", 4012: "newer release",
		4013: "newer release", 4014: "newer release",
	} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			t.Parallel()
			tab := newTable(t)
			tab.sit()
			// It comes to a connection that has served well, as when the token is changed.
			tab.act("fault", given{"close_gateway": code, "connections": given{"do": "close", "code": code, "count": 9}})
			var fatal *FatalError
			if err := tab.gone(); !errors.As(err, &fatal) || !strings.Contains(fatal.Text, todo) {
				t.Errorf("Run gives %v", err)
			}
		})
	}
}

func TestWhatNoClientKnowsYetDisturbsNobody(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.replies(commands.Private("Press", button("go", "Go")))
	tab.sit()
	asked := tab.try().Message
	tab.act("fault", given{"strange": 2})
	press := given{"as": "alice", "message": asked.ID, "custom_id": "go"}
	for range 3 {
		if got := tab.act("press", press); got.Outcome != "replied" || got.Message.Content != "Press" {
			t.Errorf("answered %+v", got)
		}
	}
	if log := tab.log.String(); strings.Contains(log, "lost") || strings.Contains(log, "level=ERROR") {
		t.Error("it is a trouble")
	}
}

func TestSomebodyWhoHasLeftIsNotAskedAndTheOthersGoOn(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	bob, alice := tab.state("bob").Me.ID, tab.state("alice").Me.ID
	guild := tab.state("bob").Servers[0].ID
	tab.act("fault", given{"left": []string{"bob"}})
	ask := func(user string) storage.Row {
		raw := marshal(commands.Post{Ask: &commands.Prompt{Guild: guild, User: user}, Message: commands.Message{Text: "Choose"}})
		return storage.Row{Session: "s", Dest: "user/" + user, Slot: "prompt/" + user, Body: raw}
	}
	ids := tab.post(ask(bob), ask(alice))
	tab.settled()
	tab.wantTexts(tab.dms("alice"), "Choose")
	if row := tab.row(ids[0]); row.State != storage.Failed {
		t.Errorf("row %+v", row)
	}
	if len(tab.undelivered) != 1 || tab.undelivered[0] != "user/"+bob+" "+commands.Left {
		t.Errorf("told of %q", tab.undelivered)
	}
}

func TestAChannelThatIsGoneStopsNoOther(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]given{
		"deleted":        {"delete_channel": "table"},
		"out of sight":   {"rights": given{"channel": "table", "deny": []string{"VIEW_CHANNEL"}}},
		"without rights": {"rights": given{"channel": "table", "deny": []string{"SEND_MESSAGES"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tab := newTable(t)
			tab.sit()
			dest := "channel/" + tab.id("table")
			tab.act("fault", fault)
			tab.post(
				storage.Row{Session: "s", Dest: dest, Body: body("one")},
				storage.Row{Session: "s", Dest: dest, Body: body("two")},
				storage.Row{Session: "t", Dest: "channel/" + tab.id("side-table"), Body: body("aside")},
			)
			tab.settled()
			tab.wantTexts(tab.channel("bob", "side-table"), "aside")
			if len(tab.undelivered) != 1 || !strings.HasPrefix(tab.undelivered[0], dest) {
				t.Errorf("told of %q", tab.undelivered)
			}
		})
	}
}

func TestALockedThreadIsParkedAndAnArchivedOneWakes(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	card := tab.post(storage.Row{Session: "s", Dest: "channel/" + tab.id("table"), Body: body("A fight")})
	tab.settled()
	tab.post(storage.Row{Session: "s", Dest: "channel/" + tab.id("table"), Body: marshal(commands.Post{
		Thread: &commands.Thread{Message: tab.row(card[0]).Message, Channel: tab.id("table"), Name: "fight"},
	})})
	tab.settled()
	dest := "channel/" + tab.id("fight")
	tab.act("fault", given{"thread": given{"name": "fight", "archived": true}})
	tab.post(storage.Row{Session: "s", Dest: dest, Body: body("one")})
	tab.settled()
	tab.wantTexts(tab.channel("bob", "fight"), "one")
	tab.act("fault", given{"thread": given{"name": "fight", "archived": true, "locked": true}})
	tab.post(storage.Row{Session: "s", Dest: dest, Body: body("two")})
	tab.settled()
	tab.wantTexts(tab.channel("bob", "fight"), "one")
	if len(tab.undelivered) != 1 || !strings.Contains(tab.undelivered[0], "50083") {
		t.Errorf("told of %q", tab.undelivered)
	}
	tab.act("fault", given{"thread": given{"name": "fight"}})
	if err := tab.store.Write(t.Context(), func(tx *storage.Tx) error { return tx.Unpark(dest) }); err != nil {
		t.Fatal(err)
	}
	tab.settled()
	tab.wantTexts(tab.channel("bob", "fight"), "one|two")
}
