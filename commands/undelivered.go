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

// Left is why a direct message is not delivered to somebody who has left the
// server.
const Left = "left the server"

// Undelivered hears from the edge that a row cannot be delivered: a direct
// message was refused, or a channel is dead. It writes what follows to the
// outbox: nobody is left waiting for a word that never came.
func (d *Desk) Undelivered(ctx context.Context, lost storage.Row, why string) error {
	if lost.Session == "" || lost.Slot == "" {
		return nil
	}
	if press, ok := strings.CutPrefix(lost.Slot, "greet/"); ok {
		return d.unGreeted(ctx, lost, press)
	}
	_, err := d.remark(ctx, Request{}, lost.Session, func(t *Table) ([]storage.Row, error) {
		user, dm := strings.CutPrefix(lost.Dest, ToUser)
		switch {
		case dm && why == Left:
			return t.left(user), nil
		case dm:
			return t.knock(lost, user)
		case strings.HasPrefix(lost.Dest, ToChannel):
			return t.parked(lost), nil
		}
		return nil, nil
	})
	var refusal rules.Refusal
	if errors.As(err, &refusal) {
		return nil // there is no fight that anybody waits in
	}
	return err
}

// unGreeted tells a player, in private, that direct messages do not reach them.
func (d *Desk) unGreeted(ctx context.Context, lost storage.Row, press string) error {
	text := "I may not send you direct messages. That is no harm: **Choose in secret** in the fight's thread opens your choices for you alone. `/me choices:here` lets me ask you there from the start."
	return d.store.Write(ctx, func(tx *storage.Tx) error {
		_, err := tx.Post(row(lost.Session, ToPress+press, lost.Slot+"/refused", Post{Message: Message{Text: text}}))
		return err
	})
}

// left tells the others that a player has left the server, and what they can do.
func (t *Table) left(user string) []storage.Row {
	if slices.Contains(t.lobby.Gone, user) {
		return nil
	}
	var name string
	var tags, mentions []string
	for _, p := range t.people {
		switch {
		case p.Seat == 0 || p.User == "" || slices.Contains(mentions, p.User):
		case p.User == user:
			name = p.Name
		default:
			tags, mentions = append(tags, "<@"+p.User+">"), append(mentions, p.User)
		}
	}
	if name == "" || len(mentions) == 0 {
		return nil
	}
	t.lobby.Gone = append(t.lobby.Gone, user)
	text := fmt.Sprintf("**%s has left the server.** %s, you can wait, let decisions lapse from the `/board` once patience has run out, give the seat to somebody with `/session replace`, or end the fight with `/session end`.",
		rules.Escape(name), strings.Join(tags, " "))
	return []storage.Row{t.row(ToChannel+t.session.Place, path("left", user, t.fight.Line()), Post{Message: Message{Text: text, Mentions: mentions}})}
}

// knock calls a player in the thread when a direct message could not: a choice,
// or a word for them alone, waits behind a button. It does not say why.
func (t *Table) knock(lost storage.Row, user string) ([]storage.Row, error) {
	var post Post
	if err := json.Unmarshal(lost.Body, &post); err != nil {
		return nil, fmt.Errorf("read the row %d: %w", lost.ID, err)
	}
	m := Message{Mentions: []string{user}}
	var slot string
	switch {
	case strings.HasPrefix(lost.Slot, "parked/"):
		return nil, nil // the thread is dead, that is what the message was about
	case post.Ask != nil:
		waits := func(o open) bool { return o.user == user && o.Secret && !o.Answered && o.Asked == post.Ask.Asked }
		if !slices.ContainsFunc(t.asked(), waits) {
			return nil, nil // it is decided already
		}
		slot = fmt.Sprintf("knock/%d/%s", t.fight.Asked(), user)
		m.Text = fmt.Sprintf("<@%s>, a choice waits for you here. The button opens it for you alone.", user)
		m.Rows = []Row{{Buttons: []Button{t.chooseButton()}}}
		t.lobby.Live = append(t.lobby.Live, slot)
	case strings.HasPrefix(lost.Slot, "whisper/"):
		slot = "knock/" + lost.Slot
		m.Text = fmt.Sprintf("<@%s>, there is word for you alone: `/hand` shows it here.", user)
	default:
		return nil, nil // an edit that shrinks what was never there
	}
	return []storage.Row{t.row(ToChannel+t.session.Place, slot, Post{Message: m})}, nil
}

// parked tells the players that a channel of the fight's takes no messages.
func (t *Table) parked(lost storage.Row) []storage.Row {
	text := fmt.Sprintf("I cannot write in <#%s> now. Nothing is lost: when somebody lets me in again, press any button of the fight there or ask for `/board`, and it goes on. `/session end fight:%s` in any channel of the server asks to end it.",
		strings.TrimPrefix(lost.Dest, ToChannel), t.session.ID)
	var rows []storage.Row
	for _, p := range t.people {
		if p.Seat > 0 && p.User != "" {
			rows = append(rows, t.row(ToUser+p.User, fmt.Sprintf("parked/%d/%s", lost.ID, p.User), Post{Message: Message{Text: text}}))
		}
	}
	return rows
}
