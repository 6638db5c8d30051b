package bot

import (
	"context"
	"strings"
	"testing"
	"time"

	"umpire/commands"
	"umpire/rules"
	"umpire/storage"

	"github.com/google/go-cmp/cmp"
)

func TestACommandIsAnsweredToItsUserAlone(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.replies(commands.Private("For your eyes", button("look", "Look")))
	tab.sit()
	got := tab.try()
	if got.Outcome != "replied" || got.Message.Content != "For your eyes" || got.Message.Flags&flagEphemeral == 0 {
		t.Errorf("answered %+v", got)
	}
	if got.Message.paths() != "look" {
		t.Errorf("components %s", got.Message.paths())
	}
	tab.wantTexts(tab.channel("bob", "table"), "")
}

func TestARequestSaysWhoAsksWhatAndWhere(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	var got commands.Request
	tab.answers(func(_ context.Context, r commands.Request) (commands.Reply, error) {
		got = r
		return commands.Private("heard"), nil
	})
	tab.sit()
	bob := tab.state("bob").Me.ID
	tab.act("command", given{
		"as": "gail", "channel": "table", "name": "try",
		"options": given{"who": "bob", "what": "3", "count": 7},
	})
	if diff := cmp.Diff(map[string]string{"who": bob, "what": "3", "count": "7"}, got.Options); diff != "" {
		t.Error(diff)
	}
	if got.Path != "try" || got.Kind != commands.Command || got.Channel != tab.id("table") || got.Guild == "" || got.ID == "" {
		t.Errorf("request %+v", got)
	}
	if got.User.Name != "gail" || !got.Manager || got.Rights == 0 || got.Parent != "" {
		t.Errorf("request %+v", got)
	}
	if diff := cmp.Diff(map[string]commands.Person{bob: {ID: bob, Name: "bob"}}, got.People); diff != "" {
		t.Error(diff)
	}
	tab.act("command", given{"as": "bob", "channel": "@Umpire", "name": "session new"})
	if got.Path != "session new" || got.Guild != "" || got.Manager || got.User != (commands.Person{ID: bob, Name: "bob"}) {
		t.Errorf("request %+v", got)
	}
}

func TestAPressChangesItsMessage(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	var pressed commands.Request
	tab.answers(func(_ context.Context, r commands.Request) (commands.Reply, error) {
		if r.Kind == commands.Command {
			menu := commands.Menu{Path: "pick/1", Hint: "A card", Choices: []commands.Choice{{Label: "Jack", Value: "JS"}, {Label: "Ten", Value: "TS"}}}
			return commands.Private("Choose", commands.Row{Menu: &menu}), nil
		}
		pressed = r
		return commands.Reply{Act: commands.Change, Message: commands.Message{Text: "Chosen: " + strings.Join(r.Values, "")}}, nil
	})
	tab.sit()
	menu := tab.try().Message
	got := tab.act("choose", given{"as": "alice", "message": menu.ID, "custom_id": "pick/1", "values": []string{"JS"}})
	if got.Outcome != "updated" || got.Message.ID != menu.ID || got.Message.Content != "Chosen: JS" || got.Message.paths() != "" {
		t.Errorf("answered %+v", got)
	}
	if pressed.Kind != commands.Press || pressed.Path != "pick/1" || pressed.Message != menu.ID || !pressed.Private {
		t.Errorf("request %+v", pressed)
	}
}

func TestAFormGivesWhatWasTypedAndChangesTheMessageItCameFrom(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.answers(func(_ context.Context, r commands.Request) (commands.Reply, error) {
		switch r.Kind {
		case commands.Command:
			return commands.Private("Your word?", button("word", "Say it")), nil
		case commands.Press:
			return commands.Reply{Act: commands.Fill, Form: &commands.Form{
				Path: "word/typed", Title: "A word",
				Inputs: []commands.Input{{ID: "word", Label: "Word", Required: true, Max: 20}},
			}}, nil
		}
		return commands.Reply{Act: commands.Change, Message: commands.Message{Text: "It is " + r.Fields["word"]}}, nil
	})
	tab.sit()
	asked := tab.try().Message
	if got := tab.act("press", given{"as": "alice", "message": asked.ID, "custom_id": "word"}); got.Outcome != "modal" {
		t.Fatalf("answered %+v", got)
	}
	got := tab.act("submit", given{"as": "alice", "custom_id": "word/typed", "fields": given{"word": "tulip"}})
	if got.Outcome != "updated" || got.Message.ID != asked.ID || got.Message.Content != "It is tulip" {
		t.Errorf("answered %+v", got)
	}
}

func TestAutocompleteOffersChoicesAndNoneWhenItFails(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.answers(func(_ context.Context, r commands.Request) (commands.Reply, error) {
		if r.Kind != commands.Complete || r.Focused != "what" || r.Options["what"] != "sw" {
			t.Errorf("request %+v", r)
		}
		return commands.Reply{Act: commands.Offer, Choices: []commands.Choice{{Label: "Sword", Value: "s"}}}, nil
	})
	tab.sit()
	typed := given{"as": "alice", "channel": "table", "name": "try", "focused": "what", "value": "sw"}
	got := tab.act("autocomplete", typed)
	if len(got.Choices) != 1 || got.Choices[0].Value != "s" {
		t.Errorf("answered %+v", got)
	}
	tab.answers(func(context.Context, commands.Request) (commands.Reply, error) { return commands.Reply{}, errOurs })
	if got := tab.act("autocomplete", typed); got.Outcome != "choices" || len(got.Choices) != 0 {
		t.Errorf("answered %+v", got)
	}
}

