package bot

import (
	"context"
	"errors"
	"net/http"
	"time"

	"umpire/commands"
	"umpire/storage"
)

// What a user reads when a reply cannot take the form it was meant to have.
const (
	slowForm = "That took too long to open. Please try it once more."
	doneLine = "Done."
)

// turn is one interaction that is being answered.
type turn struct {
	*router
	in    *interaction
	asked commands.Request
	at    time.Time // when it came in
	due   time.Time // when the first response must be in
	acked bool      // Discord took a first response in time, or had one
}

// respond gives the first response.
func (t *turn) respond(ctx context.Context, out outcome) {
	if out.silent {
		t.acked = true
		return
	}
	reply := t.fit(out.reply)
	if reply.Act == commands.Ride {
		t.ride(ctx, reply)
		return
	}
	t.first(ctx, t.response(reply))
}

// fit puts the fault line in place of a reply that Discord would refuse.
func (t *turn) fit(reply commands.Reply) commands.Reply {
	var err error
	switch reply.Act {
	case commands.Say, commands.Change, commands.Open:
		err = checkMessage(reply.Message)
	case commands.Fill:
		err = checkForm(reply.Form)
		if err == nil && (t.asked.Kind == commands.Submit || t.asked.Kind == commands.Complete) {
			err = errors.New("a form in answer to a form")
		}
	case commands.Offer:
		err = checkOffer(reply.Choices)
	}
	if err == nil {
		return reply
	}
	t.log.Error("a reply breaks Discord's limits", "path", verb(t.asked), "interaction", t.asked.ID, "err", err)
	return commands.Private(faultLine)
}

// response gives a reply the form of a first response.
func (t *turn) response(reply commands.Reply) response {
	switch {
	case t.asked.Kind == commands.Complete && reply.Act != commands.Offer:
		return offers(nil) // there is no way to say why not
	case reply.Act == commands.Offer:
		return offers(reply.Choices)
	case reply.Act == commands.Fill:
		return fillIn(*reply.Form)
	case reply.Act == commands.Change && t.asked.Message != "":
		return response{respondUpdate, update(reply.Message)}
	case reply.Act == commands.Open:
		return response{respondMessage, outgoing(reply.Message)}
	}
	return response{respondMessage, private(reply.Message)}
}

// first sends a first response. If Discord finds fault with its form, the user
// reads at least that.
func (t *turn) first(ctx context.Context, r response) {
	err := t.send(ctx, r, nil)
	if err == nil {
		return
	}
	f := failed(err)
	switch {
	case f.code == codeAcknowledged, f.code == codeUnknownInteraction:
		// It came twice, or is too old: nothing can be done about either.
		t.log.Debug("an interaction could no longer be answered", "interaction", t.asked.ID, "err", f)
	case f.status == http.StatusBadRequest && r.Type != respondChoices:
		t.log.Error("Discord refuses a reply", "path", verb(t.asked), "interaction", t.asked.ID, "err", f)
		fault := response{respondMessage, private(commands.Message{Text: faultLine})}
		if err := t.send(ctx, fault, nil); err != nil {
			t.log.Warn("an interaction is left without an answer", "interaction", t.asked.ID, "err", err)
		}
	default:
		t.log.Warn("an interaction is left without an answer", "interaction", t.asked.ID, "err", f)
	}
}

// send sends a first response within what is left of the time for it, again when
// Discord stumbles or limits, or when its answer is lost: it takes only one.
func (t *turn) send(ctx context.Context, r response, into any) error {
	due := t.due
	if least := time.Now().Add(answerLeast); due.Before(least) {
		due = least
	}
	ctx, cancel := context.WithDeadline(ctx, due)
	defer cancel()
	err := insist(ctx, notRefused, func() error { return t.rest.callback(ctx, t.in, r, into) })
	took := time.Since(t.at)
	switch {
	case err == nil:
		t.counts.answer.Observe(took.Seconds())
		t.acked = t.acked || took <= discordPatience
	case failed(err).code == codeAcknowledged:
		t.acked = true
	}
	return err
}

// countLate counts an interaction that Discord has let go of unanswered.
func (t *turn) countLate() {
	if !t.acked {
		t.counts.late.Inc()
	}
}

// ride sends an outbox row as the first response, in the open.
func (t *turn) ride(ctx context.Context, reply commands.Reply) {
	row, err := t.riding(ctx, reply.Row)
	if err != nil {
		t.log.Error("cannot send an outbox row as a reply", "row", reply.Row, "err", err)
		t.giveBack(ctx, reply.Row, "it could not ride")
		t.first(ctx, t.response(t.aside(reply)))
		return
	}
	var answer struct {
		Interaction struct {
			ID word `json:"response_message_id"`
		}
		Resource struct {
			Message struct {
				ID        word
				ChannelID word `json:"channel_id"`
			}
		}
	}
	err = t.send(ctx, response{respondMessage, outgoing(readPost(t.log, row).Message)}, &answer)
	place := place{channel: string(answer.Resource.Message.ChannelID), message: string(answer.Resource.Message.ID)}
	if place.message == "" {
		place.message = string(answer.Interaction.ID)
	}
	if place.channel == "" {
		place.channel = t.asked.Channel
	}
	if err == nil && place.message == "" {
		err = &failure{doing: "respond to an interaction", fate: unsure, cause: errors.New("the answer does not name the message")}
	}
	t.settleRide(ctx, row, place, err)
}

// settleRide notes in the outbox what became of a row that rode. Discord's
// refusals are not believed: of two responses that cross, one is told so although
// the other stands.
func (t *turn) settleRide(ctx context.Context, row storage.Row, at place, err error) {
	fate := fateSent
	if err != nil {
		fate = fateRetried
	}
	t.counts.rows.WithLabelValues(fate).Inc()
	write(ctx, t.store, t.log, "settle a row that rode", func(tx *storage.Tx) error {
		now := t.now().UnixMilli()
		switch f := failed(err); {
		case err == nil:
			return tx.Sent(row.ID, at.channel, at.message)
		case f.fate == undone:
			// At once: a limit on responses is none on messages.
			return tx.Retry(row.ID, now, f.Error())
		default:
			return tx.Doubt(row.ID, now, f.Error())
		}
	})
	if err != nil {
		t.log.Warn("a reply goes by the outbox instead", "row", row.ID, "err", err)
	}
}

// giveBack lets the outbox deliver a row that was claimed to ride: while it is
// claimed, nothing else goes to its destination.
func (t *turn) giveBack(ctx context.Context, row int64, why string) {
	write(ctx, t.store, t.log, "give back a row that should have ridden", func(tx *storage.Tx) error {
		return tx.Retry(row, t.now().UnixMilli(), why)
	})
}

// riding gives a row that is claimed for this interaction.
func (t *turn) riding(ctx context.Context, id int64) (row storage.Row, err error) {
	err = t.store.Read(ctx, func(tx *storage.Tx) error {
		row, err = tx.Row(id)
		return err
	})
	if err == nil && row.State != storage.Claimed {
		err = errors.New("it is not claimed")
	}
	return row, err
}

// aside is what the user reads when the row that should have been the reply goes
// by the outbox.
func (t *turn) aside(reply commands.Reply) commands.Reply {
	if checkMessage(reply.Message) != nil {
		reply.Message = commands.Message{Text: doneLine}
	}
	reply.Act = commands.Say
	return reply
}
