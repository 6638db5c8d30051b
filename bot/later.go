package bot

import (
	"context"
	"net/http"

	"umpire/commands"
)

// respondLater tells Discord to wait for an answer, and gives it when there is
// one.
func (t *turn) respondLater(ctx context.Context, done <-chan outcome) {
	if t.asked.Kind == commands.Complete {
		t.first(ctx, offers(nil)) // nobody waits for choices
		<-done
		return
	}
	wait := response{Type: respondUpdateLater}
	if !t.fromMessage() {
		wait = response{respondLater, struct {
			Flags int `json:"flags"`
		}{flagEphemeral}}
	}
	if err := t.send(ctx, wait, nil); err != nil {
		// It may have come twice and wait already; the answer below shows.
		t.log.Debug("could not put off an answer", "interaction", t.asked.ID, "err", err)
	}
	select {
	case out := <-done:
		t.complete(ctx, out)
	case <-ctx.Done():
	}
}

// fromMessage tells whether the interaction sits on a message, so that putting
// it off shows nothing.
func (t *turn) fromMessage() bool { return t.asked.Message != "" }

// complete gives the answer that was put off.
func (t *turn) complete(ctx context.Context, out outcome) {
	if out.silent {
		return
	}
	err := t.completeWith(ctx, t.fit(out.reply))
	if err == nil {
		return
	}
	f := failed(err)
	if f.status == http.StatusBadRequest && f.code != codeAcknowledged {
		t.log.Error("Discord refuses a reply", "path", verb(t.asked), "interaction", t.asked.ID, "err", f)
		err = t.completeWith(ctx, commands.Private(faultLine))
	}
	if err != nil {
		t.log.Warn("an answer that was put off did not arrive", "interaction", t.asked.ID, "err", err)
	}
}

func (t *turn) completeWith(ctx context.Context, reply commands.Reply) error {
	switch reply.Act {
	case commands.Ride:
		t.giveBack(ctx, reply.Row, "the answer was put off")
		if reply.Message.Text != "" {
			return t.completeWith(ctx, t.aside(reply))
		}
		if t.fromMessage() {
			return nil
		}
		return t.rest.original(ctx, http.MethodDelete, t.in, nil)
	case commands.Fill:
		return t.completeWith(ctx, commands.Private(slowForm))
	case commands.Offer:
		return nil
	case commands.Open:
		// The answer that was put off is private and stays so.
		if err := t.completeWith(ctx, commands.Private(doneLine)); err != nil {
			return err
		}
		return t.rest.further(ctx, t.in, outgoing(reply.Message))
	}
	if t.fromMessage() && reply.Act == commands.Say {
		return t.rest.further(ctx, t.in, private(reply.Message))
	}
	return t.rest.original(ctx, http.MethodPatch, t.in, update(reply.Message))
}
