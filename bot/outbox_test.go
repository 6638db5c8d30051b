package bot

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"umpire/commands"
	"umpire/storage"
)

const postRoute = "POST /channels/{id}/messages"

func TestARideIsTheReplyAndItsMessageIsLearnt(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	var id int64
	tab.answers(func(ctx context.Context, r commands.Request) (commands.Reply, error) {
		err := tab.store.Write(ctx, func(tx *storage.Tx) (err error) {
			id, err = tx.Post(storage.Row{Session: "s", Dest: "channel/" + r.Channel, Slot: "board", Rides: r.ID, Body: body("The board", button("go", "Go"))})
			return err
		})
		return commands.Reply{Act: commands.Ride, Row: id}, err
	})
	tab.sit()
	got := tab.try()
	if got.Outcome != "replied" || got.Message.Content != "The board" || got.Message.Flags&flagEphemeral != 0 {
		t.Errorf("answered %+v", got)
	}
	tab.settled()
	if row := tab.row(id); row.State != storage.Sent || row.Message != got.Message.ID || row.Channel != tab.id("table") {
		t.Errorf("row %+v", row)
	}
	tab.post(storage.Row{Session: "s", Dest: "channel/" + tab.id("table"), Slot: "board", Body: body("The board, later")})
	tab.settled()
	tab.wantTexts(tab.channel("bob", "table"), "The board, later")
}

// rides answers with a row that should be the reply.
func (t *table) rides(text string) {
	t.answers(func(ctx context.Context, r commands.Request) (commands.Reply, error) {
		reply := commands.Reply{Act: commands.Ride}
		err := t.store.Write(ctx, func(tx *storage.Tx) (err error) {
			reply.Row, err = tx.Post(storage.Row{Session: "s", Dest: "channel/" + r.Channel, Rides: r.ID, Body: body(text)})
			return err
		})
		return reply, err
	})
}

func TestARideThatComesTooLateGoesByTheOutbox(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.bot.router.patience = 0
	hold := make(chan bool)
	tab.rides("Told")
	inner := tab.answer
	tab.answers(func(ctx context.Context, r commands.Request) (commands.Reply, error) {
		<-hold
		return inner(ctx, r)
	})
	tab.sit()
	if got := tab.try(); got.Outcome != "deferred" {
		t.Fatalf("answered %+v", got)
	}
	hold <- true
	tab.settled()
	tab.wantTexts(tab.channel("bob", "table"), "Told")
	tab.wantTexts(tab.channel("alice", "table"), "Told") // nothing is left loading
}

func TestARideWhoseAnswerIsLostIsNotToldTwice(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.rides("Told")
	tab.sit()
	tab.act("fault", given{"lose_answers": given{"route": "POST /interactions/{interaction}/{token}/callback"}})
	tab.try()
	tab.settled()
	tab.wantTexts(tab.channel("bob", "table"), "Told")
	if row := tab.row(1); row.State != storage.Sent || row.Message != tab.channel("bob", "table")[0].ID {
		t.Errorf("row %+v", row)
	}
}

func TestARideThatDiscordDoesNotTakeIsToldAllTheSame(t *testing.T) {
	t.Parallel()
	for _, answer := range []given{
		{"status": 404, "code": codeUnknownInteraction}, {"status": 400, "code": codeAcknowledged}, {"status": 500}, {"status": 429},
	} {
		t.Run(fmt.Sprint(answer["status"]), func(t *testing.T) {
			t.Parallel()
			tab := newTable(t)
			tab.rides("Told")
			tab.sit()
			answer["route"], answer["count"] = "POST /interactions/{interaction}/{token}/callback", answerTries
			tab.act("fault", given{"fail": answer})
			tab.acts.Go(func() { tab.try() }) // nobody answers it
			tab.until("the row goes another way", func() bool { return tab.sent(1) })
			tab.wantTexts(tab.channel("bob", "table"), "Told")
		})
	}
}

// sent tells whether a row has been sent, if it is there at all.
func (t *table) sent(id int64) bool {
	ok := false
	_ = t.store.Read(context.Background(), func(tx *storage.Tx) error {
		row, err := tx.Row(id)
		ok = row.State == storage.Sent
		return err
	})
	return ok
}

func TestRowsOfADestinationGoInOrderAndDestinationsDoNotWait(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	tab.act("fault", given{"hold": []string{postRoute}})
	var rows []storage.Row
	for n := range 5 {
		rows = append(rows, storage.Row{Session: "s", Dest: "channel/" + tab.id("table"), Body: body(fmt.Sprint("line ", n))})
	}
	tab.post(rows...)
	other := tab.post(storage.Row{Session: "s", Dest: "channel/" + tab.id("side-table"), Body: body("aside")})
	tab.until("both destinations are under way", func() bool { return tab.row(other[0]).State == storage.Claimed && tab.row(1).State == storage.Claimed })
	if tab.row(2).State != storage.Waiting {
		t.Error("the second line does not wait for the first")
	}
	tab.act("fault", given{"hold": []string{}})
	tab.settled()
	tab.wantTexts(tab.channel("bob", "table"), "line 0|line 1|line 2|line 3|line 4")
	tab.wantTexts(tab.channel("bob", "side-table"), "aside")
}

