package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"umpire/rules"
	"umpire/storage"
)

// Undelivered hears from the edge that a row cannot be delivered: a direct
// message was refused, or a channel is dead. It writes what follows to the
// outbox: nobody is left waiting for what he never got.
func (d *Desk) Undelivered(ctx context.Context, row storage.Row, why string) error {
	if row.Session == "" || row.Slot == "" {
		return nil
	}
	defer d.queue(row.Session)()
	t, err := d.table(ctx, Request{}, row.Session)
	var refusal rules.Refusal
	if errors.As(err, &refusal) {
		return nil // there is no fight that anybody waits in
	}
	if err != nil {
		return err
	}
	if user, ok := strings.CutPrefix(row.Dest, "user/"); ok {
		return t.knock(ctx, row, user)
	}
	return t.parked(ctx, row, why)
}

// knock tells a player in the thread what a direct message could not: that a
// choice or a word for him alone waits behind a button.
func (t *Table) knock(ctx context.Context, row storage.Row, user string) error {
	var post Post
	if err := json.Unmarshal(row.Body, &post); err != nil {
		return fmt.Errorf("read the row %d: %w", row.ID, err)
	}
	m := Message{
		Text:     fmt.Sprintf("<@%s>, I may not send you direct messages. There is word for you alone: `/hand` shows it here.", user),
		Mentions: []string{user},
	}
	switch {
	case post.Ask != nil && post.Ask.Asked != t.fight.Asked():
		return nil // it is decided already
	case post.Ask != nil:
		m.Text = fmt.Sprintf("<@%s>, I may not send you direct messages, so your choice waits here. The button opens it for you alone.", user)
		m.Rows = []Row{t.chooseRow()}
	case strings.HasPrefix(row.Slot, "parked/"):
		return nil // the thread is dead, that is what the message was about
	}
	slot := fmt.Sprintf("knock/%d/%s", t.fight.Asked(), user)
	return t.d.store.Write(ctx, func(tx *storage.Tx) error {
		if _, err := tx.Post(t.row("channel/"+t.session.Place, slot, Post{Message: m})); err != nil {
			return err
		}
		if len(m.Rows) > 0 {
			t.lobby.Live = append(t.lobby.Live, slot)
		}
		return tx.SaveLobby(t.session.ID, t.lobby.bytes(), t.session.State, t.session.Place)
	})
}

// parked tells the players that the fight's channel takes no messages.
func (t *Table) parked(ctx context.Context, row storage.Row, why string) error {
	text := fmt.Sprintf("I cannot write in <#%s> (%s). Nothing is lost: when somebody lets me in again, press any button of the fight and it goes on.",
		t.session.Place, rules.Escape(why))
	return t.d.store.Write(ctx, func(tx *storage.Tx) error {
		for _, p := range t.people {
			slot := fmt.Sprintf("parked/%d/%s", row.ID, p.User)
			if _, err := tx.Post(t.row("user/"+p.User, slot, Post{Message: Message{Text: text}})); err != nil {
				return err
			}
		}
		return nil
	})
}
