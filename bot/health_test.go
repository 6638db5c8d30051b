package bot

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"umpire/commands"
	"umpire/rules"
	"umpire/storage"
)

// watched gives what the watch page answers.
func (t *table) watched(path string) (status int, text string) {
	t.Helper()
	w := httptest.NewRecorder()
	t.bot.Watch().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	raw, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Code, string(raw)
}

func (t *table) wantMetrics(want ...string) {
	t.Helper()
	_, text := t.watched("/metrics")
	for _, line := range want {
		if !strings.Contains("\n"+text, "\n"+line+"\n") {
			t.Errorf("not among the metrics: %s", line)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}

func TestInteractionsAreCountedByKindAndOutcome(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	answers := []error{nil, rules.Refusal("not your turn"), errOurs, nil}
	for _, err := range answers {
		tab.answers(func(context.Context, commands.Request) (commands.Reply, error) {
			return commands.Private("here", button("look/1", "Look")), err
		})
		tab.try()
	}
	pressed := tab.try().Message
	tab.act("press", given{"as": "alice", "message": pressed.ID, "custom_id": "look/1"})
	tab.settled()
	tab.wantMetrics(
		`umpire_interactions_total{kind="command",outcome="answered"} 3`,
		`umpire_interactions_total{kind="command",outcome="refused"} 1`,
		`umpire_interactions_total{kind="command",outcome="fault"} 1`,
		`umpire_interactions_total{kind="press",outcome="answered"} 1`,
		`umpire_answer_seconds_count 6`,
		`umpire_acks_late_total 0`,
		`umpire_log_records_total{level="error"} 1`,
	)
}

func TestAnInteractionThatNobodyAnsweredIsCountedAsLate(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.replies(commands.Private("here"))
	tab.sit()
	const callback = "POST /interactions/{interaction}/{token}/callback"
	tab.act("fault", given{"fail": given{"route": callback, "status": 500, "count": answerTries}})
	tab.acts.Go(func() { tab.try() })
	tab.until("it is given up", func() bool { return testutil.ToFloat64(tab.bot.counts.late) == 1 })
}

func TestTheOutboxIsCounted(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	channel := "channel/" + tab.id("table")
	tab.act("fault", given{"fail": given{"route": postRoute, "status": 400, "code": 50035, "count": 1}})
	tab.post(storage.Row{Session: "s", Dest: channel, Body: body("refused")}, storage.Row{Session: "s", Dest: channel, Body: body("told")})
	tab.settled()
	tab.act("fault", given{"fail": given{"route": postRoute, "status": 503, "count": 1}})
	tab.post(storage.Row{Session: "s", Dest: channel, Body: body("told late")})
	tab.settled()
	tab.wantMetrics(
		`umpire_outbox_rows_total{fate="sent"} 2`,
		`umpire_outbox_rows_total{fate="failed"} 1`,
		`umpire_outbox_rows_total{fate="retried"} 1`,
		`umpire_outbox_waiting 0`,
	)
}

func TestHealthFollowsTheGateway(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	if status, text := tab.watched("/health"); status != http.StatusServiceUnavailable || !strings.Contains(text, "gateway") {
		t.Errorf("before Run: %d %s", status, text)
	}
	tab.wantMetrics("umpire_gateway_connected 0")
	tab.sit()
	if status, text := tab.watched("/health"); status != http.StatusOK || !strings.HasPrefix(text, "ok") {
		t.Errorf("connected: %d %s", status, text)
	}
	tab.wantMetrics("umpire_gateway_connected 1", "umpire_gateway_reconnects_total 0")
	tab.act("fault", given{"drop_gateway": true})
	tab.until("the loss is counted", func() bool { return tab.bot.gateway.lost.Load() > 0 })
	tab.until("it is well again", func() bool { status, _ := tab.watched("/health"); return status == http.StatusOK })
}

func TestHealthFollowsTheStore(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	tab.settled()
	if err := tab.store.Close(); err != nil {
		t.Fatal(err)
	}
	if status, text := tab.watched("/health"); status != http.StatusServiceUnavailable || !strings.Contains(text, "store") {
		t.Errorf("%d %s", status, text)
	}
}

func TestMetricsAreWellNamedAndNameNobody(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.replies(commands.Private("here"))
	tab.sit()
	tab.try()
	tab.settled()
	problems, err := testutil.GatherAndLint(tab.bot.counts.registry)
	if len(problems) > 0 || err != nil {
		t.Errorf("%+v, %v", problems, err)
	}
	_, text := tab.watched("/metrics")
	s := tab.state("alice")
	for _, secret := range []string{s.Me.ID, tab.id("table"), tab.discord.Token(), "alice", "Gaming Table"} {
		if strings.Contains(text, secret) {
			t.Errorf("the metrics hold %q", secret)
		}
	}
}