func TestARefusedDirectMessageIsTakenBackAndTheRestGoesOn(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	bob, alice := "user/"+tab.state("bob").Me.ID, "user/"+tab.state("alice").Me.ID
	tab.act("fault", given{"dms_closed": []string{"bob"}})
	ids := tab.post(
		storage.Row{Session: "s", Dest: bob, Slot: "ask", Body: body("Choose")},
		storage.Row{Session: "s", Dest: bob, Slot: "ask2", Body: body("Choose again")},
		storage.Row{Session: "s", Dest: alice, Body: body("Your turn")},
	)
	tab.settled()
	tab.wantTexts(tab.dms("alice"), "Your turn")
	if row := tab.row(ids[0]); row.State != storage.Failed || !strings.Contains(row.Why, "50007") {
		t.Errorf("row %+v", row)
	}
	if len(tab.undelivered) != 2 || !strings.HasPrefix(tab.undelivered[0], bob) {
		t.Errorf("told of %q", tab.undelivered)
	}
	tab.act("fault", given{"dms_closed": []string{}})
	tab.post(storage.Row{Session: "s", Dest: bob, Body: body("Still there?")})
	tab.settled()
	tab.wantTexts(tab.dms("bob"), "Still there?")
}

func TestDirectMessagesWhoseChannelIsGoneAreOpenedAnew(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	bob := "user/" + tab.state("bob").Me.ID
	tab.act("fault", given{"fail": given{"route": postRoute, "status": 404, "code": codeUnknownChannel}})
	tab.post(storage.Row{Session: "s", Dest: bob, Body: body("Choose")})
	tab.settled()
	tab.wantTexts(tab.dms("bob"), "Choose")
	if len(tab.undelivered) != 0 {
		t.Errorf("told of %q", tab.undelivered)
	}
}

func TestADeadChannelIsParkedUntilItIsTriedAgain(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	dest := "channel/" + tab.id("table")
	tab.act("fault", given{"rights": given{"channel": "table", "deny": []string{"SEND_MESSAGES"}}})
	tab.post(storage.Row{Session: "s", Dest: dest, Body: body("one")}, storage.Row{Session: "s", Dest: dest, Body: body("two")})
	tab.settled()
	if len(tab.undelivered) != 1 || !strings.Contains(tab.undelivered[0], "50013") {
		t.Errorf("told of %q", tab.undelivered)
	}
	tab.act("fault", given{"rights": given{"channel": "table", "deny": []string{}}})
	if err := tab.store.Write(t.Context(), func(tx *storage.Tx) error { return tx.Unpark(dest) }); err != nil {
		t.Fatal(err)
	}
	tab.settled()
	tab.wantTexts(tab.channel("bob", "table"), "one|two")
}

func TestAMessageWhoseAnswerIsLostIsNotSentTwice(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	dest := "channel/" + tab.id("table")
	tab.act("fault", given{"lose_answers": given{"route": postRoute, "count": 1}})
	ids := tab.post(storage.Row{Session: "s", Dest: dest, Slot: "x", Body: body("once")}, storage.Row{Session: "s", Dest: dest, Body: body("then")})
	tab.settled()
	tab.wantTexts(tab.channel("bob", "table"), "once|then")
	if row := tab.row(ids[0]); !row.Doubt || row.Message != tab.channel("bob", "table")[0].ID {
		t.Errorf("row %+v", row)
	}
}

func TestServerErrorsAndLimitsAreSatOut(t *testing.T) {
	t.Parallel()
	for _, status := range []int{500, 502, 503, 429} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			tab := newTable(t)
			tab.sit()
			tab.act("fault", given{"fail": given{"route": postRoute, "count": 1, "status": status}})
			tab.post(storage.Row{Session: "s", Dest: "channel/" + tab.id("table"), Body: body("through")})
			tab.settled()
			tab.wantTexts(tab.channel("bob", "table"), "through")
		})
	}
}

func TestARowClaimedBeforeARestartIsNeitherLostNorDoubled(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	dest := "channel/" + tab.id("table")
	// Twins: the second says what the first said, and was not sent.
	first := tab.post(storage.Row{Session: "s", Dest: dest, Body: body("Bob is up.")})
	tab.settled()
	if err := tab.leave(); err != nil {
		t.Fatal(err)
	}
	second := tab.post(storage.Row{Session: "s", Dest: dest, Body: body("Bob is up.")})
	tab.claim(dest)
	tab.restart()
	tab.settled()
	tab.wantTexts(tab.channel("bob", "table"), "Bob is up.|Bob is up.")
	if tab.row(first[0]).Message == tab.row(second[0]).Message {
		t.Error("the second is taken for the first")
	}

	// One that was sent, by a process that died before it could note so.
	tab.leave()
	sent := tab.post(storage.Row{Session: "s", Dest: dest, Slot: "a", Body: body("Sent already", button("go", "Go"))})
	row := tab.claim(dest)
	if _, err := tab.bot.outbox.send(t.Context(), row); err != nil {
		t.Fatal(err)
	}
	tab.restart()
	tab.settled()
	tab.wantTexts(tab.channel("bob", "table"), "Bob is up.|Bob is up.|Sent already")
	if row := tab.row(sent[0]); row.State != storage.Sent || row.Message != tab.channel("bob", "table")[2].ID {
		t.Errorf("row %+v", row)
	}
}

