package bot

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"umpire/commands"
	"umpire/storage"
)

func TestABadTokenEndsRunWithWhatToDo(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.bot = New(Options{Token: "nobody", API: tab.server.URL + "/api", Store: tab.store, Handlers: Handlers{Definitions: definitions}})
	tab.run()
	var fatal *FatalError
	if err := tab.gone(); !errors.As(err, &fatal) || !strings.Contains(fatal.Text, "token") || fatal.Unwrap() == nil {
		t.Errorf("Run gives %v", err)
	}
}

func TestAFatalCloseCodeEndsRunAndAnOtherDoesNot(t *testing.T) {
	t.Parallel()
	for code, end := range map[int]bool{4014: true, 4013: true, 4012: true, 4011: true, 4010: true, 4004: true, 4000: false, 4009: false} {
		closed := closesWith(t, code)
		g := newGateway("x", closed.network, testRouter(&scroll{}, nil).log)
		tries := 0
		ctx, cancel := context.WithCancel(t.Context())
		g.pause = func(int) time.Duration {
			if tries++; tries == 2 {
				cancel()
			}
			return 0
		}
		err := g.run(ctx)
		if fatal := (*FatalError)(nil); errors.As(err, &fatal) != end {
			t.Errorf("close code %d gives %v", code, err)
		}
		cancel()
	}
}

func TestAGatewayThatIsLostIsFoundAgain(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.replies(commands.Private("here"))
	tab.sit()
	for _, fault := range []given{{"drop_gateway": true}, {"close_gateway": 4000}, {"reconnect": true}} {
		lost := strings.Count(tab.log.String(), "gateway connection lost")
		tab.act("fault", fault)
		tab.until("the connection is lost", func() bool { return strings.Count(tab.log.String(), "gateway connection lost") > lost })
		tab.until("the bot is back", func() bool { return tab.state("alice").Bot.Connected })
		if got := tab.try(); got.Message.Content != "here" {
			t.Errorf("after %v: answered %+v", fault, got)
		}
	}
}

func TestAGatewayThatSaysNothingIsLeft(t *testing.T) {
	t.Parallel()
	quiet := closesWith(t, 0)
	g := newGateway("x", quiet.network, testRouter(&scroll{}, nil).log)
	g.limit = 10 * time.Millisecond
	ctx, cancel := context.WithCancel(t.Context())
	g.pause = func(int) time.Duration { cancel(); return time.Hour }
	if err := g.run(ctx); err != nil {
		t.Error(err)
	}
}

func TestCommandsAreRegisteredOnlyWhenTheirListHasChanged(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	tab.settled()
	tab.restart()
	tab.settled()
	if n := strings.Count(tab.log.String(), "registered the commands"); n != 1 {
		t.Errorf("registered %d times", n)
	}
	if err := tab.store.Write(t.Context(), func(tx *storage.Tx) error {
		application := tab.bot.gateway.self().application
		return tx.SaveSetting("commands of "+application+" at "+tab.server.URL+"/api", "another list")
	}); err != nil {
		t.Fatal(err)
	}
	tab.restart()
	tab.until("they are registered again", func() bool { return strings.Count(tab.log.String(), "registered the commands") == 2 })
}

func TestNoTokenAndNoPickIsLogged(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	const pick = "JackOfSpades"
	menu := commands.Menu{Path: "pick/s/1/" + pick, Choices: []commands.Choice{{Label: "A card", Value: pick}}}
	ask := commands.Private("Choose "+pick, commands.Row{Menu: &menu})
	tab.answers(func(_ context.Context, r commands.Request) (commands.Reply, error) {
		if r.Kind == commands.Press {
			return commands.Reply{}, errOurs
		}
		return ask, nil
	})
	tab.sit()
	asked := tab.try().Message
	choose := given{"as": "alice", "message": asked.ID, "custom_id": menu.Path, "values": []string{pick}}
	const callback = "POST /interactions/{interaction}/{token}/callback"
	tab.act("choose", choose)
	tab.act("fault", given{"lose_answers": given{"route": callback}})
	tab.act("choose", choose)
	tab.until("it is found to be answered", func() bool { return strings.Contains(tab.log.String(), "no longer be answered") })
	for n, status := range []int{500, 502, 400, 404, 429} {
		tab.act("fault", given{"fail": given{"route": callback, "status": status, "code": 50035, "count": answerTries}})
		tab.acts.Go(func() { tab.act("choose", choose) })
		tab.until("it is logged", func() bool { return strings.Count(tab.log.String(), "left without an answer") == n+1 })
	}
	tab.act("fault", given{"fail": given{"route": postRoute, "status": 400, "code": 50035}})
	tab.post(storage.Row{Session: "s", Dest: "channel/" + tab.id("table"), Body: body(pick)})
	tab.until("the message is given up", func() bool { return tab.row(1).State == storage.Failed })
	tab.leave()
	log := tab.log.String()
	for _, secret := range []string{pick, tab.discord.Token(), "aW50ZXJhY3Rpb246"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds %s", secret)
		}
	}
	if !strings.Contains(log, "path=pick") {
		t.Error("the log does not say what went wrong")
	}
}

func TestRunFinishesWhatRunsWhenItIsToEnd(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	began, hold := make(chan bool), make(chan bool)
	tab.answers(func(ctx context.Context, r commands.Request) (commands.Reply, error) {
		began <- true
		<-hold
		return commands.Private("finished"), ctx.Err()
	})
	tab.sit()
	done := make(chan result)
	go func() { done <- tab.try() }()
	<-began
	tab.stop()
	hold <- true
	if err := tab.gone(); err != nil {
		t.Error(err)
	}
	if got := <-done; got.Message.Content != "finished" {
		t.Errorf("answered %+v", got)
	}
}

func TestAnAddressThatIsNoneIsRefused(t *testing.T) {
	if err := New(Options{API: "localhost:1", Token: "x"}).Run(t.Context()); err == nil {
		t.Error("it was taken")
	}
}

func TestRequestsArePacedButForInteractions(t *testing.T) {
	p := newPace(45)
	now := time.Now()
	waits := 0
	for range 60 {
		if p.turn(now) > time.Second {
			waits++
		}
	}
	if waits < 60-50 || waits > 60-45 {
		t.Errorf("%d of 60 requests wait for more than a second", waits)
	}
	for path, want := range map[string]bool{"/api/v9/interactions/1/t/callback": true, "/api/v9/webhooks/1/t": true, "/api/v9/channels/1/messages": false} {
		if unpaced(path) != want {
			t.Errorf("unpaced %s: %v", path, unpaced(path))
		}
	}
}

func TestAGlobalLimitHoldsEveryRequestBack(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-RateLimit-Global", "true")
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = w.Write([]byte(`{"retry_after":30.5,"global":true,"message":"slow"}`))
	}))
	defer server.Close()
	n, err := newNetwork(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	err = newRest("x", n, &writer{}).call(t.Context(), request{doing: "try", method: http.MethodGet, path: "channels/1", limit: "a"}, nil)
	if f := failed(err); f.fate != undone || f.after != 30500*time.Millisecond {
		t.Errorf("failure %+v", f)
	}
	if wait := n.pace.turn(time.Now()); wait < 29*time.Second {
		t.Errorf("the next request waits %v", wait)
	}
}