func TestARefusalIsShownAndAFaultIsLoggedOnce(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.answers(func(context.Context, commands.Request) (commands.Reply, error) {
		return commands.Reply{}, rules.Refuse("Not your turn.")
	})
	tab.sit()
	if got := tab.try(); got.Message.Content != "Not your turn." || got.Message.Flags&flagEphemeral == 0 {
		t.Errorf("answered %+v", got)
	}
	for name, fn := range map[string]func(context.Context, commands.Request) (commands.Reply, error){
		"error": func(context.Context, commands.Request) (commands.Reply, error) { return commands.Reply{}, errOurs },
		"panic": func(context.Context, commands.Request) (commands.Reply, error) { panic(errOurs) },
		"over a limit": func(context.Context, commands.Request) (commands.Reply, error) {
			return commands.Private(strings.Repeat("x", 2001)), nil
		},
		"no form": func(context.Context, commands.Request) (commands.Reply, error) {
			return commands.Reply{Act: commands.Fill}, nil
		},
	} {
		tab.answers(fn)
		before := strings.Count(tab.log.String(), "level=ERROR")
		if got := tab.try(); got.Message.Content != faultLine || got.Message.Flags&flagEphemeral == 0 {
			t.Errorf("%s: answered %+v", name, got)
		}
		if n := strings.Count(tab.log.String(), "level=ERROR") - before; n != 1 {
			t.Errorf("%s: logged %d times", name, n)
		}
	}
}

func TestASlowCommandIsPutOffAndThenAnswered(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.bot.router.patience = 0
	hold := make(chan commands.Reply)
	tab.answers(func(context.Context, commands.Request) (commands.Reply, error) { return <-hold, nil })
	tab.sit()
	if got := tab.try(); got.Outcome != "deferred" || got.Message.Flags&flagEphemeral == 0 {
		t.Fatalf("answered %+v", got)
	}
	if tab.bot.Settled() {
		t.Error("settled while a handler runs")
	}
	hold <- commands.Private("At last")
	tab.settled()
	tab.wantTexts(tab.channel("alice", "table"), "At last")
	tab.wantTexts(tab.channel("bob", "table"), "")
}

func TestASlowPressIsPutOffAndThenAnswered(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.replies(commands.Private("Press", button("go", "Go")))
	tab.sit()
	asked := tab.try().Message
	tab.bot.router.patience = 0
	hold := make(chan commands.Reply)
	tab.answers(func(context.Context, commands.Request) (commands.Reply, error) { return <-hold, nil })
	press := given{"as": "alice", "message": asked.ID, "custom_id": "go"}
	if got := tab.act("press", press); got.Outcome != "deferred" {
		t.Fatalf("answered %+v", got)
	}
	hold <- commands.Reply{Act: commands.Change, Message: commands.Message{Text: "Pressed", Rows: []commands.Row{button("go", "Go")}}}
	tab.settled()
	tab.wantTexts(tab.channel("alice", "table"), "Pressed")
	for _, late := range []commands.Reply{commands.Private("Only you"), {Act: commands.Fill, Form: &commands.Form{Path: "f", Title: "F", Inputs: []commands.Input{{ID: "i", Label: "I"}}}}} {
		tab.act("press", press)
		hold <- late
		tab.settled()
	}
	tab.wantTexts(tab.channel("alice", "table"), "Pressed|Only you|"+slowForm)
}

func TestADoubledInteractionIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.answers(func(ctx context.Context, r commands.Request) (commands.Reply, error) {
		err := tab.store.Write(ctx, func(tx *storage.Tx) error { return tx.Once(r.ID) })
		return commands.Private("once"), err
	})
	tab.sit()
	tab.act("fault", given{"doubled": true})
	tab.try()
	tab.settled()
	tab.wantTexts(tab.channel("alice", "table"), "once")
	tab.replies(commands.Private("again")) // a handler that only looks does not note it
	tab.act("fault", given{"doubled": true})
	tab.try()
	tab.settled()
	tab.wantTexts(tab.channel("alice", "table"), "once|again")
	if log := tab.log.String(); strings.Contains(log, "level=ERROR") || strings.Contains(log, "level=WARN") {
		t.Error("a doubled delivery is no trouble")
	}
}

func TestAnAnswerIsGivenAgainWhenDiscordStumbles(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.replies(commands.Private("yes"))
	tab.sit()
	tab.act("fault", given{"fail": given{"route": "POST /interactions/{interaction}/{token}/callback", "status": 502, "count": 2}})
	if got := tab.try(); got.Message.Content != "yes" {
		t.Errorf("answered %+v", got)
	}
}

func TestAnswersToManyInteractionsDoNotPileUpBuckets(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.replies(commands.Private("yes"))
	tab.sit()
	for range 20 {
		tab.try()
	}
	tab.settled()
	if n := len(tab.bot.rest.callbacks); n != buckets {
		t.Errorf("%d buckets of %d given back", n, buckets)
	}
}

func TestAnInteractionThatWaitedTooLongIsLeft(t *testing.T) {
	log := &scroll{}
	r := testRouter(log, func(context.Context, commands.Request) (commands.Reply, error) {
		t.Error("it was handled")
		return commands.Reply{}, nil
	})
	r.active.Add(1)
	r.serve(t.Context(), arrival{[]byte(`{"id":"1","type":2,"user":{"id":"2"},"data":{"name":"x"}}`), time.Now().Add(-answerLimit - time.Second)})
	if !r.idle() || !strings.Contains(log.String(), "waited too long") {
		t.Error(log.String())
	}
}