// claim claims the next row of a destination, as a worker does that then dies.
func (t *table) claim(dest string) (row storage.Row) {
	t.Helper()
	if err := t.store.Write(context.Background(), func(tx *storage.Tx) (err error) {
		row, err = tx.Claim(dest)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return row
}

func TestAThreadIsOpenedOnceAndWrittenIn(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	table := tab.id("table")
	tab.post(storage.Row{Session: "s", Dest: "channel/" + table, Slot: "call", Body: body("A challenge")})
	tab.settled()
	call := tab.channel("bob", "table")[0].ID
	open := []byte(`{"thread":{"channel":"` + table + `","message":"` + call + `","name":"Alice against Bob"}}`)
	tab.post(
		storage.Row{Session: "s", Dest: "channel/" + call, Body: open},
		storage.Row{Session: "s", Dest: "channel/" + call, Body: body("Round 1")},
		storage.Row{Session: "s", Dest: "channel/" + call, Body: open},
		storage.Row{Session: "s", Dest: "channel/" + call, Body: body("Round 2")},
	)
	tab.settled()
	tab.wantTexts(tab.channel("bob", "Alice against Bob"), "Round 1|Round 2")
	if strings.Contains(tab.log.String(), "level=ERROR") {
		t.Error("that it is open already is as good")
	}
}

func TestAnEditInAThreadThatWasPutAwayFetchesItBack(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	table := tab.id("table")
	tab.post(storage.Row{Session: "s", Dest: "channel/" + table, Slot: "call", Body: body("A challenge")})
	tab.settled()
	call := tab.channel("bob", "table")[0].ID
	tab.post(
		storage.Row{Session: "s", Dest: "channel/" + call, Body: []byte(`{"thread":{"channel":"` + table + `","message":"` + call + `","name":"A fight"}}`)},
		storage.Row{Session: "s", Dest: "channel/" + call, Slot: "board", Body: body("Round 1")},
	)
	tab.settled()
	tab.act("clock", given{"advance": "400h"})
	tab.post(storage.Row{Session: "s", Dest: "channel/" + call, Slot: "board", Body: body("Round 2")})
	tab.settled()
	tab.wantTexts(tab.channel("bob", "A fight"), "Round 2")
}

func TestARowOverDiscordsLimitsIsReplacedByTheFaultLine(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	dest := "channel/" + tab.id("table")
	tab.post(
		storage.Row{Session: "s", Dest: dest, Body: body(strings.Repeat("x", 2001))},
		storage.Row{Session: "s", Dest: dest, Body: body("Choose", button("go", strings.Repeat("x", 81)))},
		storage.Row{Session: "s", Dest: dest, Body: []byte("{")},
		storage.Row{Session: "s", Dest: dest, Body: body("fine")},
	)
	tab.settled()
	tab.wantTexts(tab.channel("bob", "table"), faultLine+"|"+faultLine+"|"+faultLine+"|fine")
}

func TestAnEditOfAMessageThatIsGoneIsLetGo(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	dest := "channel/" + tab.id("table")
	tab.post(storage.Row{Session: "s", Dest: dest, Slot: "board", Body: body("board")})
	tab.settled()
	tab.act("fault", given{"fail": given{"route": "PATCH /channels/{id}/messages/{message}", "status": 404, "code": codeUnknownMessage}})
	tab.post(
		storage.Row{Session: "s", Dest: dest, Slot: "board", Body: body("board 2")},
		storage.Row{Session: "s", Dest: dest, Body: body("on")},
	)
	tab.settled()
	tab.wantTexts(tab.channel("bob", "table"), "board|on")
	if len(tab.undelivered) != 0 {
		t.Errorf("told of %q", tab.undelivered)
	}
}

func TestOnlyThoseNamedAreNotified(t *testing.T) {
	t.Parallel()
	tab := newTable(t)
	tab.sit()
	alice, bob := tab.state("alice").Me.ID, tab.state("bob").Me.ID
	text := "<@" + alice + "> <@" + bob + "> @everyone"
	tab.post(storage.Row{Session: "s", Dest: "channel/" + tab.id("table"), Body: []byte(`{"message":{"text":"` + text + `","mentions":["` + bob + `"]}}`)})
	tab.settled()
	got := tab.channel("carol", "table")[0]
	if len(got.Mentions) != 1 || got.Mentions[0].ID != bob {
		t.Errorf("notified %+v", got.Mentions)
	}
}
