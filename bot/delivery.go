package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
	"strconv"
	"strings"

	"umpire/commands"
	"umpire/storage"
)

const (
	dmBuckets  = 16          // how many direct messages may be opened at once
	threadIdle = 7 * 24 * 60 // minutes until Discord puts a quiet thread away
)

// place is where a message stands.
type place struct{ channel, message string }

// send makes one row a message, an edit or a thread. Its errors are *failure.
func (o *outbox) send(ctx context.Context, row storage.Row) (at place, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &failure{doing: "deliver", fate: refused, cause: fmt.Errorf("panic: %v\n%s", p, debug.Stack())}
		}
	}()
	post := readPost(o.log, row)
	switch {
	case post.Thread != nil:
		return o.openThread(ctx, *post.Thread)
	case row.Edit:
		return o.edit(ctx, row, post)
	}
	if press, ok := strings.CutPrefix(row.Dest, commands.ToPress); ok {
		return place{}, o.whisper(ctx, press, post.Message)
	}
	if err := o.present(ctx, post.Ask); err != nil {
		return place{}, err
	}
	channel, err := o.channel(ctx, row.Dest)
	if err != nil {
		return place{}, err
	}
	m := outgoing(post.Message)
	if row.Doubt {
		if at, err := o.find(ctx, channel, row, m); err != nil || at.message != "" {
			return at, err
		}
	}
	m.Nonce, m.EnforceNonce = nonce(row), true
	id, err := o.create(ctx, channel, m)
	if err != nil && failed(err).code == codeUnknownChannel {
		err = o.forgetDM(ctx, row.Dest, failed(err))
	}
	return place{channel, id}, err
}

// create makes a message and gives its id; without its picture where that may not
// be sent.
func (o *outbox) create(ctx context.Context, channel string, m message) (id string, err error) {
	var made struct{ ID word }
	create := request{
		doing: "send a message", method: http.MethodPost,
		path: messages(channel), limit: "POST " + messages(channel), body: m,
	}
	err = o.rest.call(ctx, create, &made)
	if err != nil && m.picture != nil && failed(err).code == codeMissingPermissions { // it may be the file's
		m.picture = nil
		create.body = m
		err = o.rest.call(ctx, create, &made)
	}
	if err == nil && made.ID == "" {
		err = &failure{doing: create.doing, fate: unsure, cause: errors.New("the answer does not name the message")}
	}
	return string(made.ID), err
}

// whisper says something to whoever gave an interaction, for him alone.
func (o *outbox) whisper(ctx context.Context, press string, m commands.Message) error {
	in := o.presses.find(press)
	if in == nil {
		return &failure{doing: "answer an interaction further", fate: refused, cause: errGone}
	}
	return o.rest.further(ctx, in, private(m))
}

// errGone is why a private word is dropped whose interaction is too old.
var errGone = errors.New("the interaction is no longer at hand")

// present refuses to ask somebody who has left the server.
func (o *outbox) present(ctx context.Context, ask *commands.Prompt) error {
	if ask == nil || ask.Guild == "" {
		return nil
	}
	members := "guilds/" + url.PathEscape(ask.Guild) + "/members"
	err := o.rest.call(ctx, request{
		doing: "look for a member", method: http.MethodGet,
		path: members + "/" + url.PathEscape(ask.User), limit: "GET " + members,
	}, nil)
	if err == nil || failed(err).code != codeUnknownMember {
		return nil // a member, or nothing is known: the message itself will show
	}
	return err
}

// forgetDM forgets the channel of somebody's direct messages when there is none
// any more, so that it is opened anew. Of other destinations it thinks nothing.
func (o *outbox) forgetDM(ctx context.Context, dest string, f *failure) *failure {
	user, ok := strings.CutPrefix(dest, "user/")
	if !ok {
		return f
	}
	if err := o.store.Write(ctx, func(tx *storage.Tx) error { return tx.SaveDM(user, "") }); err == nil {
		f.fate = undone
	}
	return f
}

// nonce marks a row's message: Discord makes no second one with it for a while.
func nonce(row storage.Row) string { return strconv.FormatInt(row.ID, 10) }

func messages(channel string) string { return "channels/" + url.PathEscape(channel) + "/messages" }

