package bot

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"umpire/storage"
)

const (
	lookBack   = 100             // messages
	clockSlack = 5 * time.Second // between this machine's clock and Discord's
	rowsBefore = 200             // whose messages are not mistaken for a later row's

	discordEpochMS = 1420070400000 // ids count milliseconds from here, above 22 bits
)

// posted is a message found in a channel.
type posted struct {
	ID          word
	Content     string
	Nonce       word
	Author      user
	Interaction struct{ ID word } `json:"interaction_metadata"`
	Components  []component
}

// find looks for the message of a row that may have been sent already, among the
// last of a channel. The place is empty if there is none.
func (o *outbox) find(ctx context.Context, channel string, row storage.Row, m message) (place, error) {
	var list []posted
	all := messages(channel)
	err := o.rest.call(ctx, request{
		doing: "look for a message", method: http.MethodGet,
		path: all + "?limit=" + strconv.Itoa(lookBack), limit: "GET " + all,
	}, &list)
	if err != nil {
		f := failed(err)
		if f.fate == undone {
			f.fate = unsure // the row is as doubtful as it was
		}
		return place{}, f
	}
	slices.Reverse(list) // the oldest first
	list = slices.DeleteFunc(list, func(p posted) bool {
		return p.Author.ID != word(o.who.user) || madeMS(p.ID) < row.AtMS-clockSlack.Milliseconds()
	})
	for _, p := range list {
		if string(p.Nonce) == nonce(row) || (row.Rides != "" && string(p.Interaction.ID) == row.Rides) {
			return place{channel, string(p.ID)}, nil
		}
	}
	for _, p := range list {
		if !p.says(m) {
			continue
		}
		another, err := o.another(ctx, row, string(p.ID))
		if err != nil {
			return place{}, &failure{doing: "tell a message from others", fate: unsure, cause: err}
		}
		if !another {
			return place{channel, string(p.ID)}, nil
		}
	}
	return place{}, nil
}

// says tells whether a message found has the text and the components of m.
func (p posted) says(m message) bool {
	return strings.TrimSpace(p.Content) == strings.TrimSpace(m.Content) &&
		slices.Equal(pathsFound(p.Components), pathsSent(m.Components))
}

func pathsFound(list []component) (paths []string) {
	for _, c := range list {
		if c.CustomID != "" {
			paths = append(paths, c.CustomID)
		}
		paths = append(paths, pathsFound(c.Components)...)
	}
	return paths
}

func pathsSent(list []sent) (paths []string) {
	for _, c := range list {
		if c.CustomID != "" {
			paths = append(paths, c.CustomID)
		}
		paths = append(paths, pathsSent(c.Components)...)
	}
	return paths
}

// another tells whether a message is known to be that of an earlier row, which
// may have said the same.
func (o *outbox) another(ctx context.Context, row storage.Row, message string) (known bool, err error) {
	err = o.store.Read(ctx, func(tx *storage.Tx) error {
		for id := row.ID - 1; id > row.ID-rowsBefore && id > 0 && !known; id-- {
			r, err := tx.Row(id)
			if err != nil && !errors.Is(err, storage.ErrNotFound) {
				return err
			}
			known = err == nil && r.Message == message
		}
		return nil
	})
	return known, err
}

// madeMS is when an id was made, in UTC milliseconds.
func madeMS(id word) int64 {
	n, err := strconv.ParseUint(string(id), 10, 64)
	if err != nil {
		return 0
	}
	return int64(n>>22) + discordEpochMS
}
