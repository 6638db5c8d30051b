package sandbox_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"umpire/bot/sandbox"
)

// fault switches misbehaviour on or off.
func (b *bench) fault(body object) {
	b.t.Helper()
	if status, answer := b.do("POST", "/sandbox/fault", body); status != http.StatusOK {
		b.t.Fatalf("fault %v: %d %v", body, status, answer)
	}
}

func TestClosedDirectMessagesRefuseTheMessageNotTheChannel(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	s := b.session()
	b.fault(object{"dms_closed": []string{"bob"}})
	dm, err := s.UserChannelCreate(b.personID("bob"))
	if err != nil {
		t.Fatalf("opening: %v", err)
	}
	if _, err := s.ChannelMessageSend(dm.ID, "x"); code(err) != 50007 {
		t.Errorf("sending: %v", err)
	}
	b.fault(object{"dms_closed": []string{}})
	if _, err := s.ChannelMessageSend(dm.ID, "x"); err != nil {
		t.Errorf("sending once they are open: %v", err)
	}
}

func TestRightsTakenAwayAreMissedAndTold(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	s, got := b.bot(attack())
	table := b.channelID("table")
	deny := func(names ...string) { b.fault(object{"rights": object{"channel": "table", "deny": names}}) }
	deny("SEND_MESSAGES", "ATTACH_FILES")
	if _, err := s.ChannelMessageSend(table, "x"); code(err) != 50013 {
		t.Errorf("sending without SEND_MESSAGES: %v", err)
	}
	i := b.start(got, "command", inAttack(nil))
	if i.AppPermissions&(discordgo.PermissionSendMessages|discordgo.PermissionAttachFiles) != 0 {
		t.Errorf("the bot is told it has %d", i.AppPermissions)
	}
	respond(t, s, i.Interaction, discordgo.InteractionResponseChannelMessageWithSource,
		&discordgo.InteractionResponseData{Content: "an answer needs no right"})
	<-i.result
	deny("VIEW_CHANNEL")
	if _, err := s.ChannelMessageSend(table, "x"); code(err) != 50001 {
		t.Errorf("sending without VIEW_CHANNEL: %v", err)
	}
	if ch, _ := s.GuildChannels(b.state("alice").Servers[0].ID); len(ch) != 2 || len(ch[0].PermissionOverwrites) != 1 {
		t.Errorf("the channels tell %+v", ch)
	}
	deny()
	if _, err := s.ChannelMessageSend(table, "x"); err != nil {
		t.Errorf("sending with all rights back: %v", err)
	}
}

func TestALostAnswerLeavesAMessageThatItsNonceFinds(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	table := b.channelID("table")
	path := b.url + "/api/v10/channels/" + table + "/messages"
	b.fault(object{"lose_answers": object{"route": "POST /channels/{id}/messages", "count": 1}})
	post := func() (*http.Response, error) {
		q, err := http.NewRequest("POST", path, strings.NewReader(`{"content":"x","nonce":"17","enforce_nonce":true}`))
		must(t, err)
		q.Header.Set("Content-Type", "application/json")
		q.Header.Set("Authorization", "Bot "+b.server.Token())
		return http.DefaultClient.Do(q)
	}
	if answer, err := post(); err == nil {
		answer.Body.Close()
		t.Fatal("the answer has come after all")
	}
	answer, err := post()
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("sending again: %v", err)
	}
	answer.Body.Close()
	if got := b.state("alice").channel("table").Messages; len(got) != 1 {
		t.Errorf("alice reads it %d times", len(got))
	}
	b.act("clock", object{"advance": "10m"})
	if answer, err := post(); err == nil {
		answer.Body.Close()
	}
	if got := b.state("alice").channel("table").Messages; len(got) != 2 {
		t.Errorf("after minutes the nonce counts no more, yet alice reads %d messages", len(got))
	}
	if _, raw := b.raw("GET", "/api/v10/channels/"+table+"/messages", nil, "Authorization", "Bot "+b.server.Token()); strings.Contains(string(raw), "nonce") {
		t.Error("history tells nonces; Discord's does not")
	}
}

func TestAHeldRouteWaitsUntilReleased(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	table := b.channelID("table")
	b.fault(object{"hold": []string{"POST /channels/{id}/messages"}})
	sent := make(chan int, 1)
	go func() {
		status, _ := b.api("POST", "/channels/"+table+"/messages", object{"content": "held"})
		sent <- status
	}()
	b.until("a request is under way", func() bool {
		_, log := b.raw("GET", "/sandbox/fault", nil)
		return strings.Contains(string(log), `"in_flight":1`)
	})
	select {
	case <-sent:
		t.Fatal("the request was not held")
	default:
	}
	if got := b.state("alice").channel("table").Messages; len(got) != 0 {
		t.Error("a held request has already acted")
	}
	b.fault(object{"hold": []string{}})
	if status := <-sent; status != http.StatusOK {
		t.Errorf("once released it gets %d", status)
	}
}