// readPost reads a row's body. What Discord would refuse is replaced by the fault
// line, so that its place is not empty.
func readPost(log *slog.Logger, row storage.Row) commands.Post {
	var post commands.Post
	err := json.Unmarshal(row.Body, &post)
	switch {
	case err != nil:
	case post.Thread != nil:
		var l limits
		l.text("a thread's name", post.Thread.Name, 1, mostThreadName)
		err = l.err
	default:
		err = checkMessage(post.Message)
	}
	if err == nil {
		return post
	}
	log.Error("an outbox row cannot be sent as it is", "row", row.ID, "session", row.Session, "slot", row.Slot, "err", err)
	if post.Thread != nil {
		post.Thread.Name = "Umpire"
		return post
	}
	return commands.Post{Message: commands.Message{Text: faultLine}}
}

// edit changes a message. A thread that has been put away since takes messages
// but no edits, so it is fetched back first.
func (o *outbox) edit(ctx context.Context, row storage.Row, post commands.Post) (place, error) {
	all := messages(row.Channel)
	post.Message.Picture, post.Message.File = nil, nil // they are there
	change := request{
		doing: "edit a message", method: http.MethodPatch,
		path: all + "/" + url.PathEscape(row.Message), limit: "PATCH " + all, body: outgoing(post.Message),
	}
	err := o.rest.call(ctx, change, nil)
	if err != nil && failed(err).code == codeArchivedThread && o.fetchBack(ctx, row.Channel) == nil {
		err = o.rest.call(ctx, change, nil)
	}
	return place{row.Channel, row.Message}, err
}

func (o *outbox) fetchBack(ctx context.Context, thread string) error {
	path := "channels/" + url.PathEscape(thread)
	return o.rest.call(ctx, request{
		doing: "fetch a thread back", method: http.MethodPatch, path: path, limit: "PATCH " + path,
		body: struct {
			Archived bool `json:"archived"`
		}{false},
	}, nil)
}

// openThread opens a thread on a message; that it is open already is as good.
func (o *outbox) openThread(ctx context.Context, t commands.Thread) (place, error) {
	all := messages(t.Channel)
	err := o.rest.call(ctx, request{
		doing: "open a thread", method: http.MethodPost,
		path: all + "/" + url.PathEscape(t.Message) + "/threads", limit: "thread " + all,
		body: struct {
			Name string `json:"name"`
			Idle int    `json:"auto_archive_duration"`
		}{t.Name, threadIdle},
	}, nil)
	if err != nil && failed(err).code == codeHasThread {
		err = nil
	}
	return place{channel: t.Message}, err
}

// channel gives the channel of a destination, opening that of direct messages at
// the first.
func (o *outbox) channel(ctx context.Context, dest string) (string, error) {
	kind, id, _ := strings.Cut(dest, "/")
	if kind == "channel" {
		return id, nil
	}
	if kind != "user" {
		return "", &failure{doing: "deliver", fate: refused, cause: fmt.Errorf("no such destination as %q", dest)}
	}
	var known string
	err := o.store.Read(ctx, func(tx *storage.Tx) (err error) {
		known, err = tx.DM(id)
		return err
	})
	if err == nil && known != "" {
		return known, nil
	}
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return "", &failure{doing: "deliver", fate: undone, cause: err}
	}
	return o.openDM(ctx, id)
}

func (o *outbox) openDM(ctx context.Context, user string) (string, error) {
	var made struct{ ID word }
	err := o.rest.call(ctx, request{
		doing: "open direct messages", method: http.MethodPost,
		path: "users/@me/channels", limit: "direct messages " + spread(user, dmBuckets),
		body: struct {
			Recipient string `json:"recipient_id"`
		}{user},
	}, &made)
	if err == nil && made.ID == "" {
		err = errors.New("open direct messages: the answer does not name the channel")
	}
	if err == nil {
		err = o.store.Write(ctx, func(tx *storage.Tx) error { return tx.SaveDM(user, string(made.ID)) })
	}
	if err == nil {
		return string(made.ID), nil
	}
	f := failed(err)
	if f.fate == unsure {
		f.fate = undone // no message was sent, and opening twice is as good as once
	}
	return "", f
}
