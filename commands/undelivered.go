package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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
	if press, ok := strings.CutPrefix(row.Slot, "greet/"); ok {
		return d.unGreeted(ctx, row, press)
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
	if user, ok := strings.CutPrefix(row.Dest, ToUser); ok {
		if why == Left {
			return t.left(ctx, user)
		}
		return t.knock(ctx, row, user)
	}
	return t.parked(ctx, row, why)
}

// Left is why a direct message is not delivered to somebody who has left the
// server.
const Left = "left the server"

// unGreeted tells a player, for him alone, that direct messages do not reach him.
func (d *Desk) unGreeted(ctx context.Context, row storage.Row, press string) error {
	body, err := json.Marshal(Post{Message: Message{
		Text: "I may not send you direct messages. That is no harm: press **Choose in secret** in the fight's thread, which opens your choices for you alone.",
	}})
	if err != nil {
		return fmt.Errorf("tell that a greeting was refused: %w", err)
	}
	return d.store.Write(ctx, func(tx *storage.Tx) error {
		_, err := tx.Post(storage.Row{Session: row.Session, Dest: ToPress + press, Slot: row.Slot + "/refused", Body: body})
		return err
	})
}

// left tells the others that a player has left the server, and what they can do.
func (t *Table) left(ctx context.Context, user string) error {
	if slices.Contains(t.lobby.Gone, user) || t.fight.Over() != nil {
		return nil
	}
	t.lobby.Gone = append(t.lobby.Gone, user)
	m := Message{Text: "A player has left the server."}
	var tags []string
	for _, p := range t.people {
		switch {
		case p.Seat == 0:
		case p.User == user:
			m.Text = fmt.Sprintf("**%s has left the server.**", rules.Escape(p.Name))
		default:
			tags, m.Mentions = append(tags, "<@"+p.User+">"), append(m.Mentions, p.User)
		}
	}
	m.Text += fmt.Sprintf(" %s, you may wait, let decisions lapse from the board when patience runs out, give the seat to somebody with `/session replace`, or end the fight with `/session end`.",
		strings.Join(tags, " "))
	return t.d.store.Write(ctx, func(tx *storage.Tx) error {
		if _, err := tx.Post(t.row(ToChannel+t.session.Place, path("left", user, t.fight.Line()), Post{Message: m})); err != nil {
			return err
		}
		return tx.SaveLobby(t.session.ID, t.lobby.bytes(), t.session.State, t.session.Place)
	})
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
		if _, err := tx.Post(t.row(ToChannel+t.session.Place, slot, Post{Message: m})); err != nil {
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
			if _, err := tx.Post(t.row(ToUser+p.User, slot, Post{Message: Message{Text: text}})); err != nil {
				return err
			}
		}
		return nil
	})
}