func TestAHeldRequestWhoseSenderHasGoneIsNotDone(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	path := "/api/v10/channels/" + b.channelID("table") + "/messages"
	b.fault(object{"hold": []string{"POST /channels/{id}/messages"}})
	ctx, leave := context.WithCancel(context.Background())
	q, err := http.NewRequestWithContext(ctx, "POST", b.url+path, strings.NewReader(`{"content":"held"}`))
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Authorization", "Bot "+b.server.Token())
	left := make(chan error, 1)
	go func() {
		_, err := http.DefaultClient.Do(q)
		left <- err
	}()
	inFlight := func(n string) func() bool {
		return func() bool {
			_, raw := b.raw("GET", "/sandbox/fault", nil)
			return strings.Contains(string(raw), `"in_flight":`+n)
		}
	}
	b.until("the request is held", inFlight("1"))
	leave()
	if err := <-left; err == nil {
		t.Fatal("the request was answered")
	}
	b.until("the sandbox has let go of it", inFlight("0"))
	b.fault(object{"hold": []string{}})
	if got := b.state("alice").channel("table").Messages; len(got) != 0 {
		t.Error("what was given up while held was done all the same")
	}
}

// until polls what another goroutine brings about over the network.
func (b *bench) until(what string, done func() bool) {
	b.t.Helper()
	for deadline := time.Now().Add(5 * time.Second); !done(); {
		if time.Now().After(deadline) {
			b.t.Fatalf("it never comes about that %s", what)
		}
	}
}

func TestARouteFailsAsOftenAsItIsToldTo(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	path := "/channels/" + b.channelID("table") + "/messages"
	b.fault(object{"fail": []object{
		{"route": "POST /channels/{id}/messages", "status": 503},
		{"route": "POST /channels/{id}/messages", "status": 429},
	}})
	for _, want := range []int{503, 429, 200} {
		status, answer := b.api("POST", path, object{"content": "x"})
		if status != want || want == 429 && answer["retry_after"] == nil {
			t.Errorf("got %d %v, want %d", status, answer, want)
		}
	}
}

func TestTheBotIsSlowedBeyondFiftyRequestsASecond(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	path := "/channels/" + b.channelID("table") + "/typing"
	limited := false
	for range 500 { // far more than any machine answers in a second is not needed: 51 are
		status, answer := b.api("POST", path, nil)
		if limited = status == 429; limited {
			if answer["retry_after"] == nil {
				t.Errorf("429 without retry_after: %v", answer)
			}
			break
		}
	}
	if !limited {
		t.Error("500 requests in a row were all let through")
	}
}

func TestQuietMeansAnsweredSilentAndTheBotAgrees(t *testing.T) {
	t.Parallel()
	busy := make(chan bool, 1)
	busy <- true
	b := newBench(t, sandbox.Options{Settled: func() bool {
		select {
		case <-busy:
			return false
		default:
			return true
		}
	}})
	s, got := b.bot(attack())
	i := b.start(got, "command", inAttack(nil))
	rest := make(chan object, 1)
	go func() {
		_, answer := b.do("GET", "/sandbox/settled", nil)
		rest <- answer
	}()
	respond(t, s, i.Interaction, discordgo.InteractionResponseChannelMessageWithSource,
		&discordgo.InteractionResponseData{Content: "done"})
	<-i.result
	if answer := <-rest; answer["settled"] != true || len(busy) != 0 {
		t.Errorf("settled answers %v", answer)
	}
}

func TestAnIdleThreadIsArchivedByTheClock(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	_, thread := b.api("POST", "/channels/"+b.channelID("table")+"/threads",
		object{"name": "fight", "type": 11, "auto_archive_duration": 60})
	if thread["id"] == nil {
		t.Fatalf("no thread: %v", thread)
	}
	b.act("clock", object{"advance": "61m"})
	if !b.state("alice").channel("fight").Archived {
		t.Error("after an hour of silence the thread is still open")
	}
	if got := b.state("alice").channel("table").Messages; len(got) != 1 || got[0].Type != discordgo.MessageTypeThreadCreated {
		t.Errorf("the parent channel shows %+v", got)
	}
	b.act("say", object{"as": "bob", "channel": "fight", "text": "awake"})
	if b.state("alice").channel("fight").Archived {
		t.Error("a message must wake the thread")
	}
}

func TestAPrivateThreadIsSeenByItsMembersAlone(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	_, thread := b.api("POST", "/channels/"+b.channelID("table")+"/threads", object{"name": "hands", "type": 12})
	id := thread["id"].(string)
	if status, answer := b.api("PUT", "/channels/"+id+"/thread-members/"+b.personID("alice"), nil); status != http.StatusNoContent {
		t.Fatalf("adding alice: %d %v", status, answer)
	}
	b.api("POST", "/channels/"+id+"/messages", object{"content": "CANARY"})
	if got := b.state("alice").channel("hands"); got == nil || contents(got.Messages) != "CANARY" {
		t.Errorf("alice sees %+v", got)
	}
	for _, path := range []string{"/sandbox/state?as=bob", "/sandbox/log?as=bob"} {
		if _, raw := b.raw("GET", path, nil); strings.Contains(string(raw), "CANARY") {
			t.Errorf("bob reads the secret at %s", path)
		}
	}
}
